//===- InterleaveTest.cpp - Tests of rows that run side by side -----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Small nests of which it is known what can run side by side, and random ones,
/// whose storage is executed in the new order. SMOLLY_RANDOM_KERNELS sets how
/// many of these, SMOLLY_RANDOM_SEED the first seed.
///
//===----------------------------------------------------------------------===//

#include "smolly/Schedule/Interleave.h"
#include "RandomKernel.h"
#include "TestSupport.h"
#include "smolly/Schedule/Chains.h"
#include "smolly/Schedule/Fuse.h"
#include "smolly/Storage/MappingChecker.h"
#include "smolly/Storage/StoragePlan.h"

using namespace smolly;
using namespace smolly::test;

namespace {

constexpr unsigned long Enough = 10'000'000;

/// Innermost loops with a chain have four rows.
auto fourFor(const Kernel &K) {
  return [&K](llvm::ArrayRef<unsigned> Statements) {
    return llvm::any_of(
               Statements,
               [&](unsigned S) { return !findChains(K.Statements[S]).empty(); })
               ? 4L
               : 1L;
  };
}

std::optional<InterleavedSchedule> interleave(const Kernel &K) {
  return interleaveChains(K, K.Arrays.size(), fourFor(K), Enough);
}

class InterleaveTest : public IslTest {
protected:
  /// N rows over an array of N x N, each element from those that \p Reads, and
  /// written to the element that \p Write says.
  Kernel rows(const std::string &Reads,
              const std::string &Write = "{ S[y, x] -> A[y, x] }") {
    std::string Text = R"({ "context": "[N] -> { : N >= 9 }", "arrays": [
        { "name": "A", "extent": "[N] -> { A[y, x] : 0 <= y, x < N }",
          "live_in": "{ A[y, x] }", "live_out": "{ A[y, x] }", "fixed": true }],
      "statements": [
      { "name": "S",
        "domain": "[N] -> { S[y, x] : 4 < y < N - 4 and 4 < x < N - 4 }",
        "schedule": "{ S[y, x] -> [y, x] }", "accesses": [
        { "kind": "read", "relation": "READS" },
        { "kind": "write", "relation": "WRITE" } ] } ] })";
    Text.replace(Text.find("READS"), 5, Reads);
    Text.replace(Text.find("WRITE"), 5, Write);
    return parse(Text);
  }
  /// For each row a sum s, which is written to A behind the loop; s is a scalar
  /// with number 1.
  Kernel sums(const std::string &Start) {
    std::string Text = R"({ "context": "[N] -> { : N >= 9 }", "arrays": [
        { "name": "A", "extent": "[N] -> { A[y] : 0 <= y < N }",
          "live_out": "{ A[y] }", "fixed": true },
        { "name": "s", "extent": "{ s[] }", "live_in": "{ s[] }" } ],
      "statements": [
      { "name": "Z", "domain": "[N] -> { Z[y] : START }",
        "schedule": "{ Z[y] -> [0, y, 0, 0, 0] }", "accesses": [
        { "kind": "write", "relation": "{ Z[y] -> s[] }" } ] },
      { "name": "S",
        "domain": "[N] -> { S[y, x] : 0 <= y, x < N }",
        "schedule": "{ S[y, x] -> [0, y, 1, x, 0] }", "accesses": [
        { "kind": "read", "relation": "{ S[y, x] -> s[] }" },
        { "kind": "write", "relation": "{ S[y, x] -> s[] }" } ] },
      { "name": "E", "domain": "[N] -> { E[y] : 0 <= y < N }",
        "schedule": "{ E[y] -> [0, y, 2, 0, 0] }", "accesses": [
        { "kind": "read", "relation": "{ E[y] -> s[] }" },
        { "kind": "write", "relation": "{ E[y] -> A[y] }" } ] } ] })";
    Text.replace(Text.find("START"), 5, Start);
    return parse(Text);
  }
};

TEST_F(InterleaveTest, FindsChains) {
  auto Chains = [&](const char *Reads, const char *Write) {
    return findChains(rows(Reads, Write).Statements[0]);
  };
  const char *Own = "{ S[y, x] -> A[y, x] }";
  EXPECT_TRUE(Chains(Own, Own).empty());
  EXPECT_TRUE(Chains("{ S[y, x] -> A[y - 1, x] }", Own).empty());
  EXPECT_TRUE(Chains("{ S[y, x] -> A[y, x - 2] }", Own).empty());
  auto Recurrence = Chains("{ S[y, x] -> A[y, x - 1] }", Own);
  ASSERT_EQ(Recurrence.size(), 1u);
  EXPECT_FALSE(Recurrence[0].InPlace);
  auto Sum = Chains("{ S[y, x] -> A[y, 0] }", "{ S[y, x] -> A[y, 0] }");
  ASSERT_EQ(Sum.size(), 1u);
  EXPECT_TRUE(Sum[0].InPlace);
}

TEST_F(InterleaveTest, FindsColumns) {
  auto Reads = [&](const char *Relation) {
    return readsColumns(rows(Relation, "{ S[y, x] -> A[y, 0] }").Statements[0]);
  };
  EXPECT_TRUE(Reads("{ S[y, x] -> A[x, y] }"));
  EXPECT_FALSE(Reads("{ S[y, x] -> A[x + y, y] }"));
  EXPECT_TRUE(Reads("[N] -> { S[y, x] -> A[2x, N - y] }"));
  EXPECT_FALSE(Reads("{ S[y, x] -> A[y, x] }"));
  // The loop around leaps, too.
  EXPECT_FALSE(Reads("{ S[y, x] -> A[x, 2y] }"));
  // Something that is the same for all, or goes along a row.
  EXPECT_FALSE(Reads("{ S[y, x] -> A[0, x] }"));
  EXPECT_FALSE(Reads("{ S[y, x] -> A[0, 0] }"));
}

TEST_F(InterleaveTest, SkewsAsFarAsDependencesAsk) {
  for (auto [More, Skew] :
       {std::pair("", 0L), std::pair("A[y - 1, x - 3]", 0L),
        std::pair("A[y - 1, x]", 0L), std::pair("A[y - 1, x + 1]", 1L),
        std::pair("A[y - 2, x + 3]", 2L), std::pair("A[y + 1, x + 2]", 0L),
        std::pair("A[y + 1, x - 2]", 2L)}) {
    std::string Reads = "{ S[y, x] -> A[y, x - 1]";
    if (*More)
      Reads += std::string("; S[y, x] -> ") + More;
    Kernel K = rows(Reads + " }");
    auto Found = interleave(K);
    ASSERT_TRUE(Found.has_value()) << More;
    ASSERT_EQ(Found->Loops.size(), 1u) << More;
    EXPECT_EQ(Found->Loops[0].Skew, Skew) << More;
    EXPECT_TRUE(keepsOrder(K, Found->Schedules, Enough)) << More;
  }
}

TEST_F(InterleaveTest, LeavesWhatCannotRunSideBySide) {
  // Each row needs the end of the one before.
  Kernel K =
      rows("[N] -> { S[y, x] -> A[y, x - 1]; S[y, x] -> A[y - 1, N - x] }");
  EXPECT_FALSE(interleave(K).has_value());
  // Nothing waits.
  EXPECT_FALSE(interleave(rows("{ S[y, x] -> A[y - 1, x] }")).has_value());
  Kernel Good = rows("{ S[y, x] -> A[y, x - 1] }");
  EXPECT_FALSE(interleaveChains(Good, Good.Arrays.size(), fourFor(Good), 10)
                   .has_value());
}

TEST_F(InterleaveTest, LeavesWhatIsNeverSideBySide) {
  // Strips of one loop, which are longer strips side by side.
  for (auto [Schedule, IsUseful] :
       {std::pair("[floor(i / 8), 0, i]", false),
        std::pair("[floor(i / 8), 0, i - 8 * floor(i / 8)]", true)}) {
    std::string Text = R"({ "context": "[N] -> { : N >= 9 }", "arrays": [
        { "name": "A", "extent": "[N] -> { A[i] : 0 <= i < N }",
          "live_in": "{ A[i] }", "live_out": "{ A[i] }", "fixed": true }],
      "statements": [
      { "name": "S", "domain": "[N] -> { S[i] : 1 <= i < N and i mod 8 > 0 }",
        "schedule": "{ S[i] -> TIME }", "accesses": [
        { "kind": "read", "relation": "{ S[i] -> A[i - 1] }" },
        { "kind": "write", "relation": "{ S[i] -> A[i] }" } ] } ] })";
    Text.replace(Text.find("TIME"), 4, Schedule);
    EXPECT_EQ(interleave(parse(Text)).has_value(), IsUseful) << Schedule;
  }
}

TEST_F(InterleaveTest, TellsBlocksByTheirRows) {
  Kernel K = rows("{ S[y, x] -> A[y, x - 1] }");
  auto Found = interleave(K);
  ASSERT_TRUE(Found.has_value());
  const InterleavedLoop &L = Found->Loops[0];
  ASSERT_EQ(L.Blocks.size(), 4u);
  // Rows 5 to N - 5, from the first one on in fours.
  const char *Wanted[] = {
      "[N] -> { S[y, x] : (N - 9) mod 4 = 1 and y = N - 5 }",
      "[N] -> { S[y, x] : (N - 9) mod 4 = 2 and y >= N - 6 }",
      "[N] -> { S[y, x] : (N - 9) mod 4 = 3 and y >= N - 7 }",
      "[N] -> { S[y, x] : y - 5 < 4 * floor((N - 9) / 4) }"};
  for (unsigned Rows = 0; Rows < 4; ++Rows)
    EXPECT_TRUE(L.Blocks[Rows][0]
                    .intersect_params(K.Context)
                    .is_equal(set(Wanted[Rows])
                                  .intersect(K.Statements[0].Domain)
                                  .intersect_params(K.Context))
                    .is_true())
        << Rows << ": " << isl_set_to_str(L.Blocks[Rows][0].get());
}

TEST_F(InterleaveTest, CopiesScalarsForEachRow) {
  Kernel K = sums("0 <= y < N");
  auto Found = interleaveChains(K, 1, fourFor(K), Enough);
  ASSERT_TRUE(Found.has_value());
  EXPECT_EQ(Found->Private, std::vector<unsigned>{1});
  EXPECT_TRUE(keepsOrder(Found->WithCopies, Found->Schedules, Enough));
  // With one for all rows, they overwrite each other.
  EXPECT_FALSE(keepsOrder(K, Found->Schedules, Enough));
  EXPECT_FALSE(interleave(K).has_value());
  // A sum that goes on in the next row, or that somebody reads behind the loop.
  Kernel Along = sums("0 = y");
  EXPECT_FALSE(interleaveChains(Along, 1, fourFor(Along), Enough).has_value());
  Kernel Live = K;
  Live.Arrays[1].LiveOut = set("{ s[] }");
  EXPECT_FALSE(interleaveChains(Live, 1, fourFor(Live), Enough).has_value());
}

TEST_F(InterleaveTest, RunsManyRowsByLoops) {
  auto ManyFor = [](const Kernel &K) {
    return [Few = fourFor(K)](llvm::ArrayRef<unsigned> Statements) {
      return Few(Statements) > 1 ? 100L : 1L;
    };
  };
  Kernel K = sums("0 <= y < N");
  auto Found = interleaveChains(K, 1, ManyFor(K), Enough);
  ASSERT_TRUE(Found.has_value());
  EXPECT_EQ(Found->Loops[0].Rows, 100);
  EXPECT_TRUE(Found->Loops[0].Blocks.empty());
  EXPECT_TRUE(keepsOrder(Found->WithCopies, Found->Schedules, Enough));
  EXPECT_FALSE(keepsOrder(K, Found->Schedules, Enough));
  // Those that come behind each other are unrolled.
  Kernel Skewed =
      rows("{ S[y, x] -> A[y, x - 1]; S[y, x] -> A[y - 1, x + 1] }");
  Found =
      interleaveChains(Skewed, Skewed.Arrays.size(), ManyFor(Skewed), Enough);
  ASSERT_TRUE(Found.has_value());
  EXPECT_EQ(Found->Loops[0].Rows, 4);
  EXPECT_EQ(Found->Loops[0].Blocks.size(), 4u);
  EXPECT_TRUE(keepsOrder(Skewed, Found->Schedules, Enough));
}

TEST_F(InterleaveTest, JoinsWhatIsInFront) {
  std::string Text = R"({ "context": "[N] -> { : N >= 9 }", "arrays": [
      { "name": "C", "extent": "[N] -> { C[y, x] : 0 <= y, x < N }" },
      { "name": "A", "extent": "[N] -> { A[y, x] : 0 <= y, x < N }",
        "live_in": "{ A[y, x] }", "live_out": "{ A[y, x] }" } ],
    "statements": [
    { "name": "P", "domain": "[N] -> { P[y, x] : 0 <= y, x < N }",
      "schedule": "{ P[y, x] -> [y, 0, x] }", "accesses": [
      { "kind": "write", "relation": "{ P[y, x] -> C[y, x] }" } ] },
    { "name": "S", "domain": "[N] -> { S[y, x] : 0 <= y < N and 0 < x < N }",
      "schedule": "{ S[y, x] -> [y, 1, x] }", "accesses": [
      { "kind": "read", "relation": "READS" },
      { "kind": "read", "relation": "{ S[y, x] -> A[y, x - 1] }" },
      { "kind": "write", "relation": "{ S[y, x] -> A[y, x] }" } ] } ] })";
  auto With = [&](const char *Reads) {
    std::string Own = Text;
    return parse(Own.replace(Own.find("READS"), 5, Reads));
  };
  Kernel Same = With("{ S[y, x] -> C[y, x] }");
  auto Found = interleave(Same);
  ASSERT_TRUE(Found.has_value());
  EXPECT_EQ(Found->Loops[0].Statements.size(), 2u);
  EXPECT_TRUE(keepsOrder(Same, Found->Schedules, Enough));
  // What it needs comes later.
  Kernel Later = With("[N] -> { S[y, x] -> C[y, N - x] }");
  Found = interleave(Later);
  ASSERT_TRUE(Found.has_value());
  EXPECT_EQ(Found->Loops[0].Statements, std::vector<unsigned>{1});
  EXPECT_TRUE(keepsOrder(Later, Found->Schedules, Enough));
}

TEST_F(InterleaveTest, KeepsEveryValueOfRandomKernels) {
  unsigned First = fromEnvironment("SMOLLY_RANDOM_SEED", 1);
  unsigned Count = fromEnvironment("SMOLLY_RANDOM_KERNELS", 50);
  unsigned Interleaved = 0;
  for (unsigned Seed = First; Seed < First + Count; ++Seed) {
    std::string Text = KernelGenerator(Seed).kernel();
    SCOPED_TRACE("seed " + std::to_string(Seed) + ": " + Text);
    Kernel K = parse(Text);
    auto Found = interleave(K);
    if (!Found)
      continue;
    ++Interleaved;
    EXPECT_TRUE(keepsOrder(K, Found->Schedules, Enough));
    Dataflow D = flows(K);
    for (unsigned S = 0; S < K.Statements.size(); ++S)
      K.Statements[S].Schedule = Found->Schedules[S];
    StorageOptions Options;
    Options.MaxIslOperations = 5'000'000;
    auto Plan = planStorage(K, D, Options);
    if (!Plan) {
      llvm::consumeError(Plan.takeError());
      continue;
    }
    for (long N : {0, 1, 5, 7})
      for (long M : {0, 6})
        if (llvm::Error Err = checkMapping(K, *Plan, {{"N", N}, {"M", M}}))
          ADD_FAILURE() << "N=" << N << " M=" << M << ": "
                        << llvm::toString(std::move(Err));
  }
  EXPECT_GT(Interleaved, Count / 50);
}

} // namespace
