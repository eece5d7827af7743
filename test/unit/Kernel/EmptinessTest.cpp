//===- EmptinessTest.cpp - Answers compared with isl's --------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Emptiness.h"
#include "TestSupport.h"
#include "smolly/Kernel/IslBudget.h"
#include <random>

using namespace smolly;
using namespace smolly::test;

namespace {

class EmptinessTest : public IslTest {
protected:
  std::mt19937 Random{1};

  long draw(long Low, long High) {
    return std::uniform_int_distribution<long>(Low, High)(Random);
  }

  /// A union of up to three disjuncts with strides, bounds on differences, and
  /// now and then something that is no SDBM.
  isl::map randomMap() {
    std::string Text;
    for (long Pieces = draw(1, 3); Pieces > 0; --Pieces) {
      std::string Piece = "{ S[i, j] -> T[k, l] : 0 <= i <= N and 0 <= k < " +
                          std::to_string(draw(1, 20));
      const char *Variables[] = {"i", "j", "k", "l", "N"};
      for (long Rows = draw(1, 5); Rows > 0; --Rows) {
        std::string First = Variables[draw(0, 4)];
        std::string Second = Variables[draw(0, 4)];
        switch (draw(0, 4)) {
        case 0: {
          // One after the other: compilers evaluate operands in any order.
          long Remainder = draw(0, 1), Divisor = draw(2, 6);
          Piece += " and " + First + " mod " + std::to_string(Divisor) + " = " +
                   std::to_string(Remainder);
          break;
        }
        case 1:
          Piece += " and " + First + " + 2 " + Second +
                   " <= " + std::to_string(draw(-4, 30));
          break;
        default:
          Piece += " and " + First + " - " + Second +
                   " <= " + std::to_string(draw(-6, 6));
        }
      }
      Text += (Text.empty() ? "" : "; ") + Piece.substr(1);
    }
    return map("[N] -> {" + Text + " }");
  }
};

TEST_F(EmptinessTest, AgreesWithIsl) {
  EmptinessScope Checked(EmptinessMode::Check);
  unsigned Empty = 0, Meet = 0, Included = 0;
  for (int I = 0; I < 400; ++I) {
    isl::map A = randomMap(), B = randomMap();
    Empty += isEmpty(A).is_true() + isEmpty(A.wrap()).is_true();
    Meet += isDisjoint(A, B).is_false();
    Included += isSubset(A, A.unite(B)).is_true();
    EXPECT_TRUE(intersection(A, B).is_equal(A.intersect(B)).is_true());
  }
  EXPECT_EQ(Checked.counts().Mistakes, 0u);
  EXPECT_GT(Checked.counts().Fast, Checked.counts().Slow);
  EXPECT_GT(Empty, 10u);
  EXPECT_GT(Meet, 10u);
  EXPECT_EQ(Included, 400u);
}

TEST_F(EmptinessTest, KnowsPointsOutside) {
  EmptinessScope Checked(EmptinessMode::Check);
  unsigned Outside = 0, Inside = 0;
  for (int I = 0; I < 400; ++I) {
    isl::set A = randomMap().wrap(), B = randomMap().wrap();
    Witness Point(A);
    Outside += Point.isOutside(B);
    Inside += A.is_subset(B).is_true();
    EXPECT_FALSE(Point.isOutside(A.unite(B)));
  }
  EXPECT_EQ(Checked.counts().Mistakes, 0u);
  EXPECT_GT(Outside, 200u);
  EXPECT_GT(Inside, 10u);

  Witness OfNothing(set("[N] -> { S[i] : i < N and i > N }"));
  EXPECT_FALSE(OfNothing.isOutside(set("[N] -> { S[i] : i = 7 }")));
  Witness Even(set("{ S[i] : 2 <= i <= 4 and i mod 3 = 1 }"));
  EXPECT_TRUE(Even.isOutside(set("{ S[i] : i mod 2 = 1 }")));
  EXPECT_FALSE(Even.isOutside(set("{ S[i] : i mod 4 = 0 }")));
  Witness Large(set("{ S[9223372036854775807123] }"));
  EXPECT_FALSE(Large.isOutside(set("{ S[0] }")));
  EmptinessScope Isl(EmptinessMode::Isl);
  EXPECT_FALSE(Witness(set("{ S[0] }")).isOutside(set("{ S[1] }")));
}

TEST_F(EmptinessTest, KnowsThatDisjunctsMayOverlap) {
  isl::map Overlapping = map("{ S[i] -> T[j] : 0 <= j <= 3 and (0 <= i <= 5 or "
                             "3 <= i <= 8 or 7 <= i <= 12 or 1 <= i <= 11) }");
  isl::map Both = intersection(Overlapping, Overlapping);
  ASSERT_GT(isl_map_n_basic_map(Both.get()), 4);
  isl::map Seen = isl::map::empty(Both.get_space());
  isl::manage(isl_map_make_disjoint(Both.copy()))
      .foreach_basic_map([&](isl::basic_map Piece) {
        EXPECT_TRUE(Seen.intersect(isl::map(Piece)).is_empty().is_true());
        Seen = Seen.unite(isl::map(Piece));
        return isl::stat::ok();
      });
  EXPECT_TRUE(Seen.is_equal(Overlapping).is_true());
}

TEST_F(EmptinessTest, LosesNoPairInAnyBudget) {
  unsigned Failed = 0, Complete = 0;
  for (EmptinessMode Mode : {EmptinessMode::Fast, EmptinessMode::Isl})
    for (int Case = 0; Case < 20; ++Case) {
      isl::map A = randomMap(), B = randomMap();
      EmptinessScope Scope(Mode);
      for (unsigned long Most = 1; Most < 400; ++Most) {
        isl::map Both;
        {
          IslBudget Budget(A.ctx(), Most);
          Both = intersection(A, B);
        }
        Failed += Both.is_null();
        if (Both.is_null())
          continue;
        ++Complete;
        ASSERT_TRUE(Both.is_equal(A.intersect(B)).is_true()) << Most;
      }
    }
  EXPECT_GT(Failed, 0u);
  EXPECT_GT(Complete, 0u);
}

TEST_F(EmptinessTest, CountsPairsOfDisjuncts) {
  isl::map Many = map("{ S[i] -> T[j] : 0 <= i, j <= 9 and (i = 0 or i = 2 or "
                      "i = 4 or i = 6 or i = 8) and (j = 1 or j = 5 or j = 9) "
                      "}");
  IslBudget Budget(Many.ctx(), 3);
  EXPECT_TRUE(intersection(Many, Many).is_null());
  EXPECT_TRUE(Budget.exceeded());
}

TEST_F(EmptinessTest, AsksWhomItIsTold) {
  isl::set Set = set("{ S[i] : 0 <= i < 9 and i mod 10 = 9 }");
  for (EmptinessMode Mode : {EmptinessMode::Isl, EmptinessMode::Fast}) {
    EmptinessScope Scope(Mode);
    EXPECT_TRUE(isEmpty(Set).is_true());
    EXPECT_EQ(Scope.counts().Slow, Mode == EmptinessMode::Isl ? 1u : 0u);
  }
}

} // namespace
