//===- BoundChoices.h - Bounds that are chosen at borders -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sees that a bound of a loop is the least or the largest of two values:
///
///     int last = x + r;
///     if (last >= w)
///       last = w - 1;
///     for (k = x < r ? 0 : x - r; k <= last; k++)
///
/// becomes
///
///     for (k = max(0, x - r); k <= min(w - 1, x + r); k++)
///
/// ScalarEvolution sees it only where what is compared is also what is chosen.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_BOUNDCHOICES_H
#define SMOLLY_LIB_SCOP_BOUNDCHOICES_H

namespace llvm {
class DominatorTree;
class Function;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace smolly {

/// Makes extremes of choices between two values that loops of \p F begin or end
/// with. Returns whether anything changed; blocks stay as they are. To be
/// called while additions still have their nsw flags.
/// Complexity: linear in the number of loops and their expressions.
bool chooseBoundsByExtremes(llvm::Function &F, llvm::LoopInfo &LI,
                            llvm::DominatorTree &DT, llvm::ScalarEvolution &SE);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_BOUNDCHOICES_H
