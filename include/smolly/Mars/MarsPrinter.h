//===- MarsPrinter.h - MARS as text -----------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `smolly mars` and print<smolly-mars> print.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_MARS_MARSPRINTER_H
#define SMOLLY_MARS_MARSPRINTER_H

#include "smolly/Mars/Layout.h"
#include "llvm/Support/raw_ostream.h"

namespace smolly::mars {

/// What is printed besides the MARS themselves.
struct MarsReport {
  explicit MarsReport(const MarsAnalysis &A) : A(A) {}

  const MarsAnalysis &A;
  /// Sets as functions of the tile sizes.
  bool Symbolic = false;
  /// The buffer of a tile of each shape.
  bool WithLayout = false;
  /// Costs for which blocks are merged first, if they are.
  std::optional<TransferCosts> Costs;
};

/// An error with the code value_too_large where a layout is wanted and there is
/// none; nothing is printed then.
llvm::Error printMars(llvm::raw_ostream &OS, isl::ctx Ctx, const MarsReport &R);

/// One JSON object with sorted keys; \p Method and \p Seconds, how and in what
/// time it was found, are repeated in it.
llvm::Error printMarsAsJson(llvm::raw_ostream &OS, isl::ctx Ctx,
                            const MarsReport &R, llvm::StringRef Method,
                            double Seconds);

} // namespace smolly::mars

#endif // SMOLLY_MARS_MARSPRINTER_H
