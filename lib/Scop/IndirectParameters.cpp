//===- IndirectParameters.cpp - Parameters for values in memory -----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements IndirectParameters.h.
///
//===----------------------------------------------------------------------===//

#include "IndirectParameters.h"
#include "smolly/Kernel/Emptiness.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace llvm;
using namespace smolly;

static int indexOf(const isl::map &Map, const isl::id &Id) {
  return isl_map_find_dim_by_id(Map.get(), isl_dim_param, Id.get());
}

static int indexOf(const isl::set &Set, const isl::id &Id) {
  return isl_set_find_dim_by_id(Set.get(), isl_dim_param, Id.get());
}

isl::map smolly::withoutParameter(isl::map Map, const isl::id &Id) {
  int Index = indexOf(Map, Id);
  return Index < 0 ? Map
                   : isl::manage(isl_map_project_out(Map.release(),
                                                     isl_dim_param, Index, 1));
}

isl::set smolly::withoutParameter(isl::set Set, const isl::id &Id) {
  int Index = indexOf(Set, Id);
  return Index < 0 ? Set
                   : isl::manage(isl_set_project_out(Set.release(),
                                                     isl_dim_param, Index, 1));
}

isl::map smolly::atParameter(isl::map Map, const isl::id &Id, int Value) {
  if (int Index = indexOf(Map, Id); Index >= 0)
    Map =
        isl::manage(isl_map_fix_si(Map.release(), isl_dim_param, Index, Value));
  return withoutParameter(Map, Id);
}

static isl::set atParameter(isl::set Set, const isl::id &Id, int Value) {
  if (int Index = indexOf(Set, Id); Index >= 0)
    Set =
        isl::manage(isl_set_fix_si(Set.release(), isl_dim_param, Index, Value));
  return withoutParameter(Set, Id);
}

/// The value closest to zero with which the statement of read number \p Index
/// may be executed at all under \p Known, { [params] }: in `a[c - 1 - p]`, with
/// c from 0 on, p had better be -1. Those of the reads before are fixed.
int IndirectParameters::findNeutral(polly::Scop &S, unsigned Index,
                                    const isl::set &Known) const {
  constexpr int Furthest = 8;
  const Instruction *Read = Reads[Index].Read;
  polly::ScopStmt *Stmt =
      Read ? S.getStmtFor(const_cast<Instruction *>(Read)) : nullptr;
  if (!Stmt)
    return 0;
  isl::set Executed = Known.intersect(Stmt->getDomain().params());
  for (int Distance = 0; Distance <= Furthest; ++Distance)
    for (int Value : {Distance, -Distance})
      if (isEmpty(::atParameter(Executed, Parameters[Index].Id, Value))
              .is_false())
        return Value;
  return 0;
}

IndirectParameters::IndirectParameters(polly::Scop &S) {
  for (const SCEV *Parameter : S.parameters()) {
    std::optional<IndirectRead> Read;
    SCEVExprContains(Parameter, [&](const SCEV *Part) {
      Read = indirectRead(Part);
      return Read.has_value();
    });
    if (!Read)
      continue;
    // Of a product of it nothing is known.
    if (!isa<SCEVUnknown>(Parameter))
      Read->Read = nullptr;
    Reads.push_back(*Read);
    Parameters.push_back({S.getIdForParam(Parameter), Read->Parameter, 0});
  }
  if (Reads.empty())
    return;
  isl::set Known = S.getContext()
                       .intersect(S.getAssumedContext())
                       .subtract(S.getInvalidContext());
  for (unsigned I = 0; I < Reads.size(); ++I) {
    Parameters[I].Neutral = findNeutral(S, I, Known);
    Known = ::atParameter(Known, Parameters[I].Id, Parameters[I].Neutral);
  }
}

template <typename T>
static T withoutAll(T Object, ArrayRef<IndirectParameter> Parameters) {
  for (const IndirectParameter &P : Parameters)
    Object = withoutParameter(Object, P.Id);
  return Object;
}

isl::map smolly::withoutIndirect(const ImportedScop &Scop, isl::map Map) {
  return withoutAll(std::move(Map), Scop.Indirect);
}

isl::set smolly::withoutIndirect(const ImportedScop &Scop, isl::set Set) {
  return withoutAll(std::move(Set), Scop.Indirect);
}

isl::map IndirectParameters::atNeutral(isl::map Map) const {
  for (const IndirectParameter &P : Parameters)
    Map = atParameter(Map, P.Id, P.Neutral);
  return Map;
}

isl::set IndirectParameters::atNeutral(isl::set Set) const {
  for (const IndirectParameter &P : Parameters)
    Set = ::atParameter(Set, P.Id, P.Neutral);
  return Set;
}

bool IndirectParameters::occurIn(const isl::map &Map) const {
  return any_of(Parameters, [&](const IndirectParameter &P) {
    int Index = indexOf(Map, P.Id);
    return Index >= 0 && isl_map_involves_dims(Map.get(), isl_dim_param, Index,
                                               1) != isl_bool_false;
  });
}

const IndirectRead *
IndirectParameters::readBy(const polly::MemoryAccess &MA) const {
  const auto Found = find_if(Reads, [&](const IndirectRead &Read) {
    return Read.Read && Read.Read == MA.getAccessInstruction();
  });
  bool IsAlone =
      Found != Reads.end() && count_if(Reads, [&](const IndirectRead &Other) {
                                return Other.Parameter == Found->Parameter;
                              }) == 1;
  return IsAlone ? &*Found : nullptr;
}

const IndirectParameter &
IndirectParameters::parameterOf(const IndirectRead &Read) const {
  return Parameters[&Read - Reads.data()];
}
