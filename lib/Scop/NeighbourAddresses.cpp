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
#include "AddressChoices.h"
#include "LoopAnalyses.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace smolly;

/// Loops that leap further are not vectorised with loads of what is between.
static constexpr int64_t MaxLeap = 8;

/// Whether \p Address, of \p I in the loop that it counts with, leaps over
/// elements: a few, always the same. The bytes from one iteration to the next
/// then.
static std::optional<int64_t> leapOf(const SCEVAddRecExpr &Address,
                                     const Instruction &I,
                                     ScalarEvolution &SE) {
  TypeSize Size = I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
  std::optional<int64_t> Step = smallConstant(Address.getStepRecurrence(SE));
  if (!Step || Size.isScalable())
    return std::nullopt;
  int64_t Leap = std::abs(*Step), Bytes = Size.getFixedValue();
  if (Leap <= Bytes || Leap > MaxLeap * Bytes)
    return std::nullopt;
  return Leap;
}

/// An address that another one is computed from.
struct Base {
  Value *Pointer;
  const SCEV *Address;
};

/// Derives addresses in \p BB, a block of the innermost loop \p L.
static void deriveAddresses(BasicBlock &BB, const Loop &L,
                            ScalarEvolution &SE) {
  SmallVector<Base, 8> Bases;
  for (Instruction &I : BB) {
    const SCEVAddRecExpr *Address = affineAddress(I, L, SE);
    auto Leap = Address ? leapOf(*Address, I, SE) : std::nullopt;
    if (!Leap)
      continue;
    Use &Pointer = addressOf(I);
    std::optional<int64_t> Distance;
    auto *Near = find_if(Bases, [&](const Base &B) {
      Distance = smallConstant(SE.getMinusSCEV(Address, B.Address));
      return Distance && std::abs(*Distance) < *Leap;
    });
    if (Near == Bases.end()) {
      Bases.push_back({Pointer, Address});
      continue;
    }
    IRBuilder<> B(&I);
    Pointer.set(B.CreatePtrAdd(Near->Pointer, B.getInt64(*Distance)));
  }
}

void smolly::deriveFromNeighbours(Function &F, ArrayRef<BasicBlock *> Starts,
                                  TargetLibraryInfo &TLI) {
  LoopAnalyses Analyses(F, TLI);
  for (Loop *L : Analyses.innermostBehind(Starts))
    for (BasicBlock *BB : L->blocks())
      deriveAddresses(*BB, *L, Analyses.SE);
}
