//===- Guard.cpp - Allocate, decide, free ---------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements guardAllocations of Apply.h.
///
///     original                        guarded
///
///     A = malloc(huge);               fast = assumptions;
///     if (!A) return;                 if (fast) { N = malloc(small);
///     ...                                         fast = N != null; }
///     loops over A                    if (!fast) A = malloc(huge);
///     free(A);                        if (!fast && !A) { free(N); return; }
///                                     ...
///                                     if (fast) { loops over N; free(N); }
///                                     else loops over A
///                                     free(A);       // null if fast
///
/// The decision moves up to the first replaced allocation when all it depends
/// on is known there; else it is taken right in front of the loops, and the
/// original arrays stay allocated, untouched, on the fast path too. Where other
/// loops depend on the decision, it moves up to those at least.
///
/// Where nothing that can be seen happens before the decision, the function can
/// start over with its code as it was if the loops are not to run rewritten.
///
//===----------------------------------------------------------------------===//

#include "RegionEffects.h"
#include "smolly/Scop/Apply.h"
#include "smolly/Scop/ExtremeValues.h"
#include "smolly/Scop/OptionalAllocations.h"
#include "smolly/Scop/RowsApart.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

namespace {

class Guard {
public:
  Guard(Function &F, GeneratedScop &G, const TargetLibraryInfo &TLI)
      : F(F), G(G), TLI(TLI), DT(F), LI(DT) {}
  GuardResult run(bool MayRestart);
  bool canDecideAt(Instruction *Point);

private:
  bool movesOriginals(const Instruction *Point) const;
  Instruction *firstOf(ArrayRef<Instruction *> Points);
  Instruction *choosePoint();
  bool hasEffect(const Instruction &I) const;
  Instruction *firstEffect();
  bool isFirst(const Instruction *Point);
  bool isBoundToReach(const Instruction *From, const Instruction *To);
  bool mayThrowBehind(Instruction *Point) const;
  Instruction *restartPoint(Instruction *Point);
  BranchInst *splitBehindDecision(Instruction *Point);
  bool isOfOriginals(const Instruction &I) const;
  bool failsWithOriginals(const BasicBlock *From, const BasicBlock *To) const;
  bool mayReadAt(Instruction *Point, Instruction &Read, bool MayFail) const;
  bool collectSlice(Value *V, Instruction *Point, unsigned Depth);
  void collectLeavingEdges(BasicBlock *From);
  void emitDecision(Instruction *Point);
  void freeOnEdges();
  void freeBehindLoops();
  void moveOriginal(CallBase *Allocation);
  void skipFill(MemSetInst *Fill);
  void emitFrees(Instruction *Before);

  Function &F;
  GeneratedScop &G;
  const TargetLibraryInfo &TLI;
  DominatorTree DT;
  LoopInfo LI;
  /// What has to move in front of the decision, operands first.
  SetVector<Instruction *> Slice;
  SmallVector<std::pair<BasicBlock *, BasicBlock *>, 4> LeavingEdges;
  /// i1: the rewritten loops will run.
  Value *Fast = nullptr;
  /// The new arrays; null unless Fast.
  SmallVector<Value *, 4> Pointers;
};

} // namespace

/// Whether \p I allocates a replaced array, or fills it with zeros.
bool Guard::isOfOriginals(const Instruction &I) const {
  return is_contained(G.Replaced, &I) || is_contained(G.ZeroFills, &I) ||
         is_contained(G.Allocations, &I);
}

/// Whether control gets from the end of \p From to \p To only if there is no
/// memory for a replaced array.
bool Guard::failsWithOriginals(const BasicBlock *From,
                               const BasicBlock *To) const {
  const Instruction *End = From->getTerminator();
  if (const auto *Invoke = dyn_cast<InvokeInst>(End))
    return Invoke->getUnwindDest() == To && isOfOriginals(*Invoke);
  Value *Pointer;
  CmpPredicate Predicate;
  if (!match(End, m_Br(m_ICmp(Predicate, m_Value(Pointer), m_Zero()),
                       m_BasicBlock(), m_BasicBlock())) ||
      !ICmpInst::isEquality(Predicate) ||
      End->getSuccessor(Predicate != ICmpInst::ICMP_EQ) != To)
    return false;
  const auto *Allocation = dyn_cast<Instruction>(Pointer);
  return Allocation && is_contained(G.Replaced, Allocation);
}

/// Whether \p Read, in front of the loops, finds in front of \p Point what it
/// finds where it is, and is bound to be executed from there on, unless, if
/// \p MayFail, there is no memory for an array that might not be allocated at
/// all. A check that does not look at sizes for which there cannot be any may:
/// a program that relies on the rest would not be one.
bool Guard::mayReadAt(Instruction *Point, Instruction &Read,
                      bool MayFail) const {
  BasicBlock *From = Point->getParent(), *To = Read.getParent();
  auto Writes = [&](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    return I.mayHaveSideEffects() && !I.isLifetimeStartOrEnd() &&
           !isOfOriginals(I) && !isApartCheck(I) &&
           !(Call && getFreedOperand(Call, &TLI));
  };
  if (From == To)
    return none_of(make_range(Point->getIterator(), Read.getIterator()),
                   Writes);
  std::optional<Blocks> Between = blocksBetween(From, To);
  if (!Between || any_of(make_range(Point->getIterator(), From->end()), Writes))
    return false;
  Between->insert(From);
  return all_of(*Between, [&](BasicBlock *BB) {
    if (BB == To)
      return none_of(make_range(BB->begin(), Read.getIterator()), Writes);
    return (BB == From || none_of(*BB, Writes)) &&
           all_of(successors(BB), [&](BasicBlock *Next) {
             return (Next != From && Between->contains(Next)) ||
                    (MayFail && failsWithOriginals(BB, Next));
           });
  });
}

/// Gathers what \p V needs that is not yet there at \p Point. False when some
/// of it must not move.
bool Guard::collectSlice(Value *V, Instruction *Point, unsigned Depth) {
  constexpr unsigned MaxDepth = 64;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Slice.contains(I) || DT.dominates(I, Point))
    return true;
  bool IsCheck = isExtreme(*I) || isApartCheck(*I);
  const auto *Load = dyn_cast<LoadInst>(I);
  bool IsSafe =
      isSafeToSpeculativelyExecute(I, Load ? Point : nullptr, nullptr, &DT);
  bool MayMove = IsCheck || (Load && Load->isSimple())
                     ? mayReadAt(Point, *I, IsCheck || IsSafe)
                     : !I->mayReadOrWriteMemory() && IsSafe;
  if (Depth > MaxDepth || isa<PHINode>(I) || !MayMove)
    return false;
  for (Value *Operand : I->operands())
    if (!collectSlice(Operand, Point, Depth + 1))
      return false;
  Slice.insert(I);
  return true;
}

/// Finds the edges that leave the way from \p From to the loops.
void Guard::collectLeavingEdges(BasicBlock *From) {
  BasicBlock *To = G.Branch->getParent();
  SmallPtrSet<BasicBlock *, 16> Reaching = {To};
  SmallVector<BasicBlock *, 16> Worklist = {To};
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (BB == From)
      continue;
    for (BasicBlock *Pred : predecessors(BB))
      if (Reaching.insert(Pred).second)
        Worklist.push_back(Pred);
  }
  SmallPtrSet<BasicBlock *, 16> Seen = {From};
  Worklist = {From};
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (BB == To)
      continue;
    for (BasicBlock *Succ : successors(BB)) {
      if (!Reaching.contains(Succ))
        LeavingEdges.push_back({BB, Succ});
      else if (Seen.insert(Succ).second)
        Worklist.push_back(Succ);
    }
  }
}

/// Whether original allocations are made only if they are needed, with a
/// decision in front of \p Point.
bool Guard::movesOriginals(const Instruction *Point) const {
  return !G.Replaced.empty() && all_of(G.Replaced, [&](CallBase *A) {
    return A == Point || DT.dominates(Point, A);
  });
}

/// Whether the decision can be taken in front of \p Point, once for each time
/// that the loops are reached.
bool Guard::canDecideAt(Instruction *Point) {
  Slice.clear();
  LeavingEdges.clear();
  if (Point == G.Branch)
    return true;
  BasicBlock *BB = Point->getParent();
  if (!DT.dominates(Point, G.Branch) ||
      LI.getLoopFor(BB) != LI.getLoopFor(G.Branch->getParent()))
    return false;
  if (!collectSlice(G.Branch->getCondition(), Point, 0) ||
      !collectSlice(G.Overflow, Point, 0))
    return false;
  for (CallInst *Allocation : G.Allocations)
    if (!collectSlice(Allocation->getArgOperand(0), Point, 0))
      return false;
  if (BB != G.Branch->getParent())
    collectLeavingEdges(BB);
  // An original allocation that is not made throws nothing, and if it is made
  // there are no new arrays.
  if (movesOriginals(Point))
    erase_if(LeavingEdges, [&](const auto &Edge) {
      auto *Invoke = dyn_cast<InvokeInst>(Edge.first->getTerminator());
      return Invoke && Edge.second == Invoke->getUnwindDest() &&
             is_contained(G.Replaced, Invoke);
    });
  return none_of(LeavingEdges, [](const auto &Edge) {
    return (Edge.second->isEHPad() && !Edge.second->isLandingPad()) ||
           isa<IndirectBrInst>(Edge.first->getTerminator());
  });
}

void Guard::emitFrees(Instruction *Before) {
  IRBuilder<> B(Before);
  FunctionCallee Free =
      F.getParent()->getOrInsertFunction("free", B.getVoidTy(), B.getPtrTy());
  for (Value *Pointer : Pointers)
    B.CreateCall(Free, Pointer);
}

/// Emits the check and the allocations in front of \p Point and sets Fast and
/// Pointers, valid from there on.
void Guard::emitDecision(Instruction *Point) {
  for (Instruction *I : Slice)
    I->moveBefore(Point->getIterator());
  IRBuilder<> B(Point);
  Value *Wanted = B.CreateAnd(G.Branch->getCondition(), B.CreateNot(G.Overflow),
                              "smolly.wanted");
  if (G.Allocations.empty()) {
    Fast = Wanted;
    return;
  }
  BasicBlock *Before = Point->getParent();
  BasicBlock *After = SplitBlock(Before, Point->getIterator());
  for (auto &Edge : LeavingEdges)
    if (Edge.first == Before)
      Edge.first = After;
  BasicBlock *Allocate =
      BasicBlock::Create(F.getContext(), "smolly.allocate", &F, After);
  BasicBlock *GiveUp =
      BasicBlock::Create(F.getContext(), "smolly.giveup", &F, After);
  Before->getTerminator()->eraseFromParent();
  B.SetInsertPoint(Before);
  B.CreateCondBr(Wanted, Allocate, After);

  B.SetInsertPoint(Allocate);
  Value *Complete = B.getTrue();
  Instruction *End = B.CreateUnreachable();
  for (CallInst *Allocation : G.Allocations)
    Allocation->moveBefore(End->getIterator());
  B.SetInsertPoint(End);
  for (CallInst *Allocation : G.Allocations)
    Complete = B.CreateAnd(Complete, B.CreateIsNotNull(Allocation));
  B.CreateCondBr(Complete, After, GiveUp);
  End->eraseFromParent();

  B.SetInsertPoint(GiveUp);
  Instruction *Back = B.CreateBr(After);
  Pointers.assign(G.Allocations.begin(), G.Allocations.end());
  emitFrees(Back);

  B.SetInsertPoint(After, After->begin());
  PHINode *Decision = B.CreatePHI(B.getInt1Ty(), 3, "smolly.fast");
  Decision->addIncoming(B.getFalse(), Before);
  Decision->addIncoming(B.getTrue(), Allocate);
  Decision->addIncoming(B.getFalse(), GiveUp);
  Fast = Decision;
  for (Value *&Pointer : Pointers) {
    PHINode *Merged = B.CreatePHI(B.getPtrTy(), 3, "smolly.array");
    Pointer->replaceUsesWithIf(Merged, [&](Use &U) {
      const BasicBlock *BB = cast<Instruction>(U.getUser())->getParent();
      return BB != Allocate && BB != GiveUp;
    });
    Merged->addIncoming(ConstantPointerNull::get(B.getPtrTy()), Before);
    Merged->addIncoming(Pointer, Allocate);
    Merged->addIncoming(ConstantPointerNull::get(B.getPtrTy()), GiveUp);
    Pointer = Merged;
  }
}

void Guard::freeOnEdges() {
  if (Pointers.empty())
    return;
  MapVector<BasicBlock *, SmallVector<BasicBlock *, 4>> Throwing;
  for (auto [From, To] : LeavingEdges) {
    // One block may have the same successor twice; the second time round the
    // edge is gone.
    if (!is_contained(successors(From), To))
      continue;
    if (To->isLandingPad())
      Throwing[To].push_back(From);
    else
      emitFrees(SplitEdge(From, To)->getTerminator());
  }
  // What lands there from elsewhere gets a landing pad of its own.
  for (auto &[Pad, From] : Throwing) {
    SmallVector<BasicBlock *, 2> Split = {Pad};
    if (any_of(predecessors(Pad), [&, &From = From](BasicBlock *BB) {
          return !is_contained(From, BB);
        })) {
      Split.clear();
      SplitLandingPadPredecessors(Pad, From, ".smolly", ".rest", Split);
    }
    emitFrees(&*Split.front()->getFirstInsertionPt());
  }
}

void Guard::freeBehindLoops() { emitFrees(G.Exit->getTerminator()); }

/// Makes an original allocation happen only when the original loops will run.
void Guard::moveOriginal(CallBase *Allocation) {
  PHINode *Merged = allocateUnless(Allocation, Fast);
  IRBuilder<> B(Merged);
  for (User *U : make_early_inc_range(Merged->users())) {
    auto *Check = dyn_cast<ICmpInst>(U);
    if (!Check || !Check->isEquality())
      continue;
    B.SetInsertPoint(Check->getNextNode());
    bool IsEqual = Check->getPredicate() == ICmpInst::ICMP_EQ;
    Value *Guarded = IsEqual ? B.CreateAnd(Check, B.CreateNot(Fast))
                             : B.CreateOr(Check, Fast);
    Check->replaceUsesWithIf(Guarded, [&](Use &Checked) {
      auto *Binary = dyn_cast<Instruction>(Guarded);
      return Checked.getUser() != Binary;
    });
  }
}

/// Lets \p Fill write nothing where its array was not allocated.
void Guard::skipFill(MemSetInst *Fill) {
  IRBuilder<> B(Fill);
  Value *Length = Fill->getLength();
  Fill->setLength(
      B.CreateSelect(Fast, Constant::getNullValue(Length->getType()), Length));
}

/// That of \p Points that dominates the others; null if none does.
Instruction *Guard::firstOf(ArrayRef<Instruction *> Points) {
  for (Instruction *First : Points)
    if (all_of(Points, [&](Instruction *I) {
          return I == First || DT.dominates(First, I);
        }))
      return First;
  return nullptr;
}

/// Where to decide: as early as the first replaced allocation if possible, at
/// the first dependent at the latest. Null if that is not possible either.
Instruction *Guard::choosePoint() {
  SmallVector<Instruction *, 4> Latest(G.Dependents.begin(),
                                       G.Dependents.end());
  Latest.push_back(G.Branch);
  if (!G.Replaced.empty()) {
    SmallVector<Instruction *, 4> All = Latest;
    All.append(G.Replaced.begin(), G.Replaced.end());
    if (Instruction *Point = firstOf(All); Point && canDecideAt(Point))
      return Point;
  }
  Instruction *Point = firstOf(Latest);
  return Point && canDecideAt(Point) ? Point : nullptr;
}

/// Whether somebody could see that \p I was executed. The allocations of the
/// new arrays are not part of the program.
bool Guard::hasEffect(const Instruction &I) const {
  return I.mayHaveSideEffects() && !I.isLifetimeStartOrEnd() &&
         !is_contained(G.Allocations, &I);
}

/// The first instruction that has an effect, or from which there are several
/// ways on. Null if a loop comes first.
Instruction *Guard::firstEffect() {
  BasicBlock *BB = &F.getEntryBlock();
  while (BB && !LI.getLoopFor(BB)) {
    auto First =
        find_if(*BB, [&](const Instruction &I) { return hasEffect(I); });
    if (First != BB->end())
      return &*First;
    BasicBlock *Next = BB->getSingleSuccessor();
    if (!Next || Next->getSinglePredecessor() != BB)
      return BB->getTerminator();
    BB = Next;
  }
  return nullptr;
}

/// Whether nothing has an effect, and no loop is, on any way to \p Point.
bool Guard::isFirst(const Instruction *Point) {
  auto IsQuiet = [&](BasicBlock::const_iterator Begin,
                     BasicBlock::const_iterator End) {
    return none_of(make_range(Begin, End),
                   [&](const Instruction &I) { return hasEffect(I); });
  };
  const BasicBlock *To = Point->getParent();
  if (LI.getLoopFor(To) || !IsQuiet(To->begin(), Point->getIterator()))
    return false;
  SmallPtrSet<const BasicBlock *, 16> Seen = {To};
  SmallVector<const BasicBlock *, 16> Worklist = {To};
  while (!Worklist.empty())
    for (const BasicBlock *Pred : predecessors(Worklist.pop_back_val()))
      if (Seen.insert(Pred).second) {
        if (LI.getLoopFor(Pred) || !IsQuiet(Pred->begin(), Pred->end()))
          return false;
        Worklist.push_back(Pred);
      }
  return true;
}

/// Whether \p To is executed whenever \p From is.
bool Guard::isBoundToReach(const Instruction *From, const Instruction *To) {
  return PostDominatorTree(F).dominates(To->getParent(), From->getParent());
}

/// Whether a call on the way from \p Point to the loops may leave the function
/// by an exception without a landing pad, where new arrays could be freed.
bool Guard::mayThrowBehind(Instruction *Point) const {
  auto MayThrow = [&](const Instruction &I) {
    const auto *Call = dyn_cast<CallInst>(&I);
    return Call && mayThrowHere(*Call) && !is_contained(G.Replaced, Call);
  };
  BasicBlock *From = Point->getParent(), *To = G.Branch->getParent();
  if (any_of(make_range(Point->getIterator(), From->end()), MayThrow))
    return true;
  if (From == To)
    return false;
  std::optional<Blocks> Between = blocksBetween(From, To);
  return !Between || any_of(*Between, [&](const BasicBlock *BB) {
    return any_of(*BB, MayThrow);
  });
}

/// A place to decide where the function could still start over, \p Point if
/// possible; null if there is none.
Instruction *Guard::restartPoint(Instruction *Point) {
  if (isFirst(Point))
    return Point;
  Instruction *First = firstEffect();
  bool IsPossible = First && isBoundToReach(First, Point) &&
                    (G.Allocations.empty() || !mayThrowBehind(First)) &&
                    canDecideAt(First);
  return IsPossible ? First : nullptr;
}

/// Puts what follows the decision in front of \p Point into a block of its own;
/// returns the branch to it.
BranchInst *Guard::splitBehindDecision(Instruction *Point) {
  BasicBlock *Before = Point->getParent();
  BasicBlock *Rest = SplitBlock(Before, Point->getIterator());
  for (auto &Edge : LeavingEdges)
    if (Edge.first == Before)
      Edge.first = Rest;
  return cast<BranchInst>(Before->getTerminator());
}

GuardResult Guard::run(bool MayRestart) {
  GuardResult Result;
  Instruction *Point = choosePoint();
  if (!Point)
    return Result;
  Instruction *Restart = MayRestart ? restartPoint(Point) : nullptr;
  if (Restart)
    Point = Restart;
  if (!canDecideAt(Point))
    return Result;
  bool MovesOriginals = movesOriginals(Point);
  emitDecision(Point);
  if (Restart)
    Result.Restart = splitBehindDecision(Point);
  G.Branch->setCondition(Fast);
  freeOnEdges();
  freeBehindLoops();
  if (MovesOriginals) {
    for (CallBase *Allocation : G.Replaced)
      moveOriginal(Allocation);
    for (MemSetInst *Fill : G.ZeroFills)
      skipFill(Fill);
  }
  Result.Fast = Fast;
  return Result;
}

GuardResult smolly::guardAllocations(Function &F, GeneratedScop &G,
                                     const TargetLibraryInfo &TLI,
                                     bool MayRestart) {
  return Guard(F, G, TLI).run(MayRestart);
}

bool smolly::canDecideAt(Function &F, GeneratedScop &G,
                         const TargetLibraryInfo &TLI, Instruction *Point) {
  return Guard(F, G, TLI).canDecideAt(Point);
}
