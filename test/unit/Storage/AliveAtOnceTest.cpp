//===- AliveAtOnceTest.cpp - How many values are alive at once ------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Storage/AliveAtOnce.h"
#include "RandomKernel.h"
#include "TestSupport.h"
#include "smolly/Storage/LiveRanges.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;
using namespace smolly::test;

namespace {

class AliveAtOnceTest : public IslTest {
protected:
  /// The lives of what \p K writes to arrays that are not fixed.
  std::vector<ValueLives> lives(const Kernel &K) {
    Dataflow D = flows(K);
    std::vector<ValueLives> Result;
    for (unsigned S = 0; S < K.Statements.size(); ++S)
      for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A)
        if (const Access &Write = K.Statements[S].Accesses[A];
            Write.isWrite() && !K.Arrays[Write.Array].Fixed)
          Result.push_back(computeLives(K, D, {S, A}));
    return Result;
  }

  double alive(const std::vector<ValueLives> &Lives,
               const ParameterPoint &Point) {
    std::vector<unsigned> All;
    for (unsigned I = 0; I < Lives.size(); ++I)
      All.push_back(I);
    return AliveAtOnce(Lives, Point).cells(All);
  }

  /// Counts by boxes and by polyhedra; both have to find the same.
  void compareWays(const std::vector<ValueLives> &Lives,
                   const ParameterPoint &Point) {
    AliveAtOnce Boxes(Lives, Point), Polyhedra(Lives, Point, false);
    EXPECT_EQ(Boxes.cellsOfAll(), Polyhedra.cellsOfAll());
    for (unsigned I = 0; I < Lives.size(); ++I)
      EXPECT_EQ(Boxes.cells(I), Polyhedra.cells(I)) << "set " << I;
  }

  static unsigned countPoints(const isl::set &Set) {
    unsigned Count = 0;
    Set.foreach_point([&](isl::point) {
      ++Count;
      return isl::stat::ok();
    });
    return Count;
  }

  /// The same by a look at all times at which something is written.
  unsigned aliveByEnumeration(const std::vector<ValueLives> &Lives,
                              const ParameterPoint &Point) {
    auto Fix = [&](const isl::map &Map) {
      isl_set *Fixed =
          Point.fix(isl::manage(isl_map_wrap(Map.copy()))).release();
      return isl::manage(isl_set_unwrap(Fixed));
    };
    unsigned Most = 0;
    for (const ValueLives &At : Lives)
      Fix(At.Definition).range().foreach_point([&](isl::point P) {
        isl::set Now(P);
        isl_space *Space = Now.get_space().release();
        isl::set Past =
            Now.apply(isl::manage(isl_map_lex_ge(isl_space_copy(Space))));
        isl::set Later = Now.apply(isl::manage(isl_map_lex_lt(Space)));
        unsigned Count = 0;
        for (const ValueLives &L : Lives) {
          isl::set Needed =
              Fix(L.LastUse).intersect_range(Later).domain().unite(
                  Point.fix(L.LiveOut));
          Count += countPoints(Fix(L.Definition)
                                   .intersect_range(Past)
                                   .domain()
                                   .intersect(Needed));
        }
        Most = std::max(Most, Count);
        return isl::stat::ok();
      });
    return Most;
  }
};

TEST_F(AliveAtOnceTest, CountsRowsAndPlanes) {
  struct {
    const char *Kernel;
    double Cells;
  } const Table[] = {
      // Three rows of an image.
      {"blur-rows", 3000},
      // One array that wanders into the other, element by element.
      {"jacobi-1d-pingpong", 999},
      // A row, and what is left to be read of the first column.
      {"edit-distance", 1502},
  };
  for (auto [Name, Cells] : Table) {
    Kernel K = load(Name);
    K.alignParameters();
    std::vector<ValueLives> Lives = lives(K);
    EXPECT_EQ(alive(Lives, ParameterPoint(K.Context)), Cells) << Name;
    compareWays(Lives, ParameterPoint(K.Context));
  }
}

TEST_F(AliveAtOnceTest, CountsBoxesLikePolyhedra) {
  ParameterPoint Point(isl::set(ctx(), "[n] -> { : n >= 1 }"), {{"n", 100}});
  auto Map = [&](const char *Text) {
    return isl::manage(isl_map_align_params(
        isl_map_read_from_str(ctx().get(), Text), Point.space().release()));
  };
  struct {
    const char *Definition, *LastUse;
  } const Table[] = {
      // Strips of 16, forwards and backwards.
      {"[n] -> { S[i] -> [s, 0, i] : 0 <= i < n and 16s <= i < 16s + 16 }",
       "[n] -> { S[i] -> [s, 0, i + 3] : 0 <= i < n and"
       " 16s <= i + 3 < 16s + 16 }"},
      {"[n] -> { S[i] -> [s, 0, -i] : 0 <= i < n and 16s <= n - i < 16s + 16 }",
       "[n] -> { S[i] -> [s, 1, -i] : 0 <= i < n and 16s <= n - i < 16s + 16 "
       "}"},
      // Steps of two, skewed times, a triangle, several polyhedra.
      {"[n] -> { S[i, j] -> [2i, 0, 2j + 1] : 0 <= i < n and 0 <= j < 7 }",
       "[n] -> { S[i, j] -> [2i + 3, 1, j] : 0 <= i < n and 0 <= j < 7 }"},
      {"[n] -> { S[i, j] -> [i + j, 0, j] : 0 <= i < n and 0 <= j < 7 }",
       "[n] -> { S[i, j] -> [i + j + 2, 0, j] : 0 <= i < n and 0 <= j < 7 }"},
      {"[n] -> { S[i, j] -> [i, 0, j] : 0 <= i <= j < n }",
       "[n] -> { S[i, j] -> [j, 1, i] : 0 <= i <= j < n }"},
      {"[n] -> { S[i, j] -> [i, 0, j] : 0 <= i < n and 0 <= j < 9 }",
       "[n] -> { S[i, j] -> [i, 1, 0] : 0 <= i < n and 0 <= j < 3;"
       " S[i, j] -> [i + 1, 1, j] : 0 <= i < n and 2 < j < 9;"
       " S[i, 8] -> [n, 0, 0] : 0 <= i < n }"},
      // No bound, nothing at all.
      {"[n] -> { S[i] -> [0, 0, i] : 0 <= i }",
       "[n] -> { S[i] -> [1, 0, i] : 0 <= i }"},
      {"[n] -> { S[i] -> [0, 0, i] : 0 <= i < n and n > 200 }",
       "[n] -> { S[i] -> [1, 0, i] : 0 <= i < n and n > 200 }"},
  };
  for (auto [Definition, LastUse] : Table) {
    SCOPED_TRACE(Definition);
    ValueLives Lives;
    Lives.Definition = Map(Definition);
    Lives.LastUse = Map(LastUse);
    Lives.Piece = Lives.Used = Lives.Definition.domain();
    Lives.LiveOut = isl::set::empty(Lives.Piece.space());
    compareWays({Lives}, Point);
  }
}

TEST_F(AliveAtOnceTest, NeverCountsMoreThanThereAre) {
  unsigned First = fromEnvironment("SMOLLY_RANDOM_SEED", 1);
  unsigned Count = fromEnvironment("SMOLLY_RANDOM_KERNELS", 60);
  unsigned Exact = 0, Some = 0;
  for (unsigned Seed = First; Seed < First + Count; ++Seed) {
    std::string Text = KernelGenerator(Seed).kernel();
    SCOPED_TRACE("seed " + std::to_string(Seed) + ": " + Text);
    Kernel K = parse(Text);
    K.alignParameters();
    std::vector<ValueLives> Lives = lives(K);
    ParameterPoint Point(K.Context, {{"N", 5}, {"M", 4}});
    compareWays(Lives, Point);
    double Found = alive(Lives, Point);
    unsigned All = aliveByEnumeration(Lives, Point);
    ASSERT_LE(Found, All);
    Exact += Found == All;
    Some += All > 0;
  }
  // It is a bound that is good for something.
  EXPECT_GT(Some, Count / 2);
  EXPECT_GT(Exact, Some / 2);
}

} // namespace
