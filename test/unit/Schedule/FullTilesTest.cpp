//===- FullTilesTest.cpp - Tests of full tiles and of slices --------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Schedule/FullTiles.h"
#include "TestSupport.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Schedule/PackSlices.h"
#include "isl/map.h"
#include "isl/point.h"
#include "isl/set.h"
#include <map>

using namespace smolly;
using namespace smolly::test;

namespace {

constexpr unsigned long Enough = 10'000'000;

class FullTilesTest : public IslTest {
protected:
  /// C[i, j] += A[i', k] * B[k, j], or the like: \p Reads are relations of S to
  /// A and B, and the loops \p Domain.
  Kernel product(const std::string &Domain, const std::string &ReadA,
                 const std::string &ReadB) {
    std::string Text = R"({ "context": "[N] -> { : N >= 3 }", "arrays": [
        { "name": "A", "extent": "[N] -> { A[i, j] : 0 <= i, j < 2 * N }",
          "live_in": "{ A[i, j] }", "fixed": true },
        { "name": "B", "extent": "[N] -> { B[i, j] : 0 <= i, j < 2 * N }",
          "live_in": "{ B[i, j] }", "fixed": true },
        { "name": "C", "extent": "[N] -> { C[i, j] : 0 <= i, j < N }",
          "live_in": "{ C[i, j] }", "live_out": "{ C[i, j] }",
          "fixed": true } ],
      "statements": [ { "name": "S", "domain": "[N] -> { S[i, j, k] : DOMAIN }",
        "schedule": "{ S[i, j, k] -> [i, j, k] }", "accesses": [
        { "kind": "read", "relation": "{ S[i, j, k] -> C[i, j] }" },
        { "kind": "read", "relation": "{ S[i, j, k] -> A[READA] }" },
        { "kind": "read", "relation": "{ S[i, j, k] -> B[READB] }" },
        { "kind": "write", "relation": "{ S[i, j, k] -> C[i, j] }" } ] } ] })";
    for (auto [Name, Value] :
         {std::pair("DOMAIN", Domain), std::pair("READA", ReadA),
          std::pair("READB", ReadB)})
      Text.replace(Text.find(Name), std::string(Name).size(), Value);
    return parse(Text);
  }
  Kernel seidel() {
    return parse(R"({ "context": "[N] -> { : N >= 9 }", "arrays": [
        { "name": "A", "extent": "[N] -> { A[i] : 0 <= i < N }",
          "live_in": "{ A[i] }", "live_out": "{ A[i] }", "fixed": true } ],
      "statements": [
      { "name": "S",
        "domain": "[N] -> { S[t, i] : 0 <= t < N and 1 <= i < N - 1 }",
        "schedule": "{ S[t, i] -> [t, i] }", "accesses": [
        { "kind": "read",
          "relation": "{ S[t, i] -> A[k] : i - 1 <= k <= i + 1 }" },
        { "kind": "write", "relation": "{ S[t, i] -> A[i] }" } ] } ] })");
  }

  /// Tiles \p K.
  std::vector<TiledLoop> tile(Kernel &K, double CacheBytes) {
    std::vector<isl::map> Times;
    for (const Statement &S : K.Statements)
      Times.push_back(S.Schedule);
    auto Tiled = tileLoops(K, Times, CacheBytes, Enough);
    if (!Tiled || Tiled->Bands.size() != 1) {
      ADD_FAILURE() << "not tiled";
      return {};
    }
    for (unsigned S = 0; S < K.Statements.size(); ++S)
      K.Statements[S].Schedule = Tiled->Schedules[S];
    return Tiled->Bands.front();
  }

  /// How many instances of statement 0 of \p K each tile has, at \p N.
  std::map<std::vector<long>, long> instances(const Kernel &K,
                                              const FullTiles &T, long N) {
    std::map<std::vector<long>, long> Count;
    isl::set Pairs =
        ParameterPoint(K.Context, {{"N", N}}).fix(tilesOf(K, 0, T).wrap());
    isl::set Flat = isl::manage(isl_set_flatten(Pairs.release()));
    unsigned Dims = isl_set_dim(Flat.get(), isl_dim_set);
    Flat.foreach_point([&](isl::point P) {
      std::vector<long> Tile;
      for (unsigned Dim = Dims - T.Dims; Dim < Dims; ++Dim)
        Tile.push_back(
            isl::manage(isl_point_get_coordinate_val(P.get(), isl_dim_set, Dim))
                .get_num_si());
      ++Count[Tile];
      return isl::stat::ok();
    });
    return Count;
  }

  /// Compares the full tiles of \p K with those that have all instances.
  void expectFull(Kernel K, long N, double CacheBytes) {
    std::vector<TiledLoop> Band = tile(K, CacheBytes);
    ParameterPoint Point(K.Context, {{"N", N}});
    auto T = findFullTiles(K, Band, {K.Statements[0].Domain}, Point, Enough);
    ASSERT_TRUE(T.has_value());
    long Size = 1;
    for (const TiledLoop &L : Band)
      Size *= L.Size;
    isl::set Found = Point.fix(T->Tiles);
    std::map<std::vector<long>, long> Counts = instances(K, *T, N);
    long Full = 0;
    for (const auto &[Tile, Count] : Counts) {
      isl::set One = Found;
      for (unsigned Dim = 0; Dim < Tile.size(); ++Dim)
        One = One.fix_si(isl::dim::set, Dim, int(Tile[Dim]));
      EXPECT_EQ(isEmpty(One).is_false(), Count == Size)
          << Count << " of " << Size << " instances";
      Full += Count == Size;
    }
    EXPECT_GT(Full, 0);
    EXPECT_EQ(T->Full, Full);
    EXPECT_EQ(T->All, long(Counts.size()));
  }
};

TEST_F(FullTilesTest, FindsTilesWithAllPoints) {
  for (long N : {16, 17, 23, 24})
    expectFull(product("0 <= i, j, k < N", "i, k", "k, j"), N, 64);
  expectFull(product("3 <= i < 2 N and 5 <= j, k < N", "i, k", "k, j"), 19, 64);
}

TEST_F(FullTilesTest, FindsTilesOfSkewedLoops) {
  for (long N : {40, 41, 63})
    expectFull(seidel(), N, 64);
}

TEST_F(FullTilesTest, KeepsToRegions) {
  Kernel K = product("0 <= i, j, k < N", "i, k", "k, j");
  std::vector<TiledLoop> Band = tile(K, 64);
  ParameterPoint Point(K.Context, {{"N", 100}});
  isl::set Region = K.Statements[0].Domain.intersect(set("{ S[i, j, k] : i >= "
                                                         "1 }"));
  auto T = findFullTiles(K, Band, {Region}, Point, Enough);
  ASSERT_TRUE(T.has_value());
  EXPECT_TRUE(isDisjoint(T->Tiles, set("{ [0, j, k] }")).is_true());
  EXPECT_FALSE(isDisjoint(T->Tiles, set("{ [1, j, k] }")).is_true());
  // Every second iteration is no region that a tile is in.
  isl::set Odd =
      K.Statements[0].Domain.intersect(set("{ S[i, j, k] : i mod 2 = 1 }"));
  EXPECT_FALSE(findFullTiles(K, Band, {Odd}, Point, Enough).has_value());
  EXPECT_FALSE(
      findFullTiles(K, Band, {K.Statements[0].Domain}, Point, 10).has_value());
}

TEST_F(FullTilesTest, KeepsToRegionsOfLoopsThatAreNotTiled) {
  Kernel K = parse(R"({ "context": "[N] -> { : N >= 9 }", "arrays": [
        { "name": "A", "extent": "[N] -> { A[i, k] : 0 <= i, k < N }",
          "live_in": "{ A[i, k] }", "live_out": "{ A[i, k] }", "fixed": true } ],
      "statements": [ { "name": "S",
        "domain": "[N] -> { S[t, i, k] : 0 <= t, i, k < N }",
        "schedule": "{ S[t, i, k] -> [t, i, k] }", "accesses": [
        { "kind": "read", "relation": "[N] -> { S[t, i, k] -> A[i, N - 1 - k] }" },
        { "kind": "write", "relation": "{ S[t, i, k] -> A[i, k] }" } ] } ] })");
  std::vector<TiledLoop> Band = tile(K, 4096);
  ASSERT_EQ(Band.size(), 2u);
  ParameterPoint Point(K.Context, {{"N", 100}});
  const isl::set &All = K.Statements[0].Domain;
  EXPECT_TRUE(findFullTiles(K, Band, {All}, Point, Enough).has_value());
  isl::set Most = All.intersect(set("{ S[t, i, k] : k >= 1 }"));
  EXPECT_FALSE(findFullTiles(K, Band, {Most}, Point, Enough).has_value());
}

TEST_F(FullTilesTest, EndsWhereverTheLimitStrikes) {
  Kernel K = product("0 <= i, j, k < N", "k, i", "k, j");
  std::vector<TiledLoop> Band = tile(K, 4096);
  ParameterPoint Point(K.Context, {{"N", 100}});
  auto T = findFullTiles(K, Band, {K.Statements[0].Domain}, Point, Enough);
  ASSERT_TRUE(T.has_value());
  bool Found = false;
  for (unsigned long Limit = 1; !Found; Limit += 1 + Limit / 8) {
    auto Again = findFullTiles(K, Band, {K.Statements[0].Domain}, Point, Limit);
    bool HasTiles = Again.has_value();
    if (HasTiles) {
      EXPECT_TRUE(Again->Tiles.is_equal(T->Tiles)) << Limit;
    }
    Found = HasTiles && !findPackedSlices(K, *T, [](AccessRef) { return true; },
                                          Point, {0, Limit})
                             .empty();
    ASSERT_LT(Limit, Enough);
  }
}

TEST_F(FullTilesTest, PacksColumns) {
  // { tile size, offset, stride } in rows and columns of what is read.
  Kernel K = product("0 <= i, j, k < N", "i, k", "2 k + 1, 3 j");
  std::vector<TiledLoop> Band = tile(K, 64 * 1024);
  ParameterPoint Point(K.Context, {{"N", 1000}});
  auto T = findFullTiles(K, Band, {K.Statements[0].Domain}, Point, Enough);
  ASSERT_TRUE(T.has_value());
  auto Slices = findPackedSlices(K, *T, [](AccessRef) { return true; }, Point,
                                 {0, Enough});
  ASSERT_EQ(Slices.size(), 1u);
  const PackedSlice &S = Slices.front();
  EXPECT_EQ(K.Arrays[S.Array].Name, "B");
  long SizeJ = Band[1].Size, SizeK = Band[2].Size;
  EXPECT_EQ(S.Sizes, (std::vector<long>{SizeK, SizeJ}));
  EXPECT_EQ(S.Strides, (std::vector<long>{2, 3}));
  // The innermost loop goes along the buffer.
  EXPECT_EQ(S.Order, (std::vector<unsigned>{1, 0}));
  EXPECT_EQ(S.ReadsEach, double(Band[0].Size));
  isl::map Offset = map("{ [i, j, k] -> B[" + std::to_string(2 * SizeK) +
                        " k + 1, " + std::to_string(3 * SizeJ) + " j] }");
  EXPECT_TRUE(
      S.Offset.as_map().is_equal(Offset.intersect_domain(S.Offset.domain())));
  EXPECT_GE(S.PagesBefore, double(SizeK));
  EXPECT_LE(S.LinesAfter, S.LinesBefore / 2);
}

TEST_F(FullTilesTest, LeavesWhatIsNoSliceOrNeedsNone) {
  ParameterPoint Point(product("0 <= i, j, k < N", "i, k", "k, j").Context,
                       {{"N", 1000}});
  auto SlicesOf = [&](const std::string &ReadB, double MaxBytes) {
    Kernel K = product("0 <= i, j, k < N", "i, k", ReadB);
    std::vector<TiledLoop> Band = tile(K, 64 * 1024);
    auto T = findFullTiles(K, Band, {K.Statements[0].Domain}, Point, Enough);
    EXPECT_TRUE(T.has_value());
    return findPackedSlices(K, *T, [](AccessRef) { return true; }, Point,
                            {MaxBytes, Enough})
        .size();
  };
  EXPECT_EQ(SlicesOf("k, j", 0), 1u);
  EXPECT_EQ(SlicesOf("k, j", 100), 0u);
  // Along the rows.
  EXPECT_EQ(SlicesOf("j, k", 0), 0u);
  // On a diagonal band.
  EXPECT_EQ(SlicesOf("k + j, k", 0), 0u);
}

} // namespace
