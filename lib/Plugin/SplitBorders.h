//===- SplitBorders.h - Loops with conditions at their borders --*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds innermost loops that ask in each iteration whether they are at a
/// border, `if (x == 0) ... else ...`. Each statement of a SCoP has a domain of
/// its own, and the loops that are generated for them are apart: those over the
/// interior have no conditions, and may be vectorised. It is what section 5.3
/// of "Modelling linear algebra kernels as polyhedral volume operations"
/// (Friebel et al., IMPACT 2023) does for constant regions.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_PLUGIN_SPLITBORDERS_H
#define SMOLLY_LIB_PLUGIN_SPLITBORDERS_H

#include "smolly/Scop/Import.h"
#include "smolly/Storage/StoragePlan.h"

namespace smolly {

/// Whether \p L, an innermost loop in another one, has a branch that depends on
/// its counter, or what prepareFunction may make one of: a choice, a remainder.
/// Not if it cannot be a part of a SCoP. Looks at the instructions only.
/// Complexity: linear in the instructions.
bool mayHaveBorders(const llvm::Loop &L, const llvm::TargetLibraryInfo &TLI);

/// Whether in an innermost loop of \p Scop some statements are executed in next
/// to no iterations, or in all but a few, depending on the iterator of that
/// loop. Not if a loop over a window (Windows.h) adds up floating-point numbers
/// in order: that is not vectorised without conditions either, and three loops
/// would be there in place of one for each of its sums.
/// Complexity: a subset check and a count for each statement.
bool hasBorders(const ImportedScop &Scop, const StorageOptions &Options);

} // namespace smolly

#endif // SMOLLY_LIB_PLUGIN_SPLITBORDERS_H
