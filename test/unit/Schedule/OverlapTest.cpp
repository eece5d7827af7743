//===- OverlapTest.cpp - Tests of overlapping tiles -----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Schedule/Overlap.h"
#include "TestSupport.h"
#include "smolly/Schedule/TileBuffers.h"
#include "smolly/Storage/MappingChecker.h"

using namespace smolly;
using namespace smolly::test;

namespace {

constexpr unsigned long Enough = 10'000'000;

class OverlapTest : public IslTest {
protected:
  /// A picture is filtered along its rows, then along its columns. READ is what
  /// the second stage reads, OUT where it goes.
  Kernel blur(const std::string &Read, const std::string &Out = "O") {
    std::string Text = R"({ "context": "[N] -> { : N >= 3 }", "arrays": [
        { "name": "I", "extent": "[N] -> { I[i, j] : 0 <= i, j < N }",
          "live_in": "{ I[i, j] }", "live_out": "{ I[i, j] }", "fixed": true },
        { "name": "T", "extent": "[N] -> { T[i, j] : 0 <= i, j < N }" },
        { "name": "O", "extent": "[N] -> { O[i, j] : 0 <= i, j < N }",
          "live_in": "{ O[i, j] }", "live_out": "{ O[i, j] }",
          "fixed": true } ],
      "statements": [
      { "name": "R",
        "domain": "[N] -> { R[i, j] : 0 <= i < N and 1 <= j < N - 1 }",
        "schedule": "{ R[i, j] -> [0, i, j] }", "accesses": [
        { "kind": "read",
          "relation": "{ R[i, j] -> I[i, k] : j - 1 <= k <= j + 1 }" },
        { "kind": "write", "relation": "{ R[i, j] -> T[i, j] }" } ] },
      { "name": "C",
        "domain": "[N] -> { C[i, j] : 1 <= i < N - 1 and 1 <= j < N - 1 }",
        "schedule": "{ C[i, j] -> [1, i, j] }", "accesses": [
        { "kind": "read", "relation": "READ" },
        { "kind": "write", "relation": "{ C[i, j] -> OUT[i, j] }" } ] } ] })";
    for (auto [Name, With] : {std::pair("READ", Read), std::pair("OUT", Out)})
      Text.replace(Text.find(Name), strlen(Name), With);
    return parse(Text);
  }
  /// The same for each of N pictures, in the body of a loop. The first stage
  /// reads BEFORE, too, and the second one rows K.
  Kernel pictures(const std::string &Before, const std::string &Rows) {
    std::string Text = R"({ "context": "[N] -> { : N >= 3 }", "arrays": [
        { "name": "I", "extent": "[N] -> { I[f, i, j] : 0 <= f, i, j < N }",
          "live_in": "{ I[f, i, j] }", "live_out": "{ I[f, i, j] }",
          "fixed": true },
        { "name": "T", "extent": "[N] -> { T[i, j] : 0 <= i, j < N }" },
        { "name": "O", "extent": "[N] -> { O[f, i, j] : 0 <= f, i, j < N }",
          "live_in": "{ O[f, i, j] }", "live_out": "{ O[f, i, j] }",
          "fixed": true } ],
      "statements": [
      { "name": "R", "domain": "[N] -> { R[f, i, j] : 0 <= f, i, j < N }",
        "schedule": "{ R[f, i, j] -> [f, 0, i, j] }", "accesses": [
        { "kind": "read", "relation": "{ R[f, i, j] -> I[f, i, j] }" },
        { "kind": "read", "relation": "{ R[f, i, j] -> BEFORE }" },
        { "kind": "write", "relation": "{ R[f, i, j] -> T[i, j] }" } ] },
      { "name": "C",
        "domain": "[N] -> { C[f, i, j] : 0 <= f, j < N and 1 <= i < N - 1 }",
        "schedule": "{ C[f, i, j] -> [f, 1, i, j] }", "accesses": [
        { "kind": "read",
          "relation": "{ C[f, i, j] -> T[k, j] : ROWS }" },
        { "kind": "write", "relation": "{ C[f, i, j] -> O[f, i, j] }" } ] }
      ] })";
    for (auto [Name, With] :
         {std::pair("BEFORE", Before), std::pair("ROWS", Rows)})
      Text.replace(Text.find(Name), strlen(Name), With);
    return parse(Text);
  }
  std::optional<OverlappedKernel> overlap(const Kernel &K, unsigned Loops = 2,
                                          unsigned long Limit = Enough) {
    WhyNot.clear();
    return overlapTiles(K, flows(K), {0, Loops, Limit}, WhyNot);
  }
  /// Everything that the checker says of the buffers at N = 3 and another size.
  static std::string mistakes(const OverlappedKernel &New, long Large = 21) {
    auto Plan = planTileBuffers(New, {});
    if (!Plan)
      return llvm::toString(Plan.takeError());
    for (long N : {3L, Large})
      if (llvm::Error E = checkMapping(New.K, *Plan, {{"N", N}}))
        return llvm::toString(std::move(E));
    return "";
  }

  std::string WhyNot;
};

constexpr char NothingLocal[] = "no array would be local to a tile";
constexpr char Columns[] = "{ C[i, j] -> T[k, j] : i - 1 <= k <= i + 1 }";

TEST_F(OverlapTest, ComputesWhatATileNeeds) {
  Kernel K = blur(Columns);
  auto New = overlap(K);
  ASSERT_TRUE(New.has_value()) << WhyNot;
  ASSERT_EQ(New->Groups.size(), 1u);
  EXPECT_EQ(New->Groups[0].Sizes, (std::vector<long>{4, 8}));
  EXPECT_EQ(New->TileDims, (std::vector<unsigned>{2, 2}));
  // A row on each side.
  isl::set R = New->K.Statements[0].Domain;
  EXPECT_TRUE(R.is_equal(set(R"([N] -> { R[t, u, i, j] : N >= 3 and
      0 <= i < N and 1 <= j < N - 1 and 4t - 1 <= i <= 4t + 4 and
      8u <= j <= 8u + 7 and exists (k : i - 1 <= k <= i + 1 and
      4t <= k <= 4t + 3 and 1 <= k < N - 1) })"))
                  .is_true());
  EXPECT_EQ(mistakes(*New), "");
}

TEST_F(OverlapTest, HasBuffersOfATile) {
  auto New = overlap(blur(Columns));
  ASSERT_TRUE(New.has_value()) << WhyNot;
  auto Plan = planTileBuffers(*New, {});
  ASSERT_TRUE(bool(Plan));
  ASSERT_EQ(Plan->Arrays.size(), 1u);
  const StorageArray &Buffer = Plan->Arrays[0];
  EXPECT_EQ(Buffer.Array, 1u);
  ASSERT_EQ(Buffer.Dims.size(), 2u);
  EXPECT_EQ(cellsAsString(Buffer), "6 * 8");
  EXPECT_FALSE(Buffer.Dims[0].NeedsModulo || Buffer.Dims[1].NeedsModulo);
}

TEST_F(OverlapTest, StatesTheCost) {
  Kernel K = blur(Columns);
  auto New = overlap(K);
  ASSERT_TRUE(New.has_value()) << WhyNot;
  // In tiles of four rows the first stage computes six: 10 for 8, but for the
  // borders.
  ParameterPoint Point(K.Context, {{"N", 4000}});
  EXPECT_NEAR(redundancy(K, *New, Point), 1.25, 0.01);
  auto Rows = overlap(K, 1);
  ASSERT_TRUE(Rows.has_value()) << WhyNot;
  EXPECT_EQ(Rows->TileDims, (std::vector<unsigned>{1, 1}));
  EXPECT_EQ(mistakes(*Rows), "");
}

TEST_F(OverlapTest, RefusesWhatTilesWouldChange) {
  // The picture is filtered in place: a tile would read what the one in front
  // of it has written.
  Kernel K = blur(Columns, "I");
  EXPECT_FALSE(overlap(K).has_value());
  EXPECT_EQ(WhyNot, "it was not shown that this keeps their results");
}

/// \p New without the instances of statement \p Stmt that are not in \p Domain.
OverlappedKernel restricted(const OverlappedKernel &New, unsigned Stmt,
                            const isl::set &Domain) {
  OverlappedKernel Less = New;
  Statement &S = Less.K.Statements[Stmt];
  S.Domain = S.Domain.intersect(Domain);
  S.Schedule = S.Schedule.intersect_domain(S.Domain);
  for (Access &A : S.Accesses)
    A.Relation = A.Relation.intersect_domain(S.Domain);
  return Less;
}

TEST_F(OverlapTest, FindsWhatIsMissing) {
  Kernel K = blur(Columns);
  Dataflow Flow = flows(K);
  auto New = overlap(K);
  ASSERT_TRUE(New.has_value()) << WhyNot;
  EXPECT_TRUE(computesTheSame(K, Flow, *New));
  for (auto [Stmt, Domain] :
       {std::pair(0, "{ R[t, u, i, j] : i <= 4t + 3 }"),
        std::pair(0, "{ R[t, u, i, j] : t > 0 or u > 0 }"),
        std::pair(1, "{ C[t, u, i, j] : t > 0 or u > 0 }")}) {
    OverlappedKernel Less = restricted(*New, Stmt, set(Domain));
    Less.Flow = flows(Less.K);
    EXPECT_FALSE(computesTheSame(K, Flow, Less)) << Domain;
  }
}

TEST_F(OverlapTest, RepeatsEffectsAndLeavesNoneOut) {
  Kernel K = blur(Columns);
  K.Statements[0].OnlyWrites = false;
  EXPECT_FALSE(overlap(K).has_value());
  K.Statements[0].Effects = EffectOrder::Kept;
  EXPECT_FALSE(overlap(K).has_value());
  K.Statements[0].Effects = EffectOrder::Any;
  auto New = overlap(K);
  ASSERT_TRUE(New.has_value()) << WhyNot;
  EXPECT_EQ(mistakes(*New), "");
  // Nobody needs the last row.
  Kernel Dead = blur("{ C[i, j] -> T[k, j] : i - 1 <= k <= i }");
  EXPECT_TRUE(overlap(Dead).has_value());
  Dead.Statements[0].OnlyWrites = false;
  Dead.Statements[0].Effects = EffectOrder::Any;
  EXPECT_FALSE(overlap(Dead).has_value());
}

TEST_F(OverlapTest, KeepsWhatOtherTilesRead) {
  // The row above is that of the tile above: the results are right, but the
  // array is not local.
  Kernel K = blur(Columns);
  auto New = overlap(K);
  ASSERT_TRUE(New.has_value()) << WhyNot;
  OverlappedKernel Less =
      restricted(*New, 0, set("{ R[t, u, i, j] : i >= 4t }"));
  Less.Flow = flows(Less.K);
  EXPECT_TRUE(computesTheSame(K, flows(K), Less));
  EXPECT_EQ(mistakes(Less), NothingLocal);
}

TEST_F(OverlapTest, LooksIntoTheBodiesOfLoops) {
  auto New = overlap(pictures("I[f, i, 0]", "i - 1 <= k <= i + 1"));
  ASSERT_TRUE(New.has_value()) << WhyNot;
  ASSERT_EQ(New->Groups.size(), 1u);
  EXPECT_EQ(New->Groups[0].OuterLoops, 1u);
  EXPECT_EQ(mistakes(*New, 11), "");
  auto Plan = planTileBuffers(*New, {});
  ASSERT_TRUE(bool(Plan));
  ASSERT_EQ(Plan->Arrays.size(), 1u);
  EXPECT_EQ(cellsAsString(Plan->Arrays[0]), "6 * 8");
}

TEST_F(OverlapTest, KeepsWhatTheNextIterationReads) {
  // In the same tile, but others are in between.
  auto New = overlap(pictures("T[i, j]", "k = i"));
  ASSERT_TRUE(New.has_value()) << WhyNot;
  EXPECT_EQ(mistakes(*New), NothingLocal);
  // Elsewhere what is computed again would find itself.
  EXPECT_FALSE(overlap(pictures("T[i, j]", "i - 1 <= k <= i + 1")).has_value());
}

TEST_F(OverlapTest, LeavesOutWhatDoesNotWork) {
  // Two filters, of which the second one is in place.
  Kernel K = blur(Columns), InPlace = blur(Columns, "I");
  for (Statement &S : InPlace.Statements) {
    isl::id Id = isl::id::alloc(K.ctx(), S.Name + "2", nullptr);
    isl::id Other = isl::id::alloc(K.ctx(), "U", nullptr);
    S.Name += "2";
    S.Domain = S.Domain.set_tuple_id(Id);
    S.Schedule = S.Schedule.set_tuple_id(isl::dim::in, Id);
    isl::map Later = isl::map(ctx(), "{ [n, i, j] -> [2 + n, i, j] }");
    S.Schedule = S.Schedule.apply_range(Later);
    for (Access &A : S.Accesses) {
      A.Relation = A.Relation.set_tuple_id(isl::dim::in, Id);
      if (A.Array != 1)
        continue;
      A.Array = 3;
      A.Relation = A.Relation.set_tuple_id(isl::dim::out, Other);
    }
    K.Statements.push_back(S);
  }
  Array U = K.Arrays[1];
  U.Name = "U";
  isl::id Other = isl::id::alloc(K.ctx(), "U", nullptr);
  for (isl::set *Set : {&U.Extent, &U.LiveIn, &U.LiveOut})
    *Set = Set->set_tuple_id(Other);
  K.Arrays.push_back(U);
  auto New = overlap(K);
  ASSERT_TRUE(New.has_value()) << WhyNot;
  EXPECT_EQ(New->Groups.size(), 1u);
  EXPECT_EQ(New->TileDims, (std::vector<unsigned>{2, 2, 0, 0}));
  EXPECT_EQ(mistakes(*New), "");
}

TEST_F(OverlapTest, EndsWhereverTheLimitStrikes) {
  Kernel K = blur(Columns);
  bool Ended = false;
  for (unsigned long Limit = 1; !Ended; Limit += 1 + Limit / 20) {
    auto New = overlap(K, 2, Limit);
    Ended = New.has_value();
    ASSERT_LT(Limit, Enough);
  }
}

} // namespace
