//===- UsualSizes.h - Sizes that loops are rewritten for --------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sizes for which loops are not worth rewriting cost as much to analyse as
/// those for which they are: of an image of one row the first and the last row
/// are the same, without time steps what is initialised is the result. Each
/// such case is a piece of a set, a mapping to compare, and code.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_USUALSIZES_H
#define SMOLLY_SCOP_USUALSIZES_H

#include "smolly/Scop/Import.h"
#include "smolly/Scop/Placement.h"

namespace smolly {

/// Has the run-time check of \p Scop ask whether sizes are large enough for
/// each loop to run, and adds that to the context that all analyses use. A size
/// `n` is a parameter that bounds loops alone, as in `i < n - 2` or `2 * i <
/// n`. Where it bounds loops of different lengths, which are those with
/// borders, the shortest one has to run a few times. A radius (SmallSizes.h)
/// must not be negative. Sizes of which the contrary is known stay as they are.
/// Complexity: linear in the constraints of domains, and a few operations on
/// sets of parameters.
void assumeUsualSizes(ImportedScop &Scop);

/// Likewise, that the borders which \p Places divides statements into lie apart
/// where a loop has some at both of its ends: those at its begin in front of
/// those at its end.
/// Complexity: a projection for each piece and loop.
void assumeSeparateBorders(ImportedScop &Scop, const AccessPlan &Places);

} // namespace smolly

#endif // SMOLLY_SCOP_USUALSIZES_H
