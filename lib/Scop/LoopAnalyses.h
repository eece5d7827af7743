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
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include <optional>

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

/// The address of \p I, a load or store that is not volatile or atomic, where
/// each iteration of \p L adds the same to it; null for all others.
inline const llvm::SCEVAddRecExpr *affineAddress(const llvm::Instruction &I,
                                                 const llvm::Loop &L,
                                                 llvm::ScalarEvolution &SE) {
  const llvm::Value *Pointer = llvm::getLoadStorePointerOperand(&I);
  if (!Pointer || I.isVolatile() || I.isAtomic())
    return nullptr;
  const auto *Address = llvm::dyn_cast<llvm::SCEVAddRecExpr>(
      SE.getSCEV(const_cast<llvm::Value *>(Pointer)));
  return Address && Address->getLoop() == &L && Address->isAffine() ? Address
                                                                    : nullptr;
}

/// The number that \p S always is, if it is a small one.
inline std::optional<int64_t> smallConstant(const llvm::SCEV *S) {
  const auto *Constant = llvm::dyn_cast<llvm::SCEVConstant>(S);
  if (!Constant || Constant->getAPInt().getSignificantBits() > 32)
    return std::nullopt;
  return Constant->getAPInt().getSExtValue();
}

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_LOOPANALYSES_H
