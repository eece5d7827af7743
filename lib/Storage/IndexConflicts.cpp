//===- IndexConflicts.cpp - Conflicts as index differences ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Projects conflicts, written elements and loop steps onto index spaces.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/IndexConflicts.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

namespace {

/// { Domain[] -> Element[] }
isl::map elementMap(const ValueLives &Lives) {
  return isl::manage(isl_map_from_pw_multi_aff(Lives.Element.copy()));
}

/// The last schedule dimension that is not constant over \p Schedule; -1 if
/// there is none.
int innermostDimension(const isl::map &Schedule) {
  isl::set Times = Schedule.range();
  for (int I = isl_set_dim(Times.get(), isl_dim_set) - 1; I >= 0; --I) {
    isl::val Fixed = isl::manage(
        isl_set_plain_get_val_if_fixed(Times.get(), isl_dim_set, I));
    if (Fixed.is_null() || isl_val_is_int(Fixed.get()) != isl_bool_true)
      return I;
  }
  return -1;
}

/// { Domain[] -> Domain[] }: from an instance to the next one of its innermost
/// loop.
isl::map innermostStep(const isl::map &Schedule, int Innermost) {
  isl_space *Time = isl_space_range(Schedule.space().release());
  isl::map Step = isl::manage(isl_map_universe(isl_space_map_from_set(Time)));
  for (int I = 0, E = isl_map_dim(Step.get(), isl_dim_in); I < E; ++I) {
    if (I != Innermost) {
      Step = Step.equate(isl::dim::in, I, isl::dim::out, I);
      continue;
    }
    isl_constraint *Plus = isl_constraint_alloc_equality(
        isl_local_space_from_space(Step.space().release()));
    Plus = isl_constraint_set_coefficient_si(Plus, isl_dim_in, I, 1);
    Plus = isl_constraint_set_coefficient_si(Plus, isl_dim_out, I, -1);
    Plus = isl_constraint_set_constant_si(Plus, 1);
    Step = isl::manage(isl_map_add_constraint(Step.release(), Plus));
  }
  return Schedule.apply_range(Step).apply_range(Schedule.reverse());
}

/// { Domain[] -> Domain[] }: the steps between the writes of \p Lives; null
/// when there is no loop.
isl::map stepsOf(const Kernel &K, const ValueLives &Lives) {
  isl::map Schedule =
      K.Statements[Lives.Write.Stmt].Schedule.intersect_domain(Lives.Piece);
  int Innermost = innermostDimension(Schedule);
  return Innermost < 0 ? isl::map() : innermostStep(Schedule, Innermost);
}

} // namespace

bool IndexConflicts::isHopeless() const {
  isl_point *Zero = isl_point_zero(DifferencesAt.space().release());
  return !isl::set(isl::manage(Zero)).is_disjoint(DifferencesAt).is_true();
}

/// How many integers there are from the least to the largest component \p Dim;
/// 0 if unbounded.
static long extentOf(const isl::set &Indices, unsigned Dim) {
  isl::val Top = isl::manage(isl_set_dim_max_val(Indices.copy(), Dim));
  isl::val Low = isl::manage(isl_set_dim_min_val(Indices.copy(), Dim));
  isl::val Length = Top.sub(Low);
  if (Length.is_null() || isl_val_is_int(Length.get()) != isl_bool_true)
    return 0;
  return isl_val_get_num_si(Length.get()) + 1;
}

double IndexConflicts::largestClique() const {
  if (Dims > 4)
    return 1;
  std::vector<long> Extents;
  for (unsigned I = 0; I < Dims; ++I)
    Extents.push_back(extentOf(IndicesAt, I));
  isl_point *Zero = isl_point_zero(DifferencesAt.space().release());
  isl::set Covered =
      DifferencesAt.unite(isl::manage(isl_set_neg(DifferencesAt.copy())))
          .unite(isl::set(isl::manage(Zero)));
  double Largest = 1;
  for (unsigned Full = 1; Full < 1u << Dims; ++Full) {
    isl::set Box = isl::set::universe(DifferencesAt.space());
    double Size = 1;
    for (unsigned I = 0; I < Dims; ++I) {
      long Extent = Full >> I & 1 ? Extents[I] : 1;
      Box = Box.lower_bound_si(isl::dim::set, I, 1 - Extent);
      Box = isl::manage(
          isl_set_upper_bound_si(Box.release(), isl_dim_set, I, Extent - 1));
      Size *= Extent;
    }
    if (Size > Largest && Box.is_subset(Covered).is_true())
      Largest = Size;
  }
  return Largest;
}

ArrayValues::ArrayValues(const Kernel &K, std::vector<ValueLives> Lives)
    : K(K), Live(std::move(Lives)), Conflicts(computeConflictTable(K, Live)),
      ElementDifferences(Live.size(), std::vector<isl::set>(Live.size())),
      IterationDifferences(Live.size()), Elements(Live.size()),
      ElementSteps(Live.size()), IterationSteps(Live.size()) {}

void ArrayValues::replace(unsigned Set, const ValueLives &Lives,
                          const std::vector<unsigned> &Others) {
  Live[Set] = Lives;
  for (unsigned Other : Others) {
    Conflicts[Set][Other] = computeConflicts(Lives, Live[Other]);
    Conflicts[Other][Set] = computeConflicts(Live[Other], Lives);
    ElementDifferences[Set][Other] = ElementDifferences[Other][Set] = {};
  }
  IterationDifferences[Set] = Elements[Set] = {};
  ElementSteps[Set] = IterationSteps[Set] = {};
}

const isl::set &ArrayValues::differences(unsigned V, unsigned W,
                                         IndexSpace Space) const {
  isl::set &Result = Space == IndexSpace::Elements ? ElementDifferences[V][W]
                                                   : IterationDifferences[V];
  if (!Result.is_null())
    return Result;
  isl::map Pairs = Conflicts[V][W];
  if (Space == IndexSpace::Elements)
    Pairs = Pairs.apply_domain(elementMap(Live[V]))
                .apply_range(elementMap(Live[W]));
  Result = Pairs.intersect_params(K.Context).deltas().coalesce();
  return Result;
}

const isl::set &ArrayValues::indices(unsigned V, IndexSpace Space) const {
  if (Space == IndexSpace::Iterations)
    return Live[V].Piece;
  if (Elements[V].is_null())
    Elements[V] = Live[V].Piece.apply(elementMap(Live[V])).coalesce();
  return Elements[V];
}

const isl::set &ArrayValues::steps(unsigned V, IndexSpace Space) const {
  bool ByElement = Space == IndexSpace::Elements;
  isl::set &Result = ByElement ? ElementSteps[V] : IterationSteps[V];
  if (!Result.is_null())
    return Result;
  isl::map Steps = stepsOf(K, Live[V]);
  if (ByElement && !Steps.is_null()) {
    isl::map Element = elementMap(Live[V]);
    Steps = Steps.apply_domain(Element).apply_range(Element);
  }
  if (!Steps.is_null())
    Result = Steps.deltas();
  return Result;
}

IndexConflicts ArrayValues::indexConflicts(const std::vector<unsigned> &Members,
                                           IndexSpace Space,
                                           const ParameterPoint &Point) const {
  IndexConflicts Result;
  Result.Space = Space;
  isl::space Index = indices(Members.front(), Space).space();
  Result.Indices = Result.Differences = isl::set::empty(Index);
  for (unsigned V : Members) {
    Result.Indices = Result.Indices.unite(indices(V, Space));
    Result.Steps.push_back(steps(V, Space));
    for (unsigned W : Members) {
      const isl::set &New = differences(V, W, Space);
      if (!New.is_subset(Result.Differences).is_true())
        Result.Differences = Result.Differences.unite(New);
    }
  }
  Result.Dims = std::max(0, isl_set_dim(Result.Indices.get(), isl_dim_set));
  Result.DifferencesAt = Point.fix(Result.Differences);
  Result.IndicesAt = Point.fix(Result.Indices);
  return Result;
}
