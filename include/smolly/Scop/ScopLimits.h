//===- ScopLimits.h - Which loops are too large to look at ------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Our own analyses count their operations and stop. Polly's construction of a
/// SCoP does not: with sixty nested loops, or forty parameters, it takes
/// minutes or for ever. What it is given is therefore limited in size. So are
/// windows that may be beyond a border, for LLVM does better with longer ones.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_SCOPLIMITS_H
#define SMOLLY_SCOP_SCOPLIMITS_H

#include "polly/ScopDetection.h"
#include <string>

namespace smolly {

struct ScopLimits {
  /// Loops around a statement.
  unsigned MaxDepth = 12;
  /// Values that bounds and subscripts depend on and that the loops do not
  /// change.
  unsigned MaxParameters = 10;
  /// Basic blocks that access memory.
  unsigned MaxStatements = 600;
};

/// Why the region of \p Context is too large; empty if it is not.
/// Complexity: linear in its blocks and accesses.
std::string exceededLimit(const polly::ScopDetection::DetectionContext &Context,
                          const ScopLimits &Limits, const llvm::LoopInfo &LI,
                          llvm::ScalarEvolution &SE);

} // namespace smolly

#endif // SMOLLY_SCOP_SCOPLIMITS_H
