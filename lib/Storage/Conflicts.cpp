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
#include "smolly/Kernel/Coalesce.h"
#include "isl/map.h"
#include "isl/space.h"
#include "isl/union_map.h"

using namespace smolly;

isl::map smolly::computeConflicts(const ValueLives &Earlier,
                                  const ValueLives &Later) {
  // { Earlier[] -> Later[] }: pairs in the order of their definitions.
  isl::map Ordered = isl::manage(
      isl_map_lex_lt_map(Earlier.Definition.copy(), Later.Definition.copy()));
  // { Earlier[] -> Later[] }: Later is defined before Earlier's last use.
  isl::map Alive = isl::manage(
      isl_map_lex_gt_map(Earlier.LastUse.copy(), Later.Definition.copy()));
  isl::map Result = Ordered.intersect(Alive);
  if (!Earlier.LiveOut.is_empty().is_true())
    Result = Result.unite(Ordered.intersect_domain(Earlier.LiveOut));
  return coalesced(Result);
}

isl::map smolly::statedConflicts(const Kernel &K, const ValueLives &Earlier,
                                 const ValueLives &Later) {
  isl::space Space = isl::manage(isl_space_map_from_domain_and_range(
      Earlier.Piece.space().release(), Later.Piece.space().release()));
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
  return K.Conflicts ? statedConflicts(K, Earlier, Later)
                     : computeConflicts(Earlier, Later);
}
