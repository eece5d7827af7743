//===- ChooseTiles.cpp - Which loops to run in tiles ----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements proposeTiles and chooseTiles of ChooseSchedule.h.
///
//===----------------------------------------------------------------------===//

#include "ChooseSchedule.h"
#include "smolly/Schedule/Fuse.h"
#include "smolly/Schedule/TileBlocks.h"
#include "smolly/Schedule/Traffic.h"
#include "smolly/Scop/Footprint.h"
#include "smolly/Scop/Scalars.h"
#include "smolly/Storage/SmallSizes.h"
#include <cmath>

using namespace llvm;
using namespace smolly;

/// What must be left of the traffic.
static constexpr double LittleEnough = 0.75;

/// So many times the memory of temporaries may be what it is without tiles:
/// fresh memory takes longer than what goes to the cache and back.
static constexpr double MostGrowth = 2;

/// The part of the operations for an analysis that tiling, the check of what
/// comes out, and each prediction may take.
static constexpr unsigned TileShare = 4;

/// The part of them that storage for tiles may take, which is there for few
/// kernels.
static constexpr unsigned StorageShare = 16;

/// Copies of statements with values in blocks, in nests of more than two tiled
/// loops: each of the dozen places of an access would make several.
static constexpr unsigned FewCopies = 8;

/// With less iterations of innermost loops, vector code takes longer than tiles
/// save: a product in tiles of 8 took 2.3 times as long as without.
static constexpr long LeastInnermost = 64, LeastInTests = 8;

/// Skewed loops run in tiles for this many times the second-level cache: data
/// that is in the next one takes less time than loops whose bounds all differ.
static constexpr double SkewedFootprint = 8;

/// Along a loop whose length is not known.
static constexpr long TilesInAll = 16;

std::string smolly::describeTraffic(double Before, double After) {
  return describeChange(Before, After) + " go between memory and cache";
}

/// "8 x 16 x 512" for each nest.
static std::string describeSizes(const TiledSchedule &Tiled) {
  std::string Text;
  for (const auto &Band : Tiled.Bands) {
    Text += Text.empty() ? "" : " and ";
    for (unsigned I = 0; I < Band.size(); ++I)
      Text += (I == 0 ? "" : " x ") + std::to_string(Band[I].Size);
  }
  return Text;
}

static bool isSkewed(const TiledSchedule &Tiled) {
  return any_of(Tiled.Bands, [](const std::vector<TiledLoop> &Band) {
    return any_of(Band, [](const TiledLoop &L) {
      return any_of(L.Skews, [](long Skew) { return Skew != 0; });
    });
  });
}

static std::vector<isl::map> timesOf(const Kernel &K) {
  std::vector<isl::map> Times;
  for (const Statement &S : K.Statements)
    Times.push_back(S.Schedule);
  return Times;
}

std::optional<TiledSchedule> smolly::proposeTiles(const Kernel &All,
                                                  bool MayFuse,
                                                  const CacheSizes &Caches,
                                                  unsigned long MaxOperations) {
  double TileBytes = Caches.Second / 2;
  long Least = Caches.Second > 0 ? LeastInnermost : LeastInTests;
  // Several nests in a time loop can be tiled if they are one, even if that
  // alone would save nothing.
  FuseOptions Fusion;
  Fusion.StripBytes = TileBytes;
  Fusion.MaxOperations = MaxOperations;
  Fusion.ForTiles = true;
  if (MayFuse)
    if (auto Fused = fuseNests(All, Fusion))
      if (auto Tiled =
              tileLoops(All, Fused->Schedules, TileBytes, MaxOperations, Least))
        return Tiled;
  return tileLoops(All, timesOf(All), TileBytes, MaxOperations, Least);
}

/// So that there are some tiles along each loop.
static long assumedSize(const TiledSchedule &Tiled) {
  long Size = AssumedSize;
  for (const auto &Band : Tiled.Bands)
    for (const TiledLoop &L : Band)
      Size = std::max(Size, TilesInAll * L.Size);
  return Size;
}

/// "3 MARS in a block of 96 cells, 18 blocks at a time; ..."
static std::string describeBlocks(const BlockedArray &A, const Kernel &K,
                                  long Assumed) {
  return "values between tiles are in blocks of " + std::to_string(A.Cells) +
         " cells in " + std::to_string(A.Mars) + " MARS; " +
         std::to_string(long(A.Blocks)) + " blocks, " +
         std::to_string(long(A.InnerCells)) +
         " cells for values in a tile and " +
         std::to_string(long(A.OtherCells)) + " for all others take " +
         describeChange(A.BytesBefore, A.BytesAfter) +
         describeAssumedSizes(K, Assumed);
}

/// The schedule \p Tiled of \p Scop, with blocks if there are any to be had;
/// what there is to say of that in \p Notes.
static std::optional<RescheduledScop> blockTiles(const ImportedScop &Scop,
                                                 const Dataflow &Flow,
                                                 const TiledSchedule &Tiled,
                                                 const StorageOptions &Given,
                                                 BlockNotes &Notes) {
  auto New = numberTiles(Scop.K, Flow, Tiled);
  if (!New)
    return std::nullopt;
  long Assumed = assumedSize(Tiled);
  BlockedPlan Found = planTileBlocks(Scop.K, Flow, *New, Tiled,
                                     assuming(Assumed, Scop.K, Given));
  for (const StorageRefusal &R : Found.Refusals)
    Notes.Missed.push_back(
        {R.Array, "values between tiles are not in blocks: " + R.Reason});
  if (Found.Arrays.empty())
    return std::nullopt;
  for (const BlockedArray &A : Found.Arrays)
    Notes.Passed.push_back({A.Array, describeBlocks(A, Scop.K, Assumed)});
  bool IsDeep = any_of(New->TileDims, [](unsigned Dims) { return Dims > 2; });
  RescheduledScop Result(std::move(New->K), std::move(New->Flow));
  Result.Plan = std::move(Found.Plan);
  if (IsDeep)
    Result.MaxCopies = FewCopies;
  return Result;
}

/// \p Scop in the order of \p Tiled, with storage for that; none where planning
/// that fails.
static std::optional<RescheduledScop> storeTiles(const ImportedScop &Scop,
                                                 const Dataflow &Flow,
                                                 const TiledSchedule &Tiled,
                                                 const StorageOptions &Options,
                                                 bool WithBlocks) {
  BlockNotes Notes;
  std::optional<RescheduledScop> Result;
  if (WithBlocks)
    Result = blockTiles(Scop, Flow, Tiled, Options, Notes);
  if (!Result) {
    Result = RescheduledScop(Scop.K, Tiled.Schedules);
    Expected<StoragePlan> Plan = planStorageSoon(
        Result->K, Flow, Options, Options.MaxIslOperations / StorageShare);
    if (!Plan) {
      consumeError(Plan.takeError());
      return std::nullopt;
    }
    Result->Plan = std::move(*Plan);
  }
  Result->Blocks = std::move(Notes);
  Result->Bands = Tiled.Bands;
  return Result;
}

std::optional<RescheduledScop>
smolly::chooseTiles(const ImportedScop &Scop, const Dataflow &Flow,
                    const StoragePlan &Now, const StorageOptions &Options,
                    const CacheSizes &Caches, bool WithBlocks,
                    std::string &WhyNot) {
  Kernel All = withScalars(Scop);
  unsigned long Operations = Options.MaxIslOperations / TileShare;
  std::optional<TiledSchedule> Tiled =
      proposeTiles(All, Scop.NewSchedule.is_null(), Caches, Operations);
  if (!Tiled)
    return std::nullopt;
  if (!keepsOrder(All, Tiled->Schedules, Operations)) {
    WhyNot = "loops not tiled: it was not shown that this keeps their results";
    return std::nullopt;
  }
  auto Stored = storeTiles(Scop, Flow, *Tiled, Options, WithBlocks);
  if (!Stored)
    return std::nullopt;
  RescheduledScop &Result = *Stored;
  Result.LeastFootprint =
      Caches.Second * (isSkewed(*Tiled) ? SkewedFootprint : 1);
  std::string Sizes = describeSizes(*Tiled);
  if (Caches.Second == 0) {
    Result.Remark = "loops tiled, " + Sizes;
    return Stored;
  }
  double BytesNow = temporaryBytes(Scop.K, Now, Options);
  double BytesInTiles = temporaryBytes(Result.K, Result.Plan, Options);
  if (BytesInTiles > std::max(BytesNow, Caches.Second) * MostGrowth) {
    WhyNot = "loops not tiled: in tiles of " + Sizes + ", arrays would take " +
             describeChange(BytesNow, BytesInTiles) +
             describeAssumedSizes(Scop.K, AssumedSize);
    return std::nullopt;
  }
  ParameterPoint Point(Scop.K.Context, Options.Assumed, Scop.K.Cases);
  auto Before = predictTraffic(Scop.K, Point, bytesWith(Scop.K, Now, Options),
                               Caches.Second, Operations);
  auto After =
      predictTraffic(Result.K, Point, bytesWith(Result.K, Result.Plan, Options),
                     Caches.Second, Operations);
  if (!Before || !After) {
    WhyNot = "loops not tiled: it is not known what that would save";
    return std::nullopt;
  }
  std::string Traffic = describeTraffic(*Before, *After) +
                        describeAssumedSizes(Scop.K, AssumedSize);
  if (*After > *Before * LittleEnough) {
    WhyNot = "loops not tiled: in tiles of " + Sizes + ", " + Traffic;
    return std::nullopt;
  }
  Result.Remark = "loops tiled, " + Sizes + ": " + Traffic;
  return Stored;
}
