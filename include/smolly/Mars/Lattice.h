//===- Lattice.h - Integer vectors spanned by others ------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The integer combinations of some integer vectors. The values that
/// hyperplanes such as t + i and t - i take together are no more than that:
/// their sum is always even.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_MARS_LATTICE_H
#define SMOLLY_MARS_LATTICE_H

#include <optional>
#include <vector>

namespace smolly::mars {

using Vector = std::vector<long>;

/// V -= Factor * W. False, and V undefined, if a number became too large.
/// Complexity: linear.
bool subtractMultiple(Vector &V, long Factor, const Vector &W);

/// All integer combinations of a basis in echelon form (a Hermite normal form):
/// basis vector J is zero in front of its pivot, the row pivot(J), positive
/// there, and pivots are in increasing order. Of (1, 1), (1, -1), that is
///
///     (1, -1), (0, 2)
///
/// In the row of a later vector's pivot P, entries are in (-P, 0]: in many
/// tilings all rows are differences then.
class Lattice {
public:
  /// Spanned by \p Vectors, each of \p Rows numbers. None if a number became
  /// too large. Complexity: O(n^2 log c) vector operations for n vectors with
  /// entries up to c.
  static std::optional<Lattice> spannedBy(unsigned Rows,
                                          const std::vector<Vector> &Vectors);

  unsigned rows() const { return Rows; }
  unsigned rank() const { return Basis.size(); }
  const Vector &basis(unsigned J) const { return Basis[J]; }
  unsigned pivotRow(unsigned J) const { return Pivots[J]; }
  long pivot(unsigned J) const { return Basis[J][Pivots[J]]; }
  /// What basis vector J is a combination of: a factor for each of the vectors
  /// given.
  const Vector &factors(unsigned J) const { return Factors[J]; }

  /// Every integer vector is in it.
  bool isEverything() const;
  /// The row at which knowing the rows in front of it leaves any integer
  /// possible.
  bool isFree(unsigned Row) const;

  /// The same for all vectors that differ by an element of the lattice. None if
  /// a number became too large. Complexity: O(rank * rows).
  std::optional<Vector> reduced(Vector V) const;
  /// The least positive multiple of unit vector \p Row that is in it; 0 if
  /// there is none, none if a number became too large. Complexity: as reduced.
  std::optional<long> order(unsigned Row) const;

private:
  unsigned Rows = 0;
  std::vector<Vector> Basis, Factors;
  std::vector<unsigned> Pivots;
};

} // namespace smolly::mars

#endif // SMOLLY_MARS_LATTICE_H
