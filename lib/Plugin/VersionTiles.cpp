//===- VersionTiles.cpp - Full tiles apart from others --------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements VersionTiles.h.
///
//===----------------------------------------------------------------------===//

#include "VersionTiles.h"
#include "ChooseSchedule.h"
#include "Iterations.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Storage/ParameterPoint.h"
#include "smolly/Storage/SmallSizes.h"

using namespace llvm;
using namespace smolly;

/// The part of the operations for an analysis that this may take.
static constexpr unsigned TileShare = 16;
/// With fewer full tiles than that, code for them is not worth its size.
static constexpr double LeastFull = 0.5;
/// The part of the second cache that a buffer may fill: the tile has other
/// data.
static constexpr double BufferShare = 4;

/// "3600 of 4096 tiles are full"
static std::string describeFull(const FullTiles &Full, const Kernel &K) {
  return std::to_string(long(Full.Full)) + " of " +
         std::to_string(long(Full.All)) + " tiles are full" +
         describeAssumedSizes(K, AssumedSize);
}

/// "a full tile reads each element 16 times, from a buffer of 16 x 256, in 512
/// cache lines and 8 pages in place of 768 and 256"
static std::string describeSlice(const PackedSlice &S) {
  std::string Sizes;
  for (unsigned Dim : S.Order)
    Sizes += (Sizes.empty() ? "" : " x ") + std::to_string(S.Sizes[Dim]);
  auto Number = [](double Value) { return std::to_string(long(Value)); };
  return "a full tile reads each element " + Number(S.ReadsEach) +
         " times, from a buffer of " + Sizes + ", in " + Number(S.LinesAfter) +
         " cache lines and " + Number(S.PagesAfter) + " pages in place of " +
         Number(S.LinesBefore) + " and " + Number(S.PagesBefore);
}

/// The \p Main pieces of all statements, null for a statement without pieces.
/// One that has idle ones only is in no full tile.
static std::vector<isl::set>
regionsOf(const Kernel &K, const AccessPlan &Places,
          const std::vector<std::optional<unsigned>> &Main) {
  std::vector<isl::set> Regions;
  for (unsigned S = 0; S < Main.size(); ++S) {
    const auto &Pieces = Places.Statements[S].Pieces;
    isl::set Nothing;
    if (!Pieces.empty())
      Nothing = isl::set::empty(K.Statements[S].Domain.get_space());
    Regions.push_back(Main[S] ? Pieces[*Main[S]].Domain : Nothing);
  }
  return Regions;
}

TileNotes smolly::versionTiles(const ImportedScop &Scop,
                               const std::vector<std::vector<TiledLoop>> &Bands,
                               const PassOptions &Options, double CacheBytes,
                               AccessPlan &Places, StoragePlan &Plan) {
  TileNotes Notes;
  if (Options.MaxTileVersions < 2 || Bands.empty())
    return Notes;
  unsigned long Operations = Options.MaxIslOperations / TileShare;
  IslBudget Budget(Scop.K.ctx(), Operations);
  ParameterPoint Point(Scop.K.Context, Options.forStorage(Scop.K).Assumed);
  std::vector<std::optional<unsigned>> Main = mainPieces(Places, Point);
  std::vector<isl::set> Regions = regionsOf(Scop.K, Places, Main);
  for (const std::vector<TiledLoop> &Band : Bands) {
    auto Full = findFullTiles(Scop.K, Band, Regions, Point, Operations);
    if (!Full || Full->Full < LeastFull * Full->All) {
      Notes.NotFull.push_back(
          "full tiles have no loops of their own: " +
          (Full ? describeFull(*Full, Scop.K) : "none were found"));
      continue;
    }
    std::vector<PackedSlice> Slices;
    if (Options.Pack)
      Slices = findPackedSlices(Scop.K, *Full,
                                [&](AccessRef Read) {
                                  return Main[Read.Stmt] &&
                                         isPlainRead(Scop, Places, Read,
                                                     *Main[Read.Stmt]);
                                },
                                Point, {CacheBytes / BufferShare, Operations});
    std::vector<ArrayNote> Packed;
    for (const PackedSlice &S : Slices)
      Packed.push_back({S.Array, describeSlice(S)});
    if (!addTileVersion(Scop.K, *Full, Main, std::move(Slices), Places, Plan))
      continue;
    Notes.Full.push_back("full tiles have loops of their own, of constant "
                         "length: " +
                         describeFull(*Full, Scop.K));
    append_range(Notes.Packed, Packed);
  }
  return Notes;
}

void smolly::addTileNotes(RemarkList &Remarks, const ImportedScop &Scop,
                          const TileNotes &Notes) {
  for (const std::string &Text : Notes.Full)
    Remarks.add(RemarkList::Kind::Passed, "FullTiles", placeOf(Scop), Text,
                nullptr);
  for (const std::string &Text : Notes.NotFull)
    Remarks.add(RemarkList::Kind::Missed, "NotFullTiles", placeOf(Scop), Text,
                nullptr);
  addNotes(Remarks, RemarkList::Kind::Passed, "Packed", Scop, Notes.Packed);
}
