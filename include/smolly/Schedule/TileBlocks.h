//===- TileBlocks.h - Blocks for what tiles pass on -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Storage for kernels in tiles after section 6.2 of "Maximal Atomic
/// irRedundant Sets" (Ferry, Derrien, Rajopadhye, IMPACT 2023): values of
/// temporaries that other tiles use are in a block of their tile, in which
/// those with the same users are contiguous. Those that live within one tile
/// have contracted storage for one tile, all others are where the storage
/// planner puts them.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCHEDULE_TILEBLOCKS_H
#define SMOLLY_SCHEDULE_TILEBLOCKS_H

#include "smolly/Schedule/NumberTiles.h"
#include "smolly/Storage/StoragePlan.h"

namespace smolly {

/// An array some of whose values are in blocks.
struct BlockedArray {
  unsigned Array = 0;
  /// In a block.
  unsigned Mars = 0;
  long Cells = 0;
  /// How many blocks there are, the cells for values that stay in their tile,
  /// and those for all other values of the array; at the assumed parameters.
  double Blocks = 0, InnerCells = 0, OtherCells = 0;
  double BytesBefore = 0, BytesAfter = 0;
};

struct BlockedPlan {
  /// For the kernel with numbers; changes nothing if there are no blocks.
  StoragePlan Plan;
  /// One for each array and nest.
  std::vector<BlockedArray> Arrays;
  /// Arrays that tiles pass values of on that are not in blocks.
  std::vector<StorageRefusal> Refusals;
};

/// Where the values of \p New go, which is \p Old, whose dataflow is \p
/// OldFlow, with the numbers of the tiles of \p Tiled. An array has blocks if
/// its values and those blocks take no more memory than the array. Complexity:
/// for each array and nest that of findMars and of two searches for storage.
BlockedPlan planTileBlocks(const Kernel &Old, const Dataflow &OldFlow,
                           const NumberedKernel &New,
                           const TiledSchedule &Tiled,
                           const StorageOptions &Options);

} // namespace smolly

#endif // SMOLLY_SCHEDULE_TILEBLOCKS_H
