//===- FiniteLoops.h - Do loops come to an end? -----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What happens behind a loop may happen in front of it only if the loop comes
/// to an end.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_FINITELOOPS_H
#define SMOLLY_LIB_SCOP_FINITELOOPS_H

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace smolly {

/// Whether a loop that begins with \p BB comes to an end, if there is one.
/// Complexity: that of scalar evolution.
inline bool comesToAnEnd(const llvm::BasicBlock &BB, const llvm::LoopInfo &LI,
                         llvm::ScalarEvolution &SE) {
  const llvm::Loop *L = LI.getLoopFor(&BB);
  return !L || L->getHeader() != &BB || llvm::isMustProgress(L) ||
         !llvm::isa<llvm::SCEVCouldNotCompute>(SE.getBackedgeTakenCount(L));
}

/// Whether \p F has cycles that are no loops; they might be infinite unseen.
/// Complexity: linear in the size of F.
inline bool hasUnknownCycles(llvm::Function &F, const llvm::LoopInfo &LI) {
  llvm::ReversePostOrderTraversal<llvm::Function *> Order(&F);
  return llvm::containsIrreducibleCFG<llvm::BasicBlock *>(Order, LI);
}

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_FINITELOOPS_H
