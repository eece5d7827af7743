//===- Overlap.h - Tiles that compute what they need anew -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loop nests that pass arrays on are run in tiles of the last of them: a tile
/// computes all that it needs of the nests in front, even if its neighbour
/// needs it, too. What is between the nests then lives within one tile.
///
/// This changes more than the order: a statement's instances come once for each
/// tile that needs them. The result is a kernel of its own, in which the
/// numbers of the tile are in front of the iterators, `S[t0, t1, i, j]`.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCHEDULE_OVERLAP_H
#define SMOLLY_SCHEDULE_OVERLAP_H

#include "smolly/Kernel/Dataflow.h"
#include "smolly/Kernel/Kernel.h"
#include <optional>

namespace smolly {

/// A nest that was cut into tiles, with the nests in front that it needs.
struct OverlappedNests {
  /// Loops around all of it: each of their iterations has all the tiles.
  unsigned OuterLoops = 0;
  /// Iterations in a tile, for each of the nest's outer loops that were cut.
  std::vector<long> Sizes;
  /// Those of its statements come once each.
  std::vector<unsigned> Last;
  /// Those of the nests in front; what they write is needed in these tiles
  /// only.
  std::vector<unsigned> Before;
};

struct OverlappedKernel {
  Kernel K;
  Dataflow Flow;
  /// How many iterators of each statement are numbers of tiles.
  std::vector<unsigned> TileDims;
  std::vector<OverlappedNests> Groups;
};

/// How tiles are made.
struct OverlapOptions {
  /// Of a tile, about so many bytes are accessed.
  double TileBytes = 0;
  /// How many of the outer loops of a nest are cut, at most.
  unsigned Loops = 2;
  unsigned long MaxOperations = 0;
};

/// Runs nests of \p K, whose dataflow is \p Flow, in overlapping tiles: each
/// nest that writes what is read behind the kernel, and reads arrays that are
/// not, together with all that computes those arrays. The nests are those of
/// the kernel or, if none of them is such a one, of the body of a loop. Those
/// are left out for which not every read would find the value that it finds in
/// K (which is checked, with the new kernel's dataflow). None where none is
/// left, or within the limit of operations; \p WhyNot then says why if there
/// were any. Statements that do more than to write, and writes that may not
/// happen, keep everything as it is. Complexity: a few hulls for each flow of
/// values, and for each group of nests the dataflow of a kernel with more
/// loops.
std::optional<OverlappedKernel> overlapTiles(const Kernel &K,
                                             const Dataflow &Flow,
                                             const OverlapOptions &Options,
                                             std::string &WhyNot);

/// Whether every read of \p New finds the value of the instance that it finds
/// in \p Old, numbers of tiles aside, or, where it finds none of the kernel,
/// finds none; and whether the same instances are the last to write what is
/// live out, and all that write arrays that are fixed come once each. False
/// within an exceeded budget, too.
bool computesTheSame(const Kernel &Old, const Dataflow &OldFlow,
                     const OverlappedKernel &New);

/// { Domain[tiles.., iterators..] -> Domain[iterators..] } for the \p Stmt'th
/// statement of \p New.
isl::multi_aff withoutTiles(const OverlappedKernel &New, unsigned Stmt);

} // namespace smolly

#endif // SMOLLY_SCHEDULE_OVERLAP_H
