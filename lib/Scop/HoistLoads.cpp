//===- HoistLoads.cpp - Loop bounds from memory ahead of loops ------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements HoistLoads.h.
///
//===----------------------------------------------------------------------===//

#include "HoistLoads.h"
#include "FiniteLoops.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/Loads.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace smolly;

/// No more blocks than this are looked at for one load and place.
static constexpr unsigned MaxBlocks = 200;

namespace {

/// A condition, and what it has to be.
using Demand = std::pair<Value *, bool>;

/// Where a load can be executed as well: at the end of a block.
struct Hoist {
  LoadInst *Load = nullptr;
  BasicBlock *Place = nullptr;
  /// Only if these hold, each of them asked only if those before it do.
  SmallVector<Demand, 2> Demands;
};

class LoadHoister {
public:
  LoadHoister(Function &F, FunctionAnalysisManager &FAM)
      : DT(FAM.getResult<DominatorTreeAnalysis>(F)),
        PDT(FAM.getResult<PostDominatorTreeAnalysis>(F)),
        LI(FAM.getResult<LoopAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
        TLI(FAM.getResult<TargetLibraryAnalysis>(F)),
        MSSA(FAM.getResult<MemorySSAAnalysis>(F).getMSSA()) {}

  /// Where \p Load can be executed; without a place if there is none ahead of
  /// its own.
  Hoist findPlace(LoadInst *Load);

private:
  MemoryAccess *clobberOf(LoadInst *Load);
  bool passesThrough(const BasicBlock &BB, const Instruction *End);
  bool isReachedFrom(const BasicBlock *Target, const BasicBlock *Place);
  bool isKnownAt(const Value *Condition, const Instruction *End) const;
  std::optional<Demand> demandOf(const BasicBlock *Target, BasicBlock *Place,
                                 const Instruction *End);
  std::optional<SmallVector<Demand, 2>> demandsOf(const LoadInst *Load,
                                                  BasicBlock *Place);

  DominatorTree &DT;
  PostDominatorTree &PDT;
  LoopInfo &LI;
  ScalarEvolution &SE;
  const TargetLibraryInfo &TLI;
  MemorySSA &MSSA;
};

} // namespace

/// Whether control gets from the start of \p BB to \p End, or to its end.
bool LoadHoister::passesThrough(const BasicBlock &BB, const Instruction *End) {
  for (const Instruction &I : BB) {
    if (&I == End)
      break;
    if (!isGuaranteedToTransferExecutionToSuccessor(&I))
      return false;
  }
  return comesToAnEnd(BB, LI, SE);
}

/// Whether \p Target is reached once the end of \p Place is: all paths lead to
/// it, no call on the way may end elsewhere, and all loops are finite.
bool LoadHoister::isReachedFrom(const BasicBlock *Target,
                                const BasicBlock *Place) {
  if (!PDT.dominates(Target, Place))
    return false;
  SmallPtrSet<const BasicBlock *, 16> Seen = {Target, Place};
  SmallVector<const BasicBlock *, 16> Open(predecessors(Target));
  while (!Open.empty()) {
    const BasicBlock *BB = Open.pop_back_val();
    if (!Seen.insert(BB).second)
      continue;
    if (Seen.size() > MaxBlocks || !passesThrough(*BB, nullptr))
      return false;
    append_range(Open, predecessors(BB));
  }
  return true;
}

/// Whether \p Condition is known at \p End, or can be asked there.
bool LoadHoister::isKnownAt(const Value *Condition,
                            const Instruction *End) const {
  const auto *Compare = dyn_cast<ICmpInst>(Condition);
  return DT.dominates(Condition, End) ||
         (Compare && all_of(Compare->operands(), [&](const Use &U) {
            return DT.dominates(U.get(), End);
          }));
}

/// What the branch at the end of \p Place has to find for \p Target, which
/// Place dominates, to be reached; the answer has to be known at \p End.
std::optional<Demand> LoadHoister::demandOf(const BasicBlock *Target,
                                            BasicBlock *Place,
                                            const Instruction *End) {
  auto *Branch = dyn_cast<BranchInst>(Place->getTerminator());
  if (!Branch || !Branch->isConditional() ||
      !isKnownAt(Branch->getCondition(), End))
    return std::nullopt;
  for (BasicBlock *Next : Branch->successors())
    if (DT.dominates(BasicBlockEdge(Place, Next), Target) &&
        (Next == Target ||
         (passesThrough(*Next, nullptr) && isReachedFrom(Target, Next))))
      return Demand(Branch->getCondition(), Next == Branch->getSuccessor(0));
  return std::nullopt;
}

/// What has to hold at the end of \p Place for \p Load to be executed some time
/// later: what branches on the way ask that is known there already, as is the
/// length of an inner loop.
std::optional<SmallVector<Demand, 2>>
LoadHoister::demandsOf(const LoadInst *Load, BasicBlock *Place) {
  const BasicBlock *Target = Load->getParent();
  if (!passesThrough(*Target, Load))
    return std::nullopt;
  SmallVector<Demand, 2> Demands;
  while (Target != Place) {
    BasicBlock *Next = DT.getNode(Target)->getIDom()->getBlock();
    if (!isReachedFrom(Target, Next)) {
      auto D = demandOf(Target, Next, Place->getTerminator());
      if (!D)
        return std::nullopt;
      Demands.push_back(*D);
    }
    if (Next != Place && !passesThrough(*Next, nullptr))
      return std::nullopt;
    Target = Next;
  }
  std::reverse(Demands.begin(), Demands.end());
  return Demands;
}

/// The address of \p Load where that is a constant offset from another one.
static GetElementPtrInst *fieldAddress(const LoadInst &Load) {
  auto *Address = dyn_cast<GetElementPtrInst>(
      const_cast<Value *>(Load.getPointerOperand()));
  return Address && Address->hasAllConstantIndices() ? Address : nullptr;
}

/// What may have written what \p Load gives: not what frees other memory,
/// unless it is a variable in which the program's own `operator delete` might
/// count.
MemoryAccess *LoadHoister::clobberOf(LoadInst *Load) {
  MemorySSAWalker *Walker = MSSA.getWalker();
  MemoryAccess *Clobber = Walker->getClobberingMemoryAccess(Load);
  auto IsFree = [&](MemoryAccess *Access) {
    auto *Def = dyn_cast<MemoryDef>(Access);
    auto *Call =
        Def ? dyn_cast_or_null<CallInst>(Def->getMemoryInst()) : nullptr;
    return Call && getFreedOperand(Call, &TLI);
  };
  bool MayBeCounter =
      isa<GlobalValue>(getUnderlyingObject(Load->getPointerOperand()));
  while (!MayBeCounter && IsFree(Clobber))
    Clobber = Walker->getClobberingMemoryAccess(
        cast<MemoryDef>(Clobber)->getDefiningAccess(),
        MemoryLocation::get(Load));
  return Clobber;
}

/// Whether loops that \p Load is not in use what it gives: then a condition
/// around both would keep it from being a parameter of these.
static bool isAheadOfLoops(const LoadInst &Load, const LoopInfo &LI) {
  return any_of(Load.users(), [&](const User *U) {
    const Loop *L = LI.getLoopFor(cast<Instruction>(U)->getParent());
    return L && !L->contains(&Load);
  });
}

Hoist LoadHoister::findPlace(LoadInst *Load) {
  MemoryAccess *Clobber = clobberOf(Load);
  const BasicBlock *Written = Clobber->getBlock();
  const Value *Pointer = Load->getPointerOperand();
  if (const GetElementPtrInst *Field = fieldAddress(*Load))
    Pointer = Field->getPointerOperand();
  const Loop *Inner = LI.getLoopFor(Load->getParent());
  bool IsAhead = isAheadOfLoops(*Load, LI);
  Hoist Best{Load, nullptr, {}};
  for (DomTreeNode *Node = DT.getNode(Load->getParent())->getIDom(); Node;
       Node = Node->getIDom()) {
    BasicBlock *Place = Node->getBlock();
    Instruction *End = Place->getTerminator();
    bool SameValue =
        MSSA.isLiveOnEntryDef(Clobber) || DT.dominates(Written, Place);
    if (!SameValue || !DT.dominates(Pointer, End))
      break;
    const Loop *L = LI.getLoopFor(Place);
    // An invoke at the end of the block comes behind what is put there: it may
    // write what is loaded, or throw something.
    if ((L && !L->contains(Load)) || isa<CallBase>(End))
      continue;
    if (isSafeToSpeculativelyExecute(Load, End, nullptr, &DT))
      Best = {Load, Place, {}};
    else if (auto Demands = demandsOf(Load, Place);
             Demands && (Demands->empty() || IsAhead ||
                         (Inner && !Inner->contains(Place))))
      Best = {Load, Place, std::move(*Demands)};
  }
  return Best;
}

/// Whether \p Load may read a loop bound or where an array begins: an integer
/// or a pointer, in memory that is not an array. An array's element is better
/// read where the program does it.
static bool isScalar(const LoadInst &Load) {
  if (!Load.isSimple() || !Load.getType()->isIntOrPtrTy())
    return false;
  const Value *Object = getUnderlyingObject(Load.getPointerOperand());
  if (const auto *Alloca = dyn_cast<AllocaInst>(Object))
    return !Alloca->isArrayAllocation() &&
           !Alloca->getAllocatedType()->isArrayTy();
  if (const auto *G = dyn_cast<GlobalVariable>(Object))
    return !G->getValueType()->isArrayTy();
  return isa<Argument, LoadInst>(Object);
}

/// Whether all of \p Demands hold, at \p End.
static Value *emitDemands(ArrayRef<Demand> Demands, Instruction *End,
                          const DominatorTree &DT) {
  IRBuilder<> B(End);
  Value *All = nullptr;
  for (auto [Condition, Wanted] : Demands) {
    Value *Known = Condition;
    if (auto *I = dyn_cast<Instruction>(Condition);
        I && !DT.dominates(I->getParent(), End->getParent()))
      Known = B.Insert(I->clone());
    if (!Wanted)
      Known = B.CreateNot(Known);
    All = All ? B.CreateLogicalAnd(All, Known) : Known;
  }
  return All;
}

/// Executes \p Loads, which have one place and the same demands, there. Without
/// these what they give is zero.
static void moveUnderDemands(ArrayRef<Hoist> Loads, const DominatorTree &DT) {
  const Hoist &First = Loads.front();
  Instruction *End = First.Place->getTerminator();
  Value *Holds = emitDemands(First.Demands, End, DT);
  Instruction *Then = SplitBlockAndInsertIfThen(Holds, End, false);
  for (const Hoist &H : Loads) {
    H.Load->moveBefore(Then->getIterator());
    IRBuilder<> B(&End->getParent()->front());
    PHINode *Value = B.CreatePHI(H.Load->getType(), 2, H.Load->getName());
    H.Load->replaceAllUsesWith(Value);
    Value->addIncoming(H.Load, Then->getParent());
    Value->addIncoming(Constant::getNullValue(H.Load->getType()), First.Place);
  }
}

bool smolly::hoistLoads(Function &F, FunctionAnalysisManager &FAM) {
  const auto &LI = FAM.getResult<LoopAnalysis>(F);
  if (LI.empty() || hasUnknownCycles(F, LI))
    return false;
  const auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  LoadHoister Hoister(F, FAM);
  SmallVector<Hoist, 8> Hoists;
  for (Instruction &I : instructions(F))
    if (auto *Load = dyn_cast<LoadInst>(&I);
        Load && isScalar(*Load) && DT.isReachableFromEntry(Load->getParent()))
      if (Hoist H = Hoister.findPlace(Load); H.Place)
        Hoists.push_back(std::move(H));
  SetVector<BasicBlock *> Places;
  MapVector<std::pair<BasicBlock *, SmallVector<Demand, 2>>,
            SmallVector<Hoist, 4>>
      Demanding;
  for (Hoist &H : Hoists) {
    Instruction *End = H.Place->getTerminator();
    if (GetElementPtrInst *Field = fieldAddress(*H.Load))
      if (!DT.dominates(Field, End))
        Field->moveBefore(End->getIterator());
    H.Load->dropUBImplyingAttrsAndMetadata();
    if (H.Demands.empty())
      H.Load->moveBefore(End->getIterator());
    else
      Demanding[{H.Place, H.Demands}].push_back(H);
    Places.insert(H.Place);
  }
  for (BasicBlock *Place : Places)
    SplitBlock(Place, Place->getTerminator());
  for (auto &[Where, Loads] : Demanding)
    moveUnderDemands(Loads, DT);
  return !Hoists.empty();
}
