//===- RepeatedConditions.cpp - Conditions decided before -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RepeatedConditions.h.
///
//===----------------------------------------------------------------------===//

#include "RepeatedConditions.h"
#include "CounterConditions.h"
#include "MergeStores.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;
using namespace smolly;

/// The comparison in a loop on which \p BB branches; null if it is of counters
/// and what stays the same, of pointers, or none.
static const CmpInst *dataConditionOf(const BasicBlock &BB, const LoopInfo &LI,
                                      ScalarEvolution &SE) {
  const Loop *L = LI.getLoopFor(&BB);
  const auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
  const auto *Condition = L && Branch && Branch->isConditional()
                              ? dyn_cast<CmpInst>(Branch->getCondition())
                              : nullptr;
  return Condition && !Condition->getOperand(0)->getType()->isPointerTy() &&
                 !asksCounters(Condition, *L, SE)
             ? Condition
             : nullptr;
}

/// Whether \p First and \p Second may be one value once expressions that are
/// the same are one.
static bool mayBeSame(const Value *First, const Value *Second) {
  auto *I = dyn_cast<Instruction>(First), *J = dyn_cast<Instruction>(Second);
  return First == Second || (I && J && I->getType() == J->getType() &&
                             I->getOpcode() == J->getOpcode());
}

/// Whether \p Second looks as if it asked for the same as \p First, or for the
/// opposite.
static bool isAlike(const CmpInst &First, const CmpInst &Second) {
  const CmpInst::Predicate P = First.getPredicate();
  auto AsksFor = [&](CmpInst::Predicate Q, unsigned Left) {
    return (P == Q || P == CmpInst::getInversePredicate(Q)) &&
           mayBeSame(First.getOperand(0), Second.getOperand(Left)) &&
           mayBeSame(First.getOperand(1), Second.getOperand(1 - Left));
  };
  return AsksFor(Second.getPredicate(), 0) ||
         AsksFor(Second.getSwappedPredicate(), 1);
}

/// Whether two conditions on values in memory that \p Repeats holds for are
/// asked for in one iteration, one after the other.
static bool
hasPair(Function &F, FunctionAnalysisManager &FAM,
        function_ref<bool(const CmpInst &, const CmpInst &)> Repeats) {
  const auto &LI = FAM.getResult<LoopAnalysis>(F);
  const auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  SmallDenseMap<const Loop *,
                SmallVector<std::pair<const BasicBlock *, const CmpInst *>, 4>>
      Asked;
  for (const BasicBlock &BB : F)
    if (const CmpInst *Condition = dataConditionOf(BB, LI, SE))
      Asked[LI.getLoopFor(&BB)].emplace_back(&BB, Condition);
  constexpr size_t MaxConditions = 200;
  return any_of(Asked, [&](const auto &Entry) {
    return Entry.second.size() <= MaxConditions &&
           any_of(Entry.second, [&](const auto &First) {
             return any_of(Entry.second, [&](const auto &Second) {
               return First.first != Second.first &&
                      Repeats(*First.second, *Second.second) &&
                      DT.dominates(First.first, Second.first);
             });
           });
  });
}

void smolly::joinRepeatedConditions(Function &F, FunctionAnalysisManager &FAM) {
  if (!hasPair(F, FAM, isAlike))
    return;
  FAM.invalidate(F, EarlyCSEPass(/*UseMemorySSA=*/true).run(F, FAM));
  if (!hasPair(F, FAM, [](const CmpInst &First, const CmpInst &Second) {
        return &First == &Second;
      }))
    return;
  FAM.invalidate(F, SimplifyCFGPass().run(F, FAM));
  // Not left to SimplifyCFG, which would store through a pointer that is either
  // address.
  if (mergeStores(F))
    FAM.invalidate(F, PreservedAnalyses::none());
}
