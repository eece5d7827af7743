//===- RowOffsets.cpp - Offsets that go with a row ------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A beam search over the value sets, one after another. Only offsets matter at
/// which some polyhedron becomes satisfied, or its differences balanced.
///
//===----------------------------------------------------------------------===//

#include "RowOffsets.h"
#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

using namespace smolly;

namespace {

constexpr unsigned BeamWidth = 4;

/// Offsets of some of the classes.
struct Partial {
  std::vector<long> Offsets;
  double Largest = 0;
  unsigned Unsatisfied = 0;
  long Length = 0;

  std::tuple<unsigned, double, long> bySatisfaction() const {
    return {Unsatisfied, Largest, Length};
  }
  std::tuple<double, unsigned, long> bySize() const {
    return {Largest, Unsatisfied, Length};
  }
};

/// An order of the classes in which, after the first, each has as many
/// conflicts as possible with those before it: its offset then follows from
/// theirs.
std::vector<unsigned> orderOf(const std::vector<PieceRange> &Ranges,
                              unsigned Classes) {
  std::vector<unsigned> Order = {0};
  std::vector<bool> Placed(Classes, false);
  Placed[0] = true;
  while (Order.size() < Classes) {
    std::vector<unsigned> Links(Classes, 0);
    for (const PieceRange &R : Ranges)
      if (Placed[R.Earlier] != Placed[R.Later])
        ++Links[Placed[R.Earlier] ? R.Later : R.Earlier];
    unsigned Next =
        std::find(Placed.begin(), Placed.end(), false) - Placed.begin();
    for (unsigned C = 0; C < Classes; ++C)
      if (!Placed[C] && Links[C] > Links[Next])
        Next = C;
    Placed[Next] = true;
    Order.push_back(Next);
  }
  return Order;
}

/// The ranges between \p Class and the classes \p Placed.
std::vector<PieceRange> rangesOf(const std::vector<PieceRange> &Ranges,
                                 const std::vector<bool> &Placed,
                                 unsigned Class) {
  std::vector<PieceRange> Result;
  for (const PieceRange &R : Ranges)
    if ((R.Later == Class && Placed[R.Earlier]) ||
        (R.Earlier == Class && Placed[R.Later]))
      Result.push_back(R);
  return Result;
}

/// The offsets of class number \p Class at which something changes in \p
/// Ranges, given those of the others.
std::set<long> breakpoints(const std::vector<PieceRange> &Ranges,
                           const std::vector<long> &Offsets, unsigned Class,
                           long MaxOffset) {
  std::set<long> Result = {0};
  auto Add = [&](double X) {
    if (std::fabs(X) <= static_cast<double>(MaxOffset))
      Result.insert(static_cast<long>(X));
  };
  for (const PieceRange &R : Ranges) {
    if (R.Later == Class) {
      double Base = static_cast<double>(Offsets[R.Earlier]);
      Add(std::ceil(Base + 1 - R.Low));
      Add(std::floor(Base - 1 - R.High));
      Add(std::round(Base - (R.Low + R.High) / 2));
    } else {
      double Base = static_cast<double>(Offsets[R.Later]);
      Add(std::floor(Base + R.Low - 1));
      Add(std::ceil(Base + R.High + 1));
      Add(std::round(Base + (R.Low + R.High) / 2));
    }
  }
  return Result;
}

/// Takes \p Ranges into account.
void account(const std::vector<PieceRange> &Ranges, Partial &P) {
  for (const PieceRange &R : Ranges) {
    PieceRange Shifted = R.shifted(P.Offsets);
    P.Unsatisfied += !Shifted.isSatisfied();
    P.Largest = std::max(P.Largest, Shifted.largest());
  }
}

/// Keeps the best by either measure.
void keepBest(std::vector<Partial> &Beam) {
  std::vector<Partial> Kept;
  auto Take = [&](auto Key) {
    std::stable_sort(
        Beam.begin(), Beam.end(),
        [&](const Partial &A, const Partial &B) { return Key(A) < Key(B); });
    for (unsigned I = 0; I < Beam.size() && I < BeamWidth; ++I)
      if (std::none_of(Kept.begin(), Kept.end(), [&](const Partial &P) {
            return P.Offsets == Beam[I].Offsets;
          }))
        Kept.push_back(Beam[I]);
  };
  Take([](const Partial &P) { return P.bySatisfaction(); });
  Take([](const Partial &P) { return P.bySize(); });
  Beam = std::move(Kept);
}

} // namespace

std::vector<std::vector<long>>
smolly::chooseOffsets(const std::vector<PieceRange> &Ranges, unsigned Classes,
                      long MaxOffset) {
  Partial Start;
  Start.Offsets.assign(Classes, 0);
  std::vector<Partial> Beam = {Start};
  std::vector<bool> Placed(Classes, false);
  for (unsigned Class : orderOf(Ranges, Classes)) {
    std::vector<PieceRange> New = rangesOf(Ranges, Placed, Class);
    std::vector<Partial> Next;
    for (const Partial &P : Beam)
      for (long X : breakpoints(New, P.Offsets, Class, MaxOffset)) {
        Partial Longer = P;
        Longer.Offsets[Class] = X;
        Longer.Length += std::labs(X);
        account(New, Longer);
        Next.push_back(std::move(Longer));
      }
    keepBest(Next);
    Beam = std::move(Next);
    Placed[Class] = true;
  }
  std::vector<std::vector<long>> Result;
  for (Partial &P : Beam)
    Result.push_back(std::move(P.Offsets));
  return Result;
}
