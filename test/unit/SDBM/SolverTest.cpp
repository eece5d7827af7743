//===- SolverTest.cpp - Systems from the paper and hard ones --------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The examples of "Strided Difference Bound Matrices", large numbers, many
/// variables, limits.
///
//===----------------------------------------------------------------------===//

#include "RandomSystem.h"
#include "smolly/SDBM/Closure.h"
#include "smolly/SDBM/Lattice.h"
#include "gtest/gtest.h"

using namespace smolly::sdbm;
using namespace smolly::sdbm::test;

namespace {

struct Bound {
  unsigned I, J;
  Integer Least, Most;
};

/// x1, x2, ... with divisors, and bounds of xI - xJ.
SDBM system(const std::vector<Integer> &Divisors,
            const std::vector<Bound> &Bounds) {
  SDBM S(Divisors.size());
  for (unsigned I = 0; I < Divisors.size(); ++I)
    S.addCongruence(I + 1, 0, Divisors[I]);
  for (const Bound &B : Bounds) {
    if (B.Most != Infinity)
      S.addDifference(B.I, B.J, B.Most);
    if (B.Least != -Infinity)
      S.addDifference(B.J, B.I, -B.Least);
  }
  return S;
}

/// Section 3.1: closed and tight, each difference is possible, but not all at
/// once.
TEST(SolverTest, ClosedAndTightButEmpty) {
  SDBM S = system({6, 10, 15}, {{2, 1, 2, 6}, {3, 1, 0, 3}, {2, 3, 0, 5}});
  EXPECT_EQ(S.classify(), Class::Sdbm);
  EXPECT_EQ(Solver().solve(S), Emptiness::Empty);
  SDBM Closed = S;
  EXPECT_EQ(close(Closed), ClosureResult::Closed);
  EXPECT_EQ(normalForm(S), emptySystem(3));
  // With a difference of 9, x1 = 6, x2 = 10, x3 = 15 is one.
  S = system({6, 10, 15}, {{2, 1, 2, 6}, {3, 1, 0, 9}, {3, 2, 0, 5}});
  Solver Systems;
  EXPECT_EQ(Systems.solve(S), Emptiness::NonEmpty);
  EXPECT_TRUE(S.contains(*Systems.solution()));
}

/// Even numbers with a difference of 1.
TEST(SolverTest, TightensBeforeItCloses) {
  EXPECT_EQ(Solver().solve(system({2, 2}, {{1, 2, 1, 1}})), Emptiness::Empty);
  EXPECT_EQ(Solver().solve(system({2, 2}, {{1, 2, 1, 2}})),
            Emptiness::NonEmpty);
}

/// Section 4: closed and tight, but x1 - x2 is never 2.
TEST(SolverTest, BoundsThatOnlySearchTightens) {
  SDBM S = system({1, 1, 2}, {{3, 0, 0, 2},
                              {1, 0, -Infinity, 1},
                              {1, 3, -Infinity, 0},
                              {2, 0, -1, Infinity},
                              {2, 3, -2, Infinity},
                              {1, 2, -Infinity, 2}});
  SDBM Closed = S;
  ASSERT_EQ(closeHarmonic(Closed), ClosureResult::Closed);
  EXPECT_EQ(Closed.bound(1, 2), 2);
  EXPECT_EQ(normalForm(S)->bound(1, 2), 1);
}

/// Divisors of a normal form that do not depend on the order of variables.
TEST(SolverTest, SemanticDivisors) {
  SDBM S = system({1, 1, 4}, {{1, 3, 0, 0}});
  EXPECT_EQ(normalForm(S)->congruence(1).Divisor, 4);
  SDBM T = system({1, 6, 12}, {{1, 3, 0, 4}, {2, 3, 0, 6}, {1, 2, -2, 0}});
  auto Normal = normalForm(T);
  EXPECT_EQ(Normal->congruence(1).Divisor, 4);
  EXPECT_EQ(Normal->congruence(2).Divisor, 6);
  EXPECT_EQ(Normal->congruence(3).Divisor, 12);
  // x - y = 1 and y even, said of x as well or not.
  SDBM U = system({1, 2}, {{1, 2, 1, 1}}), V = U;
  V.addCongruence(1, 1, 2);
  EXPECT_EQ(*normalForm(U), *normalForm(V));
  // {0} and {6}.
  SDBM Zero(1), Six(1);
  Zero.addEquality(1, 0, 0);
  Six.addEquality(1, 0, 6);
  auto Join = join(Zero, Six);
  EXPECT_EQ(Join->congruence(1), Congruence(0, 6));
  EXPECT_EQ(Join->bound(1, 0), 6);
}

/// The class of a join and of an intersection may be larger.
TEST(SolverTest, LeavesHarmonicSystems) {
  SDBM A = system({2, 6}, {}), B = system({6, 3}, {});
  EXPECT_EQ(join(A, B)->congruence(1), Congruence(0, 2));
  EXPECT_EQ(join(A, B)->congruence(2), Congruence(0, 3));
  EXPECT_EQ(intersection(A, B).classify(), Class::Hsdbm);
  EXPECT_EQ(intersection(system({2, 4}, {}), system({3, 1}, {})).classify(),
            Class::Sdbm);
}

/// Two variables that differ by a constant have both congruences.
TEST(SolverTest, MergesEqualVariables) {
  SDBM S = system({4, 1}, {{1, 2, 0, 0}});
  S.addCongruence(2, 2, 6);
  Solver Systems;
  ASSERT_EQ(Systems.solve(S), Emptiness::NonEmpty);
  EXPECT_TRUE(S.contains(*Systems.solution()));
  EXPECT_EQ(normalForm(S)->congruence(1), Congruence(8, 12));
  S.addDifference(1, 0, 19);
  S.addDifference(0, 1, -9);
  EXPECT_EQ(Systems.solve(S), Emptiness::Empty);
}

/// What follows from the newer system counts, not how it is put.
TEST(SolverTest, WidensByWhatHolds) {
  SDBM A = system({1, 1}, {{1, 0, -Infinity, 5}});
  SDBM B = system({1, 1}, {{1, 2, -Infinity, 0}, {2, 0, -Infinity, 5}});
  EXPECT_EQ(*widen(A, B), A);
}

TEST(SolverTest, WidensALoop) {
  // i = 0, 4, 8, ... while j stays i + 1.
  auto At = [](Integer I) {
    SDBM S(2);
    S.addEquality(1, 0, I);
    S.addEquality(2, 1, 1);
    return S;
  };
  SDBM Invariant = emptySystem(2);
  unsigned Rounds = 0;
  for (Integer I = 0;; I += 4, ++Rounds) {
    SDBM Next = *widen(Invariant, *join(Invariant, At(I)));
    if (Next == Invariant)
      break;
    Invariant = Next;
    ASSERT_LT(Rounds, 10u);
  }
  SDBM Expected(2);
  Expected.addLower(1, 0);
  Expected.addCongruence(1, 0, 4);
  Expected.addEquality(2, 1, 1);
  EXPECT_EQ(isEqual(Invariant, Expected), Truth::Yes);
}

TEST(SolverTest, LargeNumbersAreUnknown) {
  SDBM S(2);
  S.addUpper(1, Infinity - 1);
  EXPECT_TRUE(S.isTooLarge());
  EXPECT_EQ(Solver().solve(S), Emptiness::Unknown);
  EXPECT_FALSE(normalForm(S).has_value());
  // A sum of bounds, and a value.
  SDBM Sum = system({1, 1, 1, 1}, {{1, 2, -Infinity, -Largest},
                                   {2, 3, -Infinity, Largest},
                                   {3, 4, -Infinity, Largest},
                                   {4, 1, -Infinity, -Largest}});
  EXPECT_EQ(Solver().solve(Sum), Emptiness::Unknown);
  EXPECT_EQ(Sum.bounds().close(), Emptiness::Unknown);
  SDBM Chain(3);
  Chain.addDifference(1, 2, -Largest);
  Chain.addDifference(2, 3, -Largest);
  Solver Systems;
  EXPECT_EQ(Systems.solve(Chain), Emptiness::NonEmpty);
  EXPECT_FALSE(Systems.solution().has_value());
  // A least common multiple.
  const Integer Primes[] = {1'000'000'007, 1'000'000'009, 998'244'353};
  SDBM Product(3);
  for (unsigned I = 0; I < 3; ++I) {
    Product.addCongruence(I + 1, 0, Primes[I]);
    Product.addDifference(I + 1, (I + 1) % 3 + 1, 10);
    Product.addLower(I + 1, 1);
    Product.addUpper(I + 1, Largest);
  }
  EXPECT_EQ(Solver().solve(Product), Emptiness::Unknown);
  SDBM Same(1);
  Same.addCongruence(1, 0, Primes[0]);
  Same.addCongruence(1, 0, Primes[1]);
  EXPECT_EQ(Solver().solve(Same), Emptiness::NonEmpty);
  Same.addCongruence(1, 0, 7'000'000'001);
  EXPECT_EQ(Solver().solve(Same), Emptiness::Unknown);
  EXPECT_EQ(isSubset(Same, Same), Truth::Unknown);
  // A contradiction is one whatever else there is.
  Same.addDifference(1, 1, -1);
  EXPECT_EQ(Solver().solve(Same), Emptiness::Empty);
}

TEST(SolverTest, StepsAreLimited) {
  SDBM S = system({6, 10, 15}, {{2, 1, 2, 6}, {3, 1, 0, 3}, {2, 3, 0, 5}});
  EXPECT_EQ(Solver(1).solve(S), Emptiness::Unknown);
  NormalFormLimits Few;
  Few.MaxSystems = 0;
  S = system({6, 10, 15}, {{2, 1, 2, 6}, {3, 1, 0, 9}, {3, 2, 0, 5}});
  EXPECT_FALSE(normalForm(S, Few).has_value());
  EXPECT_TRUE(normalForm(S).has_value());
}

TEST(SolverTest, ManyVariables) {
  for (unsigned N : {2, 13, 32, 64}) {
    SDBM S(N);
    for (unsigned I = 1; I <= N; ++I) {
      S.addCongruence(I, 0, Integer(1) << (I % 8));
      S.addDifference(I, I % N + 1, 300);
      S.addLower(I, 1);
    }
    Solver Systems;
    ASSERT_EQ(Systems.solve(S), Emptiness::NonEmpty) << N;
    EXPECT_TRUE(S.contains(*Systems.solution()));
    auto Normal = normalForm(S);
    ASSERT_TRUE(Normal.has_value());
    EXPECT_EQ(Normal->bound(0, 1), -2);
    EXPECT_EQ(isEqual(S, *Normal), Truth::Yes);
    S.addUpper(N, 0);
    EXPECT_EQ(Systems.solve(S), Emptiness::Empty);
  }
}

TEST(SolverTest, ClosesBoundsOnly) {
  DBM M(3);
  M.add(1, 2, 3);
  M.add(2, 3, -1);
  M.add(3, 0, 5);
  ASSERT_EQ(M.close(), Emptiness::NonEmpty);
  EXPECT_EQ(M(1, 0), 7);
  EXPECT_EQ(M(1, 3), 2);
  DBM Old = M;
  ASSERT_EQ(M.addAndClose(0, 3, -5), Emptiness::NonEmpty);
  EXPECT_EQ(M(0, 3), -5);
  EXPECT_TRUE(Old.includes(M));
  EXPECT_FALSE(M.includes(Old));
  auto Solution = M.solution();
  ASSERT_TRUE(Solution.has_value());
  EXPECT_EQ((*Solution)[3], 5);
  EXPECT_LE((*Solution)[1] - (*Solution)[2], 3);
  DBM Join = M, Meet = M, Widened = Old;
  Join.join(Old);
  EXPECT_EQ(Join, Old);
  Meet.meet(Old);
  EXPECT_EQ(Meet, M);
  Widened.widen(Old);
  EXPECT_EQ(Widened, Old);
  M.forget(3);
  EXPECT_EQ(M(1, 0), 7);
  EXPECT_EQ(M(1, 3), Infinity);
  EXPECT_EQ(M.addAndClose(0, 1, -8), Emptiness::Empty);
}

TEST(SolverTest, CombinesCongruences) {
  for (Integer D = 1; D <= 12; ++D)
    for (Integer E = 1; E <= 12; ++E)
      for (Integer R = 0; R < D; ++R)
        for (Integer Q = 0; Q < E; ++Q) {
          auto Both = intersect(Congruence(R, D), Congruence(Q, E));
          unsigned Found = 0;
          for (Integer V = 0; V < D * E; ++V)
            if (V % D == R && V % E == Q) {
              ++Found;
              ASSERT_EQ(Both.What, Intersection::Kind::Congruence);
              ASSERT_TRUE(Both.Both.contains(V));
            }
          ASSERT_EQ(Both.What == Intersection::Kind::Conflict, Found == 0);
          if (Found > 0) {
            ASSERT_EQ(Integer(Found) * Both.Both.Divisor, D * E);
          }
        }
}

} // namespace
