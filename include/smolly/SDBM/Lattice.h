//===- Lattice.h - Operations on SDBMs as sets ------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What abstract interpretation needs: "Strided Difference Bound Matrices",
/// section 5, and a widening, which the paper leaves open.
///
/// Join and intersection of harmonic systems need not be harmonic: divisors (2,
/// 6) and (6, 3) join to (2, 3). The results are SDBMs.
///
/// *Widening.* widen(A, B) keeps the bounds of A that hold in B and forgets the
/// others; a congruence of A becomes the least one above it and what B's values
/// are congruent to. It includes A and B, as each of its constraints holds in
/// both. A sequence A(i+1) = widen(A(i), B(i)) becomes constant:
///
/// - If A(i) is empty, A(i+1) is B(i) if that is not, otherwise A(i). After the
///   first B(i) with elements no A(i) is empty, and:
/// - A bound only ever disappears; there are (n + 1)^2 at most.
/// - The divisors of a variable are d, gcd(d, ...), and so on: each divides the
///   one before it, where 0 is divided by all. A first one other than 0 is
///   followed by at most log2 of it different ones, for each of n variables.
/// - If neither changes, A(i+1) = A(i) as systems. (It has the same remainder
///   then, since that would differ by a multiple of the divisor.)
///
/// A is taken as it is. Closing, tightening or normalising it would bring
/// bounds back that were forgotten, and the sequence may go on for ever (Miné
/// 2001, section 4.2). What is computed from A(i) elsewhere may be closed, not
/// A(i) itself.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SDBM_LATTICE_H
#define SMOLLY_SDBM_LATTICE_H

#include "smolly/SDBM/NormalForm.h"

namespace smolly::sdbm {

/// Whether every solution of \p A is one of \p B: whether each constraint of B,
/// as it is given, holds in A. Complexity: O(n^3) for harmonic A if all that
/// holds follows from closing A; a system is solved for each other constraint
/// of B.
Truth isSubset(const SDBM &A, const SDBM &B,
               const NormalFormLimits &Limits = {});

/// Whether the two have the same solutions.
Truth isEqual(const SDBM &A, const SDBM &B,
              const NormalFormLimits &Limits = {});

/// The constraints of both. Complexity: O(n^2).
SDBM intersection(const SDBM &A, const SDBM &B);

/// Whether there is no common solution. Complexity: that of Solver.
Truth isDisjoint(const SDBM &A, const SDBM &B,
                 const NormalFormLimits &Limits = {});

/// The least SDBM that includes both, in normal form. Each bound of a normal
/// form is attained, and so is the looser one of two; likewise the values of a
/// variable of both together have no larger common divisor than their
/// congruences joined. None if a limit was reached, as below. Complexity:
/// O(n^2), and the normal forms of both.
std::optional<SDBM> join(const SDBM &A, const SDBM &B,
                         const NormalFormLimits &Limits = {});

/// See above. Complexity: O(n^2) and the normal form of B.
std::optional<SDBM> widen(const SDBM &A, const SDBM &B,
                          const NormalFormLimits &Limits = {});

} // namespace smolly::sdbm

#endif // SMOLLY_SDBM_LATTICE_H
