//===- MergeStores.cpp - One store for all arms of a condition ------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements MergeStores.h.
///
///     if (a[i] == b[j]) L[i][j] = x;         v = a[i] == b[j] ? x : y;
///     else              L[i][j] = y;    =>   L[i][j] = v;
///
/// The condition is not affine: Polly would take both stores for ones that may
/// happen, and L would have to stay as it is. SimplifyCFG sinks the stores only
/// if the arms share the computation of the address.
///
//===----------------------------------------------------------------------===//

#include "MergeStores.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace smolly;

/// Address expressions deeper than this are not compared.
static constexpr unsigned MaxDepth = 12;

static bool isAddressArithmetic(const Instruction *I) {
  return isa<GetElementPtrInst, CastInst>(I) ||
         (isa<BinaryOperator>(I) && !I->isIntDivRem());
}

/// Whether \p L and \p R are the same computation on the same values.
static bool isSameAddress(Value *L, Value *R, unsigned Depth = 0) {
  if (L == R)
    return true;
  auto *IL = dyn_cast<Instruction>(L), *IR = dyn_cast<Instruction>(R);
  return IL && IR && Depth < MaxDepth && isAddressArithmetic(IL) &&
         IL->isSameOperationAs(IR, Instruction::CompareIgnoringAlignment) &&
         all_of(
             zip(IL->operands(), IR->operands()),
             [&](const auto &Pair) {
               return isSameAddress(std::get<0>(Pair), std::get<1>(Pair),
                                    Depth + 1);
             });
}

/// Computes at \p B what \p L and \p R, which are the same address, compute;
/// flags that only one of them has are dropped.
static Value *rebuild(Value *L, Value *R, IRBuilder<> &B) {
  if (L == R)
    return L;
  auto *IL = cast<Instruction>(L), *IR = cast<Instruction>(R);
  Instruction *New = IL->clone();
  New->andIRFlags(IR);
  New->dropUnknownNonDebugMetadata();
  for (auto [Index, Pair] : enumerate(zip(IL->operands(), IR->operands())))
    New->setOperand(Index, rebuild(std::get<0>(Pair), std::get<1>(Pair), B));
  return B.Insert(New);
}

/// The last instruction of \p BB that touches memory or may not return, if
/// that is a plain store.
static StoreInst *lastStore(BasicBlock &BB) {
  for (Instruction &I : reverse(BB)) {
    if (auto *Store = dyn_cast<StoreInst>(&I))
      return Store->isSimple() ? Store : nullptr;
    if (I.mayReadOrWriteMemory() || I.mayHaveSideEffects())
      return nullptr;
  }
  return nullptr;
}

static bool endsInBranchTo(const BasicBlock *BB, const BasicBlock *Target) {
  auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
  return Branch && Branch->isUnconditional() &&
         Branch->getSuccessor(0) == Target;
}

namespace {

/// What is in one place in memory where a block is entered from another one.
struct Stored {
  BasicBlock *Before;
  /// What has stored it.
  StoreInst *Store;
  /// Nothing but the block is behind the store.
  bool IsLast;
};

} // namespace

static bool areLike(StoreInst &L, StoreInst &R) {
  return L.getValueOperand()->getType() == R.getValueOperand()->getType() &&
         isSameAddress(L.getPointerOperand(), R.getPointerOperand());
}

/// The store like \p Like of which the value is still there at the end of
/// \p BB: on the only way from there to here, nothing else is written.
static StoreInst *storeBefore(BasicBlock *BB, StoreInst &Like) {
  constexpr unsigned MaxBlocks = 8;
  for (unsigned Blocks = 0; BB && Blocks < MaxBlocks; ++Blocks) {
    for (Instruction &I : reverse(*BB)) {
      auto *Store = dyn_cast<StoreInst>(&I);
      if (Store && Store->isSimple() && areLike(*Store, Like))
        return Store;
      if (I.mayHaveSideEffects())
        return nullptr;
    }
    BB = BB->getSinglePredecessor();
  }
  return nullptr;
}

/// What is stored in one place at the ends of the predecessors of \p BB, by the
/// last store of some of them; empty if there is no such place. \p Seen are the
/// blocks in front of it: a loop does not store once more in each iteration.
static SmallVector<Stored, 4>
findStores(BasicBlock &BB, const SmallPtrSetImpl<BasicBlock *> &Seen) {
  SmallVector<Stored, 4> Stores;
  SmallVector<BasicBlock *, 4> Others;
  for (BasicBlock *Pred : predecessors(&BB)) {
    StoreInst *Store =
        Pred != &BB && endsInBranchTo(Pred, &BB) ? lastStore(*Pred) : nullptr;
    if (Store && (Stores.empty() || areLike(*Stores.front().Store, *Store)))
      Stores.push_back({Pred, Store, true});
    else
      Others.push_back(Pred);
  }
  if (Stores.empty())
    return {};
  for (BasicBlock *Pred : Others) {
    StoreInst *Store = Seen.contains(Pred)
                           ? storeBefore(Pred, *Stores.front().Store)
                           : nullptr;
    if (!Store)
      return {};
    Stores.push_back({Pred, Store, false});
  }
  return Stores.size() > 1 ? Stores : SmallVector<Stored, 4>();
}

static void merge(BasicBlock &BB, ArrayRef<Stored> Stores) {
  StoreInst *First = Stores.front().Store;
  IRBuilder<> B(&BB, BB.begin());
  PHINode *Value =
      B.CreatePHI(First->getValueOperand()->getType(), Stores.size());
  B.SetInsertPoint(&BB, BB.getFirstInsertionPt());
  llvm::Value *Address = First->getPointerOperand();
  for (const Stored &S : Stores) {
    Value->addIncoming(S.Store->getValueOperand(), S.Before);
    Address = rebuild(Address, S.Store->getPointerOperand(), B);
  }
  StoreInst *New = B.CreateAlignedStore(Value, Address, First->getAlign());
  New->setAAMetadata(First->getAAMetadata());
  New->setDebugLoc(First->getDebugLoc());
  for (const Stored &S : Stores) {
    New->setAlignment(std::min(New->getAlign(), S.Store->getAlign()));
    New->setAAMetadata(New->getAAMetadata().merge(S.Store->getAAMetadata()));
    if (!S.IsLast)
      continue;
    llvm::Value *Old = S.Store->getPointerOperand();
    S.Store->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(Old);
  }
}

bool smolly::mergeStores(Function &F) {
  bool Changed = false;
  // What a block stores may be there where a later one begins.
  ReversePostOrderTraversal<Function *> Traversal(&F);
  SmallPtrSet<BasicBlock *, 32> Seen;
  for (BasicBlock *BB : Traversal) {
    Seen.insert(BB);
    if (BB->isEHPad())
      continue;
    SmallVector<Stored, 4> Stores = findStores(*BB, Seen);
    if (Stores.empty())
      continue;
    merge(*BB, Stores);
    Changed = true;
  }
  return Changed;
}
