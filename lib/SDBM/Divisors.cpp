//===- Divisors.cpp - The divisors of a normal form -----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The congruences of NormalForm.h: for a variable xK the greatest number that
/// divides all differences between its values. dK divides it. It divides the
/// differences between the values in the solutions that are known; if those
/// have gcd dK, that is the answer.
///
/// *Harmonic systems*, closed and tight. The variables whose divisors divide dK
/// are projected out. For given values of the others, xK can be what is in its
/// class between
///
///     max (xI - (I, K))   and   min (xI + (K, I)),
///
/// which is in its class itself (Solver.h). Two cases, as in the proof of
/// Theorem 4.1:
///
/// 1. For some values of the others the two are different. Then xK has two
///    values dK apart, and dK is the answer. This is so if the system has a
///    solution in which all upper bounds (K, I) are less by dK.
/// 2. For none they are. Then xK is xI - (I, K) for the I with the largest, and
///    the set of solutions is the union, over all I, of the *pieces* in which
///    that is added as an equality. In each of them the values of xK are those
///    of xI, moved by a constant; dI is a larger multiple of dK, so that this
///    ends. If dI is a multiple of the gcd that is found so far, and xI in the
///    right class, a piece need not be looked at.
///
/// There may be many pieces within pieces, so they are counted as systems that
/// are solved.
///
/// *In general* let G be the gcd of what is known: it is the answer if there is
/// no solution in another class modulo G, for each of the G / dK - 1 others. If
/// there is one, G becomes smaller.
///
//===----------------------------------------------------------------------===//

#include "smolly/SDBM/Closure.h"
#include "smolly/SDBM/NormalForm.h"
#include <algorithm>

using namespace smolly;
using namespace smolly::sdbm;

std::optional<Congruence> Normalizer::congruence(unsigned I) {
  Integer Divisor = Gaps[I];
  if (Divisor != Closed.congruence(I).Divisor) {
    bool Found = Harmonic ? harmonicDivisor(Closed, I, First[I], Divisor)
                          : generalDivisor(I, Divisor);
    if (!Found)
      return std::nullopt;
  }
  return Congruence(First[I], Divisor);
}

/// Makes \p Divisor the gcd of itself and of the differences between Reference
/// and the values that xK has in \p Piece. False if a limit was reached.
bool Normalizer::harmonicDivisor(const SDBM &Piece, unsigned K,
                                 Integer Reference, Integer &Divisor) {
  const Congruence &C = Piece.congruence(K);
  if (Divisor != 0 && Congruence(Reference, Divisor).includes(C))
    return true;
  if (Piece.bound(0, K) != Infinity &&
      Piece.bound(K, 0) == -Piece.bound(0, K)) {
    Divisor = gcd(Divisor, Piece.bound(K, 0) - Reference);
    return true;
  }
  Integer Value;
  switch (hasNeighbours(Piece, K, Value)) {
  case Emptiness::NonEmpty:
    Divisor = gcd(gcd(Divisor, C.Divisor), Value - Reference);
    return true;
  case Emptiness::Empty:
    return pieces(Piece, K, Reference, Divisor);
  case Emptiness::Unknown:
    break;
  }
  return false;
}

/// Whether xK and xK + dK are possible for some values of the variables that
/// are not projected out, and such a value of xK.
Emptiness Normalizer::hasNeighbours(const SDBM &Piece, unsigned K,
                                    Integer &Value) {
  std::vector<unsigned> Eliminated = eliminated(K, 0);
  SDBM Both = Piece;
  for (unsigned V = 0; V < Both.size(); ++V) {
    Integer &Bound = Both.bounds()(K, V);
    bool IsThere =
        std::find(Eliminated.begin(), Eliminated.end(), V) == Eliminated.end();
    if (V != K && IsThere && Bound != Infinity)
      Bound -= Piece.congruence(K).Divisor;
  }
  Emptiness Result = solve(Both, Eliminated);
  if (Result == Emptiness::NonEmpty)
    Value = Last[K];
  return Result;
}

bool Normalizer::pieces(const SDBM &Piece, unsigned K, Integer Reference,
                        Integer &Divisor) {
  std::vector<unsigned> Eliminated = eliminated(K, 0);
  for (unsigned I = 0; I < Piece.size(); ++I) {
    Integer Gap = Piece.bound(I, K);
    bool IsThere =
        std::find(Eliminated.begin(), Eliminated.end(), I) == Eliminated.end();
    if (I == K || !IsThere || Gap == Infinity)
      continue;
    if (Limits.MaxSystems == 0)
      return false;
    --Limits.MaxSystems;
    SDBM Equal = Piece;
    ClosureResult Result = addAndClose(Equal, K, I, -Gap);
    if (Result == ClosureResult::Empty)
      continue;
    if (Result != ClosureResult::Closed)
      return false;
    if (I == 0)
      Divisor = gcd(Divisor, -Gap - Reference);
    else if (!harmonicDivisor(Equal, I, Reference + Gap, Divisor))
      return false;
  }
  return true;
}

bool Normalizer::generalDivisor(unsigned K, Integer &Divisor) {
  // Another value than that of the solution that is known.
  for (unsigned Side = 0; Side < 2 && Gaps[K] == 0; ++Side) {
    unsigned I = Side == 0 ? K : 0, J = Side == 0 ? 0 : K;
    if (reaches(I, J, (Side == 0 ? First[K] : -First[K]) + 1) ==
        Emptiness::Unknown)
      return false;
  }
  for (bool Found = Gaps[K] != 0; Found;) {
    if (!otherClass(K, Divisor, Found))
      return false;
  }
  Divisor = Gaps[K];
  return true;
}

/// Looks for a solution in another class modulo the gcd of the values of xK
/// that are known, which then becomes less. False if a limit was reached.
bool Normalizer::otherClass(unsigned K, Integer &Divisor, bool &Found) {
  Divisor = Gaps[K];
  Found = false;
  Congruence Own = Closed.congruence(K);
  for (Integer Offset = Own.Divisor; Offset < Divisor; Offset += Own.Divisor) {
    SDBM Class = Closed;
    Class.setCongruence(K, Congruence(First[K] + Offset, Divisor));
    Emptiness Result = solve(Class, {});
    if (Result == Emptiness::Unknown)
      return false;
    if (Result == Emptiness::Empty)
      continue;
    Found = true;
    return true;
  }
  return true;
}
