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
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/Locals.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include <algorithm>

using namespace smolly;

namespace {

/// { [x] }: the values of \p Function over \p Set, { Index[] }.
isl::set valuesOf(const isl::aff &Function, const isl::set &Set) {
  isl::map Map = isl::manage(isl_map_from_aff(Function.copy()));
  return Set.apply(Map);
}

bool isOne(const isl::pw_aff &Size, const ParameterPoint &Point) {
  return isSubset(Point.context(), Size.eq_set(Point.constant(1))).is_true();
}

/// \p Values, or more of them: sizes and moduli for these are safe, too. For
/// unknown variables isl looks for integer points; three of them took 40 s.
isl::set withoutUnknown(isl::set Values) {
  return isl::manage(isl_set_remove_unknown_divs(Values.release()));
}

/// One more than the largest absolute value of the row over \p Remaining, what
/// is left of the conflict polyhedra, at least 1.
isl::pw_aff modulusOf(const CandidateRow &Row, const IndexConflicts &Conflicts,
                      const std::vector<isl::set> &Remaining,
                      const ParameterPoint &Point) {
  isl::set Values;
  for (unsigned I = 0; I < Remaining.size(); ++I) {
    if (Row.Ignored[I] || isEmpty(Remaining[I]).is_true())
      continue;
    isl::set New = valuesOf(differenceFunction(Conflicts.Pieces[I], Row.Row),
                            Remaining[I]);
    Values = Values.is_null() ? New : Values.unite(New);
  }
  if (Values.is_null())
    return Point.constant(1);
  isl::map Negation = isl::manage(isl_map_neg(
      isl_map_identity(isl_space_map_from_set(Values.space().release()))));
  isl::pw_aff Bound =
      Point.boundFromConstraints(Values.unite(Values.apply(Negation)), true);
  if (!Bound.is_null())
    return Point.upperBound(Bound.add_constant(1), 1);
  Values = withoutUnknown(coalesced(Values));
  isl::pw_aff Largest = Values.dim_max(0);
  isl::pw_aff Smallest = Values.dim_min(0).neg();
  isl::pw_aff Absolute =
      isl::manage(isl_pw_aff_union_max(Largest.release(), Smallest.release()));
  return Point.upperBound(Absolute.add_constant(1), 1);
}

/// { [x] }: the values of the row over all indices, in many polyhedra.
isl::set rowValues(const IndexRow &Row, const IndexConflicts &Conflicts) {
  isl::set Values;
  for (unsigned C = 0; C < Conflicts.Classes; ++C) {
    const isl::set &Indices = Conflicts.Indices[C];
    isl::set New = valuesOf(
        linearFunction(Indices.space(), Row.Gamma, Row.Offsets[C]), Indices);
    Values = Values.is_null() ? New : Values.unite(New);
  }
  return Values;
}

/// \p Low: a lower bound of the row over all indices; returns how many integers
/// from there on cover all values, at least 1.
isl::pw_aff rangeOf(const IndexRow &Row, const IndexConflicts &Conflicts,
                    const ParameterPoint &Point, isl::pw_aff &Low) {
  isl::set Values = rowValues(Row, Conflicts);
  if (isEmpty(Values).is_true()) {
    Low = Point.constant(0);
    return Point.constant(1);
  }
  isl::pw_aff Least = Point.boundFromConstraints(Values, /*Above=*/false);
  isl::pw_aff Most = Point.boundFromConstraints(Values, /*Above=*/true);
  if (Least.is_null() || Most.is_null())
    Values = withoutUnknown(coalesced(Values));
  Low = Point.lowerBound(Least.is_null() ? Values.dim_min(0) : Least);
  if (Most.is_null())
    Most = Values.dim_max(0);
  return Point.upperBound(Most.sub(Low).add_constant(1), 1);
}

/// A computed row on its way to a dimension.
struct PlacedRow {
  const CandidateRow *Row;
  StorageDim Dim;
};

std::optional<PlacedRow> placeRow(const CandidateRow &Row, double Slack,
                                  const IndexConflicts &Conflicts,
                                  const std::vector<isl::set> &Remaining,
                                  const ParameterPoint &Point) {
  PlacedRow Placed;
  Placed.Row = &Row;
  isl::pw_aff Modulus = modulusOf(Row, Conflicts, Remaining, Point);
  isl::pw_aff Range = rangeOf(Row.Row, Conflicts, Point, Placed.Dim.Base);
  for (const isl::pw_aff &Bound : {Modulus, Range, Placed.Dim.Base})
    if (Bound.is_null() ||
        hasManyLocals(isl::manage(isl_set_from_pw_aff(Bound.copy()))))
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
  std::vector<isl::set> Remaining;
  for (const ConflictPiece &Piece : Conflicts.Pieces)
    Remaining.push_back(Piece.Differences);
  std::vector<PlacedRow> Placed;
  for (const CandidateRow &Row : C.Rows) {
    auto New = placeRow(Row, C.Slack, Conflicts, Remaining, Point);
    if (!New)
      return std::nullopt;
    for (unsigned I = 0; I < Remaining.size(); ++I)
      if (!Row.Ignored[I])
        Remaining[I] = whereZero(
            Remaining[I], differenceFunction(Conflicts.Pieces[I], Row.Row));
    if (!isOne(New->Dim.Size, Point))
      Placed.push_back(*New);
  }
  llvm::stable_sort(Placed, [](const PlacedRow &A, const PlacedRow &B) {
    return A.Row->Position < B.Row->Position;
  });
  GroupMapping Mapping;
  Mapping.Offsets = C.Offsets;
  Mapping.Layout = Conflicts.Layout;
  Mapping.ClassOf = Conflicts.ClassOf;
  for (const PlacedRow &P : Placed) {
    Mapping.Rows.push_back(P.Row->Row);
    Mapping.Dims.push_back(P.Dim);
  }
  return Mapping;
}

std::vector<long> GroupMapping::offsetsOf(unsigned Member) const {
  unsigned Class = ClassOf[llvm::find(Members, Member) - Members.begin()];
  std::vector<long> Result;
  for (const IndexRow &Row : Rows)
    Result.push_back(Row.Offsets[Class]);
  return Result;
}

isl::pw_multi_aff smolly::cellsOf(const GroupMapping &Mapping,
                                  const ArrayValues &Values, unsigned Member) {
  const isl::set &Piece = Values.live()[Member].Piece;
  isl::pw_multi_aff Index =
      Values.indexOf(Member, Mapping.Layout.Space).intersect_domain(Piece);
  if (Index.is_null())
    return {};
  isl::space Space =
      isl::manage(isl_space_range(isl_pw_multi_aff_get_space(Index.get())));
  unsigned Components = std::max(0, isl_space_dim(Space.get(), isl_dim_set));
  std::vector<long> Offsets = Mapping.offsetsOf(Member);
  isl::pw_multi_aff Cell =
      isl::manage(isl_pw_multi_aff_from_domain(Piece.copy()));
  for (unsigned I = 0; I < Mapping.Rows.size(); ++I) {
    std::vector<long> Gamma(Components, 0);
    for (unsigned J = 0; J < Mapping.Layout.Components.size(); ++J)
      Gamma[Mapping.Layout.Components[J]] = Mapping.Rows[I].Gamma[J];
    isl::pw_aff Row(linearFunction(Space, Gamma, Offsets[I]));
    Cell = isl::manage(isl_pw_multi_aff_flat_range_product(
        Cell.release(),
        isl_pw_multi_aff_from_pw_aff(Row.pullback(Index).release())));
  }
  Cell = coalesced(Cell);
  if (!isSubset(Piece, Cell.domain()).is_true())
    return {};
  return Cell;
}

namespace {

/// Size at least 1, index not below base, and within the size where there is no
/// modulo, for all values and parameters.
bool verifyBounds(const IndexConflicts &Conflicts, const IndexRow &Row,
                  const StorageDim &Dim, const ParameterPoint &Point) {
  if (!isSubset(Point.context(), Dim.Size.ge_set(Point.constant(1))).is_true())
    return false;
  if (!isSubset(Point.context(), Dim.Base.domain()).is_true())
    return false;
  for (unsigned C = 0; C < Conflicts.Classes; ++C) {
    isl::set Indices = Conflicts.Indices[C].intersect_params(Point.context());
    isl::space Space = Indices.space();
    isl::pw_aff Index(linearFunction(Space, Row.Gamma, Row.Offsets[C]));
    isl::pw_aff Offset = Index.sub(Dim.Base.insert_domain(Space));
    isl::pw_aff Zero = Point.constant(0).insert_domain(Space);
    if (!isSubset(Indices, Offset.ge_set(Zero)).is_true())
      return false;
    if (!Dim.NeedsModulo &&
        !isSubset(Indices, Offset.lt_set(Dim.Size.insert_domain(Space)))
             .is_true())
      return false;
  }
  return true;
}

/// { Index[] }: the differences of \p Remaining that the row does not satisfy.
isl::set unsatisfied(const isl::set &Remaining, const isl::aff &Difference,
                     const StorageDim &Dim) {
  isl::pw_aff Row(Difference);
  isl::pw_aff Size = Dim.Size.insert_domain(Remaining.space());
  isl::set Inside = Row.lt_set(Size).intersect(Row.neg().lt_set(Size));
  return whereZero(Remaining, Difference).unite(Remaining.subtract(Inside));
}

} // namespace

bool smolly::verifyMapping(const IndexConflicts &Conflicts,
                           const GroupMapping &Mapping,
                           const ParameterPoint &Point) {
  if (Conflicts.Incomplete)
    return false;
  for (unsigned I = 0; I < Mapping.Dims.size(); ++I)
    if (!verifyBounds(Conflicts, Mapping.Rows[I], Mapping.Dims[I], Point))
      return false;
  for (const ConflictPiece &Piece : Conflicts.Pieces) {
    isl::set Remaining = Piece.Differences.intersect_params(Point.context());
    for (unsigned I = 0; I < Mapping.Dims.size(); ++I)
      Remaining =
          unsatisfied(Remaining, differenceFunction(Piece, Mapping.Rows[I]),
                      Mapping.Dims[I]);
    if (!isEmpty(Remaining).is_true())
      return false;
  }
  return true;
}
