//===- NeighbourAddresses.cpp - Addresses of neighbours -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements NeighbourAddresses.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/NeighbourAddresses.h"
#include "LoopAnalyses.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace smolly;

/// Loops that leap further are not vectorised with loads of what is between.
static constexpr int64_t MaxLeap = 8;

/// The bytes from one iteration of \p L to the next of the address of \p I, a
/// load or store, if it leaps over elements: a few, always the same.
static std::optional<int64_t> leapOf(const Instruction &I, const Loop &L,
                                     ScalarEvolution &SE) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  if (!Pointer || I.isVolatile() || I.isAtomic())
    return std::nullopt;
  const auto *Address =
      dyn_cast<SCEVAddRecExpr>(SE.getSCEV(const_cast<Value *>(Pointer)));
  TypeSize Size = I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
  if (!Address || Address->getLoop() != &L || !Address->isAffine() ||
      Size.isScalable())
    return std::nullopt;
  const auto *Step = dyn_cast<SCEVConstant>(Address->getStepRecurrence(SE));
  if (!Step || Step->getAPInt().getSignificantBits() > 32)
    return std::nullopt;
  int64_t Leap = std::abs(Step->getAPInt().getSExtValue());
  int64_t Bytes = Size.getFixedValue();
  if (Leap <= Bytes || Leap > MaxLeap * Bytes)
    return std::nullopt;
  return Leap;
}

/// Derives addresses in \p BB, a block of the innermost loop \p L.
static void deriveAddresses(BasicBlock &BB, const Loop &L,
                            ScalarEvolution &SE) {
  SmallVector<Value *, 8> Bases;
  for (Instruction &I : BB) {
    std::optional<int64_t> Leap = leapOf(I, L, SE);
    if (!Leap)
      continue;
    Value *Own = const_cast<Value *>(getLoadStorePointerOperand(&I));
    auto Distance = [&](Value *Base) -> std::optional<int64_t> {
      const auto *D = dyn_cast<SCEVConstant>(
          SE.getMinusSCEV(SE.getSCEV(Own), SE.getSCEV(Base)));
      if (!D || D->getAPInt().abs().uge(*Leap))
        return std::nullopt;
      return D->getAPInt().getSExtValue();
    };
    auto *Base = find_if(Bases, [&](Value *V) { return Distance(V); });
    if (Base == Bases.end()) {
      Bases.push_back(Own);
      continue;
    }
    IRBuilder<> B(&I);
    I.setOperand(isa<LoadInst>(I) ? LoadInst::getPointerOperandIndex()
                                  : StoreInst::getPointerOperandIndex(),
                 B.CreatePtrAdd(*Base, B.getInt64(*Distance(*Base))));
  }
}

void smolly::deriveFromNeighbours(Function &F, ArrayRef<BasicBlock *> Starts,
                                  TargetLibraryInfo &TLI) {
  LoopAnalyses Analyses(F, TLI);
  for (Loop *L : Analyses.innermostBehind(Starts))
    for (BasicBlock *BB : L->blocks())
      deriveAddresses(*BB, *L, Analyses.SE);
}
