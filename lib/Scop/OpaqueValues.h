//===- OpaqueValues.h - Values that nobody sees through ---------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A parameter of a SCoP had better be one value. Canonicalisation extends
/// `int m = strlen(text);` to 64 bits in a different way at each use, and half
/// of a number would be known as such to Polly, with the other half in every
/// set.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_OPAQUEVALUES_H
#define SMOLLY_LIB_SCOP_OPAQUEVALUES_H

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

namespace smolly {

/// Values of one function that stand behind calls of a pure function for a
/// while.
class OpaqueValues {
public:
  explicit OpaqueValues(llvm::Function &F) : F(F) {}
  ~OpaqueValues() {
    assert(Functions.empty() && "calls of what nobody defines");
  }

  /// A call at \p B that gives \p V, an integer.
  llvm::CallInst *hide(llvm::Value *V, llvm::IRBuilderBase &B);

  /// Whether \p V stands behind such a call already.
  bool isHidden(const llvm::Value *V) const;

  /// Freezes all values in place of the calls, as early in the function as
  /// arithmetic allows. \p DT is of the function.
  void show(const llvm::DominatorTree &DT);

private:
  llvm::Function &F;
  llvm::MapVector<llvm::Type *, llvm::Function *> Functions;
};

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_OPAQUEVALUES_H
