//===- CopiedFills.h - Copies of what was filled ----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `std::vector<std::vector<int>>(n, std::vector<int>(m))` fills one row with
/// zeros and copies it n times. The copies may be filled as well, all at once
/// if they are in one allocation, and nobody needs that row any more.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_COPIEDFILLS_H
#define SMOLLY_LIB_SCOP_COPIEDFILLS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Function;
} // namespace llvm

namespace smolly {

/// Replaces copies of all of an array that \p F allocates, fills with one byte
/// and does not write otherwise by fills; then nobody needs the array. The
/// analyses of \p F hold.
/// Complexity: linear in the size of F and in the uses of such arrays.
void fillCopies(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_COPIEDFILLS_H
