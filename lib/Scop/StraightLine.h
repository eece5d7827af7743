//===- StraightLine.h - Accesses before and after the loops -----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Brings stores before the loops and loads after them into the SCoP.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_STRAIGHTLINE_H
#define SMOLLY_SCOP_STRAIGHTLINE_H

namespace llvm {
class AAResults;
class Function;
class LoopInfo;
class TargetLibraryInfo;
} // namespace llvm

namespace smolly {

/// Splits the blocks of \p F that lie outside of loops so that calls stand
/// alone, and puts each run of accesses to candidate arrays into a loop of one
/// iteration, behind what is loaded from elsewhere. Leaves \p LI and the
/// dominator tree stale.
/// Complexity: linear in the size of F, but for the loads of a block, each of
/// which is compared with the stores in front of it.
bool encloseStraightLineAccesses(llvm::Function &F, const llvm::LoopInfo &LI,
                                 const llvm::TargetLibraryInfo &TLI,
                                 llvm::AAResults &AA);

} // namespace smolly

#endif // SMOLLY_SCOP_STRAIGHTLINE_H
