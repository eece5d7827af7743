//===- RegionEffects.cpp - Who can tell that blocks ran -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RegionEffects.h.
///
//===----------------------------------------------------------------------===//

#include "RegionEffects.h"
#include "FiniteLoops.h"
#include "smolly/Scop/MathErrors.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace smolly;

/// No more blocks than this are looked at for one move.
static constexpr unsigned MaxBlocks = 200;
/// Later places.
static constexpr size_t MaxWays = 16;

std::optional<Blocks> smolly::blocksBetween(BasicBlock *First,
                                            BasicBlock *Last) {
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

SmallPtrSet<const BasicBlock *, 32>
smolly::blocksBehind(const BasicBlock *From,
                     ArrayRef<const BasicBlock *> Barriers) {
  SmallPtrSet<const BasicBlock *, 32> Reached;
  SmallVector<const BasicBlock *, 32> Worklist = {From};
  while (!Worklist.empty())
    for (const BasicBlock *Next : successors(Worklist.pop_back_val()))
      if (Reached.insert(Next).second && !is_contained(Barriers, Next))
        Worklist.push_back(Next);
  return Reached;
}

bool RegionEffects::hasLoop(const Blocks &Region,
                            const BasicBlock *Outside) const {
  const Loop *Around = LI.getLoopFor(Outside);
  return any_of(Region,
                [&](BasicBlock *BB) { return LI.getLoopFor(BB) != Around; });
}

void smolly::closeRegion(Blocks &Region, const BasicBlock *Fixed,
                         bool Backwards) {
  using List = SmallVector<BasicBlock *, 4>;
  auto Neighbours = [](BasicBlock *BB, bool Before) {
    return Before ? List(predecessors(BB)) : List(successors(BB));
  };
  SmallVector<BasicBlock *, 32> Worklist(Region.begin(), Region.end());
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (BB == Fixed || !Region.contains(BB) ||
        all_of(Neighbours(BB, Backwards),
               [&](BasicBlock *Other) { return Region.contains(Other); }))
      continue;
    Region.remove(BB);
    append_range(Worklist, Neighbours(BB, !Backwards));
  }
}

BasicBlock *smolly::blockOf(const Use &U) {
  auto *User = cast<Instruction>(U.getUser());
  auto *Phi = dyn_cast<PHINode>(User);
  return Phi ? Phi->getIncomingBlock(U) : User->getParent();
}

/// The blocks at whose beginning one of \p InNeed is still to come, on some way
/// that leads neither over \p Start nor over \p Ends.
static SmallPtrSet<const BasicBlock *, 32>
blocksAhead(const BasicBlock *Start,
            const SmallPtrSetImpl<const BasicBlock *> &InNeed,
            const SmallPtrSetImpl<const BasicBlock *> &Ends) {
  SmallPtrSet<const BasicBlock *, 32> Result;
  SmallVector<const BasicBlock *, 32> Worklist(InNeed.begin(), InNeed.end());
  while (!Worklist.empty()) {
    const BasicBlock *BB = Worklist.pop_back_val();
    if (BB != Start && !Ends.contains(BB) && Result.insert(BB).second)
      append_range(Worklist, predecessors(BB));
  }
  return Result;
}

std::optional<LaterPlaces> smolly::placesLater(
    BasicBlock *Start, const SmallPtrSetImpl<const BasicBlock *> &InNeed,
    unsigned MostBlocks, const SmallPtrSetImpl<const BasicBlock *> &Ends) {
  LaterPlaces Result;
  Blocks &Region = Result.Before;
  if (InNeed.contains(Start) || Ends.contains(Start))
    return std::nullopt;
  Region.insert(Start);
  for (unsigned Next = 0; Next < Region.size(); ++Next)
    for (BasicBlock *BB : successors(Region[Next])) {
      if (Region.size() > MostBlocks)
        return std::nullopt;
      if (!InNeed.contains(BB) && !Ends.contains(BB))
        Region.insert(BB);
    }
  closeRegion(Region, Start, /*Backwards=*/true);
  SmallPtrSet<const BasicBlock *, 32> Ahead = blocksAhead(Start, InNeed, Ends);
  for (BasicBlock *BB : Region)
    for (BasicBlock *Next : successors(BB)) {
      if (Region.contains(Next) || !Ahead.contains(Next))
        continue;
      if (Next->isEHPad() || count(successors(BB), Next) > 1 ||
          !isa<BranchInst, SwitchInst>(BB->getTerminator()))
        return std::nullopt;
      Result.Ways.push_back({BB, Next});
    }
  if (Result.Ways.empty() || Result.Ways.size() > MaxWays)
    return std::nullopt;
  return Result;
}

BasicBlock *smolly::placeOnWay(BasicBlock *From, BasicBlock *To,
                               function_ref<bool(BasicBlock *)> Crosses) {
  if (all_of(predecessors(To), Crosses))
    return To;
  return From->getUniqueSuccessor() ? From : SplitEdge(From, To);
}

SmallVector<Instruction *, 4> smolly::copyToWays(const Instruction &I,
                                                 const LaterPlaces &Later) {
  SmallVector<Instruction *, 4> Copies;
  for (auto [From, To] : Later.Ways) {
    BasicBlock *Place = placeOnWay(From, To, [&](BasicBlock *Before) {
      return Later.Before.contains(Before);
    });
    if (any_of(Copies, [&](const Instruction *Copy) {
          return Copy->getParent() == Place;
        }))
      continue;
    Copies.push_back(I.clone());
    Copies.back()->insertBefore(
        *Place, Place == To ? Place->getFirstInsertionPt()
                            : Place->getTerminator()->getIterator());
  }
  return Copies;
}

bool smolly::mayThrowHere(const CallInst &Call) {
  return Call.mayThrow() && !Call.getFunction()->doesNotThrow();
}

bool RegionEffects::isQuiet(const Instruction &I) const {
  if (const auto *Call = dyn_cast<CallInst>(&I);
      Call &&
      ((isAllocLikeFn(Call, &TLI) && !mayThrowHere(*Call)) ||
       getFreedOperand(Call, &TLI) || mathErrors(*Call, TLI) != NoErrors))
    return true;
  if (!isGuaranteedToTransferExecutionToSuccessor(&I) || I.isVolatile() ||
      I.isAtomic())
    return false;
  if (!I.mayWriteToMemory() || isa<StoreInst, MemIntrinsic>(I))
    return true;
  return I.isLifetimeStartOrEnd() || I.isDebugOrPseudoInst();
}

/// What of \p BB, a block of a region, is in front of \p End.
static iterator_range<BasicBlock::const_iterator>
inFrontOf(const Instruction *End, const BasicBlock &BB) {
  return make_range(BB.begin(),
                    End->getParent() == &BB ? End->getIterator() : BB.end());
}

bool RegionEffects::isQuiet(const Blocks &Region,
                            const Instruction *End) const {
  return all_of(Region, [&](const BasicBlock *BB) {
    return comesToAnEnd(*BB, LI, SE) &&
           all_of(inFrontOf(End, *BB),
                  [&](const Instruction &I) { return isQuiet(I); });
  });
}

namespace {

/// Finds out whether somebody else may learn of a pointer before an
/// instruction. Who frees the memory does not look at it any more.
struct Witness : CaptureTracker {
  const Instruction *End;
  const DominatorTree &DT;
  const LoopInfo &LI;
  const TargetLibraryInfo &TLI;
  bool Found = false;

  Witness(const Instruction *End, const DominatorTree &DT, const LoopInfo &LI,
          const TargetLibraryInfo &TLI)
      : End(End), DT(DT), LI(LI), TLI(TLI) {}

  void tooManyUses() override { Found = true; }

  Action captured(const Use *U, UseCaptureInfo Info) override {
    auto *I = cast<Instruction>(U->getUser());
    auto *Call = dyn_cast<CallBase>(I);
    if (capturesNothing(Info.UseCC) ||
        (Call && getFreedOperand(Call, &TLI) == U->get()) ||
        !isPotentiallyReachable(I, End, nullptr, &DT, &LI))
      return Continue;
    Found = true;
    return Stop;
  }
};

} // namespace

/// Whether somebody else may know of \p Object, which is allocated here, before
/// \p End.
bool RegionEffects::isKnownElsewhere(const Value *Object,
                                     const Instruction *End) const {
  Witness Others(End, DT, LI, TLI);
  PointerMayBeCaptured(Object, &Others);
  return Others.Found;
}

bool RegionEffects::isUnseen(const Blocks &Region, const Instruction *End,
                             Objects &Written) const {
  for (const BasicBlock *BB : Region)
    for (const Instruction &I : inFrontOf(End, *BB)) {
      const Value *Address = nullptr;
      if (const auto *Store = dyn_cast<StoreInst>(&I))
        Address = Store->getPointerOperand();
      else if (const auto *Memory = dyn_cast<MemIntrinsic>(&I))
        Address = Memory->getRawDest();
      if (!Address)
        continue;
      const Value *Object = getUnderlyingObject(Address);
      if (Written.contains(Object))
        continue;
      if ((!isa<AllocaInst>(Object) && !isAllocationFn(Object, &TLI)) ||
          isKnownElsewhere(Object, End))
        return false;
      Written.insert(Object);
    }
  return true;
}

bool RegionEffects::maySetErrno(const Blocks &Region) const {
  return any_of(Region, [&](const BasicBlock *BB) {
    return any_of(*BB, [&](const Instruction &I) {
      const auto *Call = dyn_cast<CallBase>(&I);
      return Call && mathErrors(*Call, TLI) != NoErrors;
    });
  });
}

bool RegionEffects::mayRead(const Instruction &I,
                            const Objects &Written) const {
  // Nothing but what is computed from the pointer points to such an object. Who
  // puts it into a struct passes it on.
  auto IsOther = [&](const Value *Pointer) {
    SmallVector<const Value *, 4> Found;
    getUnderlyingObjects(Pointer, Found);
    return all_of(Found, [&](const Value *Object) {
      return isa<Constant, Argument, LoadInst, CallBase, AllocaInst,
                 ExtractValueInst>(Object) &&
             !Written.contains(Object);
    });
  };
  // What is done with these pointers is looked at in turn.
  if (isa<GetElementPtrInst, ICmpInst, PHINode, SelectInst, FreezeInst>(I) ||
      I.isLifetimeStartOrEnd() || I.isDebugOrPseudoInst())
    return false;
  const auto *Call = dyn_cast<CallBase>(&I);
  const Value *Freed = Call ? getFreedOperand(Call, &TLI) : nullptr;
  return any_of(I.operands(), [&](const Use &U) {
    bool IsTarget = isa<StoreInst>(I) &&
                    U.getOperandNo() == StoreInst::getPointerOperandIndex();
    return U->getType()->isPointerTy() && U.get() != Freed && !IsTarget &&
           !IsOther(U);
  });
}
