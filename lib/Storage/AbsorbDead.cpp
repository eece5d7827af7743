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
  auto WithDead = [&](const std::shared_ptr<const ArrayValues> &Values) {
    auto Result = std::make_shared<ArrayValues>(*Values);
    Result->replace(*Set, Lives, Group->Members);
    return Result;
  };
  auto &JudgedBy = Stored.JudgedBy[Group - Stored.Groups.begin()];
  auto Values = WithDead(JudgedBy);
  if (!verifyMapping(Values->indexConflicts(Group->Members, Group->Layout.Space,
                                            Group->Offsets, Point),
                     *Group, Point))
    return false;
  Stored.Values =
      JudgedBy == Stored.Values ? Values : WithDead(Stored.Values);
  JudgedBy = Values;
  return true;
}
