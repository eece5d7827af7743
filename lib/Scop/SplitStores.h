//===- SplitStores.h - Stores of one of several values ----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes apart stores of a value that depends on where the loops are: each arm
/// of the condition stores its own. LLVM joins such stores where it can; then
/// nobody knows any more which elements are copies and which are constants.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_SPLITSTORES_H
#define SMOLLY_LIB_SCOP_SPLITSTORES_H

namespace llvm {
class DominatorTree;
class Function;
class LoopInfo;
class ScalarEvolution;
class TargetLibraryInfo;
} // namespace llvm

namespace smolly {

/// Returns whether anything changed.
/// Complexity: linear in the size of F and of the conditions in front of each
/// store, the number of which is bounded.
bool splitStores(llvm::Function &F, llvm::LoopInfo &LI, llvm::DominatorTree &DT,
                 llvm::ScalarEvolution &SE, const llvm::TargetLibraryInfo &TLI);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_SPLITSTORES_H
