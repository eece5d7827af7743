//===- RepeatedConditions.h - Conditions decided before ---------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lets the arms of a condition go past the same condition, or its opposite,
/// where it is asked for again.
///
///     if (j < s[i])  a[i][j] = x;        if (j < s[i]) a[i][j] = x;
///     if (j >= s[i]) a[i][j] = y;   =>   else          a[i][j] = y;
///
/// Polly would not know that one of the two always happens.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_REPEATEDCONDITIONS_H
#define SMOLLY_LIB_SCOP_REPEATEDCONDITIONS_H

#include "llvm/IR/PassManager.h"

namespace smolly {

/// Joins conditions on values in memory that are repeated within an iteration,
/// and the stores in their arms. Opposite comparisons must be one, as
/// InstCombine leaves them. Conditions on counters and parameters stay as they
/// are: Polly knows when they hold. Loops with hundreds of them stay as they are.
/// Complexity: linear in the size of F, quadratic in the conditions of a loop.
void joinRepeatedConditions(llvm::Function &F,
                            llvm::FunctionAnalysisManager &FAM);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_REPEATEDCONDITIONS_H
