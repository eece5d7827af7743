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

namespace {

using BlockSet = SmallPtrSet<const BasicBlock *, 8>;

/// Who needs what an array holds.
struct ArrayUses {
  /// The blocks that may access it otherwise than by a fill, or let others know
  /// where it is.
  BlockSet InNeed;
  /// Those of them that do the latter.
  BlockSet Escapes;
};

} // namespace

/// Whether \p U is the address of an access that nobody learns it from.
static bool isAddressOfAccess(const Use &U) {
  const auto *I = cast<Instruction>(U.getUser());
  return isa<LoadInst, MemIntrinsic>(I) ||
         (isa<StoreInst>(I) &&
          U.getOperandNo() == StoreInst::getPointerOperandIndex());
}

/// The uses of \p Memory but for \p Fill; none if they are too many to tell.
static std::optional<ArrayUses> usesOf(Value &Memory, const MemSetInst &Fill,
                                       const TargetLibraryInfo &TLI) {
  ArrayUses Result;
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
              AddrSpaceCastInst>(User)) {
        Addresses.insert(User);
        continue;
      }
      Result.InNeed.insert(blockOf(U));
      if (!isAddressOfAccess(U))
        Result.Escapes.insert(blockOf(U));
    }
  }
  return Result;
}

/// Whether somebody else may know the memory that \p Allocation gives by the
/// time of \p Fill, and access it unseen.
static bool isKnownToOthers(const CallBase &Allocation, const MemSetInst &Fill,
                            const ArrayUses &Uses) {
  const BasicBlock *Home = Allocation.getParent();
  return Home != Fill.getParent() &&
         any_of(Uses.Escapes, [&](const BasicBlock *BB) {
           return blocksBehind(BB, Home).contains(Fill.getParent());
         });
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
  std::optional<ArrayUses> Uses = usesOf(*Memory, Fill, TLI);
  if (!Uses || isKnownToOthers(*Memory, Fill, *Uses))
    return false;
  std::optional<LaterPlaces> Later =
      placesLater(Fill.getParent(), Uses->InNeed, MaxBlocks);
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
