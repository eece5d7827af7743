//===- PointCounter.cpp - How many instances a box has --------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointCounter.h"
#include "Boxes.h"
#include "Enumerate.h"
#include "Vertices.h"
#include "smolly/SDBM/Arithmetic.h"
#include <algorithm>
#include <numeric>

using namespace smolly;
using namespace smolly::mars;

/// Of classes of residues that a box is looked at for, and of a period.
static constexpr long MaxClasses = 4096, MaxPeriod = 60;

/// Of points that are enumerated and vertices that are looked at.
static constexpr unsigned long MaxFormulaSteps = 3'000'000,
                               MaxDirectSteps = 10'000'000;

PointCounter::PointCounter(isl::ctx Ctx, const TiledProgram &P, bool IsTooSmall)
    : Ctx(Ctx), P(P), Steps(MaxFormulaSteps), DirectSteps(MaxDirectSteps) {
  if (IsTooSmall)
    return;
  for (const TiledStatement &S : P.Statements)
    IsIndependent &= S.Heights.rank() == P.families();
  if (IsIndependent)
    setIndependent();
  else
    setProportional();
}

/// A variable for each family.
void PointCounter::setIndependent() {
  SizeFamily New;
  for (unsigned F = 0; F < P.families(); ++F) {
    long Divisor = 1, Longest = 0, Backwards = 0;
    for (const TiledStatement &S : P.Statements) {
      auto Order = S.Heights.order(F);
      if (!Order || *Order > MaxClasses)
        return;
      Divisor = std::lcm(Divisor, *Order);
    }
    if (Divisor > MaxClasses)
      return;
    for (const TiledDependence &D : P.Dependences) {
      Longest = std::max(Longest, D.Distance[F]);
      Backwards = std::max(Backwards, -D.Distance[F]);
    }
    New.Names.push_back("s" + std::to_string(F + 1));
    New.Variables.push_back(F);
    New.Multiples.push_back(1);
    New.Least.push_back(std::max(1L, Longest + Backwards));
    New.Divisors.push_back(Divisor);
    New.Rests.push_back(P.Sizes[F] % Divisor);
  }
  if (std::accumulate(New.Divisors.begin(), New.Divisors.end(), 1.0,
                      std::multiplies<double>()) <= MaxClasses)
    Family = std::move(New);
}

/// One variable, which all sizes are multiples of.
void PointCounter::setProportional() {
  long Common = 0, Period = 1;
  for (long Size : P.Sizes)
    Common = sdbm::gcd(Common, Size);
  for (const TiledStatement &S : P.Statements) {
    auto Minors = commonMultipleOfMinors(S.Heights, MaxPeriod);
    if (!Minors)
      return;
    Period = std::lcm(Period, *Minors);
  }
  if (Period > MaxPeriod)
    return;
  Family.Names = {"s"};
  for (long Size : P.Sizes) {
    Family.Variables.push_back(0);
    Family.Multiples.push_back(Size / Common);
  }
  Family.Least = {1};
  Family.Divisors = {Period};
  Family.Rests = {Common % Period};
}

/// How many numbers from Low up to and without High leave \p Rest.
static long countRests(long Low, long High, long Rest, long Divisor) {
  return sdbm::floorDiv(High - 1 - Rest, Divisor) -
         sdbm::floorDiv(Low - 1 - Rest, Divisor);
}

/// Adds up products over all classes of residues in which there are instances.
std::optional<SizePolynomial> PointCounter::product(const TileBox &B,
                                                    const Vector &Tile) {
  const Lattice &L = P.Statements[B.Stmt].Heights;
  auto Residues = residuesIn(P, P.Statements[B.Stmt], Tile);
  unsigned Variables = Family.Names.size();
  SizePolynomial Sum(Ctx, Variables);
  Vector Class(P.families(), 0);
  while (Residues) {
    Vector Difference = Class;
    if (Steps == 0 || !subtractMultiple(Difference, 1, *Residues))
      return std::nullopt;
    --Steps;
    auto Reduced = L.reduced(Difference);
    if (!Reduced)
      return std::nullopt;
    if (*Reduced == Vector(P.families(), 0)) {
      auto Term = SizePolynomial::constant(Ctx, Variables, isl::val(Ctx, 1L));
      for (unsigned F = 0; F < P.families(); ++F) {
        long Divisor = Family.Divisors[F], Size = P.Sizes[F];
        isl::val Slope(Ctx, B.Sides[F].grows() ? 1L : 0L);
        Slope = Slope.div(isl::val(Ctx, Divisor));
        isl::val Now(Ctx,
                     countRests(B.Sides[F].Low.at(Size),
                                B.Sides[F].High.at(Size), Class[F], Divisor));
        Term =
            Term.timesLinear(F, Slope, Now.sub(Slope.mul(isl::val(Ctx, Size))));
      }
      Sum.add(Term);
    }
    unsigned F = 0;
    while (F < P.families() && ++Class[F] == Family.Divisors[F])
      Class[F++] = 0;
    if (F == P.families())
      return Sum;
  }
  return std::nullopt;
}

std::optional<long> PointCounter::leastSize(const TileBox &B,
                                            const Vector &Tile) {
  const TiledStatement &S = P.Statements[B.Stmt];
  std::vector<GrowingRange> Ranges;
  for (unsigned F = 0; F < P.families(); ++F) {
    long Multiple = Family.Multiples[F], Corner;
    if (__builtin_mul_overflow(Multiple, Tile[F], &Corner))
      return std::nullopt;
    auto Bound = [&](const TileBound &T) {
      return GrowingBound{(T.FromEnd ? Multiple : 0) + Corner,
                          T.Constant - S.Constants[F]};
    };
    GrowingRange R{Bound(B.Sides[F].Low), Bound(B.Sides[F].High)};
    --R.High.Constant;
    Ranges.push_back(R);
  }
  return lastChangeOfVertices(S.Heights, Ranges, Steps);
}

std::optional<long> PointCounter::enumerated(const std::vector<TileBox> &Boxes,
                                             const Vector &Tile,
                                             const Vector &Sizes,
                                             unsigned long &Left) const {
  long Sum = 0;
  for (const TileBox &B : Boxes) {
    const TiledStatement &S = P.Statements[B.Stmt];
    Vector Residues = S.Constants;
    Ranges Sides;
    for (unsigned F = 0; F < P.families(); ++F) {
      long Corner;
      if (__builtin_mul_overflow(Sizes[F], Tile[F], &Corner) ||
          __builtin_sub_overflow(Residues[F], Corner, &Residues[F]))
        return std::nullopt;
      Sides.push_back(
          {B.Sides[F].Low.at(Sizes[F]), B.Sides[F].High.at(Sizes[F])});
    }
    auto More = countElements(S.Heights, Residues, Sides, Left);
    if (!More || __builtin_add_overflow(Sum, *More, &Sum))
      return std::nullopt;
  }
  return Sum;
}

std::optional<SizePolynomial>
PointCounter::interpolated(const std::vector<TileBox> &Boxes,
                           const Vector &Tile) {
  long Least = 1, Degree = 0;
  for (const TileBox &B : Boxes) {
    auto Change = leastSize(B, Tile);
    if (!Change)
      return std::nullopt;
    Least = std::max(Least, *Change);
    Degree = std::max<long>(Degree, P.Statements[B.Stmt].Heights.rank());
  }
  long Period = Family.Divisors[0];
  long First = Least + sdbm::floorMod(Family.Rests[0] - Least, Period);
  SizePolynomial Sum(Ctx, 1);
  for (long I = 0; I <= Degree; ++I) {
    Vector Sizes;
    for (long Multiple : Family.Multiples)
      Sizes.push_back(Multiple * (First + I * Period));
    auto Points = enumerated(Boxes, Tile, Sizes, Steps);
    if (!Points)
      return std::nullopt;
    auto Term = SizePolynomial::constant(Ctx, 1, isl::val(Ctx, *Points));
    for (long J = 0; J <= Degree; ++J) {
      if (J == I)
        continue;
      isl::val Scale = isl::val(Ctx, 1L).div(isl::val(Ctx, (I - J) * Period));
      Term = Term.timesLinear(0, Scale,
                              Scale.mul(isl::val(Ctx, -(First + J * Period))));
    }
    Sum.add(Term);
  }
  Family.Least[0] = std::max(Family.Least[0], Least);
  return Sum;
}

bool PointCounter::isUnbounded(const std::vector<TileBox> &Boxes) const {
  return std::any_of(Boxes.begin(), Boxes.end(), [&](const TileBox &B) {
    return P.Statements[B.Stmt].isUnbounded();
  });
}

std::optional<SizePolynomial>
PointCounter::formulaFor(const std::vector<TileBox> &Boxes,
                         const Vector &Tile) {
  if (!IsIndependent)
    return interpolated(Boxes, Tile);
  SizePolynomial Sum(Ctx, Family.Names.size());
  for (const TileBox &B : Boxes) {
    auto More = product(B, Tile);
    if (!More)
      return std::nullopt;
    Sum.add(*More);
  }
  return Sum;
}

Count PointCounter::count(const std::vector<TileBox> &Boxes,
                          const Vector &Tile) {
  Count Result;
  if (!Family.Names.empty()) {
    Result.Formula = formulaFor(Boxes, Tile);
    if (!Result.Formula)
      dropFormulas();
  }
  if (isUnbounded(Boxes))
    return Result;
  if (!Result.Formula || !IsIndependent) {
    Result.Points = enumerated(Boxes, Tile, P.Sizes, DirectSteps);
    return Result;
  }
  isl::val Points = Result.Formula->at(P.Sizes);
  if (Points.is_int().is_true() && Points.le(isl::val(Ctx, 1L << 62)).is_true())
    Result.Points = Points.get_num_si();
  return Result;
}

Count PointCounter::zero() const {
  return {0, SizePolynomial(Ctx, Family.Names.size())};
}

Count PointCounter::sum(const Count &A, const Count &B) const {
  Count Result;
  if (A.Points && B.Points)
    Result.Points = *A.Points + *B.Points;
  if (A.Formula && B.Formula) {
    Result.Formula = A.Formula;
    Result.Formula->add(*B.Formula);
  }
  return Result;
}

PointCount PointCounter::describe(const Count &C) const {
  return {C.Points, C.Formula && !Family.Names.empty()
                        ? C.Formula->str(Family.Names)
                        : ""};
}
