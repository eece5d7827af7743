//===- ResizedVectors.cpp - Vectors that get a size later -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ResizedVectors.h.
///
//===----------------------------------------------------------------------===//

#include "ResizedVectors.h"
#include "OptionalGroup.h"
#include "smolly/Scop/OptionalAllocations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// The conditional branch at the end of \p BB, or null.
static BranchInst *decisionOf(BasicBlock *BB) {
  auto *Branch = BB ? dyn_cast<BranchInst>(BB->getTerminator()) : nullptr;
  return Branch && Branch->isConditional() ? Branch : nullptr;
}

/// Where \p Check, which asks for a size, goes if \p Count is zero; null if
/// that is not known.
static BasicBlock *goalOfZero(const BranchInst &Check, const Value *Count) {
  CmpPredicate Predicate;
  Value *Size;
  const APInt *Limit;
  if (!match(Check.getCondition(),
             m_ICmp(Predicate, m_Value(Size), m_APInt(Limit))) ||
      !isZeroWith(Size, Count))
    return nullptr;
  APInt Zero(Limit->getBitWidth(), 0);
  return Check.getSuccessor(!ICmpInst::compare(Zero, *Limit, Predicate));
}

/// Whether all of \p BB but its end may be executed where it was not.
static bool isSpeculatable(const BasicBlock &BB) {
  return all_of(BB, [](const Instruction &I) {
    return I.isTerminator() || I.isDebugOrPseudoInst() ||
           (!isa<PHINode>(I) && !I.mayReadOrWriteMemory() &&
            isSafeToSpeculativelyExecute(&I));
  });
}

/// Lets \p Check, which \p Skip leads to unless a count is zero, come first: it
/// goes on to \p Next then, as it does for a count of zero.
static void exchange(BranchInst &Skip, BranchInst &Check, BasicBlock *Next) {
  BasicBlock *First = Skip.getParent(), *Second = Check.getParent();
  for (Instruction &I : make_early_inc_range(*Second))
    if (!I.isTerminator())
      I.moveBefore(Skip.getIterator());
  for (BasicBlock *To : successors(&Skip))
    if (To != Second)
      To->replacePhiUsesWith(First, Second);
  for (BasicBlock *To : successors(&Check))
    if (To != Next)
      To->replacePhiUsesWith(Second, First);
  for (unsigned I = 0; I < 2; ++I) {
    if (Skip.getSuccessor(I) == Second)
      Skip.setSuccessor(I, Next);
    if (Check.getSuccessor(I) == Next)
      Check.setSuccessor(I, Second);
  }
  Check.moveBefore(Skip.getIterator());
  Skip.moveBefore(*Second, Second->end());
}

/// Moves checks of the size between the branch that skips an allocation and the
/// allocation in front of that branch.
static void moveChecks(const PHINode &Pointer, CallBase &Allocation) {
  constexpr unsigned MaxChecks = 4;
  for (unsigned I = 0; I < MaxChecks; ++I) {
    BasicBlock *Next = Allocation.getParent();
    BasicBlock *Second = Next->getSinglePredecessor();
    BranchInst *Check = decisionOf(Second);
    BranchInst *Skip =
        Check ? decisionOf(Second->getSinglePredecessor()) : nullptr;
    Value *Count;
    CmpPredicate Predicate;
    if (!Skip || Skip->getParent() != skippedAllocation(Pointer).second ||
        !match(Skip->getCondition(),
               m_ICmp(Predicate, m_Value(Count), m_Zero())) ||
        !ICmpInst::isEquality(Predicate) ||
        Skip->getSuccessor(Predicate == ICmpInst::ICMP_EQ) != Second ||
        Skip->getSuccessor(Predicate != ICmpInst::ICMP_EQ) !=
            Pointer.getParent() ||
        goalOfZero(*Check, Count) != Next ||
        Check->getSuccessor(0) == Check->getSuccessor(1) ||
        is_contained(successors(Check), Pointer.getParent()) ||
        !isSpeculatable(*Second))
      return;
    exchange(*Skip, *Check, Next);
  }
}

/// Whether \p Number merges numbers of addresses, and of null.
static bool isOfAddresses(const PHINode &Number, const PointerType *Address) {
  auto IsAddress = [&](const Value *V) {
    const auto *Cast = dyn_cast<PtrToIntInst>(V);
    return Cast && Cast->getSrcTy() == Address;
  };
  return any_of(Number.incoming_values(), IsAddress) &&
         all_of(Number.incoming_values(), [&](const Value *V) {
           return IsAddress(V) || match(V, m_Zero());
         });
}

void smolly::mergePointers(Function &F) {
  auto *Type = PointerType::get(F.getContext(), /*AddressSpace=*/0);
  for (BasicBlock &BB : F)
    for (PHINode &Number : make_early_inc_range(BB.phis())) {
      if (Number.getType() != F.getDataLayout().getIntPtrType(Type) ||
          !isOfAddresses(Number, Type))
        continue;
      auto *Address = PHINode::Create(Type, Number.getNumIncomingValues(), "",
                                      Number.getIterator());
      for (auto [V, From] : zip(Number.incoming_values(), Number.blocks())) {
        auto *Cast = dyn_cast<PtrToIntInst>(V);
        Address->addIncoming(Cast ? Cast->getPointerOperand()
                                  : ConstantPointerNull::get(Type),
                             From);
      }
      IRBuilder<> B(&BB, BB.getFirstInsertionPt());
      Number.replaceAllUsesWith(B.CreatePtrToInt(Address, Number.getType()));
      Number.eraseFromParent();
    }
}

void smolly::checkSizeFirst(PHINode &Pointer) {
  auto [Allocation, Skipping] = skippedAllocation(Pointer);
  if (!Allocation)
    return;
  // The way around the allocation may be a block of its own.
  if (Skipping->size() == 1 && Skipping->getSinglePredecessor() &&
      Skipping->getSingleSuccessor())
    TryToSimplifyUncondBranchFromEmptyBlock(Skipping);
  moveChecks(Pointer, *Allocation);
}
