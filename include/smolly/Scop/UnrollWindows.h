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

#ifndef SMOLLY_SCOP_UNROLLWINDOWS_H
#define SMOLLY_SCOP_UNROLLWINDOWS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"

namespace smolly {

/// Asks for innermost loops of \p F behind one of \p Starts, and short loops
/// around these, to be unrolled altogether if no remainder is left then in the
/// loop around them. Complexity: linear in the instructions.
void unrollWindows(llvm::Function &F, llvm::ArrayRef<llvm::BasicBlock *> Starts,
                   llvm::TargetLibraryInfo &TLI);

/// Whether LLVM has been asked to unroll \p L altogether.
bool isToBeUnrolled(const llvm::Loop &L);

} // namespace smolly

#endif // SMOLLY_SCOP_UNROLLWINDOWS_H
