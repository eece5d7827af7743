//===- Solver.cpp - Satisfiability of SDBMs -------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements the elimination of Solver.h; Descent.cpp has the general case.
///
//===----------------------------------------------------------------------===//

#include "smolly/SDBM/Solver.h"
#include <algorithm>

using namespace smolly;
using namespace smolly::sdbm;

void Solver::load(const SDBM &System) {
  Steps = 0;
  Size = System.size();
  const Integer *First = System.bounds().row(0);
  Entries.assign(First, First + Size * Size);
  Congruences.resize(Size);
  Order.clear();
  Rest.clear();
  Congruences[0] = Congruence(0, 0);
  for (unsigned I = 1; I < Size; ++I) {
    Congruence C = System.congruence(I);
    // A single value is a matter of bounds here.
    if (C.Divisor == 0) {
      entry(I, 0) = std::min(entry(I, 0), C.Remainder);
      entry(0, I) = std::min(entry(0, I), -C.Remainder);
      C = Congruence();
    }
    Congruences[I] = C;
    unsigned Place = Rest.size();
    Rest.push_back(I);
    for (; Place > 0 && Congruences[Rest[Place - 1]].Divisor > C.Divisor;
         --Place)
      Rest[Place] = Rest[Place - 1];
    Rest[Place] = I;
  }
  Rest.push_back(0);
}

Emptiness Solver::solve(const SDBM &System) {
  if (System.hasConflict())
    return Emptiness::Empty;
  if (System.isTooLarge())
    return Emptiness::Unknown;
  load(System);
  return run();
}

Emptiness Solver::solve(const SDBM &System,
                        const std::vector<unsigned> &Eliminated) {
  if (System.hasConflict())
    return Emptiness::Empty;
  if (System.isTooLarge())
    return Emptiness::Unknown;
  load(System);
  for (unsigned K : Eliminated)
    Rest.erase(std::find(Rest.begin(), Rest.end(), K));
  Order = Eliminated;
  return run();
}

Emptiness Solver::run() {
  while (Rest.size() > 1) {
    Step Next = eliminateNext();
    if (Next == Step::Stuck) {
      Emptiness Closed = closeRest();
      if (Closed != Emptiness::NonEmpty)
        return Closed;
      Next = merge();
      if (Next == Step::Stuck)
        return descend();
    }
    if (Next == Step::Empty)
      return Emptiness::Empty;
    if (Next == Step::TooLarge)
      return Emptiness::Unknown;
  }
  return Emptiness::NonEmpty;
}

/// Complexity: O(n^2); O(n) times that if there is much that cannot be
/// eliminated.
Solver::Step Solver::eliminateNext() {
  for (unsigned Place = 0; Place + 1 < Rest.size(); ++Place) {
    unsigned K = Rest[Place];
    if (!gather(K))
      continue;
    Step Result = eliminate(K);
    finish(Place);
    return Result;
  }
  return Step::Stuck;
}

/// The variable at \p Place of the rest is eliminated.
void Solver::finish(unsigned Place) {
  Order.push_back(Rest[Place]);
  Rest.erase(Rest.begin() + Place);
}

/// Collects the bounds of xK; true if it can be eliminated.
bool Solver::gather(unsigned K) {
  Lower.clear();
  Upper.clear();
  Integer Divisor = Congruences[K].Divisor;
  bool Divides = true;
  for (unsigned V : Rest) {
    if (V == K)
      continue;
    Integer Below = entry(V, K), Above = entry(K, V);
    if (Below == Infinity && Above == Infinity)
      continue;
    if (Divisor > 1)
      Divides = Divides && Congruences[V].Divisor % Divisor == 0;
    if (Below != Infinity)
      Lower.push_back({V, Below});
    if (Above != Infinity)
      Upper.push_back({V, Above});
  }
  return Divides || Lower.empty() || Upper.empty();
}

/// xI - xJ <= the largest number up to the entry that \p Step allows.
Integer Solver::tightened(unsigned I, unsigned J, Integer Step) const {
  Integer Bound = entry(I, J);
  Integer Gap = Congruences[I].Remainder - Congruences[J].Remainder;
  return Bound - floorMod(Bound - Gap, Step);
}

/// Replaces the bounds of xK, which are collected, by what they say of the
/// others.
Solver::Step Solver::eliminate(unsigned K) {
  if (Lower.empty() || Upper.empty())
    return Step::Eliminated;
  Integer Divisor = Congruences[K].Divisor;
  if (Divisor > 1) {
    for (Edge &E : Lower)
      E.Bound = entry(E.To, K) = tightened(E.To, K, Divisor);
    for (Edge &E : Upper)
      E.Bound = entry(K, E.To) = tightened(K, E.To, Divisor);
  }
  for (const Edge &In : Lower) {
    Integer *Row = &entry(In.To, 0);
    for (const Edge &Out : Upper) {
      Integer Sum = In.Bound + Out.Bound;
      if (Sum >= Row[Out.To])
        continue;
      if (Out.To == In.To)
        return Step::Empty;
      if (!inRange(Sum))
        return Step::TooLarge;
      Row[Out.To] = Sum;
    }
  }
  return Step::Eliminated;
}

/// A solution with large numbers has them so far from lower bounds.
static constexpr Integer WellAbove = 100;

/// A value for xK that is within the bounds that \p Known ones leave for it.
Integer Solver::valueOf(unsigned K, Preference Wanted,
                        const std::vector<Integer> &Values,
                        const std::vector<unsigned> &Known) const {
  Integer Floor = -Infinity, Ceiling = Infinity;
  for (unsigned V : Known) {
    if (entry(V, K) != Infinity)
      Floor = std::max(Floor, Values[V] - entry(V, K));
    if (entry(K, V) != Infinity)
      Ceiling = std::min(Ceiling, Values[V] + entry(K, V));
  }
  const Congruence &C = Congruences[K];
  bool HasFloor = Floor != -Infinity, HasCeiling = Ceiling != Infinity;
  if (Wanted == Preference::Middle && HasFloor && HasCeiling)
    return C.roundDown(
        std::max(Floor + (Ceiling - Floor) / 2, C.roundUp(Floor)));
  if (Wanted == Preference::Middle && HasCeiling)
    return C.roundDown(Ceiling - WellAbove);
  if (Wanted == Preference::Large && HasCeiling)
    return C.roundDown(Ceiling);
  if (Wanted != Preference::Small && HasFloor)
    return C.roundUp(Floor + WellAbove);
  if (HasFloor)
    return C.roundUp(Floor);
  return HasCeiling ? C.roundDown(Ceiling) : C.Remainder;
}

std::optional<std::vector<Integer>> Solver::solution(Preference Wanted) const {
  std::vector<Integer> Values(Size, 0);
  for (unsigned V : Rest)
    if (V != 0)
      Values[V] = Value[V];
  std::vector<unsigned> Known = Rest;
  for (auto K = Order.rbegin(); K != Order.rend(); ++K) {
    Values[*K] = valueOf(*K, Wanted, Values, Known);
    if (!inRange(Values[*K]))
      return std::nullopt;
    Known.push_back(*K);
  }
  return Values;
}
