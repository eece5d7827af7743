//===- DataflowTest.cpp - Value-based dataflow ----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;
using namespace smolly::test;

namespace {

class DataflowTest : public IslTest {
protected:
  /// Expects exactly one flow from \p Write to \p Read with \p Sources.
  void expectFlow(const Dataflow &D, AccessRef Read, AccessRef Write,
                  const std::string &Sources, bool May = false) const {
    unsigned Count = 0;
    for (const Flow &F : D.Flows) {
      if (!(F.Read == Read) || !(F.Write == Write) || F.May != May)
        continue;
      ++Count;
      EXPECT_TRUE(F.Sources.is_equal(map(Sources)).is_true())
          << isl_map_to_str(F.Sources.get());
    }
    EXPECT_EQ(Count, 1u) << Sources;
  }
};

TEST_F(DataflowTest, FindsTheLastWriteOfEachElement) {
  Kernel K = load("jacobi-1d-pingpong");
  Dataflow D = flows(K);
  ASSERT_EQ(D.Flows.size(), 2u);
  expectFlow(D, {0, 0}, {1, 1},
             "[T, N] -> { S0[t, i] -> S1[t - 1, i'] : T >= 2 and N >= 4 and "
             "1 <= t < T and 1 <= i < N - 1 and i - 1 <= i' <= i + 1 and "
             "1 <= i' < N - 1 }");
  ASSERT_EQ(D.LiveOuts.size(), 1u);
  EXPECT_TRUE(D.LiveOuts[0]
                  .Instances
                  .is_equal(set("[T, N] -> { S1[T - 1, i] : T >= 2 and N >= 4 "
                                "and 1 <= i < N - 1 }"))
                  .is_true());
  ASSERT_EQ(D.Uncovered.size(), 1u);
  EXPECT_TRUE(D.Uncovered[0].Read == (AccessRef{0, 0}));
}

/// No element is written twice; the reads of T look at both sides of where the
/// writes have got to.
const char *const WrittenOnce = R"({
  "arrays": [ { "name": "A", "extent": "{ A[i] : 0 <= i < 9 }",
                "live_out": "{ A[i] : 2 <= i < 9 }" } ],
  "statements": [
    { "name": "S", "domain": "{ S[i] : 0 <= i < 8 }",
      "schedule": "{ S[i] -> [i, 0] }",
      "accesses": [
        { "kind": "read", "relation": "{ S[i] -> A[i] }" },
        { "kind": "write", "relation": "{ S[i] -> A[i] }" } ] },
    { "name": "T", "domain": "{ T[i] : 0 <= i < 8 }",
      "schedule": "{ T[i] -> [i, 1] }",
      "accesses": [
        { "kind": "read",
          "relation": "{ T[i] -> A[j] : i - 1 <= j <= i + 1 and j >= 0 }" }
      ] } ] })";

TEST_F(DataflowTest, ReadsOfElementsWrittenOnceFindEarlierWrites) {
  Dataflow D = flows(parse(WrittenOnce));
  ASSERT_EQ(D.Flows.size(), 1u);
  expectFlow(D, {1, 0}, {0, 1},
             "{ T[i] -> S[j] : 0 <= i < 8 and i - 1 <= j <= i and j >= 0 }");
  ASSERT_EQ(D.Uncovered.size(), 2u);
  EXPECT_TRUE(D.Uncovered[0]
                  .Relation.is_equal(map("{ S[i] -> A[i] : 0 <= i < 8 }"))
                  .is_true());
  EXPECT_TRUE(D.Uncovered[1]
                  .Relation.is_equal(map("{ T[i] -> A[i + 1] : 0 <= i < 8 }"))
                  .is_true());
  ASSERT_EQ(D.LiveOuts.size(), 1u);
  EXPECT_TRUE(
      D.LiveOuts[0].Instances.is_equal(set("{ S[i] : 2 <= i < 8 }")).is_true());
}

const char *const TwoWrites = R"({
  "arrays": [ { "name": "A", "extent": "{ A[i] : 0 <= i < 9 }" } ],
  "statements": [
    { "name": "S", "domain": "{ S[i] : 0 <= i < 9 }",
      "schedule": "{ S[i] -> [0, i] }",
      "accesses": [
        { "kind": "read", "relation": "{ S[i] -> A[i] }" },
        { "kind": "write", "relation": "{ S[i] -> A[i] }" },
        { "kind": "write", "relation": "{ S[i] -> A[i] : i > 3 }" } ] },
    { "name": "T", "domain": "{ T[i] : 0 <= i < 9 }",
      "schedule": "{ T[i] -> [1, i] }",
      "accesses": [ { "kind": "read", "relation": "{ T[i] -> A[i] }" } ] } ] })";

TEST_F(DataflowTest, LastOfSeveralWritesOfAnInstanceWins) {
  Kernel K = parse(TwoWrites);
  Dataflow D = flows(K);
  expectFlow(D, {1, 0}, {0, 1}, "{ T[i] -> S[i] : 0 <= i <= 3 }");
  expectFlow(D, {1, 0}, {0, 2}, "{ T[i] -> S[i] : 3 < i < 9 }");
  ASSERT_EQ(D.Uncovered.size(), 1u);
  EXPECT_TRUE(D.Uncovered[0]
                  .Relation.is_equal(map("{ S[i] -> A[i] : 0 <= i < 9 }"))
                  .is_true());
}

TEST_F(DataflowTest, ReadsThatDoNotComeFirstMayFindOwnWrites) {
  Kernel K = parse(TwoWrites);
  K.Statements[0].ReadsFirst = false;
  Dataflow D = flows(K);
  expectFlow(D, {0, 0}, {0, 1}, "{ S[i] -> S[i] : 0 <= i < 9 }", true);
  expectFlow(D, {0, 0}, {0, 2}, "{ S[i] -> S[i] : 3 < i < 9 }", true);
  expectFlow(D, {1, 0}, {0, 1}, "{ T[i] -> S[i] : 0 <= i <= 3 }");
}

TEST_F(DataflowTest, MarksMayWrites) {
  Kernel K = parse(TwoWrites);
  K.Statements[0].Accesses[2].Kind = AccessKind::MayWrite;
  Dataflow D = flows(K);
  expectFlow(D, {1, 0}, {0, 2}, "{ T[i] -> S[i] : 3 < i < 9 }", true);
  expectFlow(D, {1, 0}, {0, 1}, "{ T[i] -> S[i] : 3 < i < 9 }", true);
  expectFlow(D, {1, 0}, {0, 1}, "{ T[i] -> S[i] : 0 <= i <= 3 }");
}

/// Arrays have nothing to do with each other: those that are known need not be
/// looked at again.
TEST_F(DataflowTest, ExtendsWhatIsKnown) {
  Kernel K = parse(R"({
    "arrays": [
      { "name": "A", "extent": "{ A[i] : 0 <= i < 9 }",
        "live_out": "{ A[i] : 0 <= i < 9 }" },
      { "name": "s", "extent": "{ s[] }", "live_out": "{ s[] }" } ],
    "statements": [
      { "name": "S", "domain": "{ S[i] : 0 <= i < 9 }",
        "schedule": "{ S[i] -> [0, i] }", "reads_first": false,
        "accesses": [
          { "kind": "read", "relation": "{ S[i] -> A[j] : i - 1 <= j <= i and j >= 0 }" },
          { "kind": "write", "relation": "{ S[i] -> A[i] }" },
          { "kind": "read", "relation": "{ S[i] -> s[] }" },
          { "kind": "write", "relation": "{ S[i] -> s[] }" } ] },
      { "name": "T", "domain": "{ T[i] : 0 <= i < 9 }",
        "schedule": "{ T[i] -> [1, i] }",
        "accesses": [
          { "kind": "read", "relation": "{ T[i] -> A[8 - i] }" },
          { "kind": "write", "relation": "{ T[i] -> A[i] }" },
          { "kind": "read", "relation": "{ T[i] -> s[] }" } ] } ] })");
  Kernel OnlyA = K;
  OnlyA.Arrays.pop_back();
  for (Statement &S : OnlyA.Statements)
    S.Accesses.resize(2);
  Dataflow All = flows(K), Known = flows(OnlyA);
  ASSERT_LT(Known.Flows.size(), All.Flows.size());
  llvm::Expected<Dataflow> Extended = extendDataflow(K, Known, 1);
  ASSERT_TRUE(!!Extended);
  ASSERT_EQ(Extended->Flows.size(), All.Flows.size());
  for (unsigned I = 0; I < All.Flows.size(); ++I) {
    const Flow &F = All.Flows[I], &G = Extended->Flows[I];
    EXPECT_TRUE(F.Read == G.Read && F.Write == G.Write && F.May == G.May);
    EXPECT_TRUE(F.Sources.is_equal(G.Sources).is_true());
  }
  ASSERT_EQ(Extended->LiveOuts.size(), All.LiveOuts.size());
  for (unsigned I = 0; I < All.LiveOuts.size(); ++I)
    EXPECT_TRUE(Extended->LiveOuts[I]
                    .Instances.is_equal(All.LiveOuts[I].Instances)
                    .is_true());
  EXPECT_EQ(Extended->Uncovered.size(), All.Uncovered.size());
}

TEST_F(DataflowTest, StopsAtItsBudget) {
  Kernel K = load("wave-history");
  auto D = computeDataflow(K, 1000);
  ASSERT_FALSE(static_cast<bool>(D));
  EXPECT_NE(llvm::toString(D.takeError()).find("isl operations"),
            std::string::npos);
  flows(K);
}

TEST_F(DataflowTest, StopsAtTooManyPolyhedra) {
  Kernel K = load("jacobi-1d-pingpong");
  Statement &S = K.Statements.front();
  // One iteration of the inner loop each.
  auto InPieces = [&](const isl::map &Map) {
    isl::map Result = isl::map::empty(Map.space());
    for (int I = 0; I < 80; ++I)
      Result = Result.unite(
          Map.intersect_domain(Map.domain().fix_si(isl::dim::set, 1, I + 1)));
    return Result;
  };
  S.Schedule = InPieces(S.Schedule);
  for (Access &A : S.Accesses)
    A.Relation = InPieces(A.Relation);
  auto D = computeDataflow(K);
  ASSERT_FALSE(static_cast<bool>(D));
  EXPECT_NE(llvm::toString(D.takeError()).find("polyhedra"), std::string::npos);
}

} // namespace
