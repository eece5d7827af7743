//===- PointerLoops.h - Loops that count pointers up ------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Iterators are pointers that are counted up, in `for (double &x : v)` and in
/// what <algorithm> is made of. Which array they point to is known from the
/// first one, the others depend on the iteration:
///
///     for (p = u; p != u + n; ++p)      for (k = 0; k != n; ++k)
///       *p = 1;                           u[k] = 1;
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_POINTERLOOPS_H
#define SMOLLY_LIB_SCOP_POINTERLOOPS_H

namespace llvm {
class Function;
class LoopInfo;
class TargetLibraryInfo;
} // namespace llvm

namespace smolly {

/// Counts iterations in place of pointers into arrays, and compares positions
/// in an array in place of pointers. Returns whether there were any.
/// Complexity: linear in the size of \p F.
bool countIterations(llvm::Function &F, llvm::LoopInfo &LI,
                     const llvm::TargetLibraryInfo &TLI);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_POINTERLOOPS_H
