//===- Enumerate.cpp - Elements of a lattice in a box ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Enumerate.h"
#include "smolly/SDBM/Arithmetic.h"

using namespace smolly;
using namespace smolly::mars;

namespace {

/// Rows are decided from the first to the last: those in front of a pivot are
/// known when its basis vector's turn comes.
class Enumeration {
public:
  Enumeration(const Lattice &L, const Ranges &R, unsigned long &Steps)
      : L(L), R(R), Steps(Steps) {}

  /// Calls Visit(First element, how many there are along the last basis vector)
  /// if \p InRows, else for each element alone.
  template <typename VisitFn>
  bool run(const Vector &Element, bool InRows, VisitFn Visit) {
    return decide(Element, InRows, Visit);
  }

  Vector Factors;

private:
  template <typename VisitFn>
  bool decide(const Vector &Element, bool InRows, VisitFn Visit);

  const Lattice &L;
  const Ranges &R;
  unsigned long &Steps;
};

} // namespace

template <typename VisitFn>
bool Enumeration::decide(const Vector &Element, bool InRows, VisitFn Visit) {
  unsigned J = Factors.size();
  unsigned Begin = J == 0 ? 0 : L.pivotRow(J - 1) + 1;
  unsigned End = J == L.rank() ? L.rows() : L.pivotRow(J);
  if (Steps == 0)
    return false;
  --Steps;
  for (unsigned Row = Begin; Row < End; ++Row)
    if (Element[Row] < R[Row].first || Element[Row] >= R[Row].second)
      return true;
  if (J == L.rank()) {
    Visit(Element, 1);
    return true;
  }
  long Pivot = L.pivot(J), Now = Element[End];
  long First = -sdbm::floorDiv(Now - R[End].first, Pivot);
  long Last = sdbm::floorDiv(R[End].second - 1 - Now, Pivot);
  if (InRows && J + 1 == L.rank() && End + 1 == L.rows()) {
    if (First <= Last)
      Visit(Element, Last - First + 1);
    return true;
  }
  Vector Next = Element;
  if (First > Last)
    return true;
  if (!subtractMultiple(Next, -First, L.basis(J)))
    return false;
  for (long Factor = First;; ++Factor) {
    Factors.push_back(Factor);
    if (!decide(Next, InRows, Visit))
      return false;
    Factors.pop_back();
    if (Factor == Last)
      return true;
    if (!subtractMultiple(Next, -1, L.basis(J)))
      return false;
  }
}

bool mars::forEachElement(
    const Lattice &L, const Vector &Offset, const Ranges &R,
    unsigned long &Steps,
    llvm::function_ref<void(const Vector &, const Vector &)> Visit) {
  Enumeration E(L, R, Steps);
  return E.run(Offset, /*InRows=*/false,
               [&](const Vector &Element, long) { Visit(E.Factors, Element); });
}

std::optional<long> mars::countElements(const Lattice &L, const Vector &Offset,
                                        const Ranges &R, unsigned long &Steps) {
  long Sum = 0;
  Enumeration E(L, R, Steps);
  if (!E.run(Offset, /*InRows=*/true,
             [&](const Vector &, long Many) { Sum += Many; }))
    return std::nullopt;
  return Sum;
}
