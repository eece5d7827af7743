//===- RowsTest.cpp - Affine constraints as SDBMs -------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/SDBM/Rows.h"
#include "smolly/SDBM/Solver.h"
#include "gtest/gtest.h"

using namespace smolly::sdbm;

namespace {

class RowsTest : public testing::Test {
protected:
  /// Constant, then coefficients of the columns from 1 on.
  void row(bool IsEquality, std::initializer_list<Integer> Numbers) {
    System.startRow(IsEquality);
    unsigned Column = 0;
    for (Integer Number : Numbers)
      System.addTerm(Column++, Number);
  }
  Emptiness emptiness() {
    return System.read(Purpose::Emptiness, Read) ? Solver().solve(Read)
                                                 : Emptiness::Unknown;
  }

  Rows System;
  SDBM Read;
};

TEST_F(RowsTest, RoundsBounds) {
  System.reset(2);
  row(false, {7, -3, 0}); // 3 x1 <= 7
  row(false, {7, 3, 0});  // 3 x1 >= -7
  row(false, {5, 2, -2}); // 2 x2 - 2 x1 <= 5
  row(true, {-6, 3, -3}); // 3 x1 - 3 x2 = 6
  row(false, {3, 0, 0});  // 3 >= 0
  ASSERT_TRUE(System.read(Purpose::Set, Read));
  EXPECT_EQ(Read.bound(1, 0), 2);
  EXPECT_EQ(Read.bound(0, 1), 2);
  EXPECT_EQ(Read.bound(2, 1), -2);
  EXPECT_EQ(Read.bound(1, 2), 2);
  EXPECT_FALSE(Read.hasConflict());
  row(true, {-5, 3, -3}); // 3 does not divide 5.
  ASSERT_TRUE(System.read(Purpose::Set, Read));
  EXPECT_TRUE(Read.hasConflict());
}

TEST_F(RowsTest, InsertsStatedValues) {
  System.reset(3);
  row(false, {-9, 2, 3, 1}); // 2 x1 + 3 x2 + x3 >= 9
  row(true, {-1, 1, -1, 0}); // x1 = x2 + 1
  row(true, {-4, 2, 0, 0});  // x1 = 2
  row(false, {1, 0, 0, -1}); // x3 <= 1
  EXPECT_FALSE(System.read(Purpose::Set, Read));
  EXPECT_TRUE(System.insertFixed());
  ASSERT_TRUE(System.read(Purpose::Set, Read));
  EXPECT_EQ(Read.bound(0, 3), -2); // x3 >= 2
  EXPECT_EQ(Solver().solve(Read), Emptiness::Empty);
  EXPECT_FALSE(System.insertFixed());
}

TEST_F(RowsTest, TellsPointsOutside) {
  System.reset(2);
  System.addExistentials(1);
  row(false, {0, 1, 1});   // x1 + x2 >= 0
  row(true, {0, 1, 0, 4}); // x1 = -4 e
  EXPECT_FALSE(System.excludes({0, 8, -8}));
  EXPECT_TRUE(System.excludes({0, 8, -9}));
  EXPECT_TRUE(System.excludes({0, 6, 0}));
  EXPECT_FALSE(System.read(Purpose::Set, Read));
  ASSERT_TRUE(System.read(Purpose::Hull, Read));
  EXPECT_EQ(Read.congruence(1), Congruence(0, 4));
  EXPECT_TRUE(System.areLeftOnesSatisfied({0, 4, -4}));
  EXPECT_FALSE(System.areLeftOnesSatisfied({0, 4, -5}));
}

TEST_F(RowsTest, ReadsStrides) {
  System.reset(1);
  System.addExistentials(2);
  row(true, {-1, 3, 5});     // 3 x1 + 5 e = 1: x1 ≡ 2 (mod 5)
  row(true, {2, 2, 0, -12}); // x1 + 1 = 6 f: x1 ≡ 5 (mod 6)
  ASSERT_TRUE(System.read(Purpose::Set, Read));
  EXPECT_EQ(Read.congruence(1), Congruence(17, 30));
  // Bounds of e.
  row(false, {0, 0, 1});
  EXPECT_FALSE(System.read(Purpose::Set, Read));
}

TEST_F(RowsTest, LeavesOutWhatCanBeSatisfied) {
  System.reset(4);
  row(true, {0, 1, 1, 1, 0});   // x3 is nowhere else,
  row(false, {0, 1, 1, 0, 2});  // and then neither is x4.
  row(false, {-1, 1, 0, 0, 0}); // x1 >= 1
  EXPECT_EQ(emptiness(), Emptiness::NonEmpty);
  EXPECT_FALSE(System.read(Purpose::Set, Read));
  row(false, {0, -1, 0, 0, 0}); // x1 <= 0
  EXPECT_EQ(emptiness(), Emptiness::Empty);
  row(false, {0, 0, 0, 1, 1}); // x3 + x4 >= 0
  EXPECT_EQ(emptiness(), Emptiness::Unknown);
}

TEST_F(RowsTest, DoesNotReadWhatIsTooLarge) {
  System.reset(1);
  row(false, {Infinity, -1});
  EXPECT_FALSE(System.read(Purpose::Set, Read));
  System.reset(1);
  row(false, {5, std::numeric_limits<Integer>::min()});
  EXPECT_EQ(emptiness(), Emptiness::Unknown);
  System.reset(MaxVariables);
  row(false, {1, 1});
  EXPECT_TRUE(System.read(Purpose::Set, Read));
  System.addVariable();
  EXPECT_FALSE(System.read(Purpose::Set, Read));
  // Only those that there are rows of count.
  EXPECT_EQ(emptiness(), Emptiness::NonEmpty);
}

} // namespace
