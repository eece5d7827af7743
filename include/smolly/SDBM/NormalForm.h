//===- NormalForm.h - Normal forms of SDBMs ---------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Normal forms, after "Strided Difference Bound Matrices", section 4.
///
/// The normal form of a set S that an SDBM describes has
///
/// - for each xI - xJ, xI and -xI the largest value that it has in S, if any;
/// - for each variable the greatest number that divides all differences between
///   its values in S, which is 0 if it has one value, and their remainder.
///
/// This depends on S alone. And it describes S: it holds in S, and each
/// constraint of any SDBM that describes S follows from one of it. So two SDBMs
/// describe the same set exactly if their normal forms are equal. All empty
/// sets have the same one.
///
/// The paper looks for the sparsest divisors among those that keep the system
/// harmonic, with the variables in a given order. That depends on the order: of
/// x1 = x3 with divisors 1, 1, 4 the divisor of x1 becomes 4 only if x2 does
/// not stand between them. What is computed here does not, but may not be
/// harmonic: divisors (1, 6, 12) with 0 <= x1 - x3 <= 4, 0 <= x2 - x3 <= 6, -2
/// <= x1 - x2 <= 0 are (4, 6, 12) in fact.
///
/// *Bounds* of a harmonic system that is closed and tight:
///
/// 1. A bound of xI against x0 is tight (Lemma 10): the values (J, 0), for all
///    J that have such a bound, satisfy all bounds among these J, as (J, 0) <=
///    (J, K) + (K, 0), and are in their classes; what bounds the other
///    variables from below is then a matter of making these large enough.
/// 2. If xK is a variable other than xI and xJ, and dK divides dI and dJ, it
///    can be projected out (Closure.h). If nothing but x0 is left beside the
///    two, (I, J) is tight: let dI divide dJ (else replace each x by -x). If xJ
///    has a lower bound L = -(0, J), then xJ = L and xI = L + (I, J) is a
///    solution. L is in the class of xJ, and so xI is in its own, as (I, J) is
///    tight; (I, J) <= (I, 0) + (0, J) gives the upper bound of xI, (0, J) <=
///    (0, I) + (I, J) the lower one. If xJ has no lower bound, xI has none
///    either, and xJ is made small enough.
/// 3. Otherwise the largest value of xI - xJ is searched for by bisection; it
///    is at least (I, J) - n β (Lemma 8), and at least what it is in a solution
///    that is known. All solutions that the search finds are remembered, and
///    most bounds turn out to be attained without any search.
///
/// *Divisors*: see Divisors.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SDBM_NORMALFORM_H
#define SMOLLY_SDBM_NORMALFORM_H

#include "smolly/SDBM/SDBM.h"
#include "smolly/SDBM/Solver.h"

namespace smolly::sdbm {

/// Limits of a normal form.
struct NormalFormLimits {
  /// Systems that are solved.
  unsigned long MaxSystems = 100'000;
  /// Edges that are visited for all of them, as in Solver.
  unsigned long MaxSteps = 10 * Solver::DefaultSteps;
};

/// The normal form of \p System; none if a number is too large or a limit was
/// reached.
/// Complexity: for harmonic systems O(n^2 log(n β)) times O(m^3), m the number
/// of variables with larger divisors than one of the two that are looked at;
/// mostly O(n^3).
std::optional<SDBM> normalForm(const SDBM &System,
                               const NormalFormLimits &Limits = {});

/// The normal form of no solutions.
SDBM emptySystem(unsigned Variables);

/// Looks for bounds and divisors of one set, when they are asked for.
class Normalizer {
public:
  explicit Normalizer(const SDBM &System, const NormalFormLimits &Limits = {});

  /// Whether the set is empty; nothing else may be asked if not NonEmpty.
  Emptiness emptiness() const { return State; }
  /// The largest value of xI - xJ, Infinity if there is none. None if a limit
  /// was reached, as below.
  std::optional<Integer> largest(unsigned I, unsigned J);
  /// Whether xI - xJ <= \p Bound for all solutions.
  Truth isBound(unsigned I, unsigned J, Integer Bound);
  /// The congruence of xI's values with the largest divisor.
  std::optional<Congruence> congruence(unsigned I);
  /// A solution, x0 = 0 first.
  const std::vector<Integer> &solution() const { return First; }

private:
  Emptiness solve(const SDBM &S, const std::vector<unsigned> &Eliminated);
  void remember(const std::vector<Integer> &Solution);
  Emptiness reaches(unsigned I, unsigned J, Integer Value);
  std::vector<unsigned> eliminated(unsigned I, unsigned J) const;
  bool isTight(unsigned I, unsigned J,
               const std::vector<unsigned> &Eliminated) const;
  Integer leastOf(unsigned I, unsigned J) const;

  bool harmonicDivisor(const SDBM &Piece, unsigned K, Integer Reference,
                       Integer &Divisor);
  bool pieces(const SDBM &Piece, unsigned K, Integer Reference,
              Integer &Divisor);
  Emptiness hasNeighbours(const SDBM &Piece, unsigned K, Integer &Value);
  bool generalDivisor(unsigned K, Integer &Divisor);
  bool otherClass(unsigned K, Integer &Divisor, bool &Found);

  NormalFormLimits Limits;
  Solver Systems;
  Emptiness State;
  bool Harmonic = false;
  /// Closed, and tight if it is harmonic.
  SDBM Closed;
  /// A copy of it to be changed.
  SDBM Scratch;
  std::vector<Integer> First, Last;
  /// The largest differences in the solutions that are known, row by row.
  std::vector<Integer> Attained;
  /// gcd of the differences between values in them.
  std::vector<Integer> Gaps;
};

} // namespace smolly::sdbm

#endif // SMOLLY_SDBM_NORMALFORM_H
