//===- SettleEnds.cpp - Where the vectors of a function end ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements SettleEnds.h.
///
//===----------------------------------------------------------------------===//

#include "SettleEnds.h"
#include "CleanUps.h"
#include "EndPointers.h"
#include "PointerLoops.h"
#include "smolly/Scop/ObjectFacts.h"
#include "smolly/Scop/OptionalAllocations.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"

using namespace llvm;
using namespace smolly;

/// Whether an allocation in \p F may not happen.
static bool hasOptionalArrays(Function &F, const TargetLibraryInfo &TLI) {
  return any_of(instructions(F), [&](const Instruction &I) {
    const auto *Phi = dyn_cast<PHINode>(&I);
    return Phi && Phi->getType()->isPointerTy() &&
           any_of(Phi->incoming_values(), [&](const Value *V) {
             return isa<CallBase>(V) && isCandidateObject(V, TLI);
           });
  });
}

/// What \p V, in the header of \p L, is when the loop is entered.
static Value *atEntry(Value *V, const Loop &L) {
  auto *Phi = dyn_cast<PHINode>(V);
  return Phi && Phi->getParent() == L.getHeader()
             ? Phi->getIncomingValueForBlock(L.getLoopPredecessor())
             : V;
}

/// Leaves loops over nothing, such as those over the elements of an empty
/// vector.
static void leaveEmptyLoops(Function &F, LoopInfo &LI) {
  const SimplifyQuery Query(F.getDataLayout());
  for (Loop *L : LI.getLoopsInPreorder()) {
    auto *Exit = dyn_cast<BranchInst>(L->getHeader()->getTerminator());
    auto *Test = Exit && Exit->isConditional()
                     ? dyn_cast<ICmpInst>(Exit->getCondition())
                     : nullptr;
    if (!Test || Test->getParent() != L->getHeader() ||
        !L->getLoopPredecessor())
      continue;
    Value *First = simplifyICmpInst(Test->getCmpPredicate(),
                                    atEntry(Test->getOperand(0), *L),
                                    atEntry(Test->getOperand(1), *L), Query);
    auto *Known = dyn_cast_or_null<ConstantInt>(First);
    if (Known && !L->contains(Exit->getSuccessor(Known->isZero())))
      Exit->setCondition(Known);
  }
}

void smolly::settleEnds(Function &F, FunctionAnalysisManager &FAM) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  constexpr unsigned MaxRounds = 3;
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    bool Resolved = resolveEnds(F, FAM.getResult<DominatorTreeAnalysis>(F),
                                FAM.getResult<LoopAnalysis>(F),
                                FAM.getResult<ScalarEvolutionAnalysis>(F), TLI);
    // Not later: what is behind a copy may ask for the same size, and equal
    // pointers become one of which less is known.
    if (countIterations(F, FAM.getResult<LoopAnalysis>(F), TLI))
      FAM.invalidate(F, PreservedAnalyses::none());
    if (copyUnconditionally(F, FAM.getResult<ScalarEvolutionAnalysis>(F), TLI))
      FAM.invalidate(F, PreservedAnalyses::none());
    if (!Resolved && (Round > 0 || !hasOptionalArrays(F, TLI)))
      break;
    FAM.invalidate(F, PreservedAnalyses::none());
    FunctionPassManager FPM;
    FPM.addPass(InstCombinePass());
    FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    FAM.invalidate(F, FPM.run(F, FAM));
    leaveEmptyLoops(F, FAM.getResult<LoopAnalysis>(F));
    // No more than that: a second branch on a size of zero is to stay.
    removeDeadBranches(F);
    allocateAlways(F, TLI);
    cleanUpApart(F, TLI);
    FAM.invalidate(F, PreservedAnalyses::none());
  }
}
