//===- CellSample.cpp - What concerns a few cells of a plan ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements CellSample.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/CellSample.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/Range.h"
#include "isl/aff.h"
#include "isl/map.h"
#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

using namespace smolly;

namespace {
/// By array: { Element[] }, without parameters.
using Elements = std::vector<isl::set>;
} // namespace

/// \p Expression in [\p Low, \p High].
static isl::set between(const isl::pw_aff &Expression, long Low, long High) {
  auto Constant = [&](long C) {
    return isl::pw_aff(Expression.domain(), isl::val(Expression.ctx(), C));
  };
  return Expression.ge_set(Constant(Low))
      .intersect(Expression.le_set(Constant(High)));
}

/// { Any[] } of \p Space: a box at the beginning, one in the middle and one at
/// the end, of \p Most numbers in each dimension. \p SubscriptAt says, for a
/// dimension, in which subscript, what its least number is and how many it has.
template <typename Function>
static isl::set samples(const isl::space &Space, Function SubscriptAt,
                        long Most) {
  unsigned Dims = unsigned(Space.dim(isl::dim::set).release());
  isl::set All = isl::set::empty(Space);
  for (int Third = 0; Third < 3; ++Third) {
    isl::set Window = isl::set::universe(Space);
    for (unsigned I = 0; I < Dims; ++I) {
      auto [Subscript, Low, Length] = SubscriptAt(I);
      long First = Low + std::max(0L, Length - Most) * Third / 2;
      Window = Window.intersect(between(Subscript, First, First + Most - 1));
    }
    All = All.unite(Window);
  }
  return All;
}

/// Dimension \p Dim of the elements of \p Space.
static isl::pw_aff coordinate(const isl::space &Space, unsigned Dim) {
  return isl::pw_aff(
      isl::aff::var_on_domain(isl::local_space(Space), isl::dim::set, Dim));
}

/// { Cell[] } of \p Space: indices, before base and modulo, of chosen cells of
/// \p A; null on failure.
static isl::set chosenCells(const isl::space &Space, const StorageArray &A,
                            const ParameterValues &Parameters, long Most) {
  if (unsigned(Space.dim(isl::dim::set).release()) != A.Dims.size())
    return {};
  std::vector<std::pair<long, long>> Sizes; // Base, size.
  for (const StorageDim &Dim : A.Dims) {
    std::optional<long> Base = valueAt(Dim.Base, Parameters);
    std::optional<long> Size = valueAt(Dim.Size, Parameters);
    if (!Base || !Size || *Size < 1)
      return {};
    Sizes.push_back({*Base, *Size});
  }
  return samples(
      Space,
      [&](unsigned I) {
        auto [Base, Size] = Sizes[I];
        isl::pw_aff Index =
            coordinate(Space, I).add_constant(isl::val(Space.ctx(), -Base));
        if (A.Dims[I].NeedsModulo)
          Index = Index.mod(isl::val(Space.ctx(), Size));
        return std::tuple(Index, 0L, Size);
      },
      Most);
}

/// The chosen ones of \p Instances, { Domain[] }; null on failure.
static isl::set chosenInstances(const isl::set &Instances, long Most) {
  isl::space Space = Instances.get_space();
  std::vector<Range> Ranges;
  for (unsigned I = 0; I < unsigned(Space.dim(isl::dim::set).release()); ++I) {
    std::optional<Range> Own = rangeOf(Instances, I);
    if (!Own)
      return isEmpty(Instances).is_true() ? Instances : isl::set();
    Ranges.push_back(*Own);
  }
  return Instances.intersect(samples(
      Space,
      [&](unsigned I) {
        return std::tuple(coordinate(Space, I), std::lrint(Ranges[I].first),
                          std::lrint(lengthOf(Ranges[I])));
      },
      Most));
}

/// { Domain[] }: the values of \p V that are looked at; null on failure.
static isl::set chosenValues(const Kernel &K, const ValueSet &V,
                             const StoragePlan &Plan,
                             const ParameterValues &Parameters,
                             const CellChoice &Choice) {
  const Access &Write = K.Statements[V.Write.Stmt].Accesses[V.Write.Access];
  isl::set Piece = V.Piece.intersect(Write.Relation.domain());
  if (V.Where == ValueSet::Place::Nowhere)
    return chosenInstances(atParameters(Piece, Parameters),
                           Choice.Iterations.value_or(Choice.Cells));
  isl::map Cells = isl::manage(isl_map_from_pw_multi_aff(V.Index.copy()))
                       .intersect_domain(Piece);
  Cells = atParameters(Cells, Parameters);
  isl::set Chosen =
      chosenCells(Cells.range().get_space(), Plan.Arrays[V.Target], Parameters,
                  Choice.Cells);
  isl::set Values = Cells.intersect_range(Chosen).domain();
  return Choice.Iterations ? chosenInstances(Values, *Choice.Iterations)
                           : Values;
}

static Elements chosenElements(const Kernel &K, const StoragePlan &Plan,
                               const ParameterValues &Parameters,
                               const CellChoice &Choice) {
  Elements Chosen;
  for (const Array &A : K.Arrays)
    Chosen.push_back(
        isl::set::empty(atParameters(A.Extent, Parameters).get_space()));
  for (const ValueSet &V : Plan.Values) {
    if (V.Where == ValueSet::Place::Original)
      continue;
    const Access &Write = K.Statements[V.Write.Stmt].Accesses[V.Write.Access];
    isl::set Values = chosenValues(K, V, Plan, Parameters, Choice);
    Chosen[V.Array] =
        Chosen[V.Array].unite(atParameters(Write.Relation, Parameters)
                                  .intersect_domain(Values)
                                  .range());
  }
  return Chosen;
}

/// Adds to \p Chosen what chosen elements are copies of, and of what those are:
/// the checker tells a copy by its origin. Returns false where that does not
/// end soon.
static bool addOrigins(const Kernel &K, const ParameterValues &Parameters,
                       Elements &Chosen) {
  constexpr unsigned MaxRounds = 8;
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    bool Grows = false;
    for (const Statement &S : K.Statements)
      for (const Access &Write : S.Accesses) {
        if (!Write.CopyOf)
          continue;
        const Access &Read = S.Accesses[*Write.CopyOf];
        isl::set Copies = atParameters(Write.Relation, Parameters)
                              .intersect_range(Chosen[Write.Array])
                              .domain();
        isl::set Origins = atParameters(Read.Relation, Parameters)
                               .intersect_domain(Copies)
                               .range();
        if (isSubset(Origins, Chosen[Read.Array]).is_true())
          continue;
        Chosen[Read.Array] = coalesced(Chosen[Read.Array].unite(Origins));
        Grows = true;
      }
    if (!Grows)
      return true;
  }
  return false;
}

/// Restricts statement \p Index of \p K to accesses to \p Chosen elements.
static void restrictTo(Kernel &K, unsigned Index, const StoragePlan &Plan,
                       const Elements &Chosen) {
  Statement &S = K.Statements[Index];
  std::vector<isl::map> All;
  isl::set Domain = isl::set::empty(S.Domain.get_space());
  for (Access &A : S.Accesses) {
    All.push_back(A.Relation);
    A.Relation = A.Relation.intersect_range(Chosen[A.Array]);
    Domain = Domain.unite(A.Relation.domain());
  }
  S.Domain = S.Domain.intersect(Domain);
  S.Schedule = S.Schedule.intersect_domain(S.Domain);
  // An instance of which nothing is stored is not executed: that has to show.
  for (const ValueSet &V : Plan.Values)
    if (V.Write.Stmt == Index && V.Where == ValueSet::Place::Nowhere) {
      isl::map &Relation = S.Accesses[V.Write.Access].Relation;
      Relation = Relation.unite(
          All[V.Write.Access].intersect_domain(V.Piece.intersect(S.Domain)));
    }
}

std::optional<Kernel> smolly::sampleCells(const Kernel &K,
                                          const StoragePlan &Plan,
                                          const ParameterValues &Parameters,
                                          const CellChoice &Choice) {
  IslBudget Quiet(K.ctx(), 0);
  Elements Chosen = chosenElements(K, Plan, Parameters, Choice);
  if (!addOrigins(K, Parameters, Chosen))
    return std::nullopt;
  Kernel Result = K;
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    restrictTo(Result, S, Plan, Chosen);
  for (unsigned A = 0; A < K.Arrays.size(); ++A)
    Result.Arrays[A].LiveOut = K.Arrays[A].LiveOut.intersect(Chosen[A]);
  return Result;
}
