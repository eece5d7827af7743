//===- SeparatedAccesses.h - Accesses taken apart ---------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loads and stores are taken apart by what their address depends on, for Polly
/// to read them (SeparateAccesses.h). In the original loops, which stay beside
/// rewritten ones, they become one access to a chosen address again, which
/// takes no branch:
///
///     if (c) u = a[x]; else w = a[y];
///     v = phi(u, w);                      =>       v = a[c ? x : y];
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_SEPARATEDACCESSES_H
#define SMOLLY_SCOP_SEPARATEDACCESSES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/ValueHandle.h"

namespace llvm {
class BasicBlock;
class PHINode;
} // namespace llvm

namespace smolly {

/// Accesses that were taken apart, in the order in which that was done, until
/// this object is gone.
class SeparatedAccesses {
public:
  SeparatedAccesses() = default;
  /// Joins those that are still what they were made. Analyses of the function
  /// no longer hold then. Whatever else of their addresses is hidden must have
  /// been put back.
  /// Complexity: linear in the number of accesses and in the size of the code
  /// that was made for each.
  ~SeparatedAccesses();
  SeparatedAccesses(const SeparatedAccesses &) = delete;
  SeparatedAccesses &operator=(const SeparatedAccesses &) = delete;

  /// Remembers \p Loaded, the phi of two loads that stand for one.
  void addLoads(llvm::PHINode *Loaded);

  /// Remembers two stores that stand for one in front of \p End.
  void addStores(llvm::BasicBlock *End);

private:
  /// Merged values of loads, and blocks behind stores.
  llvm::SmallVector<llvm::WeakTrackingVH, 8> Accesses;
};

} // namespace smolly

#endif // SMOLLY_SCOP_SEPARATEDACCESSES_H
