//===- Shapes.h - Tiles that differ -----------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the shapes of tiles. Where families of hyperplanes depend on each
/// other, or heights are not all integers, tiles are not all translations of
/// each other.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_MARS_SHAPES_H
#define SMOLLY_LIB_MARS_SHAPES_H

#include "smolly/Mars/TiledProgram.h"
#include <map>

namespace smolly::mars {

/// The shapes of tiles with instances.
class Shapes {
public:
  /// Walks from the tile at the origin, or else that of the first statement's
  /// instance at 0, to all tiles that an instance has a neighbour in. Each
  /// instance can be reached by such steps. Complexity: for each shape and each
  /// neighbour an emptiness check for each of at most 2^families boxes.
  static llvm::Expected<Shapes> find(isl::ctx Ctx, const TiledProgram &P);

  /// For each shape the number of a tile.
  const std::vector<Vector> &tiles() const { return Tiles; }
  /// The shape of \p Tile, which has instances; none if a number is too large.
  std::optional<unsigned> shapeOf(isl::ctx Ctx, const TiledProgram &P,
                                  const Vector &Tile) const;

private:
  /// For each statement what residues its instances have, empty if it has none.
  using Key = std::vector<Vector>;
  static llvm::Expected<Key> keyOf(isl::ctx Ctx, const TiledProgram &P,
                                   const Vector &Tile);

  std::vector<Vector> Tiles;
  std::map<Key, unsigned> Indices;
};

} // namespace smolly::mars

#endif // SMOLLY_LIB_MARS_SHAPES_H
