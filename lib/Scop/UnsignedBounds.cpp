//===- UnsignedBounds.cpp - Bounds computed in size_t ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements UnsignedBounds.h.
///
/// Numbers are computed modulo 2^64. What the same operations give in whole
/// numbers differs by a multiple of that; so a number is its own signed value
/// if whole numbers stay between -2^63 and 2^63 - 1. Signed and unsigned
/// comparisons of two numbers are the same if none of them is negative.
///
//===----------------------------------------------------------------------===//

#include "UnsignedBounds.h"
#include "BoundChoices.h"
#include "CountBounds.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// How deep an expression is looked at.
static constexpr unsigned MaxDepth = 5;
/// Bits of the numbers, and of those in which no operation on two overflows.
static constexpr unsigned Bits = 64, WholeBits = 2 * Bits;

namespace {

/// A number, and what it may be with its sign, in WholeBits.
struct Signed {
  Value *V;
  ConstantRange Range;
};

/// Computes the bounds of one loop in front of it.
class BoundSigner {
public:
  BoundSigner(Loop &L, const LoopInfo &LI, DominatorTree &DT,
              ScalarEvolution &SE, ArrayRef<CountBound> Counts)
      : LI(LI), DT(DT), SE(SE), Counts(Counts),
        B(L.getLoopPreheader()->getTerminator()) {}

  /// \p V with extremes that have signs; none if it changes in the loop, or is
  /// not known to be the same.
  std::optional<Signed> build(Value *V, unsigned Depth = MaxDepth);

private:
  ConstantRange rangeOf(const SCEV *S, unsigned Depth = MaxDepth);
  std::optional<ConstantRange> rangeOfCounter(const SCEVAddRecExpr &Counter,
                                              unsigned Depth);
  std::optional<ConstantRange> rangeOfTerms(const SCEVNAryExpr &Terms,
                                            unsigned Depth);
  std::optional<Signed> sum(const BinaryOperator &Sum, unsigned Depth);
  std::optional<Signed> extreme(const MinMaxIntrinsic &Extreme, unsigned Depth);
  std::optional<Signed> difference(const Signed &From, const Signed &Taken);
  std::optional<Signed> choice(const Choice &C, unsigned Depth);
  Signed extremeOf(Intrinsic::ID Kind, const Signed &Left, const Signed &Right);
  Value *made(Value *V);
  bool isKnownWith(const Value *V, const Value *Condition) const;

  const LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  ArrayRef<CountBound> Counts;
  IRBuilder<> B;
  /// What was looked at too deep to be taken apart stays as it is.
  DenseMap<Value *, std::optional<Signed>> Built;
  /// What was built, none of which is poison if what it is built from is not.
  SmallPtrSet<const Instruction *, 8> Made;
};

} // namespace

/// All numbers from \p Least to \p Most, which may have fewer bits.
static ConstantRange between(const APInt &Least, const APInt &Most) {
  return ConstantRange::getNonEmpty(Least.sext(WholeBits),
                                    Most.sext(WholeBits) + 1);
}

/// Whether all of \p Range can be represented with a sign.
static bool fits(const ConstantRange &Range) {
  return Range.getSignedMin().isSignedIntN(Bits) &&
         Range.getSignedMax().isSignedIntN(Bits);
}

static bool isNotNegative(const Signed &S) {
  return S.Range.getSignedMin().isNonNegative();
}

/// What \p Counter may be in its loop; none if that is not known.
std::optional<ConstantRange>
BoundSigner::rangeOfCounter(const SCEVAddRecExpr &Counter, unsigned Depth) {
  const SCEV *Taken = SE.getBackedgeTakenCount(Counter.getLoop());
  if (!Counter.isAffine() || isa<SCEVCouldNotCompute>(Taken) ||
      !Taken->getType()->isIntegerTy(Bits))
    return std::nullopt;
  ConstantRange Times = rangeOf(Taken, Depth - 1);
  if (Times.getSignedMin().isNegative())
    return std::nullopt;
  ConstantRange Way =
      between(APInt::getZero(Bits), Times.getSignedMax())
          .smul_fast(rangeOf(Counter.getStepRecurrence(SE), Depth - 1));
  if (!fits(Way))
    return std::nullopt;
  return rangeOf(Counter.getStart(), Depth - 1).add(Way);
}

/// What the sum or the product \p Terms may be, if no part of it overflows.
std::optional<ConstantRange>
BoundSigner::rangeOfTerms(const SCEVNAryExpr &Terms, unsigned Depth) {
  ConstantRange Result = rangeOf(Terms.getOperand(0), Depth - 1);
  for (const SCEV *Term : drop_begin(Terms.operands())) {
    ConstantRange Range = rangeOf(Term, Depth - 1);
    Result =
        isa<SCEVAddExpr>(Terms) ? Result.add(Range) : Result.smul_fast(Range);
    if (!fits(Result))
      return std::nullopt;
  }
  return Result;
}

/// What \p S may be in front of the loop, with its sign.
ConstantRange BoundSigner::rangeOf(const SCEV *S, unsigned Depth) {
  for (const CountBound &Count : Counts)
    if (Count.Count == S && Count.holdsIn(B.GetInsertBlock(), LI, DT, SE))
      return between(APInt(Bits, 1), APInt(Bits, Count.Most));
  std::optional<ConstantRange> Range;
  if (const auto *Counter = dyn_cast<SCEVAddRecExpr>(S); Counter && Depth > 0)
    Range = rangeOfCounter(*Counter, Depth);
  else if (isa<SCEVAddExpr, SCEVMulExpr>(S) && Depth > 0)
    Range = rangeOfTerms(*cast<SCEVNAryExpr>(S), Depth);
  if (Range && fits(*Range))
    return *Range;
  ConstantRange Known = SE.getSignedRange(S);
  return between(Known.getSignedMin(), Known.getSignedMax());
}

Value *BoundSigner::made(Value *V) {
  if (auto *I = dyn_cast<Instruction>(V))
    Made.insert(I);
  return V;
}

std::optional<Signed> BoundSigner::sum(const BinaryOperator &Sum,
                                       unsigned Depth) {
  bool IsSum = Sum.getOpcode() == Instruction::Add;
  if (!IsSum && Sum.getOpcode() != Instruction::Sub)
    return std::nullopt;
  std::optional<Signed> Left = build(Sum.getOperand(0), Depth);
  std::optional<Signed> Right = build(Sum.getOperand(1), Depth);
  if (!Left || !Right)
    return std::nullopt;
  // What is less than nothing is none here, as in x - min(x, r).
  Value *Other;
  if (!IsSum && match(Right->V, m_c_SMin(m_Specific(Left->V), m_Value(Other))))
    return difference(*Left, {Other, rangeOf(SE.getSCEV(Other))});
  if (!IsSum && match(Left->V, m_c_SMax(m_Specific(Right->V), m_Value(Other))))
    return difference({Other, rangeOf(SE.getSCEV(Other))}, *Right);
  ConstantRange Range =
      IsSum ? Left->Range.add(Right->Range) : Left->Range.sub(Right->Range);
  if (!fits(Range))
    return std::nullopt;
  return Signed{made(IsSum ? B.CreateNSWAdd(Left->V, Right->V)
                           : B.CreateNSWSub(Left->V, Right->V)),
                Range};
}

Signed BoundSigner::extremeOf(Intrinsic::ID Kind, const Signed &Left,
                              const Signed &Right) {
  return Signed{made(B.CreateBinaryIntrinsic(Kind, Left.V, Right.V)),
                Kind == Intrinsic::smin ? Left.Range.smin(Right.Range)
                                        : Left.Range.smax(Right.Range)};
}

std::optional<Signed> BoundSigner::extreme(const MinMaxIntrinsic &Extreme,
                                           unsigned Depth) {
  std::optional<Signed> Left = build(Extreme.getLHS(), Depth);
  std::optional<Signed> Right = build(Extreme.getRHS(), Depth);
  if (!Left || !Right ||
      (!Extreme.isSigned() && !(isNotNegative(*Left) && isNotNegative(*Right))))
    return std::nullopt;
  return extremeOf(ICmpInst::isLT(Extreme.getPredicate()) ? Intrinsic::smin
                                                          : Intrinsic::smax,
                   *Left, *Right);
}

/// \p From without \p Taken, or 0 if that is larger.
std::optional<Signed> BoundSigner::difference(const Signed &From,
                                              const Signed &Taken) {
  if (!isNotNegative(From) || !isNotNegative(Taken))
    return std::nullopt;
  Signed Way = {made(B.CreateNSWSub(From.V, Taken.V)),
                From.Range.sub(Taken.Range)};
  Signed Zero = {Constant::getNullValue(From.V->getType()),
                 ConstantRange(APInt::getZero(WholeBits))};
  return extremeOf(Intrinsic::smax, Way, Zero);
}

/// Whether \p V is poison only where \p Condition is.
bool BoundSigner::isKnownWith(const Value *V, const Value *Condition) const {
  const auto *I = dyn_cast<Instruction>(V);
  return impliesPoison(V, Condition) ||
         (I && Made.contains(I) && all_of(I->operands(), [&](const Use &U) {
            return isa<Function>(U) || isKnownWith(U, Condition);
          }));
}

/// The extreme that \p C chooses.
std::optional<Signed> BoundSigner::choice(const Choice &C, unsigned Depth) {
  auto *Compare = dyn_cast<ICmpInst>(C.Condition);
  if (!Compare || Compare->isEquality() ||
      Compare->getOperand(0)->getType() != C.Result->getType())
    return std::nullopt;
  std::optional<Signed> Left = build(Compare->getOperand(0), Depth);
  std::optional<Signed> Right = build(Compare->getOperand(1), Depth);
  std::optional<Signed> One = build(C.IfTrue, Depth);
  std::optional<Signed> Other = build(C.IfFalse, Depth);
  if (!Left || !Right || !One || !Other ||
      (Compare->isUnsigned() &&
       !(isNotNegative(*Left) && isNotNegative(*Right))))
    return std::nullopt;
  ICmpInst::Predicate Predicate = Compare->getSignedPredicate();
  if (ICmpInst::isGT(Predicate) || ICmpInst::isGE(Predicate)) {
    std::swap(Left, Right);
    Predicate = ICmpInst::getSwappedPredicate(Predicate);
  }
  // Left <= Right is Left - 1 < Right.
  auto Difference = [&](const Signed &From, const Signed &Taken) {
    return SE.getMinusSCEV(SE.getSCEV(From.V), SE.getSCEV(Taken.V));
  };
  const SCEV *Compared = Difference(*Left, *Right);
  ConstantRange Ways = Left->Range.sub(Right->Range);
  if (ICmpInst::isLE(Predicate)) {
    Compared = SE.getMinusSCEV(Compared, SE.getOne(Compared->getType()));
    Ways = Ways.sub(between(APInt(Bits, 1), APInt(Bits, 1)));
  }
  ConstantRange Between = One->Range.sub(Other->Range);
  std::optional<ChosenExtreme> Kind =
      chosenExtreme(Compared, Difference(*One, *Other), SE);
  if (!Kind || !fits(Ways) || !fits(Between) || !fits(Ways.sub(Between)) ||
      !fits(Ways.add(Between)) || !isKnownWith(One->V, Compare) ||
      !isKnownWith(Other->V, Compare))
    return std::nullopt;
  return extremeOf(Kind->Kind, *One, *Other);
}

std::optional<Signed> BoundSigner::build(Value *V, unsigned Depth) {
  if (auto Known = Built.find(V); Known != Built.end())
    return Known->second;
  std::optional<Signed> Result;
  Value *From, *Taken;
  if (Depth == 0)
    ;
  else if (auto *Sum = dyn_cast<BinaryOperator>(V))
    Result = sum(*Sum, Depth - 1);
  else if (auto *Extreme = dyn_cast<MinMaxIntrinsic>(V))
    Result = extreme(*Extreme, Depth - 1);
  else if (match(V, m_Intrinsic<Intrinsic::usub_sat>(m_Value(From),
                                                     m_Value(Taken)))) {
    std::optional<Signed> Left = build(From, Depth - 1);
    std::optional<Signed> Right = build(Taken, Depth - 1);
    if (Left && Right)
      Result = difference(*Left, *Right);
  } else if (std::optional<Choice> C = choiceAt(V, DT))
    Result = choice(*C, Depth - 1);
  const auto *I = dyn_cast<Instruction>(V);
  if (!Result && (!I || DT.dominates(I, B.GetInsertBlock()->getTerminator())))
    Result = Signed{V, rangeOf(SE.getSCEV(V))};
  Built.try_emplace(V, Result);
  return Result;
}

/// Whether \p V is an extreme of unsigned numbers, or computed from one.
static bool isOfUnsigned(Value *V, const DominatorTree &DT,
                         unsigned Depth = MaxDepth) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == 0)
    return false;
  auto IsOfUnsigned = [&](Value *V) { return isOfUnsigned(V, DT, Depth - 1); };
  if (match(I, m_Intrinsic<Intrinsic::usub_sat>()) ||
      match(I, m_Intrinsic<Intrinsic::umin>()) ||
      match(I, m_Intrinsic<Intrinsic::umax>()))
    return true;
  if (std::optional<Choice> C = choiceAt(I, DT)) {
    auto *Compare = dyn_cast<ICmpInst>(C->Condition);
    return Compare && (Compare->isUnsigned() || IsOfUnsigned(C->IfTrue) ||
                       IsOfUnsigned(C->IfFalse));
  }
  return isa<BinaryOperator, MinMaxIntrinsic>(I) &&
         any_of(I->operand_values(), IsOfUnsigned);
}

namespace {

/// `for (Counter = First; Counter < Last; Counter += Step)`, or `<=`, where the
/// numbers have no sign.
struct CountedLoop {
  PHINode *Counter = nullptr;
  Use *First = nullptr, *Last = nullptr;
  BinaryOperator *Next = nullptr;
  const APInt *Step = nullptr;
  ICmpInst *GoesOn = nullptr;
};

} // namespace

/// What \p L counts, if its bounds are chosen from unsigned numbers.
static std::optional<CountedLoop> countedLoop(const Loop &L,
                                              const DominatorTree &DT) {
  BasicBlock *Header = L.getHeader(), *Before = L.getLoopPreheader();
  auto *Branch = dyn_cast<BranchInst>(Header->getTerminator());
  if (!Before || !L.getLoopLatch() || L.getExitingBlock() != Header || !Branch)
    return std::nullopt;
  CountedLoop Result;
  Result.GoesOn = dyn_cast<ICmpInst>(Branch->getCondition());
  if (!Result.GoesOn || !Result.GoesOn->isUnsigned() ||
      !L.contains(Branch->getSuccessor(0)))
    return std::nullopt;
  bool IsLeft = ICmpInst::isLT(Result.GoesOn->getPredicate()) ||
                ICmpInst::isLE(Result.GoesOn->getPredicate());
  Result.Counter = dyn_cast<PHINode>(Result.GoesOn->getOperand(IsLeft ? 0 : 1));
  Result.Last = &Result.GoesOn->getOperandUse(IsLeft ? 1 : 0);
  if (!Result.Counter || Result.Counter->getParent() != Header ||
      !Result.Counter->getType()->isIntegerTy(Bits))
    return std::nullopt;
  Result.First = &Result.Counter->getOperandUse(
      Result.Counter->getBasicBlockIndex(Before));
  Result.Next = dyn_cast<BinaryOperator>(
      Result.Counter->getIncomingValueForBlock(L.getLoopLatch()));
  if (!Result.Next ||
      !match(Result.Next,
             m_Add(m_Specific(Result.Counter), m_APInt(Result.Step))) ||
      !Result.Step->isStrictlyPositive() ||
      !(isOfUnsigned(*Result.First, DT) || isOfUnsigned(*Result.Last, DT)))
    return std::nullopt;
  return Result;
}

bool smolly::makeBoundsSigned(Function &, LoopInfo &LI, DominatorTree &DT,
                              ScalarEvolution &SE) {
  std::optional<SmallVector<CountBound, 4>> Counts;
  for (Loop *L : LI.getLoopsInPreorder()) {
    std::optional<CountedLoop> Counted = countedLoop(*L, DT);
    if (!Counted)
      continue;
    if (!Counts)
      Counts = findCountBounds(LI, DT, SE);
    BoundSigner Signer(*L, LI, DT, SE, *Counts);
    std::optional<Signed> First = Signer.build(*Counted->First);
    std::optional<Signed> Last = Signer.build(*Counted->Last);
    // The counter goes beyond the last number once, and is counted up there if
    // that comes before the question.
    if (!First || !Last || !isNotNegative(*First) || !isNotNegative(*Last) ||
        !fits(First->Range.unionWith(Last->Range)
                  .add(between(*Counted->Step, *Counted->Step))
                  .add(between(*Counted->Step, *Counted->Step))))
      continue;
    Counted->First->set(First->V);
    Counted->Last->set(Last->V);
    Counted->GoesOn->setPredicate(Counted->GoesOn->getSignedPredicate());
    Counted->Next->setHasNoSignedWrap();
    SE.forgetLoop(L);
    SE.forgetValue(Counted->GoesOn);
  }
  return Counts.has_value();
}
