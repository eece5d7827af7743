//===- Rows.cpp - Affine constraints as SDBMs -----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Rows.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/SDBM/Rows.h"
#include <algorithm>

using namespace smolly;
using namespace smolly::sdbm;

void Rows::reset(unsigned NewVariables) {
  Variables = NewVariables;
  Columns = Variables + 1;
  TooLarge = false;
  All.clear();
  Terms.clear();
}

unsigned Rows::addExistentials(unsigned Count) {
  unsigned First = Columns;
  Columns += Count;
  return First;
}

unsigned Rows::addVariable() {
  ++Variables;
  return addExistentials(1);
}

void Rows::startRow(bool IsEquality) {
  unsigned Begin = Terms.size();
  All.push_back({IsEquality, Kind::Pending, Begin, Begin, 0});
}

void Rows::addTerm(unsigned Column, Integer Coefficient) {
  TooLarge |= !inRange(Coefficient);
  if (Column == 0) {
    All.back().Constant = Coefficient;
    return;
  }
  if (Coefficient == 0)
    return;
  Terms.push_back({Column, Coefficient});
  ++All.back().End;
}

void Rows::append(const Rows &Other) {
  unsigned FirstTerm = Terms.size();
  unsigned Shift = addExistentials(Other.Columns - Other.Variables - 1) -
                   (Other.Variables + 1);
  TooLarge |= Other.TooLarge;
  for (Row R : Other.All) {
    R.Begin += FirstTerm;
    R.End += FirstTerm;
    All.push_back(R);
  }
  for (Term T : Other.Terms) {
    T.Column += T.Column > Other.Variables ? Shift : 0;
    Terms.push_back(T);
  }
}

/// The way in which a row fits by itself, if any.
void Rows::classify(Row &R, Purpose Wanted) const {
  if (R.size() > 2)
    return;
  for (unsigned T = R.Begin; T < R.End; ++T)
    if (Wanted == Purpose::Set && Terms[T].Column > Variables)
      return;
  if (R.size() < 2)
    R.What = Kind::Bound;
  else if (Terms[R.Begin].Coefficient == -Terms[R.Begin + 1].Coefficient)
    R.What = Kind::Difference;
}

/// The column is in no other row and need not be kept.
bool Rows::isFree(unsigned Column, Purpose Wanted) const {
  return Uses[Column] == 1 && (Wanted != Purpose::Set || Column > Variables);
}

/// The row can be satisfied whatever the values of the other columns are.
bool Rows::canDrop(const Row &R) const {
  return std::any_of(
      Terms.begin() + R.Begin, Terms.begin() + R.End, [&](const Term &T) {
        return Uses[T.Column] == 1 &&
               (!R.IsEquality || T.Coefficient == 1 || T.Coefficient == -1);
      });
}

/// Finds out how a row fits that does not by itself; false if it does not yet.
bool Rows::settle(Row &R, Purpose Wanted) {
  if (R.size() == 2 && R.IsEquality) {
    Term &First = Terms[R.Begin], &Second = Terms[R.Begin + 1];
    if (isFree(First.Column, Wanted))
      std::swap(First, Second);
    bool IsKept = Wanted != Purpose::Set || First.Column <= Variables;
    if (isFree(Second.Column, Wanted) && IsKept) {
      R.What = Kind::Stride;
      Uses[Second.Column] = 0;
      return true;
    }
  }
  if (Wanted == Purpose::Set || !canDrop(R))
    return false;
  for (unsigned T = R.Begin; T < R.End; ++T)
    --Uses[Terms[T].Column];
  R.What = Kind::Dropped;
  return true;
}

/// Numbers the variables of \p Result: the columns that are there, or those
/// that are still in use. False if they are too many.
bool Rows::number(Purpose Wanted, SDBM &Result) {
  Number.assign(Columns, 0);
  unsigned Last = 0;
  for (unsigned C = 1; C < Columns; ++C)
    if (Wanted == Purpose::Set ? C <= Variables : Uses[C] > 0)
      Number[C] = ++Last;
  if (Last > MaxVariables)
    return false;
  Result.reset(Last);
  return true;
}

bool Rows::read(Purpose Wanted, SDBM &Result) {
  if (TooLarge)
    return false;
  Uses.assign(Columns, 0);
  for (const Term &T : Terms)
    ++Uses[T.Column];
  unsigned Pending = 0;
  for (Row &R : All) {
    R.What = Kind::Pending;
    classify(R, Wanted);
    Pending += R.What == Kind::Pending;
  }
  for (unsigned Before = Pending + 1; Pending > 0 && Pending < Before;) {
    Before = Pending;
    for (Row &R : All)
      if (R.What == Kind::Pending && settle(R, Wanted))
        --Pending;
  }
  if ((Pending > 0 && Wanted != Purpose::Relaxation) || !number(Wanted, Result))
    return false;
  for (const Row &R : All)
    put(R, Result);
  return true;
}

void Rows::put(const Row &R, SDBM &Result) const {
  switch (R.What) {
  case Kind::Bound:
    return putBound(R, Result);
  case Kind::Difference:
    return putDifference(R, Result);
  case Kind::Stride:
    return putStride(R, Result);
  case Kind::Pending:
  case Kind::Dropped:
    break;
  }
}

/// a x + c, or c alone.
void Rows::putBound(const Row &R, SDBM &Result) const {
  if (R.size() == 0) {
    if (R.IsEquality ? R.Constant != 0 : R.Constant < 0)
      Result.addConflict();
    return;
  }
  const Term &T = Terms[R.Begin];
  Integer Size = T.Coefficient < 0 ? -T.Coefficient : T.Coefficient;
  Integer Bound = floorDiv(R.Constant, Size);
  if (R.IsEquality && Bound * Size != R.Constant)
    return Result.addConflict();
  unsigned I = Number[T.Column];
  if (R.IsEquality || T.Coefficient < 0)
    Result.addUpper(I, T.Coefficient < 0 ? Bound : -Bound);
  if (R.IsEquality || T.Coefficient > 0)
    Result.addLower(I, T.Coefficient < 0 ? Bound : -Bound);
}

/// a x - a y + c.
void Rows::putDifference(const Row &R, SDBM &Result) const {
  unsigned Positive = Terms[R.Begin].Coefficient > 0 ? R.Begin : R.Begin + 1;
  const Term &X = Terms[Positive], &Y = Terms[2 * R.Begin + 1 - Positive];
  Integer Bound = floorDiv(R.Constant, X.Coefficient);
  if (R.IsEquality && Bound * X.Coefficient != R.Constant)
    return Result.addConflict();
  unsigned I = Number[X.Column], J = Number[Y.Column];
  Result.addDifference(J, I, Bound);
  if (R.IsEquality)
    Result.addDifference(I, J, -Bound);
}

/// a x + b e + c = 0, e is the second one.
void Rows::putStride(const Row &R, SDBM &Result) const {
  const Term &X = Terms[R.Begin], &E = Terms[R.Begin + 1];
  Integer Common = gcd(X.Coefficient, E.Coefficient);
  if (R.Constant % Common != 0)
    return Result.addConflict();
  Integer Divisor = E.Coefficient / Common;
  Divisor = Divisor < 0 ? -Divisor : Divisor;
  Congruence C =
      divided(-(R.Constant / Common), X.Coefficient / Common, Divisor);
  Result.addCongruence(Number[X.Column], C.Remainder, C.Divisor);
}
