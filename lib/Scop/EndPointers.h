//===- EndPointers.h - Where an array ends ----------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The pointer to the end of a std::vector is computed where the vector is
/// filled: it is the beginning where the size is 0, one element further where
/// it is 1, and so on. All of them are the beginning plus the size, and
/// `std::copy(u.begin(), u.end(), v.begin())` copies so much, always:
///
///     if (n == 0) e = u;
///     else if (n == 1) e = u + 1;            e = u + n;
///     else e = u + n;
///     if (e - u != 0)                        memmove(v, u, 8 * n);
///       memmove(v, u, e - u);
///
/// Where vectors change places, so do their ends:
///
///     u, v = v, u;                           u, v = v, u;
///     e, f = f, e;                           e = u + n; f = v + n;
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_ENDPOINTERS_H
#define SMOLLY_LIB_SCOP_ENDPOINTERS_H

namespace llvm {
class DominatorTree;
class Function;
class LoopInfo;
class ScalarEvolution;
class TargetLibraryInfo;
} // namespace llvm

namespace smolly {

/// Replaces pointers into one array, which one depending on conditions, by the
/// one that all of them are equal to. Returns whether there were any.
/// Complexity: linear in the size of \p F, quadratic in the number of values
/// that one phi has, which is bounded.
bool resolveEnds(llvm::Function &F, const llvm::DominatorTree &DT,
                 const llvm::LoopInfo &LI, llvm::ScalarEvolution &SE,
                 const llvm::TargetLibraryInfo &TLI);

/// Executes calls of memcpy and the like on arrays unconditionally, if all that
/// is asked for is whether their length is zero. Returns whether there were
/// any. Complexity: linear in the size of \p F.
bool copyUnconditionally(llvm::Function &F, llvm::ScalarEvolution &SE,
                         const llvm::TargetLibraryInfo &TLI);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_ENDPOINTERS_H
