//===- Conflicts.h - Which values need different cells ----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conflict sets (sections 3.3.1 and 4.4.1 of Bhaskaracharya's thesis): two
/// values conflict when one is defined while the other is still to be read.
/// Each unordered pair appears once, the later definition on the right; a
/// conflict set is a union of conflict polyhedra, coalesced.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_CONFLICTS_H
#define SMOLLY_STORAGE_CONFLICTS_H

#include "smolly/Storage/LiveRanges.h"

namespace smolly {

/// { Earlier[] -> Later[] }: the values v of \p Earlier and w of \p Later with
/// definition(v) < definition(w) < last use(v). Both may be one value set.
/// Complexity: quadratic in the number of schedule dimensions and of pieces of
/// the last use.
isl::map computeConflicts(const ValueLives &Earlier, const ValueLives &Later);

/// Whether the conflicts of \p Lives with each other are of so many polyhedra
/// that they take long to compute and no mapping is likely to be found: a guess
/// from how many computeConflicts would intersect.
/// Complexity: as computeConflicts, without what takes long there.
bool hasTooManyConflicts(const ValueLives &Lives);

/// The conflicts from \p Earlier to \p Later that the kernel itself states, in
/// place of computed ones. Values that different writes of one instance define
/// always conflict.
isl::map statedConflicts(const Kernel &K, const ValueLives &Earlier,
                         const ValueLives &Later);

/// The stated conflicts where \p K has such, otherwise the computed ones.
isl::map conflictsOf(const Kernel &K, const ValueLives &Earlier,
                     const ValueLives &Later);

} // namespace smolly

#endif // SMOLLY_STORAGE_CONFLICTS_H
