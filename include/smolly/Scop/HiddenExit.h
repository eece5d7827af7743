//===- HiddenExit.h - exit() at the end of main -----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Polly takes no loops behind which the function never returns, as main does
/// not where it ends with `exit(0)`. While loops are analysed and written anew,
/// such a call may return, and the function does so behind it.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_HIDDENEXIT_H
#define SMOLLY_SCOP_HIDDENEXIT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Attributes.h"

namespace llvm {
class Function;
class LoopInfo;
} // namespace llvm

namespace smolly {

/// Lets the ends of a function that never returns return, until it goes.
class HiddenExit {
public:
  HiddenExit() = default;
  ~HiddenExit();
  HiddenExit(const HiddenExit &) = delete;
  HiddenExit &operator=(const HiddenExit &) = delete;

  /// Hides those ends of \p F to which control may get behind each of its
  /// outermost loops; none if it returns anywhere. Whether there were any.
  /// Complexity: linear in the size of F for each end.
  bool hide(llvm::Function &F, const llvm::LoopInfo &LI);

private:
  struct End {
    llvm::Function *Callee, *StandIn;
    llvm::AttributeList Attributes;
  };
  llvm::SmallVector<End, 1> Ends;
};

} // namespace smolly

#endif // SMOLLY_SCOP_HIDDENEXIT_H
