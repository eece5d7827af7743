//===- SimpleConditions.cpp - Conditions that Polly can read --------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements SimpleConditions.h.
///
//===----------------------------------------------------------------------===//

#include "SimpleConditions.h"
#include "ValuePool.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// Whether \p V is known not to be negative, also as the lower half of a number
/// that fits there with a sign and without one, which LLVM does not ask.
static bool isNotNegative(const Value *V, const Instruction &Context) {
  const auto *Trunc = dyn_cast<TruncInst>(V);
  return (Trunc && Trunc->hasNoUnsignedWrap() && Trunc->hasNoSignedWrap()) ||
         isKnownNonNegative(V,
                            SimplifyQuery(Context.getDataLayout(), &Context));
}

/// `max(V - By, 0)`, which LLVM makes a difference of unsigned numbers where V
/// is known not to be negative; null if \p I is nothing of the kind.
static Value *signedDifference(const IntrinsicInst &I, IRBuilder<> &B) {
  const APInt *By;
  if (I.getIntrinsicID() != Intrinsic::usub_sat ||
      !match(I.getOperand(1), m_APInt(By)) || By->isNegative() ||
      !isNotNegative(I.getOperand(0), I))
    return nullptr;
  return B.CreateBinaryIntrinsic(
      Intrinsic::smax, B.CreateNSWSub(I.getOperand(0), I.getOperand(1)),
      Constant::getNullValue(I.getType()));
}

/// Comparisons and extensions of values known to be non-negative become signed
/// ones: Polly restricts its model for every unsigned operation it meets, up to
/// dismissing the SCoP.
void smolly::preferSigned(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (auto *Compare = dyn_cast<ICmpInst>(&I);
        Compare && Compare->isUnsigned() && Compare->hasSameSign()) {
      Compare->setPredicate(Compare->getSignedPredicate());
      Compare->setSameSign(false);
    }
    if (auto *Extension = dyn_cast<ZExtInst>(&I);
        Extension && Extension->hasNonNeg()) {
      IRBuilder<> B(Extension);
      Extension->replaceAllUsesWith(
          B.CreateSExt(Extension->getOperand(0), Extension->getType()));
      Extension->eraseFromParent();
      continue;
    }
    if (auto *Difference = dyn_cast<IntrinsicInst>(&I)) {
      IRBuilder<> B(Difference);
      if (Value *Signed = signedDifference(*Difference, B)) {
        Difference->replaceAllUsesWith(Signed);
        Difference->eraseFromParent();
      }
    }
  }
}

/// A copy of \p V at \p B that is poison only where an operand is from further
/// away than \p Depth operations, or from something that is no arithmetic.
static Value *copyWithoutFlags(Value *V, IRBuilder<> &B, unsigned Depth) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !isArithmetic(I) || Depth == 0)
    return V;
  Instruction *Copy = I->clone();
  Copy->dropPoisonGeneratingAnnotations();
  for (Use &Operand : Copy->operands())
    Operand.set(copyWithoutFlags(Operand, B, Depth - 1));
  return B.Insert(Copy);
}

/// What is zero where \p V is, without changes of its width.
static Value *inOwnWidth(Value *V) {
  Value *Source;
  while (match(V, m_ZExtOrSExt(m_Value(Source))) ||
         match(V, m_NUWTrunc(m_Value(Source))) ||
         match(V, m_NSWTrunc(m_Value(Source))))
    V = Source;
  return V;
}

/// Turns `(a | b) == 0`, which canonicalisation makes of `a == 0 && b == 0` and
/// which Polly cannot read, back into that.
static void splitZeroTests(Function &F) {
  SmallVector<ICmpInst *, 8> Worklist;
  for (Instruction &I : instructions(F))
    if (auto *Compare = dyn_cast<ICmpInst>(&I))
      Worklist.push_back(Compare);
  while (!Worklist.empty()) {
    ICmpInst *Compare = Worklist.pop_back_val();
    Value *First, *Second;
    if (!Compare->isEquality() || Compare->getType()->isVectorTy() ||
        !match(Compare->getOperand(1), m_Zero()) ||
        !match(Compare->getOperand(0), m_Or(m_Value(First), m_Value(Second))))
      continue;
    IRBuilder<> B(Compare);
    auto Test = [&](Value *V) {
      V = inOwnWidth(V);
      return B.CreateICmp(Compare->getPredicate(), V,
                          Constant::getNullValue(V->getType()));
    };
    Value *Both[] = {Test(First), Test(Second)};
    bool IsEqual = Compare->getPredicate() == ICmpInst::ICMP_EQ;
    Compare->replaceAllUsesWith(IsEqual ? B.CreateAnd(Both[0], Both[1])
                                        : B.CreateOr(Both[0], Both[1]));
    RecursivelyDeleteTriviallyDeadInstructions(Compare);
    for (Value *Part : Both)
      if (auto *New = dyn_cast<ICmpInst>(Part))
        Worklist.push_back(New);
  }
}

/// Asks whether what is not negative is below or above 1 in place of whether it
/// is 0. Of two conditions that something is not 0 Polly makes four polyhedra,
/// and dismisses a SCoP that has twenty in one domain. How often loops run is
/// seen best as it is, and so are `size_t`, which are compared as unsigned.
static void orderZeroTests(Function &F, const LoopInfo &LI,
                           ScalarEvolution &SE) {
  auto LeavesLoop = [&](const User *U) {
    const BasicBlock *BB = cast<Instruction>(U)->getParent();
    const Loop *L = LI.getLoopFor(BB);
    return isa<BranchInst>(U) && L && L->isLoopExiting(BB);
  };
  for (Instruction &I : instructions(F)) {
    auto *Compare = dyn_cast<ICmpInst>(&I);
    if (!Compare || !Compare->isEquality() ||
        !Compare->getOperand(0)->getType()->isIntegerTy() ||
        !match(Compare->getOperand(1), m_Zero()) ||
        any_of(Compare->users(), LeavesLoop))
      continue;
    Value *V = Compare->getOperand(0);
    const SCEV *Zero = SE.getZero(V->getType());
    if (V->getType()->isIntegerTy(1) || V->getType()->isIntegerTy(64) ||
        !SE.isKnownPredicateAt(ICmpInst::ICMP_SGE, SE.getSCEV(V), Zero,
                               Compare))
      continue;
    bool IsEqual = Compare->getPredicate() == ICmpInst::ICMP_EQ;
    Compare->setPredicate(IsEqual ? ICmpInst::ICMP_SLT : ICmpInst::ICMP_SGT);
    if (IsEqual)
      Compare->setOperand(1, ConstantInt::get(V->getType(), 1));
  }
}

/// Turns `a ? b : false` and `a ? true : b` in the condition of a branch into
/// `a & b` and `a | b`, which Polly can read. They are equal unless b may be
/// poison where it is not asked for.
static void joinConditions(Function &F) {
  constexpr unsigned MaxDepth = 4;
  for (BasicBlock &BB : F) {
    auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
    if (!Branch || !Branch->isConditional())
      continue;
    SmallVector<Value *, 8> Worklist = {Branch->getCondition()};
    while (!Worklist.empty()) {
      Value *V = Worklist.pop_back_val(), *First, *Second;
      bool IsAnd = match(V, m_LogicalAnd(m_Value(First), m_Value(Second)));
      if (!IsAnd && !match(V, m_LogicalOr(m_Value(First), m_Value(Second))))
        continue;
      Worklist.append({First, Second});
      auto *Select = dyn_cast<SelectInst>(V);
      if (!Select)
        continue;
      IRBuilder<> B(Select);
      Value *Safe = copyWithoutFlags(Second, B, MaxDepth);
      if (!impliesPoison(Safe, First)) {
        RecursivelyDeleteTriviallyDeadInstructions(Safe);
        continue;
      }
      Worklist.back() = Safe;
      Select->replaceAllUsesWith(IsAnd ? B.CreateAnd(First, Safe)
                                       : B.CreateOr(First, Safe));
      RecursivelyDeleteTriviallyDeadInstructions(Select);
    }
  }
}

namespace {

/// A condition made of comparisons that nobody else asks for.
struct Condition {
  SmallVector<Instruction *, 4> Parts;
  unsigned UpperBounds = 0, Beyond = 0;

  /// Adds \p V, in \p L or a loop in that. False if it is something else.
  bool add(Value *V, const Loop &L);
  void invert();
};

} // namespace

bool Condition::add(Value *V, const Loop &L) {
  constexpr size_t MaxParts = 16;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !I->hasOneUse() || Parts.size() >= MaxParts)
    return false;
  Parts.push_back(I);
  if (match(V, m_And(m_Value(), m_Value())) ||
      match(V, m_Or(m_Value(), m_Value())))
    return add(I->getOperand(0), L) && add(I->getOperand(1), L);
  auto *Compare = dyn_cast<ICmpInst>(I);
  if (!Compare)
    return false;
  if (!Compare->isUnsigned())
    return true;
  bool IsLess = ICmpInst::isLT(Compare->getPredicate()) ||
                ICmpInst::isLE(Compare->getPredicate());
  Value *Larger = Compare->getOperand(IsLess ? 1 : 0);
  ++(L.isLoopInvariant(Larger) ? UpperBounds : Beyond);
  return true;
}

void Condition::invert() {
  // Operands come behind what they are of.
  for (Instruction *I : reverse(Parts))
    if (auto *Compare = dyn_cast<ICmpInst>(I)) {
      Compare->setPredicate(Compare->getInversePredicate());
    } else {
      IRBuilder<> B(I);
      Value *New = match(I, m_And(m_Value(), m_Value()))
                       ? B.CreateOr(I->getOperand(0), I->getOperand(1))
                       : B.CreateAnd(I->getOperand(0), I->getOperand(1));
      I->replaceAllUsesWith(New);
      I->eraseFromParent();
    }
}

/// Asks whether counters are below sizes in place of whether they are beyond:
/// of `j - 1 >= n`, unsigned, Polly takes the larger side to be no less than 0,
/// which j - 1 is in the first iteration.
static void askForUpperBounds(Function &F, const LoopInfo &LI) {
  for (BasicBlock &BB : F) {
    auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
    const Loop *L = LI.getLoopFor(&BB);
    Condition Asked;
    if (!L || !Branch || !Branch->isConditional() ||
        !Asked.add(Branch->getCondition(), *L->getOutermostLoop()) ||
        Asked.Beyond <= Asked.UpperBounds)
      continue;
    Asked.invert();
    Branch->swapSuccessors();
  }
}

void smolly::simplifyConditions(Function &F, const LoopInfo &LI,
                                ScalarEvolution &SE) {
  splitZeroTests(F);
  joinConditions(F);
  orderZeroTests(F, LI, SE);
  askForUpperBounds(F, LI);
}
