//===- MergeStores.h - One store for all arms of a condition ----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Turns stores to one place in all arms of a condition into one store behind
/// it. In an arm without one, what was stored before is stored once more, so
/// that the place is written under no condition.
///
///     a[i] = x;                  a[i] = x;
///     if (c)                     if (c)
///       a[i] = y;                  x = y;
///                                a[i] = x;
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_MERGESTORES_H
#define SMOLLY_SCOP_MERGESTORES_H

namespace llvm {
class Function;
} // namespace llvm

namespace smolly {

/// Moves the last stores of the predecessors of a block into the block where
/// that does not change what is stored where. Returns whether anything changed.
/// Complexity: linear in the size of F and of the address expressions seen as
/// trees, which is bounded.
bool mergeStores(llvm::Function &F);

} // namespace smolly

#endif // SMOLLY_SCOP_MERGESTORES_H
