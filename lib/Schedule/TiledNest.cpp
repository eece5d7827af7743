//===- TiledNest.cpp - One loop nest in tiles -----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements TiledNest of BlockedValues.h.
///
//===----------------------------------------------------------------------===//

#include "BlockedValues.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include <algorithm>

using namespace smolly;

/// Dimension \p Dim of \p Times, { Domain[] -> Time[] }.
static isl::map dimension(const isl::map &Times, unsigned Dim) {
  unsigned Dims = std::max(0, isl_map_dim(Times.get(), isl_dim_out));
  if (Dim >= Dims)
    return isl::map();
  isl_map *One =
      isl_map_project_out(Times.copy(), isl_dim_out, Dim + 1, Dims - Dim - 1);
  return isl::manage(isl_map_project_out(One, isl_dim_out, 0, Dim));
}

TiledNest::TiledNest(const Kernel &Old, const NumberedKernel &New,
                     const TiledSchedule &Tiled, unsigned BandIndex)
    : Old(Old), New(New), Tiled(Tiled), Band(Tiled.Bands[BandIndex]) {
  for (const Statement &S : Old.Statements) {
    isl::union_map Own = Band.front().Heights.intersect_domain(
        isl::union_set(isl::set::universe(S.Domain.get_space())));
    Inside.push_back(isl_union_map_n_map(Own.get()) > 0);
  }
  auto IsLoop = [&](unsigned Dim) {
    for (unsigned S = 0; S < Inside.size(); ++S)
      if (Inside[S]) {
        isl::val Fixed = isl::manage(isl_set_plain_get_val_if_fixed(
            Tiled.Schedules[S].range().get(), isl_dim_set, Dim));
        if (!Fixed.is_int().is_true())
          return true;
      }
    return false;
  };
  for (unsigned Dim = 0; Dim < Band.front().Dim; ++Dim)
    if (IsLoop(Dim))
      Around.push_back(Dim);
}

long TiledNest::size(unsigned Dim) const {
  return Dim < Around.size() ? 1 : Band[Dim - Around.size()].Size;
}

isl::union_map TiledNest::heights(unsigned Dim) const {
  if (Dim >= Around.size())
    return Band[Dim - Around.size()].Heights;
  isl::union_map All = isl::union_map::empty(Old.ctx());
  for (unsigned S = 0; S < Inside.size(); ++S)
    if (Inside[S])
      All =
          All.unite(isl::union_map(dimension(Tiled.Schedules[S], Around[Dim])));
  return All;
}

isl::map TiledNest::positionOf(unsigned Stmt) const {
  const isl::map &Times = New.K.Statements[Stmt].Schedule;
  isl::map Result;
  auto Append = [&](unsigned Dim) {
    isl::map Next = dimension(Times, Dim);
    Result = Result.is_null() ? Next : Result.flat_range_product(Next);
  };
  for (unsigned Dim : Around)
    Append(Dim);
  for (unsigned I = 0; I < Band.size(); ++I)
    Append(Band.front().Dim + I);
  return Result;
}

/// { Domain[] -> Time[] } up to the outermost loop of the nest, of the old
/// kernel.
isl::map TiledNest::timesAround(unsigned Stmt) const {
  const isl::map &Times = Tiled.Schedules[Stmt];
  unsigned First = Band.front().Dim;
  unsigned Dims = std::max(0, isl_map_dim(Times.get(), isl_dim_out));
  return isl::manage(isl_map_project_out(Times.copy(), isl_dim_out, First,
                                         std::max(Dims, First) - First));
}

isl::map TiledNest::within(const Flow &F) const {
  if (Around.empty())
    return F.Sources;
  return F.Sources.intersect(
      timesAround(F.Read.Stmt)
          .apply_range(timesAround(F.Write.Stmt).reverse()));
}

isl::map TiledNest::timesInTile(unsigned Stmt) const {
  return isl::manage(isl_map_project_out(Tiled.Schedules[Stmt].copy(),
                                         isl_dim_out, 0,
                                         Band.front().Dim + Band.size()));
}
