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
#include "smolly/Kernel/CompactTimes.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Schedule/Fuse.h"
#include "smolly/Scop/Footprint.h"
#include "smolly/Scop/Scalars.h"
#include "smolly/Storage/AliveAtOnce.h"
#include "smolly/Storage/SmallSizes.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/TimeProfiler.h"
#include <cmath>

using namespace llvm;
using namespace smolly;

/// What must be left of the memory of temporaries.
static constexpr double SmallEnough = 0.5;

/// Temporaries that become as small as that are hardly in memory at all.
static constexpr double InRegisters = 256;

/// The part of the operations for an analysis that fusing, and the check of
/// what comes out, may take each.
static constexpr unsigned FuseShare = 8;

/// So often all is planned again without nests that gain nothing.
static constexpr unsigned MaxRounds = 3;

double smolly::bytesBefore(const Kernel &K, unsigned I,
                           const StorageOptions &Options) {
  return cellsAtAssumed(K, describeOriginal(K, I, Options), Options)
             .value_or(0) *
         K.Arrays[I].ElementBytes;
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
    double Own =
        cellsAtAssumed(K, New, Options).value_or(INFINITY) * New.ElementBytes;
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

std::vector<double> smolly::bytesWith(const Kernel &K, const StoragePlan &Plan,
                                      const StorageOptions &Options) {
  std::vector<double> Bytes;
  for (bool IsChanged : changedArrays(Plan, K.Arrays.size()))
    Bytes.push_back(IsChanged ? 0 : INFINITY);
  for (const StorageArray &New : Plan.Arrays)
    if (!New.Sharing.empty())
      Bytes[New.Sharing.front()] +=
          cellsAtAssumed(K, New, Options).value_or(INFINITY) * New.ElementBytes;
  return Bytes;
}

double smolly::temporaryBytes(const Kernel &K, const StoragePlan &Plan,
                              const StorageOptions &Options) {
  std::vector<double> Bytes = bytesWith(K, Plan, Options);
  double Sum = 0;
  for (unsigned A = 0; A < K.Arrays.size(); ++A)
    if (!K.Arrays[A].Fixed)
      Sum += std::isinf(Bytes[A]) ? bytesBefore(K, A, Options) : Bytes[A];
  return Sum;
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

std::string smolly::describeChange(double Before, double After) {
  std::string Old = describeBytes(Before), New = describeBytes(After);
  if (New == Old)
    return (After == Before ? "" : "about ") + New + " as before";
  return New + " in place of " + Old;
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
            isl_set_get_dim_name(K.Context.get(), isl_dim_param, I);
        Name && !K.Cases.count(Name))
      Options.Assumed.try_emplace(Name, Least);
  return Options;
}

namespace {

/// Decides which nests of a SCoP run alongside each other: all that can, but
/// for groups of them that would gain nothing.
class NestFuser {
public:
  NestFuser(const ImportedScop &Scop, const Dataflow &Flow,
            const StorageOptions &Given, const CacheSizes &Caches)
      : Scop(Scop), Flow(Flow), Given(Given), Caches(Caches),
        MaxOperations(Given.MaxIslOperations / FuseShare),
        All(withScalars(Scop)) {}
  std::optional<RescheduledScop> choose(std::string &WhyNot);

private:
  /// Of arrays between nests, in bytes.
  struct Sizes {
    double Before = 0, After = 0;
    bool IsKnown = true;
  };
  const Sizes &before(unsigned Array);
  Sizes before(ArrayRef<unsigned> Arrays);
  std::string whyApart(const Sizes &S) const;
  /// What storage must have at least, without a plan; 0 where that takes too
  /// long.
  double leastFor(ArrayRef<unsigned> Arrays) const;
  double leastFor(unsigned Array) const;
  bool staysApart(function_ref<double(ArrayRef<unsigned>)> AfterOf,
                  function_ref<double(unsigned)> AfterOfOne,
                  std::string &WhyNot);
  bool areAllTemporaries(ArrayRef<unsigned> Arrays) const;
  std::optional<RescheduledScop> tryFused(std::string &WhyNot);
  std::string remark() const;

  const ImportedScop &Scop;
  const Dataflow &Flow;
  const StorageOptions &Given;
  const CacheSizes &Caches;
  unsigned long MaxOperations;
  /// With scalars.
  Kernel All;
  FusedSchedule Fused;
  /// With sizes that are not known.
  long Assumed = 0;
  StorageOptions Options;
  std::optional<RescheduledScop> Result;
  /// Of Result.
  std::optional<LiveRanges> Ranges;
  Sizes Total;
  /// Of arrays in the order of the program, by Assumed.
  std::map<std::pair<long, unsigned>, Sizes> SizesBefore;
  /// See FuseOptions.
  std::set<unsigned> Ignored;
};

} // namespace

const NestFuser::Sizes &NestFuser::before(unsigned Array) {
  auto [It, IsNew] = SizesBefore.try_emplace({Assumed, Array});
  Sizes &S = It->second;
  if (!IsNew)
    return S;
  StorageArray A = describeOriginal(Scop.K, Array, Options);
  S.Before = cellsAtAssumed(Scop.K, A, Options).value_or(0) * A.ElementBytes;
  S.IsKnown = all_of(A.Dims, [](const StorageDim &Dim) {
    return isl_pw_aff_is_cst(Dim.Size.get()) == isl_bool_true;
  });
  return S;
}

NestFuser::Sizes NestFuser::before(ArrayRef<unsigned> Arrays) {
  Sizes Sum;
  for (unsigned A : Arrays) {
    Sum.Before += before(A).Before;
    Sum.IsKnown &= before(A).IsKnown;
  }
  return Sum;
}

/// Whether \p Arrays are all for which storage is planned.
bool NestFuser::areAllTemporaries(ArrayRef<unsigned> Arrays) const {
  for (unsigned A = 0; A < Scop.K.Arrays.size(); ++A)
    if (!Scop.K.Arrays[A].Fixed && !is_contained(Arrays, A))
      return false;
  return true;
}

/// Why nests are not to run alongside each other, with arrays of these sizes
/// between them; empty if they are to.
std::string NestFuser::whyApart(const Sizes &S) const {
  if (S.IsKnown && S.Before <= Caches.First && S.After > InRegisters)
    return "the arrays between them fit the cache";
  if (S.After > S.Before * SmallEnough)
    return "the arrays between them would take " +
           describeChange(S.Before, S.After);
  return "";
}

double NestFuser::leastFor(ArrayRef<unsigned> Arrays) const {
  IslBudget Budget(Result->K.ctx(), MaxOperations);
  double Least = leastBytes(*Ranges, Arrays, Options);
  return Budget.exceeded() ? 0 : Least;
}

double NestFuser::leastFor(unsigned Array) const {
  IslBudget Budget(Result->K.ctx(), MaxOperations);
  double Least = leastBytesAlone(*Ranges, Array, Options);
  return Budget.exceeded() ? 0 : Least;
}

/// Whether there are groups that gain nothing if their arrays take what \p
/// AfterOf says, and one of them what \p AfterOfOne says: then all is to be
/// looked at again, ignoring the arrays for which that is so.
bool NestFuser::staysApart(function_ref<double(ArrayRef<unsigned>)> AfterOf,
                           function_ref<double(unsigned)> AfterOfOne,
                           std::string &WhyNot) {
  size_t Known = Ignored.size();
  for (const FusedGroup &G : Fused.Groups) {
    Sizes Together = before(G.Temporaries);
    Together.After = AfterOf(G.Temporaries);
    std::string Why = whyApart(Together);
    if (Why.empty())
      continue;
    WhyNot = std::to_string(G.FusedNests + 1) +
             " loop nests do not run alongside each other: " + Why;
    bool IsDueToSome = false;
    for (unsigned A : G.Temporaries) {
      Sizes Own = before(A);
      Own.After = AfterOfOne(A);
      if (whyApart(Own).empty())
        continue;
      Ignored.insert(A);
      IsDueToSome = true;
    }
    if (!IsDueToSome)
      Ignored.insert(G.Temporaries.begin(), G.Temporaries.end());
  }
  return Ignored.size() > Known;
}

/// Plans the storage of Fused; none if that fails, or if more is to be
/// ignored.
std::optional<RescheduledScop> NestFuser::tryFused(std::string &WhyNot) {
  Assumed = std::max(AssumedSize, StripsInAll * Fused.longestStrip());
  Options = assuming(Assumed, Scop.K, Given);
  std::vector<unsigned> Temporaries = Fused.temporaries();
  Fused.Schedules = compactTimes(std::move(Fused.Schedules));
  if (!keepsOrder(All, Fused.Schedules, MaxOperations)) {
    WhyNot = std::to_string(Fused.fusedNests() + 1) +
             " loop nests do not run alongside each other: it was not shown "
             "that this keeps their results";
    return std::nullopt;
  }
  Result.emplace(Scop.K, Fused.Schedules);
  Ranges.emplace(Result->K, Flow);
  Total = before(Temporaries);
  // No storage plan does better than that.
  Total.After = leastFor(Temporaries);
  if (!whyApart(Total).empty() &&
      staysApart([&](ArrayRef<unsigned> Of) { return leastFor(Of); },
                 [&](unsigned A) { return leastFor(A); }, WhyNot))
    return std::nullopt;
  StorageOptions ForPlan = Options;
  ForPlan.KnownToShrink = Total.After > 0 && whyApart(Total).empty() &&
                          areAllTemporaries(Temporaries);
  Expected<StoragePlan> Plan = planStorage(*Ranges, ForPlan);
  if (!Plan) {
    consumeError(Plan.takeError());
    return std::nullopt;
  }
  auto After = [&](ArrayRef<unsigned> Of) {
    return bytesAfter(Result->K, *Plan, Of, Options);
  };
  Total.After = After(Temporaries);
  if (staysApart(After, After, WhyNot))
    return std::nullopt;
  Result->Plan = std::move(*Plan);
  return std::move(Result);
}

std::string NestFuser::remark() const {
  return std::to_string(Fused.fusedNests() + 1) +
         " loop nests run alongside each other: the arrays between them take " +
         (Total.After > 0 ? describeChange(Total.Before, Total.After)
                          : "no memory of their own in place of " +
                                describeBytes(Total.Before)) +
         describeAssumedSizes(Scop.K, Assumed);
}

/// Complexity: at most MaxRounds storage plans.
std::optional<RescheduledScop> NestFuser::choose(std::string &WhyNot) {
  FuseOptions How;
  How.StripBytes = Caches.Second / 2;
  How.MaxOperations = MaxOperations;
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    auto Found = fuseNests(All, How);
    if (!Found)
      return std::nullopt;
    Fused = std::move(*Found);
    if (auto New = tryFused(WhyNot)) {
      double Price = Caches.behind();
      double OfStrips = Fused.longestStrip() > 0 ? Caches.Second / 2 : 0;
      New->Waiting = Fused.waiting();
      New->LeastGainWithRows = Fused.leaps() ? Price : OfStrips;
      New->LeastGain = Fused.bordersLeap() || !New->Waiting.empty()
                           ? Price
                           : New->LeastGainWithRows;
      New->Assumed = Assumed;
      New->Remark = remark();
      return New;
    }
    // What is left may be needed for a plan in the old order.
    if (Ignored.size() == How.Ignored.size() || IslAllowance::isHalfUsedUp())
      return std::nullopt;
    How.Ignored = Ignored;
  }
  return std::nullopt;
}

std::optional<RescheduledScop>
smolly::chooseSchedule(const ImportedScop &Scop, const Dataflow &Flow,
                       const StorageOptions &Options, const CacheSizes &Caches,
                       std::string &WhyNot) {
  TimeTraceScope Trace("Smolly choose schedule");
  return NestFuser(Scop, Flow, Options, Caches).choose(WhyNot);
}
