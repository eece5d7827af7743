//===- ConflictPieces.cpp - Sets of differences ---------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Differences of indices that conflict, and what follows from them alone.
///
//===----------------------------------------------------------------------===//

#include "ConflictPieces.h"
#include "Corners.h"
#include "IndexDims.h"
#include "smolly/Kernel/Emptiness.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/set.h"
#include <limits>

using namespace smolly;

namespace {

/// Whether the box around what \p Small holds at \p Point is in that around
/// \p Big, as far as that is known: cheaper to say than whether the one is a
/// subset of the other, which needs it.
bool mayContain(const ConflictPiece &Big, const ConflictPiece &Small,
                const ParameterPoint &Point) {
  const auto &Outer = Big.Corners->at(Point), &Inner = Small.Corners->at(Point);
  if (!Outer || !Inner)
    return true;
  std::vector<long> Axis(
      std::max(0, isl_set_dim(Big.Differences.get(), isl_dim_set)), 0);
  for (long &Component : Axis) {
    Component = 1;
    Corners::Interval O = rangeOver(*Outer, Axis), I = rangeOver(*Inner, Axis);
    Component = 0;
    if (I.Low < O.Low || I.High > O.High)
      return false;
  }
  return true;
}

/// Whether a point of \p Small is known not to be in \p Big.
bool hasPointOutside(const ConflictPiece &Small, const ConflictPiece &Big) {
  if (!Small.Witnesses)
    Small.Witnesses =
        std::make_shared<std::vector<Witness>>(std::initializer_list<Witness>{
            Witness(Small.Differences), Witness(Small.DifferencesAt)});
  return llvm::any_of(*Small.Witnesses, [&](const Witness &W) {
    return W.isOutside(Big.Differences);
  });
}

/// Whether \p Big is known to contain \p Small. Sets with existentially
/// quantified variables are compared in milliseconds, which is more than a
/// polyhedron too many costs.
bool contains(const ConflictPiece &Big, const ConflictPiece &Small,
              const ParameterPoint &Point) {
  return isl_set_involves_locals(Big.Differences.get()) == isl_bool_false &&
         mayContain(Big, Small, Point) && !hasPointOutside(Small, Big) &&
         isSubset(Small.Differences, Big.Differences).is_true();
}

/// { [0, ..., 0] } for all parameters. isl can make a set from a point, but
/// then never frees the point, nor its context.
isl::set originOf(const isl::space &Space) {
  isl::set Origin = isl::set::universe(Space);
  for (int I = 0, E = isl_set_dim(Origin.get(), isl_dim_set); I < E; ++I)
    Origin = Origin.fix_si(isl::dim::set, I, 0);
  return Origin;
}

} // namespace

void smolly::addPiece(const ConflictPiece &New, const ParameterPoint &Point,
                      std::vector<ConflictPiece> &Pieces) {
  auto IsSamePair = [&](const ConflictPiece &Old) {
    return Old.Earlier == New.Earlier && Old.Later == New.Later;
  };
  if (llvm::none_of(Pieces, IsSamePair)) {
    Pieces.push_back(New);
    return;
  }
  std::vector<ConflictPiece> Views = {New};
  if (New.Earlier == New.Later)
    Views.push_back(New.reversed(Point));
  for (const ConflictPiece &View : Views)
    for (const ConflictPiece &Old : Pieces)
      if (IsSamePair(Old) && contains(Old, View, Point))
        return;
  for (const ConflictPiece &View : Views)
    llvm::erase_if(Pieces, [&](const ConflictPiece &Old) {
      return IsSamePair(Old) && contains(View, Old, Point);
    });
  Pieces.push_back(New);
}

ConflictPiece::ConflictPiece(isl::set Set, unsigned Earlier, unsigned Later,
                             const ParameterPoint &Point)
    : Earlier(Earlier), Later(Later), Differences(std::move(Set)),
      DifferencesAt(Point.fix(Differences)),
      HasOrigin(!isDisjoint(originOf(DifferencesAt.space()), DifferencesAt)
                     .is_true()),
      Corners(std::make_shared<CornerCache>(Differences, true)) {}

ConflictPiece ConflictPiece::reversed(const ParameterPoint &Point) const {
  ConflictPiece Result = *this;
  std::swap(Result.Earlier, Result.Later);
  Result.Differences = negated(Differences);
  Result.DifferencesAt = negated(DifferencesAt);
  Result.Corners = std::make_shared<CornerCache>(Corners->reversed(Point));
  Result.Witnesses = nullptr;
  return Result;
}

bool IndexConflicts::isHopeless() const {
  if (Incomplete)
    return true;
  for (const ConflictPiece &Piece : Pieces)
    if (Piece.Earlier == Piece.Later && Piece.HasOrigin)
      return true;
  return false;
}

double IndexConflicts::largestClique() const {
  if (Dims > 4 || Classes > 1)
    return 1;
  std::vector<int> Extents;
  for (unsigned I = 0; I < Dims; ++I) {
    double Extent = extentOf(IndicesAt.front(), I).value_or(0);
    if (Extent >= std::numeric_limits<int>::max())
      return 1;
    Extents.push_back(static_cast<int>(Extent));
  }
  isl::set Covered = originOf(IndicesAt.front().space());
  for (const ConflictPiece &Piece : Pieces)
    Covered =
        Covered.unite(Piece.DifferencesAt).unite(negated(Piece.DifferencesAt));
  double Largest = 1;
  for (unsigned Full = 1; Full < 1u << Dims; ++Full) {
    isl::set Box = isl::set::universe(Covered.space());
    double Size = 1;
    for (unsigned I = 0; I < Dims; ++I) {
      int Extent = Full >> I & 1 ? Extents[I] : 1;
      Box = Box.lower_bound_si(isl::dim::set, I, 1 - Extent);
      Box = isl::manage(
          isl_set_upper_bound_si(Box.release(), isl_dim_set, I, Extent - 1));
      Size *= Extent;
    }
    if (Size > Largest && isSubset(Box, Covered).is_true())
      Largest = Size;
  }
  return Largest;
}
