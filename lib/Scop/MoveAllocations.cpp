//===- MoveAllocations.cpp - Allocate first, free last --------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements MoveAllocations.h.
///
//===----------------------------------------------------------------------===//

#include "MoveAllocations.h"
#include "FiniteLoops.h"
#include "RegionEffects.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace smolly;

/// Blocks that are reached where there is no memory.
static constexpr unsigned MaxFailing = 16;
/// Calls and exits that are moved.
static constexpr unsigned MaxMoves = 64;

namespace {

/// An end of a block from where the function may give up: where an allocation
/// throws, where there is no memory, or where sizes are not what they should
/// be.
struct Exit {
  Instruction *End = nullptr;
  BasicBlock *Failure = nullptr, *Success = nullptr;

  /// What has to be known there.
  iterator_range<Use *> needed() const {
    if (auto *Invoke = dyn_cast<InvokeInst>(End))
      return Invoke->args();
    return make_range(&End->getOperandUse(0), &End->getOperandUse(1));
  }
};

/// Where to something moves, and what moves with it, operands first.
struct Target {
  BasicBlock *Place = nullptr;
  SmallSetVector<Instruction *, 8> Slice;
  /// Fill arrays that move, and move behind their allocations.
  SmallVector<MemSetInst *, 2> Fills;
  /// What is freed on the way; where an exit fails before, it is there.
  SmallVector<CallInst *, 4> Freed;
};

class AllocationMover {
public:
  AllocationMover(Function &F, FunctionAnalysisManager &FAM)
      : DT(FAM.getResult<DominatorTreeAnalysis>(F)),
        PDT(FAM.getResult<PostDominatorTreeAnalysis>(F)),
        LI(FAM.getResult<LoopAnalysis>(F)),
        TLI(FAM.getResult<TargetLibraryAnalysis>(F)),
        Effects(DT, LI, FAM.getResult<ScalarEvolutionAnalysis>(F), TLI) {}

  bool moveUp(const Exit &E);
  bool moveUp(CallInst &Allocation);
  bool moveDown(CallInst &Deallocation);

private:
  bool isAheadOfLoops(const CallInst &Deallocation) const;
  bool canSkip(const Exit &E, const Blocks &Region, Target &T) const;
  bool canThrowBefore(const Blocks &Region, const Instruction *Moved,
                      Target &T) const;
  bool collectFreed(const Blocks &Region, Target &T) const;
  bool collectSlice(Value *V, const Instruction *Point,
                    SmallSetVector<Instruction *, 8> &Slice,
                    const BasicBlock *Home) const;
  Target findTarget(Instruction *Moved, iterator_range<Use *> Needed,
                    const Exit *E) const;
  void addFills(Target &T, const Instruction *Moved,
                iterator_range<BasicBlock::iterator> Code);

  DominatorTree &DT;
  PostDominatorTree &PDT;
  LoopInfo &LI;
  const TargetLibraryInfo &TLI;
  RegionEffects Effects;
};

} // namespace

/// Whether \p Condition asks whether an allocation has failed.
static bool isTest(const Value *Condition, const TargetLibraryInfo &TLI,
                   unsigned Depth = 4) {
  if (const auto *Compare = dyn_cast<ICmpInst>(Condition))
    return isa<ConstantPointerNull>(Compare->getOperand(1)) &&
           isAllocLikeFn(Compare->getOperand(0), &TLI);
  const auto *Logic = dyn_cast<BinaryOperator>(Condition);
  return Logic && Depth > 0 &&
         any_of(Logic->operand_values(), [&](const Value *Part) {
           return isTest(Part, TLI, Depth - 1);
         });
}

/// Gathers in \p Slice what \p V is computed from and is not known at \p Point,
/// operands first. Allocations in \p Home are part of it. False if it cannot be
/// computed there.
bool AllocationMover::collectSlice(Value *V, const Instruction *Point,
                                   SmallSetVector<Instruction *, 8> &Slice,
                                   const BasicBlock *Home) const {
  constexpr unsigned MaxSlice = 16;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || DT.dominates(I, Point) || Slice.contains(I))
    return true;
  auto *Call = dyn_cast<CallInst>(I);
  bool IsAllocation =
      Call && Call->getParent() == Home && isAllocLikeFn(Call, &TLI);
  if (Slice.size() >= MaxSlice || isa<PHINode>(I) ||
      (!IsAllocation &&
       (I->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(I))))
    return false;
  for (Value *Operand : Call ? Call->args() : I->operands())
    if (!collectSlice(Operand, Point, Slice, Home))
      return false;
  Slice.insert(I);
  return true;
}

/// Gathers what \p Region frees that was there before it. False if it might not
/// be freed.
bool AllocationMover::collectFreed(const Blocks &Region, Target &T) const {
  for (BasicBlock *BB : Region)
    for (Instruction &I : *BB) {
      auto *Call = dyn_cast<CallInst>(&I);
      const Value *Freed = Call ? getFreedOperand(Call, &TLI) : nullptr;
      if (!Freed)
        continue;
      const auto *Object = dyn_cast<CallBase>(getUnderlyingObject(Freed));
      if (Object &&
          Region.contains(const_cast<BasicBlock *>(Object->getParent())))
        continue;
      if (!PDT.dominates(BB, T.Place) ||
          LI.getLoopFor(BB) != LI.getLoopFor(T.Place) ||
          !all_of(Call->args(), [&](const Use &Arg) {
            return !isa<Instruction>(Arg) ||
                   DT.dominates(cast<Instruction>(Arg),
                                T.Place->getTerminator());
          }))
        return false;
      T.Freed.push_back(Call);
    }
  // In the order of the program: each of them is on all ways.
  llvm::sort(T.Freed, [&](const CallInst *A, const CallInst *B) {
    return DT.dominates(A, B);
  });
  return true;
}

/// Whether what happens where \p E fails can happen without \p Region, which is
/// in front of it, if what \p T says moves along: nobody asks what it did.
bool AllocationMover::canSkip(const Exit &E, const Blocks &Region,
                              Target &T) const {
  Objects Written;
  if (!Effects.isUnseen(Region, E.End, Written) || !collectFreed(Region, T))
    return false;
  // Where there is no memory, errno says so.
  auto *Branch = dyn_cast<BranchInst>(E.End);
  if (Branch && !isTest(Branch->getCondition(), TLI) &&
      Effects.maySetErrno(Region))
    return false;
  Blocks Reached;
  Reached.insert(E.Failure);
  auto IsKnown = [&](const Value *V) {
    auto *I = const_cast<Instruction *>(dyn_cast<Instruction>(V));
    return !I || T.Slice.contains(I) || !Region.contains(I->getParent());
  };
  for (unsigned Next = 0; Next < Reached.size(); ++Next) {
    BasicBlock *BB = Reached[Next];
    if (BB == E.Success || Region.contains(BB) || Reached.size() > MaxFailing)
      return false;
    for (const Instruction &I : *BB) {
      if (const auto *Phi = dyn_cast<PHINode>(&I)) {
        for (auto [In, From] : zip(Phi->incoming_values(), Phi->blocks()))
          if ((From == E.End->getParent() || Reached.contains(From)) &&
              !IsKnown(In))
            return false;
        continue;
      }
      if (!all_of(I.operands(), [&](const Use &U) { return IsKnown(U.get()); }))
        return false;
      if (Effects.mayRead(I, Written))
        return false;
    }
    for (BasicBlock *After : successors(BB))
      Reached.insert(After);
  }
  return true;
}

/// Whether \p Moved, which is no exit, can leave the function by an exception
/// before \p Region, if it can at all: callers see neither that the region did
/// not happen, nor memory that it would have freed.
bool AllocationMover::canThrowBefore(const Blocks &Region,
                                     const Instruction *Moved,
                                     Target &T) const {
  Objects Written;
  return !mayThrowHere(*cast<CallInst>(Moved)) ||
         (Effects.isUnseen(Region, Moved, Written) && collectFreed(Region, T) &&
          T.Freed.empty());
}

/// Where \p Moved can happen as well, in front of loops: as early as possible.
/// \p Needed is what has to be known there, \p E, if it is given, the exit that
/// it is.
Target AllocationMover::findTarget(Instruction *Moved,
                                   iterator_range<Use *> Needed,
                                   const Exit *E) const {
  BasicBlock *Home = Moved->getParent();
  Target Best;
  for (DomTreeNode *Node = DT.getNode(Home)->getIDom(); Node;
       Node = Node->getIDom()) {
    Target T;
    T.Place = Node->getBlock();
    if (LI.getLoopFor(T.Place) != LI.getLoopFor(Home))
      continue;
    auto Region = blocksBetween(T.Place, Home);
    if (!Region || !PDT.dominates(Home, T.Place) ||
        isa<CallBase>(T.Place->getTerminator()) ||
        !Effects.isQuiet(*Region, Moved) ||
        !all_of(Needed,
                [&](Use &U) {
                  return collectSlice(U.get(), T.Place->getTerminator(),
                                      T.Slice, E ? Home : nullptr);
                }) ||
        !(E ? canSkip(*E, *Region, T) : canThrowBefore(*Region, Moved, T))) {
      // Between loops it would only keep others apart than before.
      auto Left =
          Best.Place ? blocksBetween(T.Place, Best.Place) : std::nullopt;
      if (Left && Effects.hasLoop(*Left, Home) &&
          Effects.isQuiet(*Left, Best.Place->getTerminator()))
        return Target();
      break;
    }
    if (Effects.hasLoop(*Region, Home))
      Best = std::move(T);
  }
  return Best;
}

/// Lets what \p Code begins with and fills arrays whose allocations move, as
/// that of \p Moved does, move with them as far as it can.
void AllocationMover::addFills(Target &T, const Instruction *Moved,
                               iterator_range<BasicBlock::iterator> Code) {
  const Instruction *End = T.Place->getTerminator();
  for (Instruction &I : Code) {
    if (!I.mayReadOrWriteMemory() || I.isDebugOrPseudoInst())
      continue;
    auto *Fill = dyn_cast<MemSetInst>(&I);
    auto *Array = Fill ? dyn_cast<CallBase>(Fill->getRawDest()) : nullptr;
    SmallSetVector<Instruction *, 8> Slice = T.Slice;
    if (!Array || (Array != Moved && !Slice.contains(Array)) ||
        !isAllocLikeFn(Array, &TLI) || Fill->isVolatile() ||
        !collectSlice(Fill->getLength(), End, Slice, nullptr) ||
        !collectSlice(Fill->getValue(), End, Slice, nullptr))
      return;
    T.Fills.push_back(Fill);
    T.Slice = std::move(Slice);
  }
}

bool AllocationMover::moveUp(CallInst &Allocation) {
  Target T = findTarget(&Allocation, Allocation.args(), nullptr);
  if (!T.Place)
    return false;
  addFills(T, &Allocation,
           make_range(std::next(Allocation.getIterator()),
                      Allocation.getParent()->end()));
  Instruction *End = T.Place->getTerminator();
  for (Instruction *I : T.Slice)
    I->moveBefore(End->getIterator());
  Allocation.moveBefore(End->getIterator());
  for (MemSetInst *Fill : T.Fills)
    Fill->moveBefore(End->getIterator());
  return true;
}

bool AllocationMover::moveUp(const Exit &E) {
  Target T = findTarget(E.End, E.needed(), &E);
  if (!T.Place)
    return false;
  BasicBlock *Home = E.End->getParent();
  if (E.Success->getSinglePredecessor())
    addFills(T, E.End, make_range(E.Success->begin(), E.Success->end()));
  Instruction *End = T.Place->getTerminator();
  for (Instruction *I : T.Slice)
    I->moveBefore(End->getIterator());
  BasicBlock *Rest = SplitBlock(T.Place, End);
  Instruction *Old = T.Place->getTerminator();
  E.End->moveBefore(Old->getIterator());
  Old->eraseFromParent();
  E.End->replaceSuccessorWith(E.Success, Rest);
  BranchInst::Create(E.Success, Home);
  E.Failure->replacePhiUsesWith(Home, T.Place);
  for (MemSetInst *Fill : T.Fills)
    Fill->moveBefore(End->getIterator());
  if (T.Freed.empty())
    return true;
  // What is freed behind the exit now was freed before.
  BasicBlock *Failing = E.Failure;
  if (E.Failure->getSinglePredecessor() != T.Place) {
    if (E.Failure->isLandingPad()) {
      SmallVector<BasicBlock *, 2> Split;
      SplitLandingPadPredecessors(E.Failure, {T.Place}, ".smolly", ".rest",
                                  Split);
      Failing = Split.front();
    } else {
      Failing = SplitEdge(T.Place, E.Failure);
    }
  }
  BasicBlock::iterator Behind = Failing->getFirstInsertionPt();
  for (CallInst *Call : T.Freed)
    Call->clone()->insertBefore(Behind);
  return true;
}

/// Whether no loop is in front of \p Deallocation that could be together with
/// those behind it: something that everybody sees is in between.
bool AllocationMover::isAheadOfLoops(const CallInst &Deallocation) const {
  const BasicBlock *BB = Deallocation.getParent();
  const Loop *L = LI.getLoopFor(BB);
  BasicBlock::const_iterator End = Deallocation.getIterator();
  while (all_of(make_range(BB->begin(), End),
                [&](const Instruction &I) { return Effects.isQuiet(I); })) {
    BB = BB->getSinglePredecessor();
    if (!BB || LI.getLoopFor(BB) != L)
      return false;
    End = BB->end();
  }
  return true;
}

bool AllocationMover::moveDown(CallInst &Deallocation) {
  if (isAheadOfLoops(Deallocation))
    return false;
  BasicBlock *Home = Deallocation.getParent();
  BasicBlock *Place = nullptr;
  for (DomTreeNode *Node = PDT.getNode(Home)->getIDom();
       Node && Node->getBlock(); Node = Node->getIDom()) {
    BasicBlock *BB = Node->getBlock();
    if (LI.getLoopFor(BB) != LI.getLoopFor(Home))
      continue;
    auto Region =
        DT.dominates(Home, BB) ? blocksBetween(Home, BB) : std::nullopt;
    if (!Region || !Effects.isQuiet(*Region, &*BB->getFirstInsertionPt()) ||
        !all_of(make_range(Deallocation.getIterator(), Home->end()),
                [&](const Instruction &I) { return Effects.isQuiet(I); }))
      break;
    if (Effects.hasLoop(*Region, Home))
      Place = BB;
  }
  if (!Place)
    return false;
  // What is in the block itself may belong to the loops.
  auto End = std::find_if(Place->getFirstInsertionPt(), Place->end(),
                          [&](const Instruction &I) {
                            return I.isTerminator() || !Effects.isQuiet(I);
                          });
  Deallocation.moveBefore(End);
  return true;
}

/// Over how many blocks, \p Failure being the first, the function comes to an
/// end without getting to \p Success; unless \p MayReturn, by an exception or
/// exit. More than MaxFailing if it does not.
static unsigned blocksToEnd(BasicBlock *Failure, const BasicBlock *Success,
                            bool MayReturn) {
  Blocks Reached;
  Reached.insert(Failure);
  for (unsigned Next = 0; Next < Reached.size(); ++Next) {
    BasicBlock *BB = Reached[Next];
    if (BB == Success || Reached.size() > MaxFailing ||
        (!MayReturn && isa<ReturnInst>(BB->getTerminator())))
      return MaxFailing + 1;
    Reached.insert_range(successors(BB));
  }
  return Reached.size();
}

/// The exit at the end of \p BB, if there is one.
static std::optional<Exit> findExit(BasicBlock &BB,
                                    const TargetLibraryInfo &TLI) {
  Instruction *End = BB.getTerminator();
  if (auto *Invoke = dyn_cast<InvokeInst>(End)) {
    if (isAllocLikeFn(Invoke, &TLI) && Invoke->getUnwindDest()->isLandingPad())
      return Exit{End, Invoke->getUnwindDest(), Invoke->getNormalDest()};
    return std::nullopt;
  }
  auto *Branch = dyn_cast<BranchInst>(End);
  if (!Branch || !Branch->isConditional())
    return std::nullopt;
  // Others that return may be conditions of loops.
  bool MayReturn = isTest(Branch->getCondition(), TLI);
  BasicBlock *First = Branch->getSuccessor(0),
             *Second = Branch->getSuccessor(1);
  unsigned ToEnd = blocksToEnd(First, Second, MayReturn);
  unsigned ToOther = blocksToEnd(Second, First, MayReturn);
  if (std::min(ToEnd, ToOther) > MaxFailing)
    return std::nullopt;
  return ToEnd < ToOther ? Exit{End, First, Second} : Exit{End, Second, First};
}

/// Moves calls and exits of one function, up to MaxMoves.
static bool moveOne(Function &F, FunctionAnalysisManager &FAM,
                    function_ref<bool(AllocationMover &)> Move,
                    unsigned &Moves) {
  if (Moves >= MaxMoves)
    return false;
  AllocationMover Mover(F, FAM);
  if (!Move(Mover))
    return false;
  ++Moves;
  FAM.invalidate(F, PreservedAnalyses::none());
  return true;
}

static SmallVector<BasicBlock *, 32> inReversePostOrder(Function &F) {
  ReversePostOrderTraversal<Function *> Traversal(&F);
  return {Traversal.begin(), Traversal.end()};
}

/// Whether \p F has loops, and no cycles that are none.
static bool hasLoops(Function &F, FunctionAnalysisManager &FAM) {
  const auto &LI = FAM.getResult<LoopAnalysis>(F);
  return !LI.empty() && !hasUnknownCycles(F, LI);
}

bool smolly::moveDeallocations(Function &F, FunctionAnalysisManager &FAM) {
  if (!hasLoops(F, FAM))
    return false;
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  SmallVector<CallInst *, 8> Deallocations;
  for (BasicBlock *BB : inReversePostOrder(F))
    for (Instruction &I : *BB)
      if (auto *Call = dyn_cast<CallInst>(&I);
          Call && getFreedOperand(Call, &TLI))
        Deallocations.push_back(Call);
  unsigned Moves = 0;
  for (CallInst *Call : reverse(Deallocations))
    moveOne(
        F, FAM, [&](AllocationMover &Mover) { return Mover.moveDown(*Call); },
        Moves);
  return Moves > 0;
}

/// Moves allocations up, and exits with them.
static bool moveUp(Function &F, FunctionAnalysisManager &FAM) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  unsigned Moves = 0;
  for (BasicBlock *BB : inReversePostOrder(F)) {
    std::optional<Exit> E = findExit(*BB, TLI);
    bool IsStuck =
        E &&
        !moveOne(
            F, FAM, [&](AllocationMover &Mover) { return Mover.moveUp(*E); },
            Moves);
    // An allocation that is tested moves with its test or not at all. What
    // fills its array may move along.
    SmallVector<CallInst *, 4> Allocations;
    for (Instruction &I : *BB)
      if (auto *Call = dyn_cast<CallInst>(&I);
          Call && isAllocLikeFn(Call, &TLI) &&
          !(IsStuck && any_of(Call->users(), IsaPred<ICmpInst>)))
        Allocations.push_back(Call);
    for (CallInst *Call : Allocations)
      moveOne(
          F, FAM, [&](AllocationMover &Mover) { return Mover.moveUp(*Call); },
          Moves);
  }
  return Moves > 0;
}

bool smolly::moveAllocations(Function &F, FunctionAnalysisManager &FAM) {
  if (!hasLoops(F, FAM))
    return false;
  bool Changed = moveUp(F, FAM);
  return moveDeallocations(F, FAM) || Changed;
}
