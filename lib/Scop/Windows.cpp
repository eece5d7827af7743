//===- Windows.cpp - Loops over the neighbours of an element --------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Windows.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/Windows.h"
#include "CounterConditions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace smolly;

static bool anyIn(const Loop &L,
                  function_ref<bool(const Instruction &)> IsMeant) {
  return any_of(L.blocks(),
                [&](const BasicBlock *BB) { return any_of(*BB, IsMeant); });
}

static const SCEV *scevOf(const Value *V, ScalarEvolution &SE) {
  return SE.getSCEV(const_cast<Value *>(V));
}

bool smolly::writesOwnElements(const Loop &L, ScalarEvolution &SE) {
  return anyIn(L, [&](const Instruction &I) {
    const auto *Store = dyn_cast<StoreInst>(&I);
    return I.mayWriteToMemory() &&
           !(Store && Store->isSimple() &&
             SE.isLoopInvariant(scevOf(Store->getPointerOperand(), SE), &L));
  });
}

/// Whether \p S has a sum of counters of \p L and of a loop around it in it.
static bool addsCounters(const SCEV *S, const Loop &L) {
  return SCEVExprContains(S, [&](const SCEV *T) {
    const auto *Sum = dyn_cast<SCEVAddRecExpr>(T);
    return Sum && Sum->getLoop() == &L && isa<SCEVAddRecExpr>(Sum->getStart());
  });
}

/// Whether all of \p Values are affine in loops around \p L and parameters, or
/// the smallest or largest of what is.
static bool areEnds(ArrayRef<const Value *> Values, const Loop &L,
                    ScalarEvolution &SE) {
  return all_of(Values, [&](const Value *V) {
    const auto *Extreme = dyn_cast<MinMaxIntrinsic>(V);
    return Extreme ? areAffine({Extreme->getLHS(), Extreme->getRHS()}, L, SE)
                   : areAffine(V, L, SE);
  });
}

bool smolly::asksBorders(const Loop &L, ScalarEvolution &SE) {
  auto Asks = [&](const Instruction &I) {
    if (!isa<ICmpInst, MinMaxIntrinsic>(I) ||
        !I.getOperand(0)->getType()->isIntegerTy())
      return false;
    const Value *Compared[] = {I.getOperand(0), I.getOperand(1)};
    return areEnds(Compared, L, SE) && any_of(Compared, [&](const Value *V) {
             return addsCounters(scevOf(V, SE), L);
           });
  };
  return anyIn(L, Asks) && !writesOwnElements(L, SE);
}

/// By how much \p S changes in \p L from one iteration to the next; 0 if that
/// is not known.
static int64_t stepIn(const SCEV *S, const Loop &L, ScalarEvolution &SE) {
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
  if (!Rec || Rec->getLoop() != &L || !Rec->isAffine())
    return 0;
  const auto *Step = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE));
  return Step && Step->getAPInt().isSignedIntN(32)
             ? Step->getAPInt().getSExtValue()
             : 0;
}

bool smolly::isOverSignal(const Loop &L, unsigned Runs, ScalarEvolution &SE) {
  const Loop &Signal = *L.getParentLoop();
  // Whether neighbours in the signal have elements in common.
  auto Overlaps = [&](const Instruction &I) {
    const auto *Load = dyn_cast<LoadInst>(&I);
    const SCEV *Address =
        Load ? scevOf(Load->getPointerOperand(), SE) : nullptr;
    int64_t Inner = Address ? stepIn(Address, L, SE) : 0;
    if (Inner == 0)
      return false;
    int64_t Outer =
        stepIn(cast<SCEVAddRecExpr>(Address)->getStart(), Signal, SE);
    return Outer != 0 && Outer % Inner == 0 &&
           std::abs(Outer / Inner) < int64_t(Runs);
  };
  return !Signal.getParentLoop() && anyIn(L, Overlaps) &&
         !writesOwnElements(L, SE);
}
