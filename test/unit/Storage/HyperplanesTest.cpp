//===- HyperplanesTest.cpp - Storage hyperplanes --------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Storage/Hyperplanes.h"
#include "TestSupport.h"
#include "isl/set.h"

using namespace smolly;
using namespace smolly::test;

namespace {

struct HyperplaneCase {
  const char *Context;
  /// Differences of conflicting indices.
  const char *Differences;
  std::vector<long> Gamma;
  unsigned Satisfied;
};

class HyperplanesTest : public IslTest {};

TEST_F(HyperplanesTest, SolvesTheExamplesOfTheThesis) {
  const HyperplaneCase Table[] = {
      // Figure 3.1.
      {"[N] -> { : N >= 2 }",
       "[N] -> { [0, i] : 1 <= i < N; [1, i] : -N < i < 0; "
       "[t, i] : 1 <= t < N and -N < i <= 0 }",
       {-1, 1},
       3},
      // Figure 3.4, the polyhedra cut where the sign of the second changes.
      {"[N] -> { : N >= 2 }",
       "[N] -> { [0, x] : 1 <= x < N; [1, x] : -N < x <= 0; "
       "[1, x] : 1 <= x < N; [2, x] : -N < x <= 0 }",
       {-1, 2},
       4},
      // Figure 3.6.
      {"[B] -> { : B >= 3 }",
       "[B] -> { [0, y] : 1 <= y < B; [x, y] : 1 <= x < B and -B < y <= 1 }",
       {-2, 1},
       2},
      // One dimension.
      {"[N] -> { : N >= 2 }", "[N] -> { [i] : 1 <= i < N }", {1}, 1},
      // Parameters of any sign.
      {"[lo, hi] -> { : lo < hi }",
       "[lo, hi] -> { [0, i] : 1 <= i <= hi - lo; "
       "[1, i] : lo - hi <= i < 0 }",
       {0, 1},
       2},
  };
  for (const HyperplaneCase &Case : Table) {
    ParameterPoint Point(set(Case.Context));
    auto Found =
        findHyperplane(set(Case.Differences).intersect_params(Point.context()),
                       Point, 16, 100'000);
    ASSERT_TRUE(Found.has_value()) << Case.Differences;
    EXPECT_EQ(Found->Gamma, Case.Gamma) << Case.Differences;
    EXPECT_EQ(Found->Satisfied, Case.Satisfied) << Case.Differences;
  }
}

TEST_F(HyperplanesTest, GivesUpOnTooManyPolyhedra) {
  ParameterPoint Point(set("{ : }"));
  EXPECT_FALSE(
      findHyperplane(set("{ [1]; [3]; [5] }"), Point, 2, 1000).has_value());
}

TEST_F(HyperplanesTest, SplittingKeepsAllDifferences) {
  for (const char *Text :
       {"{ [1, i] : -9 <= i <= 9 }", "{ [a, b] : -3 <= a, b <= 3 and a < b }",
        "{ [0, b] : 1 <= b <= 4; [2, b] : -4 <= b <= 4 }"}) {
    isl::set Split = splitBySign(set(Text));
    EXPECT_TRUE(set(Text).is_subset(Split).is_true()) << Text;
    EXPECT_TRUE(Split.is_disjoint(set("{ [0, 0] }")).is_true()) << Text;
  }
}

} // namespace
