//===- WholeRows.h - Rows in products of sums -------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop over `A[y * w + x]` in which x and y begin with r begins at
/// `r * w + r`, which scalar evolution folds to `r * (w + 1)`. LLVM's
/// delinearisation does not divide that by w: it makes `A[0][r * (w + 1)]` of
/// what is `A[r][r]`.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_WHOLEROWS_H
#define SMOLLY_LIB_SCOP_WHOLEROWS_H

#include <optional>

namespace llvm {
class SCEV;
class ScalarEvolution;
} // namespace llvm

namespace smolly {

/// A subscript that is Rows * size + Rest.
struct SplitSubscript {
  const llvm::SCEV *Rows, *Rest;
};

/// Divides what \p Subscript begins with by \p Size, of the same type: as
/// polynomials, where some variable of the size has the factor 1. std::nullopt
/// if but a constant number of rows could be taken out, or there are too many
/// products.
///
/// O(N^2) for N products of sums.
std::optional<SplitSubscript> splitWholeRows(const llvm::SCEV *Subscript,
                                             const llvm::SCEV *Size,
                                             llvm::ScalarEvolution &SE);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_WHOLEROWS_H
