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
#include "isl/aff.h"
#include "isl/set.h"

using namespace smolly;

namespace {

/// The only live value set of \p Write, or none if there are several.
std::optional<unsigned> onlySetOf(const ArrayValues &Values, AccessRef Write) {
  std::optional<unsigned> Result;
  for (unsigned I = 0; I < Values.Live.size(); ++I) {
    if (!(Values.Live[I].Write == Write))
      continue;
    if (Result)
      return std::nullopt;
    Result = I;
  }
  return Result;
}

/// \p Values with value set \p Set replaced by \p Full.
ArrayValues replaceSet(const ArrayValues &Values, unsigned Set,
                       const ValueLives &Full,
                       const std::vector<unsigned> &Others) {
  ArrayValues Result = Values;
  Result.Live[Set] = Full;
  for (unsigned Other : Others) {
    Result.Conflicts[Set][Other] = computeConflicts(Full, Result.Live[Other]);
    Result.Conflicts[Other][Set] = computeConflicts(Result.Live[Other], Full);
  }
  return Result;
}

} // namespace

bool smolly::absorbDead(const Kernel &K, const Dataflow &D,
                        const ParameterPoint &Point, AccessRef Write,
                        Arrangement &A) {
  std::optional<unsigned> Set = onlySetOf(*A.Values, Write);
  if (!Set)
    return false;
  for (GroupMapping &Group : A.Groups) {
    auto Member = llvm::find(Group.Members, *Set);
    if (Member == Group.Members.end())
      continue;
    unsigned Pos = Member - Group.Members.begin();
    ValueLives Full = computeLives(K, D, Write);
    GroupMapping Extended = Group;
    Extended.Index[Pos] = Group.Index[Pos]
                              .gist(A.Values->Live[*Set].Piece)
                              .intersect_domain(Full.Piece);
    auto Values = std::make_shared<ArrayValues>(
        replaceSet(*A.Values, *Set, Full, Group.Members));
    ValueGroup Checked = {&Values->Live, &Values->Conflicts, Group.Members};
    if (!verifyMapping(Checked, Extended, Point))
      return false;
    Group = Extended;
    A.Values = Values;
    return true;
  }
  return false;
}
