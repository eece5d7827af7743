//===- LeastValues.h - The least of values in memory ------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A run-time check may have to ask for what values in memory are: whether none
/// is negative. Finding the least of them takes a loop; a call of a function
/// that only reads memory stands for it until it is known where the check is
/// made.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_LEASTVALUES_H
#define SMOLLY_SCOP_LEASTVALUES_H

#include "llvm/IR/IRBuilder.h"

namespace smolly {

/// A call that gives the least of \p Count signed integers of type \p T, of
/// which the first is at \p First and the next each \p Step bytes behind; the
/// largest number if there are none. \p Count, and \p Step, are of 64 bits.
llvm::CallInst *emitLeastValue(llvm::IRBuilderBase &B, llvm::Type *T,
                               llvm::Value *First, llvm::Value *Count,
                               llvm::Value *Step);

bool isLeastValue(const llvm::Instruction &I);

/// Puts loops in place of the calls in \p F. Complexity: linear in the size of
/// F. Analyses of F do not hold any more.
void expandLeastValues(llvm::Function &F);

} // namespace smolly

#endif // SMOLLY_SCOP_LEASTVALUES_H
