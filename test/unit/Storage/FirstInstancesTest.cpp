//===- FirstInstancesTest.cpp - The beginning of an execution -------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Storage/FirstInstances.h"
#include "TestSupport.h"
#include "smolly/Storage/MappingChecker.h"

using namespace smolly;
using namespace smolly::test;

namespace {

class FirstInstancesTest : public IslTest {
protected:
  /// Two statements over N rows of 100, with these schedules.
  Kernel rows(const std::string &Write, const std::string &Read) {
    std::string Text = R"({ "arrays": [
        { "name": "A", "extent": "[N] -> { A[i, j] : 0 <= i < N and 0 <= j < 100 }",
          "live_out": "[N] -> { A[i, j] : 0 <= i < N and 0 <= j < 100 }" } ],
      "statements": [
      { "name": "S", "domain": "[N] -> { S[i, j] : 0 <= i < N and 0 <= j < 100 }",
        "schedule": "WRITE", "accesses": [
        { "kind": "write", "relation": "[N] -> { S[i, j] -> A[i, j] }" } ] },
      { "name": "U", "domain": "[N] -> { U[i, j] : 0 < i < N and 0 <= j < 100 }",
        "schedule": "READ", "accesses": [
        { "kind": "read", "relation": "[N] -> { U[i, j] -> A[i - 1, j] }" } ] } ] })";
    Text.replace(Text.find("WRITE"), 5, Write);
    Text.replace(Text.find("READ"), 4, Read);
    return parse(Text);
  }
  void expectDomain(const Kernel &K, unsigned Stmt, const std::string &Text) {
    isl::set Domain = atParameters(K.Statements[Stmt].Domain, {{"N", 5000}});
    EXPECT_TRUE(Domain.is_equal(set(Text)).is_true()) << Domain;
  }
};

TEST_F(FirstInstancesTest, CutsTheOutermostDimensionThatVaries) {
  Kernel K = rows("[N] -> { S[i, j] -> [0, i, 0, j] }",
                  "[N] -> { U[i, j] -> [0, i, 1, j] }");
  auto First = firstInstances(K, {{"N", 5000}}, 1000);
  ASSERT_TRUE(First.has_value());
  // Five rows of one and four of the other.
  expectDomain(*First, 0, "{ S[i, j] : 0 <= i < 5 and 0 <= j < 100 }");
  expectDomain(*First, 1, "{ U[i, j] : 0 < i < 5 and 0 <= j < 100 }");
  EXPECT_TRUE(First->Arrays[0].LiveOut.is_empty().is_true());
  EXPECT_TRUE(First->Statements[1]
                  .Accesses[0]
                  .Relation.domain()
                  .is_subset(First->Statements[1].Domain)
                  .is_true());
}

TEST_F(FirstInstancesTest, GoesIntoTheFirstRowWhereItIsTooLong) {
  Kernel K = rows("[N] -> { S[i, j] -> [0, 2 * i, j, 0] }",
                  "[N] -> { U[i, j] -> [0, 2 * i - 2, j, 1] }");
  auto First = firstInstances(K, {{"N", 5000}}, 50);
  ASSERT_TRUE(First.has_value());
  expectDomain(*First, 0, "{ S[0, j] : 0 <= j < 25 }");
  expectDomain(*First, 1, "{ U[1, j] : 0 <= j < 25 }");
}

TEST_F(FirstInstancesTest, NeedsSomeOfEachStatement) {
  Kernel K = rows("[N] -> { S[i, j] -> [0, i, j] }",
                  "[N] -> { U[i, j] -> [1, i, j] }");
  EXPECT_FALSE(firstInstances(K, {{"N", 5000}}, 1000).has_value());
  // The second has no instances at all.
  auto First = firstInstances(K, {{"N", 1}}, 50);
  EXPECT_TRUE(First.has_value());
}

TEST_F(FirstInstancesTest, ShowsAWrongPlan) {
  Kernel K = rows("[N] -> { S[i, j] -> [0, i, 0, j] }",
                  "[N] -> { U[i, j] -> [0, i, 1, j] }");
  for (Array &A : K.Arrays)
    A.LiveOut = isl::set::empty(A.LiveOut.get_space());
  auto Plan = planStorage(K, flows(K), {});
  ASSERT_TRUE(bool(Plan));
  ASSERT_EQ(Plan->Arrays.size(), 1u);
  auto First = firstInstances(K, {{"N", 5000}}, 1000);
  ASSERT_TRUE(First.has_value());
  auto Check = [&] {
    return llvm::toString(checkMapping(*First, *Plan, {{"N", 5000}}));
  };
  EXPECT_EQ(Check(), "");
  StorageDim &Dim = Plan->Arrays[0].Dims[0];
  Dim.Size = Dim.Size.scale(isl::val(ctx(), 0)).add_constant(1L);
  Dim.NeedsModulo = true;
  EXPECT_NE(Check().find("needs the value of S"), std::string::npos) << Check();
}

} // namespace
