//===- SeparateAccesses.h - Accesses to one of two places -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes apart loads and stores whose address is chosen, by a condition on loop
/// counters or from two objects, and loads that find one of a few elements:
/// each gets a branch and an access for either address. LLVM joins such
/// accesses where it can; Polly reads branches and no choices.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_SEPARATEACCESSES_H
#define SMOLLY_LIB_SCOP_SEPARATEACCESSES_H

namespace llvm {
class DominatorTree;
class Function;
class LoopInfo;
class ScalarEvolution;
class TargetLibraryInfo;
} // namespace llvm

namespace smolly {

class SeparatedAccesses;

/// Returns whether anything changed. Accesses that are two now are added to
/// \p Separated.
/// Complexity: linear in the size of F, of the address expressions seen as
/// trees, which is bounded, and of what is added, which is bounded for each
/// loop.
bool separateAccesses(llvm::Function &F, llvm::LoopInfo &LI,
                      llvm::DominatorTree &DT, llvm::ScalarEvolution &SE,
                      const llvm::TargetLibraryInfo &TLI,
                      SeparatedAccesses &Separated);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_SEPARATEACCESSES_H
