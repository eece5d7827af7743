//===- IdleTest.cpp - Iterations that change nothing ----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Idle instances of small kernels. What statements compute is given by rules.
///
//===----------------------------------------------------------------------===//

#include "RuleOracle.h"
#include "TestSupport.h"

using namespace smolly;
using namespace smolly::test;
using namespace smolly::volume;

namespace {

class IdleTest : public IslTest {
protected:
  /// A matrix is zero but where Band writes something, and then multiplied with
  /// a vector: Add, statement 2. \p Zero is the access that writes the zeros;
  /// \p More statements have a comma in front.
  Kernel product(const std::string &Zero, const std::string &More = "") const {
    return parse(R"({
      "context": "[N] -> { : N >= 1 }",
      "arrays": [
        { "name": "In", "extent": "[N] -> { In[i, k] : 0 <= i, k < N }",
          "live_in": "[N] -> { In[i, k] : 0 <= i, k < N }" },
        { "name": "A", "extent": "[N] -> { A[i, k] : 0 <= i, k < N }" },
        { "name": "X", "extent": "[N] -> { X[i] : 0 <= i < N }",
          "live_in": "[N] -> { X[i] : 0 <= i < N }" },
        { "name": "Y", "extent": "[N] -> { Y[i] : 0 <= i < N }",
          "live_in": "[N] -> { Y[i] : 0 <= i < N }",
          "live_out": "[N] -> { Y[i] : 0 <= i < N }" } ],
      "statements": [
        { "name": "Zero", "domain": "[N] -> { Zero[i, k] : 0 <= i, k < N }",
          "schedule": "{ Zero[i, k] -> [0, i, k] }", "accesses": [ )" +
                 Zero + R"( ] },
        { "name": "Band",
          "domain": "[N] -> { Band[i, k] : 0 <= i, k < N and -1 <= i - k <= 1 }",
          "schedule": "{ Band[i, k] -> [2, i, k] }", "accesses": [
            { "kind": "read", "relation": "{ Band[i, k] -> In[i, k] }" },
            { "kind": "write", "relation": "{ Band[i, k] -> A[i, k] }" } ] },
        { "name": "Add", "domain": "[N] -> { Add[i, k] : 0 <= i, k < N }",
          "schedule": "{ Add[i, k] -> [4, i, k] }", "accesses": [
            { "kind": "read", "relation": "{ Add[i, k] -> Y[i] }" },
            { "kind": "read", "relation": "{ Add[i, k] -> A[i, k] }" },
            { "kind": "read", "relation": "{ Add[i, k] -> X[k] }" },
            { "kind": "write", "relation": "{ Add[i, k] -> Y[i] }" } ] })" +
                 More + "] }");
  }
  const std::string ZeroMatrix = R"({ "kind": "write", "constant": "0",
    "relation": "{ Zero[i, k] -> A[i, k] }" })";
  const std::string OffBand =
      "[N] -> { Add[i, k] : 0 <= i, k < N and (k > i + 1 or k < i - 1) }";
  /// A product is zero if one of its factors is.
  const RuleOracle SumOfProducts{{{2, 0, 3, {1}}, {2, 0, 3, {2}}}};

  /// A sum is kept in a register along each row of a lower triangle: Sum,
  /// statement 2. It also passes it on, to instances of Store behind each of
  /// its own that is in \p Stored.
  Kernel chain(const std::string &Stored) const {
    return parse(R"({
      "context": "[N] -> { : N >= 1 }",
      "arrays": [
        { "name": "A", "extent": "[N] -> { A[i, k] : 0 <= i, k < N }",
          "initially": "0" },
        { "name": "Register", "extent": "{ Register[] }" },
        { "name": "Value", "extent": "{ Value[] }" },
        { "name": "Y", "extent": "[N] -> { Y[i, k] : 0 <= i, k < N }",
          "live_out": "[N] -> { Y[i, k] : 0 <= i, k < N }" } ],
      "statements": [
        { "name": "Fill", "domain": "[N] -> { Fill[i, k] : 0 <= k <= i < N }",
          "schedule": "{ Fill[i, k] -> [0, i, k, 0] }", "accesses": [
            { "kind": "write", "relation": "{ Fill[i, k] -> A[i, k] }" } ] },
        { "name": "First", "domain": "[N] -> { First[i] : 0 <= i < N }",
          "schedule": "{ First[i] -> [1, i, -1, 0] }", "accesses": [
            { "kind": "write", "relation": "{ First[i] -> Register[] }" } ] },
        { "name": "Sum", "domain": "[N] -> { Sum[i, k] : 0 <= i, k < N }",
          "schedule": "{ Sum[i, k] -> [1, i, k, 0] }", "accesses": [
            { "kind": "read", "relation": "{ Sum[i, k] -> Register[] }" },
            { "kind": "read", "relation": "{ Sum[i, k] -> A[i, k] }" },
            { "kind": "write", "relation": "{ Sum[i, k] -> Register[] }" },
            { "kind": "write", "relation": "{ Sum[i, k] -> Value[] }" } ] },
        { "name": "Store",
          "domain": "[N] -> { Store[i, k] : 0 <= i, k < N and )" +
                 Stored + R"( }",
          "schedule": "{ Store[i, k] -> [1, i, k, 1] }", "accesses": [
            { "kind": "read", "relation": "{ Store[i, k] -> Value[] }" },
            { "kind": "write", "relation": "{ Store[i, k] -> Y[i, k] }" } ] }
      ] })");
  }
  const RuleOracle SumInRegister{{{2, 0, 2, {1}}}};

  /// U[i] = f(Z0[i], Z1[i], ..., U[i]) for 0 <= i < 30: S, statement 2. All \p
  /// Count arrays are zero but where something is written, before 10 in Z0 and
  /// from 20 on in Z1. S also writes to Log, of which \p LogRead is live out.
  Kernel combination(unsigned Count, const std::string &LogRead) const {
    std::string Arrays, Reads;
    for (unsigned I = 0; I < Count; ++I) {
      std::string Element = "Z" + std::to_string(I) + "[i]";
      Arrays += R"({ "name": "Z)" + std::to_string(I) + R"(", "extent": "{ )" +
                Element + R"( : 0 <= i < 30 }", "initially": "0" }, )";
      Reads += R"({ "kind": "read", "relation": "{ S[i] -> )" + Element +
               R"( }" }, )";
    }
    return parse(R"({ "arrays": [ )" + Arrays + R"(
        { "name": "U", "extent": "{ U[i] : 0 <= i < 30 }",
          "live_in": "{ U[i] : 0 <= i < 30 }",
          "live_out": "{ U[i] : 0 <= i < 30 }" },
        { "name": "Log", "extent": "{ Log[i] : 0 <= i < 30 }",
          "live_out": "{ Log[i] : )" +
                 LogRead + R"( }" } ],
      "statements": [
        { "name": "First", "domain": "{ First[i] : 0 <= i < 10 }",
          "schedule": "{ First[i] -> [0, i] }", "accesses": [
            { "kind": "write", "relation": "{ First[i] -> Z0[i] }" } ] },
        { "name": "Last", "domain": "{ Last[i] : 20 <= i < 30 }",
          "schedule": "{ Last[i] -> [1, i] }", "accesses": [
            { "kind": "write", "relation": "{ Last[i] -> Z1[i] }" } ] },
        { "name": "S", "domain": "{ S[i] : 0 <= i < 30 }",
          "schedule": "{ S[i] -> [2, i] }", "accesses": [ )" +
                 Reads + R"(
            { "kind": "read", "relation": "{ S[i] -> U[i] }" },
            { "kind": "write", "relation": "{ S[i] -> U[i] }" },
            { "kind": "write", "relation": "{ S[i] -> Log[i] }" } ] } ] })");
  }

  std::optional<IdleSets> idle(const Kernel &K, RuleOracle Oracle) const {
    return findIdle(K, flows(K), Oracle);
  }

  /// The idle instances are those in the text, all of one statement, which
  /// reads constants from \p Arrays.
  void expect(const std::optional<IdleSets> &Found, const std::string &Text,
              const std::vector<unsigned> &Arrays) const {
    SCOPED_TRACE(Text);
    ASSERT_TRUE(Found);
    ASSERT_EQ(Found->Idle.size(), Found->Arrays.size());
    isl::set Left = set(Text);
    for (unsigned S = 0; S < Found->Idle.size(); ++S) {
      const isl::set &Idle = Found->Idle[S];
      bool IsWanted = Left.is_equal(Idle).is_true();
      EXPECT_TRUE(IsWanted || Idle.is_empty().is_true()) << S;
      EXPECT_EQ(std::vector<unsigned>(Found->Arrays[S].begin(),
                                      Found->Arrays[S].end()),
                IsWanted ? Arrays : std::vector<unsigned>());
      if (IsWanted)
        Left = isl::set::empty(Left.get_space());
    }
    EXPECT_TRUE(Left.is_empty().is_true());
  }
};

TEST_F(IdleTest, FindsWhatIsOffTheBand) {
  expect(idle(product(ZeroMatrix), SumOfProducts), OffBand, {1});
}

TEST_F(IdleTest, KnowsWhatWasThereBefore) {
  Kernel K = product("");
  K.Arrays[1].Initially = ConstantZero;
  expect(idle(K, SumOfProducts), OffBand, {1});
  K.Arrays[1].Initially = std::nullopt;
  K.Arrays[2].Initially = ConstantZero;
  expect(idle(K, SumOfProducts), "[N] -> { Add[i, k] : 0 <= i, k < N }", {2});
}

TEST_F(IdleTest, LeavesWhatNobodyKnowsAnythingOf) {
  Kernel K = product(ZeroMatrix);
  EXPECT_FALSE(idle(K, RuleOracle({})));
  RuleOracle Oracle = SumOfProducts;
  Oracle.Opaque = 2;
  EXPECT_FALSE(idle(K, Oracle));
  K.Statements[2].OnlyWrites = false;
  EXPECT_FALSE(idle(K, SumOfProducts));
  K.Statements[2].OnlyWrites = true;
  EXPECT_TRUE(idle(K, SumOfProducts));
  K.Arrays[3].LiveOut = isl::set::empty(K.Arrays[3].Extent.get_space());
  EXPECT_FALSE(idle(K, RuleOracle({}))) << "what is dead is not idle";
}

TEST_F(IdleTest, AsksNothingWithoutConstants) {
  Kernel K = product(ZeroMatrix);
  RuleOracle Oracle = SumOfProducts;
  EXPECT_TRUE(mayHaveIdle(K, Oracle));
  std::optional<std::string> &Stored = K.Statements[0].Accesses[0].Constant;
  Stored = std::nullopt;
  EXPECT_FALSE(mayHaveIdle(K, Oracle));
  EXPECT_FALSE(findIdle(K, flows(K), Oracle));
  Stored = "0x1";
  EXPECT_TRUE(mayHaveIdle(K, Oracle));
  EXPECT_FALSE(findIdle(K, flows(K), Oracle));
  EXPECT_EQ(Oracle.Assumptions, 0u);
}

TEST_F(IdleTest, LeavesReadsThatMayFindSomethingElse) {
  auto Changed = [&](const std::string &Time) {
    return product(ZeroMatrix, R"(, { "name": "Maybe",
      "domain": "[N] -> { Maybe[i] : 0 <= i < N - 5 }",
      "schedule": "{ Maybe[i] -> [)" +
                                   Time + R"(, i, 0] }", "accesses": [
        { "kind": "may_write", "relation": "{ Maybe[i] -> A[i, i + 5] }" } ] })");
  };
  expect(idle(Changed("3"), SumOfProducts),
         "[N] -> { Add[i, k] : 0 <= i, k < N and k != i + 5 and "
         "(k > i + 1 or k < i - 1) }",
         {1});
  expect(idle(Changed("-1"), SumOfProducts), OffBand, {1});
  expect(idle(Changed("5"), SumOfProducts), OffBand, {1});
}

TEST_F(IdleTest, LeavesReadsOfSeveralElements) {
  Kernel K = product(ZeroMatrix);
  K.Statements[2].Accesses[1].Relation = map(
      "[N] -> { Add[i, k] -> A[i, l] : 0 <= i, k, l < N and k <= l <= k + 1 }");
  K.alignParameters();
  EXPECT_FALSE(idle(K, SumOfProducts));
}

TEST_F(IdleTest, KeepsWhatIsPassedOn) {
  expect(idle(chain("k = N - 1"), SumInRegister),
         "[N] -> { Sum[i, k] : 0 <= i < k < N - 1 }", {0});
  expect(idle(chain("3 <= k <= 4"), SumInRegister),
         "[N] -> { Sum[i, k] : 0 <= i < k < N and (k < 3 or k > 4) }", {0});
  expect(idle(chain("k < 0"), SumInRegister),
         "[N] -> { Sum[i, k] : 0 <= i < k < N }", {0});
  EXPECT_FALSE(idle(chain("k >= 0"), SumInRegister)) << "each sum is stored";
}

TEST_F(IdleTest, KeepsWhatHasAnotherUse) {
  RuleOracle Oracle({{2, 2, 3, {0, 1}}});
  EXPECT_FALSE(idle(combination(2, "0 <= i < 30"), Oracle));
  expect(idle(combination(2, "i < 15"), Oracle), "{ S[i] : 15 <= i < 20 }",
         {0, 1});
}

TEST_F(IdleTest, CombinesReads) {
  Kernel K = combination(2, "i < 0");
  expect(idle(K, RuleOracle({{2, 2, 3, {0, 1}}})), "{ S[i] : 10 <= i < 20 }",
         {0, 1});
  expect(idle(K, RuleOracle({{2, 2, 3, {0}}})), "{ S[i] : 10 <= i < 30 }", {0});
  expect(idle(K, RuleOracle({{2, 2, 3, {0}}, {2, 2, 3, {1}}})),
         "{ S[i] : 0 <= i < 30 }", {0, 1});
}

TEST_F(IdleTest, TriesABoundedNumberOfCases) {
  RuleOracle Each({});
  Kernel Small = combination(4, "i < 0"), Large = combination(8, "i < 0");
  EXPECT_FALSE(findIdle(Small, flows(Small), Each));
  EXPECT_EQ(Each.Assumptions, 15u) << "each combination once";
  expect(idle(Large, RuleOracle({{2, 8, 9, {6, 7}}})), "{ S[i] : 0 <= i < 30 }",
         {6, 7});
  RuleOracle All({{2, 8, 9, {0, 1, 2, 3, 4, 5, 6, 7}}});
  EXPECT_FALSE(findIdle(Large, flows(Large), All));
  EXPECT_LT(All.Assumptions, 64u);
}

TEST_F(IdleTest, WritesBackToTheSamePlaceOnly) {
  Kernel K = parse(R"({ "arrays": [
      { "name": "Z", "extent": "{ Z[i] : 0 <= i < 9 }", "initially": "0" },
      { "name": "M", "extent": "{ M[i, k] : 0 <= i, k < 9 }",
        "live_in": "{ M[i, k] }", "live_out": "{ M[i, k] }" } ],
    "statements": [
      { "name": "Turn", "domain": "{ Turn[i, k] : 0 <= i, k < 9 }",
        "schedule": "{ Turn[i, k] -> [i, k] }", "accesses": [
          { "kind": "read", "relation": "{ Turn[i, k] -> M[i, k] }" },
          { "kind": "read", "relation": "{ Turn[i, k] -> Z[i] }" },
          { "kind": "write", "relation": "{ Turn[i, k] -> M[k, i] }" } ] } ]
    })");
  expect(idle(K, RuleOracle({{0, 0, 2, {1}}})),
         "{ Turn[i, k] : 0 <= i < 9 and k = i }", {0});
}

TEST_F(IdleTest, FindsAllOrNothingWithinABudget) {
  Kernel K = product(ZeroMatrix);
  Dataflow D = flows(K);
  unsigned Nothing = 0;
  for (unsigned long Operations = 1; Operations < 100'000'000;
       Operations *= 2) {
    RuleOracle Oracle = SumOfProducts;
    std::optional<IdleSets> Found = findIdle(K, D, Oracle, Operations);
    if (Found)
      expect(Found, OffBand, {1});
    else
      ++Nothing;
  }
  EXPECT_GE(Nothing, 5u);
  EXPECT_LE(Nothing, 24u);
}

} // namespace
