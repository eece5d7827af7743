//===- Arithmetic.cpp - Checked integers and congruences ------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Arithmetic.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/SDBM/Arithmetic.h"

using namespace smolly;
using namespace smolly::sdbm;

__extension__ using Wide = __int128;

/// The inverse of \p Value modulo \p Modulus, which have no common divisor, by
/// Euclid's algorithm: Old * Value ≡ OldRest and New * Value ≡ Rest all the
/// time. The absolute values of Old and New stay at most Modulus.
static Integer inverse(Integer Value, Integer Modulus) {
  Integer OldRest = floorMod(Value, Modulus), Rest = Modulus;
  Integer Old = 1, New = 0;
  while (Rest != 0) {
    Integer Quotient = OldRest / Rest;
    Integer NextRest = OldRest - Quotient * Rest, Next = Old - Quotient * New;
    OldRest = Rest;
    Rest = NextRest;
    Old = New;
    New = Next;
  }
  return floorMod(Old, Modulus);
}

Congruence sdbm::divided(Integer Value, Integer Factor, Integer Divisor) {
  Wide Product =
      Wide(floorMod(Value, Divisor)) * inverse(Factor, Divisor) % Divisor;
  return {Integer(Product), Divisor};
}

/// x = r + d t with d t ≡ r' - r (mod d'), which has a solution t exactly if g
/// = gcd(d, d') divides r' - r; then t is (r' - r) / g over d / g, modulo d' /
/// g.
Intersection sdbm::intersect(const Congruence &A, const Congruence &B) {
  using Kind = Intersection::Kind;
  if (A.Divisor == 0 || B.Divisor == 0) {
    const Congruence &Single = A.Divisor == 0 ? A : B;
    const Congruence &Other = A.Divisor == 0 ? B : A;
    if (!Other.contains(Single.Remainder))
      return {Kind::Conflict, {}};
    return {Kind::Congruence, Single};
  }
  Integer Common = gcd(A.Divisor, B.Divisor);
  Integer Gap = B.Remainder - A.Remainder;
  if (Gap % Common != 0)
    return {Kind::Conflict, {}};
  auto Divisor = lcm(A.Divisor, B.Divisor);
  if (!Divisor)
    return {Kind::TooLarge, {}};
  Congruence Factor =
      divided(Gap / Common, A.Divisor / Common, B.Divisor / Common);
  return {Kind::Congruence,
          {A.Remainder + A.Divisor * Factor.Remainder, *Divisor}};
}
