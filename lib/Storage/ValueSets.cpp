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
#include "smolly/Kernel/Coalesce.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include <map>
#include <string>

using namespace smolly;

namespace {

/// Appends the polyhedra of \p Set, made disjoint, to \p Pieces.
/// False on failure.
bool appendPolyhedra(const isl::set &Set, std::vector<isl::set> &Pieces) {
  isl::set Disjoint =
      isl::manage(isl_set_make_disjoint(coalesced(Set).release()));
  isl::stat Ok = Disjoint.foreach_basic_set([&](isl::basic_set Basic) {
    isl::set Piece(Basic);
    if (!Piece.is_empty().is_true())
      Pieces.push_back(Piece);
    return isl::stat::ok();
  });
  return !Ok.is_error();
}

/// The first component of \p Time, a function of the domain, that depends on
/// the domain; -1 if none does.
int firstVaryingComponent(const isl::multi_aff &Time) {
  unsigned In = isl_multi_aff_dim(Time.get(), isl_dim_in);
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
  if (!Lives.Used.is_empty().is_true())
    Result.Live.push_back(restrictLives(Lives, Lives.Used));
  return Result;
}

SplitWrite smolly::splitByKind(const SplitWrite &Write, unsigned MaxPieces) {
  SplitWrite Result;
  Result.Dead = Write.Dead;
  for (const ValueLives &Lives : Write.Live) {
    std::vector<isl::set> Pieces;
    bool Ok = appendPolyhedra(Lives.LiveOut, Pieces);
    isl::set Rest = Lives.Piece.subtract(Lives.LiveOut);
    for (const auto &Group : groupByStep(Lives)) {
      Ok &= appendPolyhedra(Group.second.intersect(Rest), Pieces);
      Rest = Rest.subtract(Group.second);
    }
    Ok &= appendPolyhedra(Rest, Pieces);
    if (!Ok || Pieces.size() > MaxPieces)
      return Write;
    for (const isl::set &Piece : Pieces)
      Result.Live.push_back(restrictLives(Lives, Piece));
  }
  return Result.Live.size() > MaxPieces ? Write : Result;
}
