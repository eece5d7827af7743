//===- SeparateAccesses.cpp - Accesses to one of two places ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements SeparateAccesses.h.
///
///     v = a[c ? x : y];       =>       if (c) u = a[x]; else w = a[y];
///                                      v = phi(u, w);
///
/// `c` compares loop counters with each other or with what stays the same.
/// Minima and maxima of counters are choices, too. Where several conditions
/// choose an address, one is asked after the other.
///
/// Whatever `c` asks, an address in one of two objects, of which one might be
/// contracted, is a choice as well: `c ? in[x] : buffer[x]` is one load in
/// canonical code, and no object may change that is accessed together with
/// another.
///
/// So is, for loads from such an object, an index that is one of two affine
/// ones, or a pointer to one of two places.
///
/// Which of the two is poison does not matter: where the condition is, so is
/// the address of an access that is executed.
///
//===----------------------------------------------------------------------===//

#include "SeparateAccesses.h"
#include "CounterConditions.h"
#include "JoinedAddresses.h"
#include "smolly/Scop/SeparatedAccesses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace smolly;

/// Conditions on which one address depends.
static constexpr unsigned MaxConditions = 3;
/// Branches that the accesses of one loop may get.
static constexpr unsigned MaxBranches = 32;

namespace {

class AccessSeparator {
public:
  AccessSeparator(LoopInfo &LI, DominatorTree &DT, ScalarEvolution &SE,
                  const TargetLibraryInfo &TLI, SeparatedAccesses &Separated)
      : LI(LI), SE(SE), Choices(SE, TLI), Separated(Separated),
        Updater(DT, DomTreeUpdater::UpdateStrategy::Eager) {}
  bool run(Function &F);

private:
  using Conditions = SmallSetVector<const Value *, 4>;

  Instruction *findChoice(const Instruction &Access, Conditions *All) const;
  Instruction *findChoice(Value *Address, const Loop &L, const LoadInst *Load,
                          Conditions *All, unsigned Depth) const;
  Value *asSelect(Instruction *Choice);
  void separate(Instruction *Access, unsigned &Left);
  std::pair<Instruction *, Instruction *> takeApart(Instruction *Access,
                                                    Value *Condition);

  LoopInfo &LI;
  ScalarEvolution &SE;
  AddressChoices Choices;
  SeparatedAccesses &Separated;
  DomTreeUpdater Updater;
};

} // namespace

/// A choice that the address of \p Access depends on; null if there is none.
/// With \p All, the conditions of all of them are added to it.
Instruction *AccessSeparator::findChoice(const Instruction &Access,
                                         Conditions *All) const {
  return findChoice(const_cast<Value *>(getLoadStorePointerOperand(&Access)),
                    *LI.getLoopFor(Access.getParent()),
                    dyn_cast<LoadInst>(&Access), All, 0);
}

/// The same, for \p Address or a part of it, of an access in \p L.
Instruction *AccessSeparator::findChoice(Value *Address, const Loop &L,
                                         const LoadInst *Load, Conditions *All,
                                         unsigned Depth) const {
  auto *I = dyn_cast<Instruction>(Address);
  if (!I || Depth > MaxAddressDepth || !LI.getLoopFor(I->getParent()))
    return nullptr;
  Instruction *Found = Choices.isChoice(I, L, Load) ? I : nullptr;
  if (Found && All)
    All->insert(isa<SelectInst>(I) ? cast<SelectInst>(I)->getCondition() : I);
  if (!isAddressArithmetic(I) && !Found)
    return nullptr;
  if (Found && !All)
    return Found;
  for (Value *Operand : I->operands())
    if (Instruction *Other = findChoice(Operand, L, Load, All, Depth + 1)) {
      Found = Other;
      if (!All)
        return Found;
    }
  return Found;
}

/// \p V where \p Condition is \p Holds, computed at \p Point as far as it
/// depends on that.
static Value *specialize(Value *V, const Value *Condition, bool Holds,
                         Instruction *Point, unsigned Depth = 0) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !isAddressArithmetic(I) || Depth > MaxAddressDepth)
    return V;
  if (auto *Select = dyn_cast<SelectInst>(I);
      Select && Select->getCondition() == Condition)
    return specialize(Holds ? Select->getTrueValue() : Select->getFalseValue(),
                      Condition, Holds, Point, Depth + 1);
  SmallVector<Value *, 4> Operands;
  for (Value *Operand : I->operands())
    Operands.push_back(specialize(Operand, Condition, Holds, Point, Depth + 1));
  if (equal(Operands, I->operand_values()))
    return I;
  Instruction *New = I->clone();
  for (auto [Index, Operand] : enumerate(Operands))
    New->setOperand(Index, Operand);
  New->insertBefore(Point->getIterator());
  return New;
}

/// The condition of \p Choice, which is a select afterwards. Where no operand
/// is negative it is a signed one, as Polly prefers it.
Value *AccessSeparator::asSelect(Instruction *Choice) {
  if (auto *Select = dyn_cast<SelectInst>(Choice))
    return Select->getCondition();
  IRBuilder<> B(Choice);
  Type *T = Choice->getType();
  Value *Condition, *True, *False = ConstantInt::get(T, 0);
  if (isa<CastInst>(Choice)) {
    Condition = Choice->getOperand(0);
    True = ConstantInt::getSigned(T, isa<SExtInst>(Choice) ? -1 : 1);
  } else {
    Value *Left = Choice->getOperand(0), *Right = Choice->getOperand(1);
    auto *Extreme = dyn_cast<MinMaxIntrinsic>(Choice);
    ICmpInst::Predicate Predicate =
        Extreme ? Extreme->getPredicate() : ICmpInst::ICMP_UGT;
    if (ICmpInst::isUnsigned(Predicate) &&
        SE.isKnownNonNegative(SE.getSCEV(Left)) &&
        SE.isKnownNonNegative(SE.getSCEV(Right)))
      Predicate = ICmpInst::getSignedPredicate(Predicate);
    Condition = B.CreateICmp(Predicate, Left, Right);
    True = Extreme ? Left : B.CreateSub(Left, Right);
    False = Extreme ? Right : False;
  }
  Choice->replaceAllUsesWith(B.CreateSelect(Condition, True, False));
  Choice->eraseFromParent();
  return Condition;
}

/// Replaces \p Access by two, one for either value of \p Condition.
std::pair<Instruction *, Instruction *>
AccessSeparator::takeApart(Instruction *Access, Value *Condition) {
  Instruction *Ends[2], *Copies[2];
  // A choice by what is not known is no undefined behaviour, a branch is.
  Value *Decided = Condition;
  if (!asksCounters(Condition, *LI.getLoopFor(Access->getParent()), SE) &&
      !isGuaranteedNotToBeUndefOrPoison(Condition))
    Decided = IRBuilder<>(Access).CreateFreeze(Condition);
  SplitBlockAndInsertIfThenElse(Decided, Access->getIterator(), &Ends[0],
                                &Ends[1], nullptr, &Updater, &LI);
  Value *Address = addressOf(*Access);
  for (unsigned Arm = 0; Arm < 2; ++Arm) {
    Instruction *Copy = Access->clone();
    Copy->insertBefore(Ends[Arm]->getIterator());
    addressOf(*Copy).set(specialize(Address, Condition, Arm == 0, Copy));
    Copies[Arm] = Copy;
  }
  if (isa<LoadInst>(Access)) {
    IRBuilder<> B(Access->getParent(), Access->getParent()->begin());
    PHINode *Loaded = B.CreatePHI(Access->getType(), 2);
    for (unsigned Arm = 0; Arm < 2; ++Arm)
      Loaded->addIncoming(Copies[Arm], Ends[Arm]->getParent());
    Separated.addLoads(Loaded);
    Access->replaceAllUsesWith(Loaded);
  } else {
    Separated.addStores(Access->getParent());
  }
  Access->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Address);
  return {Copies[0], Copies[1]};
}

/// Separates what \p Access chooses from, with no more than \p Left branches:
/// which choices there are inside others may be seen only then.
void AccessSeparator::separate(Instruction *Access, unsigned &Left) {
  SmallVector<Instruction *, 8> Worklist = {Access};
  while (!Worklist.empty() && Left > 0) {
    Instruction *I = Worklist.pop_back_val();
    Instruction *Choice = findChoice(*I, nullptr);
    if (!Choice)
      continue;
    --Left;
    auto [First, Second] = takeApart(I, asSelect(Choice));
    Worklist.append({First, Second});
  }
}

bool AccessSeparator::run(Function &F) {
  bool Changed =
      resolveJoinedAddresses(F, LI, Updater.getDomTree(), SE, Choices);
  MapVector<const Loop *, std::pair<unsigned, SmallVector<WeakVH, 8>>> Accesses;
  for (Instruction &I : instructions(F)) {
    const Loop *L = LI.getLoopFor(I.getParent());
    bool IsSimple = isa<LoadInst>(I)    ? cast<LoadInst>(I).isSimple()
                    : isa<StoreInst>(I) ? cast<StoreInst>(I).isSimple()
                                        : false;
    Conditions All;
    if (!L || !IsSimple || !findChoice(I, &All))
      continue;
    auto &[Branches, Members] = Accesses[L];
    Branches +=
        All.size() <= MaxConditions ? (1u << All.size()) - 1 : MaxBranches + 1;
    Members.push_back(&I);
  }
  for (auto &[L, Found] : Accesses)
    if (Found.first <= MaxBranches) {
      unsigned Left = MaxBranches;
      for (WeakVH &I : Found.second)
        if (I)
          separate(cast<Instruction>(I), Left);
      Changed = true;
    }
  return Changed;
}

bool smolly::separateAccesses(Function &F, LoopInfo &LI, DominatorTree &DT,
                              ScalarEvolution &SE, const TargetLibraryInfo &TLI,
                              SeparatedAccesses &Separated) {
  return AccessSeparator(LI, DT, SE, TLI, Separated).run(F);
}
