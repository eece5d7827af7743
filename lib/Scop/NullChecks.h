//===- NullChecks.h - Whether there is any memory ---------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Hides null checks from Polly, which takes them for conditions on the size of
/// something: `if (!p) return;` would become part of the SCoP behind it. In
/// loops, such as those over the rows of a block that check each, it would ask
/// for an allocation that does not happen where another SCoP runs rewritten.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_NULLCHECKS_H
#define SMOLLY_LIB_SCOP_NULLCHECKS_H

namespace llvm {
class Function;
class LoopInfo;
class TargetLibraryInfo;
} // namespace llvm

namespace smolly {

/// Freezes the conditions in \p F that compare pointers; in loops, those that
/// compare allocations. Complexity: linear in the size of F.
void hideNullChecks(llvm::Function &F, const llvm::LoopInfo &LI,
                    const llvm::TargetLibraryInfo &TLI);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_NULLCHECKS_H
