//===- AddressWidening.h - Addresses that Polly can take apart --*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rewrites the index arithmetic of addresses in loops so that Polly's
/// delinearisation finds the array's widths.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_ADDRESSWIDENING_H
#define SMOLLY_SCOP_ADDRESSWIDENING_H

namespace llvm {
class DominatorTree;
class Function;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace smolly {

/// Rebuilds every index of a getelementptr in 64 bits, leaf casts innermost.
/// Returns whether anything changed. To be called while arithmetic still has
/// its nsw flags.
/// Complexity: linear in the size of the index expressions seen as trees,
/// which is bounded.
bool widenAddresses(llvm::Function &F, llvm::LoopInfo &LI,
                    llvm::DominatorTree &DT, llvm::ScalarEvolution &SE);

/// Does the same, with each width frozen once.
bool freezeWidths(llvm::Function &F, llvm::LoopInfo &LI,
                  llvm::DominatorTree &DT, llvm::ScalarEvolution &SE);

} // namespace smolly

#endif // SMOLLY_SCOP_ADDRESSWIDENING_H
