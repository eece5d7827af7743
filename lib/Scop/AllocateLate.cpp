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
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;
using namespace smolly;

/// Allocations that move.
static constexpr unsigned MaxMoves = 64;
/// Blocks between the old place of one and the new ones. More are the loops of
/// a long pipeline, whose rows were better placed as they were (filters_30 of
/// utils/bench/suite, 100 x 90: 1.5 times the time).
static constexpr unsigned MaxBlocks = 400;

namespace {

class LateAllocation {
public:
  LateAllocation(CallInst &Call, const TargetLibraryInfo &TLI)
      : Call(Call), TLI(TLI) {}

  bool move();

private:
  bool isWorthwhile(const Blocks &Region) const;
  void replaceUses(ArrayRef<Instruction *> New);

  CallInst &Call;
  const TargetLibraryInfo &TLI;
};

} // namespace

/// Whether memory that could be had again is freed in \p Region, ahead of all
/// uses.
bool LateAllocation::isWorthwhile(const Blocks &Region) const {
  return any_of(Region, [&](const BasicBlock *BB) {
    auto Begin = BB == Call.getParent() ? Call.getIterator() : BB->begin();
    return any_of(make_range(Begin, BB->end()), [&](const Instruction &I) {
      const auto *Other = dyn_cast<CallBase>(&I);
      return Other && getFreedOperand(Other, &TLI);
    });
  });
}

/// Lets each use have that of \p New that was executed.
void LateAllocation::replaceUses(ArrayRef<Instruction *> New) {
  SSAUpdater Updater;
  Updater.Initialize(Call.getType(), Call.getName());
  for (Instruction *Allocation : New)
    Updater.AddAvailableValue(Allocation->getParent(), Allocation);
  for (Use &U : make_early_inc_range(Call.uses())) {
    auto *User = cast<Instruction>(U.getUser());
    auto *Own = find_if(New, [&](const Instruction *Allocation) {
      return !isa<PHINode>(User) &&
             Allocation->getParent() == User->getParent();
    });
    if (Own != New.end())
      U.set(*Own);
    else
      Updater.RewriteUse(U);
  }
  Updater.UpdateDebugValues(&Call);
}

bool LateAllocation::move() {
  SmallPtrSet<const BasicBlock *, 8> InNeed;
  for (Use &U : Call.uses())
    InNeed.insert(blockOf(U));
  std::optional<LaterPlaces> Later =
      placesLater(Call.getParent(), InNeed, MaxBlocks,
                  SmallPtrSet<const BasicBlock *, 1>());
  if (!Later || !isWorthwhile(Later->Before))
    return false;
  replaceUses(copyToWays(Call, *Later));
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
