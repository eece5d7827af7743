//===- IslQuestionsTest.cpp - Questions about isl's sets ------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is read of isl's sets, and answers compared with isl's.
/// SMOLLY_SDBM_SYSTEMS and SMOLLY_SDBM_SEED are as in PropertyTest.cpp.
///
//===----------------------------------------------------------------------===//

#include "smolly/SDBM/IslQuestions.h"
#include "RandomSystem.h"
#include "gtest/gtest.h"
#include "isl/ctx.h"
#include "isl/options.h"
#include "isl/set.h"
#include "isl/space.h"

using namespace smolly::sdbm;
using namespace smolly::sdbm::test;

namespace {

class IslQuestionsTest : public testing::Test {
protected:
  IslQuestionsTest() : Raw(isl_ctx_alloc()) {
    isl_options_set_on_error(Raw, ISL_ON_ERROR_CONTINUE);
  }
  ~IslQuestionsTest() override { isl_ctx_free(Raw); }

  isl::set set(const std::string &Text) const {
    return isl::set(isl::ctx(Raw), Text);
  }
  isl::map map(const std::string &Text) const {
    return isl::map(isl::ctx(Raw), Text);
  }
  isl::space space(unsigned Dimensions) const {
    return isl::manage(isl_space_set_alloc(Raw, 0, Dimensions));
  }

  isl_ctx *Raw;
  IslQuestions Questions;
};

TEST_F(IslQuestionsTest, Classifies) {
  const std::pair<const char *, Class> Table[] = {
      {"{ [i] }", Class::Dbm},
      {"{ [i] : false }", Class::Dbm},
      {"[N] -> { [i, j] : 0 <= i < N and 0 <= j <= i }", Class::Dbm},
      {"{ [i, j] : 3i <= 7 and 5 <= 2j }", Class::Dbm},
      {"{ [i, j] : 2i - 2j <= 5 }", Class::Dbm},
      {"{ [i] : i mod 2 = 0 }", Class::Hsdbm},
      {"{ [i, j] : i mod 32 = 5 and j mod 8 = 0 and i <= j }", Class::Hsdbm},
      {"{ [i, j] : i mod 2 = 0 and j mod 3 = 1 }", Class::Sdbm},
      {"{ [i] : i mod 2 = 0 and i mod 3 = 1 }", Class::Hsdbm},
      {"[N] -> { [i] : N mod 4 = 0 and 0 <= i < N }", Class::Hsdbm},
      {"{ [i, j] : i + j <= 3 }", Class::Other},
      {"{ [i, j] : i <= 2j }", Class::Other},
      {"{ [i, j] : 2i = j }", Class::Other},
      {"{ [i, j] : exists e : i = 2e and j = 2e }", Class::Hsdbm},
      {"{ [i, j] : exists e : i = 2e and j = 3e }", Class::Other},
      {"{ [i, j] : (i + j) mod 2 = 0 }", Class::Other},
      {"{ [i] : exists e : i = 2e and 0 <= e <= 3 }", Class::Hsdbm},
      {"[p] -> { [x] : exists e : x = 4e + p }", Class::Other},
      {"{ [i, j] : j = floor(i / 3) }", Class::Other},
      {"{ [i] : i >= 0; [i, j] : i mod 2 = 0 }", Class::Other},
      {"{ [i] : i mod 2 = 0; [i] : i = 7 }", Class::Hsdbm},
      {"{ [i] : i mod 9000000000000000000 = 1 }", Class::Other},
  };
  for (const auto &[Text, Expected] : Table) {
    isl::set Set = set(Text);
    if (!Set.is_null()) {
      EXPECT_EQ(classify(Set), Expected) << Text;
    }
  }
}

TEST_F(IslQuestionsTest, TellsEmptyOnes) {
  using E = Emptiness;
  const std::pair<const char *, Emptiness> Table[] = {
      {"[N] -> { [i] : 0 <= i < N and N <= i }", E::Empty},
      {"[N] -> { [i] : 0 <= i < N }", E::NonEmpty},
      {"{ [i, j] : i mod 32 = 0 and j mod 32 = 0 and 1 <= i - j <= 31 }",
       E::Empty},
      {"{ [i, j] : i mod 32 = 0 and j mod 32 = 0 and 1 <= i - j <= 32 }",
       E::NonEmpty},
      {"{ [i, j, k] : i mod 6 = 0 and j mod 10 = 0 and k mod 15 = 0 and "
       "2 <= j - i <= 6 and 0 <= k - i <= 3 and 0 <= j - k <= 5 }",
       E::Empty},
      // k is nowhere else.
      {"{ [i, j, k] : k = i + j and 0 <= i < j <= 5 }", E::NonEmpty},
      {"{ [i, j, k] : k = i + j and 0 <= i < j <= 0 }", E::Empty},
      {"{ [i, j] : 2i = j and 3 <= j <= 3 }", E::Empty},
      {"{ [i, j] : 2i = j and 3 <= j <= 4 }", E::NonEmpty},
      {"{ [i, j, k] : i + j + k >= 7 and 0 <= j <= 1 }", E::NonEmpty},
      // What is left out holds where the rest does, at i = 1 and j = 1.
      {"{ [i, j] : 2i <= 3j and 1 <= i <= 5 and 1 <= j <= 5 }", E::NonEmpty},
      {"{ [i, j] : 2i >= 3j and 1 <= i <= 5 and 1 <= j <= 5 }", E::Unknown},
      // Values that are stated are inserted.
      {"{ [i, j, k] : i = 3 and j = i + 1 and 2i + 3j + k = 20 and "
       "i + j + k >= 10 }",
       E::Empty},
  };
  for (const auto &[Text, Expected] : Table) {
    // Without what isl finds out when it reads.
    isl::basic_set Basic =
        isl::manage(isl_set_simple_hull(set(Text).release()));
    if (isl_basic_set_plain_is_empty(Basic.get()) == isl_bool_false) {
      EXPECT_EQ(Questions.isEmpty(Basic), Expected) << Text;
    }
    isl::set Set = set(Text);
    if (Questions.isEmpty(Set) != E::Unknown) {
      EXPECT_EQ(Questions.isEmpty(Set),
                Set.is_empty().is_true() ? E::Empty : E::NonEmpty)
          << Text;
    }
  }
  EXPECT_EQ(Questions.isEmpty(isl::set()), E::Unknown);
}

TEST_F(IslQuestionsTest, ComparesMaps) {
  isl::map Tiles =
      map("[N] -> { S[i] -> T[t] : t mod 32 = 0 and t <= i < t + 32 "
          "and 0 <= i < N }");
  isl::map Second = map("[M, N] -> { S[i] -> T[t] : t = i + 1 and i < M }");
  isl::map Below = map("{ S[i] -> T[t] : t < i }");
  EXPECT_EQ(Questions.isDisjoint(Tiles, Second), Truth::Yes);
  EXPECT_EQ(Questions.isDisjoint(Below, Second), Truth::Yes);
  EXPECT_EQ(Questions.isDisjoint(Below, Tiles), Truth::No);
  EXPECT_EQ(Questions.isDisjoint(Below, map("{ S[i] -> U[t] }")), Truth::Yes);
  EXPECT_EQ(Questions.isSubset(Tiles, map("{ S[i] -> T[t] : t <= i }")),
            Truth::Yes);
  EXPECT_EQ(Questions.isSubset(Tiles, Below), Truth::No);
  EXPECT_EQ(Questions.isSubset(Tiles, map("{ S[i] -> T[t] : t mod 16 = 0 }")),
            Truth::Yes);
  EXPECT_EQ(Questions.isSubset(Tiles, map("{ S[i] -> T[t] : t mod 64 = 0 }")),
            Truth::No);
}

/// isl's existentially quantified variables, remainders and divisions, at
/// random.
std::string randomConstraint(Generator &G, unsigned Dimensions) {
  auto Variable = [&] {
    Integer I = G.number(0, Dimensions);
    return I == 0 ? std::string("N") : "x" + std::to_string(I);
  };
  auto Number = [&](Integer Low, Integer High) {
    return std::to_string(G.number(Low, High));
  };
  const char *const Relations[] = {" <= ", " >= ", " = ", " <= ", " < "};
  std::string Relation = Relations[G.number(0, 4)];
  switch (G.number(0, 8)) {
  case 0:
  case 1:
    return Variable() + " - " + Variable() + Relation + Number(-5, 5);
  case 2:
    return Variable() + Relation + Number(-9, 9);
  case 3:
  case 4:
    return Variable() + " mod " + Number(1, 6) + " = " + Number(0, 3);
  case 5:
    return "exists e : " + Number(1, 4) + Variable() + " = " + Number(1, 6) +
           "e + " + Number(0, 4);
  case 6:
    return "exists e : " + Variable() + " = " + Number(2, 4) + "e and " +
           Number(-2, 1) + " <= e <= " + Variable();
  case 7:
    return Variable() + Relation + "floor(" + Variable() + " / " +
           Number(2, 4) + ")";
  default:
    return Number(1, 3) + Variable() + " + " + Number(-2, 2) + Variable() +
           Relation + Number(-2, 2) + Variable() + " + " + Number(-5, 5);
  }
}

std::string randomSet(Generator &G, unsigned Dimensions) {
  std::string Text = "[N] -> { [";
  for (unsigned I = 1; I <= Dimensions; ++I)
    Text += (I > 1 ? ", x" : "x") + std::to_string(I);
  Text += "] : ";
  unsigned Count = G.number(1, 5);
  for (unsigned C = 0; C < Count; ++C)
    Text += (C > 0 ? " and (" : "(") + randomConstraint(G, Dimensions) + ")";
  return Text + " }";
}

TEST_F(IslQuestionsTest, NeverContradictsIsl) {
  unsigned long First = fromEnvironment("SMOLLY_SDBM_SEED", 1);
  unsigned long Count = systemCount();
  unsigned Known = 0, Read = 0;
  for (unsigned long Seed = First; Seed < First + Count; ++Seed) {
    Generator G(Seed);
    unsigned Dimensions = G.number(1, 4);
    std::string A = randomSet(G, Dimensions), B = randomSet(G, Dimensions);
    SCOPED_TRACE(A + " and " + B);
    isl::set InA = set(A), InB = set(B);
    Emptiness Empty = Questions.isEmpty(InA);
    Known += Empty != Emptiness::Unknown;
    if (Empty != Emptiness::Unknown) {
      EXPECT_EQ(Empty == Emptiness::Empty, InA.is_empty().is_true());
    }
    Truth Disjoint = Questions.isDisjoint(InA, InB);
    if (Disjoint != Truth::Unknown) {
      EXPECT_EQ(Disjoint == Truth::Yes, InA.is_disjoint(InB).is_true());
    }
    Truth Subset = Questions.isSubset(InA, InB);
    if (Subset != Truth::Unknown) {
      EXPECT_EQ(Subset == Truth::Yes, InA.is_subset(InB).is_true());
    }
    auto Normal = normalForm(InA);
    EXPECT_EQ(Normal.has_value(), classify(InA) != Class::Other);
    if (Normal) {
      ++Read;
      EXPECT_TRUE(Normal->is_equal(InA).is_true())
          << isl_set_to_str(Normal->get());
    }
    if (HasFailure())
      return;
  }
  if (areMany()) {
    EXPECT_GT(Known, Count / 2);
    EXPECT_GT(Read, Count / 4);
  }
}

/// Larger systems, and such without bounds.
TEST_F(IslQuestionsTest, AgreesWithIslOnSystems) {
  unsigned long First = fromEnvironment("SMOLLY_SDBM_SEED", 1);
  unsigned long Count = systemCount() / 10;
  for (unsigned long Seed = First; Seed < First + Count; ++Seed) {
    Generator G(Seed);
    Shape Wanted;
    Wanted.MaxVariables = 8;
    Wanted.Bounded = Seed % 3 == 0;
    Wanted.Harmonic = Seed % 2;
    SDBM A = G.system(Wanted), B = G.system(Wanted, A.variables());
    SCOPED_TRACE("seed " + std::to_string(Seed) + ": " + toString(A) + " and " +
                 toString(B));
    isl::basic_set InA = toBasicSet(A, space(A.variables()));
    isl::basic_set InB = toBasicSet(B, space(A.variables()));
    Solver Systems;
    Emptiness Empty = Systems.solve(A);
    EXPECT_EQ(Empty, InA.is_empty().is_true() ? Emptiness::Empty
                                              : Emptiness::NonEmpty);
    using Preference = Solver::Preference;
    if (Empty == Emptiness::NonEmpty) {
      for (auto P : {Preference::Small, Preference::Large, Preference::Middle})
        EXPECT_TRUE(A.contains(*Systems.solution(P)));
    }
    EXPECT_EQ(isSubset(A, B),
              InA.is_subset(InB).is_true() ? Truth::Yes : Truth::No);
    auto Normal = normalForm(A);
    ASSERT_TRUE(Normal.has_value());
    EXPECT_TRUE(
        toBasicSet(*Normal, space(A.variables())).is_equal(InA).is_true());
    auto Join = join(A, B);
    ASSERT_TRUE(Join.has_value());
    isl::basic_set InJoin = toBasicSet(*Join, space(A.variables()));
    EXPECT_TRUE(InA.is_subset(InJoin).is_true());
    EXPECT_TRUE(InB.is_subset(InJoin).is_true());
    if (HasFailure())
      return;
  }
}

} // namespace
