//===- BlockedValues.h - Values for the blocks of tiles ---------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which values of an array tiles pass on to each other, and where in the block
/// of a tile each of them is: as section 6.2.2 of "Maximal Atomic irRedundant
/// Sets" (Ferry, Derrien, Rajopadhye, IMPACT 2023) has it, with each MARS
/// contiguous.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCHEDULE_BLOCKEDVALUES_H
#define SMOLLY_LIB_SCHEDULE_BLOCKEDVALUES_H

#include "smolly/Mars/TiledProgram.h"
#include "smolly/Schedule/NumberTiles.h"
#include "llvm/Support/Error.h"

namespace smolly {

/// One loop nest in tiles. A tile is told by the loops around the nest and by
/// its numbers, together its *position*.
class TiledNest {
public:
  /// \p New is \p Old with the numbers of the tiles of \p Tiled. All three must
  /// live as long.
  TiledNest(const Kernel &Old, const NumberedKernel &New,
            const TiledSchedule &Tiled, unsigned Band);

  const Kernel &old() const { return Old; }
  const NumberedKernel &numbered() const { return New; }
  bool contains(unsigned Stmt) const { return Inside[Stmt]; }
  /// How many numbers a position has, and how many of them are those of loops
  /// around the nest, which come first.
  unsigned dims() const { return Around.size() + Band.size(); }
  unsigned loopsAround() const { return Around.size(); }
  /// Of number \p Dim of a position: iterations in a tile, 1 for a loop around
  /// the nest, and what is divided by that, { Domain[] -> Z } of the old
  /// kernel.
  long size(unsigned Dim) const;
  isl::union_map heights(unsigned Dim) const;
  /// { Domain[] -> [position] }, of the kernel with numbers
  isl::map positionOf(unsigned Stmt) const;
  /// The part of \p F, of the old kernel, in one iteration of the loops around.
  isl::map within(const Flow &F) const;
  /// { Domain[] -> Time[] }, of the old kernel: the order within a tile.
  isl::map timesInTile(unsigned Stmt) const;

private:
  isl::map timesAround(unsigned Stmt) const;

  const Kernel &Old;
  const NumberedKernel &New;
  const TiledSchedule &Tiled;
  const std::vector<TiledLoop> &Band;
  std::vector<bool> Inside;
  /// Dimensions of time of the loops around.
  std::vector<unsigned> Around;
};

/// A write of an array, or a statement without one that reads it.
struct TilePart {
  unsigned Stmt = 0;
  std::optional<unsigned> Write;
  /// The same twice; where isl gave up, Id is null.
  std::string Name;
  isl::id Id;
  /// { Domain[] -> [residue..] }, of the kernel with numbers: by how much its
  /// heights are above those where the tile begins.
  isl::multi_aff Residues;
  /// { Domain[] }, of the kernel with numbers: values that are used in their
  /// own tile only, with residues from Low up to and without High; and those
  /// that are in no block and not inner.
  isl::set Inner, Others;
  std::vector<long> Low, High;
};

/// Some values of a write and their cells.
struct BlockPiece {
  AccessRef Write;
  /// { Domain[] }, of the kernel with numbers
  isl::set Piece;
  /// { Domain[] -> Z }: in the block.
  isl::aff Cell;
};

/// The values of one array that tiles of a nest pass on or keep.
struct BlockedValues {
  unsigned Array = 0;
  std::vector<BlockPiece> Pieces;
  /// By how much the positions of tiles that use a value differ from that of
  /// the tile that makes it.
  std::vector<std::vector<long>> Consumers;
  unsigned Mars = 0;
  long Cells = 0;
  /// The statements of Program.
  std::vector<TilePart> Parts;
  mars::TiledProgram Program;
};

/// The values of array \p Array that are used in other tiles of \p Nest, by
/// where they are in the tile, but for those that are live out or read outside
/// of the nest. No pieces where there are none. The error says why they cannot
/// be in blocks. Complexity: that of findMars, and for each of its boxes a few
/// emptiness checks.
llvm::Expected<BlockedValues> findBlockedValues(const TiledNest &Nest,
                                                const Dataflow &OldFlow,
                                                unsigned Array,
                                                unsigned long MaxOperations);

} // namespace smolly

#endif // SMOLLY_LIB_SCHEDULE_BLOCKEDVALUES_H
