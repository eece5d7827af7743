//===- ShortLoops.h - Loops over the neighbours of an element ---*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two kinds of loops over a few neighbours that Polly does not understand:
///
///     if (mask[y][x])
///       for (k = -1; k <= 1; k++) sum += a[y][x + k];
///
/// as a loop must not be in a statement with conditions that depend on data,
/// and
///
///     static const int dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
///     for (d = 0; d < 4; d++) sum += a[y + dy[d]][x + dx[d]];
///
/// as a table is memory. Unrolled, they are conditions and sums. And what
/// keeps remainders from leaving loops:
///
///     for (i = 0; i < n - 4; i++)
///       for (k = 0; k < 5; k++) sum += weight[k] * signal[i + k];
///
/// or has conditions in loops:
///
///     for (k = -2; k <= 2; k++) sum += row[x + k < 0 ? 0 : x + k];
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_SHORTLOOPS_H
#define SMOLLY_LIB_SCOP_SHORTLOOPS_H

#include "llvm/IR/PassManager.h"

namespace smolly {

/// Unrolls such loops of \p F in other loops, where not much code results.
/// Leaves no analysis valid if anything changed, which it returns.
/// Complexity: linear in the size of F, and of what was unrolled.
bool unrollShortLoops(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

/// The same with loops over windows of signals, which outermost loops move:
/// they are fused in strips, with remainders in their subscripts that would end
/// the window's loop in its midst. And with windows that may be beyond a
/// border, of which each element has a domain of its own then.
bool exposeWindows(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_SHORTLOOPS_H
