//===- PackSlices.cpp - Buffers for what a tile reads ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements PackSlices.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Schedule/PackSlices.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/Value.h"
#include "smolly/Volume/Slice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "isl/aff.h"
#include "isl/ilp.h"
#include "isl/map.h"
#include "isl/set.h"
#include <cmath>

using namespace smolly;

/// In bytes.
static constexpr double LineBytes = 64, PageBytes = 4096;
/// Copying an element costs a load and a store, and must save more than that.
static constexpr double LeastReads = 4;
/// A slice of fewer pages is no burden to the tables that map them.
static constexpr double ManyPages = 32;
/// Lines and pages have to become so many times fewer.
static constexpr double FewerLines = 2, FewerPages = 4;

namespace {

class SlicePacker {
public:
  SlicePacker(const Kernel &K, const FullTiles &T,
              llvm::function_ref<bool(AccessRef)> MayPack,
              const ParameterPoint &Point)
      : K(K), T(T), MayPack(MayPack), Point(Point) {}
  /// The slice of array \p Index; none if it has none, or it is not worth it.
  std::optional<PackedSlice> sliceOf(unsigned Index, double MaxBytes) const;

private:
  bool collectReads(PackedSlice &S) const;
  isl::map elementsRead(AccessRef Read) const;
  bool measure(PackedSlice &S, const isl::map &Elements) const;
  double instancesInTile(unsigned Stmt) const;
  std::vector<unsigned> orderOf(AccessRef Read, unsigned Dims) const;
  std::optional<std::vector<double>> stepsOf(unsigned Array) const;
  bool isWorthIt(PackedSlice &S) const;

  const Kernel &K;
  const FullTiles &T;
  llvm::function_ref<bool(AccessRef)> MayPack;
  const ParameterPoint &Point;
};

} // namespace

/// False where the nest writes the array.
bool SlicePacker::collectReads(PackedSlice &S) const {
  for (unsigned Stmt : T.Statements)
    for (unsigned A = 0; A < K.Statements[Stmt].Accesses.size(); ++A) {
      const Access &Access = K.Statements[Stmt].Accesses[A];
      if (Access.Array != S.Array)
        continue;
      if (Access.isWrite())
        return false;
      if (MayPack({Stmt, A}))
        S.Reads.push_back({Stmt, A});
    }
  return !S.Reads.empty();
}

/// { Tile[] -> Element[] }, over full tiles.
isl::map SlicePacker::elementsRead(AccessRef Read) const {
  return tilesOf(K, Read.Stmt, T)
      .intersect_range(T.Tiles)
      .intersect_params(K.Context)
      .reverse()
      .apply_range(K.Statements[Read.Stmt].Accesses[Read.Access].Relation);
}

/// How often statement \p Stmt is executed in the tile in the middle.
double SlicePacker::instancesInTile(unsigned Stmt) const {
  isl::map Tiles = tilesOf(K, Stmt, T);
  for (unsigned Dim = 0; Dim < T.Middle.size(); ++Dim)
    Tiles = Tiles.fix_si(isl::dim::out, Dim, int(T.Middle[Dim]));
  return Point.boxAround(Tiles.domain());
}

/// Offset, sizes and strides of the slice that is \p Elements, { Tile[] ->
/// Element[] }. False if it is none in all full tiles, or has other sizes in
/// others.
bool SlicePacker::measure(PackedSlice &S, const isl::map &Elements) const {
  auto Slice = volume::matchSlices(Elements);
  if (!Slice || Slice->Offset.empty() ||
      !isSubset(T.Tiles.intersect_params(K.Context), Elements.domain())
           .is_true())
    return false;
  S.Strides = Slice->Stride;
  for (unsigned Dim = 0; Dim < Slice->Size.size(); ++Dim) {
    isl::val Least = isl::manage(isl_pw_aff_min_val(Slice->Size[Dim].copy()));
    isl::val Most = isl::manage(isl_pw_aff_max_val(Slice->Size[Dim].copy()));
    if (!Least.is_int().is_true() || !Most.is_int().is_true() ||
        !Least.eq(Most).is_true())
      return false;
    S.Sizes.push_back(Least.get_num_si());
    isl::pw_aff Offset = coalesced(Slice->Offset[Dim].gist(T.Tiles));
    if (isl_pw_aff_n_piece(Offset.get()) != 1)
      return false;
    isl::pw_multi_aff Next(Offset);
    S.Offset = Dim == 0 ? Next : S.Offset.flat_range_product(Next);
  }
  S.Offset = isl::manage(isl_pw_multi_aff_set_tuple_id(
      S.Offset.release(), isl_dim_out,
      Elements.get_tuple_id(isl::dim::out).release()));
  return !S.Offset.is_null();
}

/// The dimensions of the array, those that change in outer loops first.
std::vector<unsigned> SlicePacker::orderOf(AccessRef Read,
                                           unsigned Dims) const {
  std::vector<unsigned> Order(llvm::seq<unsigned>(0, Dims).begin(),
                              llvm::seq<unsigned>(0, Dims).end());
  isl::pw_multi_aff Element =
      K.Statements[Read.Stmt].Accesses[Read.Access].Relation.as_pw_multi_aff();
  int Iterators = isl_pw_multi_aff_dim(Element.get(), isl_dim_in);
  auto DepthOf = [&](unsigned Dim) {
    int Deepest = -1;
    Element.at(Dim).foreach_piece([&](isl::set, isl::aff Subscript) {
      for (int I = 0; I < Iterators; ++I)
        if (isl_aff_involves_dims(Subscript.get(), isl_dim_in, I, 1) ==
            isl_bool_true)
          Deepest = std::max(Deepest, I);
      return isl::stat::ok();
    });
    return Deepest;
  };
  std::vector<int> Depths;
  for (unsigned Dim = 0; Dim < Dims; ++Dim)
    Depths.push_back(DepthOf(Dim));
  llvm::stable_sort(
      Order, [&](unsigned A, unsigned B) { return Depths[A] < Depths[B]; });
  return Order;
}

/// The bytes between neighbours in each dimension of \p Array.
std::optional<std::vector<double>> SlicePacker::stepsOf(unsigned Array) const {
  isl::set Extent = Point.fix(K.Arrays[Array].Extent);
  int Dims = isl_set_dim(Extent.get(), isl_dim_set);
  std::vector<double> Steps(std::max(0, Dims), K.Arrays[Array].ElementBytes);
  for (int Dim = Dims - 1; Dim > 0; --Dim) {
    isl::val Last = isl::manage(isl_set_dim_max_val(Extent.copy(), Dim));
    if (!Last.is_int().is_true())
      return std::nullopt;
    Steps[Dim - 1] = Steps[Dim] * (asDouble(Last) + 1);
  }
  return Steps;
}

/// How many lines or pages of \p Unit bytes the slice \p S of an array has,
/// whose neighbours are \p Steps apart. Rows that are less than a unit apart
/// count as one.
static double unitsOf(const PackedSlice &S, const std::vector<double> &Steps,
                      double ElementBytes, double Unit) {
  double Rows = 1, Span = ElementBytes;
  for (unsigned Dim = S.Sizes.size(); Dim-- > 0;) {
    double Step = Steps[Dim] * S.Strides[Dim];
    if (Rows == 1 && Step < Span + Unit)
      Span += Step * (S.Sizes[Dim] - 1);
    else
      Rows *= S.Sizes[Dim];
  }
  return Rows * std::ceil(Span / Unit);
}

bool SlicePacker::isWorthIt(PackedSlice &S) const {
  auto Steps = stepsOf(S.Array);
  if (!Steps || Steps->size() != S.Sizes.size())
    return false;
  double ElementBytes = K.Arrays[S.Array].ElementBytes, Cells = 1, Reads = 0;
  for (long Size : S.Sizes)
    Cells *= Size;
  for (AccessRef Read : S.Reads)
    Reads += instancesInTile(Read.Stmt);
  S.ReadsEach = Reads / Cells;
  S.LinesBefore = unitsOf(S, *Steps, ElementBytes, LineBytes);
  S.PagesBefore = unitsOf(S, *Steps, ElementBytes, PageBytes);
  S.LinesAfter = std::ceil(Cells * ElementBytes / LineBytes);
  S.PagesAfter = std::ceil(Cells * ElementBytes / PageBytes);
  bool SavesLines = S.LinesBefore >= FewerLines * S.LinesAfter;
  bool SavesPages =
      S.PagesBefore >= ManyPages && S.PagesBefore >= FewerPages * S.PagesAfter;
  return S.ReadsEach >= LeastReads && (SavesLines || SavesPages);
}

std::optional<PackedSlice> SlicePacker::sliceOf(unsigned Index,
                                                double MaxBytes) const {
  PackedSlice S;
  S.Array = Index;
  if (!collectReads(S))
    return std::nullopt;
  isl::map Elements;
  for (AccessRef Read : S.Reads) {
    isl::map Next = elementsRead(Read);
    Elements = Elements.is_null() ? Next : Elements.unite(Next);
  }
  Elements = coalesced(Elements);
  if (Elements.is_null() || !measure(S, Elements))
    return std::nullopt;
  double Bytes = K.Arrays[Index].ElementBytes;
  for (long Size : S.Sizes)
    Bytes *= Size;
  if ((MaxBytes > 0 && Bytes > MaxBytes) || !isWorthIt(S))
    return std::nullopt;
  S.Order = orderOf(S.Reads.front(), S.Sizes.size());
  return S;
}

std::vector<PackedSlice>
smolly::findPackedSlices(const Kernel &K, const FullTiles &T,
                         llvm::function_ref<bool(AccessRef)> MayPack,
                         const ParameterPoint &Point,
                         const PackOptions &Options) {
  IslBudget Budget(K.ctx(), Options.MaxOperations);
  SlicePacker Packer(K, T, MayPack, Point);
  std::vector<PackedSlice> Result;
  for (unsigned I = 0; I < K.Arrays.size(); ++I)
    if (auto Slice = Packer.sliceOf(I, Options.MaxBytes))
      Result.push_back(std::move(*Slice));
  if (Budget.exceeded())
    return {};
  return Result;
}
