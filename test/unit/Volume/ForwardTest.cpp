//===- ForwardTest.cpp - Reads of copies become reads of originals --------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What reads of copies and constants become, and where they stay.
///
//===----------------------------------------------------------------------===//

#include "smolly/Volume/Forward.h"
#include "TestSupport.h"

using namespace smolly;
using namespace smolly::test;

namespace {

class ForwardTest : public IslTest {
protected:
  /// A row of N elements is copied into one with a border, which a statement
  /// reads; \p More statements, each with a comma in front.
  Kernel padded(const std::string &More = "") const {
    return parse(R"({
      "context": "[N] -> { : N >= 1 }",
      "arrays": [
        { "name": "In", "extent": "[N] -> { In[i] : 0 <= i < N }",
          "fixed": true },
        { "name": "Pad", "extent": "[N] -> { Pad[i] : 0 <= i <= N }" },
        { "name": "Out", "extent": "[N] -> { Out[i] : 0 <= i < N }",
          "fixed": true } ],
      "statements": [
        { "name": "Border", "domain": "[N] -> { Border[] }",
          "schedule": "{ Border[] -> [0, 0, 0] }",
          "accesses": [ { "kind": "write", "constant": "7",
                          "relation": "{ Border[] -> Pad[0] }" } ] },
        { "name": "Copy", "domain": "[N] -> { Copy[i] : 0 <= i < N }",
          "schedule": "{ Copy[i] -> [1, i, 0] }", "copies": true,
          "accesses": [
            { "kind": "read", "relation": "{ Copy[i] -> In[i] }" },
            { "kind": "write", "relation": "{ Copy[i] -> Pad[i + 1] }" } ] },
        { "name": "Use", "domain": "[N] -> { Use[i] : 0 <= i < N }",
          "schedule": "{ Use[i] -> [3, i, 0] }",
          "accesses": [
            { "kind": "read", "relation": "{ Use[i] -> Pad[i] }" },
            { "kind": "write", "relation": "{ Use[i] -> Out[i] }" } ] })" +
                 More + "] }");
  }

  std::optional<ForwardedReads> forwarded(const Kernel &K) const {
    ForwardOptions Options;
    Options.Zeroed.assign(K.Arrays.size(), false);
    return forwardReads(K, flows(K), Options);
  }
};

TEST_F(ForwardTest, FindsOriginsARegionAtATime) {
  Kernel K = padded();
  auto New = forwarded(K);
  ASSERT_TRUE(New);
  EXPECT_EQ(New->Arrays, std::vector<unsigned>{1});
  ASSERT_EQ(New->Constants.size(), 1u);
  EXPECT_EQ(New->Constants[0].Array, 3u);
  const std::vector<Access> &Reads = New->K.Statements[2].Accesses;
  ASSERT_EQ(Reads.size(), 4u);
  EXPECT_TRUE(Reads[0].Relation.is_empty().is_true());
  isl::map FromIn, FromConstant;
  for (unsigned A = 2; A < 4; ++A) {
    EXPECT_EQ(Reads[A].InPlaceOf, 0u);
    (Reads[A].Array == 0 ? FromIn : FromConstant) = Reads[A].Relation;
  }
  ASSERT_FALSE(FromIn.is_null() || FromConstant.is_null());
  EXPECT_TRUE(FromIn.intersect_params(K.Context)
                  .is_equal(map("[N] -> { Use[i] -> In[i - 1] : 1 <= i < N }"))
                  .is_true());
  EXPECT_TRUE(FromConstant.domain()
                  .intersect_params(K.Context)
                  .is_equal(set("[N] -> { Use[0] : N >= 1 }"))
                  .is_true());
}

TEST_F(ForwardTest, LeavesWhatIsOverwritten) {
  auto Change = [&](const std::string &Time) {
    return padded(R"(, { "name": "Change", "domain": "[N] -> { Change[] }",
      "schedule": "{ Change[] -> [)" +
                  Time + R"(] }", "accesses": [
        { "kind": "write", "relation": "{ Change[] -> In[0] }" } ] })");
  };
  EXPECT_FALSE(forwarded(Change("2, 0, 0")));
  EXPECT_FALSE(forwarded(Change("3, 0, 1"))) << "before Use[1] reads In[0]";
  EXPECT_TRUE(forwarded(Change("0, 0, 1"))) << "before it is copied";
  EXPECT_TRUE(forwarded(Change("4, 0, 0"))) << "after all reads";
}

TEST_F(ForwardTest, LeavesArraysWithValuesOfTheirOwn) {
  EXPECT_FALSE(forwarded(padded(R"(, { "name": "New",
    "domain": "[N] -> { New[] }", "schedule": "{ New[] -> [2, 0, 0] }",
    "accesses": [ { "kind": "write", "relation": "{ New[] -> Pad[0] }" } ] })")));
}

TEST_F(ForwardTest, LeavesWhatIsNotInitialised) {
  Kernel K = padded();
  K.Statements.erase(K.Statements.begin());
  EXPECT_FALSE(forwarded(K));
  ForwardOptions Zeroed;
  Zeroed.Zeroed.assign(K.Arrays.size(), true);
  auto New = forwardReads(K, flows(K), Zeroed);
  ASSERT_TRUE(New);
  ASSERT_EQ(New->Constants.size(), 1u);
  EXPECT_FALSE(New->Constants[0].Write);
}

TEST_F(ForwardTest, ReadsConstantsThatNobodyNeedsByThemselves) {
  auto Kept = [&](const std::string &Constant) {
    return parse(R"({
      "context": "[N] -> { : N >= 2 }",
      "arrays": [ { "name": "A", "extent": "[N] -> { A[x] : 0 <= x < N }" } ],
      "statements": [
        { "name": "Fill", "domain": "[N] -> { Fill[x] : 0 <= x < N }",
          "schedule": "{ Fill[x] -> [0, x] }", "accesses": [
            { "kind": "write", "relation": "{ Fill[x] -> A[x] }")" +
                 Constant + R"( } ] },
        { "name": "Next", "domain": "[N] -> { Next[x] : 1 <= x < N }",
          "schedule": "{ Next[x] -> [1, x] }", "accesses": [
            { "kind": "read", "relation": "{ Next[x] -> A[x - 1] }" },
            { "kind": "write", "relation": "{ Next[x] -> A[x] }" },
            { "kind": "read", "relation": "{ Next[x] -> A[x] }" } ] } ] })");
  };
  ForwardOptions Options;
  Options.Zeroed = {false};
  Kernel K = Kept(R"(, "constant": "7")");
  EXPECT_FALSE(forwardReads(K, flows(K), Options)) << "most reads find others";
  K.Statements[1].Accesses[2].MayFindNothing = true;
  auto New = forwardReads(K, flows(K), Options);
  ASSERT_TRUE(New);
  EXPECT_TRUE(New->Arrays.empty());
  EXPECT_TRUE(New->K.Statements[1].isTakenOver(2));
  EXPECT_FALSE(New->K.Statements[1].isTakenOver(0));
  K = Kept("");
  K.Statements[1].Accesses[2].MayFindNothing = true;
  EXPECT_FALSE(forwardReads(K, flows(K), Options)) << "no constant";
}

TEST_F(ForwardTest, LeavesQuotientsOfInnermostIteratorsWhereAskedTo) {
  auto Enlarged = [&](const std::string &Row, const std::string &Column,
                      bool AvoidQuotients) {
    Kernel K = parse(R"({
      "context": "[N] -> { : N >= 1 }",
      "arrays": [
        { "name": "In", "extent": "[N] -> { In[y, x] : 0 <= y, x < N }",
          "fixed": true },
        { "name": "Large", "extent": "[N] -> { Large[y, x] : 0 <= y, x < N }" },
        { "name": "Out", "extent": "[N] -> { Out[y, x] : 0 <= y, x < N }",
          "fixed": true } ],
      "statements": [
        { "name": "Copy", "domain": "[N] -> { Copy[y, x] : 0 <= y, x < N }",
          "schedule": "{ Copy[y, x] -> [0, y, x] }", "copies": true,
          "accesses": [
            { "kind": "read", "relation": "{ Copy[y, x] -> In[)" +
                     Row + ", " + Column + R"(] }" },
            { "kind": "write",
              "relation": "{ Copy[y, x] -> Large[y, x] }" } ] },
        { "name": "Use", "domain": "[N] -> { Use[y, x] : 0 <= y, x < N }",
          "schedule": "{ Use[y, x] -> [1, y, x] }", "accesses": [
            { "kind": "read", "relation": "{ Use[y, x] -> Large[y, x] }" },
            { "kind": "write", "relation": "{ Use[y, x] -> Out[y, x] }" } ] }
      ] })");
    ForwardOptions Options;
    Options.Zeroed.assign(K.Arrays.size(), false);
    Options.AvoidQuotients = AvoidQuotients;
    return forwardReads(K, flows(K), Options).has_value();
  };
  std::string Half = "floor(x/2)", HalfRow = "floor(y/2)";
  EXPECT_FALSE(Enlarged("y", Half, true));
  EXPECT_FALSE(Enlarged(Half, "y", true));
  EXPECT_TRUE(Enlarged("y", Half, false));
  EXPECT_TRUE(Enlarged(HalfRow, "x", true));
  EXPECT_TRUE(Enlarged("y", "2x - x", true));
}

} // namespace
