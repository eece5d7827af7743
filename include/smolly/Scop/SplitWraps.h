//===- SplitWraps.h - Moduli out of innermost loops -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs an innermost loop whose subscripts are taken modulo a size in chunks
/// that end where a subscript wraps around:
///
///     for (i = 0; i < n; i++)               i = 0;
///       ... A[(i + c) % m] ...              while (i < n) {
///                                             k = (i + c) % m;
///                                             end = min(n, i + m - k);
///                                             for (; i < end; i++, k++)
///                                               ... A[k] ...
///                                           }
///
/// The iterations stay in order. Without a remainder the inner loop runs faster
/// and can be vectorised.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_SPLITWRAPS_H
#define SMOLLY_SCOP_SPLITWRAPS_H

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"

namespace smolly {

/// Splits the innermost loops of \p F that begin behind one of \p Starts, or
/// has them unrolled where that takes the remainders out (UnrollWindows.h).
void splitWraps(llvm::Function &F, llvm::ArrayRef<llvm::BasicBlock *> Starts,
                llvm::TargetLibraryInfo &TLI);

/// Makes remainders by \p Moduli signed ones. Where they are used neither
/// operand is negative, so that the result is the same. But LLVM does not know,
/// and what it cannot express as a function of other values it does not compute
/// anew: loop strength reduction moved unsigned remainders from in front of
/// innermost loops into them.
void hideRemainders(llvm::ArrayRef<llvm::Value *> Moduli);

} // namespace smolly

#endif // SMOLLY_SCOP_SPLITWRAPS_H
