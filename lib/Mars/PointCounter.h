//===- PointCounter.h - How many instances a box has ------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts instances of a tile, at the given sizes and as a function of them.
///
/// Where families are linearly independent on each statement, a size may change
/// by a multiple of the order of its unit vector in the lattice of heights, and
/// the rest of the tile stays as it is: in a box, each class of residues is a
/// product of arithmetic progressions, and the count a polynomial of all sizes.
///
/// Where they are not, all sizes grow in proportion. The instances in a box are
/// the integer points of a polytope whose constraints are the same for all
/// sizes but for their right hand sides, which are affine. Beyond the largest
/// size at which the order of its vertices changes the number of points is a
/// quasi-polynomial, whose period divides the common multiple of all minors of
/// the constraints (E. Ehrhart; Ph. Clauss, "Counting Solutions to Linear and
/// Nonlinear Constraints through Ehrhart Polynomials", 1996). Counting at as
/// many sizes as it has coefficients determines it.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_MARS_POINTCOUNTER_H
#define SMOLLY_LIB_MARS_POINTCOUNTER_H

#include "SizePolynomial.h"
#include "smolly/Mars/Mars.h"

namespace smolly::mars {

/// A number of instances.
struct Count {
  /// At the given sizes, if it is finite and known.
  std::optional<long> Points;
  /// Of heights at other sizes; several instances may have the same.
  std::optional<SizePolynomial> Formula;
};

class PointCounter {
public:
  PointCounter(isl::ctx Ctx, const TiledProgram &P, bool IsTooSmall);

  /// Instances in disjoint \p Boxes of tile \p Tile. Where no formula is found
  /// none is looked for any more.
  /// Complexity: independent families: the product of their orders for each
  /// box. Others: (rank + 1) times the points at sizes as large as the largest
  /// at which vertices change their order and (rank + 1) periods.
  Count count(const std::vector<TileBox> &Boxes, const Vector &Tile);
  /// The sum of two counts.
  Count sum(const Count &A, const Count &B) const;
  Count zero() const;

  /// What the formulas counted so far hold for.
  const SizeFamily &sizes() const { return Family; }
  void dropFormulas() { Family = {}; }
  PointCount describe(const Count &C) const;

private:
  void setIndependent();
  void setProportional();
  std::optional<SizePolynomial> product(const TileBox &B, const Vector &Tile);
  std::optional<SizePolynomial> interpolated(const std::vector<TileBox> &Boxes,
                                             const Vector &Tile);
  std::optional<long> leastSize(const TileBox &B, const Vector &Tile);
  std::optional<SizePolynomial> formulaFor(const std::vector<TileBox> &Boxes,
                                           const Vector &Tile);
  std::optional<long> enumerated(const std::vector<TileBox> &Boxes,
                                 const Vector &Tile, const Vector &Sizes,
                                 unsigned long &Left) const;
  bool isUnbounded(const std::vector<TileBox> &Boxes) const;

  isl::ctx Ctx;
  const TiledProgram &P;
  /// What is left for formulas, and for points at the given sizes.
  unsigned long Steps, DirectSteps;
  bool IsIndependent = true;
  SizeFamily Family;
};

} // namespace smolly::mars

#endif // SMOLLY_LIB_MARS_POINTCOUNTER_H
