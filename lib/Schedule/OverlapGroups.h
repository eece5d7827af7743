//===- OverlapGroups.h - Nests for overlapping tiles ------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which nests run in overlapping tiles together, and how large these are.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCHEDULE_OVERLAPGROUPS_H
#define SMOLLY_LIB_SCHEDULE_OVERLAPGROUPS_H

#include "LoopNests.h"
#include "smolly/Schedule/Overlap.h"
#include <set>

namespace smolly {

/// Nests that are to run in tiles together, by number.
struct OverlapGroup {
  std::set<unsigned> Nests;
  /// Those of them that write what somebody sees.
  std::vector<unsigned> LastNests;
  /// Iterations in a tile, for each loop that is cut.
  std::vector<long> Sizes;

  /// Whether not an iteration, but the element that it writes says in which
  /// tile it is.
  bool usesElements() const { return LastNests.size() > 1; }
};

/// A write of statement \p Stmt that somebody sees; null if there is none.
const Access *lastWrite(const Kernel &K, const Dataflow &Flow, unsigned Stmt);

/// The groups in \p Nests, which pass on values as \p Flow says.
std::vector<OverlapGroup> findOverlapGroups(const LoopNests &Nests,
                                            const Dataflow &Flow,
                                            const OverlapOptions &Options);

} // namespace smolly

#endif // SMOLLY_LIB_SCHEDULE_OVERLAPGROUPS_H
