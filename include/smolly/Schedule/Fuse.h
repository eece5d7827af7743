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
  /// For each array whether it is not fixed and passes values on between nests
  /// that are part of one now.
  std::vector<bool> Temporaries;
  /// They may run slower unless memory is what they wait for: an innermost loop
  /// adds up, and no other row is begun before what reads the sum is done; or
  /// innermost loops that leap over elements are one, and not vectorised then.
  bool HasPrice = false;
  /// The iterations of the longest strip, 0 if there is none.
  long LongestStrip = 0;
};

/// Fuses nests of \p K that come after each other, in the kernel or in the body
/// of loops around them, and that pass arrays on. Outer loops are shifted
/// against each other by constants, and scaled where one nest has several
/// iterations for one of the other; nests of fewer loops, which fill borders,
/// run in between. Innermost loops stay as they are, but where nothing need be
/// shifted at all they are fused, too. None where nothing can be fused, or
/// within \p MaxOperations, or where a statement does more than to write.
/// Dependences are those of the accesses of K, which must be all that there
/// are. Complexity: for each pair of nests as many minima as there are pairs of
/// accesses to one array.
/// \p ForTiles: fuse also where no array between the nests may become smaller.
std::optional<FusedSchedule> fuseNests(const Kernel &K, double StripBytes,
                                       unsigned long MaxOperations,
                                       bool ForTiles = false);

/// Whether \p Schedules keep the order of every two accesses of \p K of which
/// one is a write; false, too, if that takes more than \p MaxOperations.
/// Complexity: quadratic in the accesses to one array, with a subset check
/// each.
bool keepsOrder(const Kernel &K, const std::vector<isl::map> &Schedules,
                unsigned long MaxOperations);

} // namespace smolly

#endif // SMOLLY_SCHEDULE_FUSE_H
