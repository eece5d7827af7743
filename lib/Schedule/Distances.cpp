//===- Distances.cpp - How far apart dependences are ----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Distances.h.
///
//===----------------------------------------------------------------------===//

#include "Distances.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/Locals.h"
#include "isl/map.h"

using namespace smolly;

/// Two accesses may not have more pairs of polyhedra than this.
static constexpr long MaxPairs = 1024;

isl::set smolly::distances(const Kernel &K,
                           const std::vector<isl::map> &Schedules,
                           const std::vector<unsigned> &Statements,
                           unsigned Dim) {
  isl::map Later = isl::manage(
      isl_map_lex_lt(isl_space_range(Schedules.front().space().release())));
  for (unsigned Outer = 0; Outer < Dim; ++Outer)
    Later = Later.equate(isl::dim::in, Outer, isl::dim::out, Outer);
  isl::set All = isl::set::empty(Schedules.front().space().range());
  for (unsigned S : Statements)
    for (unsigned T : Statements)
      for (const Access &A : K.Statements[S].Accesses)
        for (const Access &B : K.Statements[T].Accesses) {
          if (A.Array != B.Array || (A.isRead() && B.isRead()))
            continue;
          long Pairs = 1;
          for (const isl::map &Map :
               {Schedules[S], A.Relation, Schedules[T], B.Relation})
            Pairs *= isl_map_n_basic_map(Map.get());
          if (Pairs > MaxPairs || hasManyLocals(Schedules[S]) ||
              hasManyLocals(Schedules[T]))
            return {};
          isl::map Times =
              A.Relation.apply_domain(Schedules[S])
                  .apply_range(B.Relation.apply_domain(Schedules[T]).reverse())
                  .intersect_params(K.Context)
                  .intersect(Later);
          All = All.unite(coalesced(Times.deltas()));
        }
  return coalesced(All);
}

bool smolly::goesBackwards(const isl::set &Distances, unsigned Dim,
                           const std::vector<Skew> &Skews) {
  isl::local_space Space(Distances.space());
  isl::aff Distance = isl::aff::var_on_domain(Space, isl::dim::set, Dim);
  for (const Skew &S : Skews)
    Distance = Distance.add(isl::aff::var_on_domain(Space, isl::dim::set, S.Dim)
                                .scale(isl::val(Distances.ctx(), S.Times)));
  return !isEmpty(Distances.intersect(Distance.lt_set(isl::aff(Space))))
              .is_true();
}
