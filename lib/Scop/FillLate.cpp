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
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace smolly;

/// Fills that move.
static constexpr unsigned MaxMoves = 64;
/// Blocks between the old place of one and the new ones.
static constexpr unsigned MaxBlocks = 4000;
/// Values that are the address of one array or are computed from it.
static constexpr unsigned MaxValues = 4000;

using BlockSet = SmallPtrSet<const BasicBlock *, 8>;

/// The blocks that may access \p Memory otherwise than by \p Fill; none if they
/// are too many to tell.
static std::optional<BlockSet> blocksWithAccess(Value &Memory,
                                                const MemSetInst &Fill,
                                                const TargetLibraryInfo &TLI) {
  BlockSet Result;
  SmallSetVector<Value *, 16> Addresses;
  Addresses.insert(&Memory);
  for (unsigned Next = 0; Next < Addresses.size(); ++Next) {
    if (Addresses.size() > MaxValues)
      return std::nullopt;
    for (Use &U : Addresses[Next]->uses()) {
      auto *User = cast<Instruction>(U.getUser());
      const auto *Call = dyn_cast<CallBase>(User);
      if (User == &Fill || isa<ICmpInst>(User) ||
          User->isLifetimeStartOrEnd() ||
          (Call && getFreedOperand(Call, &TLI) == U.get()))
        continue;
      if (isa<GetElementPtrInst, PHINode, SelectInst, FreezeInst,
              AddrSpaceCastInst>(User))
        Addresses.insert(User);
      else
        Result.insert(blockOf(U));
    }
  }
  return Result;
}

/// Whether control gets out of \p Before, other than by an exception, without a
/// need of what happens on the ways in \p Later.
static bool isAvoidable(const LaterPlaces &Later) {
  return any_of(Later.Before, [&](BasicBlock *BB) {
    return any_of(successors(BB), [&](BasicBlock *Next) {
      return !Later.Before.contains(Next) && !Next->isEHPad() &&
             !is_contained(Later.Ways, std::pair(BB, Next));
    });
  });
}

/// Moves \p Fill to where the memory is accessed next, if it need not happen at
/// all on some ways.
static bool moveFill(MemSetInst &Fill, const TargetLibraryInfo &TLI) {
  auto *Memory = dyn_cast<CallBase>(Fill.getRawDest());
  if (!Memory || !Memory->returnDoesNotAlias() || Fill.isVolatile())
    return false;
  std::optional<BlockSet> InNeed = blocksWithAccess(*Memory, Fill, TLI);
  if (!InNeed)
    return false;
  std::optional<LaterPlaces> Later =
      placesLater(Fill.getParent(), *InNeed, MaxBlocks);
  if (!Later || !isAvoidable(*Later))
    return false;
  SmallPtrSet<const BasicBlock *, 4> Done;
  for (auto [From, To] : Later->Ways) {
    BasicBlock *Place = placeOnWay(From, To, [&](BasicBlock *Before) {
      return Later->Before.contains(Before);
    });
    if (Done.insert(Place).second)
      Fill.clone()->insertBefore(
          *Place, Place == To ? Place->getFirstInsertionPt()
                              : Place->getTerminator()->getIterator());
  }
  Fill.eraseFromParent();
  return true;
}

void smolly::fillLate(Function &F, FunctionAnalysisManager &FAM) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  SmallVector<MemSetInst *, 8> Fills;
  for (Instruction &I : instructions(F))
    if (auto *Fill = dyn_cast<MemSetInst>(&I))
      Fills.push_back(Fill);
  unsigned Moves = 0;
  for (MemSetInst *Fill : Fills)
    if (Moves < MaxMoves && moveFill(*Fill, TLI))
      ++Moves;
  if (Moves > 0)
    FAM.invalidate(F, PreservedAnalyses::none());
}
