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
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Scop/Scalars.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/TimeProfiler.h"

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
    const polly::MemoryAccess *MA = accessOf(Scop, U.Read.Stmt, U.Read.Access);
    fixArray(Scop, Array, KeptValues,
             MA ? MA->getAccessInstruction() : nullptr);
    Any = true;
  }
  return Any;
}

static void takeSchedule(ImportedScop &Scop, ScopAnalysis &Result,
                         RescheduledScop New) {
  Scop.K = std::move(New.K);
  Scop.NewSchedule = New.Schedule;
  Scop.Rows = std::move(New.Rows);
  Result.Plan = std::move(New.Plan);
  Result.LeastGain = New.LeastGain;
  Result.LeastFootprint = New.LeastFootprint;
  Result.Blocks = std::move(New.Blocks);
  Result.MaxCopies = New.MaxCopies;
  Result.Bands = std::move(New.Bands);
  if (!New.Flow)
    return;
  Result.Flow = std::move(*New.Flow);
  // Its instances are others.
  for (ValueSet &V : Result.Removed.Unstored)
    V.Piece = Scop.K.Statements[V.Write.Stmt].Domain;
}

/// Whether two dimensions of one array have remainders by sizes that are not
/// known: loops are then split where the one begins again, and in that the
/// loops inside them where the other does.
static bool hasNestedRemainders(const StoragePlan &Plan) {
  return any_of(Plan.Arrays, [](const StorageArray &A) {
    return count_if(A.Dims, [](const StorageDim &Dim) {
             return Dim.NeedsModulo &&
                    isl_pw_aff_is_cst(Dim.Size.get()) == isl_bool_false;
           }) > 1;
  });
}

/// Whether an access to array number \p Array is under an affine condition
/// inside another one that is not affine.
static bool isAccessedInPart(const Kernel &K, unsigned Array) {
  return any_of(K.Statements, [&](const Statement &S) {
    for (auto [I, A] : enumerate(S.Accesses))
      if (A.Array == Array && A.Conditional && !A.Exact && !S.isTakenOver(I) &&
          !isSubset(S.Domain, A.Relation.domain()).is_true())
        return true;
    return false;
  });
}

/// Whether data and counters together say when a contracted array is accessed.
/// LLVM chooses between values or addresses there; in new loops, whose
/// addresses are of another kind, it may be left with branches.
static bool hasPartialAccesses(const StoragePlan &Plan, const Kernel &K) {
  return any_of(Plan.Values, [&](const ValueSet &V) {
    return V.Where == ValueSet::Place::Mapped && isAccessedInPart(K, V.Array);
  });
}

/// Whether elements of a contracted array keep values from before, which each
/// instance has to load and store where the program does nothing.
static bool movesWhatIsKept(const StoragePlan &Plan, const ImportedScop &Scop,
                            const Dataflow &Flow) {
  return any_of(Scop.Deferred, [&](const DeferredStores &Stores) {
    return Stores.Before &&
           any_of(Flow.Flows,
                  [&](const smolly::Flow &F) {
                    return F.Read == AccessRef{Stores.Stmt, *Stores.Before};
                  }) &&
           any_of(Plan.Values, [&](const ValueSet &V) {
             return V.Where == ValueSet::Place::Mapped &&
                    V.Array == Stores.Array;
           });
  });
}

/// Whether all \p Statements are in innermost loops with rows side by side.
static bool runsInRows(const Interleaving &Rows,
                       ArrayRef<unsigned> Statements) {
  return all_of(Statements, [&](unsigned S) {
    return any_of(Rows.Loops, [&](const InterleavedLoop &L) {
      return is_contained(L.Statements, S);
    });
  });
}

Expected<ScopAnalysis> smolly::analyzeScop(ImportedScop &Scop,
                                           const PassOptions &Options,
                                           const CacheSizes &Caches,
                                           const TargetTransformInfo &TTI) {
  TimeTraceScope Trace("Smolly analyze");
  ScopAnalysis Result;
  do {
    Expected<Dataflow> Flow =
        computeDataflow(Scop.K, Options.maxDataflowOperations());
    if (!Flow)
      return Flow.takeError();
    Result.Flow = std::move(*Flow);
  } while (fixKeptArrays(Scop, Result.Flow));
  if (Options.Idle)
    Result.Idle = removeIdleIterations(Scop, Result.Flow, Options);
  if (Options.Forward)
    Result.Forwarded = forwardCopies(Scop, Result.Flow, Options, Caches);
  if (Options.Die)
    Result.Removed = removeDeadIterations(
        Scop, Result.Flow, Options,
        Result.Forwarded.Arrays.empty() && !Result.Idle.any() ? WorthRemoving
                                                              : 0);
  // Arrays that are alive in full are the hardest ones to plan: the schedule
  // that may leave less of them alive comes first.
  std::optional<RescheduledScop> Fused;
  // Instances get other names in tiles.
  bool HasTiles = !Scop.K.hasIndirectReads();
  if (!HasTiles && (Options.Schedule == ScheduleMode::Overlap ||
                    Options.Schedule == ScheduleMode::Tile))
    Result.NotTiled = "no tiles: a value in memory says what is read";
  if (Options.Schedule == ScheduleMode::Overlap && HasTiles)
    if (auto Tiled = chooseOverlap(Scop, Options.forStorage(Scop.K), Caches,
                                   Result.NotTiled)) {
      Result.Fused = Tiled->Remark;
      takeSchedule(Scop, Result, std::move(*Tiled));
      append_range(Result.Plan.Values, Result.Removed.Unstored);
      return Result;
    }
  unsigned long Begun = IslAllowance::spentOfCurrent();
  if (Options.Schedule != ScheduleMode::Keep)
    Fused = chooseSchedule(Scop, Result.Flow, Options.forStorage(Scop.K),
                           Caches, Result.NotFused);
  std::vector<unsigned> Waiting;
  double LeastGainWithRows = 0;
  long Assumed = AssumedSize;
  if (Fused) {
    Result.Fused = Fused->Remark;
    Waiting = std::move(Fused->Waiting);
    LeastGainWithRows = Fused->LeastGainWithRows;
    Assumed = Fused->Assumed;
    takeSchedule(Scop, Result, std::move(*Fused));
  } else {
    Expected<StoragePlan> Plan =
        planStorage(Scop.K, Result.Flow, Options.forStorage(Scop.K));
    if (!Plan)
      return Plan.takeError();
    Result.Plan = std::move(*Plan);
  }
  unsigned long Took = IslAllowance::spentOfCurrent() - Begun;
  if (Options.Mars && Options.Schedule != ScheduleMode::Tile)
    Result.NotBlocked = "no blocks for values between tiles: the option mars "
                        "needs schedule=tile";
  if (Options.Schedule == ScheduleMode::Tile && HasTiles)
    if (auto Tiled = chooseTiles(Scop, Result.Flow, Result.Plan,
                                 Options.forStorage(Scop.K), Caches,
                                 Options.Mars, Result.NotTiled)) {
      Result.Tiled = Tiled->Remark;
      takeSchedule(Scop, Result, std::move(*Tiled));
    }
  if (Options.Interleave && Options.Schedule != ScheduleMode::Keep &&
      Result.Tiled.empty())
    // As large as for the strips: rows of what is smaller than one strip need
    // all of an array, too.
    if (auto Rows = chooseRows(
            Scop, Result.Flow, Result.Plan, Took,
            assuming(Assumed, Scop.K, Options.forStorage(Scop.K)),
            Options.Always ? nullptr : &TTI, Result.NotInterleaved)) {
      Result.Interleaved = Rows->Remark;
      Rows->LeastGain = runsInRows(Rows->Rows, Waiting) ? LeastGainWithRows
                                                        : Result.LeastGain;
      takeSchedule(Scop, Result, std::move(*Rows));
    }
  if (hasNestedRemainders(Result.Plan) ||
      hasPartialAccesses(Result.Plan, Scop.K) ||
      movesWhatIsKept(Result.Plan, Scop, Result.Flow))
    Result.LeastGain = std::max(Result.LeastGain, Caches.behind());
  append_range(Result.Plan.Values, Result.Removed.Unstored);
  return Result;
}
