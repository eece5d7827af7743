//===- FlatLoopFinder.cpp - Loops over all elements of arrays -------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements FlatLoopFinder.h.
///
//===----------------------------------------------------------------------===//

#include "FlatLoopFinder.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

FlatLoopFinder::FlatLoopFinder(Function &F, const Function &Twin,
                               FunctionAnalysisManager &FAM)
    : F(F), SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
      LI(FAM.getResult<LoopAnalysis>(F)),
      DT(FAM.getResult<DominatorTreeAnalysis>(F)), Arrays(F, Twin, FAM) {}

/// Where \p Phi, which takes \p Values in \p L, begins.
const SCEV *FlatLoopFinder::startOf(const Loop &L, const PHINode &Phi,
                                    const SCEVAddRecExpr &Values) {
  BasicBlock *Before = L.getLoopPredecessor();
  return Phi.getType()->isIntegerTy(64)
             ? polynomialOf(Phi.getIncomingValueForBlock(Before), Before, DT,
                            SE)
             : Values.getStart();
}

/// The number that \p Bound is if that is at least one.
static Value *lookThroughMax(Value *Bound) {
  Value *V = Bound;
  match(V, m_ZExtOrSExt(m_Value(V)));
  Value *Number;
  if (match(V, m_SMax(m_Value(Number), m_One())) ||
      (V == Bound && match(V, m_UMax(m_Value(Number), m_One()))))
    return Number;
  return Bound;
}

/// Whether \p Back, behind \p Compare, leaves \p L where the sides are equal.
static bool leavesIfEqual(const Loop &L, const BranchInst &Back,
                          const ICmpInst &Compare) {
  return Compare.isEquality() && (Compare.getPredicate() == CmpInst::ICMP_EQ) ==
                                     (Back.getSuccessor(1) == L.getHeader());
}

/// Whether \p Runs is \p Count wherever that is at least one.
static bool isOrOne(const SCEV *Runs, const SCEV *Count, ScalarEvolution &SE) {
  const SCEV *One = SE.getOne(Count->getType());
  return Runs == Count || Runs == SE.getSMaxExpr(Count, One) ||
         Runs == SE.getAddExpr(
                     SE.getMinusSCEV(Count, SE.getSMinExpr(Count, One)), One);
}

/// How often \p Flat runs if that is once or more, as a polynomial.
const SCEV *FlatLoopFinder::countOf(const FlatLoop &Flat) {
  // Where a counter ends is a number in the program.
  BasicBlock *Latch = Flat.L->getLoopLatch();
  auto *Back = cast<BranchInst>(Latch->getTerminator());
  auto *Compare = dyn_cast<ICmpInst>(Back->getCondition());
  for (const Counter &C : Flat.Counters)
    if (Compare && leavesIfEqual(*Flat.L, *Back, *Compare) &&
        C.step()->isOne() && C.Values->getType()->isIntegerTy(64) &&
        Compare->getOperand(0) == C.Phi->getIncomingValueForBlock(Latch)) {
      Value *Bound = Compare->getOperand(1);
      Bound = C.Start->isZero() ? lookThroughMax(Bound) : Bound;
      return SE.getMinusSCEV(polynomialOf(Bound, Latch, DT, SE), C.Start);
    }
  // Or one that it is counted down from.
  for (const Counter &C : Flat.Counters)
    if (C.step()->isAllOnesValue() && C.Values->getType()->isIntegerTy(64) &&
        isOrOne(Flat.Runs, C.Values->getStart(), SE))
      return C.Start;
  return Flat.Runs;
}

/// \p L, if it is left behind its latch only, for a number of iterations that
/// is known, and accesses arrays that may be private.
std::optional<FlatLoop> FlatLoopFinder::flatLoop(Loop &L) {
  BasicBlock *Latch = L.getLoopLatch();
  const SCEV *Taken = SE.getBackedgeTakenCount(&L);
  if (!Latch || !L.getLoopPredecessor() || L.getExitingBlock() != Latch ||
      !L.getExitBlock() || isa<SCEVCouldNotCompute>(Taken) ||
      SE.getTypeSizeInBits(Taken->getType()) > 64)
    return std::nullopt;
  FlatLoop Flat;
  Flat.L = &L;
  Flat.Runs =
      SE.getTripCountFromExitCount(Taken, Type::getInt64Ty(F.getContext()), &L);
  for (PHINode &Phi : L.getHeader()->phis()) {
    if (Phi.getType()->isPointerTy())
      return std::nullopt;
    const auto *Rec = SE.isSCEVable(Phi.getType())
                          ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi))
                          : nullptr;
    if (Rec && Rec->getLoop() == &L && Rec->isAffine() &&
        isa<SCEVConstant>(Rec->getOperand(1)) &&
        SE.getTypeSizeInBits(Rec->getType()) <= 64)
      Flat.Counters.push_back({&Phi, Rec, startOf(L, Phi, *Rec)});
  }
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (Value *Pointer = getLoadStorePointerOperand(&I))
        if (RowArray *A = Arrays.at(Pointer); A && !Flat.Arrays.contains(A))
          Flat.Arrays[A] = stepOf(Flat, I);
  if (Flat.Arrays.empty())
    return std::nullopt;
  Flat.Count = countOf(Flat);
  return Flat;
}

/// The number of elements between those that \p Access accesses in one
/// iteration of \p Flat and in the next; 0 if they do not come in this order.
uint64_t FlatLoopFinder::stepOf(const FlatLoop &Flat, Instruction &Access) {
  Value *Pointer = getLoadStorePointerOperand(&Access);
  const SCEV *Address =
      SE.getSCEVAtScope(Pointer, LI.getLoopFor(Access.getParent()));
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(Address);
  while (Rec && Rec->getLoop() != Flat.L)
    Rec = dyn_cast<SCEVAddRecExpr>(Rec->getStart());
  const auto *Bytes = Rec && Rec->isAffine()
                          ? dyn_cast<SCEVConstant>(Rec->getOperand(1))
                          : nullptr;
  uint64_t Unit =
      F.getDataLayout().getTypeStoreSize(Arrays.at(Pointer)->Element);
  if (!Bytes || !Bytes->getAPInt().isStrictlyPositive() ||
      Bytes->getAPInt().urem(Unit) != 0)
    return 0;
  return Bytes->getAPInt().getZExtValue() / Unit;
}

/// What the loops in place of \p Flat run over by the sizes of \p A, of which
/// each iteration is for the next \p Step elements; empty if they tell nothing.
Extents FlatLoopFinder::sizesOf(const FlatLoop &Flat, const RowArray &A,
                                uint64_t Step) {
  const SCEV *Count = Flat.Count;
  Extents Sizes;
  for (const Extent &Size : reverse(A.Sizes)) {
    if (Step != 1) {
      const auto *C = dyn_cast<SCEVConstant>(Size.Count);
      if (!C || C->isZero() || C->getAPInt().ugt(Step) ||
          Step % C->getAPInt().getZExtValue() != 0)
        return {};
      Step /= C->getAPInt().getZExtValue();
    } else if (divideExactly(Count, Size.Count, SE)) {
      Sizes.push_back(Size);
    } else {
      break;
    }
  }
  if (!Count->isOne())
    Sizes.push_back({Count, Count});
  std::reverse(Sizes.begin(), Sizes.end());
  bool AreSizes = none_of(Sizes, [&](const Extent &Each) {
    return SE.containsAddRecurrence(Each.Count);
  });
  return Step == 1 && Sizes.size() > 1 && AreSizes ? Sizes : Extents();
}

/// Gives \p Sizes to \p Flat, and to arrays in it that have none, or of which
/// it runs over one row that has rows itself. That tells more of other loops.
void FlatLoopFinder::setSizes(FlatLoop &Flat, const Extents &Sizes) {
  Flat.Sizes = Sizes;
  for (auto [A, Step] : Flat.Arrays)
    if (Step > 0 && A->Sizes.empty()) {
      A->Sizes.assign(std::next(Sizes.begin()), Sizes.end());
      const SCEV *Rest = SE.getConstant(Flat.Count->getType(), Step);
      if (Step > 1)
        A->Sizes.push_back({Rest, Rest});
    } else if (Step == 1 && isEqual(A->Sizes.back().Count, Flat.Count, SE)) {
      A->Sizes.pop_back();
      A->Sizes.append(Sizes);
    }
}

/// Finds the sizes for \p Flat by those of an array. Whether it did.
bool FlatLoopFinder::findSizes(FlatLoop &Flat) {
  for (auto [A, Step] : Flat.Arrays) {
    if (Step == 0 || A->Sizes.empty())
      continue;
    Extents Sizes = sizesOf(Flat, *A, Step);
    if (Sizes.empty())
      continue;
    setSizes(Flat, Sizes);
    return true;
  }
  return false;
}

/// Finds the sizes for \p Flat by what it divides its counter by. Whether it
/// did.
bool FlatLoopFinder::findDivisors(FlatLoop &Flat) {
  for (const Counter &C : Flat.Counters) {
    if (!C.isPlain())
      continue;
    std::optional<Extent> Width =
        findDivisor(*C.Phi, Flat.Count, Frozen, DT, SE);
    const SCEV *Rows = Flat.Count;
    if (!Width || !divideExactly(Rows, Width->Count, SE) ||
        SE.containsAddRecurrence(Rows) ||
        SE.containsAddRecurrence(Width->Count))
      continue;
    setSizes(Flat, {{Rows, Rows}, *Width});
    return true;
  }
  return false;
}

SmallVector<FlatLoop, 4> FlatLoopFinder::find() {
  SmallVector<FlatLoop, 4> Loops;
  for (Loop *L : LI.getLoopsInPreorder())
    if (std::optional<FlatLoop> Flat = flatLoop(*L))
      Loops.push_back(std::move(*Flat));
  if (Loops.empty())
    return Loops;
  for (Instruction &I : instructions(F))
    if (isa<FreezeInst>(I) && I.getType()->isIntegerTy(64))
      Frozen[SE.getSCEV(I.getOperand(0))] = SE.getSCEV(&I);
  auto IsFound = [&](bool (FlatLoopFinder::*Find)(FlatLoop &)) {
    return any_of(Loops, [&](FlatLoop &Flat) {
      return Flat.Sizes.empty() && (this->*Find)(Flat);
    });
  };
  while (IsFound(&FlatLoopFinder::findSizes) ||
         IsFound(&FlatLoopFinder::findDivisors)) {
  }
  erase_if(Loops, [](const FlatLoop &Flat) { return Flat.Sizes.empty(); });
  return Loops;
}
