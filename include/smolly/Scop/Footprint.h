//===- Footprint.h - How much memory accesses touch -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sizes of arrays before contraction, for cost decisions and remarks.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_FOOTPRINT_H
#define SMOLLY_SCOP_FOOTPRINT_H

#include "smolly/Kernel/Kernel.h"
#include "smolly/Scop/Placement.h"

namespace smolly {

/// { Element[] }: the elements of array \p Index that \p K accesses.
isl::set accessedElements(const Kernel &K, unsigned Index);

/// The box around all elements of array \p Index that \p K accesses, as a
/// storage array without moduli; a bit more than that where subscripts have
/// remainders in them. It has no dimensions if nothing bounds these elements,
/// as where subscripts are not affine.
StorageArray accessedBox(const Kernel &K, unsigned Index);

/// What is still accessed of an array at its original place.
struct KeptBoxes {
  /// The box around all of it; one cell when there is nothing, and no cells
  /// where that is so for some values of the parameters only.
  StorageArray Whole;
  /// Boxes around each of its parts, if there are several but not many:
  /// borders, the box around which is the whole array.
  std::vector<StorageArray> Parts;
};

/// The same for array \p Index of \p K.
KeptBoxes keptBoxes(const Kernel &K, unsigned Index, const AccessPlan &Places);

/// How many bytes the boxes of accessedBox have together at most, for any
/// values of the parameters, or some of the arrays if those have \p Enough;
/// infinite if that is not known.
double mostAccessedBytes(const Kernel &K, double Enough);

/// By how many bytes the arrays of \p K become smaller at most, for any values
/// of the parameters, with \p Plan and the \p Places of accesses that follow;
/// infinite if that is not known.
double mostGain(const Kernel &K, const StoragePlan &Plan,
                const AccessPlan &Places);

/// For each array of a kernel with \p Arrays arrays, whether \p Plan moves any
/// of its values.
std::vector<bool> changedArrays(const StoragePlan &Plan, size_t Arrays);

} // namespace smolly

#endif // SMOLLY_SCOP_FOOTPRINT_H
