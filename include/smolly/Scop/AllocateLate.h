//===- AllocateLate.h - Allocate arrays before they are used ----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For the sake of large SCoPs, allocations are ahead of all loops when these
/// are rewritten (see MoveAllocations.h). An array that stays would then be
/// there together with those that were freed before it was allocated, of which
/// it could have had the memory. So allocations go back down.
///
///     A = malloc(..);                 A = malloc(..);
///     B = malloc(..);                 if (fast) {
///     if (fast) {                       rewritten loops over A
///       rewritten loops over A          free(A);
///       free(A);                        B1 = malloc(..);
///       rewritten loops over B          rewritten loops over B1
///     } else {                        } else {
///       loops over A                    loops over A
///       free(A);                        free(A);
///       loops over B                    B2 = malloc(..);
///     }                                 loops over B2
///     free(B);                        }
///                                     B = phi(B1, B2);  free(B);
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_ALLOCATELATE_H
#define SMOLLY_SCOP_ALLOCATELATE_H

#include "llvm/IR/PassManager.h"

namespace smolly {

/// Lets calls of malloc in \p F happen as late as possible, ahead of the first
/// use of the memory, where something is freed in between; on each way once, as
/// before. Leaves no analysis valid if anything changed.
/// Complexity: for each of them linear in the size of the blocks between its
/// old place and its last use.
void allocateLate(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace smolly

#endif // SMOLLY_SCOP_ALLOCATELATE_H
