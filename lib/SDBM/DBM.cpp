//===- DBM.cpp - Difference bound matrices --------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements DBM.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/SDBM/DBM.h"
#include <algorithm>

using namespace smolly;
using namespace smolly::sdbm;

void DBM::reset(unsigned Variables) {
  Size = Variables + 1;
  Entries.assign(Size * Size, Infinity);
  for (unsigned I = 0; I < Size; ++I)
    (*this)(I, I) = 0;
}

/// Lowers each entry of \p Row to First plus that of \p Next, where there is
/// one. False if a number is too large.
static bool lowerRow(Integer *Row, Integer First, const Integer *Next,
                     unsigned Size) {
  bool Fits = true;
  for (unsigned J = 0; J < Size; ++J) {
    if (Next[J] == Infinity)
      continue;
    Integer Sum = First + Next[J];
    if (Sum >= Row[J])
      continue;
    Fits &= inRange(Sum);
    Row[J] = Sum;
  }
  return Fits;
}

Emptiness DBM::close() {
  for (unsigned K = 0; K < Size; ++K) {
    for (unsigned I = 0; I < Size; ++I) {
      Integer First = (*this)(I, K);
      if (I == K || First == Infinity)
        continue;
      if (!lowerRow(row(I), First, row(K), Size))
        return Emptiness::Unknown;
      if ((*this)(I, I) < 0)
        return Emptiness::Empty;
    }
  }
  return Emptiness::NonEmpty;
}

/// A path uses the new edge once at most, as circles are not negative: it goes
/// to I, along the edge, and on from J. Entries (A, I) and (J, B) do not change
/// meanwhile for the same reason.
Emptiness DBM::addAndClose(unsigned I, unsigned J, Integer Bound) {
  if (Bound >= (*this)(I, J))
    return Emptiness::NonEmpty;
  if ((*this)(J, I) != Infinity && (*this)(J, I) + Bound < 0)
    return Emptiness::Empty;
  for (unsigned A = 0; A < Size; ++A) {
    Integer First = (*this)(A, I);
    if (First == Infinity)
      continue;
    First += Bound;
    if (!inRange(First) || !lowerRow(row(A), First, row(J), Size))
      return Emptiness::Unknown;
  }
  return Emptiness::NonEmpty;
}

/// What the others say of each other because of xI is in their entries already.
void DBM::forget(unsigned I) {
  for (unsigned J = 0; J < Size; ++J)
    if (J != I)
      (*this)(I, J) = (*this)(J, I) = Infinity;
}

/// Values are chosen in turn, each within the bounds that those before leave
/// for it. There is one: x(j) - (j, i) <= x(i) <= x(k) + (i, k) is possible
/// since x(j) - x(k) <= (j, k) <= (j, i) + (i, k).
std::optional<std::vector<Integer>> DBM::solution() const {
  std::vector<Integer> Values(Size, 0);
  for (unsigned I = 1; I < Size; ++I) {
    Integer Lower = -Infinity, Upper = Infinity;
    for (unsigned J = 0; J < I; ++J) {
      if ((*this)(J, I) != Infinity)
        Lower = std::max(Lower, Values[J] - (*this)(J, I));
      if ((*this)(I, J) != Infinity)
        Upper = std::min(Upper, Values[J] + (*this)(I, J));
    }
    Values[I] = std::min(std::max(Integer(0), Lower), Upper);
    if (!inRange(Values[I]))
      return std::nullopt;
  }
  return Values;
}

bool DBM::includes(const DBM &Other) const {
  return std::equal(Entries.begin(), Entries.end(), Other.Entries.begin(),
                    [](Integer A, Integer B) { return A >= B; });
}

void DBM::meet(const DBM &Other) {
  for (unsigned E = 0; E < Entries.size(); ++E)
    Entries[E] = std::min(Entries[E], Other.Entries[E]);
}

/// Closed: (i, j) + (j, k) of the result is at least the same sum of the
/// operand that has the larger entry (i, k), hence at least that.
void DBM::join(const DBM &Other) {
  for (unsigned E = 0; E < Entries.size(); ++E)
    Entries[E] = std::max(Entries[E], Other.Entries[E]);
}

void DBM::widen(const DBM &Newer) {
  for (unsigned E = 0; E < Entries.size(); ++E)
    if (Newer.Entries[E] > Entries[E])
      Entries[E] = Infinity;
}
