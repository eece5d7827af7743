//===- Corners.h - Polytopes as corners -------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bounded polyhedra without parameters as the lists of their corners, on which
/// the range of a linear function is quick to find.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_STORAGE_CORNERS_H
#define SMOLLY_LIB_STORAGE_CORNERS_H

#include "smolly/Storage/ParameterPoint.h"
#include "llvm/ADT/Hashing.h"
#include <map>
#include <optional>
#include <vector>

namespace smolly {

/// The hull of some points.
class Corners {
public:
  /// A hull of \p Basic, exact but for existentially quantified variables. None
  /// if it is unbounded. Complexity: exponential in the number of dimensions.
  static std::optional<Corners> of(const isl::basic_set &Basic);

  bool isEmpty() const { return Points.empty(); }

  struct Interval {
    double Low, High;
  };
  /// The values of the linear function \p Gamma. Complexity: linear in the
  /// number of points.
  Interval range(const std::vector<long> &Gamma) const;

  /// The points of the hull where the linear function \p Gamma is \p Value;
  /// empty when that is one point which is not integer.
  /// Complexity: quadratic in the number of points.
  Corners section(const std::vector<long> &Gamma, double Value) const;

  /// The hull of the points' negatives.
  Corners reversed() const;

  /// Drops points that are corners for none of \p Functions.
  void prune(const std::vector<std::vector<long>> &Functions);

  /// The largest absolute value of component \p Dim.
  double extent(unsigned Dim) const;

  /// When the points are differences of conflicting indices: a number of
  /// indices on one line through the origin all of which conflict with each
  /// other. Complexity: quadratic in the number of points.
  double cliqueOnLine() const;

  /// Equal for equal corners in the same order, as sections have them.
  llvm::hash_code hash() const;

  bool operator==(const Corners &Other) const { return Points == Other.Points; }

  size_t size() const { return Dims ? Points.size() / Dims : 0; }

private:
  unsigned Dims = 0;
  /// One point after another.
  std::vector<double> Points;
};

/// The values of \p Gamma over several hulls. Low is above High if all are
/// empty.
Corners::Interval rangeOver(const std::vector<Corners> &Hulls,
                            const std::vector<long> &Gamma);

/// The corners of a set at points of the parameter space, computed on demand.
class CornerCache {
public:
  /// Those of \p Set, { Index[] }; with \p Cut it is cut where the sign of a
  /// component changes, unless it has many dimensions.
  CornerCache(isl::set Set, bool Cut) : Set(std::move(Set)), Cut(Cut) {}

  /// The hulls of the polyhedra that make up the set; none if one of them is
  /// unbounded.
  const std::optional<std::vector<Corners>> &at(const ParameterPoint &Point);

  /// The corners of the set's negative, as far as they are known, and at
  /// \p Point.
  CornerCache reversed(const ParameterPoint &Point);

private:
  isl::set Set;
  bool Cut;
  /// By the values of the parameters.
  std::map<std::vector<long>, std::optional<std::vector<Corners>>> Known;
};

} // namespace smolly

#endif // SMOLLY_LIB_STORAGE_CORNERS_H
