//===- FullUnroll.h - Loops become what they do -----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops that run a few times, a number that is known.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_FULLUNROLL_H
#define SMOLLY_LIB_SCOP_FULLUNROLL_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Loop;
} // namespace llvm

namespace smolly {

/// How often \p L, in \p F, runs if that is known and at most \p Most; 0 if
/// not. Complexity: that of its trip count.
unsigned knownRuns(const llvm::Loop &L, llvm::Function &F,
                   llvm::FunctionAnalysisManager &FAM, unsigned Most);

/// Unrolls \p L, which runs \p Runs times, so that no loop is left. Dominators
/// and loops stay valid.
/// Complexity: linear in the instructions that it leaves.
void unrollFully(llvm::Loop &L, unsigned Runs, llvm::Function &F,
                 llvm::FunctionAnalysisManager &FAM);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_FULLUNROLL_H
