//===- SeparatedLoads.cpp - Loads of one place, taken apart ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements SeparatedLoads.h.
///
/// What computes the two addresses moves in front of the condition. The address
/// is then put together from the outside to the inside: two instructions that
/// do the same become one, of operands that are put together likewise, down to
/// those that differ. Between these the condition chooses, as it did before the
/// load was taken apart.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/SeparatedLoads.h"
#include "AddressChoices.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include <array>
#include <optional>

using namespace llvm;
using namespace smolly;

namespace {

/// `if (c) first else second`, with a load in either.
struct Diamond {
  static std::optional<Diamond> endingIn(PHINode &Loaded);
  void join();

  PHINode &Loaded;
  std::array<LoadInst *, 2> Loads;
  /// Backwards, each block the only way to the one before it in the list.
  std::array<SmallVector<BasicBlock *, 2>, 2> Arms;
  BranchInst *Branch = nullptr;
};

/// Puts two addresses together that a condition chooses from.
class AddressJoiner {
public:
  AddressJoiner(BranchInst &Branch,
                const SmallPtrSetImpl<const Value *> &Special)
      : Condition(Branch.getCondition()), Special(Special), B(&Branch) {}
  Value *join(Value *First, Value *Second);

private:
  Value *Condition;
  const SmallPtrSetImpl<const Value *> &Special;
  IRBuilder<> B;
};

} // namespace

/// Whether \p Arm holds \p Load and otherwise what may be computed in any case.
static bool isJoinable(ArrayRef<BasicBlock *> Arm, const LoadInst *Load) {
  return is_contained(Arm, Load->getParent()) &&
         all_of(Arm, [&](const BasicBlock *BB) {
           return all_of(drop_end(*BB), [&](const Instruction &I) {
             return &I == Load ||
                    (!isa<PHINode>(I) && !I.mayReadOrWriteMemory() &&
                     isSafeToSpeculativelyExecute(&I));
           });
         });
}

std::optional<Diamond> Diamond::endingIn(PHINode &Loaded) {
  Diamond D{Loaded, {}, {}};
  if (Loaded.getNumIncomingValues() != 2)
    return std::nullopt;
  std::array<BasicBlock *, 2> Heads;
  for (unsigned I = 0; I < 2; ++I) {
    D.Loads[I] = dyn_cast<LoadInst>(Loaded.getIncomingValue(I));
    BasicBlock *BB = Loaded.getIncomingBlock(I);
    for (; BB && BB->getSingleSuccessor(); BB = BB->getSinglePredecessor())
      D.Arms[I].push_back(BB);
    if (!D.Loads[I] || !D.Loads[I]->isSimple() || !D.Loads[I]->hasOneUse() ||
        !isJoinable(D.Arms[I], D.Loads[I]))
      return std::nullopt;
    Heads[I] = BB;
  }
  if (!Heads[0] || Heads[0] != Heads[1] ||
      !D.Loads[0]->isSameOperationAs(D.Loads[1]))
    return std::nullopt;
  D.Branch = dyn_cast<BranchInst>(Heads[0]->getTerminator());
  if (!D.Branch)
    return std::nullopt;
  if (D.Branch->getSuccessor(0) != D.Arms[0].back()) {
    std::swap(D.Arms[0], D.Arms[1]);
    std::swap(D.Loads[0], D.Loads[1]);
  }
  return D;
}

/// \p First where the condition holds, else \p Second.
Value *AddressJoiner::join(Value *First, Value *Second) {
  if (First == Second)
    return First;
  auto *I = dyn_cast<Instruction>(First),
       *Other = dyn_cast<Instruction>(Second);
  if (!Special.contains(First) || !Special.contains(Second) ||
      !isAddressArithmetic(I) || !I->isSameOperationAs(Other))
    return B.CreateSelect(Condition, First, Second);
  SmallVector<Value *, 4> Operands;
  for (auto [One, Two] : zip_equal(I->operands(), Other->operands()))
    Operands.push_back(join(One, Two));
  Instruction *Joined = I->clone();
  Joined->andIRFlags(Other);
  for (auto [Index, Operand] : enumerate(Operands))
    Joined->setOperand(Index, Operand);
  return B.Insert(Joined);
}

void Diamond::join() {
  SmallPtrSet<const Value *, 16> Special;
  for (const auto &Arm : Arms)
    for (BasicBlock *BB : reverse(Arm))
      for (Instruction &I : make_early_inc_range(drop_end(*BB)))
        if (!isa<LoadInst>(I)) {
          I.moveBefore(Branch->getIterator());
          I.dropUBImplyingAttrsAndMetadata();
          Special.insert(&I);
        }
  Use &Address = Loads[0]->getOperandUse(LoadInst::getPointerOperandIndex());
  Value *First = Address, *Second = Loads[1]->getPointerOperand();
  Address.set(AddressJoiner(*Branch, Special).join(First, Second));
  BasicBlock *End = Loaded.getParent();
  Loads[0]->moveBefore(*End, End->getFirstInsertionPt());
  combineMetadataForCSE(Loads[0], Loads[1], /*DoesKMove=*/true);
  Loaded.replaceAllUsesWith(Loads[0]);
  Loaded.eraseFromParent();
  Loads[1]->eraseFromParent();
  for (Value *V : {First, Second})
    RecursivelyDeleteTriviallyDeadInstructions(V);
  if (isa<PHINode>(End->front()))
    return;
  BranchInst::Create(End, Branch->getIterator());
  Branch->eraseFromParent();
  for (auto &Arm : Arms)
    DeleteDeadBlocks(Arm);
}

void SeparatedLoads::add(PHINode *Loaded) { Loads.emplace_back(Loaded); }

bool SeparatedLoads::join() {
  bool Changed = false;
  for (WeakTrackingVH &V : reverse(Loads))
    if (auto *Loaded = dyn_cast_or_null<PHINode>(V))
      if (std::optional<Diamond> D = Diamond::endingIn(*Loaded)) {
        D->join();
        Changed = true;
      }
  Loads.clear();
  return Changed;
}
