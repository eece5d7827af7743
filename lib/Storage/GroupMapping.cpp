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

/// { [V[] -> W[]] -> Z }: \p RowW at w minus \p RowV at v, on \p Pairs,
/// { V[] -> W[] }.
isl::pw_aff difference(const isl::map &Pairs, const isl::pw_aff &RowV,
                       const isl::pw_aff &RowW) {
  isl::space Space = Pairs.space();
  isl::multi_aff First = isl::manage(isl_multi_aff_domain_map(Space.copy()));
  isl::multi_aff Second = isl::manage(isl_multi_aff_range_map(Space.copy()));
  return RowW.pullback(Second)
      .sub(RowV.pullback(First))
      .intersect_domain(Pairs.wrap());
}

/// { [x] }: the values of \p Function.
isl::set valuesOf(const isl::pw_aff &Function) {
  return isl::manage(isl_map_range(isl_map_from_pw_aff(Function.copy())));
}

/// The pairs on which the row does not differ.
isl::map undecided(const isl::map &Pairs, const isl::pw_aff &RowV,
                   const isl::pw_aff &RowW) {
  isl::pw_aff Difference = difference(Pairs, RowV, RowW);
  isl::set Zero = isl::manage(isl_pw_aff_zero_set(Difference.release()));
  return Zero.unwrap().coalesce();
}

bool isKnownEmpty(const isl::map &Map) { return Map.is_empty().is_true(); }

/// { [x] } over all parameters, empty.
isl::set emptyLine(const ParameterPoint &Point) {
  return isl::set::empty(
      isl::manage(isl_space_set_alloc(Point.context().ctx().get(), 0, 1)));
}

bool isOne(const isl::pw_aff &Size, const ParameterPoint &Point) {
  return Point.context().is_subset(Size.eq_set(Point.constant(1))).is_true();
}

} // namespace

MappingBuilder::MappingBuilder(const ValueGroup &Group,
                               const ParameterPoint &Point)
    : Group(Group), Point(Point), Remaining(Group.size()) {
  for (unsigned I = 0; I < Group.size(); ++I)
    for (unsigned J = 0; J < Group.size(); ++J)
      Remaining[I].push_back(Group.conflicts(I, J));
}

bool MappingBuilder::isComplete() const {
  for (const auto &Line : Remaining)
    for (const isl::map &Pairs : Line)
      if (!isKnownEmpty(Pairs))
        return false;
  return true;
}

/// One more than the largest absolute difference of the row over the remaining
/// conflicts, at least 1.
isl::pw_aff MappingBuilder::computeModulus(const MappingRow &Row) const {
  isl::set Values = emptyLine(Point); // { [x] }
  for (unsigned I = 0; I < Group.size(); ++I)
    for (unsigned J = 0; J < Group.size(); ++J)
      if (!isKnownEmpty(Remaining[I][J]))
        Values =
            Values.unite(valuesOf(difference(Remaining[I][J], Row[I], Row[J])));
  if (Values.is_empty().is_true())
    return Point.constant(1);
  isl::pw_aff Largest = Values.dim_max(0);
  isl::pw_aff Smallest = Values.dim_min(0).neg();
  isl::pw_aff Absolute =
      isl::manage(isl_pw_aff_union_max(Largest.release(), Smallest.release()));
  return Point.upperBound(Absolute.add_constant(1), 1);
}

/// \p Low: a lower bound of the row over all members; \p Range: how many
/// integers from there on cover all values, at least 1.
bool MappingBuilder::computeRange(const MappingRow &Row, isl::pw_aff &Low,
                                  isl::pw_aff &Range) const {
  isl::set Values = emptyLine(Point); // { [x] }
  for (unsigned I = 0; I < Group.size(); ++I)
    Values =
        Values.unite(valuesOf(Row[I].intersect_domain(Group.member(I).Piece)));
  if (Values.is_empty().is_true()) {
    Low = Point.constant(0);
    Range = Point.constant(1);
    return true;
  }
  Low = Point.lowerBound(Values.dim_min(0));
  isl::pw_aff Length = Values.dim_max(0).sub(Low).add_constant(1);
  Range = Point.upperBound(Length, 1);
  return !Low.is_null() && !Range.is_null();
}

bool MappingBuilder::reviseConflicts(const MappingRow &Row) {
  for (unsigned I = 0; I < Group.size(); ++I)
    for (unsigned J = 0; J < Group.size(); ++J) {
      isl::map &Pairs = Remaining[I][J];
      if (isKnownEmpty(Pairs))
        continue;
      Pairs = undecided(Pairs, Row[I], Row[J]);
      if (Pairs.is_null())
        return false;
    }
  return true;
}

bool MappingBuilder::addRow(const MappingRow &Row, unsigned Position) {
  BuiltRow Built;
  Built.Position = Position;
  Built.Row = Row;
  Built.Modulus = computeModulus(Row);
  if (Built.Modulus.is_null() || !computeRange(Row, Built.Low, Built.Range) ||
      !reviseConflicts(Row))
    return false;
  Rows.push_back(std::move(Built));
  return true;
}

StorageDim MappingBuilder::dimension(const BuiltRow &Row, double Slack) const {
  StorageDim Dim;
  Dim.NeedsModulo =
      isOne(Row.Modulus, Point) ||
      Point.evaluate(Row.Modulus) * (1 + Slack) < Point.evaluate(Row.Range);
  Dim.Size = Dim.NeedsModulo ? Row.Modulus : Row.Range;
  Dim.Base = Row.Low;
  return Dim;
}

std::optional<GroupMapping> MappingBuilder::finish(double Slack) const {
  if (!isComplete())
    return std::nullopt;
  GroupMapping Mapping;
  Mapping.Members = Group.Members;
  Mapping.Cells = 1;
  for (unsigned I = 0; I < Group.size(); ++I)
    Mapping.Index.push_back(isl::manage(
        isl_pw_multi_aff_from_domain(Group.member(I).Piece.copy())));
  std::vector<const BuiltRow *> Ordered;
  for (const BuiltRow &Row : Rows)
    if (!isOne(dimension(Row, Slack).Size, Point))
      Ordered.push_back(&Row);
  llvm::stable_sort(Ordered, [](const BuiltRow *A, const BuiltRow *B) {
    return A->Position < B->Position;
  });
  for (const BuiltRow *Row : Ordered) {
    Mapping.Dims.push_back(dimension(*Row, Slack));
    Mapping.Cells *= Point.evaluate(Mapping.Dims.back().Size);
    for (unsigned I = 0; I < Group.size(); ++I)
      Mapping.Index[I] = isl::manage(isl_pw_multi_aff_flat_range_product(
          Mapping.Index[I].release(),
          isl_pw_multi_aff_from_pw_aff(Row->Row[I].copy())));
  }
  for (isl::pw_multi_aff &Index : Mapping.Index) {
    Index = Index.coalesce();
    if (Index.is_null())
      return std::nullopt;
  }
  return Mapping;
}

namespace {

/// Component \p Pos of a member's index, { Domain[] -> Z }.
isl::pw_aff component(const GroupMapping &Mapping, unsigned Member,
                      unsigned Pos) {
  return isl::manage(
      isl_pw_multi_aff_get_pw_aff(Mapping.Index[Member].get(), Pos));
}

/// Size at least 1, index not below base, and within the size where there is no
/// modulo, for all members and parameter values.
bool verifyBounds(const ValueGroup &Group, const GroupMapping &Mapping,
                  unsigned Pos, const ParameterPoint &Point) {
  const StorageDim &Dim = Mapping.Dims[Pos];
  if (!Point.context().is_subset(Dim.Size.ge_set(Point.constant(1))).is_true())
    return false;
  if (!Point.context().is_subset(Dim.Base.domain()).is_true())
    return false;
  for (unsigned I = 0; I < Group.size(); ++I) {
    const isl::set &Piece = Group.member(I).Piece;
    isl::pw_aff Index = component(Mapping, I, Pos).intersect_domain(Piece);
    if (!Piece.is_subset(Index.domain()).is_true())
      return false;
    isl::space Space = Piece.space();
    auto Lift = [&](const isl::pw_aff &Expression) {
      return Expression.insert_domain(Space);
    };
    isl::pw_aff Offset = Index.sub(Lift(Dim.Base));
    isl::pw_aff Zero = Lift(Point.constant(0));
    if (!Piece.is_subset(Offset.ge_set(Zero)).is_true())
      return false;
    if (!Dim.NeedsModulo &&
        !Piece.is_subset(Offset.lt_set(Lift(Dim.Size))).is_true())
      return false;
  }
  return true;
}

/// Follows the conflicts of members \p I and \p J through all rows.
bool verifyPair(const ValueGroup &Group, const GroupMapping &Mapping,
                unsigned I, unsigned J) {
  isl::map Pairs = Group.conflicts(I, J);
  for (unsigned Pos = 0; Pos < Mapping.Dims.size(); ++Pos) {
    if (isKnownEmpty(Pairs))
      return true;
    isl::pw_aff RowI = component(Mapping, I, Pos);
    isl::pw_aff RowJ = component(Mapping, J, Pos);
    isl::pw_aff Difference = difference(Pairs, RowI, RowJ);
    isl::set Domain = Pairs.wrap();
    if (!Domain.is_subset(Difference.domain()).is_true())
      return false;
    isl::pw_aff Size = Mapping.Dims[Pos].Size.insert_domain(Domain.space());
    isl::set Outside =
        Difference.ge_set(Size).unite(Difference.neg().ge_set(Size));
    Pairs = undecided(Pairs, RowI, RowJ).unite(Outside.unwrap()).coalesce();
  }
  return isKnownEmpty(Pairs);
}

} // namespace

bool smolly::verifyMapping(const ValueGroup &Group, const GroupMapping &Mapping,
                           const ParameterPoint &Point) {
  for (unsigned Pos = 0; Pos < Mapping.Dims.size(); ++Pos)
    if (!verifyBounds(Group, Mapping, Pos, Point))
      return false;
  for (unsigned I = 0; I < Group.size(); ++I)
    for (unsigned J = 0; J < Group.size(); ++J)
      if (!verifyPair(Group, Mapping, I, J))
        return false;
  return true;
}
