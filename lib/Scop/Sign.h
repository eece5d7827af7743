//===- Sign.h - Values that are not negative --------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Proves integers non-negative from the conditions under which they are used.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_SIGN_H
#define SMOLLY_SCOP_SIGN_H

namespace llvm {
class BasicBlock;
class DominatorTree;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace smolly {

/// Whether \p V is known not to be negative when \p BB runs, unless it is
/// poison. Complexity: linear in the number of blocks that dominate BB.
bool isNonNegative(llvm::Value *V, llvm::BasicBlock *BB,
                   const llvm::DominatorTree &DT, llvm::ScalarEvolution &SE);

} // namespace smolly

#endif // SMOLLY_SCOP_SIGN_H
