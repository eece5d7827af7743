//===- ValuePool.h - One value for equal expressions ------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Computes expressions as far up in a function as their operands allow, equal
/// ones only once.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_VALUEPOOL_H
#define SMOLLY_SCOP_VALUEPOOL_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace llvm {
class DominatorTree;
} // namespace llvm

namespace smolly {

/// Integer operations that may be computed anywhere their operands are known.
bool isArithmetic(const llvm::Value *V);

/// Values that dominate everything their operands dominate. Equal expressions
/// on equal roots (values that are no arithmetic) are one value.
class ValuePool {
public:
  ValuePool(llvm::Function &F, llvm::DominatorTree &DT) : F(F), DT(DT) {}

  /// The value of the pool that equals \p V wherever V is not poison.
  llvm::Value *hoist(llvm::Value *V);

  /// Takes over \p New, an operation on values of the pool that is in no block
  /// yet. Returns the value of the pool that equals it, or null if there is no
  /// place for it.
  llvm::Value *intern(llvm::Instruction *New);

  /// The frozen copy of \p V, a value of the pool.
  llvm::Value *freeze(llvm::Value *V);

private:
  std::optional<llvm::BasicBlock::iterator>
  pointBehind(llvm::ArrayRef<llvm::Value *> Values);

  llvm::Function &F;
  llvm::DominatorTree &DT;
  llvm::DenseMap<llvm::Value *, llvm::Value *> Hoisted;
  llvm::SmallPtrSet<const llvm::Value *, 16> Pool;
};

} // namespace smolly

#endif // SMOLLY_SCOP_VALUEPOOL_H
