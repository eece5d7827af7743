//===- HiddenScopes.h - Aliasing that holds in an iteration -----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a function with restrict pointers is inlined into a loop, LLVM notes
/// with a call that what is said of their aliasing is said of one iteration
/// only. Polly takes no such call; without one, unrolling the loop would make a
/// statement about several iterations of it.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_HIDDENSCOPES_H
#define SMOLLY_SCOP_HIDDENSCOPES_H

#include "llvm/IR/Function.h"
#include "llvm/IR/TrackingMDRef.h"
#include "llvm/IR/ValueHandle.h"
#include <vector>

namespace smolly {

/// The declarations of alias scopes of a function, while they are hidden.
class HiddenScopes {
public:
  HiddenScopes() = default;
  /// Puts the declarations back, at the end of the blocks that they were in. If
  /// such a block is no more, nothing is said of its scopes.
  /// Complexity: linear in the size of the function.
  ~HiddenScopes();
  /// Removes the declarations from \p F, which must be there when they are put
  /// back. Complexity: linear in the size of F.
  void hide(llvm::Function &F);
  HiddenScopes(const HiddenScopes &) = delete;
  HiddenScopes &operator=(const HiddenScopes &) = delete;

private:
  struct Declaration {
    llvm::TrackingMDNodeRef Scopes;
    llvm::WeakVH End;
  };
  llvm::Function *Where = nullptr;
  std::vector<Declaration> Declarations;
};

} // namespace smolly

#endif // SMOLLY_SCOP_HIDDENSCOPES_H
