//===- Tile.cpp - Run loops in tiles --------------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Tile.h.
///
/// Times are numbers and loops in turns. Statements that have all numbers up to
/// a loop in common make a nest; between its outermost loop and what was in
/// front of that come the numbers of the tiles:
///
///     [.., floor(loop / size), floor((inner loop + skew * loop) / size) ..,
///     loop, .., inner loop, ..]
///
/// If no dependence goes backwards in any of the loops that are divided, none
/// goes from a tile to an earlier one.
///
//===----------------------------------------------------------------------===//

#include "smolly/Schedule/Tile.h"
#include "Distances.h"
#include "smolly/Kernel/CompactTimes.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include <cmath>
#include <map>

using namespace smolly;

namespace {

/// With more skew than that, most tiles would be cut off at the edges.
constexpr long MaxSkew = 4, MaxInnerSkew = 1;
/// The iterations of a loop that is not tiled.
constexpr double AssumedIterations = 1000;
/// Sizes of tiles: the outermost loop, those in it, the innermost one.
constexpr long LeastOuter = 2, LeastInner = 4, FirstInnermost = 8;
constexpr long MostOuter = 16, MostInner = 32, MostInnermost = 1024;

class Tiler {
public:
  Tiler(const Kernel &K, const std::vector<isl::map> &Schedules,
        double CacheBytes, long LeastInnermost)
      : K(K), Schedules(Schedules), CacheBytes(CacheBytes),
        LeastInnermost(LeastInnermost),
        Dims(isl_map_dim(Schedules.front().get(), isl_dim_out)) {
    Result.Schedules = Schedules;
  }
  std::optional<TiledSchedule> run();

private:
  std::optional<long> constantAt(unsigned Stmt, unsigned Dim) const;
  void tileGroup(const std::vector<unsigned> &Statements, unsigned Dim);
  bool tileNest(const std::vector<unsigned> &Statements, unsigned Dim);
  std::vector<unsigned> loopsFrom(const std::vector<unsigned> &Statements,
                                  unsigned Dim) const;
  void chooseSizes(const std::vector<unsigned> &Statements,
                   std::vector<TiledLoop> &Band,
                   const std::vector<unsigned> &Loops) const;
  isl::map tiledTime(unsigned Stmt, std::vector<TiledLoop> &Band) const;

  const Kernel &K;
  const std::vector<isl::map> &Schedules;
  double CacheBytes;
  long LeastInnermost;
  unsigned Dims;
  TiledSchedule Result;
};

/// The value of a dimension of time that is a number.
std::optional<long> Tiler::constantAt(unsigned Stmt, unsigned Dim) const {
  return numberAt(Schedules[Stmt].range(), Dim);
}

/// The dimensions from \p Dim on that are loops of some statement.
std::vector<unsigned> Tiler::loopsFrom(const std::vector<unsigned> &Statements,
                                       unsigned Dim) const {
  std::vector<unsigned> Loops;
  for (; Dim < Dims; ++Dim)
    if (llvm::any_of(Statements,
                     [&](unsigned S) { return !constantAt(S, Dim); }))
      Loops.push_back(Dim);
  return Loops;
}

/// The least skews with regard to the first and the last loop of \p Band at
/// which no distance in \p Loop is negative.
std::optional<std::vector<long>> skewsFor(const isl::set &Distances,
                                          unsigned Loop,
                                          const std::vector<TiledLoop> &Band) {
  std::vector<long> Skews(Band.size());
  for (long Last = 0; Last <= (Band.size() > 1 ? MaxInnerSkew : 0); ++Last)
    for (long First = 0; First <= MaxSkew; ++First) {
      Skews.back() = Last;
      Skews.front() = First;
      std::vector<Skew> ByDim;
      for (unsigned I = 0; I < Band.size(); ++I)
        ByDim.push_back({Band[I].Dim, Skews[I]});
      if (!goesBackwards(Distances, Loop, ByDim))
        return Skews;
    }
  return std::nullopt;
}

/// Sizes of tiles at which each array has about as many elements in a tile as
/// fit the cache together.
void Tiler::chooseSizes(const std::vector<unsigned> &Statements,
                        std::vector<TiledLoop> &Band,
                        const std::vector<unsigned> &Loops) const {
  bool HasInnermost = Band.back().Dim == Loops.back();
  unsigned WholeLoops = Loops.size() - Band.size();
  double PointBytes = 0;
  std::vector<bool> Accessed(K.Arrays.size());
  for (unsigned S : Statements)
    for (const Access &A : K.Statements[S].Accesses)
      if (!Accessed[A.Array]) {
        Accessed[A.Array] = true;
        PointBytes += K.Arrays[A.Array].ElementBytes;
      }
  auto IsInnermost = [&](unsigned I) {
    return HasInnermost && I + 1 == Band.size();
  };
  auto Fits = [&] {
    double Points = std::pow(AssumedIterations, WholeLoops);
    for (const TiledLoop &L : llvm::drop_begin(Band)) {
      long Size = L.Size;
      for (unsigned I = 0; I < L.Skews.size(); ++I)
        Size += L.Skews[I] * Band[I].Size;
      Points *= Size;
    }
    return Points * PointBytes <= CacheBytes;
  };
  for (unsigned I = 0; I < Band.size(); ++I)
    Band[I].Size = I == 0           ? LeastOuter
                   : IsInnermost(I) ? FirstInnermost
                                    : LeastInner;
  // Each in turn is doubled, the innermost one first, as long as they fit.
  bool Grows = true;
  while (Grows) {
    Grows = false;
    for (unsigned I = Band.size(); I-- > 0;) {
      long Most = I == 0           ? MostOuter
                  : IsInnermost(I) ? MostInnermost
                                   : MostInner;
      // Long rows are worth more than high tiles.
      for (int Times = IsInnermost(I) ? 2 : 1; Times > 0; --Times) {
        if (Band[I].Size >= Most)
          break;
        Band[I].Size *= 2;
        if (!Fits())
          Band[I].Size /= 2;
        else
          Grows = true;
      }
    }
  }
  if (HasInnermost)
    Band.back().Size = std::max(Band.back().Size, LeastInnermost);
}

/// \p Stmt's time with the numbers of the tiles in front of the loops, whose
/// heights it is added to.
isl::map Tiler::tiledTime(unsigned Stmt, std::vector<TiledLoop> &Band) const {
  isl::pw_multi_aff Old = isl::pw_multi_aff::from_map(Schedules[Stmt]);
  isl::map New;
  auto Append = [&](const isl::pw_aff &Time) {
    isl::map Next = isl::map::from_pw_aff(Time);
    New = New.is_null() ? Next : New.flat_range_product(Next);
  };
  unsigned First = Band.front().Dim;
  for (unsigned Dim = 0; Dim < First; ++Dim)
    Append(Old.at(Dim));
  for (TiledLoop &L : Band) {
    isl::pw_aff Time = Old.at(L.Dim);
    for (unsigned I = 0; I < L.Skews.size(); ++I)
      Time = Time.add(Old.at(Band[I].Dim).scale(isl::val(K.ctx(), L.Skews[I])));
    isl::union_map Heights(isl::map::from_pw_aff(Time));
    L.Heights = L.Heights.is_null() ? Heights : L.Heights.unite(Heights);
    Append(Time.scale_down(isl::val(K.ctx(), L.Size)).floor());
  }
  for (unsigned Dim = First; Dim < Dims; ++Dim)
    Append(Old.at(Dim));
  return New;
}

/// Tiles the loops from \p Dim on, which are around all \p Statements. False if
/// there are no two.
bool Tiler::tileNest(const std::vector<unsigned> &Statements, unsigned Dim) {
  std::vector<unsigned> Loops = loopsFrom(Statements, Dim);
  if (Loops.size() < 2)
    return false;
  isl::set Distances = distances(K, Schedules, Statements, Dim);
  if (Distances.is_null() || isEmpty(Distances).is_true())
    return false;
  std::vector<TiledLoop> Band = {{Dim, {}, 1, {}}};
  for (unsigned Loop : llvm::drop_begin(Loops))
    if (auto Skews = skewsFor(Distances, Loop, Band))
      Band.push_back({Loop, *Skews, 1, {}});
  if (Band.size() < 2)
    return false;
  chooseSizes(Statements, Band, Loops);
  for (unsigned S : Statements)
    Result.Schedules[S] = tiledTime(S, Band);
  Result.Bands.push_back(std::move(Band));
  return true;
}

/// \p Statements have all numbers in front of \p Dim in common.
void Tiler::tileGroup(const std::vector<unsigned> &Statements, unsigned Dim) {
  if (Dim == Dims)
    return;
  std::map<long, std::vector<unsigned>> Parts;
  for (unsigned S : Statements) {
    auto Value = constantAt(S, Dim);
    if (!Value) {
      if (!tileNest(Statements, Dim))
        tileGroup(Statements, Dim + 1);
      return;
    }
    Parts[*Value].push_back(S);
  }
  for (const auto &[Value, Part] : Parts)
    tileGroup(Part, Dim + 1);
}

std::optional<TiledSchedule> Tiler::run() {
  std::vector<unsigned> All;
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    if (isEmpty(K.Statements[S].Domain).is_false())
      All.push_back(S);
  if (!llvm::all_of(K.Statements,
                    [](const Statement &S) { return S.mayMove(); }))
    return std::nullopt;
  tileGroup(All, 0);
  if (Result.Bands.empty())
    return std::nullopt;
  if (!areKnown(Result.Schedules))
    return std::nullopt;
  unsigned Most = 0;
  for (const isl::map &Time : Result.Schedules)
    Most = std::max<unsigned>(Most, isl_map_dim(Time.get(), isl_dim_out));
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    isl::map &Time = Result.Schedules[S];
    isl::map Zero = isl::map::from_pw_aff(
        isl::pw_aff(K.Statements[S].Domain, isl::val::zero(K.ctx())));
    while (unsigned(isl_map_dim(Time.get(), isl_dim_out)) < Most)
      Time = Time.flat_range_product(Zero);
    Time = Time.intersect_domain(K.Statements[S].Domain);
  }
  return Result;
}

} // namespace

std::optional<TiledSchedule>
smolly::tileLoops(const Kernel &K, const std::vector<isl::map> &Schedules,
                  double CacheBytes, unsigned long MaxOperations,
                  long LeastInnermost) {
  if (K.Statements.empty())
    return std::nullopt;
  IslBudget Budget(K.ctx(), MaxOperations);
  auto Result = Tiler(K, Schedules, CacheBytes, LeastInnermost).run();
  if (!Result || Budget.exceeded() || !areKnown(Result->Schedules))
    return std::nullopt;
  return Result;
}
