//===- GroupMapping.cpp - One mapping for some value sets -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Moduli, ranges and the check of a mapping.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/GroupMapping.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

namespace {

/// { [x] }: the values of the row \p Gamma over \p Set, { Index[] }.
isl::set valuesOf(const std::vector<long> &Gamma, const isl::set &Set) {
  isl::aff Function = linearFunction(Set.space(), Gamma);
  isl::map Map = isl::manage(isl_map_from_aff(Function.release()));
  return Set.apply(Map).coalesce();
}

bool isOne(const isl::pw_aff &Size, const ParameterPoint &Point) {
  return Point.context().is_subset(Size.eq_set(Point.constant(1))).is_true();
}

/// One more than the largest absolute value of the row over \p Differences,
/// { Index[] }, at least 1.
isl::pw_aff modulusOf(const std::vector<long> &Gamma,
                      const isl::set &Differences,
                      const ParameterPoint &Point) {
  if (Differences.is_empty().is_true())
    return Point.constant(1);
  isl::set Values = valuesOf(Gamma, Differences);
  isl::pw_aff Largest = Values.dim_max(0);
  isl::pw_aff Smallest = Values.dim_min(0).neg();
  isl::pw_aff Absolute =
      isl::manage(isl_pw_aff_union_max(Largest.release(), Smallest.release()));
  return Point.upperBound(Absolute.add_constant(1), 1);
}

/// \p Low: a lower bound of the row over \p Indices, { Index[] }; returns how
/// many integers from there on cover all values, at least 1.
isl::pw_aff rangeOf(const std::vector<long> &Gamma, const isl::set &Indices,
                    const ParameterPoint &Point, isl::pw_aff &Low) {
  if (Indices.is_empty().is_true()) {
    Low = Point.constant(0);
    return Point.constant(1);
  }
  isl::set Values = valuesOf(Gamma, Indices);
  Low = Point.lowerBound(Values.dim_min(0));
  return Point.upperBound(Values.dim_max(0).sub(Low).add_constant(1), 1);
}

/// A computed row on its way to a dimension.
struct PlacedRow {
  const CandidateRow *Row;
  StorageDim Dim;
};

std::optional<PlacedRow> placeRow(const CandidateRow &Row, double Slack,
                                  const isl::set &Differences,
                                  const isl::set &Indices,
                                  const ParameterPoint &Point) {
  PlacedRow Placed;
  Placed.Row = &Row;
  isl::pw_aff Modulus = modulusOf(Row.Gamma, Differences, Point);
  isl::pw_aff Range = rangeOf(Row.Gamma, Indices, Point, Placed.Dim.Base);
  if (Modulus.is_null() || Range.is_null() || Placed.Dim.Base.is_null())
    return std::nullopt;
  Placed.Dim.NeedsModulo =
      isOne(Modulus, Point) ||
      Point.evaluate(Modulus) * (1 + Slack) < Point.evaluate(Range);
  Placed.Dim.Size = Placed.Dim.NeedsModulo ? Modulus : Range;
  return Placed;
}

} // namespace

std::optional<GroupMapping>
smolly::computeMapping(const IndexConflicts &Conflicts, const Candidate &C,
                       const ParameterPoint &Point) {
  isl::set Remaining = Conflicts.Differences;
  std::vector<PlacedRow> Placed;
  for (const CandidateRow &Row : C.Rows) {
    auto New = placeRow(Row, C.Slack, Remaining, Conflicts.Indices, Point);
    if (!New)
      return std::nullopt;
    Remaining = whereEqual(Remaining, Row.Gamma, 0);
    if (!isOne(New->Dim.Size, Point))
      Placed.push_back(*New);
  }
  llvm::stable_sort(Placed, [](const PlacedRow &A, const PlacedRow &B) {
    return A.Row->Position < B.Row->Position;
  });
  GroupMapping Mapping;
  Mapping.Space = C.Space;
  for (const PlacedRow &P : Placed) {
    Mapping.Gammas.push_back(P.Row->Gamma);
    Mapping.Dims.push_back(P.Dim);
  }
  return Mapping;
}

isl::pw_multi_aff smolly::cellsOf(const GroupMapping &Mapping,
                                  const ValueLives &Lives) {
  isl::pw_multi_aff Index =
      isl::manage(isl_pw_multi_aff_from_domain(Lives.Piece.copy()));
  isl::space Space = Lives.Piece.space();
  if (Mapping.Space == IndexSpace::Elements)
    Space = isl::manage(
        isl_space_range(isl_pw_multi_aff_get_space(Lives.Element.get())));
  for (const std::vector<long> &Gamma : Mapping.Gammas) {
    isl::pw_aff Row(linearFunction(Space, Gamma));
    if (Mapping.Space == IndexSpace::Elements)
      Row = Row.pullback(Lives.Element);
    Index = isl::manage(isl_pw_multi_aff_flat_range_product(
        Index.release(), isl_pw_multi_aff_from_pw_aff(Row.release())));
  }
  Index = Index.coalesce();
  if (!Lives.Piece.is_subset(Index.domain()).is_true())
    return {};
  return Index;
}

namespace {

/// Size at least 1, index not below base, and within the size where there is no
/// modulo, for all values and parameters.
bool verifyBounds(const isl::set &Indices, const std::vector<long> &Gamma,
                  const StorageDim &Dim, const ParameterPoint &Point) {
  if (!Point.context().is_subset(Dim.Size.ge_set(Point.constant(1))).is_true())
    return false;
  if (!Point.context().is_subset(Dim.Base.domain()).is_true())
    return false;
  isl::space Space = Indices.space();
  isl::pw_aff Index(linearFunction(Space, Gamma));
  isl::pw_aff Offset = Index.sub(Dim.Base.insert_domain(Space));
  isl::pw_aff Zero = Point.constant(0).insert_domain(Space);
  if (!Indices.is_subset(Offset.ge_set(Zero)).is_true())
    return false;
  return Dim.NeedsModulo ||
         Indices.is_subset(Offset.lt_set(Dim.Size.insert_domain(Space)))
             .is_true();
}

/// { Index[] }: the differences of \p Remaining that the row does not satisfy.
isl::set unsatisfied(const isl::set &Remaining, const std::vector<long> &Gamma,
                     const StorageDim &Dim) {
  isl::space Space = Remaining.space();
  isl::pw_aff Row(linearFunction(Space, Gamma));
  isl::pw_aff Size = Dim.Size.insert_domain(Space);
  isl::set Inside = Row.lt_set(Size).intersect(Row.neg().lt_set(Size));
  return whereEqual(Remaining, Gamma, 0).unite(Remaining.subtract(Inside));
}

} // namespace

bool smolly::verifyMapping(const IndexConflicts &Conflicts,
                           const GroupMapping &Mapping,
                           const ParameterPoint &Point) {
  isl::set Indices = Conflicts.Indices.intersect_params(Point.context());
  isl::set Remaining = Conflicts.Differences.intersect_params(Point.context());
  for (unsigned I = 0; I < Mapping.Dims.size(); ++I) {
    const StorageDim &Dim = Mapping.Dims[I];
    if (!verifyBounds(Indices, Mapping.Gammas[I], Dim, Point))
      return false;
    Remaining = unsatisfied(Remaining, Mapping.Gammas[I], Dim);
  }
  return Remaining.is_empty().is_true();
}
