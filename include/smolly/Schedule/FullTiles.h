//===- FullTiles.h - Tiles that lie inside of all borders -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the tiles of a loop nest that are full: no border of the loops cuts
/// through them, and each statement is in one region in all of a tile. Their
/// numbers become bounds ("Modelling linear algebra kernels as polyhedral
/// volume operations", section 5.3, algorithm 2), so that these tiles can have
/// loops of their own, of constant length.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCHEDULE_FULLTILES_H
#define SMOLLY_SCHEDULE_FULLTILES_H

#include "smolly/Schedule/Tile.h"
#include "smolly/Storage/ParameterPoint.h"

namespace smolly {

/// The full tiles of one nest.
struct FullTiles {
  /// The nest's statements, ascending.
  std::vector<unsigned> Statements;
  /// How many dimensions of time are in front of the loops in a tile. The last
  /// of them are the numbers of the tile.
  unsigned Dims = 0;
  /// { Tile[] }: full tiles, by these dimensions; one polyhedron.
  isl::set Tiles;
  /// How many there are, and how many tiles in all, at the assumed sizes, in
  /// one iteration of the loops around them.
  double Full = 0, All = 0;
  /// The numbers of a full tile in the middle, at the assumed sizes.
  std::vector<long> Middle;
};

/// The full tiles of the nest in \p K, which has its tiled schedule, whose
/// loops are \p Band. \p Regions: { Domain[] } for each statement; what is not
/// in it makes a tile a border tile. Null for a statement that is not executed.
/// None where there are none, or it is not found within \p MaxOperations.
/// Complexity: for each statement the difference of two maps; counting takes as
/// long as there are rows of tiles, up to a limit.
std::optional<FullTiles> findFullTiles(const Kernel &K,
                                       const std::vector<TiledLoop> &Band,
                                       const std::vector<isl::set> &Regions,
                                       const ParameterPoint &Point,
                                       unsigned long MaxOperations);

/// { Domain[] -> Tile[] } of statement \p Stmt of \p K: its time up to the
/// numbers of the tiles \p T.
isl::map tilesOf(const Kernel &K, unsigned Stmt, const FullTiles &T);

} // namespace smolly

#endif // SMOLLY_SCHEDULE_FULLTILES_H
