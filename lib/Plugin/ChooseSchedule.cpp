//===- ChooseSchedule.cpp - In which order to run loops -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ChooseSchedule.h.
///
//===----------------------------------------------------------------------===//

#include "ChooseSchedule.h"
#include "smolly/Schedule/Fuse.h"
#include "smolly/Scop/Footprint.h"
#include "smolly/Scop/Scalars.h"

using namespace llvm;
using namespace smolly;

/// What must be left of the memory.
static constexpr double SmallEnough = 0.5;

/// Bytes of all arrays that are not fixed, as \p Plan has them, at the assumed
/// sizes.
static double bytesNeeded(const Kernel &K, const StoragePlan &Plan,
                          const StorageOptions &Options) {
  double Bytes = 0;
  for (const StorageArray &A : Plan.Arrays)
    Bytes += cellsAtAssumed(K, A, Options) * A.ElementBytes;
  std::vector<bool> Changed = changedArrays(Plan, K.Arrays.size());
  for (unsigned I = 0; I < K.Arrays.size(); ++I)
    if (!K.Arrays[I].Fixed && !Changed[I])
      Bytes += cellsAtAssumed(K, describeOriginal(K, I, Options), Options) *
               K.Arrays[I].ElementBytes;
  return Bytes;
}

std::string smolly::chooseSchedule(ImportedScop &Scop, const Dataflow &Flow,
                                   const StorageOptions &Options,
                                   StoragePlan &Plan) {
  Kernel All = withScalars(Scop);
  auto Fused = fuseNests(All, Options.MaxIslOperations);
  if (!Fused || !keepsOrder(All, Fused->Schedules, Options.MaxIslOperations))
    return "";
  Kernel K = Scop.K;
  isl::union_map Schedule = isl::union_map::empty(K.ctx());
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    K.Statements[S].Schedule = Fused->Schedules[S];
    Schedule = Schedule.unite(isl::union_map(Fused->Schedules[S]));
  }
  Expected<StoragePlan> NewPlan = planStorage(K, Flow, Options);
  if (!NewPlan) {
    consumeError(NewPlan.takeError());
    return "";
  }
  double Before = bytesNeeded(Scop.K, Plan, Options);
  double After = bytesNeeded(K, *NewPlan, Options);
  if (!(After <= Before * SmallEnough))
    return "";
  Scop.K = std::move(K);
  Scop.NewSchedule = Schedule;
  Plan = std::move(*NewPlan);
  return std::to_string(Fused->FusedNests + 1) +
         " loop nests run alongside each other, as they need " +
         std::to_string(int(100 * After / Before)) + " % of the memory then";
}
