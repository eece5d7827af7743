//===- ChosenLoads.cpp - Loads of the larger of two elements --------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ChosenLoads.h.
///
//===----------------------------------------------------------------------===//

#include "ChosenLoads.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

using namespace llvm;
using namespace smolly;

/// Choices between addresses that are nested more deeply are left alone.
static constexpr unsigned MaxDepth = 6;
/// Instructions in front of a load among which a value is looked for.
static constexpr unsigned MaxDistance = 64;

namespace {

/// Finds the value that one load finds.
class LoadedValue {
public:
  LoadedValue(LoadInst &Load, BatchAAResults &AA) : Load(Load), AA(AA) {}

  /// Emits the choice of values; null if one of them is not known.
  Value *find();

private:
  Value *at(Value *Pointer, BasicBlock::iterator Point, unsigned Depth);
  Value *atEntry(PHINode &Pointer, unsigned Depth);
  Value *ofChoice(SelectInst &Pointer, BasicBlock::iterator Point,
                  unsigned Depth);

  LoadInst &Load;
  BatchAAResults &AA;
  SmallVector<Instruction *, 4> Emitted;
};

} // namespace

/// The block in front of \p BB, also if that is a choice in which nothing is
/// written; null if there is none.
static BasicBlock *blockBefore(BasicBlock *BB) {
  BasicBlock *Before = nullptr;
  for (BasicBlock *Arm : predecessors(BB)) {
    BasicBlock *Head = Arm;
    if (!BB->getSinglePredecessor() && Arm->getSingleSuccessor() &&
        none_of(*Arm,
                [](const Instruction &I) { return I.mayWriteToMemory(); }))
      Head = Arm->getSinglePredecessor();
    if (!Head || (Before && Head != Before))
      return nullptr;
    Before = Head;
  }
  return Before;
}

/// The value at \p Pointer where its block begins.
Value *LoadedValue::atEntry(PHINode &Pointer, unsigned Depth) {
  SmallVector<Value *, 2> Values;
  for (auto [From, BB] : zip(Pointer.incoming_values(), Pointer.blocks())) {
    // An invoke at the end of the block may write what is chosen.
    Value *V = BB->getTerminator()->mayWriteToMemory()
                   ? nullptr
                   : at(From, BB->getTerminator()->getIterator(), Depth + 1);
    if (!V)
      return nullptr;
    Values.push_back(V);
  }
  IRBuilder<> B(&Pointer);
  PHINode *Result = B.CreatePHI(Load.getType(), Values.size());
  Emitted.push_back(Result);
  for (auto [V, BB] : zip(Values, Pointer.blocks()))
    Result->addIncoming(V, BB);
  return Result;
}

Value *LoadedValue::ofChoice(SelectInst &Pointer, BasicBlock::iterator Point,
                             unsigned Depth) {
  Value *First = at(Pointer.getTrueValue(), Point, Depth + 1);
  Value *Second =
      First ? at(Pointer.getFalseValue(), Point, Depth + 1) : nullptr;
  if (!Second)
    return nullptr;
  auto *Result =
      SelectInst::Create(Pointer.getCondition(), First, Second, "", Point);
  Emitted.push_back(Result);
  return Result;
}

/// The value at \p Pointer in front of \p Point, as an access further in front
/// says.
Value *LoadedValue::at(Value *Pointer, BasicBlock::iterator Point,
                       unsigned Depth) {
  if (Depth > MaxDepth)
    return nullptr;
  MemoryLocation Location = MemoryLocation::get(&Load).getWithNewPtr(Pointer);
  BasicBlock *BB = Point->getParent();
  BasicBlock::iterator It = Point;
  for (unsigned Left = MaxDistance; Left > 0; --Left) {
    if (It == BB->begin()) {
      auto *Phi = dyn_cast<PHINode>(Pointer);
      if (Phi && Phi->getParent() == BB)
        return atEntry(*Phi, Depth);
      BB = blockBefore(BB);
      if (!BB)
        break;
      It = BB->end();
      continue;
    }
    Instruction &I = *--It;
    Value *V = isa<StoreInst>(I) ? cast<StoreInst>(I).getValueOperand() : &I;
    if (getLoadStorePointerOperand(&I) == Pointer &&
        V->getType() == Load.getType() && !I.isVolatile() && !I.isAtomic())
      return V;
    if (I.mayWriteToMemory() && isModSet(AA.getModRefInfo(&I, Location)))
      break;
  }
  auto *Choice = dyn_cast<SelectInst>(Pointer);
  return Choice ? ofChoice(*Choice, Point, Depth) : nullptr;
}

Value *LoadedValue::find() {
  Value *Result = at(Load.getPointerOperand(), Load.getIterator(), 0);
  if (!Result)
    for (Instruction *I : reverse(Emitted))
      I->eraseFromParent();
  return Result;
}

void smolly::loadBeforeChoosing(Function &F, FunctionAnalysisManager &FAM) {
  SmallVector<LoadInst *, 8> Loads;
  for (Instruction &I : instructions(F))
    if (auto *Load = dyn_cast<LoadInst>(&I);
        Load && Load->isSimple() &&
        isa<PHINode, SelectInst>(Load->getPointerOperand()))
      Loads.push_back(Load);
  bool Changed = false;
  AAResults &AAs = FAM.getResult<AAManager>(F);
  for (LoadInst *Load : Loads) {
    // No longer than for one: it would remember what is deleted.
    BatchAAResults AA(AAs);
    Value *Chosen = LoadedValue(*Load, AA).find();
    if (!Chosen)
      continue;
    Load->replaceAllUsesWith(Chosen);
    RecursivelyDeleteTriviallyDeadInstructions(Load);
    Changed = true;
  }
  if (!Changed)
    return;
  FAM.invalidate(F, PreservedAnalyses::none());
  FAM.invalidate(F, PromotePass().run(F, FAM));
  FAM.invalidate(F, EarlyCSEPass(/*UseMemorySSA=*/true).run(F, FAM));
}
