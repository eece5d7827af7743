//===- BlockSlots.cpp - Where the blocks of tiles are ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements BlockSlots.h.
///
/// In the kernel for the planner each tile is an instance that fills a block,
///
///     Fill[tile] writes Block[tile],
///
/// and the block is needed until the end of the last tile that may use it,
/// whether that tile is there or not.
///
//===----------------------------------------------------------------------===//

#include "BlockSlots.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Storage/ArraySearch.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include <algorithm>
#include <cmath>

using namespace smolly;

/// \p Tiles, or more, as one polyhedron if that has bounds, else several,
/// without existentially quantified variables.
static isl::set simplified(const isl::set &Tiles) {
  isl::set Rational = coalesced(isl::manage(isl_set_remove_divs(Tiles.copy())));
  isl::set Hull(Rational.simple_hull());
  return Hull.is_bounded().is_true() ? Hull : Rational;
}

/// \p Tiles, { [position] }, as a kernel.
static Kernel kernelOf(const isl::set &Context, const isl::set &Tiles) {
  auto Named = [&](const char *Name) {
    return isl::manage(isl_set_set_tuple_name(Tiles.copy(), Name));
  };
  Kernel K;
  K.Name = "tiles";
  K.Context = Context;
  Array Block;
  Block.Name = "Block";
  Block.Extent = Named("Block");
  Block.LiveIn = Block.LiveOut = isl::set::empty(Block.Extent.get_space());
  Statement Fill;
  Fill.Name = "Fill";
  Fill.Domain = Named("Fill");
  Fill.Schedule = isl::manage(
      isl_map_reset_tuple_id(Fill.Domain.identity().release(), isl_dim_out));
  Fill.Accesses.push_back({AccessKind::MustWrite,
                           Fill.Domain.identity().set_tuple_id(
                               isl::dim::out, Block.Extent.get_tuple_id()),
                           0});
  K.Arrays.push_back(std::move(Block));
  K.Statements.push_back(std::move(Fill));
  K.alignParameters();
  return K;
}

/// The lives of the blocks of \p K, which are used until the end of the tile
/// whose position is larger by \p Last.
static ValueLives livesOf(const Kernel &K, const std::vector<long> &Last) {
  ValueLives Lives = computeLives(K, Dataflow(), {0, 0});
  isl::map End = Lives.Definition; // { Fill[tile] -> [tile, 1] }
  isl::multi_aff Later =
      isl::multi_aff::identity_on_domain(End.range().get_space());
  for (unsigned I = 0; I < Last.size(); ++I)
    Later =
        Later.set_at(I, Later.at(I).add_constant(isl::val(K.ctx(), Last[I])));
  Later = Later.set_at(Last.size(), Later.at(Last.size()).add_constant(1));
  Lives.LastUse = End.apply_range(Later.as_map());
  Lives.Used = Lives.Piece;
  return Lives;
}

/// The smallest mapping that is found for all blocks.
static std::optional<StoredValues>
searchMapping(const Kernel &K, const std::vector<long> &Last,
              const ParameterPoint &Point, const StorageOptions &Options) {
  PlanBudget Left(Options);
  ValueLives Lives = livesOf(K, Last);
  if (Lives.LastUse.is_null() || Lives.Definition.is_null())
    return std::nullopt;
  auto Values = std::make_shared<ArrayValues>(
      K, std::vector<ValueLives>{std::move(Lives)});
  Dataflow None;
  ArraySearch Search(None, Values, Point, Options, Left);
  std::vector<Arrangement> Found = Search.run();
  llvm::stable_sort(Found, [](const Arrangement &A, const Arrangement &B) {
    return A.Cells < B.Cells;
  });
  for (const Arrangement &A : Found)
    if (auto Stored = Search.realize(A); Stored && Stored->Groups.size() == 1)
      return Stored;
  return std::nullopt;
}

/// One block for each tile of the box around them all.
static std::optional<BlockSlots> oneForEach(const Kernel &K,
                                            const isl::set &Tiles,
                                            const StorageOptions &Options) {
  StorageArray Box = describeOriginal(K, 0, Options);
  for (const StorageDim &Dim : Box.Dims)
    if (Dim.Size.is_null() || Dim.Base.is_null())
      return std::nullopt;
  std::optional<double> Cells = cellsAtAssumed(K, Box, Options);
  if (!Cells)
    return std::nullopt;
  BlockSlots Result;
  Result.Index =
      isl::pw_multi_aff(isl::multi_aff::identity_on_domain(Tiles.get_space()));
  Result.Dims = Box.Dims;
  Result.Slots = *Cells;
  return Result;
}

/// The same with the mapping of \p Stored.
static BlockSlots slotsOf(const Kernel &K, const StoredValues &Stored,
                          const isl::set &Tiles,
                          const StorageOptions &Options) {
  const GroupMapping &Group = Stored.Groups.front();
  isl::multi_aff Name = isl::multi_aff::identity_on_domain(Tiles.get_space());
  Name = isl::manage(isl_multi_aff_set_tuple_id(
      Name.release(), isl_dim_out,
      K.Statements[0].Domain.get_tuple_id().release()));
  StorageArray Slots;
  Slots.Dims = Group.Dims;
  BlockSlots Result;
  Result.Index = cellsOf(Group, *Stored.Values, 0).pullback(Name);
  Result.Dims = Group.Dims;
  Result.Slots = cellsAtAssumed(K, Slots, Options).value_or(INFINITY);
  return Result;
}

std::optional<BlockSlots>
smolly::findBlockSlots(const isl::set &Context, const isl::set &Tiles,
                       const std::vector<std::vector<long>> &Consumers,
                       const StorageOptions &Given,
                       unsigned long MaxOperations) {
  StorageOptions Options = Given;
  Options.PreferCheapIndex = false;
  Options.InterArray = false;
  Options.MaxIslOperations = MaxOperations;
  Kernel K;
  isl::set Simple;
  std::optional<BlockSlots> Result;
  {
    IslBudget Budget(Context.ctx(), MaxOperations);
    Simple = simplified(Tiles).intersect_params(Context);
    if (Simple.is_null() || Consumers.empty())
      return std::nullopt;
    K = kernelOf(Context, Simple);
    Result = oneForEach(K, Simple, Options);
  }
  IslBudget Budget(Context.ctx(), MaxOperations);
  ParameterPoint Point(K.Context, Options.Assumed, K.Cases);
  const auto &Last = *std::max_element(Consumers.begin(), Consumers.end());
  if (auto Stored = searchMapping(K, Last, Point, Options)) {
    BlockSlots Found = slotsOf(K, *Stored, Simple, Options);
    if (!Found.Index.is_null() && (!Result || Found.Slots < Result->Slots))
      Result = std::move(Found);
  }
  return Result;
}
