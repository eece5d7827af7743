//===- CellSample.h - What concerns a few cells of a plan -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a kernel that is too large to be executed as a whole (see
/// MappingChecker.h) does with a few cells of new arrays: all values that come
/// to lie in these, and whatever else reads or writes the same elements.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_CELLSAMPLE_H
#define SMOLLY_STORAGE_CELLSAMPLE_H

#include "smolly/Storage/AtParameters.h"
#include "smolly/Storage/StoragePlan.h"
#include <optional>

namespace smolly {

/// Which cells, and which of the values in them.
struct CellChoice {
  /// At the beginning of a new array, in its middle and at its end, a box of
  /// so many cells in each dimension.
  long Cells = 2;
  /// At the beginning of a statement's iterations, in the middle and at the
  /// end, a box of so many of each loop; all without.
  std::optional<long> Iterations;
};

/// \p K for the values of its parameters that are in \p Parameters, with the
/// accesses to elements that \p Plan stores in the chosen cells. Of values that
/// it stores nowhere, those of the chosen iterations, or of \p Cells of them.
/// A read of \p K that \p Plan serves finds its value in this kernel, too: of
/// an element that is left, all writes are, and so is what it is a copy of.
/// None where elements are copied from one to the next too often; null sets
/// where isl fails.
/// Complexity: for each set of values two integer programs for each dimension.
std::optional<Kernel> sampleCells(const Kernel &K, const StoragePlan &Plan,
                                  const ParameterValues &Parameters,
                                  const CellChoice &Choice);

} // namespace smolly

#endif // SMOLLY_STORAGE_CELLSAMPLE_H
