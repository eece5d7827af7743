//===- RowChoices.h - Rows at a node of a search ----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a search for rows (RowSearch.h) knows of a row that may come next, and
/// which of many such rows look best.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_STORAGE_ROWCHOICES_H
#define SMOLLY_LIB_STORAGE_ROWCHOICES_H

#include "Corners.h"
#include "RowOffsets.h"
#include "smolly/Storage/Candidates.h"
#include <optional>
#include <vector>

namespace smolly {

/// One conflict polyhedron at one point of the parameter space.
struct ConflictBody {
  unsigned Piece;
  Corners Hull;
  /// Later rows must have as many cells.
  double Least = 1;
};

/// A row at a node of the search.
struct RowChoice {
  IndexRow Row;
  /// By body: left to later rows; satisfied.
  std::vector<bool> Ignored, Satisfied;
  double Size = 1;
  bool NeedsModulo = false;
  unsigned Unsatisfied = 0;
  /// What it leaves, if that has been computed, and a lower bound of the cells
  /// of this row and the later ones.
  std::optional<std::vector<ConflictBody>> Rest;
  double Least = 1;
};

/// Whatever the offsets, a row with these ranges has at least this size: it
/// satisfies the same conflicts within a class.
double smallestSize(const std::vector<PieceRange> &Ranges);

/// A number for the polyhedra that \p C satisfies and ignores. That two sets
/// have the same one is unlikely and does no harm.
size_t keyOf(const RowChoice &C);

/// Of \p Order, which is sorted by size, keeps some of the smallest and of
/// those that leave least. Complexity: O(n log n) in the number of rows.
void keepPromising(std::vector<RowChoice *> &Order);

} // namespace smolly

#endif // SMOLLY_LIB_STORAGE_ROWCHOICES_H
