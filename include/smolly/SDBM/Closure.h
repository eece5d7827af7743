//===- Closure.h - The bounds that follow from others -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Closing and tightening, after "Strided Difference Bound Matrices", sections
/// 3.1 and 3.2, and elimination of single variables.
///
/// A system is *closed* if its bounds are (DBM.h), and *tight* if each bound c
/// of a difference xI - xJ is a value that the congruences of the two variables
/// allow for it. Two rules of inference lead there, which never lose a
/// solution:
///
///     xI - xJ <= a,  xJ - xK <= b   =>   xI - xK <= a + b
///     xI - xJ <= c                  =>   xI - xJ <= r + g floor((c - r) / g)
///
/// with g = gcd(dI, dJ) and r = rI - rJ. The least bounds that they lead to are
/// the only closed and tight ones between themselves and the given ones, since
/// the rules are monotone. So it does not matter how one gets there.
///
/// *Lemma (projection, Lemma 6).* Let a harmonic system be closed and tight,
/// and sorted by divisor. A solution of the constraints among a suffix of the
/// variables can be extended to all variables. For elimination (Solver.h) of
/// the variables in front changes nothing: the sums of two bounds that it would
/// replace bounds by are not smaller than those. In particular, the system has
/// a solution.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SDBM_CLOSURE_H
#define SMOLLY_SDBM_CLOSURE_H

#include "smolly/SDBM/SDBM.h"

namespace smolly::sdbm {

enum class ClosureResult {
  /// It is closed and tight.
  Closed,
  /// There is no solution. The bounds are of no use any more, nor below.
  Empty,
  /// There were more rounds to come. The bounds are closed, if not tight.
  NotFinished,
  TooLarge
};

/// Closes and tightens by turns, for \p MaxRounds at most. A harmonic system of
/// n variables needs n + 1 rounds at most, the one in which nothing changes
/// included, and D + 1 if D of the divisors are different and above 1: after k
/// times the bounds among those from the k-th divisor on stay multiples of it,
/// apart from remainders (Theorem 3.1). Others may need many.
/// Complexity: O(n^3) for each round.
ClosureResult closeByRounds(SDBM &System, unsigned MaxRounds);

/// The same for a harmonic system, without rounds. Variables are eliminated by
/// increasing divisors, which tightens their bounds to the others, and then put
/// back one by one: the bounds of xK to those that are there already, which are
/// closed and tight, become the shortest paths that begin or end with one edge
/// of xK. These bounds are sums of multiples of dK, apart from remainders,
/// hence tight, and no path through xK is shorter than the bound between its
/// neighbours, as elimination has seen to it. Never NotFinished; Closed means
/// that there is a solution.
/// Complexity: O(n^3).
ClosureResult closeHarmonic(SDBM &System);

/// closeHarmonic if it is harmonic, otherwise some rounds, which need not be
/// enough. Complexity: O(n^3).
ClosureResult close(SDBM &System);

/// Adds xI - xJ <= \p Bound to a harmonic system that is closed and tight, and
/// makes it so again.
/// Complexity: O(n^2) if the new bounds among variables with congruences are
/// tight, as without congruences; otherwise O(n^3).
ClosureResult addAndClose(SDBM &System, unsigned I, unsigned J, Integer Bound);

/// Removes what is said of xI. True if exactly the projection remains: the
/// divisor of xI divides those of all variables that have a bound with xI, or
/// xI has bounds on one side only, or differs from another variable by a
/// constant. Otherwise the result includes the projection. Complexity: O(n^2).
bool project(SDBM &System, unsigned I);

} // namespace smolly::sdbm

#endif // SMOLLY_SDBM_CLOSURE_H
