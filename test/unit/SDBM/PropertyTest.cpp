//===- PropertyTest.cpp - Random SDBMs against enumeration ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the library says of random systems, compared with all their solutions.
/// SMOLLY_SDBM_SYSTEMS sets how many systems there are, SMOLLY_SDBM_SEED the
/// first seed (utils/sdbm-soak runs many).
///
//===----------------------------------------------------------------------===//

#include "RandomSystem.h"
#include "smolly/SDBM/Closure.h"
#include "smolly/SDBM/Lattice.h"
#include "gtest/gtest.h"

using namespace smolly::sdbm;
using namespace smolly::sdbm::test;

namespace {

/// Runs a check on systems of every shape, until one fails.
class PropertyTest : public testing::Test {
protected:
  template <typename Check> void forEach(unsigned Share, Check Run) {
    unsigned long First = fromEnvironment("SMOLLY_SDBM_SEED", 1);
    unsigned long Count = systemCount();
    for (unsigned long Seed = First; Seed < First + Count / Share; ++Seed) {
      Generator G(Seed);
      Shape Wanted;
      Wanted.Harmonic = Seed % 2;
      SDBM S = G.system(Wanted);
      SCOPED_TRACE("seed " + std::to_string(Seed) + ": " + toString(S));
      Run(G, S);
      if (HasFailure())
        return;
    }
  }
};

Emptiness expected(const Enumeration &All) {
  return All.all().empty() ? Emptiness::Empty : Emptiness::NonEmpty;
}

TEST_F(PropertyTest, SolverDecides) {
  Solver Reused;
  unsigned Empty = 0, NonEmpty = 0;
  forEach(1, [&](Generator &, const SDBM &S) {
    Enumeration All(S);
    ASSERT_EQ(Reused.solve(S), expected(All));
    ++(All.all().empty() ? Empty : NonEmpty);
    if (All.all().empty())
      return;
    using Preference = Solver::Preference;
    for (auto P : {Preference::Small, Preference::Large, Preference::Middle}) {
      auto Solution = Reused.solution(P);
      ASSERT_TRUE(Solution.has_value());
      EXPECT_TRUE(S.contains(*Solution));
    }
  });
  if (areMany()) {
    EXPECT_GT(Empty, 1 + NonEmpty / 20);
    EXPECT_GT(NonEmpty, 1 + Empty / 20);
  }
}

/// Both ways lead to the same bounds, in as many rounds as the paper says.
TEST_F(PropertyTest, ClosuresAgree) {
  forEach(2, [](Generator &, const SDBM &S) {
    if (!S.isHarmonic())
      return;
    SDBM ByRounds = S, AtOnce = S;
    std::vector<Integer> Distinct;
    for (unsigned I = 1; I < S.size(); ++I)
      if (S.congruence(I).Divisor > 1)
        Distinct.push_back(S.congruence(I).Divisor);
    std::sort(Distinct.begin(), Distinct.end());
    Distinct.erase(std::unique(Distinct.begin(), Distinct.end()),
                   Distinct.end());
    // The last round is one in which tightening changes nothing.
    ClosureResult First = closeByRounds(ByRounds, Distinct.size() + 1);
    ASSERT_EQ(First, closeHarmonic(AtOnce));
    ASSERT_EQ(First == ClosureResult::Empty, Enumeration(S).all().empty());
    if (First != ClosureResult::Empty) {
      EXPECT_EQ(toString(ByRounds), toString(AtOnce));
    }
  });
}

TEST_F(PropertyTest, AddsOneConstraint) {
  forEach(2, [](Generator &G, const SDBM &S) {
    SDBM One = S;
    if (!S.isHarmonic() || closeHarmonic(One) != ClosureResult::Closed)
      return;
    unsigned I = G.number(0, S.variables()), J = G.number(0, S.variables());
    if (I == J)
      return;
    Integer Bound = G.number(-6, 4);
    SDBM AtOnce = S;
    AtOnce.addDifference(I, J, Bound);
    ClosureResult Result = addAndClose(One, I, J, Bound);
    ASSERT_EQ(Result, closeHarmonic(AtOnce));
    if (Result == ClosureResult::Closed) {
      EXPECT_EQ(toString(One), toString(AtOnce));
    }
  });
}

TEST_F(PropertyTest, Projects) {
  unsigned Exact = 0;
  forEach(2, [&](Generator &G, const SDBM &S) {
    unsigned K = G.number(1, S.variables());
    SDBM Projection = S;
    bool IsExact = project(Projection, K);
    Exact += IsExact;
    // Pinned, so that the two have as many solutions.
    SDBM Pinned = Projection;
    Pinned.addEquality(K, 0, 0);
    Solutions Left = Enumeration(Pinned).all();
    Solutions Right = Enumeration(S).all();
    for (auto &Point : Right)
      Point[K] = 0;
    std::sort(Right.begin(), Right.end());
    Right.erase(std::unique(Right.begin(), Right.end()), Right.end());
    EXPECT_TRUE(
        std::includes(Left.begin(), Left.end(), Right.begin(), Right.end()));
    if (IsExact) {
      EXPECT_EQ(Left, Right);
    }
  });
  if (areMany()) {
    EXPECT_GT(Exact, 0u);
  }
}

TEST_F(PropertyTest, NormalFormIsWhatTheSolutionsSay) {
  forEach(1, [](Generator &, const SDBM &S) {
    Enumeration All(S);
    auto Normal = normalForm(S);
    ASSERT_TRUE(Normal.has_value());
    ASSERT_EQ(Normal->hasConflict(), All.all().empty());
    if (All.all().empty())
      return;
    for (unsigned I = 0; I < S.size(); ++I) {
      for (unsigned J = 0; J < S.size(); ++J)
        EXPECT_EQ(Normal->bound(I, J), All.largest(I, J)) << I << ' ' << J;
      EXPECT_EQ(Normal->congruence(I).Divisor, All.divisor(I)) << I;
      EXPECT_TRUE(Normal->congruence(I).contains(All.all()[0][I])) << I;
    }
    EXPECT_EQ(*normalForm(*Normal), *Normal);
  });
}

/// The same when nothing was found out about the bounds before.
TEST_F(PropertyTest, DivisorsAlone) {
  forEach(2, [](Generator &, const SDBM &S) {
    Enumeration All(S);
    if (All.all().empty())
      return;
    for (unsigned I = 1; I < S.size(); ++I) {
      auto C = Normalizer(S).congruence(I);
      ASSERT_TRUE(C.has_value());
      EXPECT_EQ(C->Divisor, All.divisor(I)) << I;
      EXPECT_TRUE(C->contains(All.all()[0][I])) << I;
    }
  });
}

/// Solutions where there are no bounds of single variables to round.
TEST_F(PropertyTest, SolutionsWithoutBounds) {
  forEach(1, [](Generator &G, const SDBM &) {
    Shape Wanted;
    Wanted.Bounded = false;
    Wanted.Harmonic = false;
    SDBM S = G.system(Wanted);
    SCOPED_TRACE(toString(S));
    Solver Systems;
    Emptiness Empty = Systems.solve(S);
    ASSERT_NE(Empty, Emptiness::Unknown);
    if (Empty == Emptiness::NonEmpty) {
      EXPECT_TRUE(S.contains(*Systems.solution()));
      return;
    }
    // No values up to 30 either.
    for (unsigned I = 1; I < S.size(); ++I) {
      S.addUpper(I, 30);
      S.addLower(I, -30);
    }
    if (S.variables() < 5) {
      EXPECT_TRUE(Enumeration(S).all().empty());
    }
  });
}

/// A system of as many variables.
SDBM another(Generator &G, const SDBM &S) {
  if (G.chance(30)) {
    // One that is close to S.
    SDBM Result = S;
    unsigned I = G.number(0, S.variables()), J = G.number(0, S.variables());
    if (I != J && S.bound(I, J) != Infinity)
      Result.bounds()(I, J) += G.number(-2, 4);
    unsigned K = G.number(1, S.variables());
    if (G.chance(30))
      Result.setCongruence(
          K, Congruence(S.congruence(K).Remainder,
                        S.congruence(K).Divisor * G.number(1, 2)));
    return Result;
  }
  Shape Wanted;
  Wanted.Harmonic = G.chance(50);
  return G.system(Wanted, S.variables());
}

Truth truth(bool Value) { return Value ? Truth::Yes : Truth::No; }

bool includes(const Solutions &A, const Solutions &B) {
  return std::includes(A.begin(), A.end(), B.begin(), B.end());
}

TEST_F(PropertyTest, ComparesAndIntersects) {
  unsigned Equal = 0, Subsets = 0;
  forEach(1, [&](Generator &G, const SDBM &A) {
    SDBM B = another(G, A);
    SCOPED_TRACE("and " + toString(B));
    Enumeration InA(A), InB(B);
    bool IsSubset = includes(InB.all(), InA.all());
    EXPECT_EQ(isSubset(A, B), truth(IsSubset));
    EXPECT_EQ(isSubset(A, A), Truth::Yes);
    EXPECT_EQ(isEqual(A, B), truth(InA.all() == InB.all()));
    EXPECT_EQ(*normalForm(A) == *normalForm(B), InA.all() == InB.all());
    Solutions Both;
    std::set_intersection(InA.all().begin(), InA.all().end(), InB.all().begin(),
                          InB.all().end(), std::back_inserter(Both));
    SDBM Meet = intersection(A, B);
    EXPECT_EQ(Enumeration(Meet).all(), Both);
    EXPECT_EQ(isDisjoint(A, B), truth(Both.empty()));
    EXPECT_EQ(isSubset(Meet, A), Truth::Yes);
    EXPECT_EQ(isSubset(Meet, B), Truth::Yes);
    Equal += !InA.all().empty() && InA.all() == InB.all();
    Subsets += !InA.all().empty() && IsSubset;
  });
  if (areMany()) {
    EXPECT_GT(Equal, 0u);
    EXPECT_GT(Subsets, Equal);
  }
}

/// The least SDBM above both has the bounds and divisors of all solutions
/// together.
TEST_F(PropertyTest, JoinIsTheLeastAboveBoth) {
  forEach(2, [](Generator &G, const SDBM &A) {
    SDBM B = another(G, A);
    SCOPED_TRACE("and " + toString(B));
    auto Join = join(A, B);
    ASSERT_TRUE(Join.has_value());
    EXPECT_EQ(isSubset(A, *Join), Truth::Yes);
    EXPECT_EQ(isSubset(B, *Join), Truth::Yes);
    EXPECT_EQ(*join(B, A), *Join);
    EXPECT_EQ(*join(A, A), *normalForm(A));
    EXPECT_EQ(*normalForm(*Join), *Join);
    Enumeration InA(A), InB(B);
    for (const Solutions *Points : {&InA.all(), &InB.all()})
      for (const auto &P : *Points)
        EXPECT_TRUE(Join->contains(P));
    if (InA.all().empty() || InB.all().empty())
      return;
    for (unsigned I = 0; I < A.size(); ++I) {
      for (unsigned J = 0; J < A.size(); ++J)
        EXPECT_EQ(Join->bound(I, J),
                  std::max(InA.largest(I, J), InB.largest(I, J)));
      EXPECT_EQ(Join->congruence(I).Divisor,
                std::__gcd(std::__gcd(InA.divisor(I), InB.divisor(I)),
                           std::abs(InA.all()[0][I] - InB.all()[0][I])));
    }
  });
}

TEST_F(PropertyTest, WideningEnds) {
  forEach(10, [](Generator &G, const SDBM &A) {
    SDBM Last = A;
    unsigned Changes = 0;
    for (unsigned Step = 0; Step < 60; ++Step) {
      SDBM B = another(G, A);
      // Shifted further and further, as the values in a loop are.
      for (unsigned I = 1; I < B.size(); ++I) {
        B.bounds()(I, 0) += Step * I;
        B.bounds()(0, I) -= Step * I;
      }
      auto Next = widen(Last, B);
      ASSERT_TRUE(Next.has_value());
      EXPECT_EQ(isSubset(Last, *Next), Truth::Yes);
      EXPECT_EQ(isSubset(B, *Next), Truth::Yes);
      Changes += !(*Next == Last);
      Last = *Next;
    }
    // Emptiness, bounds, and divisors up to 36 that are halved at least.
    EXPECT_LE(Changes, 1 + A.size() * A.size() + 7 * A.variables());
    EXPECT_EQ(*widen(Last, Last), Last);
  });
}

} // namespace
