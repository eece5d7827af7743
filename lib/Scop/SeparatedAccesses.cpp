//===- SeparatedAccesses.cpp - Accesses taken apart -----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements SeparatedAccesses.h.
///
/// What computes the two addresses moves in front of the branch. The address
/// is then put together from the outside to the inside: two instructions that
/// do the same become one, of operands that are put together likewise, down to
/// those that differ. Between these the condition chooses, as it did before the
/// access was taken apart.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/SeparatedAccesses.h"
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
#include <tuple>

using namespace llvm;
using namespace smolly;

namespace {

/// `if (c) first else second`, with a load or a store in either.
struct Diamond {
  static std::optional<Diamond> endingIn(BasicBlock &End, PHINode *Loaded);
  void join();

  BasicBlock *End;
  /// One of both loads; null for stores.
  PHINode *Loaded;
  std::array<Instruction *, 2> Accesses;
  /// Backwards, each block the only way to the one before it in the list.
  std::array<SmallVector<BasicBlock *, 2>, 2> Arms;
  BranchInst *Branch = nullptr;
};

/// Puts two addresses together that a condition chooses from.
class AddressJoiner {
public:
  AddressJoiner(BranchInst &Branch, const SmallPtrSetImpl<const Value *> &Moved)
      : Condition(Branch.getCondition()), Moved(Moved), B(&Branch) {}
  Value *join(Value *First, Value *Second);

private:
  Value *Condition;
  const SmallPtrSetImpl<const Value *> &Moved;
  IRBuilder<> B;
};

} // namespace

/// The blocks from \p Last back to where there is another way, which is the
/// second.
static std::pair<SmallVector<BasicBlock *, 2>, BasicBlock *>
armEndingIn(BasicBlock *Last) {
  SmallVector<BasicBlock *, 2> Arm;
  for (; Last && Last->getSingleSuccessor();
       Last = Last->getSinglePredecessor())
    Arm.push_back(Last);
  return {Arm, Last};
}

/// The only store in \p Arm, if there is one.
static Instruction *storeIn(ArrayRef<BasicBlock *> Arm) {
  Instruction *Found = nullptr;
  for (BasicBlock *BB : Arm)
    for (Instruction &I : *BB)
      if (isa<StoreInst>(I)) {
        if (Found)
          return nullptr;
        Found = &I;
      }
  return Found;
}

/// Whether \p Arm holds \p Access, which is simple, and otherwise what may be
/// computed in any case.
static bool isJoinable(ArrayRef<BasicBlock *> Arm, const Instruction *Access) {
  const auto *Load = dyn_cast_or_null<LoadInst>(Access);
  const auto *Store = dyn_cast_or_null<StoreInst>(Access);
  if (!(Load && Load->isSimple() && Load->hasOneUse()) &&
      !(Store && Store->isSimple()))
    return false;
  return is_contained(Arm, Access->getParent()) &&
         all_of(Arm, [&](const BasicBlock *BB) {
           return all_of(drop_end(*BB), [&](const Instruction &I) {
             return &I == Access ||
                    (!isa<PHINode>(I) && !I.mayReadOrWriteMemory() &&
                     isSafeToSpeculativelyExecute(&I));
           });
         });
}

std::optional<Diamond> Diamond::endingIn(BasicBlock &End, PHINode *Loaded) {
  Diamond D{&End, Loaded, {}, {}};
  if (pred_size(&End) != 2)
    return std::nullopt;
  std::array<BasicBlock *, 2> Heads;
  for (auto [I, Last] : enumerate(predecessors(&End))) {
    std::tie(D.Arms[I], Heads[I]) = armEndingIn(Last);
    D.Accesses[I] =
        Loaded ? dyn_cast<LoadInst>(Loaded->getIncomingValueForBlock(Last))
               : storeIn(D.Arms[I]);
    if (!isJoinable(D.Arms[I], D.Accesses[I]))
      return std::nullopt;
  }
  if (!Heads[0] || Heads[0] != Heads[1] ||
      !D.Accesses[0]->isSameOperationAs(D.Accesses[1]))
    return std::nullopt;
  D.Branch = dyn_cast<BranchInst>(Heads[0]->getTerminator());
  if (!D.Branch ||
      (!Loaded && D.Accesses[0]->getOperand(0) != D.Accesses[1]->getOperand(0)))
    return std::nullopt;
  if (D.Branch->getSuccessor(0) != D.Arms[0].back()) {
    std::swap(D.Arms[0], D.Arms[1]);
    std::swap(D.Accesses[0], D.Accesses[1]);
  }
  return D;
}

/// \p First where the condition holds, else \p Second.
Value *AddressJoiner::join(Value *First, Value *Second) {
  if (First == Second)
    return First;
  auto *I = dyn_cast<Instruction>(First),
       *Other = dyn_cast<Instruction>(Second);
  if (!Moved.contains(First) || !Moved.contains(Second) ||
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
  SmallPtrSet<const Value *, 16> Moved;
  for (const auto &Arm : Arms)
    for (BasicBlock *BB : reverse(Arm))
      for (Instruction &I : make_early_inc_range(drop_end(*BB)))
        if (!is_contained(Accesses, &I)) {
          I.moveBefore(Branch->getIterator());
          I.dropUBImplyingAttrsAndMetadata();
          Moved.insert(&I);
        }
  Use &Address = addressOf(*Accesses[0]);
  Value *First = Address, *Second = getLoadStorePointerOperand(Accesses[1]);
  Address.set(AddressJoiner(*Branch, Moved).join(First, Second));
  Accesses[0]->moveBefore(*End, End->getFirstInsertionPt());
  combineMetadataForCSE(Accesses[0], Accesses[1], /*DoesKMove=*/true);
  if (Loaded) {
    Loaded->replaceAllUsesWith(Accesses[0]);
    Loaded->eraseFromParent();
  }
  Accesses[1]->eraseFromParent();
  for (Value *V : {First, Second})
    RecursivelyDeleteTriviallyDeadInstructions(V);
  if (isa<PHINode>(End->front()))
    return;
  BranchInst::Create(End, Branch->getIterator());
  Branch->eraseFromParent();
  for (auto &Arm : Arms)
    DeleteDeadBlocks(Arm);
}

void SeparatedAccesses::addLoads(PHINode *Loaded) {
  Accesses.emplace_back(Loaded);
}

void SeparatedAccesses::addStores(BasicBlock *End) {
  Accesses.emplace_back(End);
}

SeparatedAccesses::~SeparatedAccesses() {
  // What was taken apart last is a part of what was taken apart before.
  for (WeakTrackingVH &V : reverse(Accesses)) {
    auto *Loaded = dyn_cast_or_null<PHINode>(V);
    auto *End = Loaded ? Loaded->getParent() : dyn_cast_or_null<BasicBlock>(V);
    if (!End)
      continue;
    if (std::optional<Diamond> D = Diamond::endingIn(*End, Loaded))
      D->join();
  }
}
