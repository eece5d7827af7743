//===- CandidateArrays.cpp - What a copy could be worth for ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements CandidateArrays.h.
///
//===----------------------------------------------------------------------===//

#include "CandidateArrays.h"
#include "smolly/Scop/ExposeArrays.h"
#include "smolly/Scop/MainVariables.h"
#include "smolly/Scop/ObjectFacts.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace smolly;

bool smolly::isArray(const Value *V, const TargetLibraryInfo &TLI) {
  if (const auto *Alloca = dyn_cast<AllocaInst>(V))
    return Alloca->isArrayAllocation() ||
           Alloca->getAllocatedType()->isArrayTy();
  if (const auto *G = dyn_cast<GlobalVariable>(V))
    return G->getValueType()->isArrayTy() && isCandidateObject(G, TLI);
  return isCandidateObject(V, TLI);
}

SmallVector<Value *, 16> smolly::objectsOf(Function &F,
                                           const TargetLibraryInfo &TLI) {
  SmallSetVector<Value *, 16> Objects;
  for (Instruction &I : instructions(F)) {
    if (isCandidateObject(&I, TLI))
      Objects.insert(&I);
    for (Value *Operand : I.operand_values())
      if (auto *G =
              dyn_cast<GlobalVariable>(Operand->stripInBoundsConstantOffsets());
          G && isCandidateObject(G, TLI))
        Objects.insert(G);
  }
  return Objects.takeVector();
}

/// Whether inlining or simplifying may take away what makes the object of
/// \p Facts visible to others: a call of something small, a pointer that is
/// kept in a local variable.
static bool mayBecomePrivate(const ObjectFacts &Facts, const Function &F,
                             const TargetLibraryInfo &TLI) {
  const Instruction *Culprit = Facts.Culprit;
  if (!Culprit || Culprit->getFunction() != &F || isa<ReturnInst>(Culprit))
    return false;
  if (const auto *Store = dyn_cast<StoreInst>(Culprit)) {
    const Value *Place = getUnderlyingObject(Store->getPointerOperand());
    const auto *G = dyn_cast<GlobalVariable>(Place);
    return isa<AllocaInst>(Place) || (G && mayBeLocal(*G, F));
  }
  if (const auto *CB = dyn_cast<CallBase>(Culprit))
    return isa<IntrinsicInst>(CB) || isInlinable(*CB, TLI);
  return true;
}

uint64_t smolly::knownBytes(const Value *Object, const DataLayout &DL,
                            const TargetLibraryInfo &TLI) {
  uint64_t Bytes = 0;
  return getObjectSize(Object, Bytes, DL, &TLI, ObjectSizeOpts()) ? Bytes
                                                                  : UINT64_MAX;
}

CandidateArrays smolly::findCandidateArrays(Function &F, const Function *Twin,
                                            const TargetLibraryInfo &TLI,
                                            uint64_t MinBytes) {
  CandidateArrays Result;
  SmallVector<Value *, 8> Small;
  uint64_t Bytes = 0;
  for (Value *Array : objectsOf(F, TLI)) {
    if (!isArray(Array, TLI)) {
      const auto *Object = dyn_cast<AllocaInst>(Array);
      Result.OwnersOnly |= Object && mayOwnArray(*Object, TLI);
      continue;
    }
    ObjectFacts Facts = analyzeObject(Array, F, Twin, TLI);
    if (!Facts.isPrivate() && !mayBecomePrivate(Facts, F, TLI)) {
      Result.Refused.push_back({Array, Facts.Culprit, Facts.Why});
      continue;
    }
    Bytes = SaturatingAdd(Bytes, knownBytes(Array, F.getDataLayout(), TLI));
    Small.push_back(Array);
  }
  bool HasArrays = !Small.empty() && Bytes >= MinBytes;
  Result.OwnersOnly |=
      !HasArrays && any_of(instructions(F), [&](const Instruction &I) {
        const auto *CB = dyn_cast<CallBase>(&I);
        return CB && mayGiveArray(*CB, TLI);
      });
  Result.Worthwhile = HasArrays || Result.OwnersOnly;
  Result.OwnersOnly &= !HasArrays;
  if (Result.Worthwhile)
    Result.Refused.clear();
  else
    for (Value *Array : Small)
      Result.Refused.push_back(
          {Array, nullptr, "is too small to gain anything"});
  return Result;
}

std::vector<PrivateObject>
smolly::findPrivateObjects(Function &F, const Function &Twin,
                           const TargetLibraryInfo &TLI) {
  std::vector<PrivateObject> Result;
  for (Value *Object : objectsOf(F, TLI)) {
    ObjectFacts Facts = analyzeObject(Object, F, &Twin, TLI);
    if (!Facts.isPrivate())
      continue;
    Result.push_back({knownBytes(Object, F.getDataLayout(), TLI), {}});
    for (const Instruction *Access : Facts.Accesses)
      Result.back().Blocks.insert(Access->getParent());
    for (const Instruction *Fill : Facts.ZeroFills)
      Result.back().Blocks.insert(Fill->getParent());
  }
  return Result;
}

bool smolly::mayGain(const Region &R, ArrayRef<PrivateObject> Objects,
                     uint64_t MinBytes) {
  uint64_t Bytes = 0;
  bool Any = false;
  for (const PrivateObject &Object : Objects)
    if (any_of(Object.Blocks,
               [&](const BasicBlock *BB) { return R.contains(BB); })) {
      Bytes = SaturatingAdd(Bytes, Object.Bytes);
      Any = true;
    }
  return Any && Bytes >= MinBytes;
}
