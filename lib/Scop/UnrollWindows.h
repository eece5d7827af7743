//===- UnrollWindows.h - Loops over windows of few elements -----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM unrolls the loop over k in
///
///     for (x = 0; x < w; x++)
///       for (k = 0; k < 41; k++)
///         sum[x] += A[(y + k) % 41][x];
///
/// when there is no remainder in it, and then vectorises the loop over x. With
/// the remainder it is too large for that. But once it is unrolled, all
/// remainders are the same for all x: it has LLVM unroll it all the same.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_UNROLLWINDOWS_H
#define SMOLLY_LIB_SCOP_UNROLLWINDOWS_H

namespace llvm {
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace smolly {

/// Has LLVM unroll \p Innermost altogether, and short loops around it, if no
/// remainder is left then in the loop around them; else false.
/// Complexity: linear in the instructions.
bool unrollWindow(llvm::Loop &Innermost, llvm::ScalarEvolution &SE);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_UNROLLWINDOWS_H
