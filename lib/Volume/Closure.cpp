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
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/LexOrder.h"
#include "isl/map.h"
#include "isl/union_map.h"

using namespace smolly;
using namespace smolly::volume;

/// isl's closure takes exponential time in these.
static constexpr int MaxClosurePieces = 16;
/// A closure gets one part in so many.
static constexpr unsigned long ClosureShare = 5;

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

/// The closure of \p Steps, each from a value to one that it is computed from.
/// \p Earlier has all pairs in that order; \p Candidate, of which the closure
/// may well be made up, may be null. It is taken if it is the one solution X of
///
///     X = Steps + (X after Steps),
///
/// which it is for steps that cannot go on forever: none of \p Earlier can.
static Closure closeSteps(const isl::union_map &Steps,
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

isl::id volume::volumeOf(const Kernel &K, AccessRef Write) {
  return isl::id::alloc(K.ctx(),
                        K.Statements[Write.Stmt].Name + "." +
                            std::to_string(Write.Access),
                        nullptr);
}

/// { Volume[] -> Volume[] }: from each value to those of \p Writes that are not
/// computed after it, itself excluded.
static isl::union_map notLater(const Kernel &K,
                               const std::vector<AccessRef> &Writes) {
  isl::union_map All = isl::union_map::empty(K.ctx());
  for (AccessRef From : Writes)
    for (AccessRef To : Writes) {
      isl::map Order =
          lexOrder(Lex::GreaterEqual, K.Statements[From.Stmt].Schedule,
                   K.Statements[To.Stmt].Schedule);
      Order = Order.set_domain_tuple(volumeOf(K, From))
                  .set_range_tuple(volumeOf(K, To));
      if (From == To)
        Order = Order.subtract(Order.domain().identity());
      All = All.unite(isl::union_map(Order));
    }
  return All;
}

/// { Volume[] -> Volume[] }: from each value of \p Write to those that it wrote
/// to the same element before. Sums depend on each other so.
static isl::union_map sameElement(const Kernel &K, AccessRef Write) {
  // { Domain[] -> Element[] }
  const isl::map &To = K.Statements[Write.Stmt].Accesses[Write.Access].Relation;
  isl::map Same = To.apply_range(To.reverse()).intersect_params(K.Context);
  isl::id Volume = volumeOf(K, Write);
  return isl::union_map(Same.set_domain_tuple(Volume).set_range_tuple(Volume));
}

Closure volume::closeCycle(const Kernel &K,
                           const std::vector<AccessRef> &Writes,
                           const isl::union_map &Inner,
                           unsigned long MaxOperations) {
  isl::union_map Order, Candidate, Steps;
  {
    IslBudget Budget(K.ctx(), MaxOperations);
    Order = notLater(K, Writes);
    Steps = tidied(Inner.intersect(Order));
    if (Writes.size() == 1)
      Candidate = tidied(sameElement(K, Writes.front()).intersect(Order));
  }
  Closure C;
  {
    IslBudget Budget(K.ctx(), MaxOperations / ClosureShare);
    C = closeSteps(Steps, Order, Candidate);
  }
  return C.Steps.is_null() ? Closure{Order, false} : C;
}
