//===- Lattice.cpp - Operations on SDBMs as sets --------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Lattice.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/SDBM/Lattice.h"
#include "smolly/SDBM/Closure.h"
#include <algorithm>

using namespace smolly;
using namespace smolly::sdbm;

/// Whether the congruence \p C of xI holds for all solutions.
static Truth holds(Normalizer &N, const SDBM &A, unsigned I,
                   const Congruence &C) {
  if (C.Divisor == 1 || C.includes(A.congruence(I)))
    return Truth::Yes;
  if (!C.contains(N.solution()[I]))
    return Truth::No;
  auto Own = N.congruence(I);
  if (!Own)
    return Truth::Unknown;
  return C.includes(*Own) ? Truth::Yes : Truth::No;
}

/// What closing \p A alone says of the inclusion, if it is harmonic: most often
/// enough, and in much less time than a Normalizer takes to begin with.
static Truth isSubsetByClosure(const SDBM &A, const SDBM &B) {
  if (B.hasConflict() || B.isTooLarge() || !A.isHarmonic())
    return Truth::Unknown;
  SDBM Closed = A;
  ClosureResult Result = closeHarmonic(Closed);
  if (Result != ClosureResult::Closed)
    return Result == ClosureResult::Empty ? Truth::Yes : Truth::Unknown;
  Truth Known = Truth::Yes;
  for (unsigned I = 0; I < B.size(); ++I) {
    for (unsigned J = 0; J < B.size(); ++J) {
      if (Closed.bound(I, J) <= B.bound(I, J))
        continue;
      // Bounds against x0 are attained, and what has none grows without end.
      if (I == 0 || J == 0 || Closed.bound(I, J) == Infinity)
        return Truth::No;
      Known = Truth::Unknown;
    }
    if (!B.congruence(I).includes(A.congruence(I)))
      Known = Truth::Unknown;
  }
  return Known;
}

Truth sdbm::isSubset(const SDBM &A, const SDBM &B,
                     const NormalFormLimits &Limits) {
  Truth Known = isSubsetByClosure(A, B);
  if (Known != Truth::Unknown)
    return Known;
  Normalizer N(A, Limits);
  if (N.emptiness() == Emptiness::Empty)
    return Truth::Yes;
  if (N.emptiness() == Emptiness::Unknown)
    return Truth::Unknown;
  if (B.hasConflict())
    return Truth::No;
  Truth Result = B.isTooLarge() ? Truth::Unknown : Truth::Yes;
  for (unsigned I = 0; I < B.size(); ++I)
    for (unsigned J = 0; J < B.size(); ++J) {
      if (I == J || B.bound(I, J) == Infinity)
        continue;
      Truth Holds = N.isBound(I, J, B.bound(I, J));
      if (Holds == Truth::No)
        return Truth::No;
      if (Holds == Truth::Unknown)
        Result = Truth::Unknown;
    }
  for (unsigned I = 1; I < B.size(); ++I) {
    Truth Holds = holds(N, A, I, B.congruence(I));
    if (Holds == Truth::No)
      return Truth::No;
    if (Holds == Truth::Unknown)
      Result = Truth::Unknown;
  }
  return Result;
}

Truth sdbm::isEqual(const SDBM &A, const SDBM &B,
                    const NormalFormLimits &Limits) {
  Truth First = isSubset(A, B, Limits);
  if (First == Truth::No)
    return First;
  Truth Second = isSubset(B, A, Limits);
  return Second == Truth::Yes ? First : Second;
}

SDBM sdbm::intersection(const SDBM &A, const SDBM &B) {
  SDBM Result = A;
  Result.bounds().meet(B.bounds());
  for (unsigned I = 1; I < A.size(); ++I)
    Result.addCongruence(I, B.congruence(I).Remainder, B.congruence(I).Divisor);
  if (B.hasConflict())
    Result.addConflict();
  if (B.isTooLarge())
    Result.addTooLarge();
  return Result;
}

Truth sdbm::isDisjoint(const SDBM &A, const SDBM &B,
                       const NormalFormLimits &Limits) {
  return isEmpty(Solver(Limits.MaxSteps).solve(intersection(A, B)));
}

std::optional<SDBM> sdbm::join(const SDBM &A, const SDBM &B,
                               const NormalFormLimits &Limits) {
  auto First = normalForm(A, Limits), Second = normalForm(B, Limits);
  if (!First || !Second)
    return std::nullopt;
  if (First->hasConflict())
    return Second;
  if (Second->hasConflict())
    return First;
  First->bounds().join(Second->bounds());
  for (unsigned I = 1; I < First->size(); ++I)
    First->setCongruence(I, join(First->congruence(I), Second->congruence(I)));
  return First;
}

std::optional<SDBM> sdbm::widen(const SDBM &A, const SDBM &B,
                                const NormalFormLimits &Limits) {
  Solver Systems(Limits.MaxSteps);
  switch (Systems.solve(A)) {
  case Emptiness::Empty:
    return Systems.solve(B) == Emptiness::Empty ? A : B;
  case Emptiness::Unknown:
    return std::nullopt;
  case Emptiness::NonEmpty:
    break;
  }
  auto Newer = normalForm(B, Limits);
  if (!Newer || Newer->hasConflict())
    return Newer ? std::optional<SDBM>(A) : std::nullopt;
  SDBM Result = A;
  Result.bounds().widen(Newer->bounds());
  for (unsigned I = 1; I < A.size(); ++I)
    Result.setCongruence(I, join(A.congruence(I), Newer->congruence(I)));
  return Result;
}
