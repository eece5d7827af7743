//===- PlainBounds.h - Bounds without quotients of counters -----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Of an image that is halved, what is needed of a row of w elements is where
/// 2 * floor(x / 2) <= w - 2: a condition in the loop over x. That is where
/// x <= 2 * floor(w / 2) - 1, which is a bound of that loop.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_PLAINBOUNDS_H
#define SMOLLY_KERNEL_PLAINBOUNDS_H

#include "isl/isl-noexceptions.h"

namespace smolly {

/// The same set, with bounds on each dimension by those before it and the
/// parameters, in place of conditions with quotients of it. Polyhedra that are
/// no such boxes, as with strides, stay as they are. Null if a budget is
/// exceeded.
/// Complexity: two parametric integer programs for each dimension of each
/// polyhedron with quotients, and a few comparisons.
isl::set withPlainBounds(const isl::set &Set);

} // namespace smolly

#endif // SMOLLY_KERNEL_PLAINBOUNDS_H
