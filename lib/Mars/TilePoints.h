//===- TilePoints.h - The instances of a tile one by one --------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lists the instances of a tile with their MARS.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_MARS_TILEPOINTS_H
#define SMOLLY_LIB_MARS_TILEPOINTS_H

#include "smolly/Mars/Mars.h"

namespace smolly::mars {

struct TilePoint {
  Vector Iterators, Residues;
  /// An index; none outside of the flow-out.
  std::optional<unsigned> Mars;
};

/// All instances of \p Stmt in \p Tile. None if they are infinitely many, or
/// more than \p MaxPoints. Complexity: linear in the points, times the boxes.
std::optional<std::vector<TilePoint>> pointsOf(const MarsAnalysis &A,
                                               unsigned Stmt,
                                               const Vector &Tile,
                                               unsigned MaxPoints);

} // namespace smolly::mars

#endif // SMOLLY_LIB_MARS_TILEPOINTS_H
