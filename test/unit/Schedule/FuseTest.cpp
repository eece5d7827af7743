//===- FuseTest.cpp - Tests of fused schedules ----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Schedule/Fuse.h"
#include "RandomKernel.h"
#include "TestSupport.h"
#include "smolly/Kernel/Locals.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;
using namespace smolly::test;

namespace {

constexpr unsigned long Enough = 10'000'000;
// Of two arrays of doubles, 128 elements each take 2 KiB.
constexpr double StripBytes = 3000;

FuseOptions within(unsigned long MaxOperations) {
  FuseOptions Options;
  Options.StripBytes = StripBytes;
  Options.MaxOperations = MaxOperations;
  return Options;
}

class FuseTest : public IslTest {
protected:
  /// Two nests of two loops; the second one reads what READ says.
  Kernel stages(const std::string &Read) {
    std::string Text = R"({ "context": "[N] -> { : N >= 9 }", "arrays": [
        { "name": "A", "extent": "[N] -> { A[i, j] : 0 <= i, j < N }" },
        { "name": "B", "extent": "[N] -> { B[i, j] : 0 <= i, j < N }",
          "live_out": "{ B[i, j] }", "fixed": true } ],
      "statements": [
      { "name": "S", "domain": "[N] -> { S[i, j] : 0 <= i, j < N }",
        "schedule": "{ S[i, j] -> [0, i, 0, j, 0] }", "accesses": [
        { "kind": "write", "relation": "{ S[i, j] -> A[i, j] }" } ] },
      { "name": "T", "domain": "[N] -> { T[i, j] : 2 <= i, j < N - 2 }",
        "schedule": "{ T[i, j] -> [1, i, 0, j, 0] }", "accesses": [
        { "kind": "read", "relation": "READ" },
        { "kind": "write", "relation": "{ T[i, j] -> B[i, j] }" } ] } ] })";
    Text.replace(Text.find("READ"), 4, Read);
    return parse(Text);
  }
  void expectTimes(const Kernel &K, const FusedSchedule &Fused,
                   llvm::ArrayRef<const char *> Wanted) {
    for (unsigned S = 0; S < Wanted.size(); ++S) {
      isl::map Time = Fused.Schedules[S];
      EXPECT_TRUE(
          Time.is_equal(map(Wanted[S]).intersect_domain(K.Statements[S].Domain))
              .is_true())
          << K.Statements[S].Name << ": " << isl_map_to_str(Time.get());
    }
  }
  void expectSchedules(const std::string &Read, const std::string &S,
                       const std::string &T) {
    Kernel K = stages(Read);
    auto Fused = fuseNests(K, within(Enough));
    ASSERT_TRUE(Fused.has_value()) << Read;
    EXPECT_EQ(Fused->fusedNests(), 1u);
    for (auto [Index, Wanted] : {std::pair(0, S), std::pair(1, T)})
      EXPECT_TRUE(Fused->Schedules[Index]
                      .is_equal(map(Wanted).intersect_domain(
                          K.Statements[Index].Domain))
                      .is_true())
          << Read << ", statement " << Index;
    EXPECT_TRUE(keepsOrder(K, Fused->Schedules, Enough));
  }
};

TEST_F(FuseTest, FusesNothingForAnArrayThatIsIgnored) {
  Kernel K = stages("{ T[i, j] -> A[i, j] }");
  FuseOptions Options = within(Enough);
  Options.Ignored = {1};
  auto Fused = fuseNests(K, Options);
  ASSERT_TRUE(Fused.has_value());
  ASSERT_EQ(Fused->Groups.size(), 1u);
  EXPECT_EQ(Fused->Groups[0].Temporaries, std::vector<unsigned>({0}));
  Options.Ignored = {0};
  EXPECT_FALSE(fuseNests(K, Options).has_value());
}

TEST_F(FuseTest, EndsWhereverTheLimitStrikes) {
  Kernel K = stages("{ T[i, j] -> A[i, j] }");
  bool Ended = false;
  for (unsigned long Limit = 1; !Ended; ++Limit) {
    auto Fused = fuseNests(K, within(Limit));
    Ended = Fused.has_value();
    if (Fused) {
      EXPECT_TRUE(keepsOrder(K, Fused->Schedules, Enough)) << Limit;
    }
    ASSERT_LT(Limit, Enough);
  }
}

TEST_F(FuseTest, KeepsDomainsAsTheyAre) {
  // A time of many components must not cut the domain with itself again and
  // again, until isl takes minutes.
  Kernel K = stages("{ T[i, j] -> A[i, j] }");
  isl::set Odd =
      set("{ T[i, j] : (i + j) mod 3 = 0 and j > 4; T[i, j] : (2i + j) mod 5 = "
          "1 and i > 6; T[i, j] : (i - j) mod 7 = 3 and i + j > 9 }");
  Statement &T = K.Statements[1];
  T.Domain = T.Domain.intersect(Odd);
  T.Schedule = T.Schedule.intersect_domain(Odd);
  for (Access &A : T.Accesses)
    A.Relation = A.Relation.intersect_domain(Odd);
  auto Fused = fuseNests(K, within(Enough));
  ASSERT_TRUE(Fused.has_value());
  const isl::map &Time = Fused->Schedules[1];
  EXPECT_TRUE(Time.domain().is_equal(T.Domain).is_true());
  EXPECT_EQ(isl_map_n_basic_map(Time.get()),
            isl_set_n_basic_set(T.Domain.get()));
  EXPECT_FALSE(hasManyLocals(Time, 1));
}

TEST_F(FuseTest, ShiftsOuterLoopsUntilTheyFit) {
  // A row behind is read: the rows can be made together, the second later.
  expectSchedules("{ T[i, j] -> A[i + 2, j]; T[i, j] -> A[i, j - 1] }",
                  "{ S[i, j] -> [0, i, 0, 0, j, 0] }",
                  "{ T[i, j] -> [0, i + 2, 1, 0, j, 0] }");
  // Nothing but rows in front of it: it can even come earlier.
  expectSchedules("{ T[i, j] -> A[i - 2, j + 1] }",
                  "{ S[i, j] -> [0, i, 0, 0, j, 0] }",
                  "{ T[i, j] -> [0, i - 2, 1, 0, j, 0] }");
}

TEST_F(FuseTest, FusesAllLoopsWhereNothingIsShifted) {
  expectSchedules("{ T[i, j] -> A[i, j] }", "{ S[i, j] -> [0, i, 0, j, 0, 0] }",
                  "{ T[i, j] -> [0, i, 0, j, 1, 0] }");
}

TEST_F(FuseTest, ScalesWhatIsSampled) {
  // Two rows are made for one that is read, and the other way round.
  expectSchedules("[N] -> { T[i, j] -> A[k, j] : 2i <= k <= 2i + 1 "
                  "and k < N }",
                  "{ S[i, j] -> [0, i, 0, 0, j, 0] }",
                  "{ T[i, j] -> [0, 2i + 1, 1, 0, j, 0] }");
  expectSchedules("{ T[i, j] -> A[floor(i/2), j] }",
                  "{ S[i, j] -> [0, 2i, 0, 0, j, 0] }",
                  "{ T[i, j] -> [0, i, 1, 0, j, 0] }");
}

TEST_F(FuseTest, LeavesWhatCannotBeShifted) {
  // The transposed array, and the same backwards.
  for (const char *Read :
       {"{ T[i, j] -> A[j, i] }", "[N] -> { T[i, j] -> A[N - 1 - i, j] }"})
    EXPECT_FALSE(fuseNests(stages(Read), within(Enough)).has_value()) << Read;
}

TEST_F(FuseTest, ShiftsByRadii) {
  Kernel K = stages("[R] -> { T[i, j] -> A[k, j] : i - R <= k <= i + R }");
  K.Context = set("[N, R] -> { : N >= 9 and 0 <= R <= N }");
  K.alignParameters();
  EXPECT_FALSE(fuseNests(K, within(Enough)).has_value());
  K.SmallSizes = {"R"};
  auto Fused = fuseNests(K, within(Enough));
  ASSERT_TRUE(Fused.has_value());
  expectTimes(K, *Fused,
              {"{ S[i, j] -> [0, i, 0, 0, j, 0] }",
               "[R] -> { T[i, j] -> [0, i + R, 1, 0, j, 0] }"});
  EXPECT_TRUE(keepsOrder(K, Fused->Schedules, Enough));
}

TEST_F(FuseTest, ShiftsByTheLargestRadius) {
  Kernel K =
      stages("[R, Q] -> { T[i, j] -> A[i + R, j]; T[i, j] -> A[i + Q, j];"
             " T[i, j] -> A[i - 3, j] }");
  K.SmallSizes = {"Q", "R"};
  // There is no larger one.
  K.Context = set("[N, R, Q] -> { : N >= 9 and R >= 0 and Q >= 0 }");
  K.alignParameters();
  EXPECT_FALSE(fuseNests(K, within(Enough)).has_value());
  K.Context = set("[N, R, Q] -> { : N >= 9 and 0 <= R <= Q }");
  auto Fused = fuseNests(K, within(Enough));
  ASSERT_TRUE(Fused.has_value());
  expectTimes(K, *Fused,
              {"{ S[i, j] -> [0, i, 0, 0, j, 0] }",
               "[Q] -> { T[i, j] -> [0, i + Q, 1, 0, j, 0] }"});
}

TEST_F(FuseTest, FusesWithinATimeLoopOnly) {
  Kernel K = parse(R"({ "context": "[N] -> { : N >= 9 }", "arrays": [
      { "name": "A", "extent": "[N] -> { A[i, j] : 0 <= i, j < N }" },
      { "name": "B", "extent": "[N] -> { B[i, j] : 0 <= i, j < N }",
        "live_out": "{ B[i, j] }", "live_in": "{ B[i, j] }", "fixed": true } ],
    "statements": [
    { "name": "S",
      "domain": "[N] -> { S[t, i, j] : 0 <= t < N and 1 <= i, j < N - 1 }",
      "schedule": "{ S[t, i, j] -> [0, t, 0, i, 0, j, 0] }", "accesses": [
      { "kind": "read",
        "relation": "{ S[t, i, j] -> B[k, j] : i - 1 <= k <= i + 1 }" },
      { "kind": "write", "relation": "{ S[t, i, j] -> A[i, j] }" } ] },
    { "name": "T",
      "domain": "[N] -> { T[t, i, j] : 0 <= t < N and 1 <= i, j < N - 1 }",
      "schedule": "{ T[t, i, j] -> [0, t, 1, i, 0, j, 0] }", "accesses": [
      { "kind": "read", "relation": "{ T[t, i, j] -> A[i, j] }" },
      { "kind": "write", "relation": "{ T[t, i, j] -> B[i, j] }" } ] } ] })");
  auto Fused = fuseNests(K, within(Enough));
  ASSERT_TRUE(Fused.has_value());
  EXPECT_EQ(Fused->fusedNests(), 1u);
  EXPECT_EQ(Fused->temporaries(), std::vector<unsigned>({0}));
  EXPECT_TRUE(Fused->Schedules[0]
                  .is_equal(map("{ S[t, i, j] -> [0, t, 0, i, 0, 0, j, 0] }")
                                .intersect_domain(K.Statements[0].Domain))
                  .is_true());
  // A row may be overwritten when the one behind it was read.
  EXPECT_TRUE(
      Fused->Schedules[1]
          .is_equal(map("{ T[t, i, j] -> [0, t, 0, i + 1, 1, 0, j, 0] }")
                        .intersect_domain(K.Statements[1].Domain))
          .is_true());
  EXPECT_TRUE(keepsOrder(K, Fused->Schedules, Enough));
}

TEST_F(FuseTest, FusesWhatWaitsForATimeLoop) {
  Kernel K = parse(R"({ "context": "[N] -> { : N >= 9 }", "arrays": [
      { "name": "A", "extent": "[N] -> { A[i, j] : 0 <= i, j < N }",
        "live_in": "{ A[i, j] }", "fixed": true },
      { "name": "B", "extent": "[N] -> { B[i, j] : 0 <= i, j < N }" },
      { "name": "C", "extent": "[N] -> { C[i, j] : 0 <= i, j < N }",
        "live_out": "{ C[i, j] }", "fixed": true } ],
    "statements": [
    { "name": "S",
      "domain": "[N] -> { S[t, i, j] : 0 <= t < N and 1 <= i, j < N - 1 }",
      "schedule": "{ S[t, i, j] -> [0, t, i, j] }", "accesses": [
      { "kind": "read", "relation": "{ S[t, i, j] -> A[i + 1, j] }" },
      { "kind": "write", "relation": "{ S[t, i, j] -> A[i, j] }" } ] },
    { "name": "T", "domain": "[N] -> { T[i, j] : 0 <= i, j < N }",
      "schedule": "{ T[i, j] -> [1, i, j, 0] }", "accesses": [
      { "kind": "read", "relation": "{ T[i, j] -> A[i, j] }" },
      { "kind": "write", "relation": "{ T[i, j] -> B[i, j] }" } ] },
    { "name": "U", "domain": "[N] -> { U[i, j] : 1 <= i, j < N - 1 }",
      "schedule": "{ U[i, j] -> [2, i, j, 0] }", "accesses": [
      { "kind": "read",
        "relation": "{ U[i, j] -> B[k, j] : i - 1 <= k <= i + 1 }" },
      { "kind": "write", "relation": "{ U[i, j] -> C[i, j] }" } ] } ] })");
  auto Fused = fuseNests(K, within(Enough));
  ASSERT_TRUE(Fused.has_value());
  EXPECT_EQ(Fused->fusedNests(), 1u);
  EXPECT_EQ(Fused->temporaries(), std::vector<unsigned>({1}));
  EXPECT_TRUE(keepsOrder(K, Fused->Schedules, Enough));
}

TEST_F(FuseTest, RunsBordersWhenWhatTheyNeedIsThere) {
  // E copies the last row but one to the last, which T reads; F, the first of
  // another array, depends on nothing.
  Kernel K = parse(R"({ "context": "[N] -> { : N >= 9 }", "arrays": [
      { "name": "A", "extent": "[N] -> { A[i, j] : 0 <= i, j < N }" },
      { "name": "B", "extent": "[N] -> { B[i, j] : 0 <= i, j < N }",
        "live_out": "{ B[i, j] }", "fixed": true } ],
    "statements": [
    { "name": "S",
      "domain": "[N] -> { S[i, j] : 0 <= i < N - 1 and 0 <= j < N }",
      "schedule": "{ S[i, j] -> [0, i, 0, j, 0] }", "accesses": [
      { "kind": "write", "relation": "{ S[i, j] -> A[i, j] }" } ] },
    { "name": "E", "domain": "[N] -> { E[j] : 0 <= j < N }",
      "schedule": "{ E[j] -> [1, j, 0, 0, 0] }", "accesses": [
      { "kind": "read", "relation": "[N] -> { E[j] -> A[N - 2, j] }" },
      { "kind": "write", "relation": "[N] -> { E[j] -> A[N - 1, j] }" } ] },
    { "name": "F", "domain": "[N] -> { F[j] : 0 <= j < N }",
      "schedule": "{ F[j] -> [2, j, 0, 0, 0] }", "accesses": [
      { "kind": "write", "relation": "{ F[j] -> B[0, j] }" } ] },
    { "name": "T", "domain": "[N] -> { T[i, j] : 1 <= i < N and 0 <= j < N }",
      "schedule": "{ T[i, j] -> [3, i, 0, j, 0] }", "accesses": [
      { "kind": "read", "relation": "{ T[i, j] -> A[i, j] }" },
      { "kind": "write", "relation": "{ T[i, j] -> B[i, j] }" } ] } ] })");
  auto Fused = fuseNests(K, within(Enough));
  ASSERT_TRUE(Fused.has_value());
  EXPECT_EQ(Fused->fusedNests(), 2u);
  EXPECT_TRUE(keepsOrder(K, Fused->Schedules, Enough));
  const char *Wanted[] = {"{ S[i, j] -> [1, i, 0, 0, j, 0, 0, 0] }",
                          "[N] -> { E[j] -> [1, N - 2, 1, 1, j, 0, 0, 0] }",
                          "{ F[j] -> [0, j, 0, 0, 0, 0, 0, 0] }",
                          "{ T[i, j] -> [1, i, 2, 0, j, 0, 0, 0] }"};
  expectTimes(K, *Fused, Wanted);
}

TEST_F(FuseTest, RunsTheFirstRowWhenWhatItNeedsIsThere) {
  // E makes the first row of B out of two rows of A: its loop has nothing to do
  // with that over the rows, though it is the only one that it has.
  Kernel K = parse(R"({ "context": "[N] -> { : N >= 9 }", "arrays": [
      { "name": "A", "extent": "[N] -> { A[i, j] : 0 <= i, j < N }" },
      { "name": "B", "extent": "[N] -> { B[i, j] : 0 <= i, j < N }" },
      { "name": "C", "extent": "[N] -> { C[i, j] : 0 <= i, j < N }",
        "live_out": "{ C[i, j] }", "fixed": true } ],
    "statements": [
    { "name": "S", "domain": "[N] -> { S[i, j] : 0 <= i, j < N }",
      "schedule": "{ S[i, j] -> [0, i, 0, j, 0] }", "accesses": [
      { "kind": "write", "relation": "{ S[i, j] -> A[i, j] }" } ] },
    { "name": "E", "domain": "[N] -> { E[j] : 0 <= j < N }",
      "schedule": "{ E[j] -> [1, j, 0, 0, 0] }", "accesses": [
      { "kind": "read", "relation": "{ E[j] -> A[i, j] : 0 <= i <= 1 }" },
      { "kind": "write", "relation": "{ E[j] -> B[0, j] }" } ] },
    { "name": "T", "domain": "[N] -> { T[i, j] : 1 <= i < N and 0 <= j < N }",
      "schedule": "{ T[i, j] -> [2, i, 0, j, 0] }", "accesses": [
      { "kind": "read", "relation": "{ T[i, j] -> A[i, j] }" },
      { "kind": "write", "relation": "{ T[i, j] -> B[i, j] }" } ] },
    { "name": "U", "domain": "[N] -> { U[i, j] : 0 <= i, j < N }",
      "schedule": "{ U[i, j] -> [3, i, 0, j, 0] }", "accesses": [
      { "kind": "read", "relation": "{ U[i, j] -> B[i, j] }" },
      { "kind": "write", "relation": "{ U[i, j] -> C[i, j] }" } ] } ] })");
  auto Fused = fuseNests(K, within(Enough));
  ASSERT_TRUE(Fused.has_value());
  EXPECT_EQ(Fused->fusedNests(), 3u);
  EXPECT_TRUE(keepsOrder(K, Fused->Schedules, Enough));
  const char *Wanted[] = {"{ S[i, j] -> [0, i, 0, 0, j, 0, 0, 0] }",
                          "{ E[j] -> [0, 1, 1, 1, j, 0, 0, 0] }",
                          "{ T[i, j] -> [0, i, 2, 0, j, 0, 0, 0] }",
                          "{ U[i, j] -> [0, i + 1, 3, 0, j, 0, 0, 0] }"};
  expectTimes(K, *Fused, Wanted);
}

TEST_F(FuseTest, SharesTheOnlyLoopInStrips) {
  for (std::string Read : {"i", "i - 1", "i + 1"}) {
    std::string Text = R"({ "arrays": [
        { "name": "A", "extent": "[N] -> { A[i] : 0 <= i < N }" },
        { "name": "B", "extent": "[N] -> { B[i] : 0 <= i < N }",
          "live_out": "{ B[i] }", "fixed": true } ],
      "statements": [
      { "name": "S", "domain": "[N] -> { S[i] : 0 <= i < N }",
        "schedule": "{ S[i] -> [0, i, 0] }", "accesses": [
        { "kind": "write", "relation": "{ S[i] -> A[i] }" } ] },
      { "name": "T", "domain": "[N] -> { T[i] : 1 <= i < N - 1 }",
        "schedule": "{ T[i] -> [1, i, 0] }", "accesses": [
        { "kind": "read", "relation": "{ T[i] -> A[READ] }" },
        { "kind": "write", "relation": "{ T[i] -> B[i] }" } ] } ] })";
    Text.replace(Text.find("READ"), 4, Read);
    Kernel K = parse(Text);
    auto Fused = fuseNests(K, within(Enough));
    ASSERT_TRUE(Fused.has_value()) << Read;
    EXPECT_TRUE(keepsOrder(K, Fused->Schedules, Enough)) << Read;
    // In step, all of it is one loop.
    isl::map Wanted = Read == "i" ? map("{ T[i] -> [0, i, 1, 0] }")
                      : Read == "i - 1"
                          ? map("{ T[i] -> [0, floor((i-1)/128), 1, i, 0] }")
                          : map("{ T[i] -> [0, floor((i+1)/128), 1, i, 0] }");
    EXPECT_TRUE(Fused->Schedules[1]
                    .is_equal(Wanted.intersect_domain(K.Statements[1].Domain))
                    .is_true())
        << Read << ": " << isl_map_to_str(Fused->Schedules[1].get());
  }
}

TEST_F(FuseTest, SharesTurnsInStrips) {
  // U is in step with T, which is a step behind S.
  for (auto [Read, First, More, Wanted] :
       {std::tuple("B[i]", "C[i - 1]", "B[i]",
                   "{ U[i] -> [0, floor((i+1)/64), 1, i, 2, 0] }"),
        // What V needs later is stored anyway.
        std::tuple("B[i]", "C[i - 1]", "B[i - 1]",
                   "{ U[i] -> [0, floor((i+1)/64), 2, i, 0] }"),
        // It does not need what the same iteration makes.
        std::tuple("B[i - 1]", "C[i - 1]", "A[i]",
                   "{ U[i] -> [0, floor(i/64), 2, i, 0] }"),
        // T and U have nothing to do with each other, but V needs both.
        std::tuple("A[i + 1]", "C[i]", "B[i]",
                   "{ U[i] -> [0, floor((i+1)/64), 1, i, 2, 0] }"),
        std::tuple("A[i + 1]", "C[i - 1]", "B[i]",
                   "{ U[i] -> [0, floor((i+1)/64), 2, i, 0] }")}) {
    std::string Text = R"({ "arrays": [
        { "name": "A", "extent": "[N] -> { A[i] : 0 <= i < N }" },
        { "name": "B", "extent": "[N] -> { B[i] : 0 <= i < N }" },
        { "name": "C", "extent": "[N] -> { C[i] : 0 <= i < N }" },
        { "name": "D", "extent": "[N] -> { D[i] : 0 <= i < N }",
          "live_out": "{ D[i] }", "fixed": true } ],
      "statements": [
      { "name": "S", "domain": "[N] -> { S[i] : 0 <= i < N }",
        "schedule": "{ S[i] -> [0, i, 0] }", "accesses": [
        { "kind": "write", "relation": "{ S[i] -> A[i] }" } ] },
      { "name": "T", "domain": "[N] -> { T[i] : 1 <= i < N - 1 }",
        "schedule": "{ T[i] -> [1, i, 0] }", "accesses": [
        { "kind": "read", "relation": "{ T[i] -> A[i + 1] }" },
        { "kind": "write", "relation": "{ T[i] -> B[i] }" } ] },
      { "name": "U", "domain": "[N] -> { U[i] : 1 <= i < N - 1 }",
        "schedule": "{ U[i] -> [2, i, 0] }", "accesses": [
        { "kind": "read", "relation": "{ U[i] -> READ }" },
        { "kind": "write", "relation": "{ U[i] -> C[i] }" } ] },
      { "name": "V", "domain": "[N] -> { V[i] : 2 <= i < N - 1 }",
        "schedule": "{ V[i] -> [3, i, 0] }", "accesses": [
        { "kind": "read", "relation": "{ V[i] -> FIRST }" },
        { "kind": "read", "relation": "{ V[i] -> MORE }" },
        { "kind": "write", "relation": "{ V[i] -> D[i] }" } ] } ] })";
    Text.replace(Text.find("READ"), 4, Read);
    Text.replace(Text.find("FIRST"), 5, First);
    Text.replace(Text.find("MORE"), 4, More);
    Kernel K = parse(Text);
    auto Fused = fuseNests(K, within(Enough));
    ASSERT_TRUE(Fused.has_value()) << Read;
    EXPECT_TRUE(keepsOrder(K, Fused->Schedules, Enough)) << Read;
    EXPECT_TRUE(
        Fused->Schedules[2]
            .is_equal(map(Wanted).intersect_domain(K.Statements[2].Domain))
            .is_true())
        << Read << ", " << First << ", " << More << ": "
        << isl_map_to_str(Fused->Schedules[2].get());
  }
}

TEST_F(FuseTest, HasNoStripsFromBothEnds) {
  for (auto [Write, Next, Read, IsFused] :
       {std::tuple("i", "i + 1", "i", true),
        std::tuple("i", "i + 1", "N - 1 - i", false),
        std::tuple("N - 1 - i", "N - 2 - i", "N - i", true),
        std::tuple("i", "i + 1", "0", true)}) {
    std::string Text = R"({ "arrays": [
        { "name": "W", "extent": "[N] -> { W[i] : 0 <= i <= N }",
          "live_in": "{ W[i] }" },
        { "name": "A", "extent": "[N] -> { A[i] : 0 <= i <= N }" },
        { "name": "B", "extent": "[N] -> { B[i] : 0 <= i < N }",
          "live_out": "{ B[i] }", "fixed": true } ],
      "statements": [
      { "name": "S", "domain": "[N] -> { S[i] : 0 <= i < N }",
        "schedule": "{ S[i] -> [0, i, 0] }", "accesses": [
        { "kind": "write", "relation": "[N] -> { S[i] -> A[WRITE] }" } ] },
      { "name": "T", "domain": "[N] -> { T[i] : 1 <= i < N - 1 }",
        "schedule": "{ T[i] -> [1, i, 0] }", "accesses": [
        { "kind": "read", "relation": "[N] -> { T[i] -> W[READ] }" },
        { "kind": "read", "relation": "[N] -> { T[i] -> A[NEXT] }" },
        { "kind": "write", "relation": "{ T[i] -> B[i] }" } ] } ] })";
    for (auto [Name, Value] :
         {std::pair("WRITE", Write), {"NEXT", Next}, {"READ", Read}})
      for (size_t At; (At = Text.find(Name)) != std::string::npos;)
        Text.replace(At, strlen(Name), Value);
    Kernel K = parse(Text);
    EXPECT_EQ(fuseNests(K, within(Enough)).has_value(), IsFused)
        << Write << ", " << Read;
    // What nothing is stored in has no other end to wait for.
    K.Arrays[0].Fixed = true;
    EXPECT_TRUE(fuseNests(K, within(Enough)).has_value()) << Read;
  }
}

TEST_F(FuseTest, LeavesNestsWithNothingBetweenThem) {
  Kernel K = stages("{ T[i, j] -> A[i, j] }");
  K.Arrays[0].Fixed = true;
  EXPECT_FALSE(fuseNests(K, within(Enough)).has_value());
}

TEST_F(FuseTest, KnowsWhatHasAPrice) {
  Kernel Aligned = stages("{ T[i, j] -> A[i, j] }");
  Kernel Shifted = stages("{ T[i, j] -> A[i + 1, j] }");
  EXPECT_FALSE(fuseNests(Aligned, within(Enough))->leaps());
  EXPECT_FALSE(fuseNests(Shifted, within(Enough))->leaps());
  // Every other element of a row, where all loops are shared.
  for (Kernel *K : {&Aligned, &Shifted}) {
    Statement &T = K->Statements[1];
    T.Accesses[1].Relation =
        map("{ T[i, j] -> B[i, 2j] }").intersect_domain(T.Domain);
  }
  EXPECT_TRUE(fuseNests(Aligned, within(Enough))->leaps());
  EXPECT_FALSE(fuseNests(Shifted, within(Enough))->leaps());
  EXPECT_TRUE(fuseNests(Shifted, within(Enough))->waiting().empty());
  // The sum of a row, where the innermost loops are not shared.
  Statement &T = Shifted.Statements[1];
  T.Accesses[1].Relation =
      map("{ T[i, j] -> B[i, 0] }").intersect_domain(T.Domain);
  Access Read = T.Accesses[1];
  Read.Kind = AccessKind::Read;
  T.Accesses.insert(T.Accesses.begin(), Read);
  EXPECT_EQ(fuseNests(Shifted, within(Enough))->waiting(),
            std::vector<unsigned>{1});
}

TEST_F(FuseTest, AsksNoPriceForSumsThatGoOn) {
  for (bool GoesOn : {false, true}) {
    std::string Text = R"({ "context": "[N] -> { : N >= 9 }", "arrays": [
        { "name": "A", "extent": "[N] -> { A[i, j] : 0 <= i, j < N }" },
        { "name": "B", "extent": "[N] -> { B[i] : 0 <= i < N }",
          "live_out": "{ B[i] }", "fixed": true },
        { "name": "s", "extent": "{ s[] }" },
        { "name": "all", "extent": "{ all[] }", "live_in": "{ all[] }" } ],
      "statements": [
      { "name": "P", "domain": "[N] -> { P[i, j] : 0 <= i, j < N }",
        "schedule": "{ P[i, j] -> [0, i, 0, j, 0] }", "accesses": [
        { "kind": "write", "relation": "{ P[i, j] -> A[i, j] }" } ] },
      { "name": "Begin", "domain": "[N] -> { Begin[i] : 0 < i < N }",
        "schedule": "{ Begin[i] -> [1, i, 0, 0, 0] }", "accesses": [
        { "kind": "read", "relation": "{ Begin[i] -> WHAT }" },
        { "kind": "write", "relation": "{ Begin[i] -> s[] }" } ] },
      { "name": "S", "domain": "[N] -> { S[i, j] : 0 < i < N and 0 < j < N }",
        "schedule": "{ S[i, j] -> [1, i, 1, j, 0] }", "accesses": [
        { "kind": "read", "relation": "{ S[i, j] -> A[i - 1, j] }" },
        { "kind": "read", "relation": "{ S[i, j] -> s[] }" },
        { "kind": "write", "relation": "{ S[i, j] -> s[] }" } ] },
      { "name": "End", "domain": "[N] -> { End[i] : 0 < i < N }",
        "schedule": "{ End[i] -> [1, i, 2, 0, 0] }", "accesses": [
        { "kind": "read", "relation": "{ End[i] -> s[] }" },
        { "kind": "write", "relation": "{ End[i] -> all[] }" } ] } ] })";
    Text.replace(Text.find("WHAT"), 4, GoesOn ? "all[]" : "A[i, 0]");
    auto Fused = fuseNests(parse(Text), within(Enough));
    ASSERT_TRUE(Fused.has_value()) << GoesOn;
    EXPECT_EQ(Fused->waiting().empty(), GoesOn);
  }
}

TEST_F(FuseTest, FindsWrongOrders) {
  Kernel K = stages("{ T[i, j] -> A[i + 1, j] }");
  std::vector<isl::map> Schedules = {
      map("{ S[i, j] -> [i, 0, j] }").intersect_domain(K.Statements[0].Domain),
      map("{ T[i, j] -> [i, 1, j] }").intersect_domain(K.Statements[1].Domain)};
  EXPECT_FALSE(keepsOrder(K, Schedules, Enough));
  Schedules[1] = map("{ T[i, j] -> [i + 1, 1, j] }")
                     .intersect_domain(K.Statements[1].Domain);
  EXPECT_TRUE(keepsOrder(K, Schedules, Enough));
  EXPECT_FALSE(keepsOrder(K, Schedules, 1));
}

TEST_F(FuseTest, KeepsEffectsInTheirOrder) {
  constexpr auto Unknown = EffectOrder::Unknown, Kept = EffectOrder::Kept,
                 Any = EffectOrder::Any;
  Kernel K = stages("{ T[i, j] -> A[i, j] }");
  auto Together = fuseNests(K, within(Enough));
  ASSERT_TRUE(Together.has_value());
  for (auto [First, Second, MayFuse, HaveOrder] :
       {std::tuple(Any, Any, true, false), std::tuple(Any, Kept, true, false),
        std::tuple(Kept, Any, true, false), std::tuple(Kept, Kept, false, true),
        std::tuple(Kept, Unknown, false, true),
        std::tuple(Unknown, Any, false, false)}) {
    for (auto [Stmt, Order] : {std::pair(0, First), std::pair(1, Second)}) {
      K.Statements[Stmt].OnlyWrites = false;
      K.Statements[Stmt].Effects = Order;
    }
    EXPECT_EQ(fuseNests(K, within(Enough)).has_value(), MayFuse);
    EXPECT_EQ(keepsOrder(K, Together->Schedules, Enough), !HaveOrder);
  }
  K.Statements[1].OnlyWrites = true;
  EXPECT_FALSE(fuseNests(K, within(Enough)).has_value());
  K.Statements[0].Effects = Kept;
  EXPECT_TRUE(fuseNests(K, within(Enough)).has_value());
}

TEST_F(FuseTest, NeverReordersWhatDependsOnEachOther) {
  unsigned First = fromEnvironment("SMOLLY_RANDOM_SEED", 1);
  unsigned Count = fromEnvironment("SMOLLY_RANDOM_KERNELS", 60);
  unsigned Fused = 0;
  for (unsigned Seed = First; Seed < First + Count; ++Seed) {
    Kernel K = parse(KernelGenerator(Seed).kernel());
    // Some have effects, of which the order matters for some.
    for (unsigned S = 0; S < K.Statements.size(); ++S) {
      K.Statements[S].OnlyWrites = (Seed + S) % 3 != 0;
      K.Statements[S].Effects = Seed % 2 ? EffectOrder::Kept : EffectOrder::Any;
    }
    auto Found = fuseNests(K, within(Enough));
    if (!Found)
      continue;
    ++Fused;
    EXPECT_TRUE(keepsOrder(K, Found->Schedules, Enough)) << "seed " << Seed;
  }
  EXPECT_GT(Fused, Count / 20);
}

} // namespace
