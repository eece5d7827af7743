//===- Descent.cpp - Satisfiability in general ----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of Solver.h for variables that cannot be eliminated.
///
//===----------------------------------------------------------------------===//

#include "smolly/SDBM/Solver.h"
#include <algorithm>

using namespace smolly;
using namespace smolly::sdbm;

/// Closes and tightens by turns; what is left is closed.
/// Complexity: O(n^4).
Emptiness Solver::closeRest() {
  for (unsigned Round = 0; Round < Rest.size(); ++Round) {
    Emptiness Closed = closeRestOnce();
    if (Closed != Emptiness::NonEmpty)
      return Closed;
    bool Fits = true;
    bool Changed = tightenRest(Fits);
    if (!Fits)
      return Emptiness::Unknown;
    if (!Changed)
      return Emptiness::NonEmpty;
  }
  return closeRestOnce();
}

/// Floyd and Warshall's algorithm.
Emptiness Solver::closeRestOnce() {
  Steps += Rest.size() * Rest.size() * Rest.size();
  if (Steps > MaxSteps)
    return Emptiness::Unknown;
  for (unsigned K : Rest)
    for (unsigned I : Rest) {
      Integer First = entry(I, K);
      if (I == K || First == Infinity)
        continue;
      for (unsigned J : Rest) {
        if (entry(K, J) == Infinity || First + entry(K, J) >= entry(I, J))
          continue;
        if (I == J)
          return Emptiness::Empty;
        entry(I, J) = First + entry(K, J);
        if (!inRange(entry(I, J)))
          return Emptiness::Unknown;
      }
    }
  return Emptiness::NonEmpty;
}

/// True if a bound became smaller.
bool Solver::tightenRest(bool &Fits) {
  bool Changed = false;
  for (unsigned I : Rest)
    for (unsigned J : Rest) {
      Integer Step = gcd(Congruences[I].Divisor, Congruences[J].Divisor);
      if (I == J || Step <= 1 || entry(I, J) == Infinity)
        continue;
      Integer Bound = tightened(I, J, Step);
      Changed |= Bound < entry(I, J);
      Fits &= inRange(Bound);
      entry(I, J) = Bound;
    }
  return Changed;
}

/// A variable, or x0, whose difference to xI has one value; I if there is none.
unsigned Solver::findEqual(unsigned I) const {
  for (unsigned J : Rest)
    if (J != I && entry(I, J) != Infinity && entry(J, I) != Infinity &&
        entry(I, J) + entry(J, I) == 0)
      return J;
  return I;
}

/// Removes variables that differ from others by a constant. The bounds of the
/// rest are closed and stay so.
Solver::Step Solver::merge() {
  Step Result = Step::Stuck;
  for (unsigned Place = 0; Place + 1 < Rest.size();) {
    unsigned I = Rest[Place], J = findEqual(I);
    Step Merged = J == I ? Step::Stuck : mergeInto(I, J);
    if (Merged == Step::Empty)
      return Merged;
    if (Merged == Step::Stuck) {
      ++Place;
      continue;
    }
    finish(Place);
    Result = Step::Eliminated;
  }
  return Result;
}

/// xI is xJ plus a constant. All bounds of xI follow from those of xJ, as they
/// are closed; its congruence becomes one of xJ.
Solver::Step Solver::mergeInto(unsigned I, unsigned J) {
  Integer Gap = entry(I, J);
  Congruence Moved(Congruences[I].Remainder - Gap, Congruences[I].Divisor);
  Intersection Both = intersect(Congruences[J], Moved);
  if (Both.What == Intersection::Kind::Conflict)
    return Step::Empty;
  if (Both.What == Intersection::Kind::TooLarge)
    return Step::Stuck;
  Congruences[J] = Both.Both;
  return Step::Eliminated;
}

/// How far from a solution of the bounds a solution is, if there is one.
std::optional<Integer> Solver::reach() const {
  Integer Beta = 1;
  for (unsigned V : Rest) {
    if (V == 0)
      continue;
    auto Next = lcm(Beta, Congruences[V].Divisor);
    if (!Next)
      return std::nullopt;
    Beta = *Next;
  }
  Integer Result;
  if (__builtin_mul_overflow(Beta - 1, Integer(Rest.size() - 1), &Result) ||
      !inRange(Result))
    return std::nullopt;
  return Result;
}

/// Puts a solution of the bounds, which are closed, into u: one value after the
/// other, from x0 on, as in DBM::solution.
void Solver::solveBounds() {
  Value.assign(Size, 0);
  std::vector<unsigned> Known = {0};
  for (unsigned I : Rest) {
    if (I == 0)
      continue;
    Integer Floor = -Infinity, Ceiling = Infinity;
    for (unsigned J : Known) {
      if (entry(J, I) != Infinity)
        Floor = std::max(Floor, Value[J] - entry(J, I));
      if (entry(I, J) != Infinity)
        Ceiling = std::min(Ceiling, Value[J] + entry(I, J));
    }
    Value[I] = std::min(std::max(Integer(0), Floor), Ceiling);
    Known.push_back(I);
  }
}

/// Replaces the solution in u by the upper ends of the box, rounded. False if a
/// number is too large.
bool Solver::startDescent(Integer Reach) {
  bool Fits = true;
  Least.assign(Size, 0);
  HasFallen.assign(Size, 0);
  for (unsigned V : Rest) {
    HasFallen[V] = true;
    if (V == 0)
      continue;
    Fits &= inRange(Value[V]) && inRange(Value[V] - Reach) &&
            inRange(Value[V] + Reach);
    if (!Fits)
      return false;
    Least[V] = Value[V] - Reach;
    Value[V] += Reach;
    if (entry(0, V) != Infinity)
      Least[V] = std::max(Least[V], -entry(0, V));
    Value[V] = Congruences[V].roundDown(std::min(Value[V], entry(V, 0)));
  }
  return true;
}

/// Lowers u(I) for all I by what u(J) allows. False if one falls out of the
/// box.
bool Solver::lowerBy(unsigned J) {
  for (unsigned I : Rest) {
    if (I == 0 || I == J || entry(I, J) == Infinity)
      continue;
    Integer Bound = Value[J] + entry(I, J);
    if (Bound >= Value[I])
      continue;
    Value[I] = Congruences[I].roundDown(Bound);
    if (Value[I] < Least[I])
      return false;
    HasFallen[I] = true;
  }
  return true;
}

/// The greatest solution in the box, or none. x0 stays 0: the lower bounds of
/// the others are the ends of the box.
Emptiness Solver::descend() {
  auto Reach = reach();
  if (!Reach)
    return Emptiness::Unknown;
  solveBounds();
  if (!startDescent(*Reach))
    return Emptiness::Unknown;
  for (unsigned V : Rest)
    if (Value[V] < Least[V])
      return Emptiness::Empty;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned J : Rest) {
      if (!HasFallen[J])
        continue;
      HasFallen[J] = false;
      Changed = true;
      Steps += Rest.size();
      if (Steps > MaxSteps)
        return Emptiness::Unknown;
      if (!lowerBy(J))
        return Emptiness::Empty;
    }
  }
  return Emptiness::NonEmpty;
}
