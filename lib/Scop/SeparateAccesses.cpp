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
/// ones. Where short-circuit conditions choose, nothing but a phi says so; what
/// it may be is loaded in front of it:
///
///     j = c && d ? i - 1 : i;         if (c && d) u = a[i - 1]; else w = a[i];
///     v = a[j];                =>     v = phi(u, w);
///
/// Which of the two is poison does not matter: where the condition is, so is
/// the address of an access that is executed.
///
//===----------------------------------------------------------------------===//

#include "SeparateAccesses.h"
#include "CounterConditions.h"
#include "smolly/Scop/ObjectFacts.h"
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
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// Address expressions deeper than this are not looked at.
static constexpr unsigned MaxDepth = 12;
/// Conditions on which one address depends.
static constexpr unsigned MaxConditions = 3;
/// Branches that the accesses of one loop may get.
static constexpr unsigned MaxBranches = 16;
/// Instructions in an arm of a condition that become unconditional.
static constexpr unsigned MaxArm = 16;

namespace {

class AccessSeparator {
public:
  AccessSeparator(LoopInfo &LI, DominatorTree &DT, ScalarEvolution &SE,
                  const TargetLibraryInfo &TLI)
      : LI(LI), SE(SE), TLI(TLI),
        Updater(DT, DomTreeUpdater::UpdateStrategy::Eager) {}
  bool run(Function &F);

private:
  using Conditions = SmallSetVector<const Value *, 4>;

  bool areObjects(const Value *First, const Value *Second) const;
  bool isPlace(const Value *V, const LoadInst &Load, const Loop &L) const;
  bool isChoice(const Instruction *I, const Loop &L,
                const LoadInst *Load) const;
  Instruction *findChoice(const Instruction &Access, Conditions *All) const;
  Instruction *findChoice(Value *Address, const Loop &L, const LoadInst *Load,
                          Conditions *All, unsigned Depth) const;
  bool unjoin(BasicBlock &BB);
  bool isJoined(const LoadInst &Load, const Loop &L) const;
  bool loadBefore(BasicBlock &BB);
  Value *asSelect(Instruction *Choice);
  void separate(Instruction *Access, unsigned &Left);
  std::pair<Instruction *, Instruction *> takeApart(Instruction *Access,
                                                    Value *Condition);

  LoopInfo &LI;
  ScalarEvolution &SE;
  const TargetLibraryInfo &TLI;
  DomTreeUpdater Updater;
};

} // namespace

/// The operand of the load or store \p I that is its address.
static Use &addressOf(Instruction *I) {
  return I->getOperandUse(isa<LoadInst>(I)
                              ? LoadInst::getPointerOperandIndex()
                              : StoreInst::getPointerOperandIndex());
}

static bool isAddressArithmetic(const Instruction *I) {
  return isa<GetElementPtrInst, CastInst, SelectInst>(I) ||
         (isa<BinaryOperator>(I) && !I->isIntDivRem());
}

/// Whether the two point into different objects, at least one of which might be
/// contracted.
bool AccessSeparator::areObjects(const Value *First,
                                 const Value *Second) const {
  if (!First->getType()->isPointerTy())
    return false;
  const Value *Objects[] = {getUnderlyingObject(First),
                            getUnderlyingObject(Second)};
  return Objects[0] != Objects[1] && any_of(Objects, [&](const Value *V) {
           return isCandidateObject(V, TLI);
         });
}

/// Whether \p V, one of several values that the address of \p Load in \p L is
/// computed from, stands for a place of its own in an object that might be
/// contracted: it is affine, or points there.
bool AccessSeparator::isPlace(const Value *V, const LoadInst &Load,
                              const Loop &L) const {
  if (V->getType()->isPointerTy())
    return isCandidateObject(getUnderlyingObject(V), TLI);
  return V->getType()->isIntegerTy() && areAffine({V}, L, SE) &&
         isCandidateObject(getUnderlyingObject(Load.getPointerOperand()), TLI);
}

/// Whether \p I is one of two values, depending on counters of loops around an
/// access in \p L, or one of two objects. It may depend on anything where the
/// access is \p Load, and each value a place.
bool AccessSeparator::isChoice(const Instruction *I, const Loop &L,
                               const LoadInst *Load) const {
  if (const auto *Select = dyn_cast<SelectInst>(I))
    return Select->getCondition()->getType()->isIntegerTy(1) &&
           (asksCounters(Select->getCondition(), L, SE) ||
            areObjects(Select->getTrueValue(), Select->getFalseValue()) ||
            (Load && isPlace(Select->getTrueValue(), *Load, L) &&
             isPlace(Select->getFalseValue(), *Load, L)));
  if (isa<ZExtInst, SExtInst>(I) && I->getOperand(0)->getType()->isIntegerTy(1))
    return asksCounters(I->getOperand(0), L, SE);
  return (isa<MinMaxIntrinsic>(I) ||
          match(I, m_Intrinsic<Intrinsic::usub_sat>())) &&
         I->getType()->isIntegerTy() &&
         areAffine({I->getOperand(0), I->getOperand(1)}, L, SE);
}

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
  if (!I || Depth > MaxDepth || !LI.getLoopFor(I->getParent()))
    return nullptr;
  Instruction *Found = isChoice(I, L, Load) ? I : nullptr;
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
  if (!I || !isAddressArithmetic(I) || Depth > MaxDepth)
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
  Value *Address = addressOf(Access);
  for (unsigned Arm = 0; Arm < 2; ++Arm) {
    Instruction *Copy = Access->clone();
    Copy->insertBefore(Ends[Arm]->getIterator());
    addressOf(Copy).set(specialize(Address, Condition, Arm == 0, Copy));
    Copies[Arm] = Copy;
  }
  if (isa<LoadInst>(Access)) {
    IRBuilder<> B(Access->getParent(), Access->getParent()->begin());
    PHINode *Loaded = B.CreatePHI(Access->getType(), 2);
    for (unsigned Arm = 0; Arm < 2; ++Arm)
      Loaded->addIncoming(Copies[Arm], Ends[Arm]->getParent());
    Access->replaceAllUsesWith(Loaded);
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

/// Whether what \p Arm, behind \p Head, computes can be computed in any case.
static bool canSpeculate(const BasicBlock *Arm, const BasicBlock *Head) {
  return Arm == Head ||
         (Arm->size() <= MaxArm && isa<BranchInst>(Arm->getTerminator()) &&
          all_of(drop_end(*Arm), [](const Instruction &I) {
            return !isa<PHINode>(I) && !I.mayReadOrWriteMemory() &&
                   isSafeToSpeculativelyExecute(&I);
          }));
}

static void speculate(BasicBlock *Arm, BasicBlock *Head) {
  if (Arm == Head)
    return;
  for (Instruction &I : make_early_inc_range(drop_end(*Arm))) {
    I.moveBefore(Head->getTerminator()->getIterator());
    I.dropUBImplyingAttrsAndMetadata();
  }
}

/// Where the ways to the block behind \p First and \p Second part; null if that
/// is neither one of them nor directly in front of both.
static BasicBlock *headOf(BasicBlock *First, BasicBlock *Second) {
  BasicBlock *Before = First->getSinglePredecessor();
  if (Before == Second || (Before && Before == Second->getSinglePredecessor()))
    return Before;
  return Second->getSinglePredecessor() == First ? First : nullptr;
}

/// Whether an address is computed from \p V.
static bool isInAddress(const Value *V, unsigned Depth = 0) {
  return Depth <= MaxDepth && any_of(V->uses(), [&](const Use &U) {
           auto *I = cast<Instruction>(U.getUser());
           if (isa<LoadInst, StoreInst>(I))
             return getLoadStorePointerOperand(I) == V;
           return isAddressArithmetic(I) && isInAddress(I, Depth + 1);
         });
}

/// Turns phis of \p BB that addresses are computed from, behind a condition on
/// counters or pointing into one of two objects, into selects.
bool AccessSeparator::unjoin(BasicBlock &BB) {
  const Loop *L = LI.getLoopFor(&BB);
  if (!L || L->getHeader() == &BB || pred_size(&BB) != 2)
    return false;
  BasicBlock *Arms[] = {*pred_begin(&BB), *std::next(pred_begin(&BB))};
  BasicBlock *Head = headOf(Arms[0], Arms[1]);
  auto *Branch = Head ? dyn_cast<BranchInst>(Head->getTerminator()) : nullptr;
  if (!Branch || !Branch->isConditional() || LI.getLoopFor(Head) != L ||
      Branch->getSuccessor(0) == Branch->getSuccessor(1) ||
      !canSpeculate(Arms[0], Head) || !canSpeculate(Arms[1], Head))
    return false;
  SmallVector<PHINode *, 4> Joined;
  bool AsksCounters = asksCounters(Branch->getCondition(), *L, SE);
  for (PHINode &Phi : BB.phis())
    if (isInAddress(&Phi) &&
        (AsksCounters ||
         areObjects(Phi.getIncomingValue(0), Phi.getIncomingValue(1))))
      Joined.push_back(&Phi);
  if (Joined.empty())
    return false;
  for (BasicBlock *Arm : Arms)
    speculate(Arm, Head);
  auto ArmOf = [&](unsigned Successor) {
    BasicBlock *Next = Branch->getSuccessor(Successor);
    return Next == &BB ? Head : Next;
  };
  IRBuilder<> B(&BB, BB.getFirstInsertionPt());
  for (PHINode *Phi : Joined) {
    Phi->replaceAllUsesWith(B.CreateSelect(
        Branch->getCondition(), Phi->getIncomingValueForBlock(ArmOf(0)),
        Phi->getIncomingValueForBlock(ArmOf(1))));
    Phi->eraseFromParent();
  }
  return true;
}

/// Calls \p Visit on the phis of \p BB that \p Address depends on; false if
/// something in the block that is no address arithmetic is between them.
static bool forEachPhi(Value *Address, const BasicBlock &BB,
                       function_ref<void(PHINode &)> Visit,
                       unsigned Depth = 0) {
  auto *I = dyn_cast<Instruction>(Address);
  if (!I || I->getParent() != &BB)
    return true;
  if (auto *Phi = dyn_cast<PHINode>(I)) {
    Visit(*Phi);
    return true;
  }
  return isAddressArithmetic(I) && Depth < MaxDepth &&
         all_of(
             I->operands(),
             [&](Value *Operand) {
               return forEachPhi(Operand, BB, Visit, Depth + 1);
             });
}

/// Whether \p Load, in \p L, is from one of several places, one for each way to
/// its block, of which one or more are in an object that might be contracted.
bool AccessSeparator::isJoined(const LoadInst &Load, const Loop &L) const {
  bool ArePlaces = true, IsAny = false, AreSeveral = false;
  auto Judge = [&](PHINode &Phi) {
    if (!SE.isSCEVable(Phi.getType())) {
      ArePlaces = false;
      return;
    }
    for (const Value *V : Phi.incoming_values()) {
      auto *I = dyn_cast<Instruction>(V);
      bool IsPlace = isPlace(V, Load, L) || (I && isChoice(I, L, &Load));
      ArePlaces &= IsPlace || V->getType()->isPointerTy();
      IsAny |= IsPlace;
    }
    AreSeveral |= !areAffine({&Phi}, L, SE);
  };
  return Load.isSimple() &&
         forEachPhi(const_cast<Value *>(Load.getPointerOperand()),
                    *Load.getParent(), Judge) &&
         ArePlaces && IsAny && AreSeveral;
}

/// \p V of block \p BB where that is entered from \p Pred, computed at the end
/// of that as far as it depends on it.
static Value *onWayFrom(BasicBlock *Pred, Value *V, const BasicBlock &BB) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || I->getParent() != &BB)
    return V;
  if (auto *Phi = dyn_cast<PHINode>(I))
    return Phi->getIncomingValueForBlock(Pred);
  Instruction *New = I->clone();
  for (Use &Operand : New->operands())
    Operand.set(onWayFrom(Pred, Operand, BB));
  New->insertBefore(Pred->getTerminator()->getIterator());
  return New;
}

/// Loads in the predecessors of \p BB what it loads from another place for each
/// of them: short-circuit conditions choose so. Of the conditions, nothing is
/// asked.
bool AccessSeparator::loadBefore(BasicBlock &BB) {
  constexpr unsigned MaxWays = 4;
  const Loop *L = LI.getLoopFor(&BB);
  if (!L || L->getHeader() == &BB || !isa<PHINode>(BB.front()) ||
      pred_size(&BB) > MaxWays)
    return false;
  SmallVector<LoadInst *, 4> Loads;
  for (Instruction &I : BB) {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (Load && isJoined(*Load, *L))
      Loads.push_back(Load);
    else if (I.mayHaveSideEffects())
      break;
  }
  SmallVector<BasicBlock *, MaxWays> Preds(predecessors(&BB));
  if (Loads.empty() || !all_of(Preds, [&](BasicBlock *Pred) {
        return isa<BranchInst>(Pred->getTerminator()) &&
               LI.getLoopFor(Pred) == L && count(Preds, Pred) == 1;
      }))
    return false;
  for (BasicBlock *&Pred : Preds)
    if (!Pred->getSingleSuccessor())
      Pred = SplitEdge(Pred, &BB, &Updater.getDomTree(), &LI);
  for (LoadInst *Load : Loads) {
    PHINode *Loaded =
        PHINode::Create(Load->getType(), Preds.size(), "", BB.begin());
    for (BasicBlock *Pred : Preds) {
      Instruction *Copy = Load->clone();
      Copy->setOperand(LoadInst::getPointerOperandIndex(),
                       onWayFrom(Pred, Load->getPointerOperand(), BB));
      Copy->insertBefore(Pred->getTerminator()->getIterator());
      Loaded->addIncoming(Copy, Pred);
    }
    Value *Address = Load->getPointerOperand();
    Load->replaceAllUsesWith(Loaded);
    Load->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(Address);
  }
  return true;
}

bool AccessSeparator::run(Function &F) {
  bool Changed = false;
  for (BasicBlock &BB : F)
    Changed |= unjoin(BB);
  SmallVector<BasicBlock *, 32> Blocks(make_pointer_range(F));
  for (BasicBlock *BB : Blocks)
    Changed |= loadBefore(*BB);
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
                              ScalarEvolution &SE,
                              const TargetLibraryInfo &TLI) {
  return AccessSeparator(LI, DT, SE, TLI).run(F);
}
