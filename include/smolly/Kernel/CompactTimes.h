//===- CompactTimes.h - Schedules without idle dimensions -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Schedules whose times alternate between numbers and loops are easy to make
/// and to change, but most of the numbers are the same in all statements. Every
/// relation between times ("before", "not after") has a polyhedron for each
/// dimension, so that what is computed with them takes the longer the more
/// dimensions there are. Of
///
///     { A[i] -> [0, i, 0, 0, 2]; B[i, j] -> [0, i + 1, 1, j, 0] }
///
/// the first dimension tells nothing apart, and is left out.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_COMPACTTIMES_H
#define SMOLLY_KERNEL_COMPACTTIMES_H

#include "isl/isl-noexceptions.h"
#include <optional>
#include <vector>

namespace smolly {

/// \p Schedules, each { Domain[] -> Time[] } with times of one length, in fewer
/// dimensions if possible: dimensions next to each other that are numbers in
/// all schedules become one, or none where all statements have the same
/// numbers. Every two instances keep their order. Instances must have one time
/// each. Complexity: linear in the size of the schedules.
std::vector<isl::map> compactTimes(std::vector<isl::map> Schedules);

/// Whether isl could compute all of \p Schedules. Complexity: linear in their
/// number.
bool areKnown(const std::vector<isl::map> &Schedules);

/// The number that dimension \p Dim is in all of \p Set, { Time[] } or { Any[]
/// }, if there is such a dimension and this can be seen without computing
/// anything.
std::optional<long> numberAt(const isl::set &Set, unsigned Dim);

} // namespace smolly

#endif // SMOLLY_KERNEL_COMPACTTIMES_H
