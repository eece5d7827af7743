//===- DenseCover.cpp - Few polyhedra around many -------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Grows boxes: from the largest polyhedron that is left on, that one is added
/// with which the box stays the densest.
///
//===----------------------------------------------------------------------===//

#include "DenseCover.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/Range.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/set.h"
#include <algorithm>

using namespace smolly;

namespace {

/// What is in use of a part, at least.
constexpr double LeastDensity = 1.0 / 3;
/// Sets of more polyhedra are not covered.
constexpr size_t MaxPolyhedra = 64;

/// One range for each dimension.
using Box = std::vector<Range>;

double sizeOf(const Box &B) {
  double Size = 1;
  for (const Range &R : B)
    Size *= lengthOf(R);
  return Size;
}

Box around(const Box &A, const Box &B) {
  Box Result;
  for (unsigned I = 0; I < A.size(); ++I)
    Result.push_back(hullOf(A[I], B[I]));
  return Result;
}

double sizeOfBoth(const Box &A, const Box &B) {
  double Size = 1;
  for (unsigned I = 0; I < A.size(); ++I)
    Size *= lengthOf(
        {std::max(A[I].first, B[I].first), std::min(A[I].second, B[I].second)});
  return Size;
}

/// A polyhedron and the box around it at the assumed parameters.
struct Part {
  isl::set Set;
  Box Bounds;
};

} // namespace

/// The box around \p Set, which has no parameters; none if it is empty or
/// unbounded.
static std::optional<Box> boundsOf(const isl::set &Set) {
  Box Result;
  for (int I = 0, E = isl_set_dim(Set.get(), isl_dim_set); I < E; ++I) {
    std::optional<Range> R = rangeOf(Set, I);
    if (!R)
      return std::nullopt;
    Result.push_back(*R);
  }
  return Result;
}

/// The polyhedra of \p Set, made disjoint. Those that are empty at \p Point
/// have a box without points. None if there are too many, or some are
/// unbounded.
static std::optional<std::vector<Part>> partsOf(const isl::set &Set,
                                                const ParameterPoint &Point) {
  std::vector<Part> Parts;
  isl::set Disjoint =
      isl::manage(isl_set_make_disjoint(coalesced(Set).release()));
  isl::stat Ok = Disjoint.foreach_basic_set([&](const isl::basic_set &Basic) {
    isl::set Each(Basic);
    if (isEmpty(Each).is_true())
      return isl::stat::ok();
    isl::set At = Point.fix(Each);
    Box None(std::max(0, isl_set_dim(Set.get(), isl_dim_set)), {0, -1});
    std::optional<Box> Bounds =
        isEmpty(At).is_true() ? std::optional(None) : boundsOf(At);
    if (!Bounds || Parts.size() == MaxPolyhedra)
      return isl::stat::error();
    Parts.push_back({Each, *Bounds});
    return isl::stat::ok();
  });
  if (Disjoint.is_null() || Ok.is_error())
    return std::nullopt;
  return Parts;
}

/// The numbers of those of \p Parts, the largest among them, that a dense box
/// is around.
static std::vector<unsigned> growBox(const std::vector<Part> &Parts) {
  auto BySize = [](const Part &A, const Part &B) {
    return sizeOf(A.Bounds) < sizeOf(B.Bounds);
  };
  std::vector<unsigned> Taken = {
      unsigned(llvm::max_element(Parts, BySize) - Parts.begin())};
  Box Bounds = Parts[Taken.front()].Bounds;
  auto DensityWith = [&](const Part &Other) {
    Box Larger = around(Bounds, Other.Bounds);
    double Used = 0;
    for (const Part &P : Parts)
      Used += sizeOfBoth(P.Bounds, Larger);
    return Used / sizeOf(Larger);
  };
  for (;;) {
    std::optional<unsigned> Best;
    double BestDensity = LeastDensity;
    for (unsigned I = 0; I < Parts.size(); ++I) {
      if (llvm::is_contained(Taken, I) || sizeOf(Parts[I].Bounds) == 0)
        continue;
      double Density = DensityWith(Parts[I]);
      if (Density < BestDensity)
        continue;
      BestDensity = Density;
      Best = I;
    }
    if (!Best)
      return Taken;
    Taken.push_back(*Best);
    Bounds = around(Bounds, Parts[*Best].Bounds);
  }
}

/// The set around \p Set in which no dimension depends on another.
static isl::set boxAround(const isl::set &Set) {
  isl::basic_set Hull = Set.simple_hull();
  isl::basic_set Box = isl::basic_set::universe(Set.space());
  int Dims = isl_set_dim(Set.get(), isl_dim_set);
  for (int I = 0; I < Dims; ++I) {
    isl_basic_set *Bounds =
        isl_basic_set_eliminate(Hull.copy(), isl_dim_set, 0, I);
    Bounds = isl_basic_set_eliminate(Bounds, isl_dim_set, I + 1, Dims - I - 1);
    Box = Box.intersect(isl::manage(Bounds));
  }
  return isl::set(Box);
}

std::optional<std::vector<isl::set>>
smolly::coverDensely(const isl::set &Used, const isl::set &Whole,
                     const ParameterPoint &Point, unsigned MaxPieces) {
  std::vector<isl::set> Result;
  isl::set Rest = Used, Free = Whole;
  while (!isEmpty(Rest).is_true()) {
    std::optional<std::vector<Part>> Parts = partsOf(Rest, Point);
    if (!Parts || Parts->empty() || Result.size() == MaxPieces)
      return std::nullopt;
    isl::set Together = isl::set::empty(Used.space());
    for (unsigned I : growBox(*Parts))
      Together = Together.unite((*Parts)[I].Set);
    isl::set Piece = boxAround(Together).intersect(Free);
    Result.push_back(coalesced(Piece));
    Free = Free.subtract(Piece);
    Rest = coalesced(Rest.subtract(Piece));
  }
  return Result;
}
