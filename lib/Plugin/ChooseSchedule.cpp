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
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Schedule/Fuse.h"
#include "smolly/Scop/Footprint.h"
#include "smolly/Scop/Scalars.h"
#include "smolly/Storage/AliveAtOnce.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace smolly;

/// Loops wait for memory, and not for a third cache, if they need so many times
/// the second one.
static constexpr double BehindCaches = 8;
/// What must be left of the memory of temporaries.
static constexpr double SmallEnough = 0.5;

/// Temporaries that become as small as that are hardly in memory at all.
static constexpr double InRegisters = 256;

/// The part of the operations for an analysis that fusing, and the check of
/// what comes out, may take each.
static constexpr unsigned FuseShare = 8;

double smolly::bytesBefore(const Kernel &K, unsigned I,
                           const StorageOptions &Options) {
  return cellsAtAssumed(K, describeOriginal(K, I, Options), Options) *
         K.Arrays[I].ElementBytes;
}

/// Whether array \p I of \p K has a size that is known.
static bool hasKnownSize(const Kernel &K, unsigned I,
                         const StorageOptions &Options) {
  StorageArray A = describeOriginal(K, I, Options);
  return all_of(A.Dims, [](const StorageDim &Dim) {
    return isl_pw_aff_is_cst(Dim.Size.get()) == isl_bool_true;
  });
}

/// Bytes that \p Plan stores the values of \p Arrays in; what other arrays that
/// share storage with them would need anyway does not count.
static double bytesAfter(const Kernel &K, const StoragePlan &Plan,
                         ArrayRef<unsigned> Arrays,
                         const StorageOptions &Options) {
  double Bytes = 0;
  for (const StorageArray &New : Plan.Arrays) {
    if (none_of(New.Sharing,
                [&](unsigned A) { return is_contained(Arrays, A); }))
      continue;
    double Own = cellsAtAssumed(K, New, Options) * New.ElementBytes;
    for (unsigned A : New.Sharing)
      if (!is_contained(Arrays, A))
        Own -= bytesBefore(K, A, Options);
    Bytes += std::max(Own, 0.0);
  }
  std::vector<bool> Changed = changedArrays(Plan, K.Arrays.size());
  for (unsigned A : Arrays)
    if (!Changed[A])
      Bytes += bytesBefore(K, A, Options);
  return Bytes;
}

/// leastBytes of \p Arrays; 0 where that takes more than \p MaxOperations.
static double leastWithin(const Kernel &K, const Dataflow &Flow,
                          ArrayRef<unsigned> Arrays,
                          const StorageOptions &Options,
                          unsigned long MaxOperations) {
  IslBudget Budget(K.ctx(), MaxOperations);
  double Least = leastBytes(K, Flow, Arrays, Options);
  return Budget.exceeded() ? 0 : Least;
}

std::string smolly::describeBytes(double Bytes) {
  if (Bytes < 1024)
    return std::to_string(long(Bytes)) + " bytes";
  std::string Result;
  raw_string_ostream OS(Result);
  const char *Unit = "";
  for (const char *Larger : {"KiB", "MiB", "GiB"})
    if (Bytes >= 1024) {
      Bytes /= 1024;
      Unit = Larger;
    }
  OS << format(Bytes < 10 ? "%.1f" : "%.0f", Bytes) << ' ' << Unit;
  return Result;
}

RescheduledScop::RescheduledScop(const Kernel &Old,
                                 const std::vector<isl::map> &Schedules)
    : K(Old), Schedule(isl::union_map::empty(Old.ctx())) {
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    K.Statements[S].Schedule = Schedules[S];
    Schedule = Schedule.unite(isl::union_map(Schedules[S]));
  }
}

RescheduledScop::RescheduledScop(Kernel New, Dataflow Flow)
    : K(std::move(New)), Flow(std::move(Flow)),
      Schedule(isl::union_map::empty(K.ctx())) {
  for (const Statement &S : K.Statements)
    Schedule = Schedule.unite(isl::union_map(S.Schedule));
}

StorageOptions smolly::assuming(long Least, const Kernel &K,
                                StorageOptions Options) {
  for (unsigned I = 0, E = isl_set_dim(K.Context.get(), isl_dim_param); I < E;
       ++I)
    if (const char *Name =
            isl_set_get_dim_name(K.Context.get(), isl_dim_param, I))
      Options.Assumed.try_emplace(Name, Least);
  return Options;
}

std::optional<RescheduledScop>
smolly::chooseSchedule(const ImportedScop &Scop, const Dataflow &Flow,
                       const StorageOptions &Given, const CacheSizes &Caches,
                       std::string &WhyNot) {
  Kernel All = withScalars(Scop);
  unsigned long Operations = Given.MaxIslOperations / FuseShare;
  auto Fused = fuseNests(All, Caches.Second / 2, Operations);
  if (!Fused)
    return std::nullopt;
  long Assumed = std::max(AssumedSize, StripsInAll * Fused->LongestStrip);
  StorageOptions Options = assuming(Assumed, Scop.K, Given);
  SmallVector<unsigned, 8> Temporaries;
  double Before = 0;
  bool IsKnown = true;
  for (unsigned A = 0; A < Scop.K.Arrays.size(); ++A)
    if (Fused->Temporaries[A]) {
      Temporaries.push_back(A);
      Before += bytesBefore(Scop.K, A, Options);
      IsKnown &= hasKnownSize(Scop.K, A, Options);
    }
  std::string Nests = std::to_string(Fused->FusedNests + 1) + " loop nests ";
  std::string StayApart = Nests + "do not run alongside each other: ";
  if (!keepsOrder(All, Fused->Schedules, Operations)) {
    WhyNot = StayApart + "it was not shown that this keeps their results";
    return std::nullopt;
  }
  RescheduledScop Result(Scop.K, Fused->Schedules);
  auto AreTooLarge = [&](double After) {
    if (After <= Before * SmallEnough)
      return false;
    WhyNot = StayApart + "the arrays between them would take " +
             describeBytes(After) + " in place of " + describeBytes(Before);
    return true;
  };
  if (AreTooLarge(
          leastWithin(Result.K, Flow, Temporaries, Options, Operations)))
    return std::nullopt;
  Expected<StoragePlan> Plan = planStorage(Result.K, Flow, Options);
  if (!Plan) {
    consumeError(Plan.takeError());
    return std::nullopt;
  }
  double After = bytesAfter(Result.K, *Plan, Temporaries, Options);
  if (IsKnown && Before <= Caches.First && After > InRegisters) {
    WhyNot = StayApart + "the arrays between them fit the cache";
    return std::nullopt;
  }
  if (AreTooLarge(After))
    return std::nullopt;
  Result.Plan = std::move(*Plan);
  if (Fused->HasPrice)
    Result.LeastGain = Caches.Second * BehindCaches;
  else if (Fused->LongestStrip > 0)
    Result.LeastGain = Caches.Second / 2;
  Result.Remark =
      Nests + "run alongside each other: the arrays between them take " +
      describeBytes(After) + " in place of " + describeBytes(Before) +
      ", with " + std::to_string(Assumed) + " for each size that is not known";
  return Result;
}
