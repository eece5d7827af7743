//===- Culprits.cpp - Who keeps an array as it is -------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Culprits.h.
///
//===----------------------------------------------------------------------===//

#include "Culprits.h"
#include "Remarks.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace smolly;

std::string smolly::leftAsItIs(const Value *Array, const std::string &Why,
                               const Instruction *Culprit) {
  std::string Line = describeLine(Culprit);
  return describeObject(Array) + " left as it is: " + Why +
         (Line.empty() ? "" : " (" + Line + ")");
}

const Instruction *smolly::allocationOr(const Instruction *Other,
                                        const Value *Array) {
  const auto *Allocation = dyn_cast<Instruction>(Array);
  return Allocation ? Allocation : Other;
}

DenseMap<const Value *, const Instruction *>
smolly::accessesInLoops(const Function &F, const LoopInfo &LI) {
  DenseMap<const Value *, const Instruction *> Result;
  for (const Instruction &I : instructions(F))
    if (const Value *Pointer = getLoadStorePointerOperand(&I);
        Pointer && LI.getLoopFor(I.getParent())) {
      SmallVector<const Value *, 4> Objects;
      getUnderlyingObjects(Pointer, Objects, nullptr, /*MaxLookup=*/0);
      for (const Value *Object : Objects) {
        Result[Object] = &I;
        if (const auto *Held = dyn_cast<LoadInst>(Object))
          Result.insert({getUnderlyingObject(Held->getPointerOperand()), &I});
      }
    }
  return Result;
}

const Instruction *smolly::accessInLoop(
    const Value *Array, const Instruction *Culprit,
    const DenseMap<const Value *, const Instruction *> &InLoops) {
  const Instruction *Access = InLoops.lookup(Array);
  if (const auto *Store = dyn_cast_or_null<StoreInst>(Culprit);
      Store && !Access)
    return InLoops.lookup(getUnderlyingObject(Store->getPointerOperand()));
  return Access;
}
