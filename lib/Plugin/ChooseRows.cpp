//===- ChooseRows.cpp - Which iterations run side by side -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements chooseRows of ChooseSchedule.h.
///
//===----------------------------------------------------------------------===//

#include "ChooseSchedule.h"
#include "smolly/Kernel/CompactTimes.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Schedule/Fuse.h"
#include "smolly/Scop/ChainCost.h"
#include "smolly/Scop/Footprint.h"
#include "smolly/Scop/Scalars.h"
#include "llvm/Support/TimeProfiler.h"

using namespace llvm;
using namespace smolly;

/// The part of the operations for an analysis that looking for rows, and the
/// check of what comes out, may take each.
static constexpr unsigned RowShare = 8;

/// The operations that planning storage for rows side by side may take anyway;
/// beyond, no more than the decisions before it took.
static constexpr unsigned long FewOperations = 2000000;

/// What the memory of temporaries may become, as a part of what it is without
/// rows side by side; or of what it is in the program, if that is hardly
/// anything anyway.
static constexpr double LittleMore = 1.25, HardlyAnything = 0.05;

/// "iterations of 2 loops run side by side, 4 at a time"
static std::string describeRows(const InterleavedSchedule &Found) {
  size_t Loops = Found.Loops.size();
  return "iterations of the loops around " +
         (Loops == 1 ? "an innermost loop"
                     : std::to_string(Loops) + " innermost loops") +
         " run side by side, " + std::to_string(Found.mostRows()) +
         " at a time: those of the innermost loop" + (Loops == 1 ? "" : "s") +
         " wait for each other, or go down columns";
}

static Interleaving asInterleaving(const ImportedScop &Scop,
                                   const InterleavedSchedule &Found) {
  Interleaving Result;
  Result.Loops = Found.Loops;
  std::vector<const polly::ScopArrayInfo *> Scalars = scalarsOf(Scop);
  for (unsigned A : Found.Private)
    Result.Copied.push_back(Scalars[A - Scop.K.Arrays.size()]);
  Result.Copies = Found.mostRows();
  if (!Found.Private.empty())
    for (auto [Stmt, Row] : zip_equal(Found.Statements, Found.RowOf))
      Result.RowOf[Stmt] = Row;
  return Result;
}

std::optional<RescheduledScop>
smolly::chooseRows(const ImportedScop &Scop, const Dataflow &Flow,
                   const StoragePlan &Now, unsigned long Took,
                   const StorageOptions &Given, const TargetTransformInfo *TTI,
                   std::string &WhyNot) {
  TimeTraceScope Trace("Smolly choose rows");
  Kernel All = withScalars(Scop);
  unsigned long Operations = Given.MaxIslOperations / RowShare;
  auto RowsOf = [&](ArrayRef<unsigned> Statements) {
    return rowsWorthwhile(Scop, All, Statements, TTI);
  };
  auto Found = interleaveChains(All, Scop.K.Arrays.size(), RowsOf, Operations);
  if (!Found)
    return std::nullopt;
  if (!keepsOrder(Found->WithCopies, Found->Schedules, Operations)) {
    WhyNot = "iterations do not run side by side: it was not shown that this "
             "keeps their results";
    return std::nullopt;
  }
  RescheduledScop Result(Scop.K, compactTimes(Found->Schedules));
  Result.Plan = Now;
  if (any_of(changedArrays(Now, Scop.K.Arrays.size()),
             [](bool IsChanged) { return IsChanged; })) {
    StorageOptions Options = assuming(AssumedSize, Scop.K, Given);
    std::optional<IslAllowance> Allowance;
    if (!IslAllowance::isHalfUsedUp()) {
      unsigned long Most = std::max(FewOperations, Took);
      unsigned long Left = IslAllowance::leftOfCurrent();
      Allowance.emplace(Left > 0 ? std::min(Most, Left) : Most);
    }
    Expected<StoragePlan> Plan = planStorage(Result.K, Flow, Options);
    if (!Plan) {
      consumeError(Plan.takeError());
      return std::nullopt;
    }
    double Before = temporaryBytes(Scop.K, Now, Options);
    double After = temporaryBytes(Result.K, *Plan, Options);
    if (After > std::max(Before * LittleMore,
                         temporaryBytes(Scop.K, StoragePlan(), Options) *
                             HardlyAnything)) {
      WhyNot = "iterations do not run side by side: arrays would take " +
               describeChange(Before, After);
      return std::nullopt;
    }
    Result.Plan = std::move(*Plan);
  }
  Result.Rows = asInterleaving(Scop, *Found);
  Result.Remark = describeRows(*Found);
  return Result;
}
