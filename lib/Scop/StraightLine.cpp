//===- StraightLine.cpp - Accesses before and after the loops -------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements StraightLine.h.
///
///     L[0] = 1;                      do L[0] = 1; while (0);
///     for (...) ...            =>    for (...) ...
///     printf("%d", L[n]);            do x = L[n]; while (0);
///                                    printf("%d", x);
///
/// Regions are built from loops, so that the accesses become statements of the
/// SCoP around the loop, with their place in the schedule; x leaves the SCoP as
/// a scalar. Nothing special is then needed for live-in and live-out elements.
///
/// What is loaded from elsewhere behind the first of them, the bound of the
/// next loop as it may be, is loaded in front of it where that makes no
/// difference: the SCoP would begin behind the load.
///
//===----------------------------------------------------------------------===//

#include "StraightLine.h"
#include "smolly/Scop/MathErrors.h"
#include "smolly/Scop/ObjectFacts.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace smolly;

static bool isCandidateAccess(const Instruction &I,
                              const TargetLibraryInfo &TLI) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  return Pointer && isCandidateObject(getUnderlyingObject(Pointer), TLI);
}

/// Instructions that may stand in a statement of a SCoP.
static bool isPlain(const Instruction &I) {
  if (I.isTerminator() || isa<PHINode, AllocaInst>(I))
    return false;
  if (isa<CallBase>(I))
    return isa<DbgInfoIntrinsic>(I) || hiddenErrors(I) != NoErrors ||
           (!I.mayReadOrWriteMemory() && !I.mayHaveSideEffects());
  return true;
}

/// Gathers what \p V needs of \p Point's block that comes behind \p Point,
/// operands first. False when some of it must not move in front of Point.
static bool collectAddress(Value *V, const Instruction *Point,
                           SmallSetVector<Instruction *, 4> &Slice,
                           unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 8;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || I->getParent() != Point->getParent() || I->comesBefore(Point) ||
      Slice.contains(I))
    return true;
  if (Depth > MaxDepth || I == Point || isa<PHINode>(I) ||
      I->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(I))
    return false;
  for (Value *Operand : I->operands())
    if (!collectAddress(Operand, Point, Slice, Depth + 1))
      return false;
  Slice.insert(I);
  return true;
}

/// Moves \p Load in front of \p Point, which comes before it, if no plain
/// instruction in between writes what it loads.
static bool hoistLoad(LoadInst *Load, Instruction *Point, AAResults &AA) {
  SmallSetVector<Instruction *, 4> Slice;
  if (!Load->isSimple() ||
      !collectAddress(Load->getPointerOperand(), Point, Slice))
    return false;
  MemoryLocation Loaded = MemoryLocation::get(Load);
  for (Instruction &I : make_range(Point->getIterator(), Load->getIterator()))
    if (I.mayWriteToMemory() && isModSet(AA.getModRefInfo(&I, Loaded)))
      return false;
  for (Instruction *I : Slice)
    I->moveBefore(Point->getIterator());
  Load->moveBefore(Point->getIterator());
  return true;
}

/// Moves loads of anything else in \p BB in front of the candidate accesses
/// that only plain instructions separate them from.
static bool hoistLoads(BasicBlock *BB, const TargetLibraryInfo &TLI,
                       AAResults &AA) {
  bool Changed = false;
  Instruction *First = nullptr;
  for (Instruction &I : make_early_inc_range(*BB)) {
    if (!isPlain(I) || I.isVolatile())
      First = nullptr;
    else if (isCandidateAccess(I, TLI))
      First = First ? First : &I;
    else if (auto *Load = dyn_cast<LoadInst>(&I); Load && First)
      Changed |= hoistLoad(Load, First, AA);
  }
  return Changed;
}

/// Makes \p Body, a block with one successor, the body of a loop that runs
/// once.
static void enclose(BasicBlock *Body) {
  BasicBlock *Before = Body->getSinglePredecessor();
  BasicBlock *After = Body->getSingleSuccessor();
  Instruction *Old = Body->getTerminator();
  IRBuilder<> B(Body, Body->begin());
  PHINode *Counter = B.CreatePHI(B.getInt64Ty(), 2);
  B.SetInsertPoint(Old);
  Value *Next = B.CreateAdd(Counter, B.getInt64(1), "", true, true);
  Counter->addIncoming(B.getInt64(0), Before);
  Counter->addIncoming(Next, Body);
  B.CreateCondBr(B.CreateICmpSLT(Next, B.getInt64(1)), Body, After);
  Old->eraseFromParent();
}

/// Puts [First, Last] of \p BB into a block of its own and that into a loop.
/// Returns the block behind it.
static BasicBlock *encloseRun(BasicBlock *BB, Instruction *First,
                              Instruction *Last) {
  Instruction *Behind = Last->getNextNode();
  BasicBlock *Body = SplitBlock(BB, First->getIterator());
  BasicBlock *Rest = SplitBlock(Body, Behind->getIterator());
  enclose(Body);
  return Rest;
}

/// Moves the start of the run [\p First, \p Last] up over the computation of
/// its addresses, as far as nobody else uses that.
static Instruction *includeAddresses(Instruction *First, Instruction *Last) {
  auto IsUsedBehind = [&](const Instruction &I) {
    return any_of(I.users(), [&](const User *U) {
      const auto *Use = cast<Instruction>(U);
      return Use->getParent() != Last->getParent() || Last->comesBefore(Use);
    });
  };
  while (Instruction *Before = First->getPrevNode()) {
    if (!isPlain(*Before) || Before->mayReadOrWriteMemory() ||
        IsUsedBehind(*Before))
      break;
    First = Before;
  }
  return First;
}

/// Finds the next run of plain instructions from one candidate access to
/// another, at or behind \p I.
static std::pair<Instruction *, Instruction *>
findRun(Instruction *I, const TargetLibraryInfo &TLI) {
  Instruction *First = nullptr, *Last = nullptr;
  for (; I; I = I->getNextNode()) {
    if (!isPlain(*I)) {
      if (First)
        break;
      continue;
    }
    if (!isCandidateAccess(*I, TLI))
      continue;
    if (!First)
      First = I;
    Last = I;
  }
  if (First)
    First = includeAddresses(First, Last);
  return {First, Last};
}

/// Returns the last of the blocks that \p BB was split into.
static BasicBlock *encloseAccesses(BasicBlock *BB,
                                   const TargetLibraryInfo &TLI) {
  Instruction *Start = &*BB->getFirstNonPHIOrDbg();
  while (true) {
    auto [First, Last] = findRun(Start, TLI);
    if (!First)
      return BB;
    BB = encloseRun(First->getParent(), First, Last);
    Start = &BB->front();
  }
}

/// Splits \p BB in front of its terminator when that is a conditional branch
/// and the block holds anything a SCoP must not contain.
static bool isolateBranch(BasicBlock *BB) {
  auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
  if (!Branch || !Branch->isConditional())
    return false;
  for (Instruction &I : make_range(BB->rbegin(), BB->rend())) {
    if (I.isTerminator() || isPlain(I) || isa<PHINode>(I))
      continue;
    SplitBlock(BB, std::next(I.getIterator()));
    return true;
  }
  return false;
}

/// Whether no loop around \p BB can be part of a SCoP, because the innermost
/// one holds something that a SCoP must not contain.
static bool isOutsideOfScops(const BasicBlock *BB, const LoopInfo &LI) {
  const Loop *L = LI.getLoopFor(BB);
  return !L || any_of(L->blocks(), [](const BasicBlock *Block) {
    return any_of(*Block, [](const Instruction &I) {
      return isa<CallBase>(I) && !isPlain(I);
    });
  });
}

bool smolly::encloseStraightLineAccesses(Function &F, const LoopInfo &LI,
                                         const TargetLibraryInfo &TLI,
                                         AAResults &AA) {
  SmallVector<BasicBlock *, 32> Straight;
  for (BasicBlock &BB : F)
    if (isOutsideOfScops(&BB, LI) && !BB.isEHPad())
      Straight.push_back(&BB);
  bool Changed = false;
  for (BasicBlock *BB : Straight)
    Changed |= hoistLoads(BB, TLI, AA);
  for (BasicBlock *BB : Straight) {
    BasicBlock *Last = encloseAccesses(BB, TLI);
    Changed |= Last != BB;
    Changed |= isolateBranch(Last);
  }
  return Changed;
}
