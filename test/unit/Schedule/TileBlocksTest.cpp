//===- TileBlocksTest.cpp - Tests of blocks for values between tiles ------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tables of random uniform dependences in random tiles: the mapping checker
/// executes each plan at sizes of several tiles.
///
//===----------------------------------------------------------------------===//

#include "smolly/Schedule/TileBlocks.h"
#include "TestSupport.h"
#include "smolly/Schedule/Fuse.h"
#include "smolly/Storage/MappingChecker.h"
#include <random>

using namespace smolly;
using namespace smolly::test;

namespace {

constexpr unsigned long Enough = 20'000'000;

class TileBlocksTest : public IslTest {
protected:
  /// A table of which the last row is used. READS are what an element needs.
  Kernel table(const std::string &Reads) {
    std::string Text = R"({ "context": "[N] -> { : N >= 1 }", "arrays": [
        { "name": "A", "extent": "[N] -> { A[i, j] : 0 <= i < N and 0 <= j < N }",
          "live_in": "{ A[i, j] }" },
        { "name": "B", "extent": "[N] -> { B[j] : 0 <= j < N }",
          "live_out": "{ B[j] }", "fixed": true } ],
      "statements": [
      { "name": "S",
        "domain": "[N] -> { S[i, j] : 0 <= i < N and 0 <= j < N }",
        "schedule": "{ S[i, j] -> [0, i, j] }", "accesses": [
        READS
        { "kind": "write", "relation": "{ S[i, j] -> A[i, j] }" } ] },
      { "name": "T",
        "domain": "[N] -> { T[j] : 0 <= j < N }",
        "schedule": "{ T[j] -> [1, j, 0] }", "accesses": [
        { "kind": "read", "relation": "[N] -> { T[j] -> A[N - 1, j] }" },
        { "kind": "write", "relation": "{ T[j] -> B[j] }" } ] } ] })";
    Text.replace(Text.find("READS"), 5, Reads);
    return parse(Text);
  }

  static std::string readAt(long I, long J) {
    std::string At = "i - " + std::to_string(I) + ", j - " + std::to_string(J);
    return R"({ "kind": "read", "relation": "[N] -> { S[i, j] -> A[)" + At +
           "] : i >= " + std::to_string(I) + " and 0 <= j - " +
           std::to_string(J) + " < N }\" },\n";
  }

  static std::vector<isl::map> timesOf(const Kernel &K) {
    std::vector<isl::map> Times;
    for (const Statement &S : K.Statements)
      Times.push_back(S.Schedule);
    return Times;
  }
};

/// Each instance once, in the same order, and with the same values.
TEST_F(TileBlocksTest, NumbersKeepInstances) {
  Kernel K = table(readAt(1, 0) + readAt(1, -1));
  auto Flow = computeDataflow(K, Enough);
  ASSERT_TRUE(bool(Flow));
  auto Tiled = tileLoops(K, timesOf(K), 0, Enough);
  ASSERT_TRUE(Tiled.has_value());
  auto New = numberTiles(K, *Flow, *Tiled);
  ASSERT_TRUE(New.has_value());
  EXPECT_EQ(New->TileDims, (std::vector<unsigned>{2, 0}));
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    const isl::map &Numbers = New->Numbers[S];
    EXPECT_TRUE(Numbers.is_bijective().is_true());
    EXPECT_TRUE(Numbers.domain().is_equal(K.Statements[S].Domain).is_true());
    EXPECT_TRUE(Numbers.apply_range(New->K.Statements[S].Schedule)
                    .is_equal(Tiled->Schedules[S])
                    .is_true());
    EXPECT_FALSE(New->K.Statements[S].Domain.involves_locals().is_true());
  }
  auto Again = computeDataflow(New->K, Enough);
  ASSERT_TRUE(bool(Again));
  ASSERT_EQ(Again->Flows.size(), New->Flow.Flows.size());
  for (unsigned I = 0; I < Again->Flows.size(); ++I)
    EXPECT_TRUE(
        Again->Flows[I].Sources.is_equal(New->Flow.Flows[I].Sources).is_true());
}

TEST_F(TileBlocksTest, AlignmentPassesOnARowAndAColumn) {
  Kernel K = table(readAt(1, 0) + readAt(0, 1) + readAt(1, 1));
  auto Flow = computeDataflow(K, Enough);
  ASSERT_TRUE(bool(Flow));
  auto Tiled = tileLoops(K, timesOf(K), 0, Enough);
  ASSERT_TRUE(Tiled.has_value());
  auto New = numberTiles(K, *Flow, *Tiled);
  ASSERT_TRUE(New.has_value());
  BlockedPlan Found = planTileBlocks(K, *Flow, *New, *Tiled, StorageOptions());
  ASSERT_EQ(Found.Arrays.size(), 1u);
  EXPECT_EQ(Found.Arrays.front().Mars, 3u);
  EXPECT_EQ(Found.Arrays.front().Cells, 9);
  // A row of tiles and two more.
  EXPECT_EQ(Found.Arrays.front().Blocks, 127);
}

TEST_F(TileBlocksTest, KeepsAllValuesOfRandomTables) {
  std::mt19937 Random(7);
  auto Draw = [&](long Least, long Most) {
    return Least + long(Random() % (Most - Least + 1));
  };
  unsigned Plans = 0;
  for (unsigned Round = 0; Round < 12; ++Round) {
    std::string Reads;
    for (long Count = Draw(1, 3); Count > 0; --Count) {
      long I = Draw(0, 2);
      Reads += readAt(I, I == 0 ? Draw(1, 3) : Draw(-2, 2));
    }
    Kernel K = table(Reads);
    auto Flow = computeDataflow(K, Enough);
    ASSERT_TRUE(bool(Flow));
    auto Tiled = tileLoops(K, timesOf(K), Draw(0, 400), Enough);
    if (!Tiled || !keepsOrder(K, Tiled->Schedules, Enough))
      continue;
    auto New = numberTiles(K, *Flow, *Tiled);
    ASSERT_TRUE(New.has_value()) << Reads;
    BlockedPlan Found =
        planTileBlocks(K, *Flow, *New, *Tiled, StorageOptions());
    Plans += !Found.Arrays.empty();
    if (Found.Arrays.empty())
      continue;
    for (long N : {1, 2, 5, 17, 33}) {
      llvm::Error Wrong = checkMapping(New->K, Found.Plan, {{"N", N}});
      EXPECT_FALSE(bool(Wrong)) << Reads << "N = " << N;
      llvm::consumeError(std::move(Wrong));
    }
  }
  EXPECT_GE(Plans, 8u);
}

/// Whatever is missing, there is a plan without blocks or a right one.
TEST_F(TileBlocksTest, EndsWhereverTheLimitStrikes) {
  Kernel K = table(readAt(1, 0) + readAt(1, -1));
  auto Flow = computeDataflow(K, Enough);
  ASSERT_TRUE(bool(Flow));
  auto Tiled = tileLoops(K, timesOf(K), 0, Enough);
  ASSERT_TRUE(Tiled.has_value());
  auto New = numberTiles(K, *Flow, *Tiled);
  ASSERT_TRUE(New.has_value());
  for (unsigned long Limit = 160; Limit < 4'000'000; Limit *= 3) {
    StorageOptions Options;
    Options.MaxIslOperations = Limit;
    BlockedPlan Found = planTileBlocks(K, *Flow, *New, *Tiled, Options);
    if (Found.Arrays.empty())
      continue;
    llvm::Error Wrong = checkMapping(New->K, Found.Plan, {{"N", 19}});
    EXPECT_FALSE(bool(Wrong)) << Limit;
    llvm::consumeError(std::move(Wrong));
  }
}

} // namespace
