//===- LoopScalars.h - Scalars of an iteration ------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The scalars of a kernel whose values stay within an iteration of a loop, so
/// that each iteration can have a copy.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCHEDULE_LOOPSCALARS_H
#define SMOLLY_LIB_SCHEDULE_LOOPSCALARS_H

#include "smolly/Kernel/Kernel.h"
#include <set>
#include <vector>

namespace smolly {

/// The scalars that only \p Statements of \p K access; they are its arrays from
/// \p FirstScalar on. Complexity: linear in the accesses.
std::set<unsigned> scalarsOf(const Kernel &K, unsigned FirstScalar,
                             const std::vector<unsigned> &Statements);

/// Those of \p Scalars whose values stay within an iteration of the loop in
/// dimension \p Loop. None if isl needs more than \p MaxOperations.
/// Complexity: that of the dataflow of their accesses, which can be long even
/// for few of them.
std::set<unsigned> scalarsWithin(const Kernel &K, std::set<unsigned> Scalars,
                                 unsigned Loop, unsigned long MaxOperations);

/// \p K without the accesses to \p Arrays.
Kernel withoutAccesses(const Kernel &K, const std::set<unsigned> &Arrays);

} // namespace smolly

#endif // SMOLLY_LIB_SCHEDULE_LOOPSCALARS_H
