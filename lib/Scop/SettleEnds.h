//===- SettleEnds.h - Where the vectors of a function end -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds out where arrays end that may not be allocated, which each of several
/// rewrites tells the next: what is left of std::vector, for one.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_SETTLEENDS_H
#define SMOLLY_LIB_SCOP_SETTLEENDS_H

#include "llvm/IR/PassManager.h"

namespace smolly {

/// Finds out where arrays of \p F end, and copies no more than that. A vector
/// that is made of another one has the size of that, which the next round sees:
/// an assignment to it allocates nothing then.
/// Complexity: that of InstCombine, for each of a few rounds.
void settleEnds(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_SETTLEENDS_H
