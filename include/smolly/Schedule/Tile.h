//===- Tile.h - Run loops in tiles ------------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops that go over the same data again and again, such as the time steps of
/// a stencil, are cut into rectangular tiles whose data stay in the cache,
/// after they were skewed against each other where dependences ask for it.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCHEDULE_TILE_H
#define SMOLLY_SCHEDULE_TILE_H

#include "smolly/Kernel/Kernel.h"
#include <optional>

namespace smolly {

/// A loop that is cut into tiles.
struct TiledLoop {
  /// Its dimension of the time before tiling.
  unsigned Dim;
  /// How many times each of the loops in front of it is added to it first.
  std::vector<long> Skews;
  /// Iterations in a tile.
  long Size = 1;
  /// { Domain[] -> Z } for each statement in the loop: what is divided by Size.
  isl::union_map Heights;
};

struct TiledSchedule {
  /// For each statement, { Domain[] -> Time[] }.
  std::vector<isl::map> Schedules;
  /// For each loop nest that was tiled its loops, outermost first.
  std::vector<std::vector<TiledLoop>> Bands;
};

/// Tiles the loop nests of \p K in which instances depend on each other, whose
/// statements run at the times \p Schedules: in each the outermost loop, and
/// all loops in it in which no dependence goes backwards, or none any more
/// after loops in front of it were added a few times. Of a tile, about \p
/// CacheBytes are accessed; innermost loops are long, \p LeastInnermost
/// iterations at least even where that is more. Within a tile the order is the
/// old one. None where no nest has two such loops, or within \p
/// MaxOperations. Dependences are those of the accesses of K, which must be all
/// that there are. Complexity: for each pair of accesses to one array a
/// composition with the times, for each loop a few emptiness checks of all
/// distances.
std::optional<TiledSchedule> tileLoops(const Kernel &K,
                                       const std::vector<isl::map> &Schedules,
                                       double CacheBytes,
                                       unsigned long MaxOperations,
                                       long LeastInnermost = 8);

} // namespace smolly

#endif // SMOLLY_SCHEDULE_TILE_H
