//===- OverwrittenStores.cpp - Stores that nobody reads -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements OverwrittenStores.h.
///
//===----------------------------------------------------------------------===//

#include "OverwrittenStores.h"
#include "FiniteLoops.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace smolly;

namespace {

/// Whether one store is overwritten.
class StoreScan {
public:
  StoreScan(StoreInst &Store, FunctionAnalysisManager &FAM)
      : Store(Store), AA(FAM.getResult<AAManager>(*Store.getFunction())),
        LI(FAM.getResult<LoopAnalysis>(*Store.getFunction())),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(*Store.getFunction())),
        L(LI.getLoopFor(Store.getParent())) {}

  bool isOverwritten();

private:
  enum class Fate { Overwritten, Read, Open };
  Fate fateIn(BasicBlock::iterator From, BasicBlock::iterator End);
  bool overwrites(const StoreInst &Later);
  bool isApart(const LoadInst &Load);

  StoreInst &Store;
  AAResults &AA;
  const LoopInfo &LI;
  ScalarEvolution &SE;
  const Loop *L;
};

} // namespace

bool StoreScan::overwrites(const StoreInst &Later) {
  return Later.isSimple() &&
         Later.getValueOperand()->getType() ==
             Store.getValueOperand()->getType() &&
         SE.getSCEV(const_cast<Value *>(Later.getPointerOperand())) ==
             SE.getSCEV(Store.getPointerOperand());
}

/// Whether \p Load reads nothing of what is stored: it is in another object, or
/// at least an element away.
bool StoreScan::isApart(const LoadInst &Load) {
  if (!Load.isSimple())
    return false;
  if (AA.isNoAlias(MemoryLocation::get(&Load), MemoryLocation::get(&Store)))
    return true;
  const DataLayout &DL = Store.getDataLayout();
  Type *T = Store.getValueOperand()->getType();
  if (Load.getType() != T || DL.getTypeStoreSize(T).isScalable())
    return false;
  const SCEV *Distance =
      SE.getMinusSCEV(SE.getSCEV(const_cast<Value *>(Load.getPointerOperand())),
                      SE.getSCEV(Store.getPointerOperand()));
  if (isa<SCEVCouldNotCompute>(Distance))
    return false;
  ConstantRange Range = SE.getSignedRange(SE.applyLoopGuards(Distance, L));
  const int64_t Bytes = DL.getTypeStoreSize(T).getFixedValue();
  return Range.getSignedMin().sge(Bytes) || Range.getSignedMax().sle(-Bytes);
}

/// What happens to the stored value from \p From to \p End.
StoreScan::Fate StoreScan::fateIn(BasicBlock::iterator From,
                                  BasicBlock::iterator End) {
  for (Instruction &I : make_range(From, End)) {
    if (auto *Later = dyn_cast<StoreInst>(&I)) {
      if (overwrites(*Later))
        return Fate::Overwritten;
      if (!Later->isSimple())
        return Fate::Read;
    } else if (auto *Load = dyn_cast<LoadInst>(&I)) {
      if (!isApart(*Load))
        return Fate::Read;
    } else if (I.mayReadOrWriteMemory() || I.mayHaveSideEffects()) {
      return Fate::Read;
    }
  }
  return Fate::Open;
}

bool StoreScan::isOverwritten() {
  constexpr unsigned MaxBlocks = 16;
  BasicBlock *Own = Store.getParent();
  if (!L || !Store.isSimple())
    return false;
  switch (fateIn(std::next(Store.getIterator()), Own->end())) {
  case Fate::Overwritten:
    return true;
  case Fate::Read:
    return false;
  case Fate::Open:
    break;
  }
  SmallSetVector<BasicBlock *, MaxBlocks> Behind(succ_begin(Own),
                                                 succ_end(Own));
  for (unsigned I = 0; I < Behind.size(); ++I) {
    BasicBlock *BB = Behind[I];
    // Another iteration, or another loop.
    if (Behind.size() > MaxBlocks || LI.getLoopFor(BB) != L ||
        BB == L->getHeader())
      return false;
    Fate Here = fateIn(BB->begin(), BB->end());
    if (Here == Fate::Read || (Here == Fate::Open && succ_empty(BB)))
      return false;
    if (Here == Fate::Open)
      Behind.insert(succ_begin(BB), succ_end(BB));
  }
  return !Behind.empty();
}

bool smolly::removeOverwrittenStores(Function &F,
                                     FunctionAnalysisManager &FAM) {
  const auto &LI = FAM.getResult<LoopAnalysis>(F);
  SmallVector<StoreInst *, 8> Overwritten;
  // What comes behind a store in such a cycle may come before it as well.
  if (hasUnknownCycles(F, LI))
    return false;
  for (BasicBlock &BB : F)
    if (LI.getLoopFor(&BB))
      for (Instruction &I : BB)
        if (auto *Store = dyn_cast<StoreInst>(&I);
            Store && StoreScan(*Store, FAM).isOverwritten())
          Overwritten.push_back(Store);
  for (StoreInst *Store : Overwritten) {
    Value *Address = Store->getPointerOperand();
    Store->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(Address);
  }
  if (!Overwritten.empty())
    FAM.invalidate(F, PreservedAnalyses::none());
  return !Overwritten.empty();
}
