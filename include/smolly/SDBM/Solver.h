//===- Solver.h - Satisfiability of SDBMs -----------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides whether an SDBM has a solution, and gives one: "Strided Difference
/// Bound Matrices", section 3, with a faster way for harmonic systems.
///
/// The paper closes a harmonic system and tightens its bounds by turns, in up
/// to n rounds of O(n^3). Eliminating the variables one by one takes O(n^3)
/// altogether and decides the same:
///
/// *Elimination.* Let dK divide the divisor of each variable that has a bound
/// with xK, which holds in a harmonic system if dK is the smallest divisor.
/// Tighten the bounds of xK: each is then xK + rest times a multiple of dK
/// away. What they say of xK is
///
///     max (xI - (I, K)) <= xK <= min (xJ + (K, J))
///
/// and each xI - (I, K) and xJ + (K, J) is in the class of xK modulo dK: tight
/// bounds are congruent to rI - rK and rK - rJ, and xI to rI modulo dI, a
/// multiple of dK. So xK can have the value of the largest lower bound if that
/// is not above an upper one, and the others can have exactly the values with
///
///     xI - xJ <= (I, K) + (K, J)   for all I and J.
///
/// This is a system of the same kind, without xK. In a harmonic system the next
/// variable can be eliminated likewise, until x0 alone is left, whose divisor 0
/// all others divide. A solution is found backwards. Where xK has no lower or
/// no upper bounds it can be eliminated whatever its divisor, and nothing
/// remains of its bounds. Hence all systems are decided in O(n^3) that have
/// such an order of elimination, harmonic or not.
///
/// *The general case* is NP-hard (Theorem A.1). For what is left of the
/// variables:
///
/// 1. Bounds are closed and tightened by turns as long as that changes
///    something, for n rounds at most. That is sound at any time.
/// 2. If xI = xJ + c follows, the congruence of xI becomes one of xJ, and xI
///    goes.
/// 3. If neither helps, let z be a solution of the bounds alone, m the number
///    of variables and β the least common multiple of their divisors. If there
///    is a solution s, there is one within m (β - 1) of z: s - z is the sum of
///    the steps [s - z >= t] for t = 1, 2, ... and -[s - z <= -t], vectors of 0
///    and 1, or 0 and -1. Each xI - xJ that is not the same in s and in z grows
///    by some of the steps, or falls by some, and never both; so with any part
///    of the steps, z plus the sum satisfies all bounds. Equal steps may thus
///    be left out, β at a time, which changes no value modulo β and leaves at
///    most β - 1 of each kind. At most m of them are different, as the values
///    of s - z are m at most. In that box the greatest solution is looked for
///    from above (SolveSDBM): an upper bound u(I) is rounded to the class of
///    xI, then lowered to u(J) + (I, J), and so on. u stays above every
///    solution. It is a solution when nothing more can be lowered, and there is
///    none if it falls out of the box. Each u(I) falls at most 2 m (β - 1) + 1
///    times, whenever its edges are visited again: O(m β) for each of the
///    edges, which are m^2 at most.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SDBM_SOLVER_H
#define SMOLLY_SDBM_SOLVER_H

#include "smolly/SDBM/SDBM.h"
#include <vector>

namespace smolly::sdbm {

/// Solves one system after the other, without allocating if none is larger than
/// those before.
class Solver {
public:
  static constexpr unsigned long DefaultSteps = 4'000'000;

  /// \p MaxSteps bounds the edges that are visited for each system, but for
  /// those of elimination.
  explicit Solver(unsigned long MaxSteps = DefaultSteps) : MaxSteps(MaxSteps) {}

  /// Of the systems that are solved from now on.
  void setMaxSteps(unsigned long Steps) { MaxSteps = Steps; }
  /// Those that the last system took.
  unsigned long steps() const { return Steps; }

  /// Complexity: O(n^3) if the system is harmonic, and whenever an order of
  /// elimination is found; otherwise O(n^4) and what MaxSteps allows.
  Emptiness solve(const SDBM &System);

  /// The same for a system from which the variables \p Eliminated can be
  /// eliminated in this order without a change of the bounds between the
  /// others, as of a closed and tight harmonic one.
  Emptiness solve(const SDBM &System, const std::vector<unsigned> &Eliminated);

  /// What variables that were eliminated are to be in a solution, as far as
  /// those before them let them: at their lower bounds; at the upper ones and
  /// well above lower ones; or well within both.
  enum class Preference { Small, Large, Middle };

  /// A solution, x0 = 0 first, after NonEmpty; none if a number is too large.
  /// Complexity: O(n^2).
  std::optional<std::vector<Integer>>
  solution(Preference Wanted = Preference::Small) const;

private:
  enum class Step { Eliminated, Stuck, Empty, TooLarge };

  void load(const SDBM &System);
  Emptiness run();
  Step eliminateNext();
  Step eliminate(unsigned K);
  bool gather(unsigned K);
  void finish(unsigned Place);
  Emptiness closeRest();
  Emptiness closeRestOnce();
  bool tightenRest(bool &Fits);
  Step merge();
  unsigned findEqual(unsigned I) const;
  Step mergeInto(unsigned I, unsigned J);
  Emptiness descend();
  std::optional<Integer> reach() const;
  void solveBounds();
  bool startDescent(Integer Reach);
  bool lowerBy(unsigned J);
  Integer valueOf(unsigned K, Preference Wanted,
                  const std::vector<Integer> &Values,
                  const std::vector<unsigned> &Known) const;

  Integer &entry(unsigned I, unsigned J) { return Entries[I * Size + J]; }
  Integer entry(unsigned I, unsigned J) const { return Entries[I * Size + J]; }
  Integer tightened(unsigned I, unsigned J, Integer Step) const;

  struct Edge {
    unsigned To;
    Integer Bound;
  };

  unsigned long MaxSteps, Steps = 0;
  unsigned Size = 0;
  std::vector<Integer> Entries;
  std::vector<Congruence> Congruences;
  /// Variables that are still there, by divisor, then x0.
  std::vector<unsigned> Rest;
  /// Those that are not, the first one first.
  std::vector<unsigned> Order;
  /// The bounds xI - xK and xK - xJ of the variable that is looked at.
  std::vector<Edge> Lower, Upper;
  /// Of what was left when nothing could be eliminated: u, and the box.
  std::vector<Integer> Value, Least;
  /// Whether u fell since the edges that start there were visited.
  std::vector<char> HasFallen;
};

} // namespace smolly::sdbm

#endif // SMOLLY_SDBM_SOLVER_H
