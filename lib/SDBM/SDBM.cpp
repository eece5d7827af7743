//===- SDBM.cpp - Strided difference bound matrices -----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements SDBM.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/SDBM/SDBM.h"
#include <algorithm>
#include <utility>

using namespace smolly;
using namespace smolly::sdbm;

void SDBM::reset(unsigned Variables) {
  Bounds.reset(Variables);
  Congruences.assign(Variables + 1, Congruence());
  Congruences[0] = Congruence(0, 0);
  Conflict = TooLarge = false;
}

void SDBM::addDifference(unsigned I, unsigned J, Integer Bound) {
  if (!inRange(Bound))
    TooLarge = true;
  else if (I != J)
    Bounds.add(I, J, Bound);
  else if (Bound < 0)
    Conflict = true;
}

void SDBM::addLower(unsigned I, Integer Bound) {
  if (inRange(Bound))
    addDifference(0, I, -Bound);
  else
    TooLarge = true;
}

void SDBM::addEquality(unsigned I, unsigned J, Integer Value) {
  if (!inRange(Value)) {
    TooLarge = true;
    return;
  }
  addDifference(I, J, Value);
  addDifference(J, I, -Value);
}

void SDBM::addCongruence(unsigned I, Integer Remainder, Integer Divisor) {
  if (!inRange(Remainder) || !inRange(Divisor)) {
    TooLarge = true;
    return;
  }
  if (Divisor == 0)
    return addEquality(I, 0, Remainder);
  auto Result = intersect(Congruences[I], Congruence(Remainder, Divisor));
  if (Result.What == Intersection::Kind::Congruence)
    Congruences[I] = Result.Both;
  else if (Result.What == Intersection::Kind::Conflict)
    Conflict = true;
  else
    TooLarge = true;
}

/// xI - xJ ≡ rI - rJ modulo each common divisor of dI and dJ; by Bézout's lemma
/// the greatest one says all that the two congruences say of the difference.
Integer SDBM::tightened(unsigned I, unsigned J, Integer Bound) const {
  Integer Step = step(I, J);
  if (Bound == Infinity || Step <= 1)
    return Bound;
  Integer Rest = Congruences[I].Remainder - Congruences[J].Remainder;
  return Bound - floorMod(Bound - Rest, Step);
}

std::vector<unsigned> SDBM::byDivisor() const {
  std::vector<unsigned> Order;
  for (unsigned I = 1; I < size(); ++I)
    Order.push_back(I);
  // Single values have divisor 0, which is the largest.
  auto Key = [this](unsigned I) {
    return std::uint64_t(Congruences[I].Divisor) - 1;
  };
  std::sort(Order.begin(), Order.end(), [&](unsigned A, unsigned B) {
    return std::make_pair(Key(A), A) < std::make_pair(Key(B), B);
  });
  return Order;
}

bool SDBM::isHarmonic() const {
  Integer Last = 1;
  for (unsigned I : byDivisor()) {
    Integer Divisor = Congruences[I].Divisor;
    if (Divisor == 0)
      break;
    if (Divisor % Last != 0)
      return false;
    Last = Divisor;
  }
  return true;
}

Class SDBM::classify() const {
  bool Strided = std::any_of(Congruences.begin(), Congruences.end(),
                             [](const Congruence &C) { return C.Divisor > 1; });
  if (!Strided)
    return Class::Dbm;
  return isHarmonic() ? Class::Hsdbm : Class::Sdbm;
}

bool SDBM::contains(const std::vector<Integer> &Values) const {
  if (Conflict)
    return false;
  for (unsigned I = 0; I < size(); ++I) {
    if (!Congruences[I].contains(Values[I]))
      return false;
    for (unsigned J = 0; J < size(); ++J)
      if (bound(I, J) != Infinity && Values[I] - Values[J] > bound(I, J))
        return false;
  }
  return true;
}
