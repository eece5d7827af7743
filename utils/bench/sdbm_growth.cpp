//===- sdbm_growth.cpp - Times of SDBM operations -------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints a line "operation size seconds" for each operation on larger and
/// larger systems. utils/bench/sdbm-growth compiles and runs it.
///
//===----------------------------------------------------------------------===//

#include "smolly/SDBM/Closure.h"
#include "smolly/SDBM/NormalForm.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <random>

using namespace smolly::sdbm;

namespace {

constexpr unsigned Sizes[] = {2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64};
/// An operation that took longer for a size is not tried on larger ones.
constexpr double LongestRun = 20;
constexpr unsigned Systems = 3;
std::mt19937_64 Random(1);

Integer number(Integer Low, Integer High) {
  return std::uniform_int_distribution<Integer>(Low, High)(Random);
}

/// All differences are bounded, so that a random point is a solution.
SDBM dense(unsigned Size, const std::function<Integer(unsigned)> &Divisor) {
  SDBM S(Size);
  std::vector<Integer> Point(Size + 1, 0);
  for (unsigned I = 1; I <= Size; ++I) {
    Point[I] = number(-500, 500);
    S.addCongruence(I, Point[I], Divisor(I));
  }
  for (unsigned I = 0; I <= Size; ++I)
    for (unsigned J = 0; J <= Size; ++J)
      if (I != J)
        S.addDifference(I, J, Point[I] - Point[J] + number(0, 300));
  return S;
}

/// As many different divisors, each of which divides the next, as fit 64 bits.
Integer chain(unsigned I) { return Integer(1) << std::min(I - 1, 40u); }

/// A few tile sizes.
Integer tiles(unsigned I) {
  const Integer Sizes[] = {1, 1, 8, 1, 32, 64};
  return Sizes[I % 6];
}

/// Closed, tight and without solution in each three variables, so that every
/// upper bound falls through its box.
SDBM triples(unsigned Size, Integer P, Integer Q, Integer R) {
  SDBM S(Size);
  for (unsigned I = 1; I + 2 <= Size; I += 3) {
    S.addCongruence(I, 0, P * Q);
    S.addCongruence(I + 1, 0, P * R);
    S.addCongruence(I + 2, 0, Q * R);
    S.addDifference(I, I + 1, -P);
    S.addDifference(I + 1, I, P * Q);
    S.addDifference(I, I + 2, 0);
    S.addDifference(I + 2, I, Q);
    S.addDifference(I + 2, I + 1, 0);
    S.addDifference(I + 1, I + 2, R);
    for (unsigned J = 1; J < I; ++J)
      for (unsigned K = I; K < I + 3; ++K) {
        S.addDifference(J, K, 1'000'000);
        S.addDifference(K, J, 1'000'000);
      }
  }
  return S;
}

double secondsOf(const std::function<void()> &Run) {
  double Best = 1e9;
  for (unsigned Try = 0; Try < 3; ++Try) {
    unsigned long Count = 0;
    double Seconds = 0;
    auto Start = std::chrono::steady_clock::now();
    for (; Seconds < 0.02; ++Count) {
      Run();
      std::chrono::duration<double> Elapsed =
          std::chrono::steady_clock::now() - Start;
      Seconds = Elapsed.count();
    }
    Best = std::min(Best, Seconds / Count);
    if (Seconds > 1)
      break;
  }
  return Best;
}

/// Times \p Operation on systems of each size that \p Make makes.
void measure(const char *Name, const std::function<SDBM(unsigned)> &Make,
             const std::function<bool(const SDBM &)> &Operation,
             unsigned LeastSize = 2) {
  for (unsigned Size : Sizes) {
    if (Size < LeastSize)
      continue;
    double Total = 0;
    for (unsigned S = 0; S < Systems; ++S) {
      SDBM System = Make(Size);
      if (!Operation(System)) {
        std::fprintf(stderr, "%s: no answer for %u variables\n", Name, Size);
        return;
      }
      Total += secondsOf([&] { Operation(System); });
    }
    std::printf("%s %u %.9f\n", Name, Size, Total / Systems);
    std::fflush(stdout);
    if (Total > LongestRun)
      return;
  }
}

bool decides(Solver &Systems, const SDBM &S, Emptiness Expected) {
  return Systems.solve(S) == Expected;
}

} // namespace

int main() {
  Solver Reused(1'000'000'000);
  auto InChain = [](unsigned Size) { return dense(Size, chain); };
  auto InTiles = [](unsigned Size) { return dense(Size, tiles); };
  auto Unstrided = [](unsigned Size) {
    return dense(Size, [](unsigned) { return Integer(1); });
  };
  measure("closure", Unstrided, [](const SDBM &S) {
    DBM M = S.bounds();
    return M.close() == Emptiness::NonEmpty;
  });
  measure("hsdbm-rounds", InChain, [](const SDBM &S) {
    SDBM Closed = S;
    return closeByRounds(Closed, S.size() + 1) == ClosureResult::Closed;
  });
  measure("hsdbm-closure", InChain, [](const SDBM &S) {
    SDBM Closed = S;
    return closeHarmonic(Closed) == ClosureResult::Closed;
  });
  measure("hsdbm-satisfiability", InChain, [&](const SDBM &S) {
    return decides(Reused, S, Emptiness::NonEmpty);
  });
  measure(
      "sdbm-satisfiability",
      [](unsigned Size) { return triples(Size, 2, 3, 5); },
      [&](const SDBM &S) { return decides(Reused, S, Emptiness::Empty); }, 3);
  measure("normal-form-tiles", InTiles,
          [](const SDBM &S) { return normalForm(S).has_value(); });
  measure("normal-form-chain", InChain,
          [](const SDBM &S) { return normalForm(S).has_value(); });
  // The size is the least common multiple of the divisors.
  const Integer Primes[][3] = {{2, 3, 5},    {3, 5, 7},    {5, 7, 11},
                               {7, 11, 13},  {11, 13, 17}, {13, 17, 19},
                               {17, 19, 23}, {23, 29, 31}};
  for (const auto &P : Primes) {
    SDBM S = triples(12, P[0], P[1], P[2]);
    if (!decides(Reused, S, Emptiness::Empty))
      continue;
    double Seconds = secondsOf([&] { decides(Reused, S, Emptiness::Empty); });
    std::printf("sdbm-beta %lld %.9f\n", (long long)(P[0] * P[1] * P[2]),
                Seconds);
  }
}
