//===- BoxedLives.h - Lives of values in boxes ------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Most values belong to boxes of iterations, and most components of time are
/// an iterator, the number of its strip, or a constant. Once parameters have
/// values, how many of such values are alive at a time takes a few comparisons
/// of integers, and no polyhedra.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_STORAGE_BOXEDLIVES_H
#define SMOLLY_LIB_STORAGE_BOXEDLIVES_H

#include "smolly/Kernel/ExplicitMap.h"
#include "smolly/Storage/LiveRanges.h"
#include "smolly/Storage/ParameterPoint.h"
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace smolly {

using Time = std::vector<long>;

/// For each coordinate its first and last value.
using Box = std::vector<std::pair<sdbm::Integer, sdbm::Integer>>;

/// Iterations, and the components of the time that belongs to each of them as
/// functions of their coordinates.
struct TimedBox {
  Box Where;
  std::vector<Quotient> When;
};

/// The lives of one value set at assumed values of parameters.
class BoxedLives {
public:
  /// None where definitions are no boxes, or not bounded. Complexity: linear in
  /// the coefficients, but for components of time, each of which takes as long
  /// as all of its polyhedron; quadratic in the number of boxes.
  static std::optional<BoxedLives> of(const ValueLives &Lives,
                                      const ParameterPoint &Point);

  /// Adds the last time of a definition, and the last one in the iteration in
  /// the middle of the outermost loop, of the two outermost loops, and so on.
  /// False if that would be no box; some times may have been added then.
  bool addTimes(std::set<Time> &Result) const;

  /// How many values are alive right after the definitions at the time \p At;
  /// none if those are no boxes, or too many. Complexity: cubic in the number
  /// of boxes.
  std::optional<double> countAt(const Time &At) const;

private:
  std::vector<TimedBox> Definitions;
  /// None if they are no boxes.
  std::optional<std::vector<TimedBox>> LastUses;
  std::optional<std::vector<Box>> LiveOut;
};

} // namespace smolly

#endif // SMOLLY_LIB_STORAGE_BOXEDLIVES_H
