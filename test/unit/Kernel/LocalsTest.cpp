//===- LocalsTest.cpp - Existentially quantified variables ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Locals.h"
#include "TestSupport.h"

using namespace smolly;
using namespace smolly::test;

namespace {

class LocalsTest : public IslTest {};

// Each condition on a remainder takes a variable.
constexpr char Six[] = "i mod 3 < 2 and i mod 5 < 4 and i mod 7 < 6 and "
                       "i mod 11 < 10 and i mod 13 < 12 and i mod 17 < 16";

TEST_F(LocalsTest, CountsThoseOfEachPolyhedron) {
  std::string Few = "[i] : " + std::string(Six),
              Many = Few + " and i mod 19 < 18";
  EXPECT_FALSE(hasManyLocals(set("{ " + Few + "; [i] : i mod 19 = 0 }")));
  EXPECT_TRUE(hasManyLocals(set("{ " + Many + " }")));
  EXPECT_TRUE(hasManyLocals(set("{ [i] : i < 0; " + Many + " }")));
  EXPECT_FALSE(hasManyLocals(map("{ [j] -> " + Few + " }")));
  EXPECT_TRUE(hasManyLocals(map("{ [j] -> " + Many + " }")));
}

} // namespace
