//===- Closure.cpp - The bounds that follow from others -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Closure.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/SDBM/Closure.h"
#include <algorithm>

using namespace smolly;
using namespace smolly::sdbm;

namespace {

/// For systems that may need very many.
constexpr unsigned GeneralRounds = 8;

enum class Tightening { Nothing, Changed, TooLarge };

/// Tightens the bounds between \p Strided variables and x0.
Tightening tighten(SDBM &S, const std::vector<unsigned> &Strided) {
  Tightening Result = Tightening::Nothing;
  for (unsigned I : Strided)
    for (unsigned J : Strided) {
      if (I == J)
        continue;
      Integer Bound = S.tightened(I, J, S.bound(I, J));
      if (Bound == S.bound(I, J))
        continue;
      if (!inRange(Bound))
        return Tightening::TooLarge;
      S.bounds()(I, J) = Bound;
      Result = Tightening::Changed;
    }
  return Result;
}

/// x0 and the variables with a divisor other than 1.
std::vector<unsigned> stridedOf(const SDBM &S) {
  std::vector<unsigned> Result;
  for (unsigned I = 0; I < S.size(); ++I)
    if (S.congruence(I).Divisor != 1)
      Result.push_back(I);
  return Result;
}

bool isBound(Integer Value) { return Value == Infinity || inRange(Value); }

ClosureResult resultOf(Emptiness E) {
  if (E == Emptiness::NonEmpty)
    return ClosureResult::Closed;
  return E == Emptiness::Empty ? ClosureResult::Empty : ClosureResult::TooLarge;
}

/// Lowers the entry to A + B if there are both. False if that is too large.
bool lower(DBM &M, unsigned I, unsigned J, Integer A, Integer B) {
  if (A == Infinity || B == Infinity || A + B >= M(I, J))
    return true;
  M(I, J) = A + B;
  return inRange(A + B);
}

/// Tightens the bounds of xK to the variables \p Others and puts what follows
/// from them between those.
ClosureResult eliminate(SDBM &S, unsigned K,
                        const std::vector<unsigned> &Others) {
  DBM &M = S.bounds();
  for (unsigned V : Others) {
    M(V, K) = S.tightened(V, K, M(V, K));
    M(K, V) = S.tightened(K, V, M(K, V));
    if (!isBound(M(V, K)) || !isBound(M(K, V)))
      return ClosureResult::TooLarge;
  }
  for (unsigned I : Others) {
    if (M(I, K) == Infinity)
      continue;
    for (unsigned J : Others)
      if (!lower(M, I, J, M(I, K), M(K, J)))
        return ClosureResult::TooLarge;
    if (M(I, I) < 0)
      return ClosureResult::Empty;
  }
  return ClosureResult::Closed;
}

/// Closes the bounds of xK to the variables \p Others, which are closed. False
/// if a number is too large.
bool putBack(DBM &M, unsigned K, const std::vector<unsigned> &Others) {
  for (unsigned V : Others)
    for (unsigned W : Others)
      if (!lower(M, K, W, M(K, V), M(V, W)) ||
          !lower(M, W, K, M(W, V), M(V, K)))
        return false;
  return true;
}

} // namespace

ClosureResult sdbm::closeByRounds(SDBM &S, unsigned MaxRounds) {
  if (S.hasConflict())
    return ClosureResult::Empty;
  if (S.isTooLarge())
    return ClosureResult::TooLarge;
  std::vector<unsigned> Strided = stridedOf(S);
  for (unsigned Round = 0;; ++Round) {
    ClosureResult Closed = resultOf(S.bounds().close());
    if (Closed != ClosureResult::Closed)
      return Closed;
    if (Round == MaxRounds)
      return ClosureResult::NotFinished;
    Tightening Tightened = tighten(S, Strided);
    if (Tightened == Tightening::TooLarge)
      return ClosureResult::TooLarge;
    if (Tightened == Tightening::Nothing)
      return ClosureResult::Closed;
  }
}

ClosureResult sdbm::closeHarmonic(SDBM &S) {
  if (S.hasConflict())
    return ClosureResult::Empty;
  if (S.isTooLarge())
    return ClosureResult::TooLarge;
  std::vector<unsigned> Order = S.byDivisor();
  std::vector<unsigned> Others(Order.rbegin(), Order.rend());
  Others.insert(Others.begin(), 0);
  for (unsigned K : Order) {
    Others.pop_back();
    ClosureResult Result = eliminate(S, K, Others);
    if (Result != ClosureResult::Closed)
      return Result;
  }
  for (auto K = Order.rbegin(); K != Order.rend(); ++K) {
    if (!putBack(S.bounds(), *K, Others))
      return ClosureResult::TooLarge;
    Others.push_back(*K);
  }
  return ClosureResult::Closed;
}

ClosureResult sdbm::close(SDBM &S) {
  return S.isHarmonic() ? closeHarmonic(S) : closeByRounds(S, GeneralRounds);
}

ClosureResult sdbm::addAndClose(SDBM &S, unsigned I, unsigned J,
                                Integer Bound) {
  Bound = S.tightened(I, J, Bound);
  if (!inRange(Bound))
    return ClosureResult::TooLarge;
  ClosureResult Result = resultOf(S.bounds().addAndClose(I, J, Bound));
  if (Result != ClosureResult::Closed)
    return Result;
  switch (tighten(S, stridedOf(S))) {
  case Tightening::Nothing:
    return ClosureResult::Closed;
  case Tightening::Changed:
    return closeHarmonic(S);
  case Tightening::TooLarge:
    break;
  }
  return ClosureResult::TooLarge;
}

bool sdbm::project(SDBM &S, unsigned K) {
  bool Divides = true, HasLower = false, HasUpper = false, IsEqual = false;
  for (unsigned V = 0; V < S.size(); ++V) {
    if (V == K)
      continue;
    Integer Below = S.tightened(V, K, S.bound(V, K));
    Integer Above = S.tightened(K, V, S.bound(K, V));
    if (!isBound(Below) || !isBound(Above))
      S.addTooLarge();
    S.bounds()(V, K) = Below;
    S.bounds()(K, V) = Above;
    HasLower |= Below != Infinity;
    HasUpper |= Above != Infinity;
    if (Below == Infinity && Above == Infinity)
      continue;
    Integer Divisor = S.congruence(K).Divisor, Of = S.congruence(V).Divisor;
    Divides = Divides && (Divisor == 0 ? Of == 0 : Of % Divisor == 0);
    if (Below != Infinity && Above == -Below && !IsEqual) {
      IsEqual = true;
      S.addCongruence(V, S.congruence(K).Remainder + Below, Divisor);
    }
  }
  for (unsigned I = 0; I < S.size(); ++I)
    for (unsigned J = 0; J < S.size(); ++J)
      if (I != K && J != K && S.bound(I, K) != Infinity &&
          S.bound(K, J) != Infinity)
        S.addDifference(I, J, S.bound(I, K) + S.bound(K, J));
  S.bounds().forget(K);
  S.setCongruence(K, Congruence());
  return Divides || !HasLower || !HasUpper || IsEqual;
}
