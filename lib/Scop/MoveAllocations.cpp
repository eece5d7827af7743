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
#include "smolly/Scop/MathErrors.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace smolly;

/// No more blocks than this are looked at for one move.
static constexpr unsigned MaxBlocks = 200;
/// Blocks that are reached where there is no memory.
static constexpr unsigned MaxFailing = 16;
/// Calls that are moved.
static constexpr unsigned MaxMoves = 64;

namespace {

using Blocks = SmallSetVector<BasicBlock *, 16>;

/// The test behind an allocation, and where it leads.
struct NullTest {
  BranchInst *Branch = nullptr;
  ICmpInst *Compare = nullptr;
  BasicBlock *Failure = nullptr, *Success = nullptr;
};

class AllocationMover {
public:
  AllocationMover(Function &F, FunctionAnalysisManager &FAM)
      : DT(FAM.getResult<DominatorTreeAnalysis>(F)),
        PDT(FAM.getResult<PostDominatorTreeAnalysis>(F)),
        LI(FAM.getResult<LoopAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
        TLI(FAM.getResult<TargetLibraryAnalysis>(F)) {}

  bool moveUp(CallInst &Allocation);
  bool moveDown(CallInst &Deallocation);

private:
  std::optional<Blocks> between(BasicBlock *First, BasicBlock *Last) const;
  bool hasLoop(const Blocks &Region, const BasicBlock *Outside) const;
  bool isQuiet(const Instruction &I, bool MayBeSeen) const;
  bool isQuiet(const Blocks &Region, const Instruction *End,
               bool MayBeSeen) const;
  bool canSkip(const NullTest &Test, const Blocks &Region,
               const Instruction *Allocation) const;
  bool collectSize(Value *V, const Instruction *Point,
                   SmallSetVector<Instruction *, 8> &Slice) const;

  DominatorTree &DT;
  PostDominatorTree &PDT;
  LoopInfo &LI;
  ScalarEvolution &SE;
  const TargetLibraryInfo &TLI;
};

} // namespace

/// The blocks on ways from the end of \p First, which dominates \p Last, to
/// that, which is among them.
std::optional<Blocks> AllocationMover::between(BasicBlock *First,
                                               BasicBlock *Last) const {
  Blocks Region;
  Region.insert(Last);
  for (unsigned Next = 0; Next < Region.size(); ++Next)
    for (BasicBlock *Before : predecessors(Region[Next]))
      if (Before != First)
        Region.insert(Before);
  if (Region.size() > MaxBlocks)
    return std::nullopt;
  return Region;
}

/// Whether \p Region has a loop that \p Outside is not in.
bool AllocationMover::hasLoop(const Blocks &Region,
                              const BasicBlock *Outside) const {
  const Loop *Around = LI.getLoopFor(Outside);
  return any_of(Region,
                [&](BasicBlock *BB) { return LI.getLoopFor(BB) != Around; });
}

/// Whether nobody can tell that \p I happens but from memory, and then, unless
/// \p MayBeSeen, only from that of arrays that this function alone knows.
bool AllocationMover::isQuiet(const Instruction &I, bool MayBeSeen) const {
  if (const auto *Call = dyn_cast<CallInst>(&I);
      Call && (isAllocLikeFn(Call, &TLI) || getFreedOperand(Call, &TLI) ||
               mathErrors(*Call, TLI) != NoErrors))
    return true;
  if (!isGuaranteedToTransferExecutionToSuccessor(&I) || I.isVolatile() ||
      I.isAtomic())
    return false;
  if (!I.mayWriteToMemory())
    return true;
  if (isa<IntrinsicInst>(I) && !isa<MemIntrinsic>(I))
    return I.isLifetimeStartOrEnd() || I.isDebugOrPseudoInst();
  const Value *Written = nullptr;
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    Written = Store->getPointerOperand();
  else if (const auto *Memory = dyn_cast<MemIntrinsic>(&I))
    Written = Memory->getRawDest();
  if (!Written || MayBeSeen)
    return Written;
  const Value *Object = getUnderlyingObject(Written);
  return (isa<AllocaInst>(Object) || isAllocationFn(Object, &TLI)) &&
         !PointerMayBeCaptured(Object, /*ReturnCaptures=*/true);
}

/// The same for all of \p Region, of its first block only what is in front of
/// \p End.
bool AllocationMover::isQuiet(const Blocks &Region, const Instruction *End,
                              bool MayBeSeen) const {
  return all_of(Region, [&](const BasicBlock *BB) {
    return comesToAnEnd(*BB, LI, SE) &&
           all_of(make_range(BB->begin(), BB == End->getParent()
                                              ? End->getIterator()
                                              : BB->end()),
                  [&](const Instruction &I) { return isQuiet(I, MayBeSeen); });
  });
}

/// Gathers in \p Slice what \p V is computed from and is not known at \p Point,
/// operands first. False if it cannot be computed there.
bool AllocationMover::collectSize(
    Value *V, const Instruction *Point,
    SmallSetVector<Instruction *, 8> &Slice) const {
  constexpr unsigned MaxSlice = 16;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || DT.dominates(I, Point) || Slice.contains(I))
    return true;
  if (Slice.size() >= MaxSlice || isa<PHINode>(I) ||
      I->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(I))
    return false;
  for (Value *Operand : I->operands())
    if (!collectSize(Operand, Point, Slice))
      return false;
  Slice.insert(I);
  return true;
}

/// The test whether \p Allocation, which nothing but it asks for, has failed.
static std::optional<NullTest> findTest(CallInst &Allocation) {
  auto *Branch = dyn_cast<BranchInst>(Allocation.getParent()->getTerminator());
  if (!Branch || !Branch->isConditional())
    return std::nullopt;
  auto *Compare = dyn_cast<ICmpInst>(Branch->getCondition());
  if (!Compare || !Compare->hasOneUse() || !Compare->isEquality() ||
      Compare->getOperand(0) != &Allocation ||
      !isa<ConstantPointerNull>(Compare->getOperand(1)))
    return std::nullopt;
  bool IsEqual = Compare->getPredicate() == ICmpInst::ICMP_EQ;
  NullTest Test{Branch, Compare, Branch->getSuccessor(IsEqual ? 0 : 1),
                Branch->getSuccessor(IsEqual ? 1 : 0)};
  if (Test.Failure == Test.Success || !Test.Failure->getSinglePredecessor() ||
      isa<PHINode>(Test.Failure->front()))
    return std::nullopt;
  return Test;
}

/// Whether \p I may read, or lets others read, memory of the function's own.
static bool mayReadOwn(const Instruction &I, const TargetLibraryInfo &TLI) {
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return !isa<GlobalVariable>(getUnderlyingObject(Load->getPointerOperand()));
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || Call->isLifetimeStartOrEnd() || Call->isDebugOrPseudoInst())
    return false;
  return any_of(Call->args(), [&](const Use &Arg) {
    // What is in memory of its own the function has told nobody.
    return Arg->getType()->isPointerTy() &&
           getFreedOperand(Call, &TLI) != Arg.get() &&
           !isa<Constant, Argument, LoadInst>(getUnderlyingObject(Arg));
  });
}

/// Whether what happens where \p Test finds no memory can happen without
/// \p Region, which is in front of it: it asks nothing of it.
bool AllocationMover::canSkip(const NullTest &Test, const Blocks &Region,
                              const Instruction *Allocation) const {
  Blocks Reached;
  Reached.insert(Test.Failure);
  auto IsKnown = [&](const Value *V) {
    const auto *I = dyn_cast<Instruction>(V);
    return !I || I == Allocation ||
           !Region.contains(const_cast<BasicBlock *>(I->getParent()));
  };
  for (unsigned Next = 0; Next < Reached.size(); ++Next) {
    BasicBlock *BB = Reached[Next];
    if (Region.contains(BB) || Reached.size() > MaxFailing)
      return false;
    for (const Instruction &I : *BB) {
      if (const auto *Phi = dyn_cast<PHINode>(&I)) {
        for (unsigned In = 0; In < Phi->getNumIncomingValues(); ++In)
          if (Reached.contains(Phi->getIncomingBlock(In)) &&
              !IsKnown(Phi->getIncomingValue(In)))
            return false;
        continue;
      }
      if (!all_of(I.operands(), [&](const Use &U) { return IsKnown(U.get()); }))
        return false;
      if (mayReadOwn(I, TLI))
        return false;
    }
    for (BasicBlock *After : successors(BB))
      Reached.insert(After);
  }
  return true;
}

bool AllocationMover::moveUp(CallInst &Allocation) {
  BasicBlock *Home = Allocation.getParent();
  std::optional<NullTest> Test = findTest(Allocation);
  SmallSetVector<Instruction *, 8> Best;
  BasicBlock *Place = nullptr;
  for (DomTreeNode *Node = DT.getNode(Home)->getIDom(); Node;
       Node = Node->getIDom()) {
    BasicBlock *BB = Node->getBlock();
    if (LI.getLoopFor(BB) != LI.getLoopFor(Home))
      continue;
    SmallSetVector<Instruction *, 8> Slice;
    auto Region = between(BB, Home);
    if (!Region || !PDT.dominates(Home, BB) ||
        !isQuiet(*Region, &Allocation, /*MayBeSeen=*/!Test) ||
        (Test && !canSkip(*Test, *Region, &Allocation)) ||
        !all_of(Allocation.args(), [&](const Use &U) {
          return collectSize(U.get(), BB->getTerminator(), Slice);
        }))
      break;
    if (hasLoop(*Region, Home)) {
      Place = BB;
      Best = std::move(Slice);
    }
  }
  if (!Place)
    return false;
  Instruction *End = Place->getTerminator();
  for (Instruction *I : Best)
    I->moveBefore(End->getIterator());
  Allocation.moveBefore(End->getIterator());
  if (!Test)
    return true;
  Test->Compare->moveBefore(End->getIterator());
  BasicBlock *Rest = SplitBlock(Place, End);
  IRBuilder<> B(Place->getTerminator());
  bool IsEqual = Test->Compare->getPredicate() == ICmpInst::ICMP_EQ;
  B.CreateCondBr(Test->Compare, IsEqual ? Test->Failure : Rest,
                 IsEqual ? Rest : Test->Failure);
  Place->getTerminator()->eraseFromParent();
  B.SetInsertPoint(Test->Branch);
  B.CreateBr(Test->Success);
  Test->Branch->eraseFromParent();
  return true;
}

bool AllocationMover::moveDown(CallInst &Deallocation) {
  BasicBlock *Home = Deallocation.getParent();
  BasicBlock *Place = nullptr;
  for (DomTreeNode *Node = PDT.getNode(Home)->getIDom();
       Node && Node->getBlock(); Node = Node->getIDom()) {
    BasicBlock *BB = Node->getBlock();
    if (LI.getLoopFor(BB) != LI.getLoopFor(Home))
      continue;
    auto Region = DT.dominates(Home, BB) ? between(Home, BB) : std::nullopt;
    if (!Region ||
        !isQuiet(*Region, &*BB->getFirstInsertionPt(),
                 /*MayBeSeen=*/true) ||
        !all_of(make_range(Deallocation.getIterator(), Home->end()),
                [&](const Instruction &I) { return isQuiet(I, true); }))
      break;
    if (hasLoop(*Region, Home))
      Place = BB;
  }
  if (!Place)
    return false;
  Deallocation.moveBefore(Place->getFirstInsertionPt());
  return true;
}

bool smolly::moveAllocations(Function &F, FunctionAnalysisManager &FAM) {
  const auto &LI = FAM.getResult<LoopAnalysis>(F);
  if (LI.empty() || hasUnknownCycles(F, LI))
    return false;
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  SmallVector<CallInst *, 8> Allocations, Deallocations;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I)) {
      if (isAllocLikeFn(Call, &TLI))
        Allocations.push_back(Call);
      else if (getFreedOperand(Call, &TLI))
        Deallocations.push_back(Call);
    }
  if (Allocations.size() + Deallocations.size() > MaxMoves)
    return false;
  bool Changed = false;
  auto Move = [&](bool (AllocationMover::*How)(CallInst &), CallInst *Call) {
    if (!FAM.getResult<DominatorTreeAnalysis>(F).isReachableFromEntry(
            Call->getParent()) ||
        !(AllocationMover(F, FAM).*How)(*Call))
      return;
    FAM.invalidate(F, PreservedAnalyses::none());
    Changed = true;
  };
  for (CallInst *Call : Allocations)
    Move(&AllocationMover::moveUp, Call);
  for (CallInst *Call : reverse(Deallocations))
    Move(&AllocationMover::moveDown, Call);
  return Changed;
}
