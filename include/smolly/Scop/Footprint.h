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
/// storage array without moduli. It has no dimensions if nothing bounds these
/// elements, as where subscripts are not affine.
StorageArray accessedBox(const Kernel &K, unsigned Index);

/// Bounding box of the elements of array \p Index that are still accessed at
/// their original place; one cell when there are none, and no cells where that
/// is so for some values of the parameters only.
StorageArray keptBox(const Kernel &K, unsigned Index, const AccessPlan &Places);

/// For each array of a kernel with \p Arrays arrays, whether \p Plan moves any
/// of its values.
std::vector<bool> changedArrays(const StoragePlan &Plan, size_t Arrays);

} // namespace smolly

#endif // SMOLLY_SCOP_FOOTPRINT_H
