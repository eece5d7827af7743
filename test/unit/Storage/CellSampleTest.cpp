//===- CellSampleTest.cpp - What concerns a few cells ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Storage/CellSample.h"
#include "TestSupport.h"
#include "smolly/Storage/MappingChecker.h"

using namespace smolly;
using namespace smolly::test;

namespace {

class CellSampleTest : public IslTest {
protected:
  /// Two statements over N rows of 100, with these schedules; what one writes
  /// the other reads a row later, and nobody else.
  Kernel rows(const std::string &Write, const std::string &Read) {
    std::string Text = R"({ "arrays": [
        { "name": "A", "extent": "[N] -> { A[i, j] : 0 <= i < N and 0 <= j < 100 }" } ],
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

  StoragePlan plan(const Kernel &K) {
    auto Plan = planStorage(K, flows(K), {});
    EXPECT_TRUE(bool(Plan));
    EXPECT_EQ(Plan->Arrays.size(), 1u);
    return *Plan;
  }
  Kernel sample(const Kernel &K, const StoragePlan &Plan, CellChoice Choice) {
    return *sampleCells(K, Plan, {{"N", 5000}}, Choice);
  }
  void expectDomain(const Kernel &K, unsigned Stmt, const std::string &Text) {
    isl::set Domain = atParameters(K.Statements[Stmt].Domain, {{"N", 5000}});
    EXPECT_TRUE(Domain.is_equal(set(Text)).is_true()) << Domain;
  }
  /// Whether all reads of a sample of \p K find what they need.
  std::string check(const Kernel &K, const StoragePlan &Plan,
                    CellChoice Choice) {
    return llvm::toString(
        checkMapping(sample(K, Plan, Choice), Plan, {{"N", 5000}}, 100'000));
  }
};

const char *const RowsInTurns[] = {"[N] -> { S[i, j] -> [0, i, 0, j] }",
                                   "[N] -> { U[i, j] -> [0, i, 1, j] }"};
const char *const AllRowsFirst[] = {"[N] -> { S[i, j] -> [0, i, 0, j] }",
                                    "[N] -> { U[i, j] -> [1, i, 0, j] }"};

TEST_F(CellSampleTest, HasAllThatLiesInACell) {
  Kernel K = rows(RowsInTurns[0], RowsInTurns[1]);
  StoragePlan Plan = plan(K);
  ASSERT_EQ(Plan.Arrays[0].Dims.size(), 2u);
  Kernel Part = sample(K, Plan, {2, std::nullopt});
  std::string Columns = "(0 <= j <= 1 or 49 <= j <= 50 or 98 <= j <= 99)";
  // Nobody reads the last row: that is stored nowhere, and three parts of it
  // are looked at.
  expectDomain(Part, 0, "{ S[i, j] : 0 <= i < 5000 and " + Columns + " }");
  expectDomain(Part, 1, "{ U[i, j] : 0 < i < 5000 and " + Columns + " }");
}

TEST_F(CellSampleTest, HasFewIterations) {
  Kernel K = rows(RowsInTurns[0], RowsInTurns[1]);
  Kernel Part = sample(K, plan(K), {1, 2});
  isl::set Domain = atParameters(Part.Statements[1].Domain, {{"N", 5000}});
  EXPECT_TRUE(Domain.is_empty().is_false());
  EXPECT_TRUE(
      Domain
          .is_subset(set("{ U[i, j] : 1 <= i <= 4 or 2490 <= i <= 2510 or "
                         "4990 <= i < 5000 }"))
          .is_true())
      << Domain;
}

TEST_F(CellSampleTest, ShowsAWrongPlan) {
  for (auto Order : {RowsInTurns, AllRowsFirst}) {
    Kernel K = rows(Order[0], Order[1]);
    StoragePlan Plan = plan(K);
    for (CellChoice Choice :
         {CellChoice{2, std::nullopt}, CellChoice{1, std::nullopt}})
      EXPECT_EQ(check(K, Plan, Choice), "");
    EXPECT_EQ(check(K, Plan, {1, 5}), "");
    StorageDim &Dim = Plan.Arrays[0].Dims[0];
    Dim.Size = Dim.Size.scale(isl::val(ctx(), 0)).add_constant(1L);
    Dim.NeedsModulo = true;
    std::string Found = check(K, Plan, {2, std::nullopt});
    EXPECT_NE(Found.find("needs the value of S"), std::string::npos) << Found;
  }
}

} // namespace
