//===- KeptApart.cpp - Fewer conflicts between elements far apart ---------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The nine directions of a lattice-Boltzmann method, written one by one, have
/// conflicts of their own with each other, hundreds of polyhedra. Who stores
/// them in `f[n][n][9]` does not expect two of them to share a cell. Saying
/// that all values of different directions conflict, which is more than is true
/// and hence safe, takes one polyhedron.
///
//===----------------------------------------------------------------------===//

#include "IndexDims.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Storage/ArraySearch.h"
#include "smolly/Storage/IndexConflicts.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

/// Dimensions of a constant extent up to this are small.
static constexpr double MaxSmall = 64;
/// More than this part of the conflict polyhedra allowed are many.
static constexpr unsigned ManyShare = 4;

/// The conflicts among values of elements that agree in the dimensions Apart.
isl::map ArrayValues::conflictsApart(unsigned V, unsigned W) const {
  auto Kept = [&](unsigned Set) {
    isl_map *Map =
        isl_map_from_pw_multi_aff(indexOf(Set, IndexSpace::Elements).copy());
    for (int I = isl_map_dim(Map, isl_dim_out) - 1; I >= 0; --I)
      if (!llvm::is_contained(Apart, static_cast<unsigned>(I)))
        Map = isl_map_project_out(Map, isl_dim_out, I, 1);
    return isl::manage(Map);
  };
  isl::map Same = Kept(V).apply_range(Kept(W).reverse());
  Same = Same.intersect_domain(Live[V].Piece).intersect_range(Live[W].Piece);
  if (isEmpty(Same).is_true())
    return Same;
  return coalesced(conflictsOf(K, Live[V], Live[W]).intersect(Same));
}

std::vector<unsigned>
ArrayValues::smallDimensions(const std::vector<unsigned> &Members) const {
  std::vector<unsigned> Result;
  for (unsigned Dim = 0; Dim < MaxElementDims; ++Dim) {
    isl::set All;
    for (unsigned V : Members) {
      isl::set Elements = indices(V, IndexSpace::Elements);
      All = All.is_null() ? Elements : All.unite(Elements);
    }
    std::optional<double> Extent = extentOf(All, Dim);
    if (Extent && *Extent > 1 && *Extent <= MaxSmall)
      Result.push_back(Dim);
  }
  return Result;
}

/// Adds a conflict between any two indices that differ in one of the dimensions
/// Apart.
void ArrayValues::addApart(const ParameterPoint &Point,
                           IndexConflicts &Result) const {
  if (Result.Layout.Elements == 0) {
    Result.Incomplete = true;
    return;
  }
  std::vector<isl::set> Hulls;
  for (const isl::set &Indices : Result.Indices)
    Hulls.push_back(isl::set(Indices.simple_hull()));
  for (unsigned A = 0; A < Hulls.size(); ++A)
    for (unsigned B = A; B < Hulls.size(); ++B) {
      isl::set All = isl::manage(isl_map_deltas(
          isl_map_from_domain_and_range(Hulls[A].copy(), Hulls[B].copy())));
      All = All.intersect_params(K.Context);
      for (unsigned Dim : Apart) {
        isl::set Above = All.lower_bound_si(isl::dim::set, Dim, 1);
        isl::set Below = isl::manage(
            isl_set_upper_bound_si(All.copy(), isl_dim_set, Dim, -1));
        Result.Pieces.push_back({Above, A, B, Point});
        if (A != B)
          Result.Pieces.push_back({Below, A, B, Point});
      }
    }
  for (const ConflictPiece &Piece : Result.Pieces)
    Result.Incomplete |= Piece.DifferencesAt.is_null();
}

/// Whether no value of \p A may share a cell with one of \p B as things were
/// kept apart last.
bool ArraySearch::areKeptApart(const Members &A, const Members &B) const {
  if (!Apart)
    return false;
  Members Both = A;
  llvm::append_range(Both, B);
  return Apart->countPolyhedra(Both) ==
         Apart->countPolyhedra(A) + Apart->countPolyhedra(B);
}

/// Counts the conflict polyhedra of \p Group. Where there are many within its
/// members already, those between them are replaced by fewer that keep the
/// small dimensions of arrays whole.
unsigned ArraySearch::keepApartIfMany(const Members &Group) {
  if (JudgedBy.count(Group))
    return valuesOf(Group)->countPolyhedra(Group);
  unsigned Within = 0;
  for (unsigned Member : Group)
    Within += Values->countPolyhedra({Member});
  bool Many = Within * Group.size() > Options.MaxDisjuncts / ManyShare;
  std::vector<unsigned> Small;
  if (Many)
    Small = Values->smallDimensions(Group);
  if (Small.empty())
    return Values->countPolyhedra(Group);
  if (!Apart || Apart->keptApart() != Small)
    Apart =
        std::make_shared<ArrayValues>(Values->kernel(), Values->live(), Small);
  JudgedBy[Group] = Apart;
  return Apart->countPolyhedra(Group);
}
