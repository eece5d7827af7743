//===- OutputSpec.h - Which part of an array is wanted ----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Output specifications (the slides' first key point): what a user wants to
/// have of a result, as text.
///
///     output[64..127][64..127]            a tile
///     output[i][j] : (i + j) mod 2 = 0    every other element
///     output[lo..hi][*]                   rows between two parameters
///     output[0..9]; error[0]              parts of two arrays
///
/// A subscript is a range of expressions, `*` for all, an expression for one
/// element, or a new name to be used in the condition, which is one of isl's.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_DEAD_OUTPUTSPEC_H
#define SMOLLY_DEAD_OUTPUTSPEC_H

#include "smolly/Kernel/Kernel.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace smolly {

/// What is wanted of one array.
struct OutputSpec {
  std::string Array;
  /// { Element[] }, all in one with \c or of several parts.
  isl::set Elements;
};

/// Reads specifications for arrays, each array once or more often. A name in a
/// subscript or condition that is no subscript is a parameter. The error says
/// what is wrong in one line.
/// Complexity: linear in the text, but for isl's reader of conditions.
llvm::Expected<std::vector<OutputSpec>> parseOutputSpecs(isl::ctx Ctx,
                                                         llvm::StringRef Text);

/// Restricts what is live behind \p K to \p Specs; all else is not wanted.
/// Arrays that are live out and not named in \p Specs are wanted as a whole.
/// Fails when an array is not there or has other dimensions.
llvm::Error applyOutputSpecs(llvm::ArrayRef<OutputSpec> Specs, Kernel &K);

} // namespace smolly

#endif // SMOLLY_DEAD_OUTPUTSPEC_H
