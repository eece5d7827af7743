//===- CoalesceTest.cpp - Coalescing that changes nothing -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Coalesce.h"
#include "TestSupport.h"
#include "isl/set.h"

using namespace smolly;
using namespace smolly::test;

namespace {

class CoalesceTest : public IslTest {};

TEST_F(CoalesceTest, JoinsPolyhedra) {
  isl::set Joined = coalesced(set("{ [i] : 0 <= i <= 3; [i] : 4 <= i <= 9 }"));
  EXPECT_EQ(isl_set_n_basic_set(Joined.get()), 1);
}

TEST_F(CoalesceTest, KeepsSetsThatIslEnlarges) {
  for (const char *Text :
       {"{ [i] : 0 <= i <= 1; [i] : i mod 2 = 0 and 0 <= i <= 4 }",
        "[N] -> { [i] : 0 <= i <= 1 and i < N; "
        "[i] : i mod 3 = 0 and 0 <= i <= 6 and i <= N }"}) {
    isl::set Set = set(Text);
    EXPECT_TRUE(coalesced(Set).is_equal(Set).is_true()) << Text;
  }
  isl::map Map = map(
      "{ [i] -> [i] : 0 <= i <= 1; [i] -> [i] : i mod 2 = 0 and 0 <= i <= 4 }");
  EXPECT_TRUE(coalesced(Map).is_equal(Map).is_true());
}

} // namespace
