//===- ZeroFills.h - One memset for an array of zeros -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes one memset right behind the allocation of what a constructor such as
/// that of std::vector does to set all elements of a new array to zero: a store
/// to the first one, and a loop or a memset for the others, if there are any.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_ZEROFILLS_H
#define SMOLLY_SCOP_ZEROFILLS_H

#include "llvm/IR/PassManager.h"

namespace smolly {

/// Replaces such code in \p F. Returns whether anything changed; analyses are
/// invalidated then.
/// Complexity: linear in the size of F, but for questions to ScalarEvolution.
bool mergeZeroFills(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace smolly

#endif // SMOLLY_SCOP_ZEROFILLS_H
