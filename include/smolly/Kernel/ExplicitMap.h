//===- ExplicitMap.h - Maps as integer functions ----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Schedules, and what is derived from them, are functions: each output is a
/// sum of inputs and parameters times integers, or such a sum divided by a
/// number and rounded down, as strips have it. Read as that, what isl finds by
/// eliminating variables takes a few additions.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_EXPLICITMAP_H
#define SMOLLY_KERNEL_EXPLICITMAP_H

#include "smolly/SDBM/Arithmetic.h"
#include "isl/isl-noexceptions.h"
#include <optional>
#include <vector>

namespace smolly {

/// A sum of variables times integers, and a constant.
struct AffineSum {
  sdbm::Integer Constant = 0;
  std::vector<sdbm::Integer> Factors;

  /// Whether its numbers are as small as those of an ExplicitPiece.
  bool isSmall() const;
  bool isConstant() const;
  /// Adds \p Times times \p Other, which has as many factors.
  void add(sdbm::Integer Times, const AffineSum &Other);
};

/// The sum divided by a positive number, rounded down.
struct Quotient {
  AffineSum Of;
  sdbm::Integer Divisor = 1;
};

/// One disjunct of a map. Variables are the parameters, then the inputs.
struct ExplicitPiece {
  /// Says that a sum is zero, or that it is not negative.
  struct Row {
    bool IsEquality;
    AffineSum Sum;
  };
  std::vector<Row> Domain;
  /// One for each output.
  std::vector<Quotient> Outputs;

  /// Neither constants nor sums of so many products of a factor and a number
  /// are too large for 64 bits.
  static constexpr sdbm::Integer MaxConstant = sdbm::Integer(1) << 40,
                                 MaxFactor = 1 << 16;
  static constexpr unsigned MaxVariables = 32;
};

/// The disjuncts of \p Map, { Any[] -> Any[] }; none if one is no such
/// function, or has quantifiers, more variables or larger numbers. They may
/// overlap. Complexity: for each disjunct outputs times coefficients.
std::optional<std::vector<ExplicitPiece>> explicitPieces(const isl::map &Map);

} // namespace smolly

#endif // SMOLLY_KERNEL_EXPLICITMAP_H
