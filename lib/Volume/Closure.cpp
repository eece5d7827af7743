//===- Closure.cpp - Values that depend on themselves ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Closure.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "isl/map.h"
#include "isl/union_map.h"

using namespace smolly;
using namespace smolly::volume;

/// isl's closure takes exponential time in these.
static constexpr int MaxClosurePieces = 16;

isl::union_map volume::tidied(const isl::union_map &Map) {
  isl::union_map Result = isl::union_map::empty(Map.ctx());
  isl::stat All = Map.foreach_map([&](isl::map Part) {
    if (!isEmpty(Part).is_true())
      Result = Result.unite(isl::union_map(coalesced(Part)));
    return isl::stat::ok();
  });
  return All.is_ok() ? Result : isl::union_map();
}

isl::union_map volume::simpleHull(const isl::union_map &Map) {
  return isl::manage(isl_union_map_simple_hull(Map.copy()));
}

int volume::piecesOf(const isl::union_map &Map) {
  int Pieces = 0;
  Map.foreach_map([&](isl::map Part) {
    Pieces += isl_map_n_basic_map(Part.get());
    return isl::stat::ok();
  });
  return Pieces;
}

Closure volume::closeSteps(const isl::union_map &Steps,
                           const isl::union_map &Earlier,
                           const isl::union_map &Candidate) {
  if (!Candidate.is_null()) {
    isl::union_map Again = Steps.unite(Steps.apply_range(Candidate));
    if (Again.is_equal(Candidate).is_true())
      return {Candidate, true};
  }
  if (piecesOf(Steps) > MaxClosurePieces)
    return {simpleHull(Earlier), false};
  isl_bool IsExact = isl_bool_false;
  isl::union_map Found =
      isl::manage(isl_union_map_transitive_closure(Steps.copy(), &IsExact));
  if (Found.is_null())
    return {Found, false};
  if (IsExact == isl_bool_true)
    return {Found, true};
  return {simpleHull(Found.intersect(Earlier)), false};
}
