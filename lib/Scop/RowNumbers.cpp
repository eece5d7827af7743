//===- RowNumbers.cpp - Quotients that are numbers of rows ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RowNumbers.h.
///
//===----------------------------------------------------------------------===//

#include "RowNumbers.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace smolly;

/// Whether \p I divides its first operand, which is not negative.
static bool isDivision(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return true;
  default:
    return false;
  }
}

static bool isQuotient(const Instruction &I) {
  return I.getOpcode() == Instruction::UDiv ||
         I.getOpcode() == Instruction::SDiv;
}

/// Calls \p Visit with each division of \p V, which is not negative, also as a
/// number of fewer bits with the same value.
static void forEachDivision(Value &V, function_ref<void(Instruction &)> Visit) {
  for (User *U : V.users()) {
    auto *I = cast<Instruction>(U);
    if (isDivision(*I) && I->getOperand(0) == &V)
      Visit(*I);
    else if (auto *Trunc = dyn_cast<TruncInst>(I);
             Trunc && Trunc->hasNoSignedWrap())
      forEachDivision(*Trunc, Visit);
  }
}

SmallVector<RowNumber, 2> smolly::findRowNumbers(PHINode &Counter,
                                                 ArrayRef<Extent> Sizes,
                                                 const DominatorTree &DT,
                                                 ScalarEvolution &SE) {
  SmallVector<RowNumber, 2> Found;
  auto Add = [&](Value &V, unsigned First, unsigned Last) {
    forEachDivision(V, [&](Instruction &I) {
      const SCEV *Divisor =
          polynomialOf(I.getOperand(1), I.getParent(), DT, SE);
      unsigned Level = Last;
      while (Level > First && !Divisor->isOne() &&
             divideExactly(Divisor, Sizes[Level].Count, SE))
        --Level;
      if (!Divisor->isOne() || Level == Last)
        return;
      Found.push_back(isQuotient(I) ? RowNumber{&I, First, Level}
                                    : RowNumber{&I, Level + 1, Last});
    });
  };
  Add(Counter, 0, Sizes.size() - 1);
  for (unsigned I = 0; I < Found.size(); ++I) {
    RowNumber Number = Found[I];
    Add(*Number.Division, Number.First, Number.Last);
  }
  return Found;
}

std::optional<Extent>
smolly::findDivisor(PHINode &Counter, const SCEV *Count,
                    const DenseMap<const SCEV *, const SCEV *> &Frozen,
                    const DominatorTree &DT, ScalarEvolution &SE) {
  std::optional<Extent> Found;
  forEachDivision(Counter, [&](Instruction &I) {
    const SCEV *Divisor = polynomialOf(I.getOperand(1), I.getParent(), DT, SE);
    const SCEV *Quotient = Count;
    if (!Found && !isa<SCEVConstant>(Divisor) &&
        divideExactly(Quotient, Divisor, SE) && !Quotient->isOne()) {
      auto It = Frozen.find(Divisor);
      Found = Extent{Divisor, It == Frozen.end() ? Divisor : It->second};
    }
  });
  return Found;
}

void smolly::replaceUses(const RowNumber &Number, Value *V, const Loop &L,
                         RestoreOperand Restore) {
  Instruction &I = *Number.Division;
  auto Replace = [&](Use &U, Value *New) {
    if (!L.contains(cast<Instruction>(U.getUser())))
      return;
    Restore(U.getUser(), U.getOperandNo(), U.get());
    U.set(New);
  };
  IRBuilder<> B(I.getNextNode());
  Value *Narrow = nullptr;
  for (Use &U : make_early_inc_range(I.uses())) {
    auto *User = cast<Instruction>(U.getUser());
    if (isa<SExtInst, ZExtInst>(User) && User->getType() == V->getType()) {
      for (Use &Wide : make_early_inc_range(User->uses()))
        Replace(Wide, V);
      continue;
    }
    auto *Compare = dyn_cast<ICmpInst>(User);
    if (Compare && L.contains(Compare) && !Compare->isUnsigned() &&
        I.getType() != V->getType()) {
      Use &Other = Compare->getOperandUse(1 - U.getOperandNo());
      if (auto *C = dyn_cast<Instruction>(Other.get()); !C || C != &I) {
        B.SetInsertPoint(Compare);
        Replace(Other, B.CreateSExt(Other.get(), V->getType()));
        Replace(U, V);
        continue;
      }
    }
    if (!Narrow) {
      B.SetInsertPoint(I.getNextNode());
      Narrow = B.CreateTrunc(V, I.getType());
    }
    Replace(U, Narrow);
  }
}
