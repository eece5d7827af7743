//===- NeighbourSums.h - Sums of neighbours in vectors ----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Innermost loops that add up a window, `sum += in[x + i]`, cannot be
/// vectorised where the order of additions matters, and are short. The sums of
/// neighbours can be computed in vectors, each in its order, if as many are
/// kept at a time, and the loop over them is the innermost one:
///
///     for (i = -r; i <= r; i++)
///       for (m = 0; m < 128; m++)
///         sum[m] += in[x + m + i];
///
/// Conditions on x + i, as for what is beyond a border, are bounds of the loop
/// over m.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_NEIGHBOURSUMS_H
#define SMOLLY_LIB_SCOP_NEIGHBOURSUMS_H

#include "smolly/Scop/Import.h"

namespace smolly {

/// Whether \p Statements, all that is in an innermost loop of \p Scop, can be
/// vectorised along the loop around it, and hardly along their own: a value is
/// passed on from iteration to iteration, the loop is short where sizes are
/// that are taken to be small, and arrays are accessed along their rows in the
/// loop around. \p All is the kernel of the SCoP with scalars. Complexity:
/// linear in the instructions; a subset check for each access.
bool areSumsOfNeighbours(const ImportedScop &Scop, const Kernel &All,
                         llvm::ArrayRef<unsigned> Statements);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_NEIGHBOURSUMS_H
