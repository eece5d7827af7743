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
/// one SCoP. Allocations move ahead of the loops in front of them, and with
/// them what leaves the function in front of an allocation or behind it, by an
/// exception or as there is no memory. Deallocations move behind those that
/// follow.
///
///     A = new(..);                    A = new(..);
///     loops over A                    if (n > max) throw ..;
///     if (n > max) throw ..;          B = new(..);    // may throw, too
///     B = new(..);                    memset(B, 0, ..);
///     memset(B, 0, ..);               loops over A
///     loops over B                    loops over B
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_MOVEALLOCATIONS_H
#define SMOLLY_LIB_SCOP_MOVEALLOCATIONS_H

#include "llvm/IR/PassManager.h"

namespace smolly {

/// Moves allocations of \p F up and deallocations down, over loops of the same
/// body, where nobody can tell: nothing is called in between, all loops come to
/// an end, and if the function is left early, then nobody looks at what the
/// loops have done. Leaves no analysis valid if anything changed, which it
/// returns.
/// Complexity: linear in the size of F for each allocation and each block that
/// dominates it.
bool moveAllocations(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

/// The second half of that: moves deallocations of \p F down.
bool moveDeallocations(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_MOVEALLOCATIONS_H
