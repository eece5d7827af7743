//===- HyperplanesTest.cpp - Storage hyperplanes --------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Storage/Hyperplanes.h"
#include "TestSupport.h"
#include "llvm/ADT/STLExtras.h"
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

class HyperplanesTest : public IslTest {
protected:
  /// The hyperplane for conflicts of one value set.
  static std::optional<Hyperplane> find(const isl::set &Differences,
                                        const ParameterPoint &Point,
                                        const HyperplaneOptions &Options = {}) {
    std::vector<ConflictPolyhedron> Polyhedra;
    for (Polyhedron &P : polyhedraOf(Differences.align_params(Point.space())))
      Polyhedra.push_back({0, 0, std::move(P)});
    unsigned long IterationsLeft = Options.MaxIterations;
    return findHyperplane(Polyhedra, 1, Point, Options, IterationsLeft);
  }
};

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
        find(set(Case.Differences).intersect_params(Point.context()), Point);
    ASSERT_TRUE(Found.has_value()) << Case.Differences;
    EXPECT_EQ(Found->Row.Gamma, Case.Gamma) << Case.Differences;
    EXPECT_EQ(llvm::count(Found->Satisfied, true), Case.Satisfied)
        << Case.Differences;
  }
}

TEST_F(HyperplanesTest, GivesUpOnTooManyPolyhedra) {
  ParameterPoint Point(set("{ : }"));
  HyperplaneOptions Options;
  Options.MaxPolyhedra = 2;
  EXPECT_FALSE(find(set("{ [1]; [3]; [5] }"), Point, Options).has_value());
}

/// Figure 4.1: the greedy row of each statement alone does not keep S1's values
/// from S0; one with offsets does.
TEST_F(HyperplanesTest, OffsetsSatisfyConflictsBetweenSets) {
  ParameterPoint Point(set("[N] -> { : N >= 2 }"));
  std::vector<ConflictPolyhedron> Polyhedra;
  auto Add = [&](unsigned Earlier, unsigned Later, const char *Text) {
    isl::set Differences =
        set(Text).intersect_params(Point.context()).align_params(Point.space());
    for (Polyhedron &P : polyhedraOf(Differences))
      Polyhedra.push_back({Earlier, Later, std::move(P)});
  };
  Add(0, 0, "[N] -> { [i] : 1 <= i < N }");
  Add(1, 1, "[N] -> { [i] : 1 <= i < N }");
  Add(0, 1, "[N] -> { [i] : 0 <= i < N }");
  unsigned long IterationsLeft = 1'000'000;
  auto Found = findHyperplane(Polyhedra, 2, Point, {}, IterationsLeft);
  EXPECT_LT(IterationsLeft, 1'000'000U);
  ASSERT_TRUE(Found.has_value());
  EXPECT_EQ(Found->Row.Gamma, std::vector<long>({1}));
  EXPECT_EQ(Found->Row.Offsets, std::vector<long>({0, 1}));
  EXPECT_EQ(llvm::count(Found->Satisfied, true), 3);
}

/// Equation 3.9: another set of polyhedra is satisfied.
TEST_F(HyperplanesTest, ExcludedSetsAreAvoided) {
  ParameterPoint Point(set("{ : }"));
  HyperplaneOptions Options;
  Options.Excluded = {{true, true}};
  auto Found = find(set("{ [0, j] : 1 <= j <= 9; [2, j] : -9 <= j <= 9 }"),
                    Point, Options);
  ASSERT_TRUE(Found.has_value());
  EXPECT_LT(llvm::count(Found->Satisfied, true), 2);
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
