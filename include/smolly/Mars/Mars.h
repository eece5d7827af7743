//===- Mars.h - What tiles pass on to each other ----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The maximal atomic irredundant sets of "Maximal Atomic irRedundant Sets: a
/// Usage-based Dataflow Partitioning Algorithm" (Ferry, Derrien, Rajopadhye,
/// IMPACT 2023), section 4: the values that a tile computes and other tiles use
/// (its *flow-out*), put together by the tiles that use them. Who uses one
/// value of a MARS uses all of them.
///
/// As there, instances are taken to be everywhere: tiles at the border of the
/// domain have parts of these sets.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_MARS_MARS_H
#define SMOLLY_MARS_MARS_H

#include "smolly/Mars/TiledProgram.h"

namespace smolly::mars {

/// A residue: a constant, or a tile size plus a constant.
struct TileBound {
  bool FromEnd = false;
  long Constant = 0;

  long at(long Size) const { return FromEnd ? Size + Constant : Constant; }
  bool operator==(const TileBound &O) const {
    return FromEnd == O.FromEnd && Constant == O.Constant;
  }
};

/// The residues from Low up to and without High.
struct TileInterval {
  TileBound Low, High;

  /// It has the more residues the larger tiles are.
  bool grows() const { return !Low.FromEnd && High.FromEnd; }
};

/// Instances of a statement by their residues, one interval for each family.
struct TileBox {
  unsigned Stmt = 0;
  std::vector<TileInterval> Sides;
};

/// The instances, in any tile, whose values are used by just these tiles.
struct Mars {
  /// Numbers of the tiles, relative to that of the instances; sorted.
  std::vector<Vector> Consumers;
  /// Disjoint. Residues that no instance has may be among them.
  std::vector<TileBox> Boxes;
  /// The number of directions in which it grows with the tiles; where tiles are
  /// too small to tell, that of its affine hull.
  unsigned Dimension = 0;
  /// One instance a tile in each shape in which it has any.
  bool Singleton = false;
};

/// How many instances a set has in a tile.
struct PointCount {
  /// At the given tile sizes; none if they are infinitely many, or too many to
  /// be counted.
  std::optional<long> Points;
  /// For other tile sizes (see SizeFamily); empty if not known.
  std::string Formula;
};

/// What one tile has of a MARS.
struct MarsInTile {
  unsigned Mars = 0;
  PointCount Count;
};

/// What a tile takes from another one.
struct TileInput {
  /// The number of that tile, relative to the one that reads.
  Vector Producer;
  /// Indices of MARS.
  std::vector<unsigned> Mars;
};

/// Tiles that are translations of each other.
struct TileShape {
  /// The number of one of them.
  Vector Tile;
  std::vector<MarsInTile> Mars;
  /// Relative numbers of the tiles that use its values; sorted.
  std::vector<Vector> Consumers;
  PointCount FlowOut, FlowIn;
  std::vector<TileInput> Inputs;
};

/// The tile sizes for which formulas hold.
struct SizeFamily {
  /// Names of the variables in formulas; none if there are no formulas.
  std::vector<std::string> Names;
  /// For each family of hyperplanes the variable that its size is a multiple
  /// of, and of how much.
  std::vector<unsigned> Variables;
  Vector Multiples;
  /// For each variable: it is at least this, and leaves the rest when divided
  /// by the divisor that the given size leaves.
  Vector Least, Divisors, Rests;
};

/// Result of findMars.
struct MarsAnalysis {
  TiledProgram Program;
  std::vector<Mars> All;
  /// The tile at the origin is of the first shape, if it is not empty.
  std::vector<TileShape> Shapes;
  /// Those of all shapes.
  std::vector<Vector> Consumers;
  SizeFamily Sizes;
  /// A size is less than what a family's longest dependences add to heights, in
  /// both directions together: what is found holds for just these sizes.
  bool IsTooSmall = false;
};

/// The tile that an instance with these residues in tile 0 is used in if its
/// height grows by \p Distance.
Vector consumerOf(const TiledProgram &P, const Vector &Residues,
                  const Vector &Distance);

/// Cuts the residues of each family where a dependence begins to cross the
/// hyperplane, which leaves boxes of residues whose instances all have the same
/// consumers, drops empty boxes, and puts those with the same consumers
/// together. Fails with value_too_large when more than \p MaxOperations would
/// be needed.
/// Complexity: for each shape of tiles and statement, an emptiness check for
/// each box. A family in which dependences have d different distances other
/// than 0 has at most d + 1 intervals, boxes are the products.
llvm::Expected<MarsAnalysis> findMars(isl::ctx Ctx, TiledProgram Program,
                                      unsigned long MaxOperations);

/// { Statement[residues] }: the instances of \p M in tiles of \p Shape, or of
/// all shapes. With \p Symbolic, sizes are parameters, those of
/// MarsAnalysis::Sizes. Null if isl fails.
isl::union_set marsSet(isl::ctx Ctx, const MarsAnalysis &A, const Mars &M,
                       std::optional<unsigned> Shape, bool Symbolic);

/// { Statement[] }: the instances of statement \p Stmt in \p M, of all tiles.
/// Null if isl fails.
isl::set instancesOf(isl::ctx Ctx, const MarsAnalysis &A, const Mars &M,
                     unsigned Stmt);

} // namespace smolly::mars

#endif // SMOLLY_MARS_MARS_H
