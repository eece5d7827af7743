//===- AnalyzeScop.cpp - What is to become of a SCoP ----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements AnalyzeScop.h.
///
//===----------------------------------------------------------------------===//

#include "AnalyzeScop.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace smolly;

/// Fixes arrays of which \p Flow says that they are read before they are
/// written, and that may hold values from an earlier run then. Whether there
/// are such: all that they hold at the end is live, so the dataflow is another
/// one.
static bool fixKeptArrays(ImportedScop &Scop, const Dataflow &Flow) {
  bool Any = false;
  for (const UncoveredRead &U : Flow.Uncovered) {
    unsigned Array =
        Scop.K.Statements[U.Read.Stmt].Accesses[U.Read.Access].Array;
    if (!Scop.Arrays[Array].RunsAgain || Scop.K.Arrays[Array].Fixed)
      continue;
    fixArray(Scop, Array, KeptValues,
             Scop.Accesses[U.Read.Stmt][U.Read.Access]->getAccessInstruction());
    Any = true;
  }
  return Any;
}

Expected<ScopAnalysis> smolly::analyzeScop(ImportedScop &Scop,
                                           const PassOptions &Options,
                                           const CacheSizes &Caches) {
  ScopAnalysis Result;
  do {
    Expected<Dataflow> Flow =
        computeDataflow(Scop.K, Options.maxDataflowOperations());
    if (!Flow)
      return Flow.takeError();
    Result.Flow = std::move(*Flow);
  } while (fixKeptArrays(Scop, Result.Flow));
  if (Options.Die)
    Result.Removed = removeDeadIterations(Scop, Result.Flow, Options);
  // Arrays that are alive in full are the hardest ones to plan: the schedule
  // that may leave less of them alive comes first.
  std::optional<FusedScop> Fused;
  if (Options.Fuse)
    Fused = chooseSchedule(Scop, Result.Flow, Options.forStorage(), Caches,
                           Result.NotFused);
  if (Fused) {
    Scop.K = std::move(Fused->K);
    Scop.NewSchedule = Fused->Schedule;
    Result.Plan = std::move(Fused->Plan);
    Result.Fused = std::move(Fused->Remark);
    Result.LeastGain = Fused->LeastGain;
  } else {
    Expected<StoragePlan> Plan =
        planStorage(Scop.K, Result.Flow, Options.forStorage());
    if (!Plan)
      return Plan.takeError();
    Result.Plan = std::move(*Plan);
  }
  append_range(Result.Plan.Values, Result.Removed.Unstored);
  return Result;
}
