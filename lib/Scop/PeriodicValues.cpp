//===- PeriodicValues.cpp - Pointers that change places -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements PeriodicValues.h.
///
//===----------------------------------------------------------------------===//

#include "PeriodicValues.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/PatternMatch.h"
#include <numeric>

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

bool PeriodicValues::changes(Instruction *I) const {
  const auto *Found = Turns.find(I);
  return Found != Turns.end() && !all_equal(Found->second);
}

/// What the phis of a header are in one iteration.
using State = DenseMap<const Value *, Value *>;

/// What \p V, of an iteration of \p L in which its phis are \p Now, is; null if
/// that is not known in front of the loop. \p Depth: of operations.
static Value *evaluate(Value *V, const Loop &L, const State &Now,
                       const DataLayout &DL, const TargetLibraryInfo &TLI,
                       unsigned Depth = 4) {
  if (L.isLoopInvariant(V))
    return V;
  if (Value *Known = Now.lookup(V))
    return Known;
  auto *I = cast<Instruction>(V);
  if (Depth == 0 || !isa<BinaryOperator, CastInst, CmpInst, SelectInst>(I))
    return nullptr;
  SmallVector<Constant *, 3> Operands;
  for (Value *Operand : I->operands()) {
    Value *Known = evaluate(Operand, L, Now, DL, TLI, Depth - 1);
    if (!Known || !isa<ConstantInt>(Known))
      return nullptr;
    Operands.push_back(cast<Constant>(Known));
  }
  return dyn_cast_or_null<ConstantInt>(
      ConstantFoldInstOperands(I, Operands, DL, &TLI));
}

/// The states of the first iterations of \p L as far as they are known for all
/// of \p Phis. If they are not known for one, it is put into \p Unknown.
static SmallVector<State, 5> statesOf(const Loop &L, ArrayRef<PHINode *> Phis,
                                      const DataLayout &DL,
                                      const TargetLibraryInfo &TLI,
                                      PHINode *&Unknown) {
  SmallVector<State, 5> States(1);
  for (PHINode *Phi : Phis)
    States[0][Phi] = Phi->getIncomingValueForBlock(L.getLoopPredecessor());
  while (States.size() <= PeriodicValues::MaxPeriod) {
    State Next;
    for (PHINode *Phi : Phis) {
      Next[Phi] = evaluate(Phi->getIncomingValueForBlock(L.getLoopLatch()), L,
                           States.back(), DL, TLI);
      if (!Next[Phi]) {
        Unknown = Phi;
        return States;
      }
    }
    States.push_back(std::move(Next));
  }
  return States;
}

/// The period of all \p Phis together; 0 if it is too long. If one of them is
/// never again what it was, it is put into \p Unknown.
static unsigned periodOf(ArrayRef<PHINode *> Phis, ArrayRef<State> States,
                         PHINode *&Unknown) {
  auto IsSame = [&](PHINode *Phi, unsigned Turn) {
    return States[Turn].at(Phi) == States[0].at(Phi);
  };
  auto Turns = seq(1u, unsigned(States.size()));
  for (PHINode *Phi : Phis)
    if (none_of(Turns, [&](unsigned Turn) { return IsSame(Phi, Turn); })) {
      Unknown = Phi;
      return 0;
    }
  for (unsigned Turn : Turns)
    if (all_of(Phis, [&](PHINode *Phi) { return IsSame(Phi, Turn); }))
      return Turn;
  return 0;
}

/// The remainder that \p I is of something that \p L counts.
struct CounterRemainder {
  APInt Start, Step;
  unsigned Divisor;

  unsigned period() const {
    return Divisor / std::gcd(Divisor, unsigned(Step.urem(Divisor)));
  }
  unsigned inIteration(unsigned Turn) const {
    return (Start + Step * Turn).urem(Divisor);
  }
};

static std::optional<CounterRemainder>
remainderOf(Instruction &I, const Loop &L, ScalarEvolution &SE) {
  Value *Counter;
  const APInt *Operand;
  bool IsAnd = match(&I, m_And(m_Value(Counter), m_APInt(Operand)));
  bool IsUnsigned =
      IsAnd || match(&I, m_URem(m_Value(Counter), m_APInt(Operand)));
  if (!IsUnsigned && !match(&I, m_SRem(m_Value(Counter), m_APInt(Operand))))
    return std::nullopt;
  APInt Divisor = IsAnd ? *Operand + 1 : *Operand;
  if (!I.getType()->isIntegerTy() || Divisor.ult(2) ||
      Divisor.ugt(PeriodicValues::MaxPeriod) ||
      (IsAnd && !Divisor.isPowerOf2()))
    return std::nullopt;
  bool MayWrap = IsUnsigned && Divisor.isPowerOf2();
  // What overflows here is nothing that anybody may use.
  APInt Ahead = APInt::getZero(Divisor.getBitWidth());
  Value *Base;
  const APInt *More;
  while (match(Counter, m_NSWAdd(m_Value(Base), m_APInt(More))) &&
         !More->isNegative()) {
    Ahead += *More;
    Counter = Base;
  }
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Counter));
  if (!Rec || Rec->getLoop() != &L || !Rec->isAffine())
    return std::nullopt;
  const auto *Start = dyn_cast<SCEVConstant>(Rec->getStart());
  const auto *Step = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE));
  // It counts up from something that is not negative, and never wraps; or that
  // makes no difference.
  if (!Start || !Step ||
      (!MayWrap && (Start->getAPInt().isNegative() ||
                    Step->getAPInt().isNegative() || !Rec->hasNoSignedWrap())))
    return std::nullopt;
  return CounterRemainder{Start->getAPInt() + Ahead, Step->getAPInt(),
                          unsigned(Divisor.getZExtValue())};
}

/// Adds to \p Result the remainders of what \p L counts, as far as the period
/// stays short.
static void addRemainders(PeriodicValues &Result, const Loop &L,
                          ScalarEvolution &SE) {
  SmallVector<std::pair<Instruction *, CounterRemainder>, 4> Found;
  unsigned Period = Result.Period;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (auto Remainder = remainderOf(I, L, SE)) {
        unsigned Both = std::lcm(Period, Remainder->period());
        if (Both > PeriodicValues::MaxPeriod)
          continue;
        Period = Both;
        Found.emplace_back(&I, *Remainder);
      }
  for (auto &[I, Values] : Result.Turns)
    for (unsigned Turn = Result.Period; Turn < Period; ++Turn)
      Values.push_back(Values[Turn - Result.Period]);
  Result.Period = Period;
  for (auto &[I, Remainder] : Found)
    for (unsigned Turn = 0; Turn < Period; ++Turn)
      Result.Turns[I].push_back(
          ConstantInt::get(I->getType(), Remainder.inIteration(Turn)));
}

PeriodicValues smolly::findPeriodicValues(const Loop &L, ScalarEvolution &SE,
                                          const TargetLibraryInfo &TLI) {
  const DataLayout &DL = L.getHeader()->getDataLayout();
  SmallVector<PHINode *, 8> Phis;
  for (PHINode &Phi : L.getHeader()->phis())
    Phis.push_back(&Phi);
  PeriodicValues Result;
  while (!Phis.empty()) {
    PHINode *Unknown = nullptr;
    SmallVector<State, 5> States = statesOf(L, Phis, DL, TLI, Unknown);
    unsigned Period = Unknown ? 0 : periodOf(Phis, States, Unknown);
    if (Unknown) {
      erase(Phis, Unknown);
      continue;
    }
    if (Period == 0)
      return Result;
    Result.Period = Period;
    for (PHINode *Phi : Phis)
      for (unsigned Turn = 0; Turn < Period; ++Turn)
        Result.Turns[Phi].push_back(States[Turn].at(Phi));
    break;
  }
  addRemainders(Result, L, SE);
  return Result;
}
