//===- LiveRanges.cpp - When values live ----------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Definition and last use of values.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/LiveRanges.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Locals.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

namespace {

/// { Domain[] -> [Time, Position] } for \p Schedule, { Domain[] -> Time[] }.
isl::map extendTime(const isl::map &Schedule, int Position) {
  isl_map *Map = isl_map_add_dims(Schedule.copy(), isl_dim_out, 1);
  int Dims = isl_map_dim(Map, isl_dim_out);
  if (Dims < 1)
    return isl::manage(isl_map_free(Map));
  return isl::manage(isl_map_fix_si(Map, isl_dim_out, Dims - 1, Position));
}

/// The position of a write: 1 for the first write of its statement.
int writePosition(const Statement &S, unsigned Access) {
  int Position = 0;
  for (unsigned I = 0; I <= Access; ++I)
    Position += S.Accesses[I].isWrite();
  return Position;
}

int readPosition(const Statement &S) {
  return S.ReadsFirst ? 0 : static_cast<int>(S.Accesses.size()) + 1;
}

} // namespace

ValueLives smolly::computeLives(const Kernel &K, const Dataflow &D,
                                AccessRef Write) {
  const Statement &S = K.Statements[Write.Stmt];
  const Access &A = S.Accesses[Write.Access];
  ValueLives Lives;
  Lives.Write = Write;
  Lives.Array = A.Array;
  isl::map Relation = A.Relation.intersect_params(K.Context);
  Lives.Piece = coalesced(Relation.domain());
  Lives.Element = isl::manage(isl_pw_multi_aff_from_map(Relation.copy()));
  Lives.Definition =
      coalesced(extendTime(S.Schedule, writePosition(S, Write.Access))
                    .intersect_domain(Lives.Piece));

  isl::map Uses = isl::map::empty(Lives.Definition.space());
  for (const Flow &F : D.Flows) {
    if (!(F.Write == Write))
      continue;
    const Statement &Reader = K.Statements[F.Read.Stmt];
    isl::map ReadTime = extendTime(Reader.Schedule, readPosition(Reader));
    Uses = Uses.unite(F.Sources.reverse().apply_range(ReadTime));
  }
  Lives.LastUse = coalesced(Uses.intersect_domain(Lives.Piece).lexmax());

  Lives.LiveOut = isl::set::empty(Lives.Piece.space());
  for (const Dataflow::LiveOut &L : D.LiveOuts)
    if (L.Write == Write)
      Lives.LiveOut = coalesced(L.Instances.intersect(Lives.Piece));
  Lives.Used = coalesced(Lives.LastUse.domain().unite(Lives.LiveOut));
  return Lives;
}

LiveRanges::LiveRanges(const Kernel &Original, const Dataflow &D)
    : K(Original), D(D) {
  K.alignParameters();
}

ValueLives LiveRanges::of(AccessRef Write) const {
  auto It = Known.find({Write.Stmt, Write.Access});
  if (It != Known.end())
    return It->second;
  ValueLives Lives = computeLives(K, D, Write);
  bool IsComplete = !Lives.Piece.is_null() && !Lives.Element.is_null() &&
                    !Lives.Definition.is_null() && !Lives.LastUse.is_null() &&
                    !Lives.LiveOut.is_null() && !Lives.Used.is_null();
  if (IsComplete)
    Known[{Write.Stmt, Write.Access}] = Lives;
  return Lives;
}

bool smolly::areComplex(const ValueLives &Lives, int Most) {
  return hasManyLocals(Lives.Definition, Most) ||
         hasManyLocals(Lives.LastUse, Most) ||
         hasManyLocals(Lives.LiveOut, Most) || hasManyLocals(Lives.Used, Most);
}

ValueLives smolly::restrictLives(const ValueLives &Lives,
                                 const isl::set &Piece) {
  ValueLives Result = Lives;
  Result.Piece = coalesced(Lives.Piece.intersect(Piece));
  Result.Element = Lives.Element.intersect_domain(Result.Piece);
  // One polyhedron too many in each of these is hundreds in their conflicts.
  Result.Definition =
      coalesced(Lives.Definition.intersect_domain(Result.Piece));
  Result.LastUse = coalesced(Lives.LastUse.intersect_domain(Result.Piece));
  Result.LiveOut = Lives.LiveOut.intersect(Result.Piece);
  Result.Used = Lives.Used.intersect(Result.Piece);
  return Result;
}
