//===- BlockSlots.h - Where the blocks of tiles are -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds places for the blocks of tiles: a block may go where another one was
/// that no tile needs any more. To the storage planner, a tile is an iteration
/// that fills a block and then uses those of other tiles.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCHEDULE_BLOCKSLOTS_H
#define SMOLLY_LIB_SCHEDULE_BLOCKSLOTS_H

#include "smolly/Storage/StoragePlan.h"
#include <optional>

namespace smolly {

/// Where blocks are.
struct BlockSlots {
  /// { [position] -> Slot[] }, before base and modulo.
  isl::pw_multi_aff Index;
  std::vector<StorageDim> Dims;
  /// How many there are, at the assumed parameters.
  double Slots = 0;
};

/// Places for the blocks of the tiles \p Tiles, { [position] }, or of more,
/// which run in lexicographic order. The block of a tile is used in the tile
/// and in those whose positions differ from its by one of \p Consumers. Any two
/// blocks of which one is filled while the other one may still be used are
/// apart, for all parameters of \p Context. None if that takes more than \p
/// MaxOperations, or tiles have no bounds. Complexity: that of a search for the
/// mapping of one value set.
std::optional<BlockSlots>
findBlockSlots(const isl::set &Context, const isl::set &Tiles,
               const std::vector<std::vector<long>> &Consumers,
               const StorageOptions &Options, unsigned long MaxOperations);

} // namespace smolly

#endif // SMOLLY_LIB_SCHEDULE_BLOCKSLOTS_H
