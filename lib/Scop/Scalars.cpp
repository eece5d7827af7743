//===- Scalars.cpp - Scalars as arrays of one element ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Polly's accesses of kind Value, PHI and ExitPHI, each to an object of its
/// own that every instance overwrites.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/Scalars.h"
#include "polly/Support/ScopHelper.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/RegionInfo.h"

using namespace llvm;
using namespace smolly;

/// Whether what \p SAI holds is used behind \p S.
static bool isUsedBehind(const polly::Scop &S,
                         const polly::ScopArrayInfo *SAI) {
  if (SAI->isExitPHIKind())
    return true;
  if (!SAI->isValueKind())
    return false;
  return any_of(SAI->getBasePtr()->users(), [&](const User *U) {
    const auto *I = dyn_cast<Instruction>(U);
    return !I || !S.contains(I);
  });
}

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

bool smolly::onlyAccesses(polly::ScopStmt &Stmt) {
  for (const polly::MemoryAccess *MA : Stmt)
    if (MA->isWrite() && MA->isArrayKind() &&
        !isa_and_nonnull<StoreInst>(MA->getAccessInstruction()))
      return false;
  if (Stmt.isBlockStmt())
    return all_of(Stmt.getInstructions(),
                  [](const Instruction *I) { return onlyStores(*I); });
  if (!Stmt.isRegionStmt())
    return false;
  const Region &R = *Stmt.getRegion();
  return !hasLoop(R, *Stmt.getParent()->getLI()) &&
         all_of(R.blocks(),
                [](const BasicBlock *BB) { return all_of(*BB, onlyStores); });
}

Kernel smolly::withScalars(const ImportedScop &Scop) {
  Kernel K = Scop.K;
  DenseMap<const polly::ScopArrayInfo *, unsigned> ArrayOf;
  auto ScalarOf = [&](const polly::ScopArrayInfo *SAI) {
    auto [It, IsNew] = ArrayOf.insert({SAI, K.Arrays.size()});
    if (!IsNew)
      return It->second;
    Array New;
    New.Name = "scalar" + std::to_string(K.Arrays.size());
    isl::id Id = isl::id::alloc(K.ctx(), New.Name, nullptr);
    New.Extent =
        isl::set::universe(Scop.S->getParamSpace().add_named_tuple(Id, 0));
    bool LiveOut = isUsedBehind(*Scop.S, SAI);
    New.LiveIn = New.Extent;
    New.LiveOut =
        LiveOut ? New.Extent : isl::set::empty(New.Extent.get_space());
    K.Arrays.push_back(std::move(New));
    return It->second;
  };
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    Statement &Stmt = K.Statements[S];
    Stmt.OnlyWrites = onlyAccesses(*Scop.Stmts[S]);
    for (polly::MemoryAccess *MA : *Scop.Stmts[S]) {
      if (MA->isArrayKind())
        continue;
      Access A;
      A.Kind = MA->isRead()        ? AccessKind::Read
               : MA->isMustWrite() ? AccessKind::MustWrite
                                   : AccessKind::MayWrite;
      A.Array = ScalarOf(MA->getLatestScopArrayInfo());
      A.Relation = MA->getLatestAccessRelation()
                       .set_tuple_id(isl::dim::in, Stmt.Domain.get_tuple_id())
                       .set_tuple_id(isl::dim::out,
                                     K.Arrays[A.Array].Extent.get_tuple_id())
                       .intersect_domain(Stmt.Domain);
      Stmt.Accesses.push_back(std::move(A));
    }
  }
  return K;
}
