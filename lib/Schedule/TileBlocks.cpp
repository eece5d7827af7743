//===- TileBlocks.cpp - Blocks for what tiles pass on ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements TileBlocks.h.
///
/// A value in a block is at
///
///     [slot of the tile's block.., cell in the block]
///
/// Two such values are apart if they are of one tile, as they have different
/// cells, and if they are of two tiles whose blocks are in use at one time, as
/// these have different slots.
///
//===----------------------------------------------------------------------===//

#include "smolly/Schedule/TileBlocks.h"
#include "BlockSlots.h"
#include "BlockedValues.h"
#include "InnerValues.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Storage/ParameterPoint.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include <cmath>

using namespace llvm;
using namespace smolly;

/// The part of the operations for an analysis that finding blocks for an array,
/// their slots, storage for one tile, and storage for all other values may
/// take.
static constexpr unsigned ValuesShare = 16, SlotsShare = 16, InnerShare = 16,
                          OthersShare = 8;

namespace {

/// The blocks of one array in one nest.
struct Blocks {
  BlockedValues Values;
  BlockSlots Slots;
  StorageArray Storage;
  std::vector<ValueSet> Sets;
  /// Of values that stay in their tile.
  InnerStorage Inner;
};

class BlockPlanner {
public:
  BlockPlanner(const Kernel &Old, const Dataflow &OldFlow,
               const NumberedKernel &New, const TiledSchedule &Tiled,
               const StorageOptions &Options)
      : Old(Old), OldFlow(OldFlow), New(New), Options(Options) {
    for (unsigned Band = 0; Band < Tiled.Bands.size(); ++Band)
      Nests.emplace_back(Old, New, Tiled, Band);
  }

  BlockedPlan run();

private:
  std::string reasonNotToTouch(unsigned Array) const;
  void findBlocks(unsigned Array);
  Expected<std::optional<Blocks>> blocksIn(const TiledNest &Nest,
                                           unsigned Array) const;
  Error store(const TiledNest &Nest, Blocks &B) const;
  bool hasBlocks(unsigned Array) const;
  NumberedKernel withoutBlocks() const;
  Expected<StoragePlan> planTogether(const NumberedKernel &Rest) const;
  Expected<StoragePlan> planApart(NumberedKernel Rest) const;
  bool storeInBox(const NumberedKernel &Rest, AccessRef Write,
                  StoragePlan &Plan) const;
  double bytesOf(const StoragePlan &Others) const;
  Expected<StoragePlan> planOthers() const;
  bool dropExpensive(const StoragePlan &Others);
  double otherCells(unsigned Array, const StoragePlan &Others) const;
  double originalCells(unsigned Array) const;
  void refuse(unsigned Array, const Twine &Why);

  const Kernel &Old;
  const Dataflow &OldFlow;
  const NumberedKernel &New;
  const StorageOptions &Options;
  std::vector<TiledNest> Nests;
  std::vector<Blocks> Found;
  BlockedPlan Result;
};

} // namespace

void BlockPlanner::refuse(unsigned Array, const Twine &Why) {
  Result.Refusals.push_back({Array, Why.str()});
}

/// Empty if values of the array can move.
std::string BlockPlanner::reasonNotToTouch(unsigned Array) const {
  for (const Statement &S : Old.Statements)
    for (const Access &A : S.Accesses)
      if (A.Array == Array && A.isWrite() &&
          (A.Kind == AccessKind::MayWrite ||
           !A.Relation.is_single_valued().is_true()))
        return "it is not known where all its values are written";
  if (any_of(OldFlow.LiveOuts, [&](const Dataflow::LiveOut &L) {
        return Old.Statements[L.Write.Stmt].Accesses[L.Write.Access].Array ==
               Array;
      }))
    return "it is read behind the loops";
  for (const Flow &F : OldFlow.Flows)
    if (F.May &&
        Old.Statements[F.Read.Stmt].Accesses[F.Read.Access].Array == Array)
      return "it is not known which values are read";
  return "";
}

/// Gives the values of \p B places.
Error BlockPlanner::store(const TiledNest &Nest, Blocks &B) const {
  isl::set Tiles;
  for (const TilePart &P : B.Values.Parts) {
    isl::set Own = Nest.positionOf(P.Stmt).range();
    Tiles = Tiles.is_null() ? Own : Tiles.unite(Own);
  }
  auto Slots = findBlockSlots(New.K.Context, Tiles, B.Values.Consumers, Options,
                              Options.MaxIslOperations / SlotsShare);
  if (!Slots)
    return createStringError("no places for its blocks were found");
  B.Slots = std::move(*Slots);
  const Array &A = New.K.Arrays[B.Values.Array];
  B.Storage.Array = B.Values.Array;
  B.Storage.Sharing = {B.Values.Array};
  B.Storage.ElementBytes = A.ElementBytes;
  B.Storage.Name = A.Name + "_blocks";
  B.Storage.Dims = B.Slots.Dims;
  auto Constant = [&](long Value) {
    isl::set All = isl::set::universe(New.K.Context.get_space());
    return isl::pw_aff(All, isl::val(New.K.ctx(), Value));
  };
  B.Storage.Dims.push_back({Constant(B.Values.Cells), Constant(0), false});
  for (const BlockPiece &P : B.Values.Pieces) {
    isl::pw_multi_aff Position =
        isl::pw_multi_aff::from_map(Nest.positionOf(P.Write.Stmt));
    ValueSet V;
    V.Write = P.Write;
    V.Piece = P.Piece;
    V.Array = B.Values.Array;
    V.Where = ValueSet::Place::Mapped;
    isl::pw_multi_aff Slot = isl::manage(isl_pw_multi_aff_reset_tuple_id(
        B.Slots.Index.pullback(Position).release(), isl_dim_out));
    V.Index = Slot.flat_range_product(isl::pw_multi_aff(isl::pw_aff(P.Cell)));
    V.Index = coalesced(V.Index).gist(V.Piece);
    V.Index = V.Index.set_range_tuple(B.Storage.Name);
    if (V.Piece.is_null() || V.Index.is_null())
      return createStringError("finding places for its blocks takes too long");
    B.Sets.push_back(std::move(V));
  }
  return Error::success();
}

/// None if tiles pass none of its values on.
Expected<std::optional<Blocks>> BlockPlanner::blocksIn(const TiledNest &Nest,
                                                       unsigned Array) const {
  auto Values = findBlockedValues(Nest, OldFlow, Array,
                                  Options.MaxIslOperations / ValuesShare);
  if (!Values)
    return Values.takeError();
  if (Values->Mars == 0)
    return std::nullopt;
  if (Values->Pieces.empty())
    return createStringError("all that tiles pass on is read behind them");
  Blocks Result;
  Result.Values = std::move(*Values);
  if (Error Err = store(Nest, Result))
    return Err;
  auto Inner = planInnerValues(Nest, Result.Values, Options,
                               Options.MaxIslOperations / InnerShare);
  if (!Inner)
    return Inner.takeError();
  Result.Inner = std::move(*Inner);
  return Result;
}

void BlockPlanner::findBlocks(unsigned Array) {
  std::string Why = reasonNotToTouch(Array);
  std::vector<Blocks> Own;
  for (const TiledNest &Nest : Nests) {
    if (!any_of(OldFlow.Flows, [&](const Flow &F) {
          return Nest.contains(F.Write.Stmt) && Nest.contains(F.Read.Stmt) &&
                 Old.Statements[F.Write.Stmt].Accesses[F.Write.Access].Array ==
                     Array;
        }))
      continue;
    if (!Why.empty())
      return refuse(Array, Why);
    auto New = blocksIn(Nest, Array);
    if (!New)
      return refuse(Array, toString(New.takeError()));
    if (*New)
      Own.push_back(std::move(**New));
  }
  append_range(Found, Own);
}

bool BlockPlanner::hasBlocks(unsigned Array) const {
  return any_of(Found,
                [&](const Blocks &B) { return B.Values.Array == Array; });
}

/// The kernel without the values in blocks and those that stay in tiles. Copies
/// of others are values of their own: what they are from may be in a block.
NumberedKernel BlockPlanner::withoutBlocks() const {
  NumberedKernel Rest = New;
  for (const Blocks &B : Found)
    for (const TilePart &P : B.Values.Parts) {
      if (!P.Write)
        continue;
      isl::map &Relation =
          Rest.K.Statements[P.Stmt].Accesses[*P.Write].Relation;
      Relation = Relation.intersect_domain(P.Others);
      for (auto &F : Rest.Flow.Flows)
        if (F.Write == AccessRef{P.Stmt, *P.Write})
          F.Sources = F.Sources.intersect_range(P.Others);
    }
  for (Statement &S : Rest.K.Statements)
    for (Access &A : S.Accesses)
      if (A.CopyOf &&
          (hasBlocks(A.Array) || hasBlocks(S.Accesses[*A.CopyOf].Array)))
        A.CopyOf = std::nullopt;
  return Rest;
}

/// By a search for all arrays.
Expected<StoragePlan>
BlockPlanner::planTogether(const NumberedKernel &Rest) const {
  return planStorageSoon(Rest.K, Rest.Flow, Options,
                         Options.MaxIslOperations / OthersShare);
}

/// Puts the values of \p Write that are used into an array of their own, where
/// they are as in the array that they are from. False on failure.
bool BlockPlanner::storeInBox(const NumberedKernel &Rest, AccessRef Write,
                              StoragePlan &Plan) const {
  const Access &A = Rest.K.Statements[Write.Stmt].Accesses[Write.Access];
  isl::set All = A.Relation.domain();
  isl::set Used = isl::set::empty(All.get_space());
  for (const auto &F : Rest.Flow.Flows)
    if (F.Write == Write)
      Used = Used.unite(F.Sources.range());
  Used = coalesced(Used.intersect_params(Rest.K.Context))
             .gist_params(Rest.K.Context)
             .intersect(All);
  ValueSet V;
  V.Write = Write;
  V.Array = A.Array;
  V.Piece = coalesced(All.subtract(Used));
  V.Where = ValueSet::Place::Nowhere;
  if (!isEmpty(V.Piece).is_true())
    Plan.Values.push_back(V);
  if (isEmpty(Used).is_true())
    return true;
  isl::set Elements =
      A.Relation.intersect_domain(Used).range().intersect_params(
          Rest.K.Context);
  ParameterPoint Point(Rest.K.Context, Options.Assumed, Rest.K.Cases);
  StorageArray Box;
  Box.Array = A.Array;
  Box.Sharing = {A.Array};
  Box.ElementBytes = Rest.K.Arrays[A.Array].ElementBytes;
  Box.Name = Rest.K.Arrays[A.Array].Name;
  for (int I = 0, E = isl_set_dim(Elements.get(), isl_dim_set); I < E; ++I) {
    StorageDim Dim;
    Dim.NeedsModulo = false;
    Dim.Base = Point.lowerBound(Elements.dim_min(I));
    Dim.Size =
        Point.upperBound(Elements.dim_max(I).sub(Dim.Base).add_constant(1), 1);
    if (Dim.Size.is_null() || Dim.Base.is_null())
      return false;
    Box.Dims.push_back(Dim);
  }
  V.Piece = Used;
  V.Where = ValueSet::Place::Mapped;
  V.Target = Plan.Arrays.size();
  V.Index = isl::pw_multi_aff::from_map(A.Relation.intersect_domain(Used))
                .gist(Used)
                .set_range_tuple(Box.Name);
  Plan.Arrays.push_back(std::move(Box));
  Plan.Values.push_back(V);
  return !V.Piece.is_null() && !V.Index.is_null();
}

/// Without a search for arrays that have blocks.
Expected<StoragePlan> BlockPlanner::planApart(NumberedKernel Rest) const {
  for (unsigned I = 0; I < Rest.K.Arrays.size(); ++I)
    if (hasBlocks(I))
      Rest.K.Arrays[I].Fixed = true;
  Expected<StoragePlan> Plan = planTogether(Rest);
  if (!Plan)
    return Plan;
  erase_if(Plan->Values, [&](const ValueSet &V) { return hasBlocks(V.Array); });
  IslBudget Budget(Rest.K.ctx(), Options.MaxIslOperations / OthersShare);
  Rest.K.alignParameters();
  for (unsigned S = 0; S < Rest.K.Statements.size(); ++S)
    for (unsigned A = 0; A < Rest.K.Statements[S].Accesses.size(); ++A)
      if (const Access &Write = Rest.K.Statements[S].Accesses[A];
          Write.isWrite() && hasBlocks(Write.Array) &&
          !storeInBox(Rest, {S, A}, *Plan))
        return createStringError("storage for other values takes too long");
  return Plan;
}

/// Where all values go that are neither in blocks nor in tiles.
Expected<StoragePlan> BlockPlanner::planOthers() const {
  NumberedKernel Rest = withoutBlocks();
  Expected<StoragePlan> First = planTogether(Rest);
  Expected<StoragePlan> Second = planApart(std::move(Rest));
  if (First && (!Second || bytesOf(*First) <= bytesOf(*Second))) {
    if (!Second)
      consumeError(Second.takeError());
    return First;
  }
  if (!First)
    consumeError(First.takeError());
  return Second;
}

/// 0 where it is not known: blocks would be expensive then.
double BlockPlanner::originalCells(unsigned Array) const {
  return cellsAtAssumed(Old, describeOriginal(Old, Array, Options), Options)
      .value_or(0);
}

/// The cells for values of \p Array that are not in blocks; shared ones count
/// as its own.
double BlockPlanner::otherCells(unsigned Array,
                                const StoragePlan &Others) const {
  double Cells = 0;
  for (const StorageArray &A : Others.Arrays)
    if (is_contained(A.Sharing, Array))
      Cells += cellsAtAssumed(New.K, A, Options).value_or(INFINITY);
  if (any_of(Others.Values, [&](const ValueSet &V) {
        return V.Array == Array && V.Where == ValueSet::Place::Original;
      }))
    Cells += originalCells(Array);
  return Cells;
}

/// What arrays with blocks take besides.
double BlockPlanner::bytesOf(const StoragePlan &Others) const {
  double Bytes = 0;
  for (unsigned Array = 0; Array < Old.Arrays.size(); ++Array)
    if (hasBlocks(Array))
      Bytes += otherCells(Array, Others) * Old.Arrays[Array].ElementBytes;
  return Bytes;
}

/// Drops the blocks of arrays that would take more memory than now. Whether
/// there were any.
bool BlockPlanner::dropExpensive(const StoragePlan &Others) {
  Result.Arrays.clear();
  std::vector<bool> IsExpensive(Old.Arrays.size());
  for (unsigned Array = 0; Array < Old.Arrays.size(); ++Array) {
    BlockedArray Sum;
    Sum.Array = Array;
    unsigned Bytes = Old.Arrays[Array].ElementBytes;
    double BlockCells = 0;
    for (const Blocks &B : Found)
      if (B.Values.Array == Array) {
        BlockCells += B.Slots.Slots * B.Values.Cells;
        for (const StorageArray &A : B.Inner.Arrays)
          Sum.InnerCells +=
              cellsAtAssumed(New.K, A, Options).value_or(INFINITY);
      }
    if (BlockCells == 0)
      continue;
    Sum.OtherCells = otherCells(Array, Others);
    Sum.BytesBefore = originalCells(Array) * Bytes;
    Sum.BytesAfter = (BlockCells + Sum.InnerCells + Sum.OtherCells) * Bytes;
    for (const Blocks &B : Found)
      if (B.Values.Array == Array) {
        Sum.Mars = B.Values.Mars;
        Sum.Cells = B.Values.Cells;
        Sum.Blocks = B.Slots.Slots;
        Result.Arrays.push_back(Sum);
      }
    if (Sum.BytesAfter <= Sum.BytesBefore)
      continue;
    IsExpensive[Array] = true;
    if (std::isinf(Sum.BytesAfter) || Sum.BytesBefore == 0)
      refuse(Array, "what its blocks would take is not known");
    else
      refuse(Array, "blocks of " + Twine(Sum.Cells) + " cells would take " +
                        Twine(long(Sum.BytesAfter)) + " bytes in place of " +
                        Twine(long(Sum.BytesBefore)));
  }
  size_t Before = Found.size();
  erase_if(Found, [&](const Blocks &B) { return IsExpensive[B.Values.Array]; });
  return Found.size() < Before;
}

BlockedPlan BlockPlanner::run() {
  for (unsigned I = 0; I < Old.Arrays.size(); ++I)
    if (!Old.Arrays[I].Fixed)
      findBlocks(I);
  while (!Found.empty()) {
    Expected<StoragePlan> Others = planOthers();
    if (!Others) {
      for (const Blocks &B : Found)
        refuse(B.Values.Array, toString(Others.takeError()));
      break;
    }
    if (dropExpensive(*Others))
      continue;
    Result.Plan = std::move(*Others);
    for (Blocks &B : Found) {
      for (ValueSet &V : B.Inner.Sets)
        V.Target += Result.Plan.Arrays.size();
      append_range(Result.Plan.Values, B.Inner.Sets);
      append_range(Result.Plan.Arrays, B.Inner.Arrays);
      for (ValueSet &V : B.Sets)
        V.Target = Result.Plan.Arrays.size();
      append_range(Result.Plan.Values, B.Sets);
      Result.Plan.Arrays.push_back(std::move(B.Storage));
    }
    return std::move(Result);
  }
  Result.Arrays.clear();
  return std::move(Result);
}

BlockedPlan smolly::planTileBlocks(const Kernel &Old, const Dataflow &OldFlow,
                                   const NumberedKernel &New,
                                   const TiledSchedule &Tiled,
                                   const StorageOptions &Options) {
  return BlockPlanner(Old, OldFlow, New, Tiled, Options).run();
}
