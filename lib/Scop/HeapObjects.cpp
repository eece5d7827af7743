//===- HeapObjects.cpp - Small objects on the heap as locals --------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements HeapObjects.h.
///
//===----------------------------------------------------------------------===//

#include "HeapObjects.h"
#include "smolly/Scop/ObjectFacts.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

/// Larger objects are arrays, or have some in them.
static constexpr uint64_t MaxBytes = 256;

/// The users of \p Allocation and of addresses in its object, if nobody else
/// sees these: accesses, comparisons with null, deallocations.
static std::optional<SmallSetVector<Instruction *, 16>>
privateUsers(CallInst &Allocation, const TargetLibraryInfo &TLI) {
  SmallSetVector<Instruction *, 16> Users;
  auto IsPrivate = [&](const Use &U) {
    auto *I = cast<Instruction>(U.getUser());
    if (auto *Store = dyn_cast<StoreInst>(I))
      return U.getOperandNo() == StoreInst::getPointerOperandIndex() &&
             Store->isSimple();
    if (auto *Load = dyn_cast<LoadInst>(I))
      return Load->isSimple();
    if (isa<ICmpInst>(I))
      return U.get() == &Allocation && smolly::isNullTest(U);
    if (auto *CB = dyn_cast<CallBase>(I))
      return (U.get() == &Allocation &&
              getFreedOperand(CB, &TLI) == &Allocation && isa<CallInst>(CB)) ||
             (isa<MemIntrinsic>(CB) && !cast<MemIntrinsic>(CB)->isVolatile());
    return isa<GetElementPtrInst>(I);
  };
  auto Add = [&](Instruction &I) {
    for (const Use &U : I.uses()) {
      if (!IsPrivate(U))
        return false;
      Users.insert(cast<Instruction>(U.getUser()));
    }
    return true;
  };
  if (!Add(Allocation))
    return std::nullopt;
  for (unsigned Next = 0; Next < Users.size(); ++Next)
    if (isa<GetElementPtrInst>(Users[Next]) && !Add(*Users[Next]))
      return std::nullopt;
  return Users;
}

static void makeLocal(CallInst &Allocation, uint64_t Bytes,
                      ArrayRef<Instruction *> Users, Constant *Initially,
                      const TargetLibraryInfo &TLI) {
  IRBuilder<> B(&Allocation);
  if (Initially && Initially->isNullValue())
    B.CreateMemSet(&Allocation, B.getInt8(0), Bytes,
                   Allocation.getRetAlign().valueOrOne());
  for (Instruction *I : Users)
    if (auto *Compare = dyn_cast<ICmpInst>(I)) {
      Compare->replaceAllUsesWith(
          B.getInt1(Compare->getPredicate() == ICmpInst::ICMP_NE));
      Compare->eraseFromParent();
    } else if (auto *CB = dyn_cast<CallBase>(I);
               CB && getFreedOperand(CB, &TLI))
      CB->eraseFromParent();
  BasicBlock &Entry = Allocation.getFunction()->getEntryBlock();
  B.SetInsertPoint(&Entry, Entry.getFirstInsertionPt());
  auto *Local = B.CreateAlloca(ArrayType::get(B.getInt8Ty(), Bytes));
  Local->setAlignment(Align(16));
  Local->takeName(&Allocation);
  Allocation.replaceAllUsesWith(Local);
  Allocation.eraseFromParent();
}

bool smolly::keepObjectsLocal(Function &F, const CycleInfo &Cycles,
                              const TargetLibraryInfo &TLI) {
  SmallVector<CallInst *, 8> Allocations;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && isAllocLikeFn(Call, &TLI))
      Allocations.push_back(Call);
  bool Changed = false;
  for (CallInst *Call : Allocations) {
    uint64_t Bytes = 0;
    if (!getObjectSize(Call, Bytes, F.getDataLayout(), &TLI) || Bytes == 0 ||
        Bytes > MaxBytes || Cycles.getCycle(Call->getParent()) ||
        getAllocAlignment(Call, &TLI))
      continue;
    Constant *Initially = getInitialValueOfAllocation(
        Call, &TLI, Type::getInt8Ty(F.getContext()));
    auto Users = Initially ? privateUsers(*Call, TLI) : std::nullopt;
    if (!Users)
      continue;
    makeLocal(*Call, Bytes, Users->getArrayRef(), Initially, TLI);
    Changed = true;
  }
  return Changed;
}
