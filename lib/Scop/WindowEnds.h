//===- WindowEnds.h - Windows that end at borders ---------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Of
///
///     for (x = 0; x < w; x++)
///       for (k = max(0, x - r); k <= min(w - 1, x + r); k++)
///         sum[x] += row[k];
///
/// makes the loop of the same length for each x that it is away from borders:
///
///     for (x = 0; x < w; x++)
///       for (k = x - r; k <= x + r; k++)
///         if (max(0, x - r) <= k && k <= min(w - 1, x + r))
///           sum[x] += row[k];
///
/// So it does where k goes from max(-r, -x) to min(r, w - 1 - x), over row[x +
/// k].
///
/// Polly counts the iterations of a loop from its first one. Which element the
/// seventh one reads is one expression of x only if that does not begin at a
/// border: iterations with the same number then read neighbours, which can run
/// side by side. Code that is generated has the condition in the bounds again.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_WINDOWENDS_H
#define SMOLLY_LIB_SCOP_WINDOWENDS_H

#include "llvm/IR/PassManager.h"

namespace smolly {

/// Rewrites the innermost loops of \p F that are over windows which end at
/// borders, and write nothing but the same element in each iteration. To be
/// called while loops still ask at their beginning whether they go on. Returns
/// whether some may be much longer now, as it is not known how long they are:
/// the program is not to run these as they are.
/// Complexity: linear in the instructions and their expressions.
bool extendWindows(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_WINDOWENDS_H
