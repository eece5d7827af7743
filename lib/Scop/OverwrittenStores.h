//===- OverwrittenStores.h - Stores that nobody reads -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Removes stores that others overwrite in the same iteration, once
/// MergeStores.h has made one store of what follows:
///
///     p[i][j] = 0;                           x = 0;
///     if (i > 0) p[i][j] += p[i - 1][j];     if (i > 0) x += p[i - 1][j];
///     if (j > 0) p[i][j] += p[i][j - 1];     if (j > 0) x += p[i][j - 1];
///                                            p[i][j] = x;
///
/// Under a condition that is not affine, Polly would only know that each of
/// them may happen. LLVM does not know that rows are not empty, so that no two
/// of them begin at the same place.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_OVERWRITTENSTORES_H
#define SMOLLY_LIB_SCOP_OVERWRITTENSTORES_H

#include "llvm/IR/PassManager.h"

namespace smolly {

/// Removes stores in loops of \p F whose place is written again, whatever
/// follows, before anything may read it. Returns whether anything changed.
/// Complexity: linear in the stores within loops, times a bounded number of
/// blocks behind each.
bool removeOverwrittenStores(llvm::Function &F,
                             llvm::FunctionAnalysisManager &FAM);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_OVERWRITTENSTORES_H
