//===- Subscripts.h - Subscripts of arrays of run-time size ---*- C++ -*---===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the dimensions of arrays whose inner sizes are known at run time only,
/// from all accesses of a SCoP together.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_SUBSCRIPTS_H
#define SMOLLY_SCOP_SUBSCRIPTS_H

#include "polly/ScopDetection.h"

namespace smolly {

/// Two values that do not change in a SCoP and that were taken for equal, which
/// is for the run-time check to confirm.
using AssumedEquality = std::pair<const llvm::SCEV *, const llvm::SCEV *>;

/// Enters sizes and subscripts into \p Context, where the builder of the SCoP
/// looks for them, for every base pointer all of whose accesses have affine
/// subscripts then. Leaves the other base pointers as Polly's detection left
/// them. Returns what it assumed for that.
/// Complexity: linear in the number of accesses, times the (bounded) size of
/// their address expressions.
std::vector<AssumedEquality>
findSubscripts(polly::ScopDetection::DetectionContext &Context,
               llvm::ScalarEvolution &SE, llvm::LoopInfo &LI);

} // namespace smolly

#endif // SMOLLY_SCOP_SUBSCRIPTS_H
