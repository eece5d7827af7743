//===- PlanTest.cpp - Storage plans of known kernels ----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Storage/MappingChecker.h"
#include "smolly/Storage/ParameterPoint.h"
#include "smolly/Storage/StoragePlan.h"
#include "isl/set.h"

using namespace smolly;
using namespace smolly::test;

namespace {

class PlanTest : public IslTest {
protected:
  StoragePlan plan(const Kernel &K, const StorageOptions &Options) {
    auto Plan = planStorage(K, flows(K), Options);
    if (Plan)
      return std::move(*Plan);
    ADD_FAILURE() << llvm::toString(Plan.takeError());
    return {};
  }

  /// Executes \p Plan at some values of all parameters.
  void check(const Kernel &K, const StoragePlan &Plan) {
    for (long Small : {0, 1, 2, 3, 4, 6})
      for (long Large : {3, 5}) {
        std::map<std::string, long> Parameters;
        bool Odd = false;
        for (int I = 0, E = isl_set_dim(K.Context.get(), isl_dim_param); I < E;
             ++I, Odd = !Odd)
          Parameters[isl_set_get_dim_name(K.Context.get(), isl_dim_param, I)] =
              Odd ? Large : Small;
        if (llvm::Error Err = checkMapping(K, Plan, Parameters)) {
          std::string Message = llvm::toString(std::move(Err));
          EXPECT_NE(Message.find("outside the context"), std::string::npos)
              << K.Name << ": " << Message;
        }
      }
  }

  /// The sizes of the new arrays.
  static std::string sizes(const StoragePlan &Plan) {
    std::string Text;
    for (const StorageArray &A : Plan.Arrays)
      Text += (Text.empty() ? "" : "; ") + cellsAsString(A);
    return Text;
  }
};

struct PlanCase {
  const char *Kernel;
  const char *Best;
  const char *Smo;
  const char *SuccessiveModulo;
};

/// Chapters 3 and 4.1 of the thesis. Nothing: not smaller than the original.
TEST_F(PlanTest, ExamplesOfTheThesis) {
  const PlanCase Table[] = {
      {"fig3-1", "2 * N - 1", "2 * N - 1", "N * N"},
      {"blur-interleaved", "2 * N + 1", "2 * N + 1", "3 * N"},
      {"blur-tile", "3 * B - 2", "3 * B - 2", ""},
      {"lbm-d2q9", "(N + 2) * N", "(N + 2) * N", "2 * N * N"},
      {"jacobi-1d-pingpong", "N - 1", "N - 1", "N - 2; N - 2"},
      {"pingpong-history", "N + 1", "N + 1", "2 * N"},
  };
  for (const PlanCase &Case : Table) {
    Kernel K = load(Case.Kernel);
    for (auto [Method, Expected] :
         {std::make_pair(StorageMethod::Best, Case.Best),
          std::make_pair(StorageMethod::Smo, Case.Smo),
          std::make_pair(StorageMethod::SuccessiveModulo,
                         Case.SuccessiveModulo)}) {
      StorageOptions Options;
      Options.Method = Method;
      StoragePlan Plan = plan(K, Options);
      EXPECT_EQ(sizes(Plan), Expected) << Case.Kernel;
      check(K, Plan);
    }
  }
}

/// With no operations left isl gives no sizes; an array takes room all the
/// same.
TEST_F(PlanTest, DoesNotTakeUnknownSizesForNothing) {
  Kernel K = load("edit-distance");
  StorageOptions Options;
  StorageArray A = describeOriginal(K, 0, Options);
  EXPECT_GT(cellsAtAssumed(K, A, Options).value_or(0), 0);
  Options.MaxIslOperations = 10;
  EXPECT_FALSE(cellsAtAssumed(K, A, Options).has_value());
}

/// Programs as people write them: the total must shrink to this fraction.
TEST_F(PlanTest, CountsOriginalCellsAsTheyAreDescribed) {
  for (const char *Name : {"blur-rows", "jacobi-1d-pingpong", "edit-distance",
                           "offset-parameters", "triangle"}) {
    Kernel K = load(Name);
    K.alignParameters();
    StorageOptions Options;
    ParameterPoint Point(K.Context);
    for (unsigned A = 0; A < K.Arrays.size(); ++A)
      EXPECT_EQ(originalCells(K, A, Point),
                cellsAtAssumed(K, describeOriginal(K, A, Options), Options))
          << Name << ", array " << A;
  }
}

TEST_F(PlanTest, TypicalProgramsShrink) {
  const std::pair<const char *, double> Table[] = {
      {"edit-distance", 0.003},       {"heat-history", 0.004},
      {"heat-history-zeroed", 0.004}, {"triangle", 0.0011},
      {"pascal-triangle", 0.0011},    {"blur-rows", 0.0031},
  };
  for (auto [Name, Fraction] : Table)
    for (bool Cheap : {false, true}) {
      Kernel K = load(Name);
      StorageOptions Options;
      Options.PreferCheapIndex = Cheap;
      StoragePlan Plan = plan(K, Options);
      ASSERT_TRUE(Plan.changesAnything()) << Name;
      double After = 0;
      for (const StorageArray &A : Plan.Arrays)
        After += cellsAtAssumed(K, A, Options).value();
      double Before =
          cellsAtAssumed(K, describeOriginal(K, Plan.Arrays[0].Array, Options),
                         Options)
              .value();
      EXPECT_LE(After, Fraction * Before) << Name;
      check(K, Plan);
    }
}

TEST_F(PlanTest, WaveHistoryKeepsTwoPlanes) {
  Kernel K = load("wave-history");
  StorageOptions Options;
  Options.PreferCheapIndex = true;
  StoragePlan Plan = plan(K, Options);
  ASSERT_FALSE(Plan.Arrays.empty());
  EXPECT_EQ(cellsAsString(Plan.Arrays[0]), "2 * N * M");
  check(K, Plan);
}

TEST_F(PlanTest, PrefersRowsToDiagonalsWhenAnImageLiesBeside) {
  StorageOptions Options;
  Options.PreferCheapIndex = true;
  EXPECT_EQ(sizes(plan(load("blur-interleaved"), Options)), "3 * N");
}

TEST_F(PlanTest, KeepsOtherPeoplesArrays) {
  Kernel K = load("pingpong-history");
  K.Arrays[0].Fixed = true;
  StoragePlan Plan = plan(K, {});
  EXPECT_FALSE(Plan.changesAnything());
  EXPECT_EQ(Plan.Values.size(), 1u);
}

TEST_F(PlanTest, RefusesMayWritesWithAReason) {
  Kernel K = load("pingpong-history");
  K.Statements[0].Accesses.back().Kind = AccessKind::MayWrite;
  StoragePlan Plan = plan(K, {});
  EXPECT_FALSE(Plan.changesAnything());
  ASSERT_EQ(Plan.Refusals.size(), 1u);
  EXPECT_NE(Plan.Refusals[0].Reason.find("may or may not"), std::string::npos);
}

TEST_F(PlanTest, RefusesWhatCannotShrink) {
  Kernel K = parse(R"({
    "context": "[N] -> { : N >= 1 }",
    "arrays": [ { "name": "A", "extent": "[N] -> { A[i] : 0 <= i < N }",
                  "live_out": "[N] -> { A[i] }" } ],
    "statements": [
      { "name": "S", "domain": "[N] -> { S[i] : 0 <= i < N }",
        "schedule": "{ S[i] -> [i] }",
        "accesses": [ { "kind": "write", "relation": "{ S[i] -> A[i] }" } ] }
    ] })");
  StoragePlan Plan = plan(K, {});
  EXPECT_FALSE(Plan.changesAnything());
  ASSERT_EQ(Plan.Refusals.size(), 1u);
  EXPECT_NE(Plan.Refusals[0].Reason.find("nothing smaller"), std::string::npos);
}

TEST_F(PlanTest, LeavesOutValuesThatNobodyReads) {
  Kernel K = parse(R"({
    "context": "[N] -> { : N >= 1 }",
    "arrays": [ { "name": "A", "extent": "[N] -> { A[i] : 0 <= i < N }" } ],
    "statements": [
      { "name": "S", "domain": "[N] -> { S[i] : 0 <= i < N }",
        "schedule": "{ S[i] -> [i] }",
        "accesses": [ { "kind": "write", "relation": "{ S[i] -> A[i] }" } ] }
    ] })");
  StoragePlan Plan = plan(K, {});
  ASSERT_EQ(Plan.Values.size(), 1u);
  EXPECT_EQ(Plan.Values[0].Where, ValueSet::Place::Nowhere);
  EXPECT_TRUE(Plan.Arrays.empty());
}

TEST_F(PlanTest, StoresUnreadValuesWhereThatHarmsNobody) {
  StoragePlan Plan = plan(load("edit-distance"), {});
  EXPECT_EQ(Plan.Values.size(), 3u);
  for (const ValueSet &V : Plan.Values)
    EXPECT_EQ(V.Where, ValueSet::Place::Mapped);
}

/// An exhausted budget leaves null objects everywhere; what comes of it is an
/// error, a refusal or a right plan.
TEST_F(PlanTest, SurvivesAnyBudget) {
  for (const char *Name :
       {"heat-history-zeroed", "edit-distance", "pascal-triangle", "fig3-1",
        "blur-rows", "jacobi-1d-pingpong", "offset-parameters"})
    for (bool Cheap : {false, true}) {
      Kernel K = load(Name);
      Dataflow D = flows(K);
      for (unsigned long Budget = 100; Budget < 10'000'000; Budget *= 3) {
        StorageOptions Options;
        Options.MaxIslOperations = Budget;
        Options.PreferCheapIndex = Cheap;
        auto Plan = planStorage(K, D, Options);
        if (Plan) {
          check(K, *Plan);
          continue;
        }
        EXPECT_NE(llvm::toString(Plan.takeError()).find("isl operations"),
                  std::string::npos);
      }
    }
}

TEST_F(PlanTest, SurvivesAnyBudgetForDataflow) {
  for (const char *Name :
       {"heat-history-zeroed", "edit-distance", "fig3-1", "wave-history"}) {
    Kernel K = load(Name);
    bool Enough = false;
    for (unsigned long Budget = 100; Budget < 10'000'000 && !Enough;
         Budget *= 3) {
      auto D = computeDataflow(K, Budget);
      Enough = static_cast<bool>(D);
      if (!D) {
        EXPECT_NE(llvm::toString(D.takeError()).find("isl"), std::string::npos);
        continue;
      }
      StorageOptions Options;
      Options.PreferCheapIndex = true;
      auto Plan = planStorage(K, *D, Options);
      ASSERT_TRUE(static_cast<bool>(Plan)) << Name;
      check(K, *Plan);
    }
    EXPECT_TRUE(Enough) << Name;
  }
}

TEST_F(PlanTest, MakesDoWithNineTenthsOfAnAllowance) {
  for (const char *Name :
       {"heat-history", "heat-history-zeroed", "wave-history", "edit-distance",
        "pascal-triangle"}) {
    Kernel K = load(Name);
    StorageOptions Options;
    Options.PreferCheapIndex = true;
    unsigned long Needed = 0;
    for (bool IsFirst : {true, false}) {
      IslAllowance Allowance(IsFirst ? 1'000'000'000 : Needed * 9 / 10);
      StoragePlan Plan = plan(K, Options);
      EXPECT_TRUE(Plan.changesAnything()) << Name;
      EXPECT_FALSE(Allowance.exceeded());
      Needed = Allowance.spent();
      IslAllowance ForChecks(0);
      check(K, Plan);
    }
  }
}

TEST_F(PlanTest, RefusesTooManyPolyhedra) {
  Kernel K = load("heat-history");
  StorageOptions Options;
  Options.MaxDisjuncts = 0;
  StoragePlan Plan = plan(K, Options);
  EXPECT_FALSE(Plan.changesAnything());
  ASSERT_EQ(Plan.Refusals.size(), 1u);
  EXPECT_NE(Plan.Refusals[0].Reason.find("polyhedra"), std::string::npos);
}

TEST_F(PlanTest, GivesTheSamePlanTwice) {
  for (const char *Name : {"heat-history", "edit-distance"}) {
    Kernel K = load(Name);
    StoragePlan A = plan(K, {}), B = plan(K, {});
    EXPECT_EQ(sizes(A), sizes(B));
    EXPECT_EQ(A.Alternatives, B.Alternatives);
  }
}

// Each remainder takes an existentially quantified variable; with seven of them
// what follows may take isl minutes.
TEST_F(PlanTest, LeavesComplexLiveRangesAlone) {
  std::string Six = "i mod 3 < 2 and i mod 5 < 4 and i mod 7 < 6 and "
                    "i mod 11 < 10 and i mod 13 < 12 and i mod 17 < 16";
  for (bool Many : {false, true}) {
    std::string Where = Six + (Many ? " and i mod 19 < 18 }" : " }");
    Kernel K = parse(R"({ "context": "[N] -> { : N >= 9 }", "arrays": [
        { "name": "A", "extent": "[N] -> { A[i] : 0 <= i < N }" },
        { "name": "B", "extent": "[N] -> { B[i] : 0 <= i < N }",
          "live_out": "[N] -> { B[i] : 0 <= i < N }", "fixed": true } ],
      "statements": [ { "name": "S",
        "domain": "[N] -> { S[i] : 0 <= i < N and )" +
                     Where + R"(",
        "schedule": "{ S[i] -> [i, 0] }", "accesses": [
        { "kind": "write", "relation": "{ S[i] -> A[i] }" } ] },
      { "name": "T",
        "domain": "[N] -> { T[i] : 0 <= i < N and )" +
                     Where + R"(",
        "schedule": "{ T[i] -> [i, 1] }", "accesses": [
        { "kind": "read", "relation": "{ T[i] -> A[i] }" },
        { "kind": "write", "relation": "{ T[i] -> B[i] }" } ] } ] })");
    StoragePlan Plan = plan(K, {});
    EXPECT_EQ(Plan.Arrays.empty(), Many) << sizes(Plan);
  }
}

// What only copies read that nobody uses is stored nowhere, and that is said.
TEST_F(PlanTest, StoresNoCopyForACopyThatIsNotUsed) {
  Kernel K = parse(R"({ "context": "[N] -> { : N >= 1 }", "arrays": [
      { "name": "A", "extent": "[N] -> { A[i] : 0 <= i < N }" },
      { "name": "B", "extent": "[N] -> { B[i] : 0 <= i < N }" },
      { "name": "C", "extent": "[N] -> { C[i] : 0 <= i < N }" } ],
    "statements": [
    { "name": "S", "domain": "[N] -> { S[i] : 0 <= i < N }",
      "schedule": "{ S[i] -> [0, i] }", "accesses": [
      { "kind": "write", "relation": "{ S[i] -> A[i] }" } ] },
    { "name": "C1", "domain": "[N] -> { C1[i] : 0 <= i < N }",
      "schedule": "{ C1[i] -> [1, i] }", "accesses": [
      { "kind": "read", "relation": "{ C1[i] -> A[i] }" },
      { "kind": "write", "relation": "{ C1[i] -> B[i] }", "copy_of": 0 } ] },
    { "name": "C2", "domain": "[N] -> { C2[i] : 0 <= i < N }",
      "schedule": "{ C2[i] -> [2, i] }", "accesses": [
      { "kind": "read", "relation": "{ C2[i] -> B[i] }" },
      { "kind": "write", "relation": "{ C2[i] -> C[i] }", "copy_of": 0 } ] },
    { "name": "U", "domain": "{ U[] }", "schedule": "{ U[] -> [3, 0] }",
      "accesses": [ { "kind": "read", "relation": "{ U[] -> C[0] }" } ] } ] })");
  auto Plan = planStorage(K, flows(K), {});
  ASSERT_TRUE(bool(Plan));
  for (long N : {1, 2, 7})
    EXPECT_FALSE(bool(checkMapping(K, *Plan, {{"N", N}})));
}

} // namespace
