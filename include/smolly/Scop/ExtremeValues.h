//===- ExtremeValues.h - The least and the greatest in memory ---*- C++ -*-===//
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

#ifndef SMOLLY_SCOP_EXTREMEVALUES_H
#define SMOLLY_SCOP_EXTREMEVALUES_H

#include "llvm/IR/IRBuilder.h"

namespace smolly {

/// Values have no more bits than that.
inline constexpr unsigned MaxExtremeBits = 64;

/// Which of several values.
enum class Extreme { Least, Greatest };

/// A call that gives one of \p Count signed integers of type \p T, of which the
/// first is at \p First and the next each \p Step bytes behind; where there are
/// none, the largest number for the least of them, and the other way round.
/// \p Count and \p Step are of 64 bits.
llvm::CallInst *emitExtreme(llvm::IRBuilderBase &B, Extreme Which,
                            llvm::Type *T, llvm::Value *First,
                            llvm::Value *Count, llvm::Value *Step);

bool isExtreme(const llvm::Instruction &I);

/// Puts loops in place of the calls in \p F. Complexity: linear in the size of
/// F. Analyses of F do not hold any more.
void expandExtremes(llvm::Function &F);

/// Removes from \p M the declarations of functions that are not called.
/// Complexity: constant.
void dropUnusedExtremes(llvm::Module &M);

} // namespace smolly

#endif // SMOLLY_SCOP_EXTREMEVALUES_H
