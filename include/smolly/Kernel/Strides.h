//===- Strides.h - How far loops go -----------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether loops are short, and go through arrays along their rows: what costs
/// and schedules are decided by.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_STRIDES_H
#define SMOLLY_KERNEL_STRIDES_H

#include "isl/isl-noexceptions.h"

namespace smolly {

/// Whether a loop in dimension \p Dim of \p Set has at most \p Most iterations,
/// whatever the sizes. Complexity: two minima.
bool hasFewAt(const isl::set &Set, unsigned Dim, unsigned Most);

/// Whether steps by \p Deltas, { [distance in each dimension] }, stay in a row,
/// and go at most to the neighbour in it. False where that is not known.
/// Complexity: a subset check.
bool staysInRow(const isl::set &Deltas);

/// Whether \p Relation, { Domain[] -> Element[] }, is one affine expression in
/// all of its domain: not max(0, i - n). Complexity: an affine hull.
bool isOneExpression(const isl::map &Relation);

} // namespace smolly

#endif // SMOLLY_KERNEL_STRIDES_H
