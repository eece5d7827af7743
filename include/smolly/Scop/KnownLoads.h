//===- KnownLoads.h - What follows from known loads -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In instances of a statement in which some loads are known to find constants,
/// what it stores may be what it has loaded from the same place:
///
///     s += a[i][k] * x[k];        where a[i][k] is 0
///
/// LLVM says what follows, instruction by instruction, each with its own flags:
/// x * 0.0 is 0.0 only without NaNs, infinities and signed zeros.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_KNOWNLOADS_H
#define SMOLLY_SCOP_KNOWNLOADS_H

#include "polly/ScopInfo.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include <string>

namespace smolly {

/// Loads of one statement, and what they find.
using KnownLoads =
    llvm::SmallDenseMap<const llvm::Instruction *, llvm::Constant *, 4>;

/// What the instructions of a statement that is one block compute where its
/// loads find \p Loads.
class KnownResults {
public:
  /// Complexity: linear in the instructions of \p Stmt.
  KnownResults(const polly::ScopStmt &Stmt, const KnownLoads &Loads);

  /// Whether \p Write stores what \p Read, of the same statement, has loaded in
  /// front of it. That both are of one place is not looked at, but for scalars.
  bool isWrittenBack(const polly::MemoryAccess &Read,
                     const polly::MemoryAccess &Write) const;

private:
  /// What is the same as \p V there: a constant, or another value.
  llvm::Value *resultOf(llvm::Value *V) const;
  llvm::Value *simplified(llvm::Instruction &I) const;

  llvm::DenseMap<const llvm::Value *, llvm::Value *> Results;
};

/// The constant of type \p T whose bits \p Text stands for (Access::Constant);
/// null if \p T is no type of such constants. Complexity: constant.
llvm::Constant *constantOf(const std::string &Text, llvm::Type *T);

} // namespace smolly

#endif // SMOLLY_SCOP_KNOWNLOADS_H
