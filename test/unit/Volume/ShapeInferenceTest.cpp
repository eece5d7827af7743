//===- ShapeInferenceTest.cpp - Shapes of the paper's operations ----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The index domains of results of the operations in appendix A of "Modelling
/// linear algebra kernels as polyhedral volume operations", from those of
/// operands of any size.
///
//===----------------------------------------------------------------------===//

#include "smolly/Volume/ShapeInference.h"
#include "VolumeKernels.h"
#include "smolly/Volume/ElementMap.h"
#include "smolly/Volume/Slice.h"

using namespace smolly;
using namespace smolly::test;
using namespace smolly::volume;

namespace {

class ShapeInferenceTest : public VolumeKernelTest {
protected:
  Shapes shapesOf(const Kernel &K, Window Rule = Window::Valid) {
    auto S = inferShapes(K, flows(K), Rule, 10'000'000);
    if (S)
      return std::move(*S);
    ADD_FAILURE() << llvm::toString(S.takeError());
    return {};
  }

  /// The shape of \p Array, of which all is known.
  isl::set shapeOf(const Kernel &K, const std::string &Array,
                   Window Rule = Window::Valid) {
    Shapes S = shapesOf(K, Rule);
    EXPECT_TRUE(S.IsExact);
    return S.ofArray(*K.findArray(Array));
  }

  /// \p Set is that in the text.
  void expect(const isl::set &Set, const std::string &Text) {
    EXPECT_TRUE(Set.is_equal(set(Parameters + "{ " + Text + " }")).is_true())
        << isl_set_to_str(Set.get());
  }

  /// A kernel of one operation, whose result R has no bounds.
  Kernel operation(std::vector<Volume> Operands, const char *Result,
                   const Operation &O) {
    Operands.push_back({"R", Result, false, true});
    return kernel(Operands, {O}, Domains::Any);
  }
};

TEST_F(ShapeInferenceTest, ProductsOfTrianglesAreDiamonds) {
  // The example of appendix A.1, for upper triangular matrices of M rows and N
  // columns; V is mirrored.
  Parameters = "[M, N] -> ";
  Kernel K =
      operation({{"U", "U[i, j] : 0 <= i < M and i <= j < N", true},
                 {"V", "V[i, j] : 0 <= i < M and 0 <= j < N - i", true}},
                "R[i, j]", {"S", "S[i, j]", {"U[i, j]", "V[i, j]"}, "R[i, j]"});
  const char *Shape = "R[i, j] : 0 <= i < M and i <= j < N - i";
  expect(shapeOf(K, "R"), Shape);
  expect(shapeOf(K, "R", Window::Full), Shape);
  // No box, but there is one around it.
  isl::set R = shapeOf(K, "R").intersect_params(
      set("[M, N] -> { : N >= 1 and 2M >= N + 2 }"));
  EXPECT_FALSE(matchSlice(R));
  auto Hull = hullOf(R);
  ASSERT_TRUE(Hull);
  EXPECT_EQ(expressionText(Hull->Size[0], R.params()), "floor((1 + N)/2)");
  EXPECT_EQ(expressionText(Hull->Size[1], R.params()), "N");
}

TEST_F(ShapeInferenceTest, ExtractsAndInsertsViews) {
  Parameters = "[N, K] -> ";
  // Every second element from 18 on, backwards.
  expect(shapeOf(operation({{"A", "A[i] : 0 <= i < N", true}}, "R[i]",
                           {"E", "E[i]", {"A[18 - 2i]"}, "R[i]"}),
                 "R"),
         "R[i] : 0 <= 18 - 2i < N");
  // Into every third element, of what it has been inserted into.
  Kernel Insertion =
      kernel({{"V", "V[i] : 0 <= i < K", true},
              {"R", "R[i] : 0 <= i < N", true, true}},
             {{"I", "I[i]", {"V[i]"}, "R[3i + 1]"}}, Domains::Any);
  expect(shapeOf(Insertion, "R"),
         "R[r] : 0 <= r < N and (r mod 3 != 1 or 1 <= r < 3K + 1)");
}

TEST_F(ShapeInferenceTest, ReducesWhatThereIs) {
  Parameters = "[N, M] -> ";
  Operation Sum = {"S", "S[i]", {"A[i, k]"}, "R[i]"};
  expect(shapeOf(operation({{"A", "A[i, k] : 0 <= i < N and 0 <= k < M", true}},
                           "R[i]", Sum),
                 "R"),
         "R[i] : 0 <= i < N and M >= 1");
  expect(shapeOf(operation({{"A", "A[i, k] : 0 <= i and i <= k < M", true}},
                           "R[i]", Sum),
                 "R"),
         "R[i] : 0 <= i < M");
  // With bounds all of it has to be there.
  Operation Part = {"S", "S[i]", {"A[i, k] : 0 <= k < 3"}, "R[i]"};
  Kernel Partly = operation(
      {{"A", "A[i, k] : 0 <= i < N and 0 <= k < M", true}}, "R[i]", Part);
  expect(shapeOf(Partly, "R"), "R[i] : 0 <= i < N and M >= 3");
  expect(shapeOf(Partly, "R", Window::Full), "R[i] : 0 <= i < N and M >= 1");
}

TEST_F(ShapeInferenceTest, AddsUpInLoops) {
  Parameters = "[N, M, L] -> ";
  std::vector<Volume> Volumes = {
      {"A", "A[i, k] : 0 <= i < N and 0 <= k < M", true},
      {"R", "R[i]", false, true}};
  Kernel K =
      kernel(Volumes,
             {{"First", "First[i]", {"A[i, 0]"}, "R[i]"},
              {"Add", "Add[i, k] : 1 <= k < L", {"A[i, k]", "R[i]"}, "R[i]"}},
             Domains::Any);
  for (Window Rule : {Window::Valid, Window::Full}) {
    Shapes S = shapesOf(K, Rule);
    EXPECT_TRUE(S.IsExact);
    expect(*S.LiveOut[1], "R[i] : 0 <= i < N and 1 <= M and L <= M");
    // Some partial sums always are.
    expect(S.Elements[1], "R[i] : 0 <= i < N and 1 <= M");
  }
}

TEST_F(ShapeInferenceTest, TakesDiagonalsAndProducts) {
  Parameters = "[N, M, L, K] -> ";
  expect(
      shapeOf(operation({{"A",
                          "A[i, j, k] : 0 <= i < N and 0 <= j < M and "
                          "0 <= k < L",
                          true}},
                        "R[i, k]", {"D", "D[i, k]", {"A[i, i, k]"}, "R[i, k]"}),
              "R"),
      "R[i, k] : 0 <= i < N and i < M and 0 <= k < L");
  // The inner product: an outer one, its diagonal, and the sum of it.
  Kernel Product =
      kernel({{"A", "A[i, j] : 0 <= i < N and 0 <= j < M", true},
              {"B", "B[i, j] : 0 <= i < L and 0 <= j < K", true},
              {"P", "P[i, j, k, l]"},
              {"D", "D[i, j, k]"},
              {"R", "R[i, j]", false, true}},
             {{"O", "O[i, j, k, l]", {"A[i, j]", "B[k, l]"}, "P[i, j, k, l]"},
              {"G", "G[i, j, l]", {"P[i, j, j, l]"}, "D[i, j, l]"},
              {"S", "S[i, l]", {"D[i, j, l]"}, "R[i, l]"}},
             Domains::Any);
  Shapes S = shapesOf(Product);
  expect(S.Elements[2], "P[i, j, k, l] : 0 <= i < N and 0 <= j < M and "
                        "0 <= k < L and 0 <= l < K");
  expect(S.Elements[3],
         "D[i, j, l] : 0 <= i < N and 0 <= j < M and j < L and 0 <= l < K");
  expect(*S.LiveOut[4],
         "R[i, l] : 0 <= i < N and 0 <= l < K and M >= 1 and L >= 1");
}

TEST_F(ShapeInferenceTest, Pads) {
  // By two in front and one behind, from a volume that is repeated.
  Parameters = "[N] -> ";
  Kernel K = kernel({{"A", "A[i] : 0 <= i < N", true},
                     {"B", "B[i] : 0 <= i < 4", true},
                     {"R", "R[i]", false, true}},
                    {{"I", "I[i] : 2 <= i < N + 2", {"A[i - 2]"}, "R[i]"},
                     {"O",
                      "O[i] : 0 <= i < N + 3 and (i < 2 or i >= N + 2)",
                      {"B[i mod 4]"},
                      "R[i]"}},
                    Domains::Any);
  expect(shapeOf(K, "R"), "R[i] : 0 <= i < N + 3");
}

TEST_F(ShapeInferenceTest, ConvolvesWithStrideAndDilation) {
  Parameters = "[N, K] -> ";
  Kernel K = operation(
      {{"I", "I[i] : 0 <= i < N", true}, {"W", "W[w] : 0 <= w < 3", true}},
      "R[r]",
      {"C",
       "C[r]",
       {"I[i] : exists w : 0 <= w < 3 and i = 2r + 5w", "W[w]"},
       "R[r]"});
  expect(shapeOf(K, "R"), "R[r] : 0 <= 2r and 2r + 10 < N");
  expect(shapeOf(K, "R", Window::Full),
         "R[r] : exists w : 0 <= w < 3 and 0 <= 2r + 5w < N");
}

TEST_F(ShapeInferenceTest, FollowsThePaperForAnySize) {
  Kernel K = load("volumes/convolution-shapes", Domains::Any);
  Shapes S = shapesOf(K);
  EXPECT_TRUE(S.IsExact);
  auto Sizes = [&](const char *Array) {
    auto Box = matchSlice(S.ofArray(*K.findArray(Array)));
    std::string Text;
    for (unsigned D = 0; Box && D < Box->Size.size(); ++D)
      Text += (D ? ", " : "") + expressionText(Box->Size[D], K.Context);
    return Text;
  };
  EXPECT_EQ(Sizes("pad0"), "1, 3, 3 + H, 3 + W");
  EXPECT_EQ(Sizes("conv0"), "1, 8, floor((H)/2), floor((W)/2)");
  EXPECT_EQ(Sizes("act0"), "1, 8, floor((H)/2), floor((W)/2)");

  // The paper's sizes, and its element map: as with all bounds written down.
  auto Restricted = withShapes(K, S, 10'000'000);
  ASSERT_TRUE(bool(Restricted)) << llvm::toString(Restricted.takeError());
  Kernel Written = load("volumes/padded-convolution");
  auto M = findElementMap(*Restricted, flows(*Restricted), 10'000'000);
  auto Wanted = findElementMap(Written, flows(Written), 10'000'000);
  ASSERT_TRUE(M && Wanted);
  isl::set At = set("[H, W] -> { : H = 512 and W = 512 }");
  EXPECT_TRUE(M->Map.intersect_params(At)
                  .is_equal(Wanted->Map.intersect_params(At))
                  .is_true());
}

TEST_F(ShapeInferenceTest, StencilsLoseTheirBorders) {
  // Each step loses one element on both sides.
  Parameters = "[N, T] -> ";
  Kernel K = kernel({{"A", "A[t, i] : 0 <= t <= T and (t > 0 or 0 <= i < N)"},
                     {"In", "In[i] : 0 <= i < N", true},
                     {"R", "R[i]", false, true}},
                    {{"First", "First[i]", {"In[i]"}, "A[0, i]"},
                     {"Step",
                      "Step[t, i] : 1 <= t <= T",
                      {"A[t - 1, j] : i - 1 <= j <= i + 1"},
                      "A[t, i]"},
                     {"Last", "Last[i] : T >= 0", {"A[T, i]"}, "R[i]"}},
                    Domains::Any);
  expect(shapeOf(K, "R"), "R[i] : T >= 0 and T <= i < N - T");
}

TEST_F(ShapeInferenceTest, ReadsWhatIsKnownBefore) {
  // Nobody writes B, which is known to be zero where it is.
  Kernel K = parse(R"({ "arrays": [
      { "name": "B", "extent": "{ B[i] : 0 <= i < 9 }", "initially": "0" },
      { "name": "R", "extent": "{ R[i] }", "live_out": "{ R[i] }" } ],
    "statements": [ { "name": "S", "domain": "{ S[i] }",
      "schedule": "{ S[i] -> [i] }", "accesses": [
      { "kind": "read", "relation": "{ S[i] -> B[i + 1] }" },
      { "kind": "write", "relation": "{ S[i] -> R[i] }" } ] } ] })",
                   Domains::Any);
  expect(shapeOf(K, "R"), "R[i] : -1 <= i < 8");
}

TEST_F(ShapeInferenceTest, KnowsOutputsOfWhichThereIsNothing) {
  // Values are there in between, but not at the end.
  Kernel K =
      kernel({{"A", "A[i] : 0 <= i < 9", true}, {"R", "R[i]", false, true}},
             {{"First", "First[i]", {"A[i]"}, "R[i]"},
              {"Last", "Last[i]", {"A[i + 9]", "R[i]"}, "R[i]"}},
             Domains::Any);
  Shapes S = shapesOf(K);
  expect(S.ofArray(1), "R[i] : false");
  expect(S.Elements[1], "R[i] : 0 <= i < 9");
  EXPECT_FALSE(S.LiveOut[0]);
}

TEST_F(ShapeInferenceTest, CallsWhatHasNoBoundsByName) {
  Kernel K = kernel({{"R", "R[i]", false, true}},
                    {{"Fill", "Fill[i] : i >= 0", {}, "R[i]"}}, Domains::Any);
  Shapes S = shapesOf(K);
  expect(*S.LiveOut[0], "R[i] : i >= 0");
  auto Restricted = withShapes(K, S, 10'000'000);
  ASSERT_FALSE(bool(Restricted));
  EXPECT_NE(llvm::toString(Restricted.takeError()).find("'Fill'"),
            std::string::npos);
}

} // namespace
