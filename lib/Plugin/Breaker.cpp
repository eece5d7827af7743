//===- Breaker.cpp - Wrong plans, to test what finds them -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Breaker.h.
///
//===----------------------------------------------------------------------===//

#include "Breaker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace smolly;

bool smolly::isKnownBreak(StringRef Kind) {
  return StringSwitch<bool>(Kind)
      .Cases({"modulus", "offset", "cell", "read"}, true)
      .Default(false);
}

/// \p Index with \p Row, moved by one or zero.
static isl::pw_multi_aff changeRow(isl::pw_multi_aff Index, unsigned Row,
                                   bool ToZero) {
  isl::pw_aff Old = Index.at(Row);
  isl::pw_aff New =
      ToZero ? Old.sub(Old) : Old.add_constant(isl::val::one(Old.ctx()));
  return isl::manage(
      isl_pw_multi_aff_set_pw_aff(Index.release(), Row, New.release()));
}

static unsigned rowsOf(const StoragePlan &Plan, const ValueSet &V) {
  return V.Where == ValueSet::Place::Mapped ? Plan.Arrays[V.Target].Dims.size()
                                            : 0;
}

static void shrinkModulus(StoragePlan &Plan) {
  for (StorageArray &A : Plan.Arrays)
    for (StorageDim &Dim : A.Dims) {
      isl::val One = isl::val::one(Dim.Size.ctx());
      isl::val Most = isl::manage(isl_pw_aff_max_val(Dim.Size.copy()));
      if (!Dim.NeedsModulo || Most.eq(One).is_true())
        continue;
      isl::pw_aff Smaller = Dim.Size.add_constant(One.neg());
      isl::pw_aff Least = Dim.Size.sub(Dim.Size).add_constant(One);
      Dim.Size = Smaller.max(Least);
      return;
    }
}

static void moveValueSet(StoragePlan &Plan) {
  for (ValueSet &V : Plan.Values) {
    bool IsAlone = none_of(Plan.Values, [&](const ValueSet &Other) {
      return &Other != &V && rowsOf(Plan, Other) > 0 &&
             Other.Target == V.Target;
    });
    if (IsAlone || rowsOf(Plan, V) == 0)
      continue;
    V.Index = changeRow(V.Index, 0, /*ToZero=*/false);
    return;
  }
}

static void useOneCell(StoragePlan &Plan) {
  for (ValueSet &V : Plan.Values)
    for (unsigned Row = 0; Row < rowsOf(Plan, V) && V.Target == 0; ++Row)
      V.Index = changeRow(V.Index, Row, /*ToZero=*/true);
}

void smolly::breakPlan(StringRef Kind, StoragePlan &Plan) {
  if (Kind == "modulus")
    shrinkModulus(Plan);
  else if (Kind == "offset")
    moveValueSet(Plan);
  else if (Kind == "cell")
    useOneCell(Plan);
}

void smolly::breakPlaces(StringRef Kind, const Kernel &K, AccessPlan &Places) {
  if (Kind != "read")
    return;
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A)
      for (Placement &P : Places.Statements[S].Accesses[A]) {
        unsigned Rows = P.Where == Placement::Kind::Mapped
                            ? P.Index.dim(isl::dim::out).release()
                            : 0;
        if (Rows == 0 || !K.Statements[S].Accesses[A].isRead())
          continue;
        P.Index = changeRow(P.Index, Rows - 1, /*ToZero=*/false);
        return;
      }
}
