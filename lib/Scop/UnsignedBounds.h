//===- UnsignedBounds.h - Bounds computed in size_t -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Of
///
///     for (size_t x = 0; x < w; x++)
///       for (size_t k = x >= 3 ? x - 3 : 0; k <= std::min(x + 3, w - 1); k++)
///         sum[x] += row[k];
///
/// makes bounds with a sign,
///
///     for (ssize_t k = std::max(x - 3, 0); k <= std::min(x + 3, w - 1); k++)
///
/// where all numbers are known to be small: w is so by the size of arrays, as
/// CountBounds.h has it.
///
/// Polly has no maximum and no minimum of unsigned numbers.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_UNSIGNEDBOUNDS_H
#define SMOLLY_LIB_SCOP_UNSIGNEDBOUNDS_H

namespace llvm {
class DominatorTree;
class Function;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace smolly {

/// Computes the bounds of the loops of \p F with a sign where they are extremes
/// of unsigned numbers of 64 bits, and the same with a sign. Returns whether
/// anything changed; what was computed in vain is dead.
/// Complexity: that of findCountBounds, and linear in the loops times the size
/// of their bounds, which is bounded, and the number of bounds found.
bool makeBoundsSigned(llvm::Function &F, llvm::LoopInfo &LI,
                      llvm::DominatorTree &DT, llvm::ScalarEvolution &SE);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_UNSIGNEDBOUNDS_H
