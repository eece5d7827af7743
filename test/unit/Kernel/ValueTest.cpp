//===- ValueTest.cpp - Numbers of isl as floating-point numbers -----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Value.h"
#include "TestSupport.h"
#include "isl/val.h"
#include <cmath>

using namespace smolly;
using namespace smolly::test;

namespace {

class ValueTest : public IslTest {
protected:
  isl::val integer(long Value) {
    return isl::manage(isl_val_int_from_si(ctx().get(), Value));
  }
};

TEST_F(ValueTest, HasAnyNumberOfDigits) {
  for (long Value :
       {0L, 1L, 7L, (1L << 31) - 1, 1L << 31, (1L << 32) - 1, 1L << 32,
        (1L << 32) + 1, 3L << 32, 1L << 53, 5'000'000'000L, 1L << 62})
    for (long Sign : {1L, -1L})
      EXPECT_EQ(asDouble(integer(Sign * Value)), double(Sign * Value));
  isl::val Power = isl::manage(isl_val_2exp(integer(300).release()));
  EXPECT_EQ(asDouble(Power), std::ldexp(1.0, 300));
  EXPECT_EQ(asDouble(Power.neg()), -std::ldexp(1.0, 300));
}

TEST_F(ValueTest, HasRatios) {
  EXPECT_EQ(asDouble(integer(-7).div(integer(2))), -3.5);
  isl::val Power = isl::manage(isl_val_2exp(integer(80).release()));
  EXPECT_EQ(asDouble(integer(3).div(Power)), std::ldexp(3.0, -80));
  EXPECT_EQ(asDouble(Power.div(integer(3).neg())), std::ldexp(1.0, 80) / -3);
}

TEST_F(ValueTest, MayBeInfinite) {
  isl::val Infinity = isl::manage(isl_val_infty(ctx().get()));
  EXPECT_EQ(asDouble(Infinity), INFINITY);
  EXPECT_EQ(asDouble(Infinity.neg()), -INFINITY);
  EXPECT_TRUE(std::isnan(asDouble(isl::manage(isl_val_nan(ctx().get())))));
  EXPECT_EQ(asDouble(isl::val()), 0);
}

} // namespace
