//===- FreeEarly.h - Free arrays behind their last loop ---------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For the sake of large SCoPs, deallocations are behind all loops when these
/// are rewritten (see MoveAllocations.h). An array that stays would then be
/// there together with those of stages that had nothing to do with it, and the
/// program need more memory than before. So deallocations go back up.
///
///     if (fast)                       if (fast) {
///       rewritten loops over A          rewritten loops over A
///     else                              free(A);
///       loops over A                  } else {
///     loops over B                      loops over A
///     free(A);                          free(A);
///                                     }
///                                     loops over B
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_FREEEARLY_H
#define SMOLLY_SCOP_FREEEARLY_H

#include "llvm/IR/PassManager.h"

namespace smolly {

/// Lets deallocations of \p F happen as early as nobody looks at the memory any
/// more, where a loop or an allocation is in between; on each way once, as
/// before. Leaves no analysis valid.
/// Complexity: for each of them linear in the blocks between its old place and
/// the new ones.
void freeEarly(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace smolly

#endif // SMOLLY_SCOP_FREEEARLY_H
