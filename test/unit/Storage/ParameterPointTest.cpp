//===- ParameterPointTest.cpp - Sizes at assumed parameters ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Storage/ParameterPoint.h"
#include "TestSupport.h"
#include "smolly/Storage/StoragePlan.h"
#include <cmath>

using namespace smolly;
using namespace smolly::test;

namespace {

class ParameterPointTest : public IslTest {};

TEST_F(ParameterPointTest, TakesAssumedValuesWithinTheContext) {
  isl::set Context = set("[a, b, c, d] -> { : 1 <= a <= 64 and b >= 2000 and "
                         "c = a + 1 }");
  ParameterPoint Point(Context, {{"d", 7}});
  EXPECT_EQ(Point.values(), (std::vector<long>{64, 2000, 65, 7}));
}

TEST_F(ParameterPointTest, Evaluates) {
  ParameterPoint Point(set("[N] -> { : }"), {{"N", 5}});
  EXPECT_EQ(Point.evaluate(expr("[N] -> { [(2 * N - 1)] }")), 9);
  EXPECT_EQ(Point.evaluate(expr("[N] -> { [(N)] : N > 9 }")), 0);
}

TEST_F(ParameterPointTest, SuitsAllCases) {
  isl::set Context = set("[N, odd] -> { : N >= 0 and 0 <= odd <= 1 }");
  isl::pw_aff Size = expr("[N, odd] -> { [(N)] : odd = 0; [(2)] : odd = 1 }");
  isl::set Elements = set("[N, odd] -> { A[i] : 0 <= i < N and odd = 0 or "
                          "odd = 1 and i = -1 }");
  ParameterPoint All(Context, {{"N", 50}}, {"odd", "even"});
  EXPECT_EQ(All.evaluate(Size), 50);
  EXPECT_EQ(All.boxAround(Elements), 51);
  EXPECT_TRUE(
      All.fix(Elements).is_equal(set("{ A[i] : -1 <= i < 50 }")).is_true());
  for (const ParameterPoint &Other : All.variations())
    EXPECT_GT(Other.evaluate(Size), 50);
  ParameterPoint Given(Context, {{"N", 50}, {"odd", 1}}, {"odd"});
  EXPECT_EQ(Given.evaluate(Size), 2);
  EXPECT_EQ(Given.boxAround(Elements), 1);
}

TEST_F(ParameterPointTest, CountsWhatIsNoBox) {
  ParameterPoint Point(set("[N] -> { : N >= 0 }"), {{"N", 100}});
  auto Count = [&](const char *Text) { return Point.count(set(Text)); };
  EXPECT_EQ(Count("[N] -> { A[i, j] : 0 <= i < N and 0 <= j < 2N }"), 20000);
  EXPECT_EQ(Count("[N] -> { A[i] : 0 <= i < N; A[i] : 5 <= i <= N }"), 101);
  // A window of three, and where it is outside.
  EXPECT_EQ(Count("[N] -> { A[x, d] : 0 <= x < N and 0 <= d <= 2 and "
                  "1 <= x + d <= N }"),
            298);
  EXPECT_NEAR(Count("[N] -> { A[i, j] : 0 <= j < i < N }"), 4950, 30);
  EXPECT_NEAR(Count("[N] -> { A[i, j] : 0 <= i, j < N and i <= j <= i + 3 }"),
              394, 10);
  EXPECT_EQ(Count("[N] -> { A[i] : i > N and i < N }"), 0);
  EXPECT_EQ(Count("[N] -> { A[i] : i > N }"), INFINITY);
  EXPECT_EQ(Point.count(isl::set()), INFINITY);
}

struct BoundCase {
  const char *Maximum;
  const char *Text;
};

TEST_F(ParameterPointTest, UpperBoundsAreShortAndValidEverywhere) {
  ParameterPoint Point(set("[N] -> { : N >= 0 }"));
  const BoundCase Table[] = {
      {"[N] -> { [(2 * N - 1)] : N >= 1 }", "max(1, 2 * N - 1)"},
      {"[N] -> { [(N)] : N >= 2; [(1)] : N = 1 }", "max(1, N)"},
      {"[N] -> { [(N + 1)] : N >= 3; [(N)] : N < 3 }", "N + 1"},
      {"[N] -> { [(0)] : N >= 3 }", "1"},
      {"[N] -> { [(7)] : N < 3; [(3)] : N >= 3 }", "(N >= 3 ? 3 : 7)"},
  };
  for (const BoundCase &Case : Table) {
    isl::pw_aff Maximum = expr(Case.Maximum);
    isl::pw_aff Bound = Point.upperBound(Maximum, 1);
    EXPECT_EQ(expressionAsString(Bound), Case.Text);
    EXPECT_TRUE(Point.context().is_subset(Bound.domain()).is_true());
    EXPECT_TRUE(Maximum.domain()
                    .intersect(Point.context())
                    .is_subset(Bound.ge_set(Maximum))
                    .is_true())
        << Case.Maximum;
  }
}

/// The function of a piece of even parameters is no integer for odd ones.
TEST_F(ParameterPointTest, BoundsAreIntegersEverywhere) {
  isl::set Context = set("[N] -> { : N >= 0 }");
  ParameterPoint Point(Context), AtFive(Context, {{"N", 5}});
  isl::pw_aff Extremum =
      expr("[N] -> { [(N/2)] : N mod 2 = 0 and N >= 4; [(1)] : N < 4 }");
  EXPECT_EQ(AtFive.evaluate(Point.upperBound(Extremum, 1)), 3);
  isl::pw_aff Least =
      expr("[N] -> { [(-N/2)] : N mod 2 = 0 and N >= 4; [(1)] : N < 4 }");
  EXPECT_EQ(AtFive.evaluate(Point.lowerBound(Least)), -3);
}

TEST_F(ParameterPointTest, LowerBounds) {
  ParameterPoint Point(set("[N] -> { : N >= 0 }"));
  EXPECT_EQ(expressionAsString(Point.lowerBound(
                expr("[N] -> { [(-N)] : N >= 1; [(5)] : N = 0 }"))),
            "-N");
  EXPECT_EQ(
      expressionAsString(Point.lowerBound(expr("[N] -> { [(3)] : N < 0 }"))),
      "0");
}

struct SideCase {
  const char *Values;
  const char *Above, *Below;
};

TEST_F(ParameterPointTest, BoundsFromConstraints) {
  ParameterPoint Point(set("[M, N] -> { : M >= 0 and N >= 0 }"));
  const SideCase Table[] = {
      {"[M, N] -> { [x] : 0 <= x < N }", "N - 1", "0"},
      // A number is a bound, too, and one polyhedron has that of all.
      {"[M, N] -> { [x] : -3 <= x <= 7 and x <= N }", "7", "-3"},
      {"[M, N] -> { [x] : 0 <= x <= N; [x] : -M <= x <= N - 2 }", "N", "-M"},
      // Variables that exist are projected out.
      {"[M, N] -> { [x] : exists i, j : x = i - j and 0 <= i < N and "
       "0 <= j < M }",
       "N - 1", "-M + 1"},
      // None is the largest everywhere.
      {"[M, N] -> { [x] : 0 <= x <= N; [x] : 0 <= x <= M }", nullptr, "0"},
      // Alike where all sizes are, but not elsewhere.
      {"[M, N] -> { [x] : 0 <= x <= N and x <= M }", nullptr, "0"},
      // Half of a size is no side of a constraint that is an integer.
      {"[M, N] -> { [x] : 0 <= 2x <= N }", nullptr, "0"},
      {"[M, N] -> { [x] : x < N }", "N - 1", nullptr},
      {"[M, N] -> { [x] : 1 = 0 }", nullptr, nullptr},
  };
  for (const SideCase &Case : Table)
    for (bool Above : {true, false}) {
      isl::pw_aff Bound = Point.boundFromConstraints(set(Case.Values), Above);
      const char *Text = Above ? Case.Above : Case.Below;
      ASSERT_EQ(Bound.is_null(), !Text) << Case.Values << Above;
      if (Text) {
        EXPECT_EQ(expressionAsString(Bound), Text) << Case.Values;
      }
    }
}

} // namespace
