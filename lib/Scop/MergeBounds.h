//===- MergeBounds.h - One bound for each loop ------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes one comparison of the condition `i < ii + 8 && i <= n` of a loop in a
/// tile.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_MERGEBOUNDS_H
#define SMOLLY_SCOP_MERGEBOUNDS_H

namespace llvm {
class DominatorTree;
class Function;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace smolly {

/// Merges the signed upper bounds of each loop of \p F that has several.
/// Returns whether anything changed. To be called while additions still have
/// their nsw flags.
/// Complexity: linear in the number of loops and comparisons.
bool mergeBounds(llvm::Function &F, llvm::LoopInfo &LI, llvm::DominatorTree &DT,
                 llvm::ScalarEvolution &SE);

} // namespace smolly

#endif // SMOLLY_SCOP_MERGEBOUNDS_H
