//===- ParameterPoint.h - Sizes at assumed parameters -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sizes depend on parameters, in ways that cannot always be compared. This
/// file fixes one value for each parameter, at which sizes are compared, and
/// turns the piecewise bounds that isl computes into bounds that are short to
/// write and valid for every parameter value of the context.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_PARAMETERPOINT_H
#define SMOLLY_STORAGE_PARAMETERPOINT_H

#include "llvm/ADT/SmallSet.h"
#include "isl/isl-noexceptions.h"
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace smolly {

/// A context and one point in it.
class ParameterPoint {
public:
  /// Takes the values from \p Assumed where given, otherwise 1000, moved into
  /// the bounds that \p Context gives.
  /// Parameters among \p CaseNames, unless given in Assumed, get no value: sets
  /// are the unions of what they are in all cases, sizes the largest.
  ParameterPoint(isl::set Context,
                 const std::map<std::string, long> &Assumed = {},
                 const std::set<std::string> &CaseNames = {});

  /// Other points, at which parameters that have the same value here have
  /// different ones: what holds at all of them does not hold by accident. None
  /// for a single parameter. Computed once.
  const std::vector<ParameterPoint> &variations() const;

  /// A point where parameters that are small here are large, so that constants
  /// do not matter beside them; none if all are large.
  std::optional<ParameterPoint> enlarged() const;

  /// { [params] }
  const isl::set &context() const { return Context; }
  /// The context's parameter space, to which sets are aligned.
  isl::space space() const { return Context.space(); }
  /// One value a parameter, in the order of the space.
  const std::vector<long> &values() const { return Values; }

  /// The value of \p Expression, { [params] -> Z }; 0 where it is undefined.
  double evaluate(const isl::pw_aff &Expression) const;

  /// \p Set, { Index[] }, at the assumed values, without parameters.
  isl::set fix(const isl::set &Set) const;

  /// How many points the box around \p Set, { Any[] }, has at the assumed
  /// values; infinity if it is unbounded.
  double boxAround(const isl::set &Set) const;

  /// About how many points \p Set, { Any[] }, has: those of the boxes around
  /// its polyhedra, made disjoint.
  /// Complexity: that of making them disjoint, and a box for each.
  double boxesAround(const isl::set &Set) const;

  /// Likewise, but more exactly: what is no box is cut into slices until all
  /// are, at each value of dimensions with few and at some of those with many.
  /// Exact for boxes and where the size of a slice is linear in its place.
  /// Infinity if \p Set is unbounded, or isl fails.
  /// Complexity: 8 slices for each dimension that is not independent of others.
  double count(const isl::set &Set) const;

  /// From the exact maximum { [params] -> Z } of some set an upper bound that
  /// is at least \p AtLeast, total on the context, and as tight as the maximum
  /// at the assumed values. Null on failure.
  /// Complexity: quadratic in the number of pieces.
  isl::pw_aff upperBound(const isl::pw_aff &Maximum, long AtLeast) const;

  /// Likewise a lower bound.
  isl::pw_aff lowerBound(const isl::pw_aff &Minimum) const;

  /// A number, or the side of one constraint, above (below) which none of \p
  /// Values, { [x] }, lies: as tight as their largest (smallest) at the assumed
  /// parameters and in its variations, and defined for all. Null if there is
  /// none.
  /// Complexity: a question of emptiness for each bound that is that tight; no
  /// parametric programming, unlike that for isl's maximum.
  isl::pw_aff boundFromConstraints(const isl::set &Values, bool Above) const;

  /// The constant as an expression on the whole parameter space.
  isl::pw_aff constant(long Value) const;

private:
  isl::set fixSizes(const isl::set &Set) const;
  isl::pw_aff dominating(const isl::pw_aff &Pieces, bool Above,
                         double Limit) const;

  isl::set Context;
  std::vector<long> Values;
  std::set<std::string> CaseNames;
  mutable std::shared_ptr<const std::vector<ParameterPoint>> Variations;
  /// The positions of those that have no value.
  llvm::SmallSet<unsigned, 4> Cases;
};

} // namespace smolly

#endif // SMOLLY_STORAGE_PARAMETERPOINT_H
