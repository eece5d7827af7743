//===- Conflicts.cpp - Which values need different cells ------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conflict sets, from live ranges or as a kernel states them.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/Conflicts.h"
#include "smolly/Kernel/ClassCensus.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/LexOrder.h"
#include "isl/map.h"
#include "isl/space.h"
#include "isl/union_map.h"
#include <algorithm>

using namespace smolly;

/// So many pairs of polyhedra are intersected at most. Those of which a mapping
/// was found are up to 74 thousand; 350 thousand take twenty seconds.
static constexpr double MaxPairs = 150'000;
/// Where the last uses and definitions are so many pairs, a look is worth it.
static constexpr double FewPairs = 5'000;

/// More polyhedra than this are hardly ever fewer after comparing all of them,
/// which takes time quadratic in their number.
static constexpr int MaxToCoalesce = 100;
/// With more pairs of polyhedra of definitions, each is looked at alone.
static constexpr int FewDefinitions = 16;

static int countPolyhedra(const isl::map &Map) {
  return std::max(0, isl_map_n_basic_map(Map.get()));
}

/// { Earlier[] -> Later[] }
static isl::space conflictSpace(const ValueLives &Earlier,
                                const ValueLives &Later) {
  return isl::manage(isl_space_map_from_domain_and_range(
      Earlier.Piece.space().release(), Later.Piece.space().release()));
}

/// { Earlier[] -> Later[] }: pairs in the order of their definitions.
static isl::map definedInOrder(const ValueLives &Earlier,
                               const ValueLives &Later) {
  return lexOrder(Lex::Less, Earlier.Definition, Later.Definition);
}

/// { Earlier[] -> Later[] }: Later is defined before Earlier's last use.
static isl::map definedInTime(const ValueLives &Earlier,
                              const ValueLives &Later) {
  return lexOrder(Lex::Greater, Earlier.LastUse, Later.Definition);
}

bool smolly::hasTooManyConflicts(const ValueLives &Lives) {
  double Defined = countPolyhedra(Lives.Definition);
  double Used = countPolyhedra(Lives.LastUse);
  return Defined * Defined * Defined * Used > FewPairs &&
         double(countPolyhedra(definedInOrder(Lives, Lives))) *
                 countPolyhedra(definedInTime(Lives, Lives)) >
             MaxPairs;
}

/// \p Lives, one polyhedron of the definitions at a time.
static std::vector<ValueLives> byDefinition(const ValueLives &Lives) {
  std::vector<ValueLives> Result;
  isl::set AnyTime = isl::set::universe(Lives.LastUse.range().space());
  Lives.Definition.foreach_basic_map([&](const isl::basic_map &Part) {
    ValueLives Of = Lives;
    Of.Definition = isl::map(Part);
    isl::set Domain = Of.Definition.domain();
    Of.LastUse = intersection(Lives.LastUse,
                              isl::map::from_domain_and_range(Domain, AnyTime));
    Of.LiveOut = Lives.LiveOut.intersect(Domain);
    Result.push_back(std::move(Of));
    return isl::stat::ok();
  });
  return Result;
}

/// The conflicts as pairs of polyhedra have them, some of which may be merged.
static isl::map conflictsAmong(const ValueLives &Earlier,
                               const ValueLives &Later) {
  isl::map Ordered = definedInOrder(Earlier, Later);
  isl::map Result = intersection(Ordered, definedInTime(Earlier, Later));
  if (!isEmpty(Earlier.LiveOut).is_true())
    Result = Result.unite(Ordered.intersect_domain(Earlier.LiveOut));
  return Result;
}

isl::map smolly::computeConflicts(const ValueLives &Earlier,
                                  const ValueLives &Later) {
  int Definitions =
      countPolyhedra(Earlier.Definition) * countPolyhedra(Later.Definition);
  if (Definitions <= FewDefinitions) {
    isl::map Result = conflictsAmong(Earlier, Later);
    return countPolyhedra(Result) > MaxToCoalesce ? Result : joined(Result);
  }
  // Polyhedra of orders and uses of different definitions have nothing in
  // common: one of Definitions pairs is left.
  isl::map Result = isl::map::empty(conflictSpace(Earlier, Later));
  std::vector<ValueLives> Seconds = byDefinition(Later);
  for (const ValueLives &First : byDefinition(Earlier))
    for (const ValueLives &Second : Seconds)
      Result = Result.unite(joined(conflictsAmong(First, Second)));
  return Result;
}

isl::map smolly::statedConflicts(const Kernel &K, const ValueLives &Earlier,
                                 const ValueLives &Later) {
  isl::space Space = conflictSpace(Earlier, Later);
  isl::map Result =
      isl::manage(isl_union_map_extract_map(K.Conflicts->get(), Space.copy()));
  if (Earlier.Write.Stmt == Later.Write.Stmt)
    Result = Earlier.Write.Access < Later.Write.Access
                 ? Result.unite(isl::map::identity(Space))
                 : Result.subtract(isl::map::identity(Space));
  return coalesced(
      Result.intersect_domain(Earlier.Piece).intersect_range(Later.Piece));
}

isl::map smolly::conflictsOf(const Kernel &K, const ValueLives &Earlier,
                             const ValueLives &Later) {
  isl::map Result = K.Conflicts ? statedConflicts(K, Earlier, Later)
                                : computeConflicts(Earlier, Later);
  ClassCensus::note(Result);
  return Result;
}
