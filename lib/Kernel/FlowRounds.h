//===- FlowRounds.h - Accesses that flow analysis has to see ----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flow analysis looks at each read with each write of the same array. Most of
/// these pairs have nothing to do with each other: other planes of an array,
/// other halves of a time step, or a write that always comes later. What SDBMs
/// prove to be such a pair is kept from isl: reads with the same writes left
/// are a group, and isl gets the groups of each array in rounds.
///
/// This changes no result, as the source of a read is found among the writes
/// that touch its element earlier, and the others play no part in it.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_KERNEL_FLOWROUNDS_H
#define SMOLLY_LIB_KERNEL_FLOWROUNDS_H

#include "smolly/Kernel/Kernel.h"
#include "isl/isl-noexceptions.h"
#include <optional>
#include <vector>

namespace smolly {

/// An access, or the reader of an array's live-out elements.
struct FlowAccess {
  enum class Kind { Read, MustWrite, MayWrite };
  Kind What;
  unsigned Array;
  /// Of Domain[]; none for a reader of live-out elements.
  std::optional<unsigned> Stmt;
  isl::map Relation; // { Domain[] -> Element[] }
  /// The same for isl's flow analysis.
  isl::map Tagged; // { [Domain[] -> Tag[]] -> Element[] }
  isl::map Time;   // { [Domain[] -> Tag[]] -> Time[] }
};

/// What isl is asked at once, by numbers of accesses.
struct FlowRound {
  std::vector<unsigned> Reads, Writes;
};

/// Puts the reads that have any write left into rounds with all of these;
/// those without are put into \p Sourceless.
/// Complexity: an SDBM for each pair of accesses to one array, and each level
/// of the schedule.
std::vector<FlowRound> flowRounds(const Kernel &K,
                                  const std::vector<FlowAccess> &Accesses,
                                  std::vector<unsigned> &Sourceless);

} // namespace smolly

#endif // SMOLLY_LIB_KERNEL_FLOWROUNDS_H
