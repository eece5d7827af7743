//===- MoveAllocations.h - Allocate first, free last ------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program allocates an array when a stage needs one, and frees it when it
/// does not any more. Between two loop nests such a call keeps them from being
/// one SCoP. Allocations move ahead of the loops in front of them, with the
/// test whether there is memory, and deallocations behind those that follow.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_MOVEALLOCATIONS_H
#define SMOLLY_LIB_SCOP_MOVEALLOCATIONS_H

#include "llvm/IR/PassManager.h"

namespace smolly {

/// Moves allocations of \p F up and deallocations down, over loops of the same
/// body, where nobody can tell: nothing is called in between, all loops come to
/// an end, and if the program gives up where there is no memory, then it does
/// not look at what the loops have done. Leaves no analysis valid if anything
/// changed, which it returns.
/// Complexity: linear in the size of F for each allocation and each block that
/// dominates it.
bool moveAllocations(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_MOVEALLOCATIONS_H
