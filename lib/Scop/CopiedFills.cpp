//===- CopiedFills.cpp - Copies of what was filled ------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements CopiedFills.h.
///
//===----------------------------------------------------------------------===//

#include "CopiedFills.h"
#include "ArrayRows.h"
#include "RegionEffects.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// The copies of the array that \p Fill fills, if that, these and its
/// deallocation are all that happens to it.
static SmallVector<MemTransferInst *, 4>
copiesOf(MemSetInst &Fill, const DominatorTree &DT,
         const TargetLibraryInfo &TLI) {
  SmallVector<MemTransferInst *, 4> Copies;
  auto *Array = dyn_cast<CallBase>(Fill.getRawDest());
  if (Fill.isVolatile() || !Array || !isAllocLikeFn(Array, &TLI) ||
      !isa<ConstantInt>(Fill.getValue()))
    return {};
  for (User *U : Array->users()) {
    auto *Call = dyn_cast<CallInst>(U);
    if (U == &Fill || (Call && getFreedOperand(Call, &TLI) == Array))
      continue;
    auto *Copy = dyn_cast<MemTransferInst>(U);
    if (!Copy || Copy->isVolatile() || Copy->getRawSource() != Array ||
        Copy->getRawDest() == Array || Copy->getLength() != Fill.getLength() ||
        !DT.dominates(&Fill, Copy))
      return {};
    Copies.push_back(Copy);
  }
  return Copies;
}

namespace {

/// Makes one fill of those of all rows of an array whose rows RowAllocations.h
/// has allocated together.
class RowFills {
public:
  RowFills(Function &F, FunctionAnalysisManager &FAM)
      : DT(FAM.getResult<DominatorTreeAnalysis>(F)),
        LI(FAM.getResult<LoopAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)) {}
  bool merge(MemSetInst &Fill);

private:
  bool fillsAll(const MemSetInst &Fill, const Loop &L, Value *Row,
                Value *Rows) const;
  bool isFirstUse(CallBase &Array, const MemSetInst &Fill, const Loop &L) const;

  const DominatorTree &DT;
  const LoopInfo &LI;
  ScalarEvolution &SE;
};

} // namespace

/// Whether \p Fill, which is all that \p L does, fills \p Rows pieces of \p Row
/// bytes, one behind the other.
bool RowFills::fillsAll(const MemSetInst &Fill, const Loop &L, Value *Row,
                        Value *Rows) const {
  const SCEV *Length = productOf(Fill.getLength(), SE);
  const auto *Address = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Fill.getRawDest()));
  BasicBlock *Exiting = L.getExitingBlock();
  if (!Address || Address->getLoop() != &L || !Address->isAffine() ||
      !isa<SCEVUnknown>(Address->getStart()) || !Exiting ||
      productOf(Row, SE) != Length ||
      !isEqual(Address->getStepRecurrence(SE), Length, SE))
    return false;
  const SCEV *Count = SE.getExitCount(&L, Exiting);
  if (isa<SCEVCouldNotCompute>(Count) || Count->getType() != Rows->getType())
    return false;
  if (DT.dominates(Fill.getParent(), Exiting))
    Count = SE.getAddExpr(Count, SE.getOne(Count->getType()));
  else if (!DT.dominates(Exiting, Fill.getParent()))
    return false;
  return Count == SE.getSCEV(Rows) &&
         all_of(L.blocks(), [&](const BasicBlock *BB) {
           return all_of(*BB, [&](const Instruction &I) {
             return &I == &Fill || (!I.mayReadOrWriteMemory() && !I.mayThrow());
           });
         });
}

/// Whether nobody accesses \p Array, which is allocated once for each time that
/// \p L runs, before \p Fill does.
bool RowFills::isFirstUse(CallBase &Array, const MemSetInst &Fill,
                          const Loop &L) const {
  const BasicBlock *Home = Array.getParent();
  if (LI.getLoopFor(Home) != L.getParentLoop())
    return false;
  SmallVector<const User *, 16> Users(Array.users());
  SmallPtrSet<const User *, 16> Seen;
  while (!Users.empty()) {
    const auto *I = cast<Instruction>(Users.pop_back_val());
    if (I == &Fill || !Seen.insert(I).second)
      continue;
    if (isa<GetElementPtrInst>(I))
      append_range(Users, I->users());
    else if (L.contains(I) ||
             blocksBehind(I->getParent(), {Home}).contains(L.getHeader()))
      return false;
  }
  return true;
}

bool RowFills::merge(MemSetInst &Fill) {
  Loop *L = LI.getLoopFor(Fill.getParent());
  auto *Array = dyn_cast<CallBase>(getUnderlyingObject(Fill.getRawDest()));
  Value *Product, *Row, *Rows;
  if (!L || !Array || Fill.isVolatile() || Array->arg_size() != 1 ||
      !match(Array->getArgOperand(0),
             m_Select(m_Value(), m_AllOnes(), m_Value(Product))) ||
      !match(Product,
             m_ExtractValue<0>(m_Intrinsic<Intrinsic::umul_with_overflow>(
                 m_Value(Row), m_Value(Rows)))) ||
      !L->isLoopInvariant(Fill.getValue()) || !fillsAll(Fill, *L, Row, Rows) ||
      !isFirstUse(*Array, Fill, *L))
    return false;
  Instruction *At = Array->getNextNode();
  if (auto *Invoke = dyn_cast<InvokeInst>(Array)) {
    if (!Invoke->getNormalDest()->getSinglePredecessor())
      return false;
    At = &*Invoke->getNormalDest()->getFirstInsertionPt();
  }
  IRBuilder<>(At).CreateMemSet(Array, Fill.getValue(), Product,
                               Fill.getDestAlign());
  Fill.eraseFromParent();
  return true;
}

/// Removes \p Array, which was only filled, copied and freed, and of which
/// there are no copies any more.
static void removeCopied(CallBase &Array) {
  for (User *U : make_early_inc_range(Array.users()))
    cast<Instruction>(U)->eraseFromParent();
  if (auto *Invoke = dyn_cast<InvokeInst>(&Array)) {
    Invoke->getUnwindDest()->removePredecessor(Invoke->getParent());
    BranchInst::Create(Invoke->getNormalDest(), Invoke->getIterator());
  }
  Array.eraseFromParent();
}

void smolly::fillCopies(Function &F, FunctionAnalysisManager &FAM) {
  const auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  const auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  SmallVector<MemSetInst *, 4> Fills;
  SmallVector<CallBase *, 4> Copied;
  for (Instruction &I : instructions(F)) {
    auto *Fill = dyn_cast<MemSetInst>(&I);
    if (!Fill)
      continue;
    SmallVector<MemTransferInst *, 4> Copies = copiesOf(*Fill, DT, TLI);
    if (!Copies.empty())
      Copied.push_back(cast<CallBase>(Fill->getRawDest()));
    for (MemTransferInst *Copy : Copies) {
      IRBuilder<> B(Copy);
      Fills.push_back(cast<MemSetInst>(
          B.CreateMemSet(Copy->getRawDest(), Fill->getValue(),
                         Copy->getLength(), Copy->getDestAlign())));
      Copy->eraseFromParent();
    }
  }
  if (Fills.empty())
    return;
  RowFills Rows(F, FAM);
  bool Merged = false;
  for (MemSetInst *Fill : Fills)
    Merged |= Rows.merge(*Fill);
  for (CallBase *Array : Copied)
    removeCopied(*Array);
  removeUnreachableBlocks(F);
  FAM.invalidate(F, PreservedAnalyses::none());
  if (!Merged)
    return;
  // The loops, and what skipped them where there are no rows.
  FunctionPassManager FPM;
  FPM.addPass(createFunctionToLoopPassAdaptor(LoopDeletionPass()));
  FPM.addPass(
      SimplifyCFGPass(SimplifyCFGOptions().setSimplifyCondBranch(false)));
  FAM.invalidate(F, FPM.run(F, FAM));
}
