//===- Range.h - From the least to the largest ------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ranges of numbers in sets without parameters.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_RANGE_H
#define SMOLLY_KERNEL_RANGE_H

#include "isl/isl-noexceptions.h"
#include <optional>
#include <utility>

namespace smolly {

/// The least and the largest number.
using Range = std::pair<double, double>;

/// The least and the largest value in dimension \p Dim of \p Set, { Any[] }
/// without parameters; none if it is empty or unbounded.
/// Complexity: two integer programs.
std::optional<Range> rangeOf(const isl::set &Set, unsigned Dim);

/// The range around both.
Range hullOf(const Range &A, const Range &B);

/// How many whole numbers are in it; 0 if it is empty.
double lengthOf(const Range &R);

} // namespace smolly

#endif // SMOLLY_KERNEL_RANGE_H
