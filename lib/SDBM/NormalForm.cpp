//===- NormalForm.cpp - Normal forms of SDBMs -----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements the bounds of NormalForm.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/SDBM/NormalForm.h"
#include "smolly/SDBM/Closure.h"
#include <algorithm>

using namespace smolly;
using namespace smolly::sdbm;

Normalizer::Normalizer(const SDBM &System, const NormalFormLimits &Limits)
    : Limits(Limits), Systems(Limits.MaxSteps) {
  State = Systems.solve(System);
  if (State != Emptiness::NonEmpty)
    return;
  auto Solution = Systems.solution();
  Closed = System;
  Harmonic = Closed.isHarmonic();
  ClosureResult Result = close(Closed);
  if (!Solution || Result == ClosureResult::Empty ||
      Result == ClosureResult::TooLarge) {
    State = Emptiness::Unknown;
    return;
  }
  Scratch = Closed;
  First = *Solution;
  Attained.assign(Closed.size() * Closed.size(), -Infinity);
  Gaps.assign(Closed.size(), 0);
  remember(First);
}

/// Complexity: O(n^2).
void Normalizer::remember(const std::vector<Integer> &Solution) {
  Last = Solution;
  unsigned Size = Closed.size();
  for (unsigned I = 0; I < Size; ++I) {
    Gaps[I] = gcd(Gaps[I], Solution[I] - First[I]);
    for (unsigned J = 0; J < Size; ++J) {
      Integer &Entry = Attained[I * Size + J];
      Entry = std::max(Entry, Solution[I] - Solution[J]);
    }
  }
}

/// Solves a system whose solutions are solutions of ours, and remembers one.
Emptiness Normalizer::solve(const SDBM &S,
                            const std::vector<unsigned> &Eliminated) {
  if (Limits.MaxSystems == 0)
    return Emptiness::Unknown;
  --Limits.MaxSystems;
  Systems.setMaxSteps(Limits.MaxSteps);
  Emptiness Result = Systems.solve(S, Eliminated);
  Limits.MaxSteps -= std::min(Limits.MaxSteps, Systems.steps());
  if (Result != Emptiness::NonEmpty)
    return Result;
  auto Solution = Systems.solution();
  if (!Solution)
    return Emptiness::Unknown;
  remember(*Solution);
  return Result;
}

/// The variables other than xI and xJ that can be projected out: all whose
/// divisors divide those of both. None if it is not harmonic.
std::vector<unsigned> Normalizer::eliminated(unsigned I, unsigned J) const {
  std::vector<unsigned> Result;
  if (!Harmonic)
    return Result;
  Integer Common = Closed.step(I, J);
  for (unsigned K : Closed.byDivisor()) {
    Integer Divisor = Closed.congruence(K).Divisor;
    bool Divides = Divisor == 0 ? Common == 0 : Common % Divisor == 0;
    if (K != I && K != J && Divides)
      Result.push_back(K);
  }
  return Result;
}

bool Normalizer::isTight(unsigned I, unsigned J,
                         const std::vector<unsigned> &Eliminated) const {
  if (!Harmonic)
    return false;
  return I == 0 || J == 0 || Eliminated.size() + 3 == Closed.size();
}

/// Whether there is a solution with xI - xJ >= Value.
Emptiness Normalizer::reaches(unsigned I, unsigned J, Integer Value) {
  if (!inRange(Value))
    return Emptiness::Unknown;
  Integer Old = Closed.bound(J, I);
  Scratch.bounds()(J, I) = std::min(Old, -Value);
  Emptiness Result = solve(Scratch, eliminated(I, J));
  Scratch.bounds()(J, I) = Old;
  return Result;
}

/// A value that the largest one of xI - xJ is not below (Lemma 8), if there is
/// a solution and a bound.
Integer Normalizer::leastOf(unsigned I, unsigned J) const {
  Integer Known = Attained[I * Closed.size() + J], Beta = 1, Distance;
  for (unsigned K = 1; K < Closed.size(); ++K) {
    auto Next = lcm(Beta, std::max(Integer(1), Closed.congruence(K).Divisor));
    if (!Next)
      return Known;
    Beta = *Next;
  }
  if (__builtin_mul_overflow(Beta, 2 * Integer(Closed.size()), &Distance) ||
      !inRange(Distance))
    return Known;
  return std::max(Known, Closed.bound(I, J) - Distance);
}

std::optional<Integer> Normalizer::largest(unsigned I, unsigned J) {
  Integer High = Closed.bound(I, J);
  const Integer &Known = Attained[I * Closed.size() + J];
  if (High == Infinity || Known == High)
    return High;
  if (isTight(I, J, eliminated(I, J)))
    return High;
  Integer Step = std::max(Integer(1), Closed.step(I, J));
  Integer Low = leastOf(I, J);
  Low += floorMod(Known - Low, Step);
  High -= floorMod(High - Low, Step);
  for (Integer Next = High; Low < High;
       Next = High - (High - Low) / Step / 2 * Step) {
    switch (reaches(I, J, Next)) {
    case Emptiness::NonEmpty:
      Low = std::max(Next, Known);
      break;
    case Emptiness::Empty:
      High = Next - Step;
      break;
    case Emptiness::Unknown:
      return std::nullopt;
    }
  }
  return High;
}

Truth Normalizer::isBound(unsigned I, unsigned J, Integer Bound) {
  if (Closed.bound(I, J) <= Bound)
    return Truth::Yes;
  if (Attained[I * Closed.size() + J] > Bound ||
      Closed.bound(I, J) == Infinity || isTight(I, J, eliminated(I, J)))
    return Truth::No;
  return isEmpty(reaches(I, J, Bound + 1));
}

SDBM sdbm::emptySystem(unsigned Variables) {
  SDBM Result(Variables);
  Result.addConflict();
  return Result;
}

std::optional<SDBM> sdbm::normalForm(const SDBM &System,
                                     const NormalFormLimits &Limits) {
  Normalizer N(System, Limits);
  if (N.emptiness() == Emptiness::Empty)
    return emptySystem(System.variables());
  if (N.emptiness() == Emptiness::Unknown)
    return std::nullopt;
  SDBM Result(System.variables());
  for (unsigned I = 0; I < System.size(); ++I)
    for (unsigned J = 0; J < System.size(); ++J) {
      if (I == J)
        continue;
      auto Bound = N.largest(I, J);
      if (!Bound)
        return std::nullopt;
      Result.bounds()(I, J) = *Bound;
    }
  for (unsigned I = 1; I < System.size(); ++I) {
    auto C = N.congruence(I);
    if (!C)
      return std::nullopt;
    Result.setCongruence(I, *C);
  }
  return Result;
}
