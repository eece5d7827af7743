//===- Coalesce.h - Coalescing that changes nothing -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// isl's coalescing must not change a set, but where existentially quantified
/// variables are involved it sometimes enlarges one: of
///
///     { [i] : 0 <= i <= 1; [i] : i mod 2 = 0 and 0 <= i <= 4 }
///
/// the isl in LLVM 22.1 makes { [i] : 0 <= i <= 5 }. Use these functions in
/// place of the methods.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_COALESCE_H
#define SMOLLY_KERNEL_COALESCE_H

#include "isl/isl-noexceptions.h"

namespace smolly {

/// The same set with fewer polyhedra if possible, checked where isl may be
/// wrong; the set as it is where it was.
/// Complexity: that of isl's coalescing, and of a comparison where there are
/// existentially quantified variables.
isl::set coalesced(const isl::set &Set);
isl::map coalesced(const isl::map &Map);

/// Likewise, but where no polyhedra are joined the map as it is: the comparison
/// takes long for pairs of instances.
isl::map joined(const isl::map &Map);

/// Likewise for the pieces of a function.
isl::pw_aff coalesced(const isl::pw_aff &Function);
isl::pw_multi_aff coalesced(const isl::pw_multi_aff &Function);

} // namespace smolly

#endif // SMOLLY_KERNEL_COALESCE_H
