//===- AnalyzeScop.h - What is to become of a SCoP --------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The analyses of one SCoP, one after another: dataflow, dead iterations,
/// storage, schedule.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_PLUGIN_ANALYZESCOP_H
#define SMOLLY_LIB_PLUGIN_ANALYZESCOP_H

#include "ChooseSchedule.h"
#include "ForwardCopies.h"
#include "RemoveDead.h"
#include "RemoveIdle.h"
#include "smolly/Kernel/Dataflow.h"
#include "smolly/Plugin/Options.h"

namespace smolly {

struct ScopAnalysis {
  Dataflow Flow;
  IdleIterations Idle;
  RemovedIterations Removed;
  ForwardedCopies Forwarded;
  StoragePlan Plan;
  /// What to say of the new schedule, or of why it is the old one; empty if
  /// there is nothing to say.
  std::string Fused, NotFused, Tiled, NotTiled, NotBlocked, Interleaved,
      NotInterleaved;
  /// How many bytes must be saved at run time, at least, for that schedule.
  double LeastGain = 0;
  /// How many bytes must be accessed.
  double LeastFootprint = 0;
  BlockNotes Blocks;
  unsigned MaxCopies = ~0u;
  /// The loops that were tiled, nest by nest.
  std::vector<std::vector<TiledLoop>> Bands;
};

/// Analyses \p Scop and gives its kernel the domains and the schedule that were
/// decided on. Arrays that turn out to depend on an earlier run of the same
/// loops are fixed. What fits the first of the \p Caches need not be
/// made smaller by another schedule. \p TTI knows what instructions cost. Fails
/// where an analysis takes too long.
llvm::Expected<ScopAnalysis> analyzeScop(ImportedScop &Scop,
                                         const PassOptions &Options,
                                         const CacheSizes &Caches,
                                         const llvm::TargetTransformInfo &TTI);

} // namespace smolly

#endif // SMOLLY_LIB_PLUGIN_ANALYZESCOP_H
