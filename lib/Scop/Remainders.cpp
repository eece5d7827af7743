//===- Remainders.cpp - Remainders as choices -----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Remainders.h.
///
/// With a divisor n > 0 and a dividend d that is not negative, q n <= d < (q +
/// 1) n for some q, and d - q n is the remainder. Scalar evolution bounds q
/// from above; which one it is, is asked from zero upwards,
///
///     d - n < 0 ? d : (d - 2 n < 0 ? d - n : d - 2 n)
///
/// so that no difference that is looked at has overflowed. What is shown of 2 n
/// - 1 - d holds although computed modulo 2^64: if negative, it were exact.
///
/// Most dividends are between 0 and n, but for a few numbers. Each of these is
/// asked for on its own: such a subscript is the same wherever it is used.
//===----------------------------------------------------------------------===//

#include "Remainders.h"
#include "CountBounds.h"
#include "FitRows.h"
#include "RemainderForms.h"
#include "smolly/Scop/Prepare.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// Dividends are within this many multiples of the divisor, on each side of 0.
static constexpr int MaxMultiple = 3;
/// So many values on one side of a condition are asked for one by one.
static constexpr int MaxSingle = 4;
/// Loops around each other whose iterations are looked at.
static constexpr unsigned MaxDepth = 6;
static constexpr int64_t MaxOffset = 1 << 30;

namespace {

class RemainderReplacer {
public:
  RemainderReplacer(LoopInfo &LI, DominatorTree &DT, ScalarEvolution &SE)
      : LI(LI), DT(DT), SE(SE), Counts(findCountBounds(LI, DT, SE)) {}
  bool replace(const Remainder &R);
  bool replaceMinimum(IntrinsicInst &I);

private:
  bool isNonNegative(const SCEV *S, unsigned Depth = 0) const;
  bool isAtLeast(const Value *V, int64_t Number, unsigned Depth = 0) const;
  bool isNonNegativeInLoop(const SCEVAddRecExpr *Rec, unsigned Depth) const;
  bool mayCount(const SCEV *BackEdges, unsigned Bits, unsigned Depth) const;
  const SCEV *lastIteration(const Loop &Around) const;
  const SCEV *plus(const SCEV *S, int64_t Number) const;
  std::optional<int> quotientAtMost() const;
  Value *valueAround();
  Value *valueOf(bool RoundsDown);
  Value *ofSmall(int Number);
  Value *valueFrom(int Quotient);
  Value *rest(int Quotient);

  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  SmallVector<CountBound, 4> Counts;

  /// Of the remainder at hand: where it is, and a bound of the quotient.
  Instruction *Where = nullptr;
  const Loop *L = nullptr;
  const SCEV *Dividend = nullptr, *Divisor = nullptr;
  int Most = 0;
  IRBuilder<> *B = nullptr;
  Value *DividendValue = nullptr, *DivisorValue = nullptr;
};

} // namespace

const SCEV *RemainderReplacer::plus(const SCEV *S, int64_t Number) const {
  return SE.getAddExpr(S,
                       SE.getConstant(S->getType(), Number, /*isSigned=*/true));
}

/// Whether \p BackEdges is less than 2^(Bits - 1).
bool RemainderReplacer::mayCount(const SCEV *BackEdges, unsigned Bits,
                                 unsigned Depth) const {
  unsigned Own = SE.getTypeSizeInBits(BackEdges->getType());
  if (Own < Bits)
    return true;
  if (Own == Bits)
    return isNonNegative(BackEdges, Depth + 1);
  return SE.getUnsignedRangeMax(SE.applyLoopGuards(BackEdges, L))
      .ult(APInt::getOneBitSet(Own, Bits - 1));
}

/// How often the back edge of \p Around has been taken at most when the
/// remainder is computed.
const SCEV *RemainderReplacer::lastIteration(const Loop &Around) const {
  const SCEV *Count = SE.getBackedgeTakenCount(&Around);
  BasicBlock *Exiting = Around.getExitingBlock();
  if (isa<SCEVCouldNotCompute>(Count) || !Exiting)
    return Count;
  for (BasicBlock *Next : successors(Exiting))
    if (Around.contains(Next) &&
        DT.dominates(BasicBlockEdge(Exiting, Next), Where->getParent()))
      Count = SE.getMinusSCEV(Count, SE.getOne(Count->getType()));
  return specializedAt(Count, Where, SE);
}

/// Whether \p Rec is not negative in any iteration: if it is not in the first
/// and in the last one, and steps by one, it cannot have wrapped in between.
bool RemainderReplacer::isNonNegativeInLoop(const SCEVAddRecExpr *Rec,
                                            unsigned Depth) const {
  const auto *Step = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE));
  const SCEV *Count = lastIteration(*Rec->getLoop());
  if (!Rec->isAffine() || !Step || isa<SCEVCouldNotCompute>(Count) ||
      !Rec->getLoop()->contains(Where) ||
      !isNonNegative(Rec->getStart(), Depth + 1))
    return false;
  if (Rec->hasNoSignedWrap() && Step->getAPInt().isStrictlyPositive())
    return true;
  unsigned Bits = SE.getTypeSizeInBits(Rec->getType());
  if ((!Step->getAPInt().abs().isOne() && !Rec->hasNoSignedWrap()) ||
      !mayCount(Count, Bits, Depth))
    return false;
  Count = SE.getTruncateOrZeroExtend(Count, Rec->getType());
  return isNonNegative(Rec->evaluateAtIteration(Count, SE), Depth + 1);
}

bool RemainderReplacer::isNonNegative(const SCEV *S, unsigned Depth) const {
  S = specializedAt(S, Where, SE);
  const SCEV *Zero = SE.getZero(S->getType());
  if (SE.isKnownPredicateAt(ICmpInst::ICMP_SGE, S, Zero, Where) ||
      SE.isKnownNonNegative(SE.applyLoopGuards(S, L)) ||
      SE.isKnownNonNegative(
          withinBounds(S, Counts, Where->getParent(), DT, SE)))
    return true;
  // X - 1 is not if X > 0; that is what conditions say.
  const auto *Sum = dyn_cast<SCEVAddExpr>(S);
  if (Sum && Sum->getOperand(0)->isAllOnesValue() &&
      SE.isKnownPredicateAt(ICmpInst::ICMP_SGT, plus(S, 1), Zero, Where))
    return true;
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
  return Rec && Depth < MaxDepth && isNonNegativeInLoop(Rec, Depth);
}

/// Whether \p V is at least \p Number unless it is poison: its own arithmetic
/// does not overflow where it must not.
bool RemainderReplacer::isAtLeast(const Value *V, int64_t Number,
                                  unsigned Depth) const {
  if (Depth > MaxDepth || std::abs(Number) > MaxOffset ||
      !isIntN(V->getType()->getIntegerBitWidth() - 1, Number))
    return false;
  const SCEV *S = SE.getSCEV(const_cast<Value *>(V));
  if (SE.isKnownPredicateAt(ICmpInst::ICMP_SGT, S,
                            SE.getConstant(S->getType(), Number - 1, true),
                            Where) ||
      (isNonNegative(S) && (Number <= 0 || isNonNegative(plus(S, -Number)))))
    return true;
  const Value *Left, *Right;
  const APInt *Offset;
  if (match(V, m_SExt(m_Value(Left))) || match(V, m_NSWTrunc(m_Value(Left))))
    return isAtLeast(Left, Number, Depth + 1);
  bool IsSum = match(V, m_NSWAdd(m_Value(Left), m_APInt(Offset)));
  if (IsSum || match(V, m_NSWSub(m_Value(Left), m_APInt(Offset))))
    return Offset->getSignificantBits() <= 32 &&
           isAtLeast(Left, Number + (IsSum ? -1 : 1) * Offset->getSExtValue(),
                     Depth + 1);
  if (!match(V, m_NSWAdd(m_Value(Left), m_Value(Right))))
    return false;
  return (isAtLeast(Left, Number, Depth + 1) &&
          isAtLeast(Right, 0, Depth + 1)) ||
         (isAtLeast(Left, 0, Depth + 1) && isAtLeast(Right, Number, Depth + 1));
}

std::optional<int> RemainderReplacer::quotientAtMost() const {
  for (int Q = 0; Q <= MaxMultiple; ++Q) {
    const SCEV *End =
        SE.getMulExpr(SE.getConstant(Divisor->getType(), Q + 1, true), Divisor);
    if (isNonNegative(plus(SE.getMinusSCEV(End, Dividend), -1)))
      return Q;
  }
  return std::nullopt;
}

Value *RemainderReplacer::rest(int Quotient) {
  if (Quotient == 0)
    return DividendValue;
  if (Quotient == 1)
    return B->CreateSub(DividendValue, DivisorValue);
  Value *Multiple = B->CreateMul(
      DivisorValue, ConstantInt::getSigned(DivisorValue->getType(), Quotient));
  return B->CreateSub(DividendValue, Multiple);
}

/// Where the quotient is at least \p Quotient, which is not negative: `d -
/// Quotient n` if that is less than n, else what is left for larger quotients.
/// Where few values are on one side, each is asked for on its own.
Value *RemainderReplacer::valueFrom(int Quotient) {
  if (Quotient == Most)
    return rest(Quotient);
  const SCEV *Next = SE.getMinusSCEV(
      Dividend,
      SE.getMulExpr(SE.getConstant(Divisor->getType(), Quotient + 1), Divisor));
  Type *T = DivisorValue->getType();
  Value *Above = valueFrom(Quotient + 1);
  for (int Count = 1; Count <= MaxSingle; ++Count) {
    if (!isNonNegative(plus(Next, Count)))
      continue;
    for (int Number = -Count; Number < 0; ++Number) {
      Value *Single = ConstantInt::getSigned(T, Number);
      Above = B->CreateSelect(B->CreateICmpEQ(rest(Quotient + 1), Single),
                              B->CreateAdd(DivisorValue, Single), Above);
    }
    return Above;
  }
  Value *IsBelow = B->CreateICmpSLT(rest(Quotient + 1), ConstantInt::get(T, 0));
  return B->CreateSelect(IsBelow, rest(Quotient), Above);
}

/// The remainder of \p Number, of a small absolute value.
Value *RemainderReplacer::ofSmall(int Number) {
  Type *T = DivisorValue->getType();
  Value *New =
      Number < 0 ? B->CreateAdd(DivisorValue, ConstantInt::getSigned(T, Number))
                 : ConstantInt::getSigned(T, Number);
  int Larger = Number < 0 ? -Number : Number + 1;
  for (int Divisor = 1; Divisor < Larger; ++Divisor) {
    int Rest = ((Number % Divisor) + Divisor) % Divisor;
    New = B->CreateSelect(
        B->CreateICmpEQ(DivisorValue, ConstantInt::getSigned(T, Divisor)),
        ConstantInt::getSigned(T, Rest), New);
  }
  return New;
}

/// The remainder, rounded down, where the dividend is between 0 and n, but for
/// a few numbers on each side; null if that is not known.
Value *RemainderReplacer::valueAround() {
  std::optional<int> Below, Above;
  for (int Count = 0; Count <= MaxSingle; ++Count) {
    if (!Below && isAtLeast(DividendValue, -Count))
      Below = Count;
    if (!Above &&
        isNonNegative(plus(SE.getMinusSCEV(Divisor, Dividend), Count - 1)))
      Above = Count;
  }
  if (!Below || !Above)
    return nullptr;
  Value *New = DividendValue;
  auto Take = [&](Value *Left, int Right, int Number) {
    Value *Is =
        B->CreateICmpEQ(Left, ConstantInt::getSigned(Left->getType(), Right));
    New = B->CreateSelect(Is, ofSmall(Number), New);
  };
  if (*Above > 0)
    New = B->CreateSelect(B->CreateICmpEQ(DividendValue, DivisorValue),
                          ofSmall(0), New);
  for (int Number = 1; Number < *Above; ++Number)
    Take(rest(1), Number, Number);
  for (int Number = 1; Number <= *Below; ++Number)
    Take(DividendValue, -Number, -Number);
  return New;
}

/// The remainder for a positive divisor; null if the dividend may be too far
/// away. One with the sign of the dividend is the dividend where that is
/// between -n and n.
Value *RemainderReplacer::valueOf(bool RoundsDown) {
  bool IsPositive = isAtLeast(DividendValue, 0);
  if (Value *New = RoundsDown || IsPositive ? valueAround() : nullptr)
    return New;
  std::optional<int> High = quotientAtMost();
  if (!High)
    return nullptr;
  Most = *High;
  bool IsItself = !RoundsDown && Most == 0 &&
                  isNonNegative(plus(SE.getAddExpr(Dividend, Divisor), -1));
  return IsPositive || IsItself ? valueFrom(0) : nullptr;
}

bool RemainderReplacer::replace(const Remainder &R) {
  Where = R.Result;
  L = LI.getLoopFor(Where->getParent());
  Dividend = SE.getSCEV(R.Dividend);
  Divisor = SE.getSCEV(R.Divisor);
  IRBuilder<> Builder(Where);
  B = &Builder;
  DividendValue = R.Dividend;
  DivisorValue = R.Divisor;
  Value *New = nullptr;
  if (isAtLeast(DivisorValue, 1)) {
    // An int counted in 64 bits: there, n + 1 does not wrap around.
    if (Value *Wide; match(DividendValue, m_NSWTrunc(m_Value(Wide)))) {
      Dividend = SE.getSCEV(Wide);
      Divisor = SE.getZeroExtendExpr(Divisor, Wide->getType());
    }
    New = valueOf(R.RoundsDown);
  }
  if (!New && Where->getOpcode() == Instruction::URem &&
      SE.isKnownPredicateAt(ICmpInst::ICMP_ULE, SE.getSCEV(DividendValue),
                            SE.getSCEV(DivisorValue), Where))
    New = Builder.CreateSelect(
        Builder.CreateICmpEQ(DividendValue, DivisorValue),
        ConstantInt::get(DivisorValue->getType(), 0), DividendValue);
  if (!New)
    return false;
  if (R.Base)
    New = Builder.CreateGEP(
        cast<GetElementPtrInst>(Where)->getSourceElementType(), R.Base, New);
  Where->replaceAllUsesWith(New);
  return true;
}

/// Replaces the minimum of 0 and what is not negative: the sign of a divisor,
/// as LLVM asks for it where it knows that the dividend is not negative.
bool RemainderReplacer::replaceMinimum(IntrinsicInst &I) {
  Where = &I;
  L = LI.getLoopFor(I.getParent());
  if (I.getIntrinsicID() != Intrinsic::smin ||
      !match(I.getOperand(1), m_Zero()) || !I.getType()->isIntegerTy() ||
      !isNonNegative(SE.getSCEV(I.getOperand(0))))
    return false;
  Value *Zero = I.getOperand(1);
  for (User *U : make_early_inc_range(I.users()))
    if (match(U, m_Select(m_Value(), m_Zero(), m_Specific(&I))) ||
        match(U, m_Select(m_Value(), m_Specific(&I), m_Zero())))
      U->replaceAllUsesWith(Zero);
  I.replaceAllUsesWith(Zero);
  return true;
}

bool smolly::replaceRemainders(Function &F, LoopInfo &LI, DominatorTree &DT,
                               ScalarEvolution &SE) {
  SmallVector<Instruction *, 8> Found;
  SmallVector<IntrinsicInst *, 8> Minima;
  for (Instruction &I : instructions(F)) {
    if (!LI.getLoopFor(I.getParent()))
      continue;
    if (isRemainder(I))
      Found.push_back(&I);
    if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
      Minima.push_back(Intrinsic);
  }
  if (Found.empty())
    return false;
  RemainderReplacer Replacer(LI, DT, SE);
  SmallVector<WeakTrackingVH, 8> Replaced;
  for (IntrinsicInst *I : Minima)
    if (Replacer.replaceMinimum(*I))
      Replaced.push_back(I);
  for (Instruction *I : Found) {
    const Loop *L = LI.getLoopFor(I->getParent());
    for (const Remainder &R : describeRemainder(*I))
      if (LI.getLoopFor(R.Result->getParent()) == L &&
          SE.isLoopInvariant(SE.getSCEV(R.Divisor), L) && Replacer.replace(R))
        Replaced.push_back(R.Result);
  }
  for (WeakTrackingVH &V : Replaced)
    if (V)
      RecursivelyDeleteTriviallyDeadInstructions(V);
  return !Replaced.empty();
}
