//===- CleanUps.cpp - What is freed behind an exception -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements CleanUps.h.
///
//===----------------------------------------------------------------------===//

#include "CleanUps.h"
#include "smolly/Scop/ObjectFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace smolly;

/// So many instructions are copied at once, and in all.
static constexpr unsigned MaxCopied = 400, MaxCopiedInAll = 2000;

/// The blocks of \p F that are reached without an exception.
static SmallPtrSet<const BasicBlock *, 32> blocksOfNoException(Function &F) {
  SmallPtrSet<const BasicBlock *, 32> Reached = {&F.getEntryBlock()};
  SmallVector<const BasicBlock *, 32> Open = {&F.getEntryBlock()};
  while (!Open.empty())
    for (const BasicBlock *Next : successors(Open.pop_back_val()))
      if (!Next->isEHPad() && Reached.insert(Next).second)
        Open.push_back(Next);
  return Reached;
}

/// Whether an exception goes on behind \p BB, whatever happens there.
static bool cleansUp(const BasicBlock &BB) {
  constexpr size_t MaxBlocks = 200;
  SmallPtrSet<const BasicBlock *, 16> Seen = {&BB};
  SmallVector<const BasicBlock *, 16> Open = {&BB};
  while (!Open.empty()) {
    const BasicBlock *Next = Open.pop_back_val();
    if (Seen.size() > MaxBlocks ||
        (succ_empty(Next) &&
         !isa<ResumeInst, UnreachableInst>(Next->getTerminator())))
      return false;
    for (const BasicBlock *Successor : successors(Next))
      if (Seen.insert(Successor).second)
        Open.push_back(Successor);
  }
  return true;
}

/// Whether \p Phi is null or points into an array.
static bool isOfArrayIfThere(const PHINode &Phi, const TargetLibraryInfo &TLI) {
  return Phi.getType()->isPointerTy() &&
         any_of(Phi.incoming_values(),
                [](const Value *V) { return isa<ConstantPointerNull>(V); }) &&
         any_of(Phi.incoming_values(), [&](const Value *V) {
           return isCandidateObject(getUnderlyingObject(V), TLI);
         });
}

/// The blocks that are left on the way to \p Phi, where it is null.
static SmallVector<BasicBlock *, 8> whereNull(const PHINode &Phi) {
  SmallVector<BasicBlock *, 8> Result;
  for (auto [V, From] : zip(Phi.incoming_values(), Phi.blocks()))
    if (isa<ConstantPointerNull>(V))
      Result.push_back(From);
  return Result;
}

/// Copies \p Blocks, all that \p First dominates, which is the first of them,
/// for the ways there from \p Before.
static void copyFor(ArrayRef<BasicBlock *> Before, BasicBlock *First,
                    ArrayRef<BasicBlock *> Blocks) {
  ValueToValueMapTy Copies;
  SmallVector<BasicBlock *, 16> New;
  for (BasicBlock *BB : Blocks) {
    New.push_back(CloneBasicBlock(BB, Copies, ".none", BB->getParent()));
    Copies[BB] = New.back();
  }
  remapInstructionsInBlocks(New, Copies);
  auto *Copy = cast<BasicBlock>(Copies[First]);
  SmallPtrSet<const BasicBlock *, 8> Redirected(Before.begin(), Before.end());
  for (BasicBlock *From : predecessors(First))
    if (!Redirected.contains(From) && !is_contained(Blocks, From))
      Copy->removePredecessor(From, /*KeepOneInputPHIs=*/true);
  // Where the copies go on with what was there.
  for (BasicBlock *BB : Blocks)
    for (BasicBlock *To : successors(BB))
      if (!is_contained(Blocks, To))
        for (PHINode &Phi : To->phis()) {
          Value *V = Phi.getIncomingValueForBlock(BB);
          Value *Mapped = Copies.lookup(V);
          Phi.addIncoming(Mapped ? Mapped : V, cast<BasicBlock>(Copies[BB]));
        }
  for (BasicBlock *From : Before) {
    First->removePredecessor(From, /*KeepOneInputPHIs=*/true);
    From->getTerminator()->replaceSuccessorWith(First, Copy);
  }
}

/// Copies what \p BB dominates for the ways on which an array is not there.
/// Returns how many instructions were copied.
static unsigned copyWhereNull(BasicBlock &BB, const TargetLibraryInfo &TLI) {
  auto Phis = BB.phis();
  auto Phi = find_if(
      Phis, [&](const PHINode &Phi) { return isOfArrayIfThere(Phi, TLI); });
  if (Phi == Phis.end() || !cleansUp(BB))
    return 0;
  SmallVector<BasicBlock *, 8> Before = whereNull(*Phi);
  SmallVector<BasicBlock *, 16> Blocks;
  DominatorTree DT(*BB.getParent());
  DT.getDescendants(&BB, Blocks);
  unsigned Size = 0;
  for (const BasicBlock *Copied : Blocks)
    Size += Copied->size();
  if (Size > MaxCopied ||
      any_of(Blocks,
             [](const BasicBlock *Copied) {
               return isa<IndirectBrInst>(Copied->getTerminator());
             }) ||
      any_of(Before, [&](const BasicBlock *From) {
        return is_contained(Blocks, From) ||
               isa<IndirectBrInst>(From->getTerminator());
      }))
    return 0;
  copyFor(Before, &BB, Blocks);
  return Size;
}

/// Replaces phis of \p BB all of whose values are one.
static void simplifyPhis(BasicBlock &BB) {
  for (PHINode &Phi : make_early_inc_range(BB.phis()))
    if (Value *V = Phi.hasConstantValue()) {
      Phi.replaceAllUsesWith(V);
      Phi.eraseFromParent();
    }
}

bool smolly::cleanUpApart(Function &F, const TargetLibraryInfo &TLI) {
  if (!F.hasPersonalityFn())
    return false;
  auto OfNoException = blocksOfNoException(F);
  unsigned Copied = 0;
  bool Changed = true;
  while (std::exchange(Changed, false) && Copied < MaxCopiedInAll)
    for (BasicBlock &BB : F)
      if (unsigned Size =
              OfNoException.contains(&BB) ? 0 : copyWhereNull(BB, TLI)) {
        Copied += Size;
        Changed = true;
        break;
      }
  if (Copied > 0)
    for (BasicBlock &BB : F)
      simplifyPhis(BB);
  return Copied > 0;
}
