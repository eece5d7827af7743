//===- Remainders.h - Remainders as choices ---------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Replaces remainders whose dividend is between a few multiples of the divisor
/// by a choice: `(x + 1) % n`, with 0 <= x < n, is 0 where x + 1 is n and x + 1
/// elsewhere. What is left has no quotient in it, which Polly could not read.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_REMAINDERS_H
#define SMOLLY_LIB_SCOP_REMAINDERS_H

namespace llvm {
class DominatorTree;
class Function;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace smolly {

/// Replaces remainders by values that stay the same in the innermost loop.
/// Returns whether anything changed.
/// Complexity: linear in the size of F, with a few questions to scalar
/// evolution for each remainder.
bool replaceRemainders(llvm::Function &F, llvm::LoopInfo &LI,
                       llvm::DominatorTree &DT, llvm::ScalarEvolution &SE);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_REMAINDERS_H
