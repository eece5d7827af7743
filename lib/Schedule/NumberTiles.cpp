//===- NumberTiles.cpp - The numbers of tiles as iterators ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements NumberTiles.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Schedule/NumberTiles.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

/// { [height] -> [number] } of tiles of \p Size, as two inequalities.
static isl::map tilesOfSize(isl::ctx Ctx, long Size) {
  isl::space Line = isl::space::unit(Ctx).add_unnamed_tuple(1);
  isl::map Pairs = isl::manage(isl_map_from_domain_and_range(
      isl_set_universe(Line.copy()), isl_set_universe(Line.copy())));
  isl::local_space Space(Pairs.wrap().get_space());
  isl::aff Residue = isl::aff::var_on_domain(Space, isl::dim::set, 0)
                         .sub(isl::aff::var_on_domain(Space, isl::dim::set, 1)
                                  .scale(isl::val(Ctx, Size)));
  isl::aff Zero(Space);
  isl::set Within = Residue.ge_set(Zero).intersect(
      Residue.le_set(Zero.add_constant(isl::val(Ctx, Size - 1))));
  return Within.unwrap();
}

/// { Domain[] -> [height] } in \p L; null for a statement that is not in it.
static isl::map heightsOf(const Statement &S, const TiledLoop &L) {
  isl::union_map Own = L.Heights.intersect_domain(
      isl::union_set(isl::set::universe(S.Domain.get_space())));
  if (isl_union_map_n_map(Own.get()) != 1)
    return isl::map();
  return isl::map::from_union_map(Own);
}

/// { Domain[iterators..] -> Domain[tile.., iterators..] }
static isl::map numbersOf(const Statement &S,
                          const std::vector<TiledLoop> &Band) {
  isl::map Numbers;
  for (const TiledLoop &L : Band) {
    isl::map Next =
        heightsOf(S, L).apply_range(tilesOfSize(S.Domain.ctx(), L.Size));
    Numbers = Numbers.is_null() ? Next : Numbers.flat_range_product(Next);
  }
  isl::map Same = isl::manage(isl_map_reset_tuple_id(
      isl::set::universe(S.Domain.get_space()).identity().release(),
      isl_dim_out));
  return Numbers.flat_range_product(Same)
      .set_tuple_id(isl::dim::out, S.Domain.get_tuple_id())
      .intersect_domain(S.Domain);
}

/// { Domain[tile.., iterators..] -> Time[] }: \p Time, { Domain[] -> Time[] },
/// in which the \p Count numbers of the tile are at \p First.
static isl::map numberedTime(isl::map Time, const isl::map &Numbers,
                             unsigned First, unsigned Count) {
  isl_map *Others =
      isl_map_project_out(Time.release(), isl_dim_out, First, Count);
  Others = isl_map_apply_domain(Others, Numbers.copy());
  Others = isl_map_insert_dims(Others, isl_dim_out, First, Count);
  for (unsigned I = 0; I < Count; ++I)
    Others = isl_map_equate(Others, isl_dim_in, I, isl_dim_out, First + I);
  return isl::manage(Others);
}

/// Gives the instances in \p Flow their new names.
static void renameInstances(Dataflow &Flow,
                            const std::vector<isl::map> &Numbers) {
  for (auto &F : Flow.Flows)
    F.Sources = F.Sources.apply_domain(Numbers[F.Read.Stmt])
                    .apply_range(Numbers[F.Write.Stmt]);
  for (UncoveredRead &U : Flow.Uncovered)
    U.Relation = U.Relation.apply_domain(Numbers[U.Read.Stmt]);
  for (Dataflow::LiveOut &L : Flow.LiveOuts)
    L.Instances = L.Instances.apply(Numbers[L.Write.Stmt]);
}

/// Whether isl could compute all of \p N.
static bool isComplete(const NumberedKernel &N) {
  return llvm::all_of(N.K.Statements,
                      [](const Statement &S) {
                        return !S.Domain.is_null() && !S.Schedule.is_null() &&
                               llvm::none_of(S.Accesses, [](const Access &A) {
                                 return A.Relation.is_null();
                               });
                      }) &&
         llvm::none_of(N.Flow.Flows,
                       [](const auto &F) { return F.Sources.is_null(); }) &&
         llvm::none_of(N.Flow.Uncovered,
                       [](const auto &U) { return U.Relation.is_null(); }) &&
         llvm::none_of(N.Flow.LiveOuts,
                       [](const auto &L) { return L.Instances.is_null(); });
}

std::optional<NumberedKernel> smolly::numberTiles(const Kernel &K,
                                                  const Dataflow &Flow,
                                                  const TiledSchedule &Tiled) {
  NumberedKernel Result{K, Flow, {}, {}};
  for (unsigned I = 0; I < K.Statements.size(); ++I) {
    Statement &S = Result.K.Statements[I];
    auto Band = llvm::find_if(Tiled.Bands, [&](const auto &B) {
      return !heightsOf(S, B.front()).is_null();
    });
    S.Schedule = Tiled.Schedules[I];
    Result.Numbers.push_back(S.Domain.identity());
    Result.TileDims.push_back(0);
    if (Band == Tiled.Bands.end())
      continue;
    isl::map Numbers = numbersOf(S, *Band);
    S.Schedule =
        numberedTime(S.Schedule, Numbers, Band->front().Dim, Band->size());
    S.Domain = Numbers.range();
    for (Access &A : S.Accesses)
      A.Relation = A.Relation.apply_domain(Numbers);
    Result.Numbers.back() = Numbers;
    Result.TileDims.back() = Band->size();
  }
  renameInstances(Result.Flow, Result.Numbers);
  if (!isComplete(Result))
    return std::nullopt;
  return Result;
}
