//===- Equalities.h - What a branch says is equal ---------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a branch was taken that asks for `n == 1`, `8 * n` is 8. Scalar
/// evolution knows such things of loops only.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_EQUALITIES_H
#define SMOLLY_LIB_SCOP_EQUALITIES_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class ScalarEvolution;
class SCEV;
class Value;
} // namespace llvm

namespace smolly {

/// Expression is equal to Constant.
struct Equality {
  const llvm::SCEV *Expression;
  const llvm::SCEV *Constant;
};
using Equalities = llvm::SmallVector<Equality, 4>;

/// Adds to \p Facts what is equal if \p Condition is \p IsTrue.
void addEqualities(llvm::Value *Condition, bool IsTrue,
                   llvm::ScalarEvolution &SE, Equalities &Facts);

/// What is equal where \p To is entered from \p From.
/// Complexity: a few branches are looked at, no matter how many there are.
Equalities equalitiesOnEdge(const llvm::BasicBlock *From,
                            const llvm::BasicBlock *To,
                            llvm::ScalarEvolution &SE);

/// \p S with constants for the expressions in \p Facts.
/// Complexity: linear in the size of S, times that of Facts.
const llvm::SCEV *applyEqualities(const llvm::SCEV *S, const Equalities &Facts,
                                  llvm::ScalarEvolution &SE);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_EQUALITIES_H
