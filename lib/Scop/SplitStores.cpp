//===- SplitStores.cpp - Stores of one of several values ------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements SplitStores.h.
///
///     if (c) v = in[x];                      if (c) pad[x] = in[x];
///     pad[x] = phi(v, 0);             =>     else   pad[x] = 0;
///
/// `c` compares loop counters with each other or with what stays the same.
/// Only stores of what is loaded or constant are taken apart, into objects that
/// might be contracted: of these, reads may be forwarded (Forward.h).
///
//===----------------------------------------------------------------------===//

#include "SplitStores.h"
#include "CounterConditions.h"
#include "smolly/Scop/ObjectFacts.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace smolly;

/// Blocks between a store and where the ways to it part.
static constexpr unsigned MaxBlocks = 16;

namespace {

class StoreSplitter {
public:
  StoreSplitter(LoopInfo &LI, DominatorTree &DT, ScalarEvolution &SE,
                const TargetLibraryInfo &TLI)
      : LI(LI), DT(DT), SE(SE), TLI(TLI),
        Updater(DT, DomTreeUpdater::UpdateStrategy::Eager) {}
  bool run(Function &F);

private:
  StoreInst *findStore(BasicBlock &BB) const;
  bool followsCounters(BasicBlock &BB) const;
  void split(StoreInst &Store);

  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  const TargetLibraryInfo &TLI;
  DomTreeUpdater Updater;
};

} // namespace

/// Whether all instructions of \p Store's block in front of it can be executed
/// in front of the block.
static bool canHoistAddress(const StoreInst &Store) {
  const BasicBlock &BB = *Store.getParent();
  for (const Instruction &I :
       make_range(BB.getFirstNonPHIIt(), Store.getIterator()))
    if (!isSafeToSpeculativelyExecute(&I) || I.mayReadOrWriteMemory() ||
        any_of(I.operands(), [&](const Use &U) {
          auto *Phi = dyn_cast<PHINode>(U.get());
          return Phi && Phi->getParent() == &BB;
        }))
      return false;
  auto *Address = dyn_cast<PHINode>(Store.getPointerOperand());
  return !Address || Address->getParent() != &BB;
}

/// The store of \p BB to take apart, if there is one.
StoreInst *StoreSplitter::findStore(BasicBlock &BB) const {
  for (Instruction &I : BB) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store && !I.mayReadOrWriteMemory() && !I.mayHaveSideEffects())
      continue;
    auto *Stored =
        Store ? dyn_cast<PHINode>(Store->getValueOperand()) : nullptr;
    bool Fits =
        Stored && Stored->getParent() == &BB && Stored->hasOneUse() &&
        Store->isSimple() && canHoistAddress(*Store) &&
        all_of(Stored->incoming_values(),
               [](const Use &V) { return isa<Constant, LoadInst>(V); }) &&
        isCandidateObject(getUnderlyingObject(Store->getPointerOperand()), TLI);
    return Fits ? Store : nullptr;
  }
  return nullptr;
}

/// Whether nothing but conditions on counters decides by which way \p BB is
/// reached.
bool StoreSplitter::followsCounters(BasicBlock &BB) const {
  const Loop *L = LI.getLoopFor(&BB);
  if (!L || L->getHeader() == &BB || pred_size(&BB) < 2)
    return false;
  BasicBlock *Head = DT.getNode(&BB)->getIDom()->getBlock();
  SmallSetVector<BasicBlock *, 8> Between(pred_begin(&BB), pred_end(&BB));
  if (Between.size() != pred_size(&BB))
    return false;
  for (unsigned Next = 0; Next < Between.size(); ++Next) {
    BasicBlock *Block = Between[Next];
    auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
    if (Between.size() > MaxBlocks || !Branch || LI.getLoopFor(Block) != L ||
        (Branch->isConditional() &&
         !asksCounters(Branch->getCondition(), *L, SE)))
      return false;
    if (Block != Head)
      Between.insert(pred_begin(Block), pred_end(Block));
  }
  return true;
}

void StoreSplitter::split(StoreInst &Store) {
  BasicBlock &BB = *Store.getParent();
  auto &Stored = *cast<PHINode>(Store.getValueOperand());
  Instruction *Head = DT.getNode(&BB)->getIDom()->getBlock()->getTerminator();
  for (Instruction &I : make_early_inc_range(
           make_range(BB.getFirstNonPHIIt(), Store.getIterator())))
    I.moveBefore(Head->getIterator());
  // Ways that only lead here store at their end; others get a block for it, one
  // for each value.
  MapVector<Value *, SmallVector<BasicBlock *, 4>> Ways;
  for (auto [Value, Block] : zip(Stored.incoming_values(), Stored.blocks()))
    if (cast<BranchInst>(Block->getTerminator())->isConditional())
      Ways[Value].push_back(Block);
  for (auto &[Value, Blocks] : Ways)
    SplitBlockPredecessors(&BB, Blocks, ".store", &Updater, &LI);
  for (auto [Value, Block] : zip(Stored.incoming_values(), Stored.blocks())) {
    Instruction *Copy = Store.clone();
    Copy->setOperand(0, Value);
    Copy->insertBefore(Block->getTerminator()->getIterator());
  }
  Store.eraseFromParent();
  Stored.eraseFromParent();
}

bool StoreSplitter::run(Function &F) {
  SmallVector<BasicBlock *, 8> Found;
  for (BasicBlock &BB : F)
    if (findStore(BB) && followsCounters(BB))
      Found.push_back(&BB);
  for (BasicBlock *BB : Found)
    while (StoreInst *Store = findStore(*BB))
      split(*Store);
  return !Found.empty();
}

bool smolly::splitStores(Function &F, LoopInfo &LI, DominatorTree &DT,
                         ScalarEvolution &SE, const TargetLibraryInfo &TLI) {
  return StoreSplitter(LI, DT, SE, TLI).run(F);
}
