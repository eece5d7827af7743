//===- DBM.h - Difference bound matrices ------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Difference bound matrices, after "Strided Difference Bound Matrices",
/// section 2, and Miné, "A New Numerical Abstract Domain Based on
/// Difference-Bound Matrices" (PADO 2001).
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SDBM_DBM_H
#define SMOLLY_SDBM_DBM_H

#include "smolly/SDBM/Arithmetic.h"
#include <optional>
#include <vector>

namespace smolly::sdbm {

/// A conjunction of bounds on differences of integers x1, ..., xn:
///
///     x1 - x2 <= 3,   x2 <= 7,   0 <= x2
///
/// A bound on one variable is a bound on its difference to x0, which is zero:
/// entry (i, j) bounds xi - xj, entry (i, 0) is an upper bound of xi, entry (0,
/// i) the negative of a lower one. Each entry is also an edge of a graph, and
/// the entries along a path add up to a bound on the difference of its ends.
///
/// A matrix is closed if no path gives a smaller bound than the edge between
/// its ends, and no circle is negative. Entries on the diagonal are 0.
class DBM {
public:
  explicit DBM(unsigned Variables = 0) { reset(Variables); }

  /// Forgets everything; does not allocate if it was as large before.
  void reset(unsigned Variables);

  unsigned variables() const { return Size - 1; }
  /// The number of variables with x0.
  unsigned size() const { return Size; }

  Integer operator()(unsigned I, unsigned J) const {
    return Entries[I * Size + J];
  }
  Integer &operator()(unsigned I, unsigned J) { return Entries[I * Size + J]; }
  const Integer *row(unsigned I) const { return Entries.data() + I * Size; }
  Integer *row(unsigned I) { return Entries.data() + I * Size; }
  bool operator==(const DBM &Other) const {
    return Size == Other.Size && Entries == Other.Entries;
  }

  /// Adds xI - xJ <= \p Bound, which is in range; I is not J.
  void add(unsigned I, unsigned J, Integer Bound) {
    Integer &Entry = (*this)(I, J);
    if (Bound < Entry)
      Entry = Bound;
  }

  /// Closes the matrix by Floyd and Warshall's algorithm. Where there is a
  /// negative circle, entries may grow exponentially; it stops at the first
  /// entry of the diagonal that becomes negative. What remains after Empty or
  /// Unknown is of no use. Complexity: O(n^3), less where bounds are missing.
  Emptiness close();

  /// Adds xI - xJ <= \p Bound to a closed matrix and closes it again.
  /// Complexity: O(n^2).
  Emptiness addAndClose(unsigned I, unsigned J, Integer Bound);

  /// Removes what is said of xI from a closed matrix, which stays closed. The
  /// result has the solutions of the projection exactly.
  /// Complexity: O(n).
  void forget(unsigned I);

  /// A solution of a closed matrix, x0 = 0 first; none if a number is too
  /// large. Complexity: O(n^2).
  std::optional<std::vector<Integer>> solution() const;

  /// Every bound is at least that of \p Other. If that is closed: every
  /// solution of \p Other is one of this, and only then. Complexity: O(n^2), as
  /// of the functions below.
  bool includes(const DBM &Other) const;

  /// What satisfies both.
  void meet(const DBM &Other);
  /// The looser of each two bounds. If both are closed, the least matrix that
  /// includes both, closed as well.
  void join(const DBM &Other);
  /// Removes each bound that \p Newer, which is closed, does not keep. Not to
  /// be closed before the next widening (Miné, section 4.2).
  void widen(const DBM &Newer);

private:
  unsigned Size = 0;
  /// Row by row.
  std::vector<Integer> Entries;
};

} // namespace smolly::sdbm

#endif // SMOLLY_SDBM_DBM_H
