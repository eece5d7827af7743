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
#include <set>
#include <vector>

namespace smolly {

/// Nests that run alongside each other.
struct FusedGroup {
  /// How many nests are part of another one now.
  unsigned FusedNests = 0;
  /// The arrays that are not fixed and pass values on between the nests.
  std::vector<unsigned> Temporaries;
  /// They may run slower unless memory is what they wait for: innermost loops
  /// that leap over elements are one, and not vectorised then.
  bool Leaps = false;
  /// Loops that fill borders, and are not as deep as others, do so.
  bool BordersLeap = false;
  /// For the same reason, statements whose innermost loop adds up: no other row
  /// is begun before what reads the sum is done. And those that wait for the
  /// iteration before, in a loop with others that might be vectorised.
  std::vector<unsigned> Waiting;
  /// The iterations of a strip, 0 if the nests do not run in strips.
  long StripLength = 0;
};

struct FusedSchedule {
  /// For each statement, { Domain[] -> Time[] }.
  std::vector<isl::map> Schedules;
  std::vector<FusedGroup> Groups;

  unsigned fusedNests() const;
  bool leaps() const;
  bool bordersLeap() const;
  /// Of all groups.
  std::vector<unsigned> waiting() const;
  long longestStrip() const;
  /// Of all groups, sorted.
  std::vector<unsigned> temporaries() const;
};

/// What fuseNests may do.
struct FuseOptions {
  /// What nests that run in strips access in one is to take so many bytes.
  double StripBytes = 0;
  unsigned long MaxOperations = 0;
  /// Fuse also where no array between the nests may become smaller.
  bool ForTiles = false;
  /// Arrays for which nests are not fused: nothing would be gained.
  std::set<unsigned> Ignored;
};

/// Fuses nests of \p K that come after each other, in the kernel or in the body
/// of loops around them, and that pass arrays on. Outer loops are shifted
/// against each other by constants, and scaled where one nest has several
/// iterations for one of the other; nests of fewer loops, which fill borders,
/// run in between. Innermost loops stay as they are, but where nothing need be
/// shifted at all they are fused, too. None where nothing can be fused, or
/// within the operations allowed, or where a statement does more than to write.
/// Dependences are those of the accesses of K, which must be all that there
/// are. Complexity: for each pair of nests as many minima as there are pairs of
/// accesses to one array.
std::optional<FusedSchedule> fuseNests(const Kernel &K,
                                       const FuseOptions &Options);

/// Whether \p Schedules keep the order of every two accesses of \p K of which
/// one is a write, and of effects where it matters; false, too, if that takes
/// more than \p MaxOperations.
/// Complexity: quadratic in the statements, with an intersection each, and
/// where two change places quadratic in their accesses, with a question each.
bool keepsOrder(const Kernel &K, const std::vector<isl::map> &Schedules,
                unsigned long MaxOperations);

} // namespace smolly

#endif // SMOLLY_SCHEDULE_FUSE_H
