//===- StatementFacts.cpp - What a statement does -------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements StatementFacts.h.
///
//===----------------------------------------------------------------------===//

#include "StatementFacts.h"
#include "polly/Support/ScopHelper.h"
#include "smolly/Kernel/Kernel.h"
#include "smolly/Scop/MathErrors.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/RegionInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace smolly;

/// Whether executing \p I can be noticed by nothing but what it stores. Polly
/// generates no code for the intrinsics that it ignores.
static bool onlyStores(const Instruction &I) {
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return Store->isSimple();
  return !I.mayHaveSideEffects() || polly::isIgnoredIntrinsic(&I);
}

/// Whether a block of \p R may be executed twice in one instance. A SCoP has no
/// cycles but natural loops.
static bool hasLoop(const Region &R, const LoopInfo &LI) {
  return any_of(R.blocks(), [&](const BasicBlock *BB) {
    const Loop *L = LI.getLoopFor(BB);
    return L && R.contains(L);
  });
}

/// Whether \p Stmt does nothing but access arrays and scalars, with an end,
/// and what instructions do of which \p MayBe is true.
static bool onlyAccessesBut(polly::ScopStmt &Stmt,
                            function_ref<bool(const Instruction &I)> MayBe) {
  auto IsKnown = [&](const Instruction &I) {
    return onlyStores(I) || MayBe(I);
  };
  for (const polly::MemoryAccess *MA : Stmt)
    if (MA->isWrite() && MA->isArrayKind() &&
        !isa_and_nonnull<StoreInst>(MA->getAccessInstruction()))
      return false;
  if (Stmt.isBlockStmt())
    return all_of(Stmt.getInstructions(),
                  [&](const Instruction *I) { return IsKnown(*I); });
  if (!Stmt.isRegionStmt())
    return false;
  const Region &R = *Stmt.getRegion();
  return !hasLoop(R, *Stmt.getParent()->getLI()) &&
         all_of(R.blocks(),
                [&](const BasicBlock *BB) { return all_of(*BB, IsKnown); });
}

bool smolly::onlyAccesses(polly::ScopStmt &Stmt) {
  return onlyAccessesBut(Stmt, [](const Instruction &) { return false; });
}

unsigned smolly::hiddenErrors(polly::Scop &S) {
  unsigned Errors = NoErrors;
  for (const BasicBlock *BB : S.getRegion().blocks())
    for (const Instruction &I : *BB)
      Errors |= hiddenErrors(I);
  return Errors;
}

EffectOrder smolly::effectOrder(polly::ScopStmt &Stmt, unsigned Errors) {
  if (Errors == NoErrors || !onlyAccessesBut(Stmt, [](const Instruction &I) {
        return hiddenErrors(I) != NoErrors;
      }))
    return EffectOrder::Unknown;
  return isPowerOf2_32(Errors) ? EffectOrder::Any : EffectOrder::Kept;
}

bool smolly::writesScalars(const polly::ScopStmt &Stmt) {
  return any_of(Stmt, [](const polly::MemoryAccess *MA) {
    return MA->isWrite() && !MA->isArrayKind();
  });
}

bool smolly::onlyWrites(polly::ScopStmt &Stmt) {
  return onlyAccesses(Stmt) && !writesScalars(Stmt);
}

bool smolly::runsBlocksOnce(const polly::ScopStmt &Stmt) {
  return Stmt.isBlockStmt() ||
         (Stmt.isRegionStmt() &&
          !hasLoop(*Stmt.getRegion(), *Stmt.getParent()->getLI()));
}

/// Whether a load may come behind one of \p Stores, all of them in \p R, which
/// has no loops.
static bool hasLoadBehind(const Region &R, ArrayRef<const StoreInst *> Stores) {
  auto IsLoad = [](const Instruction &I) { return isa<LoadInst>(I); };
  SmallSetVector<const BasicBlock *, 16> Behind;
  auto AddSuccessors = [&](const BasicBlock *BB) {
    for (const BasicBlock *Next : successors(BB))
      if (R.contains(Next))
        Behind.insert(Next);
  };
  for (const StoreInst *Store : Stores) {
    const BasicBlock *BB = Store->getParent();
    if (std::any_of(Store->getIterator(), BB->end(), IsLoad))
      return true;
    AddSuccessors(BB);
  }
  for (unsigned I = 0; I < Behind.size(); ++I) {
    if (any_of(*Behind[I], IsLoad))
      return true;
    AddSuccessors(Behind[I]);
  }
  return false;
}

bool smolly::readsFirst(const polly::ScopStmt &Stmt,
                        ArrayRef<const Instruction *> AtEnd) {
  bool Reads = false;
  SmallVector<const StoreInst *, 4> Stores;
  for (polly::MemoryAccess *MA : Stmt) {
    if (!MA->isArrayKind())
      continue;
    const Instruction *I = MA->getAccessInstruction();
    Reads |= MA->isRead();
    if (MA->isRead() || is_contained(AtEnd, I))
      continue;
    if (!isa_and_nonnull<StoreInst>(I))
      return false;
    Stores.push_back(cast<StoreInst>(I));
  }
  if (!Reads || Stores.empty())
    return true;
  if (!Stmt.isBlockStmt())
    return runsBlocksOnce(Stmt) && !hasLoadBehind(*Stmt.getRegion(), Stores);
  bool SeenStore = false;
  for (Instruction *I : Stmt.getInstructions()) {
    SeenStore |= is_contained(Stores, I);
    if (isa<LoadInst>(I) && SeenStore)
      return false;
  }
  return true;
}

bool smolly::isInInnerBlock(const polly::MemoryAccess &MA) {
  const polly::ScopStmt &Stmt = *MA.getStatement();
  const Instruction *I = MA.getAccessInstruction();
  return Stmt.isRegionStmt() && I && I->getParent() != Stmt.getEntryBlock();
}

std::optional<std::string> smolly::constantText(const Value &V,
                                                const DataLayout &DL) {
  const auto *C = dyn_cast<Constant>(&V);
  if (!C)
    return std::nullopt;
  bool IsInteger = isa<ConstantInt>(C);
  if (C->isNullValue() &&
      (IsInteger || isa<ConstantFP>(C) || isa<ConstantPointerNull>(C)))
    return ConstantZero;
  TypeSize Bits = DL.getTypeStoreSizeInBits(C->getType());
  APInt Value;
  if (IsInteger)
    Value = cast<ConstantInt>(C)->getValue();
  else if (const auto *Number = dyn_cast<ConstantFP>(C))
    Value = Number->getValueAPF().bitcastToAPInt();
  else
    return std::nullopt;
  SmallString<32> Text;
  Value.zext(Bits.getFixedValue())
      .toString(Text, 16, /*Signed=*/false, /*formatAsCLiteral=*/true,
                /*UpperCase=*/false);
  return Text.str().str();
}
