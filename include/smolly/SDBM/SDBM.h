//===- SDBM.h - Strided difference bound matrices ---------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Difference bounds with congruences of single variables, after "Strided
/// Difference Bound Matrices", section 2: what they are, and how they are put
/// together. Closure.h, Solver.h, NormalForm.h and Lattice.h work on them.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SDBM_SDBM_H
#define SMOLLY_SDBM_SDBM_H

#include "smolly/SDBM/DBM.h"
#include <vector>

namespace smolly::sdbm {

/// From the smallest to the largest class of sets. Other: something that cannot
/// be said by bounds on differences and congruences of single variables.
enum class Class { Dbm, Hsdbm, Sdbm, Other };

/// Bounds on differences of integers x1, ..., xn and a congruence for each:
///
///     0 <= x1 <= 100,   x1 ≡ 0 (mod 32),   0 <= x2 - x1 <= 31
///
/// It is harmonic (an HSDBM) if the divisors can be sorted so that each divides
/// the next, as those of tiles within tiles do.
///
/// Constraints are kept as they are given. A number that is too large, or a
/// conflict between two congruences, is noted and shows in every answer.
///
/// x0 is zero, and has divisor 0, which every divisor divides: what holds of
/// differences and gcds holds of bounds on one variable without a second rule.
/// (The paper gives x0 the least common multiple of the divisors and lets all
/// variables move together, which is the same for harmonic systems.)
class SDBM {
public:
  explicit SDBM(unsigned Variables = 0) { reset(Variables); }

  /// Forgets everything; does not allocate if it was as large before.
  void reset(unsigned Variables);

  unsigned variables() const { return Bounds.variables(); }
  /// The number of variables with x0.
  unsigned size() const { return Bounds.size(); }

  /// Adds xI - xJ <= \p Bound; one of I and J may be 0.
  void addDifference(unsigned I, unsigned J, Integer Bound);
  void addUpper(unsigned I, Integer Bound) { addDifference(I, 0, Bound); }
  void addLower(unsigned I, Integer Bound);
  /// Adds xI - xJ = \p Value.
  void addEquality(unsigned I, unsigned J, Integer Value);
  void addCongruence(unsigned I, Integer Remainder, Integer Divisor);
  void addConflict() { Conflict = true; }
  void addTooLarge() { TooLarge = true; }

  Integer bound(unsigned I, unsigned J) const { return Bounds(I, J); }
  const DBM &bounds() const { return Bounds; }
  DBM &bounds() { return Bounds; }
  const Congruence &congruence(unsigned I) const { return Congruences[I]; }
  /// In place of what is known.
  void setCongruence(unsigned I, Congruence C) { Congruences[I] = C; }

  /// Two constraints contradict each other in themselves. Without: it may have
  /// solutions or not.
  bool hasConflict() const { return Conflict; }
  /// A constraint is missing whose numbers are too large.
  bool isTooLarge() const { return TooLarge; }

  /// gcd of the divisors of two variables, which xI - xJ leaves a fixed rest
  /// of.
  Integer step(unsigned I, unsigned J) const {
    Integer First = Congruences[I].Divisor, Second = Congruences[J].Divisor;
    return First == 1 || Second == 1 ? 1 : gcd(First, Second);
  }
  /// The largest number up to \p Bound that xI - xJ can be by its congruences.
  /// Tightening by greatest common divisors (section 3.1), with remainders
  /// kept.
  Integer tightened(unsigned I, unsigned J, Integer Bound) const;

  /// The variables without x0, each after those whose divisors are smaller.
  /// Complexity: O(n log n).
  std::vector<unsigned> byDivisor() const;
  bool isHarmonic() const;
  /// Dbm, Hsdbm or Sdbm, by what was said of the variables.
  Class classify() const;

  /// A solution's values, x0 = 0 first. Complexity: O(n^2).
  bool contains(const std::vector<Integer> &Values) const;

  /// The same constraints, not only the same set.
  bool operator==(const SDBM &Other) const {
    return Bounds == Other.Bounds && Congruences == Other.Congruences &&
           Conflict == Other.Conflict && TooLarge == Other.TooLarge;
  }

private:
  DBM Bounds;
  std::vector<Congruence> Congruences;
  bool Conflict = false, TooLarge = false;
};

} // namespace smolly::sdbm

#endif // SMOLLY_SDBM_SDBM_H
