//===- Tiles.h - Full tiles, and what a tile reads --------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tiles of an output ("Modelling linear algebra kernels as polyhedral volume
/// operations", sections 5.2 and 5.3, algorithm 2). The numbers of a tile are
/// parameters, such as QH, so that regions become bounds of them: tiles that
/// are dense are separated from those at borders.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_VOLUME_TILES_H
#define SMOLLY_VOLUME_TILES_H

#include "smolly/Volume/Regions.h"

namespace smolly::volume {

/// { Tile[] }: of the tiles that have a point in \p There, { Tile[] -> Point[]
/// }, those that have all points there that they have in \p Whole.
/// Complexity: a difference of maps, and two projections.
isl::set completeTiles(const isl::map &Whole, const isl::map &There);

/// Result of findTiles.
struct OutputTiles {
  /// For each dimension of the output; 0 where it is not cut.
  std::vector<long> Sizes;
  /// [Q...] -> { Output[] }: the elements of one tile.
  isl::set Tile;
  /// [Q...] -> { : }: tiles with elements.
  isl::set All;
  /// [Q...] -> { : }: those that are dense and complete.
  isl::set Full;
  /// [Q...] -> { Tiled[] -> Volume[] }: what a full tile's elements need, by
  /// their place in it.
  isl::union_map Map;
  /// A slice of a volume, and its name.
  struct Operand {
    std::string Volume;
    isl::set Elements; // [Q...] -> { Volume[] }
    std::optional<Slice> Exact, Hull;
  };
  /// What a full tile reads.
  std::vector<Operand> Operands;
  /// What it writes.
  std::optional<Slice> Result;
};

/// What the elements \p Outputs need, volume by volume in the order of names.
std::vector<OutputTiles::Operand> operandsOf(const isl::union_map &Map,
                                             const isl::set &Outputs);

/// Cuts the last dimensions of the output into tiles of \p Sizes, or all if
/// there are as many. Fails where there are more sizes than dimensions.
/// Complexity: one composition, and a parametric integer program for each
/// dimension of each volume.
llvm::Expected<OutputTiles> findTiles(const Kernel &K, const ElementMap &M,
                                      const OutputRegions &R,
                                      const std::vector<long> &Sizes,
                                      unsigned long MaxOperations);

} // namespace smolly::volume

#endif // SMOLLY_VOLUME_TILES_H
