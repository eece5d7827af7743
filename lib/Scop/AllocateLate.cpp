//===- AllocateLate.cpp - Allocate arrays ahead of their first use --------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements AllocateLate.h: a block belongs to the time before an allocation
/// if nothing in it uses the memory, and all ways to it come from there. Who
/// leaves such blocks allocates: each way does so once, as none leads back.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/AllocateLate.h"
#include "RegionEffects.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;
using namespace smolly;

/// Allocations that move.
static constexpr unsigned MaxMoves = 64;
/// Blocks between the old place of one and the new ones.
static constexpr unsigned MaxRegion = 400;
/// Ways on which one happens.
static constexpr size_t MaxEdges = 16;

namespace {

class LateAllocation {
public:
  LateAllocation(CallInst &Call, const TargetLibraryInfo &TLI)
      : Call(Call), TLI(TLI) {}

  bool move();

private:
  bool collectRegion();
  bool isWorthwhile() const;
  bool collectEdges();
  void replaceUses(ArrayRef<std::pair<BasicBlock *, CallInst *>> New);

  CallInst &Call;
  const TargetLibraryInfo &TLI;
  /// Where the memory is not used yet; that of the call first.
  Blocks Region;
  /// Out of the region.
  SmallVector<std::pair<BasicBlock *, BasicBlock *>, 4> Edges;
};

} // namespace

/// The block in which \p U needs its value.
static BasicBlock *blockOf(const Use &U) {
  auto *User = cast<Instruction>(U.getUser());
  auto *Phi = dyn_cast<PHINode>(User);
  return Phi ? Phi->getIncomingBlock(U) : User->getParent();
}

/// The blocks at whose beginning \p Call is used later on, on some way.
static SmallPtrSet<const BasicBlock *, 32> blocksInNeedOf(CallInst &Call) {
  SmallPtrSet<const BasicBlock *, 32> Result;
  SmallVector<const BasicBlock *, 32> Worklist;
  for (Use &U : Call.uses())
    Worklist.push_back(blockOf(U));
  while (!Worklist.empty()) {
    const BasicBlock *BB = Worklist.pop_back_val();
    if (BB != Call.getParent() && Result.insert(BB).second)
      append_range(Worklist, predecessors(BB));
  }
  return Result;
}

/// False if there is nothing in front of all uses.
bool LateAllocation::collectRegion() {
  SmallPtrSet<const BasicBlock *, 8> Using;
  for (Use &U : Call.uses())
    Using.insert(blockOf(U));
  BasicBlock *Start = Call.getParent();
  if (Using.contains(Start))
    return false;
  Region.insert(Start);
  for (unsigned Next = 0; Next < Region.size(); ++Next)
    for (BasicBlock *BB : successors(Region[Next])) {
      if (Region.size() > MaxRegion)
        return false;
      if (!Using.contains(BB))
        Region.insert(BB);
    }
  closeRegion(Region, Start, /*Backwards=*/true);
  return true;
}

/// Whether memory is freed in between that could be had again.
bool LateAllocation::isWorthwhile() const {
  return any_of(Region, [&](const BasicBlock *BB) {
    auto Begin = BB == Call.getParent() ? Call.getIterator() : BB->begin();
    return any_of(make_range(Begin, BB->end()), [&](const Instruction &I) {
      const auto *Other = dyn_cast<CallBase>(&I);
      return Other && getFreedOperand(Other, &TLI);
    });
  });
}

bool LateAllocation::collectEdges() {
  SmallPtrSet<const BasicBlock *, 32> InNeed = blocksInNeedOf(Call);
  for (BasicBlock *BB : Region)
    for (BasicBlock *Next : successors(BB)) {
      if (Region.contains(Next) || !InNeed.contains(Next))
        continue;
      if (Next->isEHPad() || count(successors(BB), Next) > 1 ||
          !isa<BranchInst, SwitchInst>(BB->getTerminator()))
        return false;
      Edges.push_back({BB, Next});
    }
  return !Edges.empty() && Edges.size() <= MaxEdges;
}

/// Lets each use have that of \p New, with the blocks that they are in, that
/// was executed.
void LateAllocation::replaceUses(
    ArrayRef<std::pair<BasicBlock *, CallInst *>> New) {
  SSAUpdater Updater;
  Updater.Initialize(Call.getType(), Call.getName());
  for (auto [Place, Allocation] : New)
    Updater.AddAvailableValue(Place, Allocation);
  for (Use &U : make_early_inc_range(Call.uses())) {
    auto *User = cast<Instruction>(U.getUser());
    auto *Own = find_if(New, [&](const auto &Placed) {
      return !isa<PHINode>(User) && Placed.first == User->getParent();
    });
    if (Own != New.end())
      U.set(Own->second);
    else
      Updater.RewriteUse(U);
  }
  Updater.UpdateDebugValues(&Call);
}

bool LateAllocation::move() {
  if (!collectRegion() || !isWorthwhile() || !collectEdges())
    return false;
  SmallVector<std::pair<BasicBlock *, CallInst *>, 4> New;
  for (auto [From, To] : Edges) {
    BasicBlock *Place = placeOnWay(
        From, To, [&](BasicBlock *Before) { return Region.contains(Before); });
    if (any_of(New, [&](const auto &Placed) { return Placed.first == Place; }))
      continue;
    auto *Allocation = cast<CallInst>(Call.clone());
    Allocation->insertBefore(
        *Place, Place == To ? Place->getFirstInsertionPt()
                            : Place->getTerminator()->getIterator());
    New.push_back({Place, Allocation});
  }
  replaceUses(New);
  Call.eraseFromParent();
  return true;
}

void smolly::allocateLate(Function &F, FunctionAnalysisManager &FAM) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  SmallVector<CallInst *, 8> Calls;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    LibFunc Kind;
    if (Call && TLI.getLibFunc(*Call, Kind) && Kind == LibFunc_malloc &&
        TLI.has(Kind) && !Call->isMustTailCall())
      Calls.push_back(Call);
  }
  unsigned Moves = 0;
  for (CallInst *Call : Calls)
    if (Moves < MaxMoves && LateAllocation(*Call, TLI).move())
      ++Moves;
  if (Moves > 0)
    FAM.invalidate(F, PreservedAnalyses::none());
}
