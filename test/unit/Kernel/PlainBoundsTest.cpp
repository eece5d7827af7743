//===- PlainBoundsTest.cpp - Bounds without quotients of counters ---------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/PlainBounds.h"
#include "TestSupport.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;
using namespace smolly::test;

namespace {

class PlainBoundsTest : public IslTest {
protected:
  /// Whether \p Set is \p Other, constraint by constraint.
  testing::AssertionResult isWrittenAs(const char *Set, const char *Other) {
    isl::set Result = withPlainBounds(set(Set));
    if (!Result.is_equal(set(Set)).is_true())
      return testing::AssertionFailure() << "not the same: " << Result;
    if (!isl_set_plain_is_equal(Result.get(), set(Other).get()))
      return testing::AssertionFailure() << Result;
    return testing::AssertionSuccess();
  }
};

TEST_F(PlainBoundsTest, BoundsWhatQuotientsSay) {
  EXPECT_TRUE(isWrittenAs("[w] -> { S[x] : 0 <= x and 4*floor(x/2) <= w - 4 }",
                          "[w] -> { S[x] : 0 <= x <= 2*floor(w/4) - 1 }"));
  EXPECT_TRUE(isWrittenAs(
      "[h, w] -> { S[y, x] : 0 <= x and 8*floor(x/2) <= w - 8 and 0 <= y and "
      "4*floor(y/2) <= h - 4 }",
      "[h, w] -> { S[y, x] : 0 <= y <= 2*floor(h/4) - 1 and 0 <= x <= "
      "2*floor(w/8) - 1 }"));
}

TEST_F(PlainBoundsTest, FindsEachBound) {
  EXPECT_TRUE(isWrittenAs(
      "[w, v] -> { S[x] : 0 <= x <= 3v - 4 and 2*floor(x/3) <= w }",
      "[w, v] -> { S[x] : 0 <= x <= 3v - 4 and x <= 3*floor(w/2) + 2 }"));
  // What is no box stays beside what is.
  EXPECT_TRUE(isWrittenAs("[w] -> { S[x] : 0 <= x and 4*floor(x/2) <= w - 4; "
                          "S[x] : w <= x <= 2w and x mod 3 = 0 }",
                          "[w] -> { S[x] : 0 <= x <= 2*floor(w/4) - 1; "
                          "S[x] : w <= x <= 2w and x mod 3 = 0 }"));
}

TEST_F(PlainBoundsTest, BoundsByDimensionsBefore) {
  EXPECT_TRUE(isWrittenAs("[n] -> { S[i, j] : 0 <= i < n and 0 <= j and "
                          "2*floor(j/2) <= i - 2 }",
                          "[n] -> { S[i, j] : 2 <= i < n and 0 <= j <= "
                          "2*floor(i/2) - 1 }"));
}

TEST_F(PlainBoundsTest, KeepsOthers) {
  for (const char *Text :
       {"[n] -> { S[i] : 0 <= i < n }",
        "[n] -> { S[i] : i mod 2 = 0 and 0 <= i < n }",
        "[n] -> { S[i, j] : 0 <= i, j < n and (i + j) mod 2 = 0 }",
        "[n] -> { S[i] : 0 <= i < n and i mod 3 < 2 }", "{ S[i] : false }",
        "[n] -> { S[] : n mod 2 = 0 }"})
    EXPECT_TRUE(isWrittenAs(Text, Text));
}

} // namespace
