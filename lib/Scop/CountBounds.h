//===- CountBounds.h - Loops end where objects do ---------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bounds of the iterations of loops from what they access. No object has more
/// than 2^63 - 1 bytes, so `for (size_t i = 0; i < n; i++) a[i] = 0;` shows of
/// n, if the loop is entered, that it is at most that by the size of an
/// element: `i + n - 1` does not wrap around.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_COUNTBOUNDS_H
#define SMOLLY_LIB_SCOP_COUNTBOUNDS_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace llvm {
class BasicBlock;
class DominatorTree;
class LoopInfo;
class ScalarEvolution;
class SCEV;
} // namespace llvm

namespace smolly {

/// In all blocks that From dominates, 1 <= Count <= Most, if none of IfNotZero
/// is 0.
struct CountBound {
  const llvm::SCEV *Count;
  uint64_t Most;
  const llvm::BasicBlock *From;
  llvm::SmallVector<const llvm::SCEV *, 2> IfNotZero;

  /// Whether it holds in \p Where: loops around that run if the bound asks for
  /// it. Complexity: linear in the depth of loops.
  bool holdsIn(const llvm::BasicBlock *Where, const llvm::LoopInfo &LI,
               const llvm::DominatorTree &DT, llvm::ScalarEvolution &SE) const;
};

/// What holds of the numbers of iterations of all loops that run as often as a
/// parameter of 64 bits says.
/// Complexity: linear in the number of instructions, times the depth of loops
/// and the number of results.
llvm::SmallVector<CountBound, 4> findCountBounds(llvm::LoopInfo &LI,
                                                 llvm::DominatorTree &DT,
                                                 llvm::ScalarEvolution &SE);

/// \p S with the counts in it that are bounded at \p Where, whatever loops run,
/// within their bounds.
const llvm::SCEV *withinBounds(const llvm::SCEV *S,
                               llvm::ArrayRef<CountBound> Bounds,
                               const llvm::BasicBlock *Where,
                               llvm::DominatorTree &DT,
                               llvm::ScalarEvolution &SE);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_COUNTBOUNDS_H
