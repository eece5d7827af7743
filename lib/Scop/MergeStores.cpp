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

/// The mergeable stores of the predecessors of \p BB; empty if there are none.
static SmallVector<StoreInst *, 4> findStores(BasicBlock &BB) {
  SmallVector<StoreInst *, 4> Stores;
  for (BasicBlock *Pred : predecessors(&BB)) {
    StoreInst *Store =
        Pred != &BB && endsInBranchTo(Pred, &BB) ? lastStore(*Pred) : nullptr;
    if (!Store)
      return {};
    Stores.push_back(Store);
    StoreInst *First = Stores.front();
    if (Store->getValueOperand()->getType() !=
            First->getValueOperand()->getType() ||
        !isSameAddress(First->getPointerOperand(), Store->getPointerOperand()))
      return {};
  }
  return Stores.size() > 1 ? Stores : SmallVector<StoreInst *, 4>();
}

static void merge(BasicBlock &BB, ArrayRef<StoreInst *> Stores) {
  StoreInst *First = Stores.front();
  IRBuilder<> B(&BB, BB.begin());
  PHINode *Stored =
      B.CreatePHI(First->getValueOperand()->getType(), Stores.size());
  B.SetInsertPoint(&BB, BB.getFirstInsertionPt());
  Value *Address = First->getPointerOperand();
  for (StoreInst *Store : Stores) {
    Stored->addIncoming(Store->getValueOperand(), Store->getParent());
    Address = rebuild(Address, Store->getPointerOperand(), B);
  }
  StoreInst *New = B.CreateAlignedStore(Stored, Address, First->getAlign());
  New->setAAMetadata(First->getAAMetadata());
  New->setDebugLoc(First->getDebugLoc());
  for (StoreInst *Store : Stores) {
    New->setAlignment(std::min(New->getAlign(), Store->getAlign()));
    New->setAAMetadata(New->getAAMetadata().merge(Store->getAAMetadata()));
    Value *Old = Store->getPointerOperand();
    Store->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(Old);
  }
}

bool smolly::mergeStores(Function &F) {
  bool Changed = false;
  for (BasicBlock &BB : F) {
    if (BB.isEHPad())
      continue;
    SmallVector<StoreInst *, 4> Stores = findStores(BB);
    if (Stores.empty())
      continue;
    merge(BB, Stores);
    Changed = true;
  }
  return Changed;
}
