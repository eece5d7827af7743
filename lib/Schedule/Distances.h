//===- Distances.h - How far apart dependences are --------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Distances in time between accesses that have to keep their order, and what
/// happens to them when loops are skewed.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCHEDULE_DISTANCES_H
#define SMOLLY_LIB_SCHEDULE_DISTANCES_H

#include "smolly/Kernel/Kernel.h"
#include <vector>

namespace smolly {

/// { Distance[] }: by how much the \p Schedules differ between two accesses of
/// \p Statements of \p K to one element of which one is a write, in one
/// iteration of all that is in front of dimension \p Dim. Null if there are too
/// many polyhedra. Complexity: a composition for
/// each pair of accesses to one array.
isl::set distances(const Kernel &K, const std::vector<isl::map> &Schedules,
                   const std::vector<unsigned> &Statements, unsigned Dim);

/// How many times the distance in another dimension is added.
struct Skew {
  unsigned Dim;
  long Times;
};

/// Whether one of \p Distances is negative in dimension \p Dim after \p Skews.
/// True, too, where that is not known. Complexity: one emptiness check.
bool goesBackwards(const isl::set &Distances, unsigned Dim,
                   const std::vector<Skew> &Skews);

} // namespace smolly

#endif // SMOLLY_LIB_SCHEDULE_DISTANCES_H
