//===- LoopAnalyses.h - What passes over generated loops need ---*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The analyses of a function whose loops have just been rewritten.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_LOOPANALYSES_H
#define SMOLLY_LIB_SCOP_LOOPANALYSES_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"

namespace smolly {

struct LoopAnalyses {
  llvm::DominatorTree DT;
  llvm::LoopInfo LI;
  llvm::AssumptionCache AC;
  llvm::ScalarEvolution SE;

  LoopAnalyses(llvm::Function &F, llvm::TargetLibraryInfo &TLI)
      : DT(F), LI(DT), AC(F), SE(F, TLI, AC, DT, LI) {}

  /// The innermost loops that begin behind one of \p Starts.
  llvm::SmallVector<llvm::Loop *, 16>
  innermostBehind(llvm::ArrayRef<llvm::BasicBlock *> Starts) const {
    llvm::SmallVector<llvm::Loop *, 16> Result;
    for (llvm::Loop *L : LI.getLoopsInPreorder())
      if (L->isInnermost() &&
          llvm::any_of(Starts, [&](const llvm::BasicBlock *Start) {
            return DT.dominates(Start, L->getHeader());
          }))
        Result.push_back(L);
    return Result;
  }
};

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_LOOPANALYSES_H
