//===- CountRemainders.h - Remainders of counters as counters ---*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Innermost loops that are too short, or not of a shape, to be split where a
/// subscript wraps around (SplitWraps.h), such as the sum over the 2 * r + 1
/// rows of a filter, count up to the modulus instead of dividing by it:
///
///     for (i = 0; i < n; i++)            k = c % m;
///       ... A[(i + c) % m] ...           for (i = 0; i < n; i++)
///                                          ... A[k] ...
///                                          k = k + 1 < m ? k + 1 : 0;
///
/// Remainders that do not change in such a loop, but that only some of its
/// iterations need, are computed before it.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_COUNTREMAINDERS_H
#define SMOLLY_SCOP_COUNTREMAINDERS_H

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"

namespace smolly {

/// Makes counters of the remainders by \p Moduli, which are no constants, in
/// the innermost loops of \p F that begin behind one of \p Starts, or moves
/// them out of those. Where their results are used, dividends must not be
/// negative and moduli positive. The counters are no function of others that
/// LLVM knows: to be called last.
///
/// O(instructions).
void countRemainders(llvm::Function &F,
                     llvm::ArrayRef<llvm::BasicBlock *> Starts,
                     llvm::ArrayRef<llvm::Value *> Moduli,
                     llvm::TargetLibraryInfo &TLI);

} // namespace smolly

#endif // SMOLLY_SCOP_COUNTREMAINDERS_H
