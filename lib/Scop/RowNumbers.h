//===- RowNumbers.h - Quotients that are numbers of rows --------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In a loop over all `k` of an array with rows of w elements, `y = k / w` is
/// the number of the row, and `x = k % w` that of the element in it. Where
/// there is a loop over rows in place of the one over k, they are its counters.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_ROWNUMBERS_H
#define SMOLLY_LIB_SCOP_ROWNUMBERS_H

#include "ArrayRows.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Instruction;
class Loop;
class PHINode;
class User;
class Value;
} // namespace llvm

namespace smolly {

/// A quotient or remainder that is what the loops First to Last of several, the
/// outermost of which is 0, have counted.
struct RowNumber {
  llvm::Instruction *Division;
  unsigned First, Last;
};

/// The row numbers among what is computed from \p Counter, which counts all
/// elements in loops over \p Sizes, the outermost first.
/// Complexity: linear in the uses of Counter.
llvm::SmallVector<RowNumber, 2> findRowNumbers(llvm::PHINode &Counter,
                                               llvm::ArrayRef<Extent> Sizes,
                                               const llvm::DominatorTree &DT,
                                               llvm::ScalarEvolution &SE);

/// The size of rows by a quotient or remainder that is computed from \p
/// Counter, which takes \p Count values from 0 on; none if there is none. \p
/// Frozen are the widths by what they are frozen copies of.
/// Complexity: linear in the uses of Counter.
std::optional<Extent> findDivisor(
    llvm::PHINode &Counter, const llvm::SCEV *Count,
    const llvm::DenseMap<const llvm::SCEV *, const llvm::SCEV *> &Frozen,
    const llvm::DominatorTree &DT, llvm::ScalarEvolution &SE);

/// Calls \p Restore with each operand that it changes, and what that was.
using RestoreOperand = llvm::function_ref<void(
    llvm::User *User, unsigned Number, llvm::Value *Before)>;

/// Replaces the uses of \p Number in \p L by \p V, which is what it is in 64
/// bits. Elsewhere it would not be known that it is what it was.
void replaceUses(const RowNumber &Number, llvm::Value *V, const llvm::Loop &L,
                 RestoreOperand Restore);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_ROWNUMBERS_H
