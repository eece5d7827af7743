//===- WideBounds.h - Loops over products of sizes, in 64 bits --*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In `for (int i = h * w; i < d * h * w; ++i)` the products of int do not wrap
/// around. Canonicalisation forgets that where it puts their factors in another
/// order; so they become products of 64 bits before.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_WIDEBOUNDS_H
#define SMOLLY_LIB_SCOP_WIDEBOUNDS_H

namespace llvm {
class DominatorTree;
class Function;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace smolly {

/// Rewrites where loops in \p F begin and end if these are products. Returns
/// whether F changed. Complexity: linear in the size of F.
bool widenBounds(llvm::Function &F, llvm::LoopInfo &LI, llvm::DominatorTree &DT,
                 llvm::ScalarEvolution &SE);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_WIDEBOUNDS_H
