//===- IndirectRelations.h - What indirect reads may find -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The elements that a read may touch whose subscript depends on a value in
/// memory (IndirectReads.h). The conditions under which it happens bound them,
///
///     if (weight[i] <= c) x = best[i - 1][c - weight[i]];
///
/// and that the value is not negative, and less than what would be out of
/// bounds, which is left to a run-time check: here the elements from 0 to c.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_INDIRECTRELATIONS_H
#define SMOLLY_LIB_SCOP_INDIRECTRELATIONS_H

#include "IndirectParameters.h"

namespace smolly {

/// A read of the kernel with one of these parameters.
struct IndirectAccess {
  unsigned Stmt = 0, Access = 0;
  /// { Domain[] -> Element[] } with the parameter, of Polly's array.
  isl::map Whole;
};

/// Completes access \p I of \p Scop, whose relation is that where the parameter
/// is neutral, with all that it may find, and adds what has to be checked for
/// that. False, and \p Scop is as it was, where the elements of one row may not
/// be all. All statements are to be there. \p Context, { [params] }: of the
/// kernel.
/// Complexity: linear in the conditions for the read and in the accesses,
/// beside at most \p MaxOperations isl operations.
bool completeIndirectRead(ImportedScop &Scop, const IndirectParameters &Known,
                          const IndirectAccess &I, const isl::set &Context,
                          const llvm::DominatorTree &DT,
                          unsigned long MaxOperations);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_INDIRECTRELATIONS_H
