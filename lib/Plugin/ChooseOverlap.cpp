//===- ChooseOverlap.cpp - Which loops to run in overlapping tiles --------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements chooseOverlap of ChooseSchedule.h.
///
//===----------------------------------------------------------------------===//

#include "ChooseSchedule.h"
#include "smolly/Schedule/TileBuffers.h"
#include "smolly/Schedule/Traffic.h"
#include "smolly/Scop/Footprint.h"
#include "smolly/Scop/Scalars.h"
#include "smolly/Storage/SmallSizes.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace llvm;
using namespace smolly;

/// How many times as much may be computed as in the program.
static constexpr double MostRedundancy = 1.3;

/// What must be left of the memory of arrays between the nests.
static constexpr double SmallEnough = 0.5;

/// The part of the operations for an analysis that finding tiles, with the
/// check of what comes out, may take for each number of loops that is tried.
static constexpr unsigned OverlapShare = 4;

/// \p New, which was made from \p Scop with scalars, without those.
static void dropScalars(OverlappedKernel &New, const ImportedScop &Scop) {
  auto IsArray = [&](AccessRef Ref) {
    return Ref.Access < Scop.K.Statements[Ref.Stmt].Accesses.size();
  };
  New.K.Arrays = Scop.K.Arrays;
  for (unsigned S = 0; S < New.K.Statements.size(); ++S) {
    Statement &Stmt = New.K.Statements[S];
    Stmt.OnlyWrites = Scop.K.Statements[S].OnlyWrites;
    Stmt.Effects = Scop.K.Statements[S].Effects;
    Stmt.Accesses.resize(Scop.K.Statements[S].Accesses.size());
  }
  erase_if(New.Flow.Flows, [&](const Flow &F) {
    return !IsArray(F.Read) || !IsArray(F.Write);
  });
  erase_if(New.Flow.Uncovered,
           [&](const UncoveredRead &U) { return !IsArray(U.Read); });
  erase_if(New.Flow.LiveOuts,
           [&](const Dataflow::LiveOut &L) { return !IsArray(L.Write); });
}

/// "tiles of 16 x 512" for each group.
static std::string describeTiles(const OverlappedKernel &New) {
  std::string Text;
  for (const OverlappedNests &G : New.Groups) {
    Text += Text.empty() ? "tiles of " : " and ";
    for (unsigned I = 0; I < G.Sizes.size(); ++I)
      Text += (I == 0 ? "" : " x ") + std::to_string(G.Sizes[I]);
  }
  return Text;
}

/// So that there are some tiles.
static long assumedSize(const OverlappedKernel &New) {
  long Size = AssumedSize;
  for (const OverlappedNests &G : New.Groups)
    if (G.Sizes.size() == 1)
      Size = std::max(Size, StripsInAll * G.Sizes.front());
  return Size;
}

/// "1.06".
static std::string describeRatio(double Ratio) {
  std::string Text;
  raw_string_ostream(Text) << format("%.2f", Ratio);
  return Text;
}

namespace {

/// What goes between memory and the cache, in bytes; none where it is not
/// known.
struct PredictedTraffic {
  std::optional<double> Before, After;

  bool isMore() const { return Before && After && *After > *Before; }
  std::string text() const {
    return Before && After ? "; " + describeTraffic(*Before, *After) : "";
  }
};

} // namespace

/// Of \p Scop as it is, and in the tiles of \p New with the buffers of \p Plan.
static PredictedTraffic predictTraffic(const ImportedScop &Scop,
                                       const OverlappedKernel &New,
                                       const StoragePlan &Plan,
                                       const StorageOptions &Options,
                                       const CacheSizes &Caches) {
  ParameterPoint Point(Scop.K.Context, Options.Assumed, Scop.K.Cases);
  unsigned long Operations = Options.MaxIslOperations / OverlapShare;
  std::vector<double> Whole(Scop.K.Arrays.size(), INFINITY);
  return {predictTraffic(Scop.K, Point, Whole, Caches.Second, Operations),
          predictTraffic(New.K, Point, bytesWith(New.K, Plan, Options),
                         Caches.Second, Operations)};
}

/// The tiles of \p Scop that cut \p Loops loops, if they are worth it.
static std::optional<RescheduledScop>
overlapLoops(const ImportedScop &Scop, const Kernel &All, const Dataflow &Flow,
             unsigned Loops, const StorageOptions &Given,
             const CacheSizes &Caches, std::string &WhyNot) {
  std::string Reason;
  auto New = overlapTiles(
      All, Flow,
      {Caches.Second / 2, Loops, Given.MaxIslOperations / OverlapShare},
      Reason);
  std::string NoTiles = "no overlapping tiles: ";
  if (!New) {
    if (!Reason.empty())
      WhyNot = NoTiles + Reason;
    return std::nullopt;
  }
  dropScalars(*New, Scop);
  long Assumed = assumedSize(*New);
  StorageOptions Options = assuming(Assumed, Scop.K, Given);
  Expected<StoragePlan> Plan = planTileBuffers(*New, Options);
  if (!Plan) {
    WhyNot = NoTiles + toString(Plan.takeError());
    return std::nullopt;
  }
  double Before = 0, After = 0;
  bool AreSizesKnown = true;
  for (const StorageArray &Buffer : Plan->Arrays) {
    for (unsigned Array : Buffer.Sharing)
      Before += bytesBefore(Scop.K, Array, Options);
    std::optional<double> Cells = cellsAtAssumed(New->K, Buffer, Options);
    AreSizesKnown &= Cells && Before > 0;
    After += Cells.value_or(0) * Buffer.ElementBytes;
  }
  // With no operations left, isl has no sizes either.
  if (!AreSizesKnown) {
    WhyNot = NoTiles + "it is not known how much memory they would take";
    return std::nullopt;
  }
  ParameterPoint Point(Scop.K.Context, Options.Assumed, Scop.K.Cases);
  double Ratio = redundancy(Scop.K, *New, Point);
  PredictedTraffic Traffic;
  if (Caches.Second > 0)
    Traffic = predictTraffic(Scop, *New, *Plan, Options, Caches);
  std::string Cost =
      describeTiles(*New) + " compute " + describeRatio(Ratio) +
      " times what the loops did; the arrays between them take " +
      describeChange(Before, After) + Traffic.text() +
      describeAssumedSizes(Scop.K, AssumedSize);
  bool IsKnown = Ratio > 0 && Ratio <= MostRedundancy;
  bool IsWorthIt =
      IsKnown && After <= Before * SmallEnough && !Traffic.isMore();
  // Tests do without that, but more memory is never meant.
  bool IsWanted = Caches.Second > 0 ? IsWorthIt : After <= Before;
  if (!IsWanted) {
    WhyNot = NoTiles + Cost;
    return std::nullopt;
  }
  RescheduledScop Result(std::move(New->K), std::move(New->Flow));
  Result.Plan = std::move(*Plan);
  Result.LeastFootprint = Caches.Second;
  Result.Remark = "loops run in overlapping tiles: " + Cost;
  return Result;
}

std::optional<RescheduledScop>
smolly::chooseOverlap(const ImportedScop &Scop, const StorageOptions &Options,
                      const CacheSizes &Caches, std::string &WhyNot) {
  Kernel All = withScalars(Scop);
  Expected<Dataflow> Flow =
      computeDataflow(All, Options.MaxIslOperations / OverlapShare);
  if (!Flow) {
    consumeError(Flow.takeError());
    return std::nullopt;
  }
  for (unsigned Loops : {2, 1})
    if (auto Result =
            overlapLoops(Scop, All, *Flow, Loops, Options, Caches, WhyNot)) {
      WhyNot.clear();
      return Result;
    }
  return std::nullopt;
}
