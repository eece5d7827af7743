//===- VolumesTest.cpp - Operations, regions and tiles --------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The operations of appendix A.2 of "Modelling linear algebra kernels as
/// polyhedral volume operations" as statements, its running example, and
/// slices.
///
//===----------------------------------------------------------------------===//

#include "VolumeKernels.h"
#include "smolly/Volume/Tiles.h"

using namespace smolly;
using namespace smolly::test;
using namespace smolly::volume;

namespace {

class VolumesTest : public VolumeKernelTest {
protected:
  ElementMap mapOf(const Kernel &K) {
    auto M = findElementMap(K, flows(K), 10'000'000);
    if (M)
      return std::move(*M);
    ADD_FAILURE() << llvm::toString(M.takeError());
    return {};
  }

  /// The element map of \p K is exact, and as in the text.
  void expect(const Kernel &K, const std::string &Text) {
    ElementMap M = mapOf(K);
    EXPECT_TRUE(M.IsExact);
    EXPECT_TRUE(M.Map.is_equal(isl::union_map(ctx(), Text)).is_true())
        << isl_union_map_to_str(M.Map.get());
  }

  OutputRegions regionsOf(const Kernel &K, const ElementMap &M,
                          const char *Array) {
    auto O = findRegions(K, flows(K), M, *K.findArray(Array), 10'000'000);
    if (O)
      return std::move(*O);
    ADD_FAILURE() << llvm::toString(O.takeError());
    return {};
  }

  std::string texts(const std::vector<isl::pw_aff> &Numbers,
                    const isl::set &Context) {
    std::string Text;
    for (const isl::pw_aff &Number : Numbers)
      Text += (Text.empty() ? "" : ", ") + expressionText(Number, Context);
    return Text;
  }
};

TEST_F(VolumesTest, ExtractsAndInsertsViews) {
  // Every second element, in reverse.
  expect(kernel({{"A", "A[i] : 0 <= i < 20", true},
                 {"R", "R[i] : 0 <= i < 10", false, true}},
                {{"E", "E[i] : 0 <= i < 10", {"A[18 - 2i]"}, "R[i]"}}),
         "{ R[i] -> A[18 - 2i] : 0 <= i < 10 }");
  expect(kernel({{"V", "V[i] : 0 <= i < 5", true},
                 {"R", "R[i] : 0 <= i < 20", true, true}},
                {{"I", "I[i] : 0 <= i < 5", {"V[i]"}, "R[3i + 1]"}}),
         "{ R[r] -> V[i] : r = 3i + 1 and 0 <= i < 5; "
         "R[r] -> R[r] : 0 <= r < 20 and (r > 13 or r mod 3 != 1) }");
}

TEST_F(VolumesTest, ReducesInOneStepAndInALoop) {
  const char *Sum = "{ R[i] -> A[i, k] : 0 <= i < 5 and 0 <= k < 7 }";
  std::vector<Volume> Volumes = {
      {"A", "A[i, k] : 0 <= i < 5 and 0 <= k < 7", true},
      {"R", "R[i] : 0 <= i < 5", false, true}};
  expect(kernel(Volumes,
                {{"S", "S[i] : 0 <= i < 5", {"A[i, k] : 0 <= k < 7"}, "R[i]"}}),
         Sum);
  expect(
      kernel(Volumes, {{"First", "First[i] : 0 <= i < 5", {"A[i, 0]"}, "R[i]"},
                       {"Add",
                        "Add[i, k] : 0 <= i < 5 and 1 <= k < 7",
                        {"A[i, k]", "R[i]"},
                        "R[i]"}}),
      Sum);
}

TEST_F(VolumesTest, TakesDiagonalsAndProducts) {
  expect(kernel({{"A", "A[i, j, k] : 0 <= i, j, k < 4", true},
                 {"R", "R[i, k] : 0 <= i, k < 4", false, true}},
                {{"D", "D[i, k] : 0 <= i, k < 4", {"A[i, i, k]"}, "R[i, k]"}}),
         "{ R[i, k] -> A[i, i, k] : 0 <= i, k < 4 }");
  // A contraction is a reduction over a diagonal of an outer product.
  expect(kernel({{"A", "A[i, j] : 0 <= i < 3 and 0 <= j < 4", true},
                 {"B", "B[i, j] : 0 <= i < 4 and 0 <= j < 5", true},
                 {"P", "P[i, j, k, l] : 0 <= i < 3 and 0 <= j, k < 4 and "
                       "0 <= l < 5"},
                 {"D", "D[i, j, k] : 0 <= i < 3 and 0 <= j < 4 and 0 <= k < 5"},
                 {"R", "R[i, j] : 0 <= i < 3 and 0 <= j < 5", false, true}},
                {{"O",
                  "O[i, j, k, l] : 0 <= i < 3 and 0 <= j, k < 4 and 0 <= l < 5",
                  {"A[i, j]", "B[k, l]"},
                  "P[i, j, k, l]"},
                 {"G",
                  "G[i, j, l] : 0 <= i < 3 and 0 <= j < 4 and 0 <= l < 5",
                  {"P[i, j, j, l]"},
                  "D[i, j, l]"},
                 {"S",
                  "S[i, l] : 0 <= i < 3 and 0 <= l < 5",
                  {"D[i, j, l] : 0 <= j < 4"},
                  "R[i, l]"}}),
         "{ R[i, l] -> A[i, j] : 0 <= i < 3 and 0 <= j < 4 and 0 <= l < 5; "
         "R[i, l] -> B[j, l] : 0 <= i < 3 and 0 <= j < 4 and 0 <= l < 5 }");
}

TEST_F(VolumesTest, PadsPeriodically) {
  expect(kernel({{"F", "F[i, j] : 0 <= i < 6 and 0 <= j < 9", true},
                 {"R", "R[i, j] : 0 <= i < 8 and 0 <= j < 11", false, true}},
                {{"I",
                  "I[i, j] : 1 <= i < 7 and 1 <= j < 10",
                  {"F[i - 1, j - 1]"},
                  "R[i, j]"},
                 {"B",
                  "B[i, j] : 0 <= i < 8 and 0 <= j < 11 and "
                  "(i < 1 or i >= 7 or j < 1 or j >= 10)",
                  {"F[(i - 1) mod 6, (j - 1) mod 9]"},
                  "R[i, j]"}}),
         "{ R[i, j] -> F[(i - 1) mod 6, (j - 1) mod 9] : 0 <= i < 8 and "
         "0 <= j < 11 }");
}

TEST_F(VolumesTest, ConvolvesWithStrideAndDilation) {
  expect(kernel({{"I", "I[i] : 0 <= i < 100", true},
                 {"W", "W[w] : 0 <= w < 3", true},
                 {"R", "R[r] : 0 <= r < 40", false, true}},
                {{"C",
                  "C[r] : 0 <= r < 40",
                  {"I[i] : exists w : 0 <= w < 3 and i = 2r + 5w",
                   "W[w] : 0 <= w < 3"},
                  "R[r]"}}),
         "{ R[r] -> I[i] : 0 <= r < 40 and exists w : 0 <= w < 3 and "
         "i = 2r + 5w; R[r] -> W[w] : 0 <= r < 40 and 0 <= w < 3 }");
}

TEST_F(VolumesTest, ComposesLeniently) {
  isl::union_map A(ctx(), "{ X[i] -> Y[i]; X[i] -> Z[i] }");
  isl::union_map B(ctx(), "{ Y[i] -> U[i + 1] : i >= 0 }");
  EXPECT_TRUE(lenientComposition(A, B)
                  .is_equal(isl::union_map(
                      ctx(), "{ X[i] -> U[i + 1] : i >= 0; "
                             "X[i] -> Y[i] : i < 0; X[i] -> Z[i] }"))
                  .is_true());
}

TEST_F(VolumesTest, SimplifiesToInstancesThatThereAre) {
  // Of the pairs of an output and a copy that it needs there are more polyhedra
  // than are kept; their hull has places where there is no copy.
  std::string Sources, Domain;
  for (int Square : {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100})
    Domain += (Domain.empty() ? "i = " : " or i = ") + std::to_string(Square);
  Domain = "Copy[i] : " + Domain;
  for (int Shift : {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100})
    Sources +=
        (Sources.empty() ? "i = r + " : " or i = r + ") + std::to_string(Shift);
  Sources = "T[i] : " + Sources;
  Kernel K = kernel(
      {{"A", "A[i] : 0 <= i <= 100", true},
       {"T", "T[i] : 0 <= i <= 300", true},
       {"R", "R[r] : -100 <= r <= 100", false, true}},
      {{"Copy", Domain.c_str(), {"A[i]"}, "T[i]"},
       {"Read", "Read[r] : -100 <= r <= 100", {Sources.c_str()}, "R[r]"}});
  ElementMap M = mapOf(K);
  EXPECT_FALSE(M.IsExact);
  M.Map.foreach_map([](isl::map Part) {
    EXPECT_STRNE(isl_map_get_tuple_name(Part.get(), isl_dim_out), "Copy");
    return isl::stat::ok();
  });
}

TEST_F(VolumesTest, FindsWhatThePaperFinds) {
  Kernel K = load("volumes/padded-convolution");
  ElementMap M = mapOf(K);
  EXPECT_TRUE(M.IsExact);
  const std::string Domain = "n = 0 and 0 <= f < 8 and 0 <= h, w < 256";
  isl::map ToInput =
      map("{ act0[n, f, h, w] -> ifm[n, c, y, x] : 0 <= c < 3 and "
          "y >= 2h - 1 and 0 <= y <= 511 and y <= 3 + 2h and x >= 2w - 1 and "
          "0 <= x <= 511 and x <= 3 + 2w and " +
          Domain + " }");
  EXPECT_TRUE(
      M.Map.extract_map(ToInput.get_space()).is_equal(ToInput).is_true());

  OutputRegions O = regionsOf(K, M, "act0");
  ASSERT_EQ(O.Marks.size(), 2u);
  EXPECT_TRUE(O.Marks[0]
                  .Set
                  .is_equal(set("{ act0[n, f, h, w] : (h >= 255 or w >= 255 or "
                                "h <= 0 or w <= 0) and " +
                                Domain + " }"))
                  .is_true());
  EXPECT_TRUE(O.Everywhere[1]);
  EXPECT_TRUE(O.dense()
                  .is_equal(set("{ act0[n, f, h, w] : 0 < h <= 254 and "
                                "0 < w <= 254 and " +
                                Domain + " }"))
                  .is_true());
  std::vector<unsigned> Counts(3);
  for (const Region &R : O.Regions) {
    ASSERT_LT(R.Sides, 3u);
    ++Counts[R.Sides];
    EXPECT_TRUE(R.Box);
  }
  EXPECT_EQ(Counts, std::vector<unsigned>({1, 4, 4}));

  auto T = findTiles(K, M, O, {16, 16}, 10'000'000);
  ASSERT_TRUE(bool(T)) << llvm::toString(T.takeError());
  EXPECT_TRUE(
      T->Full.is_equal(set("[QH, QW] -> { : 0 < QH < 15 and 0 < QW < 15 }"))
          .is_true());
  isl::map Tiled =
      map("[QH, QW] -> { act0_tiled[n, f, qh = QH, mh, qw = QW, mw] -> "
          "ifm[n, c, y, x] : 0 <= mh <= 15 and 0 <= mw <= 15 and "
          "y >= 32QH + 2mh - 1 and 0 <= y <= 511 and y <= 3 + 32QH + 2mh and "
          "x >= 32QW + 2mw - 1 and 0 <= x <= 511 and x <= 3 + 32QW + 2mw and "
          "0 < QH < 15 and 0 < QW < 15 and n = 0 and 0 <= f < 8 and "
          "0 <= c < 3 }");
  EXPECT_TRUE(T->Map.extract_map(Tiled.get_space()).is_equal(Tiled).is_true());
  for (const OutputTiles::Operand &In : T->Operands) {
    if (In.Volume != "ifm")
      continue;
    ASSERT_TRUE(In.Exact);
    EXPECT_EQ(texts(In.Exact->Offset, T->Full), "0, 0, -1 + 32QH, -1 + 32QW");
    EXPECT_EQ(texts(In.Exact->Size, T->Full), "1, 3, 35, 35");
    EXPECT_TRUE(In.Exact->isBox());
  }
}

TEST_F(VolumesTest, LeavesIncompleteTilesOut) {
  Kernel K = parse(R"({ "context": "[N] -> { : N >= 1 }",
    "arrays": [ { "name": "A", "extent": "[N] -> { A[i] : 0 <= i < N }",
      "live_out": "[N] -> { A[i] : 0 <= i < N }" } ],
    "statements": [ { "name": "S", "domain": "[N] -> { S[i] : 0 <= i < N }",
      "schedule": "{ S[i] -> [i] }",
      "accesses": [ { "kind": "write", "relation": "{ S[i] -> A[i] }" } ] } ]
    })");
  ElementMap M = mapOf(K);
  auto T = findTiles(K, M, regionsOf(K, M, "A"), {8}, 10'000'000);
  ASSERT_TRUE(bool(T)) << llvm::toString(T.takeError());
  EXPECT_TRUE(T->Full.is_equal(set("[N, QI] -> { : QI >= 0 and 8QI + 8 <= N }"))
                  .is_true());
  EXPECT_TRUE(T->All.is_equal(set("[N, QI] -> { : QI >= 0 and 8QI + 1 <= N }"))
                  .is_true());
}

TEST_F(VolumesTest, MatchesSlices) {
  isl::set Strided = set("[Q] -> { A[i, j] : i = Q and (j - Q) mod 3 = 0 and "
                         "Q <= j <= Q + 12 }");
  auto S = matchSlice(Strided);
  ASSERT_TRUE(S);
  EXPECT_EQ(texts(S->Offset, Strided.params()), "Q, Q");
  EXPECT_EQ(texts(S->Size, Strided.params()), "1, 5");
  EXPECT_EQ(S->Stride, std::vector<long>({1, 3}));
  EXPECT_FALSE(S->isBox());
  isl::set Triangle = set("{ A[i, j] : 0 <= i <= j < 5 }");
  EXPECT_FALSE(matchSlice(Triangle));
  auto Hull = hullOf(Triangle);
  ASSERT_TRUE(Hull);
  EXPECT_EQ(texts(Hull->Size, Triangle.params()), "5, 5");
  EXPECT_FALSE(hullOf(set("{ A[i] : i >= 0 }")));
}

TEST_F(VolumesTest, TellsUsesOfAConstantApart) {
  // Z is added to B[0] only, and to everything.
  Kernel K = parse(R"({
    "arrays": [ { "name": "Z", "extent": "{ Z[] }", "live_in": "{ Z[] }",
                  "initially": "0" },
      { "name": "A", "extent": "{ A[i] : 0 <= i < 9 }",
        "live_in": "{ A[i] : 0 <= i < 9 }" },
      { "name": "B", "extent": "{ B[i] : 0 <= i < 9 }" },
      { "name": "C", "extent": "{ C[i] : 0 <= i < 9 }",
        "live_out": "{ C[i] : 0 <= i < 9 }" } ],
    "statements": [
      { "name": "First", "domain": "{ First[] }", "copies": true,
        "schedule": "{ First[] -> [0, 0] }", "accesses": [
        { "kind": "read", "relation": "{ First[] -> Z[] }" },
        { "kind": "write", "relation": "{ First[] -> B[0] }" } ] },
      { "name": "Rest", "domain": "{ Rest[i] : 1 <= i < 9 }", "copies": true,
        "schedule": "{ Rest[i] -> [1, i] }", "accesses": [
        { "kind": "read", "relation": "{ Rest[i] -> A[i] }" },
        { "kind": "write", "relation": "{ Rest[i] -> B[i] }" } ] },
      { "name": "Add", "domain": "{ Add[i] : 0 <= i < 9 }",
        "schedule": "{ Add[i] -> [2, i] }", "accesses": [
        { "kind": "read", "relation": "{ Add[i] -> B[i] }" },
        { "kind": "read", "relation": "{ Add[i] -> Z[] }" },
        { "kind": "write", "relation": "{ Add[i] -> C[i] }" } ] } ] })");
  ElementMap M = mapOf(K);
  OutputRegions O = regionsOf(K, M, "C");
  ASSERT_EQ(O.Marks.size(), 3u);
  EXPECT_TRUE(O.Marks[0].Set.is_equal(set("{ C[0] }")).is_true());
  EXPECT_TRUE(O.Everywhere[1]);
  EXPECT_EQ(O.Marks[2].Kind, MarkKind::UsesOnly);
  EXPECT_TRUE(O.Marks[2].Set.is_equal(set("{ C[0] }")).is_true());
  EXPECT_TRUE(O.dense().is_equal(set("{ C[i] : 1 <= i < 9 }")).is_true());
}

TEST_F(VolumesTest, DividesUnionsOfBoxes) {
  // A frame of four boxes around a hole of zeros.
  const char *Hole = "3 <= i < 6 and 2 <= j < 7", *Frame = "0 <= i, j < 10";
  Kernel K = parse(std::string(R"({
    "arrays": [ { "name": "A", "extent": "{ A[i, j] : )") +
                   Frame + R"( }",
        "live_in": "{ A[i, j] : )" +
                   Frame + R"( }" },
      { "name": "B", "extent": "{ B[i, j] : )" +
                   Frame + R"( }",
        "live_out": "{ B[i, j] : )" +
                   Frame + R"( }" } ],
    "facts": [ { "name": "zero", "set": "{ A[i, j] : )" +
                   Hole + R"( }" } ],
    "statements": [
      { "name": "S", "domain": "{ S[i, j] : )" +
                   Frame + R"( }",
        "schedule": "{ S[i, j] -> [i, j] }", "accesses": [
        { "kind": "read", "relation": "{ S[i, j] -> A[i, j] }" },
        { "kind": "write", "relation": "{ S[i, j] -> B[i, j] }" } ] } ] })");
  OutputRegions O = regionsOf(K, mapOf(K), "B");
  isl::set All = isl::set::empty(O.Domain.space());
  unsigned Dense = 0;
  for (const Region &R : O.Regions) {
    EXPECT_TRUE(R.Box) << isl_set_to_str(R.Set.get());
    EXPECT_TRUE(R.Set.is_disjoint(All).is_true());
    EXPECT_EQ(R.Marks.empty(), R.Sides == 0);
    All = All.unite(R.Set);
    Dense += R.Marks.empty();
  }
  EXPECT_EQ(O.Regions.size(), 5u);
  EXPECT_EQ(Dense, 4u);
  EXPECT_TRUE(All.is_equal(O.Domain).is_true());
}

} // namespace
