//===- RandomSystem.h - Random SDBMs and an oracle --------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random systems with small bounds, and all their solutions one by one.
/// Nothing here uses the library's algorithms.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_UNITTEST_SDBM_RANDOMSYSTEM_H
#define SMOLLY_UNITTEST_SDBM_RANDOMSYSTEM_H

#include "smolly/SDBM/SDBM.h"
#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>

namespace smolly::sdbm::test {

/// A number from the environment.
inline unsigned long fromEnvironment(const char *Name, unsigned long Default) {
  const char *Text = std::getenv(Name);
  return Text ? std::strtoul(Text, nullptr, 10) : Default;
}

/// How many random systems a test is to make.
inline unsigned long systemCount() {
  return fromEnvironment("SMOLLY_SDBM_SYSTEMS", 10'000);
}

/// So many that rare cases are among them.
inline bool areMany() { return systemCount() >= 1000; }

inline std::string toString(const SDBM &S) {
  std::string Text = "n = " + std::to_string(S.variables());
  for (unsigned I = 0; I < S.size(); ++I)
    for (unsigned J = 0; J < S.size(); ++J)
      if (I != J && S.bound(I, J) != Infinity)
        Text += "; x" + std::to_string(I) + " - x" + std::to_string(J) +
                " <= " + std::to_string(S.bound(I, J));
  for (unsigned I = 1; I < S.size(); ++I)
    if (S.congruence(I).Divisor != 1)
      Text += "; x" + std::to_string(I) + " = " +
              std::to_string(S.congruence(I).Remainder) + " mod " +
              std::to_string(S.congruence(I).Divisor);
  if (S.hasConflict())
    Text += "; conflict";
  return Text + (S.isTooLarge() ? "; too large" : "");
}

/// What a system is like.
struct Shape {
  unsigned MinVariables = 1, MaxVariables = 6;
  /// Every variable gets bounds in [-Range, Range].
  bool Bounded = true;
  bool Harmonic = false;
};

class Generator {
public:
  explicit Generator(unsigned long Seed) : Random(Seed) {}

  Integer number(Integer Low, Integer High) {
    return std::uniform_int_distribution<Integer>(Low, High)(Random);
  }
  bool chance(unsigned Percent) { return number(0, 99) < Integer(Percent); }

  SDBM system(const Shape &Wanted) {
    unsigned Variables = number(Wanted.MinVariables, Wanted.MaxVariables);
    return system(Wanted, Variables);
  }

  SDBM system(const Shape &Wanted, unsigned Variables) {
    SDBM S(Variables);
    std::vector<Integer> Divisors = divisors(Variables, Wanted.Harmonic);
    Integer Largest = *std::max_element(Divisors.begin(), Divisors.end());
    Integer Range = std::max(number(1, 8), number(0, 1) * Largest);
    choosePlanted(Variables, Range);
    bool Simple = chance(30);
    for (unsigned I = 1; I <= Variables; ++I) {
      Integer Rest = Simple ? 0 : number(0, Divisors[I - 1] - 1);
      S.addCongruence(I, Planted.empty() ? Rest : Planted[I], Divisors[I - 1]);
      // Few values for each of many variables.
      Integer Own = std::min(Range, Divisors[I - 1] * (Variables < 5 ? 4 : 2) +
                                        (Variables < 5 ? 4 : 0));
      if (Wanted.Bounded || chance(40))
        S.addUpper(I, bound(I, 0, number(-1, Own)));
      if (Wanted.Bounded || chance(40))
        S.addDifference(0, I, bound(0, I, number(-1, Own)));
    }
    differences(S, Range);
    return S;
  }

private:
  /// Half of the systems get a solution, which all constraints are made for.
  void choosePlanted(unsigned Variables, Integer Range) {
    Planted.clear();
    if (chance(50))
      return;
    Planted.assign(Variables + 1, 0);
    for (unsigned I = 1; I <= Variables; ++I)
      Planted[I] = number(-Range, Range);
  }
  Integer bound(unsigned I, unsigned J, Integer Any) {
    return Planted.empty()
               ? Any
               : Planted[I] - Planted[J] + std::max(Integer(0), Any);
  }

  std::vector<Integer> divisors(unsigned Count, bool Harmonic) {
    std::vector<Integer> Result(Count, 1);
    unsigned Kind = number(0, Harmonic ? 2 : 5);
    Integer Chain = 1;
    const Integer Hard[] = {6, 10, 15, 6, 10, 15, 1, 30};
    for (Integer &D : Result) {
      if (Kind == 1 && chance(50))
        D = 2;
      if (Kind == 2)
        D = Chain *= chance(40) ? number(2, 3) : 1;
      if (Kind == 3)
        D = number(1, 6);
      if (Kind >= 4)
        D = Hard[number(0, 7)];
    }
    std::shuffle(Result.begin(), Result.end(), Random);
    return Result;
  }

  void differences(SDBM &S, Integer Range) {
    unsigned Percent = number(10, 90);
    bool Equal = chance(20);
    for (unsigned I = 1; I < S.size(); ++I)
      for (unsigned J = 1; J < S.size(); ++J)
        if (I != J && chance(Percent))
          S.addDifference(
              I, J, bound(I, J, Equal ? number(0, 1) : number(-2, Range)));
  }

  std::mt19937_64 Random;
  std::vector<Integer> Planted;
};

using Solutions = std::vector<std::vector<Integer>>;

/// All solutions in order, x0 first, of a system whose variables have bounds;
/// in place of one that is missing up to \p Range.
class Enumeration {
public:
  explicit Enumeration(const SDBM &S, Integer Range = 40)
      : S(S), Range(Range), Point(S.size(), 0) {
    if (!S.hasConflict())
      extend(1);
  }
  const Solutions &all() const { return All; }

  /// Of xI - xJ; there is a solution.
  Integer largest(unsigned I, unsigned J) const {
    Integer Result = -Infinity;
    for (const auto &P : All)
      Result = std::max(Result, P[I] - P[J]);
    return Result;
  }
  /// gcd of the differences between values of xI.
  Integer divisor(unsigned I) const {
    Integer Result = 0;
    for (const auto &P : All)
      Result = std::abs(std::__gcd(Result, P[I] - All[0][I]));
    return Result;
  }

private:
  void extend(unsigned I) {
    if (I == S.size()) {
      All.push_back(Point);
      return;
    }
    Integer Low = S.bound(0, I) == Infinity ? -Range : -S.bound(0, I);
    Integer High = S.bound(I, 0) == Infinity ? Range : S.bound(I, 0);
    for (Integer V = Low; V <= High; ++V) {
      Point[I] = V;
      if (fits(I))
        extend(I + 1);
    }
  }
  bool fits(unsigned I) const {
    const Congruence &C = S.congruence(I);
    if (C.Divisor == 0 ? Point[I] != C.Remainder
                       : (Point[I] - C.Remainder) % C.Divisor != 0)
      return false;
    for (unsigned J = 0; J < I; ++J)
      if ((S.bound(I, J) != Infinity && Point[I] - Point[J] > S.bound(I, J)) ||
          (S.bound(J, I) != Infinity && Point[J] - Point[I] > S.bound(J, I)))
        return false;
    return true;
  }

  const SDBM &S;
  Integer Range;
  std::vector<Integer> Point;
  Solutions All;
};

} // namespace smolly::sdbm::test

#endif // SMOLLY_UNITTEST_SDBM_RANDOMSYSTEM_H
