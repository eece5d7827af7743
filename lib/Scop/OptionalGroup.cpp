//===- OptionalGroup.cpp - Arrays that may not be allocated ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements OptionalGroup.h. Where the count is not zero, nothing changes.
/// Where it is, all pointers into the arrays are null, plus offsets, or point
/// to different arrays without elements: what is compared with each other, or
/// subtracted, has to be of the same array.
///
//===----------------------------------------------------------------------===//

#include "OptionalGroup.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

std::pair<CallBase *, BasicBlock *>
smolly::skippedAllocation(const PHINode &Pointer) {
  CallBase *Allocation = nullptr;
  BasicBlock *Skipping = nullptr;
  for (auto [V, From] : zip(Pointer.incoming_values(), Pointer.blocks())) {
    if (isa<ConstantPointerNull>(V)) {
      if (Skipping)
        return {};
      Skipping = From;
      continue;
    }
    auto *CB = dyn_cast<CallBase>(V);
    if (!CB || (Allocation && Allocation != CB))
      return {};
    Allocation = CB;
  }
  if (!Allocation || !Skipping)
    return {};
  return {Allocation, Skipping};
}

bool smolly::asksForNull(const ICmpInst &Check) {
  return Check.isEquality() &&
         any_of(Check.operand_values(),
                [](const Value *V) { return isa<ConstantPointerNull>(V); });
}

static const Value *withoutOffsets(const Value *Pointer) {
  while (const auto *Gep = dyn_cast<GEPOperator>(Pointer))
    Pointer = Gep->getPointerOperand();
  return Pointer;
}

OptionalGroup::OptionalGroup(const OptionalAllocation &First,
                             ArrayRef<OptionalAllocation> All,
                             const TargetLibraryInfo &TLI)
    : TLI(TLI) {
  add(First);
  do
    followAll();
  while (!HasOtherUses && joinMerged(All));
  findBeginnings();
  auto MergesNull = [&](const PHINode *Merge) {
    return any_of(seq(Merge->getNumIncomingValues()), [&](unsigned I) {
      return isa<ConstantPointerNull>(incoming(*Merge, I));
    });
  };
  IsOneArray = Members.size() == 1 && none_of(Merges, MergesNull);
  if (!HasOtherUses && !IsOneArray)
    DT.recalculate(*First.Pointer->getFunction());
}

void OptionalGroup::add(const OptionalAllocation &A) {
  Members.push_back(A);
  follow(A.Allocation);
  follow(A.Pointer);
}

void OptionalGroup::follow(Instruction *Pointer) {
  if (Pointers.insert(Pointer).second)
    Worklist.push_back(Pointer);
}

void OptionalGroup::followAll() {
  while (!Worklist.empty() && !HasOtherUses)
    for (const Use &U : Worklist.pop_back_val()->uses())
      HasOtherUses |= !isHarmless(U);
}

/// Adds one of \p All whose pointer is merged with those of the group.
bool OptionalGroup::joinMerged(ArrayRef<OptionalAllocation> All) {
  for (PHINode *Merge : Merges)
    for (const Value *V : Merge->incoming_values()) {
      if (Pointers.contains(V))
        continue;
      const Value *Base = withoutOffsets(V);
      const auto *New = find_if(All, [&](const OptionalAllocation &A) {
        return A.Pointer == Base || A.Allocation == Base;
      });
      if (New == All.end() || New->Count != Members.front().Count ||
          Pointers.contains(New->Pointer))
        return false;
      add(*New);
      return true;
    }
  return false;
}

/// Collects what the pointer that \p Cast makes an integer of is subtracted
/// from, or the other way round. False if it is used for something else.
bool OptionalGroup::addDistances(const User &Cast) {
  for (const User *Difference : Cast.users()) {
    const Value *From = nullptr, *To = nullptr;
    if (!match(Difference,
               m_Sub(m_PtrToInt(m_Value(To)), m_PtrToInt(m_Value(From)))))
      return false;
    Pairs.push_back({From, To});
  }
  return true;
}

bool OptionalGroup::isHarmless(const Use &U) {
  auto *Usr = cast<Instruction>(U.getUser());
  if (isa<GetElementPtrInst>(Usr)) {
    follow(Usr);
    return true;
  }
  if (auto *Merge = dyn_cast<PHINode>(Usr)) {
    // Else it is the pointer of an allocation.
    if (!Pointers.contains(Merge)) {
      follow(Usr);
      Merges.push_back(Merge);
    }
    return true;
  }
  if (isa<ICmpInst>(Usr)) {
    const Value *Other = Usr->getOperand(1 - U.getOperandNo());
    if (isa<ConstantPointerNull>(Other))
      Checked.push_back(U);
    else
      Pairs.push_back({U, Other});
    return true;
  }
  if (const auto *Store = dyn_cast<StoreInst>(Usr))
    return Store->getValueOperand() != U;
  if (const auto *CB = dyn_cast<CallBase>(Usr))
    return isa<MemIntrinsic>(CB) || CB->isLifetimeStartOrEnd() ||
           getFreedOperand(CB, &TLI) == U;
  return isa<LoadInst>(Usr) || (isa<PtrToIntInst>(Usr) && addDistances(*Usr));
}

void OptionalGroup::findBeginnings() {
  for (const OptionalAllocation &A : Members) {
    Beginnings.insert(A.Allocation);
    Beginnings.insert(A.Pointer);
  }
  Beginnings.insert_range(Merges);
  auto MergesOthers = [&](Instruction *I) {
    auto *Merge = dyn_cast<PHINode>(I);
    return is_contained(Merges, Merge) &&
           any_of(Merge->incoming_values(), [&](Value *V) {
             auto *In = dyn_cast<Instruction>(V);
             return !isa<ConstantPointerNull>(V) &&
                    (!In || !Beginnings.contains(In));
           });
  };
  while (Beginnings.remove_if(MergesOthers))
    ;
  auto MergesNull = [&](const Value *V) {
    return isa<ConstantPointerNull>(V) || NullElsewhere.contains(V);
  };
  bool Changed = true;
  while (std::exchange(Changed, false))
    for (PHINode *Merge : Merges)
      if (Beginnings.contains(Merge) &&
          any_of(Merge->incoming_values(), MergesNull))
        Changed |= NullElsewhere.insert(Merge).second;
}

/// Identifies where \p Pointer points to, by a phi.
const Value *OptionalGroup::baseOf(const Value *Pointer) const {
  const Value *Base = withoutOffsets(Pointer);
  for (const OptionalAllocation &A : Members)
    if (Base == A.Allocation)
      return A.Pointer;
  return Base;
}

/// What \p Merge gets from its block number \p I. Null where an allocation is
/// skipped stands for its beginning: there are no elements.
const Value *OptionalGroup::incoming(const PHINode &Merge, unsigned I) const {
  const Value *V = Merge.getIncomingValue(I);
  if (!isa<ConstantPointerNull>(V))
    return V;
  const auto *Skipped = find_if(Members, [&](const OptionalAllocation &A) {
    return A.skippedTo() == Merge.getParent() &&
           A.Skip->getParent() == Merge.getIncomingBlock(I);
  });
  return Skipped == Members.end() ? V : Skipped->Allocation;
}

/// Whether \p A and \p B, at a place where both are known, point into the same
/// array whatever happened before. By induction over time: what a phi gets, and
/// what is known in front of it, are of one array if they were when the later
/// one of them was computed; the other one has been the same since then, or the
/// later one would not dominate the phi.
/// Complexity: linear in the number of pairs that are looked at, which is
/// bounded.
bool OptionalGroup::areInOneArray(const Value *A, const Value *B) const {
  if (IsOneArray)
    return true;
  constexpr size_t MaxPairs = 64;
  auto Merges = [&](const Value *V) {
    return isa<PHINode>(V) &&
           none_of(Members,
                   [&](const OptionalAllocation &M) { return M.Pointer == V; });
  };
  SmallVector<Pair, 16> Open = {{A, B}};
  SmallSet<Pair, 16> Seen;
  while (!Open.empty()) {
    auto [First, Second] = Open.pop_back_val();
    First = baseOf(First);
    Second = baseOf(Second);
    // Null stays what it is.
    if (First == Second || !Seen.insert({First, Second}).second)
      continue;
    if (Seen.size() > MaxPairs)
      return false;
    const auto *I = dyn_cast<Instruction>(First);
    const auto *J = dyn_cast<Instruction>(Second);
    if (!I || !J)
      return false;
    if ((Merges(I) || Merges(J)) && isa<PHINode>(I) && isa<PHINode>(J) &&
        I->getParent() == J->getParent()) {
      const auto *Phi = cast<PHINode>(I), *Other = cast<PHINode>(J);
      for (unsigned In = 0; In < Phi->getNumIncomingValues(); ++In)
        Open.push_back({incoming(*Phi, In),
                        incoming(*Other, Other->getBasicBlockIndex(
                                             Phi->getIncomingBlock(In)))});
      continue;
    }
    if (!Merges(I) || !DT.dominates(J, I))
      std::swap(I, J);
    if (!Merges(I) || !DT.dominates(J, I))
      return false;
    const auto *Phi = cast<PHINode>(I);
    for (unsigned In = 0; In < Phi->getNumIncomingValues(); ++In)
      Open.push_back({incoming(*Phi, In), J});
  }
  return true;
}

bool OptionalGroup::isSeen() const {
  auto IsUnknown = [&](const Value *V) {
    return !Pointers.contains(V) && !isa<ConstantPointerNull>(V);
  };
  return HasOtherUses ||
         any_of(Merges,
                [&](PHINode *Merge) {
                  return any_of(Merge->incoming_values(), IsUnknown);
                }) ||
         any_of(Checked,
                [&](const Value *V) {
                  return !Beginnings.contains(
                      const_cast<Instruction *>(cast<Instruction>(V)));
                }) ||
         any_of(Pairs, [&](Pair P) {
           return IsUnknown(P.first) || IsUnknown(P.second) ||
                  !areInOneArray(P.first, P.second);
         });
}
