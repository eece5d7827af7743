//===- BoxedLives.cpp - Lives of values in boxes --------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements BoxedLives.h.
///
//===----------------------------------------------------------------------===//

#include "BoxedLives.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/space.h"
#include <algorithm>

using namespace smolly;
using sdbm::Integer;

namespace {

/// A coordinate without a bound.
constexpr Integer Unbounded = sdbm::Infinity;
/// More boxes are not looked at.
constexpr size_t MaxBoxes = 200;

/// The least and the largest value of \p Sum in \p Where.
std::pair<Integer, Integer> rangeOf(const AffineSum &Sum, const Box &Where) {
  Integer Low = Sum.Constant, High = Sum.Constant;
  for (unsigned I = 0; I < Where.size(); ++I) {
    Integer F = Sum.Factors[I];
    Low += F * (F > 0 ? Where[I].first : Where[I].second);
    High += F * (F > 0 ? Where[I].second : Where[I].first);
  }
  return {Low, High};
}

bool isSmall(Integer Value) {
  return -ExplicitPiece::MaxConstant <= Value &&
         Value <= ExplicitPiece::MaxConstant;
}

/// Whether \p C has one value, with which can be calculated.
bool isFixed(const std::pair<Integer, Integer> &C) {
  return C.first == C.second && isSmall(C.first);
}

/// The only coordinate that \p Sum depends on in \p Where, which has more than
/// one value; none if there are more or fewer of them. What the others add goes
/// to \p Rest.
std::optional<unsigned> onlyFreeCoordinate(const AffineSum &Sum,
                                           const Box &Where, Integer &Rest) {
  std::optional<unsigned> Free;
  Rest = Sum.Constant;
  for (unsigned I = 0; I < Where.size(); ++I) {
    if (Sum.Factors[I] == 0)
      continue;
    if (isFixed(Where[I]))
      Rest += Sum.Factors[I] * Where[I].first;
    else if (Free)
      return std::nullopt;
    else
      Free = I;
  }
  return Free;
}

/// The same of a quotient.
std::pair<Integer, Integer> rangeOf(const Quotient &Q, const Box &Where) {
  auto [Low, High] = rangeOf(Q.Of, Where);
  return {sdbm::floorDiv(Low, Q.Divisor), sdbm::floorDiv(High, Q.Divisor)};
}

/// Restricts \p C to where \p Factor times it is at least \p Least; false if
/// nothing is left.
bool boundBelow(std::pair<Integer, Integer> &C, Integer Factor, Integer Least) {
  if (Factor > 0)
    C.first = std::max(C.first, sdbm::ceilDiv(Least, Factor));
  else
    C.second = std::min(C.second, sdbm::floorDiv(-Least, -Factor));
  return C.first <= C.second;
}

using Rows = std::vector<ExplicitPiece::Row>;

/// Puts the values of parameters in; false if they are too large.
bool insertParameters(const std::vector<long> &Values, AffineSum &Sum) {
  if (!llvm::all_of(Values, isSmall))
    return false;
  for (unsigned P = 0; P < Values.size(); ++P)
    Sum.Constant += Sum.Factors[P] * Values[P];
  Sum.Factors.erase(Sum.Factors.begin(), Sum.Factors.begin() + Values.size());
  return Sum.isSmall();
}

/// Uses rows in which one coordinate is not fixed yet; whether there were any.
bool tighten(Rows &Pending, Box &Where, bool &IsEmpty) {
  size_t Before = Pending.size();
  llvm::erase_if(Pending, [&](const ExplicitPiece::Row &R) {
    Integer Rest;
    std::optional<unsigned> Free = onlyFreeCoordinate(R.Sum, Where, Rest);
    if (!Free) {
      bool IsConstant = true;
      for (unsigned I = 0; I < Where.size(); ++I)
        IsConstant &= R.Sum.Factors[I] == 0 || isFixed(Where[I]);
      if (IsConstant)
        IsEmpty |= R.IsEquality ? Rest != 0 : Rest < 0;
      return IsConstant;
    }
    Integer Factor = R.Sum.Factors[*Free];
    IsEmpty |= !boundBelow(Where[*Free], Factor, -Rest);
    if (R.IsEquality && !IsEmpty)
      IsEmpty |= !boundBelow(Where[*Free], -Factor, Rest);
    return true;
  });
  return Pending.size() < Before && !IsEmpty;
}

enum class Cut { Box, Empty, NoBox };

/// The coordinates that all of \p Pending allow.
Cut findBox(Rows Pending, unsigned Coordinates, Box &Where) {
  Where.assign(Coordinates, {-Unbounded, Unbounded});
  bool IsEmpty = false;
  while (tighten(Pending, Where, IsEmpty))
    ;
  if (IsEmpty)
    return Cut::Empty;
  for (auto [Low, High] : Where)
    if (!isSmall(Low) || !isSmall(High))
      return Cut::NoBox;
  // Other rows must not say more than the box does.
  for (const ExplicitPiece::Row &R : Pending)
    if (R.IsEquality || rangeOf(R.Sum, Where).first < 0)
      return Cut::NoBox;
  return Cut::Box;
}

/// The disjuncts of \p Map, { Domain[] -> Time[] }.
std::optional<std::vector<TimedBox>> readBoxes(const isl::map &Map,
                                               const ParameterPoint &Point) {
  auto Pieces = explicitPieces(Map);
  if (!Pieces || Pieces->size() > MaxBoxes ||
      isl_space_has_equal_params(Map.space().get(), Point.space().get()) !=
          isl_bool_true)
    return std::nullopt;
  std::vector<TimedBox> Result;
  for (ExplicitPiece &Piece : *Pieces) {
    bool AreSmall = true;
    for (ExplicitPiece::Row &R : Piece.Domain)
      AreSmall &= insertParameters(Point.values(), R.Sum);
    for (Quotient &Q : Piece.Outputs)
      AreSmall &= insertParameters(Point.values(), Q.Of);
    if (!AreSmall)
      return std::nullopt;
    TimedBox New;
    Cut Is = findBox(std::move(Piece.Domain),
                     isl_map_dim(Map.get(), isl_dim_in), New.Where);
    if (Is == Cut::NoBox)
      return std::nullopt;
    New.When = std::move(Piece.Outputs);
    if (Is == Cut::Box)
      Result.push_back(std::move(New));
  }
  return Result;
}

/// The disjuncts of \p Set, { Domain[] }.
std::optional<std::vector<Box>> readBoxes(const isl::set &Set,
                                          const ParameterPoint &Point) {
  auto Timed = readBoxes(isl::manage(isl_map_from_domain(Set.copy())), Point);
  if (!Timed)
    return std::nullopt;
  std::vector<Box> Result;
  for (TimedBox &B : *Timed)
    Result.push_back(std::move(B.Where));
  return Result;
}

/// None if they have nothing in common.
std::optional<Box> intersect(const Box &A, const Box &B) {
  Box Result;
  for (unsigned I = 0; I < A.size(); ++I) {
    Result.emplace_back(std::max(A[I].first, B[I].first),
                        std::min(A[I].second, B[I].second));
    if (Result.back().first > Result.back().second)
      return std::nullopt;
  }
  return Result;
}

/// Adds what \p From has beside \p Without.
void addDifference(Box From, const Box &Without, std::vector<Box> &Result) {
  if (!intersect(From, Without)) {
    Result.push_back(std::move(From));
    return;
  }
  for (unsigned I = 0; I < From.size(); ++I) {
    Box Side = From;
    Side[I].second = Without[I].first - 1;
    if (Side[I].first <= Side[I].second)
      Result.push_back(Side);
    Side[I] = {Without[I].second + 1, From[I].second};
    if (Side[I].first <= Side[I].second)
      Result.push_back(Side);
    From[I] = {std::max(From[I].first, Without[I].first),
               std::min(From[I].second, Without[I].second)};
  }
}

/// How many points the union of \p All has; none if it has too many pieces.
std::optional<double> countUnion(const std::vector<Box> &All) {
  std::vector<Box> Apart;
  for (const Box &B : All) {
    std::vector<Box> New = {B};
    for (const Box &Old : Apart) {
      std::vector<Box> Left;
      for (Box &N : New)
        addDifference(std::move(N), Old, Left);
      New = std::move(Left);
    }
    llvm::append_range(Apart, New);
    if (Apart.size() > MaxBoxes)
      return std::nullopt;
  }
  double Sum = 0;
  for (const Box &B : Apart) {
    double Points = 1;
    for (auto [Low, High] : B)
      Points *= High - Low + 1;
    Sum += Points;
  }
  return Sum;
}

/// Restricts \p Where to where \p Q is \p Value.
Cut cutTo(const Quotient &Q, Integer Value, Box &Where) {
  auto [Low, High] = rangeOf(Q, Where);
  if (Value < Low || High < Value)
    return Cut::Empty;
  if (Low == High)
    return Cut::Box;
  Integer Rest;
  std::optional<unsigned> Free = onlyFreeCoordinate(Q.Of, Where, Rest);
  if (!Free)
    return Cut::NoBox;
  Integer Factor = Q.Of.Factors[*Free], Least = Value * Q.Divisor - Rest;
  return boundBelow(Where[*Free], Factor, Least) &&
                 boundBelow(Where[*Free], -Factor, -(Least + Q.Divisor - 1))
             ? Cut::Box
             : Cut::Empty;
}

/// Restricts \p Where to where \p Q is more than \p Value, or less.
Cut cutBeside(const Quotient &Q, Integer Value, bool Less, Box &Where) {
  auto [Low, High] = rangeOf(Q, Where);
  if (Less ? High < Value : Low > Value)
    return Cut::Box;
  if (Less ? Low >= Value : High <= Value)
    return Cut::Empty;
  Integer Rest;
  std::optional<unsigned> Free = onlyFreeCoordinate(Q.Of, Where, Rest);
  if (!Free)
    return Cut::NoBox;
  Integer Factor = Q.Of.Factors[*Free];
  bool IsLeft =
      Less ? boundBelow(Where[*Free], -Factor, Rest - Value * Q.Divisor + 1)
           : boundBelow(Where[*Free], Factor, (Value + 1) * Q.Divisor - Rest);
  return IsLeft ? Cut::Box : Cut::Empty;
}

/// Adds where the time of \p From is up to \p At, or after it. False if that is
/// no box.
bool addTimesBeside(const TimedBox &From, const Time &At, bool UpTo,
                    std::vector<Box> &Result) {
  Box SameSoFar = From.Where;
  for (unsigned T = 0; T < At.size(); ++T) {
    Box Beside = SameSoFar;
    switch (cutBeside(From.When[T], At[T], UpTo, Beside)) {
    case Cut::NoBox:
      return false;
    case Cut::Box:
      Result.push_back(std::move(Beside));
      break;
    case Cut::Empty:
      break;
    }
    Cut Same = cutTo(From.When[T], At[T], SameSoFar);
    if (Same != Cut::Box)
      return Same == Cut::Empty;
  }
  if (UpTo)
    Result.push_back(std::move(SameSoFar));
  return true;
}

/// Restricts \p Where to where \p Q is largest; false if that is no box.
bool cutToLargest(const Quotient &Q, Box &Where) {
  if (Q.Divisor > 1)
    return cutTo(Q, rangeOf(Q, Where).second, Where) == Cut::Box;
  for (unsigned I = 0; I < Where.size(); ++I)
    if (Q.Of.Factors[I] != 0)
      Where[I].first = Where[I].second =
          Q.Of.Factors[I] > 0 ? Where[I].second : Where[I].first;
  return true;
}

/// Adds the last time, if there is one; false if it cannot be found.
bool addLast(const std::vector<TimedBox> &All, std::set<Time> &Result) {
  Time Last;
  for (const TimedBox &B : All) {
    Time Own;
    Box Where = B.Where;
    for (const Quotient &Q : B.When) {
      Own.push_back(rangeOf(Q, Where).second);
      if (!cutToLargest(Q, Where))
        return false;
    }
    Last = std::max(Last, Own);
  }
  if (!All.empty())
    Result.insert(Last);
  return true;
}

} // namespace

std::optional<BoxedLives> BoxedLives::of(const ValueLives &Lives,
                                         const ParameterPoint &Point) {
  auto Defined = readBoxes(Lives.Definition, Point);
  auto Used = Defined ? readBoxes(Lives.Used, Point) : std::nullopt;
  if (!Used)
    return std::nullopt;
  BoxedLives Result;
  for (const TimedBox &D : *Defined)
    for (const Box &U : *Used)
      if (std::optional<Box> Both = intersect(D.Where, U))
        Result.Definitions.push_back({std::move(*Both), D.When});
  if (Result.Definitions.size() > MaxBoxes)
    return std::nullopt;
  Result.LastUses = readBoxes(Lives.LastUse, Point);
  if (Result.LastUses)
    Result.LiveOut = readBoxes(Lives.LiveOut, Point);
  return Result;
}

bool BoxedLives::addTimes(std::set<Time> &Result) const {
  std::vector<TimedBox> Left = Definitions;
  if (!addLast(Left, Result))
    return false;
  for (unsigned T = 0; !Left.empty() && T < Left.front().When.size(); ++T) {
    Integer Least = Unbounded, Most = -Unbounded;
    for (const TimedBox &B : Left) {
      auto [Low, High] = rangeOf(B.When[T], B.Where);
      Least = std::min(Least, Low);
      Most = std::max(Most, High);
    }
    if (Least == Most)
      continue;
    Integer Middle = sdbm::floorDiv(Least + Most, 2);
    std::vector<TimedBox> There;
    for (TimedBox &B : Left) {
      Cut Is = cutTo(B.When[T], Middle, B.Where);
      if (Is == Cut::NoBox)
        return false;
      if (Is == Cut::Box)
        There.push_back(std::move(B));
    }
    Left = std::move(There);
    if (!addLast(Left, Result))
      return false;
  }
  return true;
}

std::optional<double> BoxedLives::countAt(const Time &At) const {
  std::vector<Box> Defined, Needed, Alive;
  for (const TimedBox &D : Definitions)
    if (!addTimesBeside(D, At, /*UpTo=*/true, Defined))
      return std::nullopt;
  if (Defined.empty())
    return 0;
  if (!LiveOut)
    return std::nullopt;
  Needed = *LiveOut;
  for (const TimedBox &U : *LastUses)
    if (!addTimesBeside(U, At, /*UpTo=*/false, Needed))
      return std::nullopt;
  for (const Box &D : Defined) {
    for (const Box &N : Needed)
      if (std::optional<Box> Both = intersect(D, N))
        Alive.push_back(std::move(*Both));
    if (Alive.size() > MaxBoxes)
      return std::nullopt;
  }
  return countUnion(Alive);
}
