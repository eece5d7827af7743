//===- FillLate.cpp - Fill arrays ahead of their first use ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements FillLate.h: all uses of the memory are followed. Who may access
/// it, or get to know it, needs the zeros; to compare its address and to free
/// it takes none.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/FillLate.h"
#include "RegionEffects.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace smolly;

/// Fills that are looked at.
static constexpr unsigned MaxFills = 64;
/// Blocks between the old place of one and the new ones.
static constexpr unsigned MaxBlocks = 4000;
/// Values that are the address of one array or are computed from it.
static constexpr unsigned MaxValues = 4000;

namespace {

using BlockSet = SmallPtrSet<const BasicBlock *, 8>;

/// Where what an array holds matters, and where it is gone.
struct ArrayUses {
  /// The blocks that access it otherwise than by a fill, or do something else
  /// with its address.
  BlockSet InNeed;
  /// The blocks that free it, and do nothing else with it.
  BlockSet Ends;
};

} // namespace

/// The uses of \p Memory but for \p Fill; none if it is used, or becomes one of
/// several arrays, on a way that does not lead over the fill before: then it
/// may be known to others, or it may be the one of the iteration before.
static std::optional<ArrayUses> usesOf(CallBase &Memory, const MemSetInst &Fill,
                                       const DominatorTree &DT,
                                       const TargetLibraryInfo &TLI) {
  ArrayUses Result;
  const BasicBlock *Start = Fill.getParent();
  SmallSetVector<Instruction *, 16> Addresses;
  Addresses.insert(&Memory);
  for (unsigned Next = 0; Next < Addresses.size(); ++Next) {
    if (Addresses.size() > MaxValues)
      return std::nullopt;
    for (Use &U : Addresses[Next]->uses()) {
      auto *User = cast<Instruction>(U.getUser());
      const auto *Free = dyn_cast<CallInst>(User);
      if (User == &Fill || isa<ICmpInst>(User) || User->isLifetimeStartOrEnd())
        continue;
      if (isa<GetElementPtrInst>(User)) {
        Addresses.insert(User);
        continue;
      }
      if (!DT.properlyDominates(Start, User->getParent()))
        return std::nullopt;
      if (isa<PHINode, SelectInst>(User))
        Addresses.insert(User);
      else if (Free && U.get() == &Memory &&
               getFreedOperand(Free, &TLI) == &Memory)
        Result.Ends.insert(User->getParent());
      else
        Result.InNeed.insert(User->getParent());
    }
  }
  for (const BasicBlock *BB : Result.InNeed)
    Result.Ends.erase(BB);
  return Result;
}

/// Whether \p Fill may happen twice to the same memory, which \p Allocation
/// gives: what has become known of it once would be known.
static bool isRepeated(const MemSetInst &Fill, const CallBase &Allocation) {
  const BasicBlock *Home = Allocation.getParent(), *Start = Fill.getParent();
  return Home != Start && blocksBehind(Start, Home).contains(Start);
}

/// Whether control gets out of \p Before, other than by an exception, without a
/// need of what happens on the ways in \p Later.
static bool isAvoidable(const LaterPlaces &Later) {
  return any_of(Later.Before, [&](BasicBlock *BB) {
    return isa<ReturnInst>(BB->getTerminator()) ||
           any_of(successors(BB), [&](BasicBlock *Next) {
             return !Later.Before.contains(Next) && !Next->isEHPad() &&
                    !is_contained(Later.Ways, std::pair(BB, Next));
           });
  });
}

/// Moves \p Fill to where the memory is accessed next, if it need not happen at
/// all on some ways. Not that of an allocator of the program's own, which may
/// take memory back unseen, all at once.
static bool moveFill(MemSetInst &Fill, const DominatorTree &DT,
                     const TargetLibraryInfo &TLI) {
  auto *Memory = dyn_cast<CallBase>(Fill.getRawDest());
  if (!Memory || !Memory->returnDoesNotAlias() ||
      !isAllocLikeFn(Memory, &TLI) || !Memory->getCalledFunction() ||
      !Memory->getCalledFunction()->isDeclaration() || Fill.isVolatile() ||
      isRepeated(Fill, *Memory))
    return false;
  std::optional<ArrayUses> Uses = usesOf(*Memory, Fill, DT, TLI);
  if (!Uses)
    return false;
  std::optional<LaterPlaces> Later =
      placesLater(Fill.getParent(), Uses->InNeed, MaxBlocks, Uses->Ends);
  if (!Later || !isAvoidable(*Later))
    return false;
  copyToWays(Fill, *Later);
  Fill.eraseFromParent();
  return true;
}

void smolly::fillLate(Function &F, FunctionAnalysisManager &FAM) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  SmallVector<MemSetInst *, 8> Fills;
  for (Instruction &I : instructions(F))
    if (auto *Fill = dyn_cast<MemSetInst>(&I))
      Fills.push_back(Fill);
  if (Fills.empty())
    return;
  DominatorTree DT(F);
  bool Changed = false;
  for (MemSetInst *Fill : ArrayRef(Fills).take_front(MaxFills))
    if (moveFill(*Fill, DT, TLI)) {
      DT.recalculate(F);
      Changed = true;
    }
  if (Changed)
    FAM.invalidate(F, PreservedAnalyses::none());
}
