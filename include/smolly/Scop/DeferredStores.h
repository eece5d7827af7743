//===- DeferredStores.h - Stores under conditions on data -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An array cannot be contracted while something may or may not be written to
/// it: nobody knows whose value a cell holds. In
///
///     if (a[i] == b[j])                        x = d[i][j];
///       d[i][j] = d[i - 1][j - 1] + 1;   =>    if (a[i] == b[j])
///                                                x = d[i - 1][j - 1] + 1;
///                                              d'[i][j] = x;
///
/// each instance writes the element: if nothing new, what it held before. That
/// is how the kernel describes the statement then, and what rewritten loops do
/// where the array leaves its place. Where it does not, the statement stays as
/// it was, as the element may be outside of the array where nothing is written.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_DEFERREDSTORES_H
#define SMOLLY_SCOP_DEFERREDSTORES_H

#include "smolly/Scop/Import.h"
#include "smolly/Scop/Placement.h"

namespace smolly {

/// Stores that can be deferred.
struct DeferrableStores {
  DeferredStores Stores;
  /// { Domain[] -> Element[] }: the one element that they are to.
  isl::map Elements;
  /// Whether the element may stay what it was.
  bool MayKeep = false;
};

/// For all arrays of \p Scop with writes that may or may not happen, the stores
/// to defer; only for arrays of which all such writes are among them. Nothing
/// is changed.
/// Complexity: a few operations on sets for each pair of accesses of a
/// statement to such an array; isl gets \p MaxOperations.
std::vector<DeferrableStores> findDeferrable(const ImportedScop &Scop,
                                             const llvm::DominatorTree &DT,
                                             unsigned long MaxOperations);

/// Says in the kernel that \p Stores are done at the end of their statement, in
/// each instance in which one of them may happen.
/// Complexity: linear in the instructions of the statement.
void defer(ImportedScop &Scop, DeferrableStores Found);

/// Whether code for \p Places does what the kernel says. Stores to an array
/// that stays in its place are not put off: what that holds before has to be
/// there, too, and no read may rely on coming first.
/// Complexity: linear in the placements, and in the instructions of a statement
/// for each of these.
bool canDefer(const ImportedScop &Scop, const AccessPlan &Places);

} // namespace smolly

#endif // SMOLLY_SCOP_DEFERREDSTORES_H
