//===- CountBounds.cpp - Loops end where objects do -----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements CountBounds.h.
///
/// Let a loop access `a` bytes at p, p + s, ..., p + K s, all modulo 2^64 and
/// within one object, with 0 < s < 2^63. Then K s + a < 2^63. Suppose that k is
/// the least number with k s >= 2^63. On the circle of addresses the steps from
/// p to p + (k - 1) s, on to p + k s, and back to p are all at most 2^63 long;
/// so no arc shorter than 2^63 has all three in it, but the object is one.
///
/// That all iterations run is certain where the loop is entered, as long as
/// nothing in it may end the program or the function: what would happen in the
/// last iteration has happened or will. So it is certain in front of a loop
/// that asks first, if it is not asked in vain, and behind that loop as well:
/// numbers do not change.
///
//===----------------------------------------------------------------------===//

#include "CountBounds.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace smolly;

/// Accesses of a loop that are looked at for a bound of its own iterations or
/// of those around it.
static constexpr unsigned MaxAccesses = 8;
static constexpr uint64_t MostBytes = INT64_MAX;

namespace {

class CountBounds {
public:
  CountBounds(LoopInfo &LI, DominatorTree &DT, ScalarEvolution &SE)
      : LI(LI), DT(DT), SE(SE) {}
  SmallVector<CountBound, 4> find();

private:
  bool runsToItsEnd(const Loop &L);
  bool isInEachIteration(const BasicBlock *BB, const Loop &Around);
  bool isInvariant(Value *Condition, const Loop &L);
  void boundLoopsAround(Instruction &Access);
  std::optional<uint64_t> mostOf(const Loop &L, const Instruction &Access,
                                 const BasicBlock *From);
  void add(CountBound New);
  const SCEV *stepIn(const Loop &L, const Value *Pointer);

  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  DenseMap<const Loop *, bool> RunsToItsEnd;
  SmallVector<CountBound, 4> Found;
  /// Conditions under which the access at hand is reached, and how often loops
  /// around it run that may not run at all.
  SmallVector<Value *, 4> Conditions;
  SmallVector<const SCEV *, 2> Counts;
};

} // namespace

/// Whether \p L asks at the beginning of each iteration if there is one, and
/// ends only there.
static bool asksFirst(const Loop &L) {
  return L.getExitingBlock() == L.getHeader() &&
         L.getLoopLatch() != L.getHeader();
}

/// Where an iteration of \p L begins that has been asked for.
static const BasicBlock *beginningOf(const Loop &L) {
  const BasicBlock *Header = L.getHeader();
  if (asksFirst(L))
    for (const BasicBlock *BB : successors(Header))
      if (L.contains(BB))
        return BB;
  return Header;
}

/// How many iterations of \p L there are.
static const SCEV *countOf(const Loop &L, ScalarEvolution &SE) {
  const SCEV *Count = SE.getBackedgeTakenCount(&L);
  return asksFirst(L) || isa<SCEVCouldNotCompute>(Count)
             ? Count
             : SE.getAddExpr(Count, SE.getOne(Count->getType()));
}

bool CountBound::holdsIn(const BasicBlock *Where, const LoopInfo &LI,
                         const DominatorTree &DT, ScalarEvolution &SE) const {
  // Loops that ask last may run 2^64 times, which is 0, too.
  auto IsNotZero = [&](const SCEV *Number) {
    for (const Loop *L = LI.getLoopFor(Where); L; L = L->getParentLoop())
      if (asksFirst(*L) && countOf(*L, SE) == Number &&
          DT.dominates(beginningOf(*L), Where))
        return true;
    return false;
  };
  return DT.dominates(From, Where) && all_of(IfNotZero, IsNotZero);
}

const SCEV *smolly::withinBounds(const SCEV *S, ArrayRef<CountBound> Bounds,
                                 const BasicBlock *Where, DominatorTree &DT,
                                 ScalarEvolution &SE) {
  ValueToSCEVMapTy Within;
  for (const CountBound &B : Bounds) {
    if (!B.IfNotZero.empty() || !DT.dominates(B.From, Where))
      continue;
    Type *T = B.Count->getType();
    Within[cast<SCEVUnknown>(B.Count)->getValue()] = SE.getUMaxExpr(
        SE.getOne(T), SE.getUMinExpr(SE.getConstant(T, B.Most), B.Count));
  }
  return Within.empty() ? S : SCEVParameterRewriter::rewrite(S, SE, Within);
}

/// Whether \p L, once entered, runs as many iterations as scalar evolution
/// says, and those of all loops in it.
bool CountBounds::runsToItsEnd(const Loop &L) {
  auto [It, IsNew] = RunsToItsEnd.try_emplace(&L, false);
  if (!IsNew)
    return It->second;
  const BasicBlock *Exiting = L.getExitingBlock(), *Latch = L.getLoopLatch();
  bool Runs = Exiting && Latch &&
              (Exiting == Latch || Exiting == L.getHeader()) &&
              !isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(&L));
  for (const Loop *Inner : L)
    Runs = Runs && runsToItsEnd(*Inner);
  for (const BasicBlock *BB : L.blocks())
    Runs = Runs && (LI.getLoopFor(BB) != &L ||
                    isGuaranteedToTransferExecutionToSuccessor(BB));
  return RunsToItsEnd[&L] = Runs;
}

/// Whether \p BB, which is in no loop within \p Around, is executed in each
/// iteration of that or in none. Notes the conditions for that.
bool CountBounds::isInEachIteration(const BasicBlock *BB, const Loop &Around) {
  if (DT.dominates(BB, Around.getLoopLatch()))
    return true;
  for (const BasicBlock *First = beginningOf(Around); BB != First;) {
    const BasicBlock *Before = BB->getSinglePredecessor();
    const auto *Branch =
        Before ? dyn_cast<BranchInst>(Before->getTerminator()) : nullptr;
    if (!Branch)
      return false;
    if (Branch->isConditional())
      Conditions.push_back(Branch->getCondition());
    BB = Before;
  }
  return true;
}

/// How far the address moves with an iteration of \p L, in the first
/// iterations of the loops within; null if that changes.
const SCEV *CountBounds::stepIn(const Loop &L, const Value *Pointer) {
  const SCEV *Address = SE.getSCEV(const_cast<Value *>(Pointer));
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(Address);
  for (; Rec && Rec->getLoop() != &L && L.contains(Rec->getLoop());
       Rec = dyn_cast<SCEVAddRecExpr>(Rec->getStart()))
    ;
  if (!Rec || Rec->getLoop() != &L || !Rec->isAffine())
    return nullptr;
  const auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Rec));
  const SCEV *Step = Rec->getStepRecurrence(SE);
  if (!Base || !SE.isLoopInvariant(Base, &L))
    return nullptr;
  return isa<SCEVConstant>(Step) && SE.isKnownNegative(Step)
             ? SE.getNegativeSCEV(Step)
             : Step;
}

void CountBounds::add(CountBound New) {
  if (none_of(Found, [&](const CountBound &B) {
        return B.Count == New.Count && B.From == New.From &&
               B.IfNotZero == New.IfNotZero;
      }))
    Found.push_back(std::move(New));
}

/// How many iterations of \p L there are at most, if \p From is reached, by
/// what \p Access shows, which each of them makes.
std::optional<uint64_t> CountBounds::mostOf(const Loop &L,
                                            const Instruction &Access,
                                            const BasicBlock *From) {
  const SCEV *Count = countOf(L, SE);
  if (!Count->getType()->isIntegerTy(64) || !isa<SCEVUnknown>(Count))
    return std::nullopt;
  for (const CountBound &B : Found)
    if (B.Count == Count && B.From == From && B.IfNotZero.empty())
      return B.Most;
  const Value *Pointer = getLoadStorePointerOperand(&Access);
  const DataLayout &DL = Access.getDataLayout();
  TypeSize Bytes = DL.getTypeStoreSize(getLoadStoreType(&Access));
  const SCEV *Step = stepIn(L, Pointer);
  if (!Step || Bytes.isScalable() || Bytes.getFixedValue() > MostBytes ||
      DL.getIndexTypeSizeInBits(Pointer->getType()) != 64)
    return std::nullopt;
  if (!SE.isKnownPositive(withinBounds(Step, Found, From, DT, SE)))
    return std::nullopt;
  // A positive multiple of M is at least M.
  APInt Least = SE.getConstantMultiple(Step);
  if (Least.isZero() || Least.isNegative())
    return std::nullopt;
  uint64_t Steps = (MostBytes - Bytes.getFixedValue()) / Least.getZExtValue();
  return Steps < MostBytes ? std::optional(Steps + 1) : std::nullopt;
}

/// Whether \p Condition has one value in all iterations of \p L.
bool CountBounds::isInvariant(Value *Condition, const Loop &L) {
  auto *Compare = dyn_cast<ICmpInst>(Condition);
  return Compare ? all_of(Compare->operands(),
                          [&](Value *V) {
                            return SE.isSCEVable(V->getType()) &&
                                   SE.isLoopInvariant(SE.getSCEV(V), &L);
                          })
                 : L.isLoopInvariant(Condition);
}

void CountBounds::boundLoopsAround(Instruction &Access) {
  Conditions.clear();
  Counts.clear();
  const BasicBlock *BB = Access.getParent();
  const BasicBlock *First = nullptr;
  SmallVector<CountBound, 4> Bounded;
  bool AllAskFirst = true;
  for (const Loop *L = LI.getLoopFor(BB); L; L = L->getParentLoop()) {
    if (!runsToItsEnd(*L) || !isInEachIteration(BB, *L) ||
        !all_of(Conditions, [&](Value *C) { return isInvariant(C, *L); }) ||
        !all_of(Counts,
                [&](const SCEV *S) { return SE.isLoopInvariant(S, L); }))
      return;
    // What is conditional in this loop is known where the loop within begins.
    if (!Conditions.empty() && !First)
      First = BB;
    // What is in front of a call in the preheader may not get to the loop.
    const BasicBlock *Entry = L->getLoopPreheader();
    if (!Entry || !isGuaranteedToTransferExecutionToSuccessor(Entry))
      Entry = L->getHeader();
    const BasicBlock *From = First           ? First
                             : asksFirst(*L) ? beginningOf(*L)
                                             : Entry;
    if (std::optional<uint64_t> Most = mostOf(*L, Access, From)) {
      Bounded.push_back({countOf(*L, SE), *Most, From, {}});
      add(Bounded.back());
    }
    if (asksFirst(*L)) {
      Counts.push_back(countOf(*L, SE));
      if (!First)
        First = From;
    }
    // Nests behind this one know it, too, if this one has run.
    AllAskFirst = AllAskFirst && asksFirst(*L) && Conditions.empty();
    if (AllAskFirst)
      for (CountBound &B : Bounded) {
        B.From = Entry;
        B.IfNotZero = Counts;
        add(B);
      }
    const BasicBlock *Before = L->getLoopPredecessor();
    if (!Before)
      return;
    if (const auto *Branch = dyn_cast<BranchInst>(Before->getTerminator());
        !Branch || Branch->isConditional()) {
      if (!Branch)
        return;
      Conditions.push_back(Branch->getCondition());
      if (!First)
        First = L->getHeader();
    }
    BB = Before;
  }
}

SmallVector<CountBound, 4> CountBounds::find() {
  for (const Loop *L : LI.getLoopsInPreorder()) {
    unsigned Accesses = 0;
    for (BasicBlock *BB : L->blocks())
      if (LI.getLoopFor(BB) == L)
        for (Instruction &I : *BB)
          if (getLoadStorePointerOperand(&I) && Accesses++ < MaxAccesses)
            boundLoopsAround(I);
  }
  return std::move(Found);
}

SmallVector<CountBound, 4>
smolly::findCountBounds(LoopInfo &LI, DominatorTree &DT, ScalarEvolution &SE) {
  return CountBounds(LI, DT, SE).find();
}
