//===- FullTiles.cpp - Tiles that lie inside of all borders ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements FullTiles.h.
///
/// A tile is complete if it has all points that the schedule would give it were
/// the loops without bounds. Which tiles are taken for full matters to speed
/// only: whoever uses them gives all others general code.
///
//===----------------------------------------------------------------------===//

#include "smolly/Schedule/FullTiles.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/Range.h"
#include "smolly/Volume/Tiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

/// Rows of tiles that are counted one by one.
static constexpr unsigned MaxRows = 256;

namespace {

class FullTileFinder {
public:
  FullTileFinder(const Kernel &K, const std::vector<TiledLoop> &Band,
                 const std::vector<isl::set> &Regions)
      : K(K), Band(Band), Regions(Regions) {
    Result.Dims = Band.front().Dim + Band.size();
  }
  std::optional<FullTiles> run(const ParameterPoint &Point);

private:
  void collectStatements();
  isl::set timesWithoutBounds(unsigned Stmt) const;
  isl::set inOneTile(isl::set Times) const;
  isl::map pointsOf(isl::set Times, unsigned Stmt) const;
  unsigned timeOf(unsigned Loop) const { return Band[Loop].Dim + Band.size(); }

  const Kernel &K;
  const std::vector<TiledLoop> &Band;
  const std::vector<isl::set> &Regions;
  FullTiles Result;
};

} // namespace

/// Those that the loops are around of; in a kernel whose iterators begin with
/// numbers of tiles they have the same names.
void FullTileFinder::collectStatements() {
  std::vector<isl::id> Names;
  Band.front().Heights.foreach_map([&](isl::map Height) {
    Names.push_back(Height.get_tuple_id(isl::dim::in));
    return isl::stat::ok();
  });
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    if (!Regions[S].is_null() && llvm::any_of(Names, [&](const isl::id &Name) {
          return Name.get() == K.Statements[S].Domain.get_tuple_id().get();
        }))
      Result.Statements.push_back(S);
}

/// { Time[] }: when \p Stmt would be executed if its iterators took all values;
/// null if its times are not one affine function.
isl::set FullTileFinder::timesWithoutBounds(unsigned Stmt) const {
  isl::pw_multi_aff Times = K.Statements[Stmt].Schedule.as_pw_multi_aff();
  if (Times.is_null() || Times.n_piece().release() != 1)
    return isl::set();
  isl::multi_aff Function;
  Times.foreach_piece([&](isl::set, isl::multi_aff Piece) {
    Function = Piece;
    return isl::stat::ok();
  });
  return Function.as_map().range();
}

/// \p Times, { Time[] }, as far as the numbers of tiles are those of the loops.
isl::set FullTileFinder::inOneTile(isl::set Times) const {
  isl::local_space Space(Times.get_space());
  auto TimeAt = [&](unsigned Dim) {
    return isl::aff::var_on_domain(Space, isl::dim::set, Dim);
  };
  for (unsigned I = 0; I < Band.size(); ++I) {
    const TiledLoop &L = Band[I];
    isl::aff Residue = TimeAt(timeOf(I));
    for (unsigned J = 0; J < L.Skews.size(); ++J)
      Residue =
          Residue.add(TimeAt(timeOf(J)).scale(isl::val(K.ctx(), L.Skews[J])));
    isl::aff Number = TimeAt(Band.front().Dim + I);
    Residue = Residue.sub(Number.scale(isl::val(K.ctx(), L.Size)));
    isl::aff Zero(Space);
    Times = Times.intersect(Residue.ge_set(Zero))
                .intersect(Residue.le_set(
                    Zero.add_constant(isl::val(K.ctx(), L.Size - 1))));
  }
  return Times;
}

/// { Tile[] -> [statement, loops..] } of \p Times, { Time[] }. Loops that are
/// not tiled are left out.
isl::map FullTileFinder::pointsOf(isl::set Times, unsigned Stmt) const {
  for (int Dim = isl_set_dim(Times.get(), isl_dim_set) - 1;
       Dim >= int(Result.Dims); --Dim)
    if (llvm::none_of(llvm::seq<unsigned>(0, Band.size()),
                      [&](unsigned Loop) { return int(timeOf(Loop)) == Dim; }))
      Times = isl::manage(
          isl_set_project_out(Times.release(), isl_dim_set, Dim, 1));
  isl_map *Points = isl_map_from_range(Times.release());
  Points =
      isl_map_move_dims(Points, isl_dim_in, 0, isl_dim_out, 0, Result.Dims);
  Points = isl_map_insert_dims(Points, isl_dim_out, 0, 1);
  return isl::manage(isl_map_fix_si(Points, isl_dim_out, 0, Stmt));
}

/// The least and the largest value in dimension \p Dim of \p Set; an empty
/// range where that is not known.
static std::pair<long, long> numbersOf(const isl::set &Set, unsigned Dim) {
  Range R = smolly::rangeOf(Set, Dim).value_or(Range(0, -1));
  return {long(R.first), long(R.second)};
}

/// How many points \p Set has, { [..] } without parameters, from dimension \p
/// Dim on. Up to \p Levels dimensions are gone through one by one; in others
/// the middle stands for all.
static double countTiles(const isl::set &Set, unsigned Dim, unsigned Levels) {
  int Dims = isl_set_dim(Set.get(), isl_dim_set);
  if (int(Dim) >= Dims)
    return Dims < 0 ? 0 : 1;
  auto [Low, High] = numbersOf(Set, Dim);
  double Size = double(High) - Low + 1;
  if (int(Dim) == Dims - 1 || Size <= 0)
    return Size;
  auto CountAt = [&](long Value, unsigned Left) {
    return countTiles(Set.fix_si(isl::dim::set, Dim, int(Value)), Dim + 1,
                      Left);
  };
  if (Levels == 0 || Size > MaxRows)
    return Size * CountAt(Low + (High - Low) / 2, 0);
  double Sum = 0;
  for (long Row = Low; Row <= High; ++Row)
    Sum += CountAt(Row, Levels - 1);
  return Sum;
}

/// The middle of the first \p Dims dimensions of \p Set, { [..] } without
/// parameters, to which it is restricted.
static std::vector<long> takeMiddle(isl::set &Set, unsigned Dims) {
  std::vector<long> Middle;
  for (unsigned Dim = 0; Dim < Dims; ++Dim) {
    auto [Low, High] = numbersOf(Set, Dim);
    Middle.push_back(Low + (High - Low) / 2);
    Set = Set.fix_si(isl::dim::set, Dim, int(Middle.back()));
  }
  return Middle;
}

/// How many tiles \p Set has in the middle of the loops around.
static double countInMiddle(isl::set Set, unsigned Around) {
  takeMiddle(Set, Around);
  return countTiles(Set, Around, 1);
}

/// The polyhedron of \p Tiles that has the most at the assumed sizes.
static isl::set largest(const isl::set &Tiles, const ParameterPoint &Point) {
  isl::set Best;
  double Most = 0;
  isl::basic_set_list Parts = Tiles.get_basic_set_list();
  for (int I = 0, E = isl_basic_set_list_size(Parts.get()); I < E; ++I) {
    isl::set Part(Parts.get_at(I));
    if (double Count = Point.boxAround(Part); Count > Most) {
      Most = Count;
      Best = Part;
    }
  }
  return Best;
}

std::optional<FullTiles> FullTileFinder::run(const ParameterPoint &Point) {
  collectStatements();
  isl::map Whole, There, Executed, Outside;
  auto Add = [&](isl::map &Sum, const isl::map &Next) {
    Sum = Sum.is_null() ? Next : Sum.unite(Next);
  };
  for (unsigned S : Result.Statements) {
    const Statement &Stmt = K.Statements[S];
    auto Points = [&](const isl::set &Instances) {
      return pointsOf(
          Instances.intersect_params(K.Context).apply(Stmt.Schedule), S);
    };
    isl::set Times = timesWithoutBounds(S);
    if (Times.is_null())
      return std::nullopt;
    Add(Whole, pointsOf(inOneTile(Times), S));
    Add(There, Points(Regions[S]));
    Add(Executed, Points(Stmt.Domain));
    // Iterations of loops that are not tiled may be in several regions.
    Add(Outside, Points(Stmt.Domain.subtract(Regions[S])));
  }
  if (Whole.is_null())
    return std::nullopt;
  isl::set Full =
      coalesced(volume::completeTiles(Whole, There).subtract(Outside.domain()));
  isl::set All = coalesced(Executed.domain());
  if (Full.is_null() || All.is_null())
    return std::nullopt;
  Result.Tiles = largest(Full, Point);
  if (Result.Tiles.is_null())
    return std::nullopt;
  unsigned Around = Band.front().Dim;
  Result.Full = countInMiddle(Point.fix(Result.Tiles), Around);
  Result.All = countInMiddle(Point.fix(All), Around);
  isl::set Fixed = Point.fix(Result.Tiles);
  Result.Middle = takeMiddle(Fixed, Result.Dims);
  return Result;
}

std::optional<FullTiles>
smolly::findFullTiles(const Kernel &K, const std::vector<TiledLoop> &Band,
                      const std::vector<isl::set> &Regions,
                      const ParameterPoint &Point,
                      unsigned long MaxOperations) {
  IslBudget Budget(K.ctx(), MaxOperations);
  auto Result = FullTileFinder(K, Band, Regions).run(Point);
  if (Budget.exceeded())
    return std::nullopt;
  return Result;
}

isl::map smolly::tilesOf(const Kernel &K, unsigned Stmt, const FullTiles &T) {
  isl::map Times = K.Statements[Stmt].Schedule;
  int Dims = isl_map_dim(Times.get(), isl_dim_out);
  if (Dims < int(T.Dims))
    return isl::map();
  return isl::manage(
      isl_map_project_out(Times.release(), isl_dim_out, T.Dims, Dims - T.Dims));
}
