//===- CountRemainders.cpp - Remainders of counters as counters -----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements CountRemainders.h.
///
/// A dividend may be negative in iterations in which nobody uses the remainder,
/// the first ones for instance. The counter is the remainder that is not
/// negative in all of them, and right again as soon as the dividend is not.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/CountRemainders.h"
#include "CodeGrowth.h"
#include "LoopAnalyses.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace smolly;

/// Each takes a register or two.
static constexpr size_t MaxCounters = 6;
/// So far, dividends do not wrap around in any loop that comes to an end.
static constexpr int64_t MaxStep = 1 << 20;

namespace {

/// Remainders of the same dividend by the same divisor.
struct Counter {
  const SCEVAddRecExpr *Dividend;
  Value *Modulus;
  SmallVector<BinaryOperator *, 2> Remainders;

  int64_t step(ScalarEvolution &SE) const {
    return cast<SCEVConstant>(Dividend->getStepRecurrence(SE))
        ->getAPInt()
        .getSExtValue();
  }
};

class RemainderCounter {
public:
  RemainderCounter(Loop &L, ScalarEvolution &SE) : L(L), SE(SE) {}
  /// Finds the remainders by \p Moduli.
  void analyze(const SmallPtrSetImpl<Value *> &Moduli);
  /// The analyses of the values that were there stay as they are.
  void apply(SCEVExpander &Expander);

private:
  const SCEVAddRecExpr *dividendOf(const BinaryOperator &Rem);
  PHINode *emitCounter(const Counter &C, SCEVExpander &Expander);

  Loop &L;
  ScalarEvolution &SE;
  SmallVector<Counter, 4> Counters;
};

} // namespace

/// Null if it is something else than a sum of what does not change and of a
/// constant times the number of the iteration.
const SCEVAddRecExpr *RemainderCounter::dividendOf(const BinaryOperator &Rem) {
  const auto *Dividend =
      dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Rem.getOperand(0)));
  if (!Dividend || Dividend->getLoop() != &L || !Dividend->isAffine())
    return nullptr;
  const auto *Step = dyn_cast<SCEVConstant>(Dividend->getStepRecurrence(SE));
  return Step && Step->getAPInt().abs().ule(MaxStep) ? Dividend : nullptr;
}

void RemainderCounter::analyze(const SmallPtrSetImpl<Value *> &Moduli) {
  if (!L.getLoopPreheader() || !L.getLoopLatch())
    return;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      if (I.getOpcode() != Instruction::URem || !I.getType()->isIntegerTy(64) ||
          !Moduli.contains(I.getOperand(1)) ||
          !L.isLoopInvariant(I.getOperand(1)))
        continue;
      auto &Rem = cast<BinaryOperator>(I);
      const SCEVAddRecExpr *Dividend = dividendOf(Rem);
      if (!Dividend)
        continue;
      auto *Known = find_if(Counters, [&](const Counter &C) {
        return C.Dividend == Dividend && C.Modulus == Rem.getOperand(1);
      });
      if (Known != Counters.end())
        Known->Remainders.push_back(&Rem);
      else if (Counters.size() < MaxCounters)
        Counters.push_back({Dividend, Rem.getOperand(1), {&Rem}});
    }
}

/// The counter of \p C, in the loop's header.
PHINode *RemainderCounter::emitCounter(const Counter &C,
                                       SCEVExpander &Expander) {
  Instruction *Before = L.getLoopPreheader()->getTerminator();
  IRBuilder<> B(Before);
  // What is frozen here may be undefined where nobody would have used it, and
  // the modulus anything.
  Value *Start = B.CreateFreeze(
      Expander.expandCodeFor(C.Dividend->getStart(), B.getInt64Ty(), Before));
  Value *Modulus = B.CreateBinaryIntrinsic(
      Intrinsic::smax, B.CreateFreeze(C.Modulus), B.getInt64(1));
  auto NotNegative = [&](Value *Dividend) {
    Value *Rest = B.CreateSRem(Dividend, Modulus);
    Value *IsNegative = B.CreateICmpSLT(Rest, B.getInt64(0));
    return B.CreateSelect(IsNegative, B.CreateAdd(Rest, Modulus), Rest);
  };
  Value *First = NotNegative(Start);
  int64_t Step = C.step(SE);
  Value *By = Step == 1    ? B.getInt64(1)
              : Step == -1 ? B.CreateSub(Modulus, B.getInt64(1))
                           : NotNegative(B.getInt64(Step));

  B.SetInsertPoint(L.getHeader(), L.getHeader()->begin());
  PHINode *Current = B.CreatePHI(B.getInt64Ty(), 2, "smolly.counter");
  B.SetInsertPoint(L.getLoopLatch()->getTerminator());
  // Both are at most the modulus, which is less than 2^63.
  Value *Sum = B.CreateNUWAdd(Current, By);
  Value *Next = B.CreateSelect(B.CreateICmpULT(Sum, Modulus), Sum,
                               B.CreateSub(Sum, Modulus));
  Current->addIncoming(First, L.getLoopPreheader());
  Current->addIncoming(Next, L.getLoopLatch());
  return Current;
}

void RemainderCounter::apply(SCEVExpander &Expander) {
  for (const Counter &C : Counters) {
    if (!Expander.isSafeToExpandAt(C.Dividend->getStart(),
                                   L.getLoopPreheader()->getTerminator()))
      continue;
    PHINode *Current = emitCounter(C, Expander);
    for (BinaryOperator *Rem : C.Remainders) {
      SE.forgetValue(Rem);
      Rem->replaceAllUsesWith(Current);
      Rem->eraseFromParent();
    }
  }
}

/// The loop before which \p Rem, in \p L, is to be computed: it does not change
/// in it, and not each iteration computes it, which is why LLVM does not move
/// it, as it may be a division by zero. Null if there is none. The dividend is
/// moved.
static Loop *moveDividend(BinaryOperator &Rem, Loop &L,
                          LoopAnalyses &Analyses) {
  Loop *Result = nullptr;
  const BasicBlock *Block = Rem.getParent();
  for (Loop *Around = &L; Around; Around = Around->getParentLoop()) {
    BasicBlock *Preheader = Around->getLoopPreheader(),
               *Latch = Around->getLoopLatch();
    bool Changed = false;
    if (!Preheader || !Latch || Analyses.DT.dominates(Block, Latch) ||
        !Around->isLoopInvariant(Rem.getOperand(1)) ||
        !Around->makeLoopInvariant(Rem.getOperand(0), Changed,
                                   Preheader->getTerminator(),
                                   /*MSSAU=*/nullptr, &Analyses.SE))
      break;
    Result = Around;
    Block = Preheader;
  }
  return Result;
}

/// Computes remainders by \p Moduli before the loops in which they do not
/// change, for \p L and those around it.
static void hoistRemainders(Loop &L, const SmallPtrSetImpl<Value *> &Moduli,
                            LoopAnalyses &Analyses) {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : make_early_inc_range(*BB)) {
      if (I.getOpcode() != Instruction::URem || !I.getType()->isIntegerTy(64) ||
          !Moduli.contains(I.getOperand(1)))
        continue;
      auto &Rem = cast<BinaryOperator>(I);
      Loop *Around = moveDividend(Rem, L, Analyses);
      if (!Around)
        continue;
      // Where nobody uses the remainder, the modulus may be anything.
      IRBuilder<> B(Around->getLoopPreheader()->getTerminator());
      Value *Modulus = B.CreateBinaryIntrinsic(
          Intrinsic::smax, B.CreateFreeze(Rem.getOperand(1)), B.getInt64(1));
      Value *New = B.CreateSRem(Rem.getOperand(0), Modulus, "smolly.remainder");
      Analyses.SE.forgetValue(&Rem);
      Rem.replaceAllUsesWith(New);
      Rem.eraseFromParent();
    }
}

void smolly::countRemainders(Function &F, ArrayRef<BasicBlock *> Starts,
                             ArrayRef<Value *> Moduli, TargetLibraryInfo &TLI) {
  if (Moduli.empty())
    return;
  SmallPtrSet<Value *, 4> Divisors(llvm::from_range, Moduli);
  LoopAnalyses Analyses(F, TLI);
  SCEVExpander Expander(Analyses.SE, "smolly");
  for (Loop *L : Analyses.innermostBehind(Starts)) {
    if (isToBeUnrolled(*L))
      continue;
    hoistRemainders(*L, Divisors, Analyses);
    RemainderCounter Counter(*L, Analyses.SE);
    Counter.analyze(Divisors);
    Counter.apply(Expander);
  }
}
