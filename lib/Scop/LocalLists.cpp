//===- LocalLists.cpp - Loops over a few local values ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements LocalLists.h.
///
//===----------------------------------------------------------------------===//

#include "LocalLists.h"
#include "FullUnroll.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;
using namespace smolly;

/// Iterations, bytes of an array, and instructions of a loop that is unrolled.
static constexpr unsigned MaxRuns = 8, MaxBytes = 64, MaxInstructions = 40;

/// Whether \p Address points into a small local array, whichever.
static bool isInList(const Value *Address, const DataLayout &DL) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Address, Objects, nullptr, /*MaxLookup=*/0);
  return all_of(Objects, [&](const Value *Object) {
    const auto *Local = dyn_cast<AllocaInst>(Object);
    auto Bytes = Local ? Local->getAllocationSize(DL) : std::nullopt;
    return Bytes && Bytes->isFixed() && Bytes->getFixedValue() <= MaxBytes;
  });
}

/// Whether \p L does nothing but look at small local arrays.
static bool isOverList(const Loop &L, const DataLayout &DL) {
  unsigned Size = 0;
  bool Any = false;
  for (const BasicBlock *BB : L.blocks()) {
    Size += BB->size();
    if (Size > MaxInstructions)
      return false;
    for (const Instruction &I : *BB) {
      if (!I.mayReadOrWriteMemory() && !I.mayHaveSideEffects())
        continue;
      const Value *Address = getLoadStorePointerOperand(&I);
      if (!Address || I.isVolatile() || I.isAtomic() || !isInList(Address, DL))
        return false;
      Any = true;
    }
  }
  return Any;
}

static bool unroll(Loop &L, Function &F, FunctionAnalysisManager &FAM) {
  unsigned Runs = knownRuns(L, F, FAM, MaxRuns);
  if (Runs == 0 || !isOverList(L, F.getDataLayout()))
    return false;
  unrollFully(L, Runs, F, FAM);
  return true;
}

bool smolly::unrollLocalLists(Function &F, FunctionAnalysisManager &FAM) {
  if (none_of(F.getEntryBlock(), IsaPred<AllocaInst>))
    return false;
  bool Changed = false;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    Changed |= L->isInnermost() && unroll(*L, F, FAM);
  if (!Changed)
    return false;
  FAM.invalidate(F, PreservedAnalyses::none());
  // Which element it is becomes a value before that becomes the element's.
  FunctionPassManager FPM;
  FPM.addPass(
      SimplifyCFGPass(SimplifyCFGOptions().setSimplifyCondBranch(false)));
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FAM.invalidate(F, FPM.run(F, FAM));
  return true;
}
