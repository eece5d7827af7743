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
#include <optional>

namespace smolly {

/// Parameters that have to be moderate have so many bits at most, apart from
/// their sign. What is allowed for fewer than the least is too much for sizes.
inline constexpr unsigned ModerateBits = 48, LeastModerateBits = 31;

/// Whether an integer of more than 60 bits occurs in \p Expr. Polly's
/// expression builder gives up on some of those in run-time checks, and takes
/// integers from 2^63 up to 2^64 for negative ones, so that `n >= 2^63` is
/// true. Complexity: linear in the expression as a tree.
bool hasLargeInteger(const isl::ast_expr &Expr);

/// Whether one occurs in the tree below \p Root.
/// Complexity: linear in the size of the tree.
bool treeHasLargeInteger(const isl::ast_node &Root);

/// How many bits apart from their sign parameters may have at most so that no
/// sum below \p Root, such as `h - 2 * r - i`, is out of range: none if those
/// of their types do, else not more than ModerateBits.
/// Complexity: linear in the size of the tree.
std::optional<unsigned> bitsForSums(const isl::ast_node &Root);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_ASTNUMBERS_H
