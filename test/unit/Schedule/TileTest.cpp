//===- TileTest.cpp - Tests of tiles and of predicted traffic -------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Schedule/Tile.h"
#include "TestSupport.h"
#include "smolly/Schedule/Fuse.h"
#include "smolly/Schedule/Traffic.h"
#include <cmath>

using namespace smolly;
using namespace smolly::test;

namespace {

constexpr unsigned long Enough = 10'000'000;
constexpr double Cache = 128 * 1024;

class TileTest : public IslTest {
protected:
  /// N steps over an array of N elements, in place; READ is what a step reads.
  Kernel steps(const std::string &Read) {
    std::string Text = R"({ "context": "[N] -> { : N >= 9 }", "arrays": [
        { "name": "A", "extent": "[N] -> { A[i] : 0 <= i < N }",
          "live_in": "{ A[i] }", "live_out": "{ A[i] }", "fixed": true } ],
      "statements": [
      { "name": "S",
        "domain": "[N] -> { S[t, i] : 0 <= t < N and 1 <= i < N - 1 }",
        "schedule": "{ S[t, i] -> [t, i] }", "accesses": [
        { "kind": "read", "relation": "READ" },
        { "kind": "write", "relation": "{ S[t, i] -> A[i] }" } ] } ] })";
    Text.replace(Text.find("READ"), 4, Read);
    return parse(Text);
  }
  static std::vector<isl::map> timesOf(const Kernel &K) {
    std::vector<isl::map> Times;
    for (const Statement &S : K.Statements)
      Times.push_back(S.Schedule);
    return Times;
  }
};

TEST_F(TileTest, SkewsAsFarAsDependencesAsk) {
  for (auto [Read, Skew] :
       {std::pair("{ S[t, i] -> A[i] }", 0L),
        std::pair("{ S[t, i] -> A[k] : i - 1 <= k <= i + 1 }", 1L),
        std::pair("[N] -> { S[t, i] -> A[k] : i <= k <= i + 3 and k < N }",
                  3L)}) {
    Kernel K = steps(Read);
    auto Tiled = tileLoops(K, timesOf(K), Cache, Enough);
    ASSERT_TRUE(Tiled.has_value()) << Read;
    ASSERT_EQ(Tiled->Bands.size(), 1u);
    const std::vector<TiledLoop> &Band = Tiled->Bands.front();
    ASSERT_EQ(Band.size(), 2u);
    EXPECT_EQ(Band[1].Skews, std::vector<long>{Skew}) << Read;
    EXPECT_LE((Band[1].Size + Skew * Band[0].Size) * 8, Cache);
    EXPECT_TRUE(keepsOrder(K, Tiled->Schedules, Enough)) << Read;
  }
}

TEST_F(TileTest, LeavesWhatCannotBeSkewed) {
  // Each step needs the whole of the one before it.
  Kernel K = steps("[N] -> { S[t, i] -> A[N - 1 - i] }");
  EXPECT_FALSE(tileLoops(K, timesOf(K), Cache, Enough).has_value());
  Kernel Local = steps("{ S[t, i] -> A[i] }");
  EXPECT_FALSE(tileLoops(Local, timesOf(Local), Cache, 10).has_value());
}

TEST_F(TileTest, EndsWhereverTheLimitStrikes) {
  Kernel K = steps("{ S[t, i] -> A[k] : i - 1 <= k <= i + 1 }");
  // A second nest behind it.
  K.Statements.push_back(K.Statements.front());
  Statement &Second = K.Statements.back();
  Second.Name = "T";
  isl::id Id = isl::id::alloc(K.ctx(), "T", nullptr);
  Second.Domain = Second.Domain.set_tuple_id(Id);
  Second.Schedule = Second.Schedule.set_tuple_id(isl::dim::in, Id);
  for (Access &A : Second.Accesses)
    A.Relation = A.Relation.set_tuple_id(isl::dim::in, Id);
  for (auto [Index, Time] : {std::pair(0, "{ S[t, i] -> [0, t, i] }"),
                             std::pair(1, "{ T[t, i] -> [1, t, i] }")})
    K.Statements[Index].Schedule =
        map(Time).intersect_domain(K.Statements[Index].Domain);
  bool Ended = false;
  for (unsigned long Limit = 1; !Ended; Limit += 7) {
    auto Tiled = tileLoops(K, timesOf(K), Cache, Limit);
    Ended = Tiled && Tiled->Bands.size() == 2;
    if (Tiled) {
      EXPECT_TRUE(keepsOrder(K, Tiled->Schedules, Enough)) << Limit;
    }
    ASSERT_LT(Limit, Enough);
  }
}

TEST_F(TileTest, PredictsTraffic) {
  Kernel K = steps("{ S[t, i] -> A[k] : i - 1 <= k <= i + 1 }");
  ParameterPoint Point(K.Context, {{"N", 1000}});
  std::vector<double> Own = {INFINITY};
  auto Bytes = [&](const std::vector<isl::map> &Times,
                   const std::vector<double> &Most, double CacheBytes) {
    K.Statements[0].Schedule = Times[0];
    auto Result = predictTraffic(K, Point, Most, CacheBytes, Enough);
    return Result ? *Result : -1;
  };
  std::vector<isl::map> Old = timesOf(K);
  // All of it fits; each step goes through all of it; or through what is left.
  EXPECT_EQ(Bytes(Old, Own, 10'000), 8'000);
  EXPECT_EQ(Bytes(Old, Own, 1'000), 8'000'000);
  EXPECT_EQ(Bytes(Old, {800}, 1'000), 800);
  // Tiles of about the size of the cache: fewer steps go through all of it.
  auto Tiled = tileLoops(K, Old, 1'000, Enough);
  ASSERT_TRUE(Tiled.has_value());
  double Less = Bytes(Tiled->Schedules, Own, 2'000);
  EXPECT_LT(Less, 8'000'000 / 2);
  EXPECT_GT(Less, 8'000);
}

} // namespace
