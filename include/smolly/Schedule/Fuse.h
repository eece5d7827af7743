//===- Fuse.h - Run loop nests alongside each other -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loop nests that come after each other and pass arrays on are shifted against
/// each other until they can be one: an image is filtered row by row in all
/// stages, and of what is between the stages a few rows are alive.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCHEDULE_FUSE_H
#define SMOLLY_SCHEDULE_FUSE_H

#include "smolly/Kernel/Kernel.h"
#include <optional>

namespace smolly {

struct FusedSchedule {
  /// For each statement, { Domain[] -> Time[] }.
  std::vector<isl::map> Schedules;
  /// How many nests are part of another one now.
  unsigned FusedNests = 0;
};

/// Fuses the outermost nests of \p K where shifts by constants make that legal:
/// outer loops only, so that innermost ones stay as long as they are, but all
/// loops where no shift is needed at all. None where nothing can be fused, or
/// within \p MaxOperations, or where a statement does more than to write.
/// Dependences are those of the accesses of K, which must be all that there
/// are. Complexity: for each pair of nests as many minima as there are pairs of
/// accesses to one array.
std::optional<FusedSchedule> fuseNests(const Kernel &K,
                                       unsigned long MaxOperations);

/// Whether \p Schedules keep the order of every two accesses of \p K of which
/// one is a write; false, too, if that takes more than \p MaxOperations.
/// Complexity: quadratic in the accesses to one array, with a subset check
/// each.
bool keepsOrder(const Kernel &K, const std::vector<isl::map> &Schedules,
                unsigned long MaxOperations);

} // namespace smolly

#endif // SMOLLY_SCHEDULE_FUSE_H
