//===- ScheduleTree.h - A schedule tree from times --------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Times as a tree of loops and sequences. isl generates code from a single
/// band as well, but then projects all statements on all dimensions, one after
/// the other. Below a sequence it only looks at some statements, and numbers
/// are no dimensions: of
///
///     { A[i] -> [0, i, 0, 0]; B[i] -> [1, i, 0, 0]; C[i, j] -> [1, i, 1, j] }
///
/// is made
///
///     sequence: A: band [i]
///               B, C: band [i]
///                     sequence: B
///                               C: band [j]
///
/// which takes a third of the time.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_SCHEDULETREE_H
#define SMOLLY_SCOP_SCHEDULETREE_H

#include "isl/isl-noexceptions.h"
#include <optional>
#include <vector>

namespace smolly {

/// Two dimensions next to each other in which rows run side by side.
struct RowDims {
  /// The innermost loop; the row comes behind it.
  unsigned Loop = 0;
  long Rows = 1;
  /// Where all rows are executed by these instances, there is a loop without
  /// conditions.
  bool IsMain = false;
};

/// Instances and when they are executed.
struct TimedInstances {
  /// { Piece[] }
  isl::set Instances;
  /// { Piece[] -> Time[] }, also beyond the instances where it is one affine
  /// expression.
  isl::pw_multi_aff Times;
  /// The dimension whose loop is to have a body of its own for each piece,
  /// without conditions; none where that is not worth it.
  std::optional<unsigned> Separate;
  std::optional<RowDims> Rows = std::nullopt;
};

/// The tree that executes \p All, of which each has a name of its own, in the
/// order of their times, which have \p Dims dimensions. Loops that some piece
/// in them wants to be separated get isl's option of that name. Loops over rows
/// are unrolled where all of them are there.
/// Complexity: linear in the pieces and dimensions, and for loops with rows an
/// intersection for each row.
isl::schedule treeOf(const std::vector<TimedInstances> &All, unsigned Dims);

} // namespace smolly

#endif // SMOLLY_SCOP_SCHEDULETREE_H
