//===- FitRows.h - Subscripts within their rows -----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `A[1][j]` of an array with rows of n elements has the address `n + j`, from
/// which delinearisation makes `A[0][n + j]`; `A[i][n - 1]` becomes
/// `A[i + 1][-1]`. Here whole rows go to where they belong.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_FITROWS_H
#define SMOLLY_LIB_SCOP_FITROWS_H

#include "Subscripts.h"

namespace smolly {

/// \p S as it is where \p Inst is executed: without maxima and extensions that
/// are for loops that do not run.
/// Complexity: linear in the size of \p S, with a question to scalar evolution
/// for each maximum and extension.
const llvm::SCEV *specializedAt(const llvm::SCEV *S,
                                const llvm::Instruction *Inst,
                                llvm::ScalarEvolution &SE);

/// Moves a few rows from each of \p Subscripts, of an access by \p Inst, to the
/// one before it where that is known to be within \p Sizes, the sizes of all
/// dimensions but the first, or is all that can be. There must be a subscript.
/// A size that is a frozen copy of a value is taken for that value, which is
/// added to \p Assumed. Complexity: linear in the number of subscripts, times
/// that of scalar evolution's comparisons.
void fitIntoRows(llvm::SmallVectorImpl<const llvm::SCEV *> &Subscripts,
                 llvm::ArrayRef<const llvm::SCEV *> Sizes,
                 const llvm::Instruction *Inst, llvm::ScalarEvolution &SE,
                 std::vector<AssumedEquality> &Assumed);

/// What \p S is a frozen copy of; null if it is none.
llvm::Value *frozenValue(const llvm::SCEV *S);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_FITROWS_H
