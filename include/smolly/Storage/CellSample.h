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

namespace smolly {

/// Which cells, and which of the values in them.
struct CellChoice {
  /// In each dimension of a new array so many cells at its beginning, so many
  /// in the middle and so many at its end.
  long Cells = 2;
  /// Of each loop so many iterations at its beginning, in the middle and at its
  /// end; all without.
  std::optional<long> Iterations;
};

/// \p K for the values of its parameters that are in \p Parameters, with the
/// accesses to elements that \p Plan stores in the chosen cells. Of values that
/// it stores nowhere, those of the chosen iterations, or of \p Cells of them.
/// A read of \p K that \p Plan serves finds its value in this kernel, too: of
/// an element that is left, all writes are. Null sets on failure.
/// Complexity: for each set of values two integer programs for each dimension.
Kernel sampleCells(const Kernel &K, const StoragePlan &Plan,
                   const ParameterValues &Parameters, const CellChoice &Choice);

} // namespace smolly

#endif // SMOLLY_STORAGE_CELLSAMPLE_H
