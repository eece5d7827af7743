//===- AstNumbers.h - Numbers that generated code computes ------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Generated code computes in 64 bits. What isl makes of conditions of the
/// program, `h - 2 * r` of `r <= y < h - r`, may be out of their range where
/// nothing is in the program: then loops would run that have no iterations. The
/// run-time check asks for sizes at which that cannot be.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_ASTNUMBERS_H
#define SMOLLY_LIB_SCOP_ASTNUMBERS_H

#include "isl/isl-noexceptions.h"

namespace smolly {

/// What parameters are bounded by where they have to be moderate, and how many
/// times that may be in a sum, with room for constants and counters.
inline constexpr unsigned ModerateBits = 48;
inline constexpr unsigned MaxSizesInSums = 1 << 12;

/// Whether an integer of more than 60 bits occurs in \p Expr. Polly's
/// expression builder gives up on some of those in run-time checks, and takes
/// integers from 2^63 up to 2^64 for negative ones, so that `n >= 2^63` is
/// true. Complexity: linear in the expression as a tree.
bool hasLargeInteger(const isl::ast_expr &Expr);

/// Whether one occurs in the tree below \p Root.
/// Complexity: linear in the size of the tree.
bool treeHasLargeInteger(const isl::ast_node &Root);

/// How many times a parameter counts at most in sums below \p Root: 3 in
/// `h - 2 * r - i`.
/// Complexity: linear in the size of the tree.
unsigned long sizesInSums(const isl::ast_node &Root);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_ASTNUMBERS_H
