//===- CopiedValuesTest.cpp - Following copies to their origin ------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/CopiedValues.h"
#include "TestSupport.h"
#include "isl/map.h"

using namespace smolly;
using namespace smolly::test;

namespace {

/// The statements, on [t, i] in this order in each step t: make A, copy A to B,
/// copy B to C, and use C. \p Extra is inserted between copies and use.
std::string chain(const std::string &Extra = "",
                  const std::string &Source = "A[i]",
                  const std::string &ArrayA = "") {
  auto Statement = [](const std::string &Name, const std::string &Place,
                      const std::string &Reads, const std::string &Writes,
                      bool Copies) {
    std::string Text =
        R"({ "name": ")" + Name + R"(", "domain": "{ )" + Name +
        R"([t, i] : 0 <= t < 5 and 0 <= i < 9 }", "schedule": "{ )" + Name +
        "[t, i] -> [t, " + Place + R"(, i] }", "accesses": [)";
    auto Access = [&](const char *Kind, const std::string &Where) {
      return std::string(R"({ "kind": ")") + Kind + R"(", "relation": "{ )" +
             Name + "[t, i] -> " + Where + R"( }" })";
    };
    if (!Reads.empty())
      Text += Access("read", Reads) + (Writes.empty() ? "" : ", ");
    if (!Writes.empty())
      Text += Access("write", Writes);
    return Text + "]" + (Copies ? R"(, "copies": true })" : " }");
  };
  return R"({ "arrays": [
      { "name": "A", "extent": "{ A[i] : 0 <= i < 9 }")" +
         ArrayA + R"( },
      { "name": "B", "extent": "{ B[i] : 0 <= i < 9 }" },
      { "name": "C", "extent": "{ C[i] : 0 <= i < 9 }" } ],
    "statements": [)" +
         Statement("Make", "0", "", "A[i]", false) + ", " +
         Statement("ToB", "1", Source, "B[i]", true) + ", " +
         Statement("ToC", "2", "B[i]", "C[i]", true) + ", " + Extra +
         Statement("Use", "4", "C[i]", "", false) + "] }";
}

class CopiedValuesTest : public IslTest {
protected:
  CopiedValues copies(const std::string &Text) {
    K = parse(Text);
    return findCopiedValues(K, flows(K));
  }
  Kernel K;
};

TEST_F(CopiedValuesTest, FollowsAChainToItsBeginning) {
  CopiedValues V = copies(chain());
  ASSERT_EQ(V.Copies.size(), 2u);
  const CopyingWrite *ToC = V.find({2, 1});
  ASSERT_TRUE(ToC);
  ASSERT_EQ(ToC->Sources.size(), 1u);
  EXPECT_TRUE(ToC->Sources[0].Write == (AccessRef{0, 0}));
  EXPECT_TRUE(ToC->Sources[0]
                  .Instances
                  .is_equal(map("{ ToC[t, i] -> Make[t, i] : 0 <= t < 5 and "
                                "0 <= i < 9 }"))
                  .is_true());
  // What is left of the dataflow: the use reads what was made.
  ASSERT_EQ(V.Flow.Flows.size(), 1u);
  EXPECT_TRUE(V.Flow.Flows[0].Read == (AccessRef{3, 0}));
  EXPECT_TRUE(V.Flow.Flows[0].Write == (AccessRef{0, 0}));
}

TEST_F(CopiedValuesTest, LeavesCopiesOfUnknownValuesAlone) {
  // A[i + 1] is not written for i = 8.
  CopiedValues V =
      copies(chain("", "A[i + 1]", R"(, "live_in": "{ A[i] : 0 <= i < 10 }")"));
  EXPECT_FALSE(V.find({1, 1}));
  // What ToC copies is then what ToB wrote.
  const CopyingWrite *ToC = V.find({2, 1});
  ASSERT_TRUE(ToC);
  EXPECT_TRUE(ToC->Sources[0].Write == (AccessRef{1, 1}));
}

TEST_F(CopiedValuesTest, LeavesFixedArraysAlone) {
  CopiedValues V = copies(chain("", "A[i]", R"(, "fixed": true)"));
  EXPECT_FALSE(V.find({1, 1}));
  EXPECT_TRUE(V.find({2, 1}));
}

TEST_F(CopiedValuesTest, LeavesValuesAloneThatMayBeOverwritten) {
  CopiedValues V = copies(chain(R"({ "name": "Perhaps",
    "domain": "{ Perhaps[t] : 0 <= t < 5 }",
    "schedule": "{ Perhaps[t] -> [t, 3, 0] }", "accesses": [
    { "kind": "may_write", "relation": "{ Perhaps[t] -> C[3] }" }] }, )"));
  EXPECT_TRUE(V.find({1, 1}));
  EXPECT_FALSE(V.find({2, 1}));
}

TEST_F(CopiedValuesTest, CountsOnlyWhatIsCopiedForCertain) {
  // if (A[i] > 0) B[i] = A[i];
  std::string Text = R"({ "arrays": [
      { "name": "A", "extent": "{ A[i] : 0 <= i < 9 }" },
      { "name": "B", "extent": "{ B[i] : 0 <= i < 9 }" } ],
    "statements": [
    { "name": "To", "domain": "{ To[i] : 0 <= i < 9 }",
      "schedule": "{ To[i] -> [i] }", "copies": true, "accesses": [
      { "kind": "read", "relation": "{ To[i] -> A[i] }" },
      { "kind": "KIND", "relation": "{ To[i] -> B[i] }" } ] } ] })";
  for (bool May : {false, true}) {
    std::string Json = Text;
    Json.replace(Json.find("KIND"), 4, May ? "may_write" : "write");
    EXPECT_EQ(parse(Json).Statements[0].copiedReads().empty(), May);
  }
}

TEST_F(CopiedValuesTest, EndsWhereCopiesGoInACircle) {
  // Each value is copied from one array to the other and back in the next step.
  CopiedValues V = copies(R"({ "arrays": [
      { "name": "A", "extent": "{ A[i] : 0 <= i < 9 }" },
      { "name": "B", "extent": "{ B[i] : 0 <= i < 9 }" } ],
    "statements": [
    { "name": "Make", "domain": "{ Make[i] : 0 <= i < 9 }",
      "schedule": "{ Make[i] -> [-1, 0, i] }", "accesses": [
      { "kind": "write", "relation": "{ Make[i] -> A[i] }" } ] },
    { "name": "To", "domain": "{ To[t, i] : 0 <= t < 5 and 0 <= i < 9 }",
      "schedule": "{ To[t, i] -> [t, 0, i] }", "copies": true, "accesses": [
      { "kind": "read", "relation": "{ To[t, i] -> A[i] }" },
      { "kind": "write", "relation": "{ To[t, i] -> B[i] }" } ] },
    { "name": "Fro", "domain": "{ Fro[t, i] : 0 <= t < 5 and 0 <= i < 9 }",
      "schedule": "{ Fro[t, i] -> [t, 1, i] }", "copies": true, "accesses": [
      { "kind": "read", "relation": "{ Fro[t, i] -> B[i] }" },
      { "kind": "write", "relation": "{ Fro[t, i] -> A[i] }" } ] } ] })");
  EXPECT_EQ(V.Copies.size(), 1u);
}

} // namespace
