//===- ValueSets.cpp - Splitting writes into value sets -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where to cut the domain of a write.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/ValueSets.h"
#include "DenseCover.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include <algorithm>
#include <map>
#include <string>

using namespace smolly;

namespace {

/// So many polyhedra that die together are worth a simpler set.
constexpr size_t FewPieces = 4;

/// Appends the polyhedra of \p Set, made disjoint, to \p Pieces.
/// False on failure.
bool appendPolyhedra(const isl::set &Set, std::vector<isl::set> &Pieces) {
  isl::set Disjoint =
      isl::manage(isl_set_make_disjoint(coalesced(Set).release()));
  isl::stat Ok = Disjoint.foreach_basic_set([&](isl::basic_set Basic) {
    isl::set Piece(Basic);
    if (!isEmpty(Piece).is_true())
      Pieces.push_back(Piece);
    return isl::stat::ok();
  });
  return !Ok.is_error();
}

/// Appends the polyhedra of \p Set to \p Pieces, or one polyhedron in their
/// place where only values of \p Dead lie between them: these are then stored,
/// too. False on failure.
bool appendGroup(const isl::set &Set, isl::set &Dead,
                 std::vector<isl::set> &Pieces) {
  size_t Before = Pieces.size();
  bool Ok = appendPolyhedra(Set, Pieces);
  if (!Ok || Pieces.size() < Before + FewPieces)
    return Ok;
  isl::set Hull(Set.simple_hull());
  isl::set Between = Hull.subtract(Set);
  if (!isSubset(Between, Dead).is_true())
    return Ok;
  Pieces.resize(Before);
  Pieces.push_back(Hull);
  Dead = coalesced(Dead.subtract(Between));
  return Ok;
}

/// The first component of \p Time, a function of the domain, that depends on
/// the domain; -1 if none does.
int firstVaryingComponent(const isl::multi_aff &Time) {
  unsigned In = std::max(0, isl_multi_aff_dim(Time.get(), isl_dim_in));
  for (int I = 0, E = isl_multi_aff_dim(Time.get(), isl_dim_out); I < E; ++I) {
    isl::aff Aff = isl::manage(isl_multi_aff_get_aff(Time.get(), I));
    if (isl_aff_involves_dims(Aff.get(), isl_dim_in, 0, In) == isl_bool_true)
      return I;
  }
  return -1;
}

/// A name for the part of \p Time that does not depend on the domain: values
/// whose last uses agree in it die in the same step.
std::string fixedPrefix(const isl::multi_aff &Time) {
  int Varying = firstVaryingComponent(Time);
  int End = Varying < 0 ? isl_multi_aff_dim(Time.get(), isl_dim_out) : Varying;
  std::string Key;
  for (int I = 0; I < End; ++I) {
    isl::aff Aff = isl::manage(isl_multi_aff_get_aff(Time.get(), I));
    char *Text = isl_aff_to_str(Aff.get());
    Key += Text ? Text : "?";
    Key += ';';
    free(Text);
  }
  return Key;
}

/// Groups the values of \p Lives that are read by the fixed part of the time of
/// their last use.
std::map<std::string, isl::set> groupByStep(const ValueLives &Lives) {
  std::map<std::string, isl::set> Groups;
  isl::pw_multi_aff LastUse =
      isl::manage(isl_pw_multi_aff_from_map(Lives.LastUse.copy()));
  isl::stat Ok =
      LastUse.foreach_piece([&](isl::set Domain, isl::multi_aff Time) {
        isl::set &Group = Groups[fixedPrefix(Time)];
        Group = Group.is_null() ? Domain : Group.unite(Domain);
        return isl::stat::ok();
      });
  if (Ok.is_error())
    Groups.clear();
  return Groups;
}

} // namespace

SplitWrite smolly::separateDead(const ValueLives &Lives, bool KeepAll) {
  SplitWrite Result;
  if (KeepAll) {
    Result.Dead = isl::set::empty(Lives.Piece.space());
    Result.Live.push_back(Lives);
    return Result;
  }
  Result.Dead = coalesced(Lives.Piece.subtract(Lives.Used));
  if (!isEmpty(Lives.Used).is_true())
    Result.Live.push_back(restrictLives(Lives, Lives.Used));
  return Result;
}

/// The pieces of \p Write; with \p Simplify no more than needed. None if that
/// fails, or if there are more than \p MaxPieces.
static std::optional<SplitWrite> trySplit(const SplitWrite &Write,
                                          const ValueLives &All,
                                          unsigned MaxPieces, bool Simplify) {
  SplitWrite Result;
  Result.Dead = Write.Dead;
  for (const ValueLives &Lives : Write.Live) {
    std::vector<isl::set> Pieces;
    bool Ok = appendPolyhedra(Lives.LiveOut, Pieces);
    isl::set Rest = Lives.Piece.subtract(Lives.LiveOut);
    for (const auto &Group : groupByStep(Lives)) {
      isl::set Set = Group.second.intersect(Rest);
      Ok &= Simplify ? appendGroup(Set, Result.Dead, Pieces)
                     : appendPolyhedra(Set, Pieces);
      Rest = Rest.subtract(Group.second);
    }
    Ok &= appendPolyhedra(Rest, Pieces);
    if (!Ok || Pieces.size() > MaxPieces)
      return std::nullopt;
    for (const isl::set &Piece : Pieces)
      Result.Live.push_back(restrictLives(All, Piece));
  }
  if (Result.Live.size() > MaxPieces)
    return std::nullopt;
  return Result;
}

/// The pieces of \p Write, by how dense what is read of them is. None if there
/// are more than \p MaxPieces.
static std::optional<SplitWrite> splitByDensity(const SplitWrite &Write,
                                                const ValueLives &All,
                                                const ParameterPoint &Point,
                                                unsigned MaxPieces) {
  SplitWrite Result;
  Result.Dead = Write.Dead;
  isl::set Free = All.Piece; // { Domain[] }: what is in no piece yet.
  for (const ValueLives &Lives : Write.Live)
    for (const isl::set &Used :
         {Lives.LiveOut, Lives.Piece.subtract(Lives.LiveOut)}) {
      std::optional<std::vector<isl::set>> Pieces =
          coverDensely(Used.intersect(Free), Free, Point, MaxPieces);
      if (!Pieces || Result.Live.size() + Pieces->size() > MaxPieces)
        return std::nullopt;
      for (const isl::set &Piece : *Pieces) {
        Result.Live.push_back(restrictLives(All, Piece));
        Free = Free.subtract(Piece);
        Result.Dead = Result.Dead.subtract(Piece);
      }
    }
  Result.Dead = coalesced(Result.Dead);
  return Result;
}

SplitWrite smolly::splitByKind(const SplitWrite &Write, const ValueLives &All,
                               const ParameterPoint &Point,
                               unsigned MaxPieces) {
  for (bool Simplify : {false, true})
    if (auto Split = trySplit(Write, All, MaxPieces, Simplify))
      return *Split;
  if (auto Split = splitByDensity(Write, All, Point, MaxPieces))
    return *Split;
  return Write;
}
