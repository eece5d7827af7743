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

/// Variable I is column I.
static bool keepsAll(Purpose Wanted) {
  return Wanted == Purpose::Set || Wanted == Purpose::Hull;
}

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

/// \p Sum plus the product, if it is not too large.
static std::optional<Integer> addProduct(Integer Sum, Integer A, Integer B) {
  Integer Product, Result;
  if (__builtin_mul_overflow(A, B, &Product) ||
      __builtin_add_overflow(Sum, Product, &Result) || !inRange(Result))
    return std::nullopt;
  return Result;
}

/// Replaces the columns of \p R whose values are known; whether there was any.
bool Rows::insertInto(Row &R) {
  bool Any = false;
  for (unsigned T = R.Begin; T < R.End;) {
    const std::optional<Integer> &Value = Fixed[Terms[T].Column];
    auto Sum = Value ? addProduct(R.Constant, Terms[T].Coefficient, *Value)
                     : std::nullopt;
    if (!Sum) {
      ++T;
      continue;
    }
    R.Constant = *Sum;
    Terms[T] = Terms[--R.End];
    Any = true;
  }
  return Any;
}

bool Rows::insertFixed() {
  Fixed.assign(Columns, std::nullopt);
  bool Any = false;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Row &R : All) {
      if (R.IsEquality && R.size() == 1) {
        const Term &T = Terms[R.Begin];
        if (!Fixed[T.Column] && R.Constant % T.Coefficient == 0) {
          Fixed[T.Column] = -(R.Constant / T.Coefficient);
          Changed = true;
          continue;
        }
        // What states the value stays.
        if (Fixed[T.Column] == -(R.Constant / T.Coefficient))
          continue;
      }
      bool Inserted = insertInto(R);
      Any |= Inserted;
      Changed |= Inserted;
    }
  }
  return Any;
}

bool Rows::areLeftOnesSatisfied(const std::vector<Integer> &Values) const {
  return std::all_of(All.begin(), All.end(), [&](const Row &R) {
    if (R.What != Kind::Pending)
      return true;
    std::optional<Integer> Sum = R.Constant;
    for (unsigned T = R.Begin; Sum && T < R.End; ++T)
      Sum = addProduct(*Sum, Terms[T].Coefficient,
                       Values[Number[Terms[T].Column]]);
    return Sum && (R.IsEquality ? *Sum == 0 : *Sum >= 0);
  });
}

bool Rows::excludes(const std::vector<Integer> &Values) const {
  return std::any_of(All.begin(), All.end(), [&](const Row &R) {
    std::optional<Integer> Sum = R.Constant;
    Integer Step = 0;
    for (unsigned T = R.Begin; Sum && T < R.End; ++T) {
      const Term &Next = Terms[T];
      if (Next.Column > Variables)
        Step = gcd(Step, Next.Coefficient);
      else
        Sum = addProduct(*Sum, Next.Coefficient, Values[Next.Column]);
    }
    if (!Sum)
      return false;
    if (!R.IsEquality)
      return Step == 0 && *Sum < 0;
    return Step == 0 ? *Sum != 0 : *Sum % Step != 0;
  });
}

bool Rows::isStatedBy(unsigned R, const Rows &Other) const {
  const Row &Wanted = All[R];
  auto SameTerm = [](const Term &A, const Term &B) {
    return A.Column == B.Column && A.Coefficient == B.Coefficient;
  };
  return std::any_of(Other.All.begin(), Other.All.end(), [&](const Row &Given) {
    return Given.IsEquality == Wanted.IsEquality &&
           (Given.IsEquality ? Given.Constant == Wanted.Constant
                             : Given.Constant <= Wanted.Constant) &&
           std::equal(Terms.begin() + Wanted.Begin, Terms.begin() + Wanted.End,
                      Other.Terms.begin() + Given.Begin,
                      Other.Terms.begin() + Given.End, SameTerm);
  });
}

void Rows::addContradiction(const Rows &Other, unsigned R, bool Less) {
  const Row &Denied = Other.All[R];
  Integer Sign = Less ? -1 : 1;
  startRow(false);
  addTerm(0, Sign * Denied.Constant - 1);
  for (unsigned T = Denied.Begin; T < Denied.End; ++T)
    addTerm(Other.Terms[T].Column, Sign * Other.Terms[T].Coefficient);
}

/// The way in which a row fits by itself, if any.
void Rows::classify(Row &R, Purpose Wanted) const {
  if (R.size() > 2)
    return;
  for (unsigned T = R.Begin; T < R.End; ++T)
    if (keepsAll(Wanted) && Terms[T].Column > Variables)
      return;
  if (R.size() < 2)
    R.What = Kind::Bound;
  else if (Terms[R.Begin].Coefficient == -Terms[R.Begin + 1].Coefficient)
    R.What = Kind::Difference;
}

/// The column is in no other row and need not be kept.
bool Rows::isFree(unsigned Column, Purpose Wanted) const {
  return Uses[Column] == 1 && (!keepsAll(Wanted) || Column > Variables);
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
    bool IsKept = !keepsAll(Wanted) || First.Column <= Variables;
    if (isFree(Second.Column, Wanted) && IsKept) {
      R.What = Kind::Stride;
      Uses[Second.Column] = 0;
      return true;
    }
  }
  if (keepsAll(Wanted) || !canDrop(R))
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
    if (keepsAll(Wanted) ? C <= Variables : Uses[C] > 0)
      Number[C] = ++Last;
  if (Last > MaxVariables)
    return false;
  Result.reset(Last);
  return true;
}

/// Finds out how each row fits; how many do not.
unsigned Rows::classifyAll(Purpose Wanted) {
  Uses.assign(Columns, 0);
  for (const Row &R : All)
    for (unsigned T = R.Begin; T < R.End; ++T)
      ++Uses[Terms[T].Column];
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
  return Pending;
}

bool Rows::read(Purpose Wanted, SDBM &Result) {
  if (TooLarge)
    return false;
  unsigned Pending = classifyAll(Wanted);
  bool MayLeave = Wanted == Purpose::Relaxation || Wanted == Purpose::Hull;
  if ((Pending > 0 && !MayLeave) || !number(Wanted, Result))
    return false;
  for (const Row &R : All)
    put(R, Result);
  return true;
}

Rows::Counts Rows::count() {
  Counts Result;
  classifyAll(Purpose::Set);
  for (const Row &R : All)
    ++(R.What == Kind::Pending  ? Result.Others
       : R.What == Kind::Stride ? Result.Strides
                                : Result.Bounds);
  return Result;
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
