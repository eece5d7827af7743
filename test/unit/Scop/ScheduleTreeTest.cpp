//===- ScheduleTreeTest.cpp -----------------------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Trees for loops with rows: wherever isl has no operations left, there is no
/// tree, and nothing worse.
///
//===----------------------------------------------------------------------===//

#include "../../../lib/Scop/ScheduleTree.h"
#include "TestSupport.h"
#include <gtest/gtest.h>

using namespace smolly;
using namespace smolly::test;

namespace {

class ScheduleTreeTest : public IslTest {
protected:
  /// Blocks of four rows: time, block, and in it iteration and row.
  std::vector<TimedInstances> rows() {
    TimedInstances Piece;
    Piece.Instances = isl::set(
        ctx(), "[n, m] -> { P[t, b, i, r] : 0 <= t <= 1 and b >= 0 and "
               "4b <= n - 4 and 2 <= i < m and 0 <= r <= 3 }");
    Piece.Times =
        isl::pw_multi_aff(ctx(), "[n, m] -> { P[t, b, i, r] -> [t, b, i, r] }");
    Piece.Rows = RowDims{2, 4, true};
    return {Piece};
  }
};

} // namespace

TEST_F(ScheduleTreeTest, AtAnyLimit) {
  std::vector<TimedInstances> Pieces = rows();
  ASSERT_FALSE(treeOf(Pieces, 4).is_null());
  // Some results need no more operations than were left.
  bool IsEnough = false;
  for (unsigned long Limit = 1; Limit < 2000; ++Limit) {
    isl_ctx_reset_operations(ctx().get());
    isl_ctx_set_max_operations(ctx().get(), Limit);
    IsEnough = !treeOf(Pieces, 4).is_null() &&
               isl_ctx_last_error(ctx().get()) == isl_error_none;
    isl_ctx_set_max_operations(ctx().get(), 0);
    isl_ctx_reset_error(ctx().get());
  }
  EXPECT_TRUE(IsEnough);
}
