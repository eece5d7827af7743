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
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/Loads.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace smolly;

/// No more blocks than this are looked at for one load and place.
static constexpr unsigned MaxBlocks = 200;

namespace {

class LoadHoister {
public:
  LoadHoister(Function &F, FunctionAnalysisManager &FAM)
      : DT(FAM.getResult<DominatorTreeAnalysis>(F)),
        PDT(FAM.getResult<PostDominatorTreeAnalysis>(F)),
        LI(FAM.getResult<LoopAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
        MSSA(FAM.getResult<MemorySSAAnalysis>(F).getMSSA()) {}

  /// The block at whose end \p Load can be executed; null if there is none
  /// ahead of its own.
  BasicBlock *findPlace(LoadInst *Load);

private:
  bool passesThrough(const BasicBlock &BB, const Instruction *End);
  bool isReachedFrom(const LoadInst *Load, const BasicBlock *Place);

  DominatorTree &DT;
  PostDominatorTree &PDT;
  LoopInfo &LI;
  ScalarEvolution &SE;
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
  const Loop *L = LI.getLoopFor(&BB);
  return !L || L->getHeader() != &BB || isMustProgress(L) ||
         !isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(L));
}

/// Whether \p Load is executed once the end of \p Place is reached: all paths
/// lead to it, no call on the way may end elsewhere, and all loops are finite.
bool LoadHoister::isReachedFrom(const LoadInst *Load, const BasicBlock *Place) {
  const BasicBlock *Target = Load->getParent();
  if (!PDT.dominates(Target, Place) || !passesThrough(*Target, Load))
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

/// The address of \p Load where that is a constant offset from another one.
static GetElementPtrInst *fieldAddress(const LoadInst &Load) {
  auto *Address = dyn_cast<GetElementPtrInst>(
      const_cast<Value *>(Load.getPointerOperand()));
  return Address && Address->hasAllConstantIndices() ? Address : nullptr;
}

BasicBlock *LoadHoister::findPlace(LoadInst *Load) {
  MemoryAccess *Clobber = MSSA.getWalker()->getClobberingMemoryAccess(Load);
  const BasicBlock *Written = Clobber->getBlock();
  const Value *Pointer = Load->getPointerOperand();
  if (const GetElementPtrInst *Field = fieldAddress(*Load))
    Pointer = Field->getPointerOperand();
  BasicBlock *Best = nullptr;
  for (DomTreeNode *Node = DT.getNode(Load->getParent())->getIDom(); Node;
       Node = Node->getIDom()) {
    BasicBlock *Place = Node->getBlock();
    Instruction *End = Place->getTerminator();
    bool SameValue =
        MSSA.isLiveOnEntryDef(Clobber) || DT.dominates(Written, Place);
    if (!SameValue || !DT.dominates(Pointer, End))
      break;
    const Loop *L = LI.getLoopFor(Place);
    if (L && !L->contains(Load))
      continue;
    if (isSafeToSpeculativelyExecute(Load, End, nullptr, &DT) ||
        isReachedFrom(Load, Place))
      Best = Place;
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

/// Cycles that are no loops might be infinite unseen.
static bool hasUnknownCycles(Function &F, const LoopInfo &LI) {
  ReversePostOrderTraversal<Function *> Order(&F);
  return containsIrreducibleCFG<BasicBlock *>(Order, LI);
}

bool smolly::hoistLoads(Function &F, FunctionAnalysisManager &FAM) {
  const auto &LI = FAM.getResult<LoopAnalysis>(F);
  if (LI.empty() || hasUnknownCycles(F, LI))
    return false;
  const auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  LoadHoister Hoister(F, FAM);
  SmallVector<std::pair<LoadInst *, BasicBlock *>, 8> Moves;
  for (Instruction &I : instructions(F))
    if (auto *Load = dyn_cast<LoadInst>(&I);
        Load && isScalar(*Load) && DT.isReachableFromEntry(Load->getParent()))
      if (BasicBlock *Place = Hoister.findPlace(Load))
        Moves.push_back({Load, Place});
  SetVector<BasicBlock *> Places;
  for (auto [Load, Place] : Moves) {
    Instruction *End = Place->getTerminator();
    if (GetElementPtrInst *Field = fieldAddress(*Load))
      if (!DT.dominates(Field, End))
        Field->moveBefore(End->getIterator());
    Load->moveBefore(End->getIterator());
    Load->dropUBImplyingAttrsAndMetadata();
    Places.insert(Place);
  }
  for (BasicBlock *Place : Places)
    SplitBlock(Place, Place->getTerminator());
  return !Moves.empty();
}
