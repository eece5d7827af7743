//===- JoinedAddresses.cpp - Phis that say where a load is ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements JoinedAddresses.h.
///
//===----------------------------------------------------------------------===//

#include "JoinedAddresses.h"
#include "CounterConditions.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace smolly;

/// Instructions in an arm of a condition that become unconditional.
static constexpr unsigned MaxArm = 16;

namespace {

class AddressJoins {
public:
  AddressJoins(LoopInfo &LI, DominatorTree &DT, ScalarEvolution &SE,
               const AddressChoices &Choices)
      : LI(LI), DT(DT), SE(SE), Choices(Choices) {}
  bool unjoin(BasicBlock &BB);
  bool loadBefore(BasicBlock &BB);

private:
  bool isJoined(const LoadInst &Load, const Loop &L) const;

  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  const AddressChoices &Choices;
};

} // namespace

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
  return Depth <= MaxAddressDepth && any_of(V->uses(), [&](const Use &U) {
           auto *I = cast<Instruction>(U.getUser());
           if (isa<LoadInst, StoreInst>(I))
             return getLoadStorePointerOperand(I) == V;
           return isAddressArithmetic(I) && isInAddress(I, Depth + 1);
         });
}

/// Turns phis of \p BB that addresses are computed from, behind a condition on
/// counters or pointing into one of two objects, into selects.
bool AddressJoins::unjoin(BasicBlock &BB) {
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
         Choices.areObjects(Phi.getIncomingValue(0), Phi.getIncomingValue(1))))
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
  return isAddressArithmetic(I) && Depth < MaxAddressDepth &&
         all_of(
             I->operands(),
             [&](Value *Operand) {
               return forEachPhi(Operand, BB, Visit, Depth + 1);
             });
}

/// Whether \p Load, in \p L, is from one of several places, one for each way to
/// its block, of which one or more are in an object that might be contracted.
bool AddressJoins::isJoined(const LoadInst &Load, const Loop &L) const {
  bool ArePlaces = true, IsAny = false, AreSeveral = false;
  auto Judge = [&](PHINode &Phi) {
    if (!SE.isSCEVable(Phi.getType())) {
      ArePlaces = false;
      return;
    }
    for (const Value *V : Phi.incoming_values()) {
      auto *I = dyn_cast<Instruction>(V);
      bool IsPlace =
          Choices.isPlace(V, Load, L) || (I && Choices.isChoice(I, L, &Load));
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
bool AddressJoins::loadBefore(BasicBlock &BB) {
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
      Pred = SplitEdge(Pred, &BB, &DT, &LI);
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

bool smolly::resolveJoinedAddresses(Function &F, LoopInfo &LI,
                                    DominatorTree &DT, ScalarEvolution &SE,
                                    const AddressChoices &Choices) {
  AddressJoins Joins(LI, DT, SE, Choices);
  bool Changed = false;
  for (BasicBlock &BB : F)
    Changed |= Joins.unjoin(BB);
  SmallVector<BasicBlock *, 32> Blocks(make_pointer_range(F));
  for (BasicBlock *BB : Blocks)
    Changed |= Joins.loadBefore(*BB);
  return Changed;
}
