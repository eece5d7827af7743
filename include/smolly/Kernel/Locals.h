//===- Locals.h - Existentially quantified variables ------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// isl may solve a parametric integer program for each existentially quantified
/// variable before it compares or subtracts, and one with a dozen of them can
/// take it minutes without an operation that a budget counts. Where chains of
/// accesses with linearised subscripts are followed, there are as many.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_LOCALS_H
#define SMOLLY_KERNEL_LOCALS_H

#include "isl/isl-noexceptions.h"

namespace smolly {

/// Whether a polyhedron has more than \p Most existentially quantified
/// variables. The kernels of the benchmarks have up to three.
/// Complexity: linear in the polyhedra.
bool hasManyLocals(const isl::set &Set, int Most = 6);
bool hasManyLocals(const isl::map &Map, int Most = 6);

} // namespace smolly

#endif // SMOLLY_KERNEL_LOCALS_H
