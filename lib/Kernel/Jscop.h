//===- Jscop.h - Kernels that Polly has exported ----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Polly exports SCoPs as JSON (`opt -passes='polly-custom<export-jscop>'`, or
/// -polly-export). Its statements are ours; its arrays have sizes and a type
/// in place of an extent, where "*" and names of LLVM values say nothing that
/// a set could. What Polly does not export is taken for the worst:
///
///  - every array holds values before and, if written, is read afterwards;
///  - an instance reads first only where all its reads are listed first;
///  - a write that touches several elements may or may not happen.
///
/// An array may say "live_in", "live_out" and "fixed" as in our format.
/// Polly exports conditional writes of one element as if they always happened,
/// which nobody can tell from the file. Scalars are
/// accessed but not among its arrays; they are added.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_KERNEL_JSCOP_H
#define SMOLLY_LIB_KERNEL_JSCOP_H

#include "llvm/Support/JSON.h"
#include "isl/isl-noexceptions.h"

namespace smolly {

/// True when the file is in Polly's format: an array has sizes.
bool isJscop(const llvm::json::Object &Root);

/// The same kernel in our format. What is malformed is left for the reader of
/// kernel files to complain about.
llvm::json::Object translateJscop(isl::ctx Ctx, const llvm::json::Object &Root);

} // namespace smolly

#endif // SMOLLY_LIB_KERNEL_JSCOP_H
