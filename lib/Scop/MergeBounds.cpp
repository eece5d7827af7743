//===- MergeBounds.cpp - One bound for each loop --------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements MergeBounds.h.
///
///     i < ii + 8 && i <= n           =>    i <= min(ii + 7, n)
///
/// Scalar evolution takes an unsigned minimum of two trip counts for the trip
/// count of a loop with two conditions, and Polly knows no unsigned minimum.
///
//===----------------------------------------------------------------------===//

#include "MergeBounds.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// Conditions of more comparisons are left alone.
static constexpr unsigned MaxConjuncts = 4;

namespace {

/// `Counter < Bound`, or `Counter <= Bound` if Inclusive.
struct UpperBound {
  Value *Counter = nullptr;
  Value *Bound = nullptr;
  bool Inclusive = false;
};

class BoundMerger {
public:
  BoundMerger(LoopInfo &LI, DominatorTree &DT, ScalarEvolution &SE)
      : LI(LI), DT(DT), SE(SE) {}
  bool mergeAt(BasicBlock *Exiting);

private:
  std::optional<UpperBound> upperBound(Value *Condition, const Loop &L) const;
  Value *withoutPoison(Value *Bound, IRBuilder<> &B) const;
  Value *inclusive(const UpperBound &U, IRBuilder<> &B) const;

  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
};

} // namespace

/// The operands of the conjunction \p V, first evaluated first.
static void collectConjuncts(Value *V, SmallVectorImpl<Value *> &Conjuncts) {
  Value *L, *R;
  if (Conjuncts.size() < MaxConjuncts &&
      match(V, m_OneUse(m_LogicalAnd(m_Value(L), m_Value(R))))) {
    collectConjuncts(L, Conjuncts);
    collectConjuncts(R, Conjuncts);
    return;
  }
  Conjuncts.push_back(V);
}

std::optional<UpperBound> BoundMerger::upperBound(Value *Condition,
                                                  const Loop &L) const {
  auto *Compare = dyn_cast<ICmpInst>(Condition);
  if (!Compare || !Compare->getOperand(0)->getType()->isIntegerTy() ||
      !(Compare->isSigned() || Compare->hasSameSign()))
    return std::nullopt;
  Value *Left = Compare->getOperand(0), *Right = Compare->getOperand(1);
  ICmpInst::Predicate Predicate = Compare->getSignedPredicate();
  if (SE.isLoopInvariant(SE.getSCEV(Left), &L)) {
    std::swap(Left, Right);
    Predicate = ICmpInst::getSwappedPredicate(Predicate);
  }
  if (!SE.isLoopInvariant(SE.getSCEV(Right), &L) ||
      (Predicate != ICmpInst::ICMP_SLT && Predicate != ICmpInst::ICMP_SLE))
    return std::nullopt;
  return UpperBound{Left, Right, Predicate == ICmpInst::ICMP_SLE};
}

/// A value that equals \p Bound unless that is poison, and is not poison
/// itself; null if there is none.
Value *BoundMerger::withoutPoison(Value *Bound, IRBuilder<> &B) const {
  const Instruction *Point = &*B.GetInsertPoint();
  if (isGuaranteedNotToBePoison(Bound, nullptr, Point, &DT))
    return Bound;
  auto *Sum = dyn_cast<BinaryOperator>(Bound);
  if (!Sum || (Sum->getOpcode() != Instruction::Add &&
               Sum->getOpcode() != Instruction::Sub))
    return nullptr;
  for (Value *Operand : Sum->operands())
    if (!isGuaranteedNotToBePoison(Operand, nullptr, Point, &DT))
      return nullptr;
  return B.CreateBinOp(Sum->getOpcode(), Sum->getOperand(0),
                       Sum->getOperand(1));
}

/// The bound as the last value of the counter; null where that might not be
/// representable.
Value *BoundMerger::inclusive(const UpperBound &U, IRBuilder<> &B) const {
  if (U.Inclusive)
    return U.Bound;
  const APInt *Offset;
  Value *Start;
  if (match(U.Bound, m_NSWAdd(m_Value(Start), m_APInt(Offset))) &&
      Offset->isStrictlyPositive())
    return B.CreateNSWAdd(Start,
                          ConstantInt::get(Start->getType(), *Offset - 1));
  if (SE.getSignedRangeMin(SE.getSCEV(U.Bound)).isMinSignedValue())
    return nullptr;
  return B.CreateNSWSub(U.Bound, ConstantInt::get(U.Bound->getType(), 1));
}

bool BoundMerger::mergeAt(BasicBlock *Exiting) {
  const Loop *L = LI.getLoopFor(Exiting);
  auto *Branch = dyn_cast<BranchInst>(Exiting->getTerminator());
  if (!L || !Branch || !Branch->isConditional() ||
      !L->contains(Branch->getSuccessor(0)) ||
      L->contains(Branch->getSuccessor(1)))
    return false;
  SmallVector<Value *, 4> Conjuncts;
  collectConjuncts(Branch->getCondition(), Conjuncts);
  if (Conjuncts.size() < 2)
    return false;
  SmallVector<UpperBound, 4> Bounds;
  for (Value *Conjunct : Conjuncts) {
    std::optional<UpperBound> U = upperBound(Conjunct, *L);
    if (!U || (!Bounds.empty() && U->Counter != Bounds.front().Counter))
      return false;
    Bounds.push_back(*U);
  }
  bool Inclusive =
      any_of(Bounds, [](const UpperBound &U) { return U.Inclusive; });
  IRBuilder<> B(Branch);
  Value *Least = nullptr;
  for (UpperBound &U : Bounds) {
    Value *Bound = Inclusive ? inclusive(U, B) : U.Bound;
    // All but the first need not have been looked at.
    if (Bound && Least)
      Bound = withoutPoison(Bound, B);
    if (!Bound)
      return false;
    Least =
        Least ? B.CreateBinaryIntrinsic(Intrinsic::smin, Least, Bound) : Bound;
  }
  Branch->setCondition(
      B.CreateICmp(Inclusive ? ICmpInst::ICMP_SLE : ICmpInst::ICMP_SLT,
                   Bounds.front().Counter, Least));
  return true;
}

bool smolly::mergeBounds(Function &F, LoopInfo &LI, DominatorTree &DT,
                         ScalarEvolution &SE) {
  BoundMerger Merger(LI, DT, SE);
  bool Changed = false;
  for (BasicBlock &BB : F)
    Changed |= Merger.mergeAt(&BB);
  return Changed;
}
