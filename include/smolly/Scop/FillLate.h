//===- FillLate.h - Fill arrays ahead of their first use --------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Arrays are filled with zeros behind their allocation (see ZeroFills.h), as
/// those of a std::vector are. Where rewritten loops have smaller ones in place
/// of them, only the original loops need that, and it is what gets the memory
/// from the system.
///
///     A = new ..;                     A = new ..;
///     fill(A);                        if (fast) {
///     if (fast)                         rewritten loops without A
///       rewritten loops without A     } else {
///     else                              fill(A);
///       loops over A                    loops over A
///     delete A;                       }
///                                     delete A;
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_FILLLATE_H
#define SMOLLY_SCOP_FILLLATE_H

#include "llvm/IR/PassManager.h"

namespace smolly {

/// Lets arrays in \p F that nobody else knows be filled as late as possible,
/// ahead of the first access, where there is none on some ways. Leaves no
/// analysis valid if anything changed.
/// Complexity: for each fill linear in the size of the function.
void fillLate(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace smolly

#endif // SMOLLY_SCOP_FILLLATE_H
