//===- Layout.h - Where a tile stores what others use -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Places for the values that a tile passes on: section 6.2 of "Maximal Atomic
/// irRedundant Sets" (Ferry, Derrien, Rajopadhye, IMPACT 2023), which leaves it
/// for future work.
///
/// A tile has a buffer in which each MARS is contiguous. Their order is such
/// that what a consumer reads is in few pieces of the buffer (6.2.2). Before
/// that, MARS may be merged: a consumer reads some values for nothing then, but
/// in fewer transfers (6.2.1).
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_MARS_LAYOUT_H
#define SMOLLY_MARS_LAYOUT_H

#include "smolly/Mars/Mars.h"

namespace smolly::mars {

/// The cells for the instances of a box: that of an instance is Offset plus the
/// sum over all steps of
///
///     Stride * floor((residue of Family - lowest in the box) / Divisor).
///
/// No two instances have the same: they are told apart by as many families as
/// are independent, those first in which the box is thin. Where families depend
/// on each other, or divisors do not divide, some cells stay unused.
struct BoxCells {
  struct Step {
    unsigned Family;
    long Divisor, Stride;
  };
  std::vector<Step> Steps;
  long Cells = 0, Offset = 0;
};

/// One or several MARS that are stored and transferred together.
struct MarsBlock {
  /// Indices of MARS.
  std::vector<unsigned> Mars;
  /// All tiles that use one of them; sorted.
  std::vector<Vector> Consumers;
  long Points = 0;
  /// For each of Mars its boxes' cells, in the order of Mars::Boxes.
  std::vector<std::vector<BoxCells>> Boxes;
  long Cells = 0, Offset = 0;
};

/// The buffer of a tile.
struct TileLayout {
  /// In the order of their offsets.
  std::vector<MarsBlock> Blocks;
  long Cells = 0;
  /// How many contiguous pieces all consumers together read.
  unsigned Pieces = 0;
  /// No order has fewer.
  bool IsBest = true;
};

/// What passing on values costs.
struct TransferCosts {
  /// Of a transfer, and of each element in it.
  long Transfer = 0, Element = 1;
};

/// What is transferred for one tile: each block is written once and read by
/// each of its consumers.
struct TileTransfers {
  long Transfers = 0, Elements = 0;
  /// Elements read by who does not need them.
  long Redundant = 0;

  double cost(const TransferCosts &C) const;
};

/// Each MARS of \p Shape as a block. Fails with value_too_large where the
/// points of one are not known, or cells are too many for a number.
/// Complexity: linear in the boxes.
llvm::Expected<std::vector<MarsBlock>> blocksOf(const MarsAnalysis &A,
                                                const TileShape &Shape);

/// Merges the two blocks for which that pays most, until it pays for none.
/// Complexity: O(n^3) comparisons of consumers for n blocks.
std::vector<MarsBlock> mergeBlocks(std::vector<MarsBlock> Blocks,
                                   const TransferCosts &Costs);

/// \p A gives the consumers of each MARS.
TileTransfers transfersOf(const MarsAnalysis &A, const TileShape &Shape,
                          const std::vector<MarsBlock> &Blocks);

/// Puts \p Blocks into an order. Each pair of neighbours that a consumer reads
/// both of saves it a piece, so that the best order is a longest path through
/// all blocks: by dynamic programming for up to 14 blocks; above, the best of
/// greedy paths, improved by moving and reversing parts.
/// Complexity: O(2^n n^2) for few blocks, else O(n^3) for each improvement.
TileLayout layOut(std::vector<MarsBlock> Blocks);

} // namespace smolly::mars

#endif // SMOLLY_MARS_LAYOUT_H
