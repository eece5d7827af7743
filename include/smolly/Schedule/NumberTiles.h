//===- NumberTiles.h - The numbers of tiles as iterators --------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes a tiled kernel down with the numbers of the tile as iterators in
/// front of the others, `S[t0, t1, i, j]`. Instances, their order and their
/// values stay the same, but what is said of tiles takes no divisions then.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCHEDULE_NUMBERTILES_H
#define SMOLLY_SCHEDULE_NUMBERTILES_H

#include "smolly/Kernel/Dataflow.h"
#include "smolly/Schedule/Tile.h"
#include <optional>

namespace smolly {

struct NumberedKernel {
  Kernel K;
  Dataflow Flow;
  /// For each statement { Domain[iterators..] -> Domain[tile.., iterators..] }.
  std::vector<isl::map> Numbers;
  /// How many numbers of tiles each has.
  std::vector<unsigned> TileDims;
};

/// \p K, whose dataflow is \p Flow, at the times of \p Tiled. None if isl
/// fails. Complexity: a few compositions for each access and each flow.
std::optional<NumberedKernel> numberTiles(const Kernel &K, const Dataflow &Flow,
                                          const TiledSchedule &Tiled);

} // namespace smolly

#endif // SMOLLY_SCHEDULE_NUMBERTILES_H
