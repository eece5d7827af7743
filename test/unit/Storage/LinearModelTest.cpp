//===- LinearModelTest.cpp - Integer programs -----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Storage/LinearModel.h"
#include "gtest/gtest.h"
#include <limits>

using namespace smolly;

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();

TEST(LinearModelTest, FindsTheSmallestIntegerSolution) {
  LinearModel Model;
  unsigned X = Model.addVariable(0, 10, true);
  unsigned Y = Model.addVariable(0, 10, true);
  Model.addRow({{X, 2}, {Y, 3}}, 12, Infinity);
  auto Solution = Model.minimize({{X, 1}, {Y, 1}}, 1000);
  ASSERT_TRUE(Solution.has_value());
  EXPECT_NEAR((*Solution)[X] + (*Solution)[Y], 4, 1e-6);
}

TEST(LinearModelTest, AddsUpRepeatedTerms) {
  LinearModel Model;
  unsigned X = Model.addVariable(-Infinity, Infinity, false);
  Model.addRow({{X, 1}, {X, 1}}, 6, 6);
  auto Solution = Model.minimize({{X, 1}}, 1000);
  ASSERT_TRUE(Solution.has_value());
  EXPECT_NEAR((*Solution)[X], 3, 1e-6);
}

TEST(LinearModelTest, SeesInfeasibility) {
  LinearModel Model;
  unsigned X = Model.addVariable(0, 1, true);
  Model.addRow({{X, 1}}, 2, Infinity);
  EXPECT_FALSE(Model.minimize({{X, 1}}, 1000).has_value());
  LinearModel Empty;
  Empty.addVariable(0, 1, true);
  Empty.addRow({}, 1, Infinity);
  EXPECT_FALSE(Empty.minimize({}, 1000).has_value());
}

TEST(LinearModelTest, EndsWithoutNodes) {
  LinearModel Model;
  LinearTerms Sum, Twice;
  for (unsigned I = 0; I < 12; ++I) {
    unsigned X = Model.addVariable(0, 1, true);
    Sum.push_back({X, 1});
    Twice.push_back({X, 2});
  }
  Model.addRow(Twice, 11, 11);
  EXPECT_FALSE(Model.minimize(Sum, 1).has_value());
}

} // namespace
