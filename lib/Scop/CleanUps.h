//===- CleanUps.h - What is freed behind an exception -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks that clean up behind an exception free an array if it has been
/// allocated by then. Such blocks become two:
///
///     clean:                         clean.none:
///       p = phi(null, A)               resume
///       if (p)                       clean:
///         delete(p);                   delete(A);
///       resume                         resume
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_CLEANUPS_H
#define SMOLLY_LIB_SCOP_CLEANUPS_H

namespace llvm {
class Function;
class TargetLibraryInfo;
} // namespace llvm

namespace smolly {

/// Lets exceptions in \p F be cleaned up apart where an array is not there yet.
/// Returns whether anything changed.
/// Complexity: linear in the size of F for each block that is copied, which are
/// bounded.
bool cleanUpApart(llvm::Function &F, const llvm::TargetLibraryInfo &TLI);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_CLEANUPS_H
