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
#include "StatementFacts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

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
