//===- CarryValues.h - Values that come back in registers -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keeps in a register what an iteration of an innermost loop writes and the
/// next one reads:
///
///     for (i = 1; i < n; i++)             last = u[0];
///       u[i] = f(u[i - 1]);               for (i = 1; i < n; i++)
///                                           u[i] = last = f(last);
///
/// In a chain the time of a store and a load is that of every iteration. LLVM
/// does the same where a single store comes into question
/// (LoopLoadElimination); in rows side by side (Schedule/Interleave.h) there
/// are several, one or more iterations ago.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_CARRYVALUES_H
#define SMOLLY_SCOP_CARRYVALUES_H

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"

namespace smolly {

/// Does so in the innermost loops of \p F that begin behind one of \p Starts.
/// Complexity: in each, the number of loads times the square of that of stores.
void carryValues(llvm::Function &F, llvm::ArrayRef<llvm::BasicBlock *> Starts,
                 llvm::TargetLibraryInfo &TLI);

} // namespace smolly

#endif // SMOLLY_SCOP_CARRYVALUES_H
