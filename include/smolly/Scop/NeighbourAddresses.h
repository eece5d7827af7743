//===- NeighbourAddresses.h - Addresses of neighbours -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop that reads `in[2 * x]` and `in[2 * x + 1]` is vectorised with loads
/// of whole vectors if LLVM sees that the second is behind the first. It does
/// not where it has taken what is constant of either address to a place of its
/// own in front of the loop, and two ways lead there:
///
///     a = in + 4;  ..  p = in + row + 8 * x;       p = in + row + 8 * x;
///                      q = a + row + 8 * x;   =>   q = p + 4;
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_NEIGHBOURADDRESSES_H
#define SMOLLY_SCOP_NEIGHBOURADDRESSES_H

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"

namespace smolly {

/// Computes addresses from those of neighbours where loops leap over elements,
/// in the innermost loops of \p F that begin behind one of \p Starts.
/// Complexity: in each block of them, the square of the number of accesses.
void deriveFromNeighbours(llvm::Function &F,
                          llvm::ArrayRef<llvm::BasicBlock *> Starts,
                          llvm::TargetLibraryInfo &TLI);

} // namespace smolly

#endif // SMOLLY_SCOP_NEIGHBOURADDRESSES_H
