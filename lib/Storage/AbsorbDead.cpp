//===- AbsorbDead.cpp - Stores that need not be left out ------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Leaving out the stores of values that nobody reads costs a condition or one
/// more loop wherever they are only a part of a write's values. Where such a
/// value may be stored like the others of its write without disturbing anybody,
/// that is cheaper.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/ArraySearch.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"

using namespace smolly;

namespace {

/// The only live value set of \p Write, or none if there are several.
std::optional<unsigned> onlySetOf(const std::vector<ValueLives> &Live,
                                  AccessRef Write) {
  std::optional<unsigned> Result;
  for (unsigned I = 0; I < Live.size(); ++I) {
    if (!(Live[I].Write == Write))
      continue;
    if (Result)
      return std::nullopt;
    Result = I;
  }
  return Result;
}

int countPolyhedra(const isl::map &Map) {
  return isl_map_n_basic_map(Map.get());
}

/// Those of \p Lives that are not in \p Stored, { Domain[] }, as values that
/// nobody reads; or all, if these are fewer polyhedra: that others must not be
/// overwritten by values in Stored either is known.
ValueLives unreadWrites(const ValueLives &Lives, const isl::set &Stored) {
  ValueLives Result = restrictLives(Lives, Lives.Piece.subtract(Stored));
  if (countPolyhedra(Lives.Definition) < countPolyhedra(Result.Definition))
    Result = Lives;
  Result.LastUse = isl::map::empty(Lives.LastUse.get_space());
  Result.LiveOut = Result.Used = isl::set::empty(Lives.Piece.get_space());
  return Result;
}

} // namespace

bool smolly::absorbDead(const ValueLives &Lives, const ParameterPoint &Point,
                        StoredValues &Stored) {
  std::optional<unsigned> Set = onlySetOf(Stored.Values->live(), Lives.Write);
  if (!Set)
    return false;
  auto Group = llvm::find_if(Stored.Groups, [&](const GroupMapping &M) {
    return llvm::is_contained(M.Members, *Set);
  });
  if (Group == Stored.Groups.end())
    return false;
  const ArrayValues &JudgedBy = *Stored.JudgedBy[Group - Stored.Groups.begin()];
  // Which other elements are to be kept apart is known for all members together
  // only.
  if (!JudgedBy.keptApart().empty())
    return false;
  if (!verifyMapping(JudgedBy.conflictsOfAdded(
                         unreadWrites(Lives, Stored.Values->live()[*Set].Piece),
                         *Set, Group->Members, Group->Layout.Space,
                         Group->Offsets, Point),
                     *Group, Point))
    return false;
  auto WithDead = std::make_shared<ArrayValues>(*Stored.Values);
  WithDead->replace(*Set, Lives, Group->Members);
  Stored.Values = WithDead;
  return true;
}
