//===- ConflictsTest.cpp - Live ranges and conflicts ----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Storage/Conflicts.h"
#include "TestSupport.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;
using namespace smolly::test;

namespace {

class ConflictsTest : public IslTest {
protected:
  isl::map conflicts(const Kernel &K, AccessRef Earlier, AccessRef Later) {
    Dataflow D = flows(K);
    return computeConflicts(computeLives(K, D, Earlier),
                            computeLives(K, D, Later));
  }
  void expectEqual(const isl::map &Actual, const std::string &Expected) {
    EXPECT_TRUE(Actual.is_equal(map(Expected)).is_true())
        << isl_map_to_str(Actual.get());
  }
};

TEST_F(ConflictsTest, ThesisFigure3_1) {
  expectEqual(conflicts(load("fig3-1"), {0, 2}, {0, 2}),
              "[N] -> { S[t, i] -> S[t', i'] : N >= 1 and 1 <= t <= N and "
              "1 <= i <= N and 1 <= t' <= N and 1 <= i' <= N and "
              "((t' = t and i' > i) or (t' = t + 1 and i' < i) or "
              " (t = N and t' = t and i' > i) or (i = N and t' > t)) }");
}

TEST_F(ConflictsTest, LaterDefinitionIsOnTheRight) {
  isl::map Conflicts = conflicts(load("jacobi-1d-pingpong"), {1, 1}, {1, 1});
  EXPECT_TRUE(Conflicts.intersect(Conflicts.reverse()).is_empty().is_true());
}

TEST_F(ConflictsTest, BetweenStatementsOfFigure4_1) {
  expectEqual(conflicts(load("jacobi-1d-pingpong"), {0, 1}, {1, 1}),
              "[T, N] -> { S0[t, i] -> S1[t, i'] : T >= 2 and N >= 4 and "
              "0 <= t < T and 1 <= i' < i and i < N - 1 }");
}

TEST_F(ConflictsTest, AnInstanceMayReuseTheCellItReadsOnlyIfReadsComeFirst) {
  Kernel K = parse(R"({
    "arrays": [ { "name": "A", "extent": "{ A[t] : 0 <= t < 9 }",
                  "live_out": "{ A[8] }" } ],
    "statements": [
      { "name": "S", "domain": "{ S[t] : 0 <= t < 9 }",
        "schedule": "{ S[t] -> [t] }",
        "accesses": [
          { "kind": "read", "relation": "{ S[t] -> A[t - 1] }" },
          { "kind": "write", "relation": "{ S[t] -> A[t] }" } ] } ] })");
  expectEqual(conflicts(K, {0, 1}, {0, 1}), "{ S[t] -> S[t'] : false }");
  K.Statements[0].ReadsFirst = false;
  expectEqual(conflicts(K, {0, 1}, {0, 1}),
              "{ S[t] -> S[t + 1] : 0 <= t < 8 }");
}

/// Definitions in many pieces are looked at one by one, with the same result.
TEST_F(ConflictsTest, PiecesOfDefinitionsDoNotMatter) {
  Kernel K = load("fig3-1");
  Dataflow D = flows(K);
  ValueLives Whole = computeLives(K, D, {0, 2}), Cut = Whole;
  Whole.LiveOut = Cut.LiveOut = map("[N] -> { S[t, i] -> [] : i = t or t = N }")
                                    .intersect_domain(Whole.Piece)
                                    .domain();
  Cut.Definition = isl::map::empty(Whole.Definition.space());
  for (const char *Part :
       {"i < 3", "i = 3", "i > 3 and t < i", "i > 3 and t = i",
        "i > 3 and i < t < i + 4", "i > 3 and t >= i + 4"})
    Cut.Definition = Cut.Definition.unite(Whole.Definition.intersect_domain(
        set("[N] -> { S[t, i] : " + std::string(Part) + " }")));
  ASSERT_GT(isl_map_n_basic_map(Cut.Definition.get()), 5);
  isl::map Expected = computeConflicts(Whole, Whole);
  EXPECT_FALSE(Expected.is_empty().is_true());
  for (const ValueLives &Other : {Cut, Whole}) {
    EXPECT_TRUE(computeConflicts(Cut, Other).is_equal(Expected).is_true());
    EXPECT_TRUE(computeConflicts(Other, Cut).is_equal(Expected).is_true());
  }
}

TEST_F(ConflictsTest, ManyPiecesThatEachGoTheirOwnWayAreTooMany) {
  auto TooMany = [&](unsigned Pieces) {
    ValueLives Lives;
    isl::map Definition = map("{ S[i] -> [0, i, 0] : false }");
    isl::map LastUse = Definition;
    for (unsigned I = 0; I < Pieces; ++I) {
      std::string At = std::to_string(7 * I * I);
      std::string Piece = " : " + At + " <= i <= " + At + " + 2 }";
      Definition = Definition.unite(map("{ S[i] -> [0, i, 0]" + Piece));
      LastUse = LastUse.unite(map("{ S[i] -> [1, " + At + ", i]" + Piece));
    }
    Lives.Definition = Definition;
    Lives.LastUse = LastUse;
    return hasTooManyConflicts(Lives);
  };
  EXPECT_FALSE(TooMany(1));
  EXPECT_FALSE(TooMany(8));
  EXPECT_TRUE(TooMany(30));
}

TEST_F(ConflictsTest, StatedConflictsReplaceComputedOnes) {
  Kernel K = load("blur-tile");
  Dataflow D = flows(K);
  ValueLives Lives = computeLives(K, D, {0, 0});
  isl::map Stated = conflictsOf(K, Lives, Lives);
  EXPECT_TRUE(isl::union_map(Stated).is_subset(*K.Conflicts).is_true());
  EXPECT_FALSE(Stated.is_empty().is_true());
}

} // namespace
