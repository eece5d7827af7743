//===- Simplex.cpp - Linear programs with bounds --------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The simplex method with bounded variables. Rules that are fast but may cycle
/// are replaced by the least-index rule (Bland, 1977) after some steps.
///
//===----------------------------------------------------------------------===//

#include "Simplex.h"
#include <cmath>
#include <limits>

using namespace smolly;

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();
/// Smaller entries are what rounding has left of zero.
constexpr double Zero = 1e-11;
/// Smaller entries are not divided by.
constexpr double LeastPivot = 1e-8;
/// A bound may be missed by this part of it.
constexpr double Tolerance = 1e-9;
/// Steps by the fast rules before the least-index rule.
constexpr unsigned FastSteps = 2000;

double missed(double Value, double Lower, double Upper) {
  if (Value < Lower - Tolerance * std::fmax(1, std::fabs(Lower)))
    return Value - Lower;
  if (Value > Upper + Tolerance * std::fmax(1, std::fabs(Upper)))
    return Value - Upper;
  return 0;
}

} // namespace

unsigned Simplex::addVariable(double NewLower, double NewUpper) {
  double Start = std::isfinite(NewLower)   ? NewLower
                 : std::isfinite(NewUpper) ? NewUpper
                                           : 0;
  Lower.push_back(NewLower);
  Upper.push_back(NewUpper);
  Value.push_back(Start);
  IsBasic.push_back(false);
  Place.push_back(Nonbasic.size());
  Nonbasic.push_back(Value.size() - 1);
  return Value.size() - 1;
}

unsigned Simplex::addRow(const LinearTerms &Terms, double NewLower,
                         double NewUpper) {
  // Rows of very different size would be feasible to very different degrees.
  double Largest = 0;
  for (const LinearTerm &T : Terms)
    Largest = std::fmax(Largest, std::fabs(T.Coefficient));
  double Scale = Largest > 0 ? std::exp2(-std::ilogb(Largest)) : 1;
  Entries.resize(Entries.size() + Nonbasic.size(), 0);
  double Sum = 0;
  for (const LinearTerm &T : Terms) {
    entry(Basic.size(), T.Variable) = T.Coefficient * Scale;
    Sum += T.Coefficient * Scale * Value[T.Variable];
  }
  Lower.push_back(NewLower * Scale);
  Upper.push_back(NewUpper * Scale);
  Value.push_back(Sum);
  IsBasic.push_back(true);
  Place.push_back(Basic.size());
  Basic.push_back(Value.size() - 1);
  return Value.size() - 1;
}

void Simplex::setObjective(const LinearTerms &Terms) {
  Objective = addRow(Terms, -Infinity, Infinity);
}

void Simplex::setBounds(unsigned Variable, double NewLower, double NewUpper) {
  Lower[Variable] = NewLower;
  Upper[Variable] = NewUpper;
  if (IsBasic[Variable])
    return;
  double Old = Value[Variable];
  double New = std::fmin(std::fmax(Old, NewLower), NewUpper);
  if (New != Old)
    move(Place[Variable], New - Old);
}

bool Simplex::canMove(unsigned Variable, double Direction) const {
  return Direction > 0 ? Value[Variable] < Upper[Variable]
                       : Value[Variable] > Lower[Variable];
}

void Simplex::move(unsigned Column, double Change) {
  Value[Nonbasic[Column]] += Change;
  for (unsigned R = 0; R < Basic.size(); ++R)
    Value[Basic[R]] += entry(R, Column) * Change;
}

/// Solves \p Row for the variable of \p Column and puts that into the others.
void Simplex::pivot(unsigned Row, unsigned Column) {
  double Divisor = entry(Row, Column);
  entry(Row, Column) = -1;
  std::vector<unsigned> Used;
  for (unsigned C = 0; C < Nonbasic.size(); ++C) {
    double &E = entry(Row, C);
    E = std::fabs(E) < Zero ? 0 : E / -Divisor;
    if (E != 0)
      Used.push_back(C);
  }
  unsigned long Changed = Used.size() + Basic.size();
  for (unsigned R = 0; R < Basic.size(); ++R) {
    double Factor = entry(R, Column);
    if (R == Row || Factor == 0)
      continue;
    entry(R, Column) = 0;
    for (unsigned C : Used) {
      double &E = entry(R, C);
      E += Factor * entry(Row, C);
      if (std::fabs(E) < Zero)
        E = 0;
    }
    Changed += Used.size();
  }
  Effort -= std::min(Effort, Changed);
  std::swap(Basic[Row], Nonbasic[Column]);
  Place[Basic[Row]] = Row;
  Place[Nonbasic[Column]] = Column;
  IsBasic[Basic[Row]] = true;
  IsBasic[Nonbasic[Column]] = false;
}

/// A row whose variable is outside its bounds, and the bound that it missed:
/// the one that missed it by most, or the \p First by number.
bool Simplex::findViolated(bool First, unsigned &Row, double &Target) const {
  double Most = 0;
  unsigned Least = Value.size();
  for (unsigned R = 0; R < Basic.size(); ++R) {
    unsigned V = Basic[R];
    double Miss = missed(Value[V], Lower[V], Upper[V]);
    if (Miss == 0 || (First ? V > Least : std::fabs(Miss) <= Most))
      continue;
    Least = V;
    Most = std::fabs(Miss);
    Row = R;
    Target = Miss < 0 ? Lower[V] : Upper[V];
  }
  return Most > 0;
}

/// A column that can change the value of \p Row. Where the objective was as
/// small as possible it stays so: this is the dual simplex method.
bool Simplex::findReplacement(unsigned Row, double Change, bool First,
                              unsigned &Column) const {
  bool Found = false;
  double BestRatio = Infinity, BestSize = 0;
  for (unsigned C = 0; C < Nonbasic.size(); ++C) {
    double E = entry(Row, C), Size = std::fabs(E);
    if (Size < LeastPivot || !canMove(Nonbasic[C], E * Change))
      continue;
    double Ratio = std::fabs(entry(Place[Objective], C)) / Size;
    bool Better = First ? !Found || Nonbasic[C] < Nonbasic[Column]
                        : Ratio < BestRatio - Zero ||
                              (Ratio <= BestRatio + Zero && Size > BestSize);
    if (!Better)
      continue;
    Found = true;
    Column = C;
    BestRatio = Ratio;
    BestSize = Size;
  }
  return Found;
}

Simplex::Status Simplex::makeFeasible() {
  unsigned Row, Column;
  double Target;
  for (unsigned Step = 0; findViolated(Step > FastSteps, Row, Target); ++Step) {
    if (Effort == 0)
      return Status::GaveUp;
    double Change = Target - Value[Basic[Row]];
    if (!findReplacement(Row, Change, Step > FastSteps, Column))
      return Status::Infeasible;
    // The column's variable may leave its bounds; it is basic from now on.
    unsigned Left = Basic[Row];
    move(Column, Change / entry(Row, Column));
    Value[Left] = Target;
    pivot(Row, Column);
  }
  return Status::Ok;
}

/// A column along which the objective gets smaller.
bool Simplex::findDescent(bool First, unsigned &Column,
                          double &Direction) const {
  double Steepest = 0;
  for (unsigned C = 0; C < Nonbasic.size(); ++C) {
    double Slope = entry(Place[Objective], C);
    if (std::fabs(Slope) < Tolerance || !canMove(Nonbasic[C], -Slope))
      continue;
    if (Steepest > 0 &&
        (First ? Nonbasic[C] > Nonbasic[Column] : std::fabs(Slope) <= Steepest))
      continue;
    Steepest = std::fabs(Slope);
    Column = C;
    Direction = Slope > 0 ? -1 : 1;
  }
  return Steepest > 0;
}

/// How far \p Column can move until a variable is at a bound, and the row of
/// that variable; the number of rows if it is the column's own.
double Simplex::longestStep(unsigned Column, double Direction,
                            unsigned &Row) const {
  unsigned Own = Nonbasic[Column];
  double Step = (Direction > 0 ? Upper : Lower)[Own] - Value[Own];
  Step = std::fabs(Step);
  double Size = 0;
  Row = Basic.size();
  for (unsigned R = 0; R < Basic.size(); ++R) {
    double Rate = entry(R, Column) * Direction;
    if (std::fabs(Rate) < LeastPivot)
      continue;
    unsigned V = Basic[R];
    double Room = Rate > 0 ? Upper[V] - Value[V] : Value[V] - Lower[V];
    double Most = std::fmax(Room, 0) / std::fabs(Rate);
    if (Most > Step || (Most == Step && std::fabs(Rate) <= Size))
      continue;
    Step = Most;
    Size = std::fabs(Rate);
    Row = R;
  }
  return Step;
}

Simplex::Status Simplex::descend() {
  unsigned Row, Column;
  double Direction;
  for (unsigned Step = 0; findDescent(Step > FastSteps, Column, Direction);
       ++Step) {
    double Length = longestStep(Column, Direction, Row);
    if (Effort == 0 || Step > 4 * FastSteps || !std::isfinite(Length))
      return Status::GaveUp;
    move(Column, Length * Direction);
    if (Row == Basic.size()) {
      // The whole way to its other bound, exactly.
      unsigned V = Nonbasic[Column];
      Value[V] = Direction > 0 ? Upper[V] : Lower[V];
      Effort -= std::min<unsigned long>(Effort, Basic.size());
      continue;
    }
    unsigned Left = Basic[Row];
    bool Up = entry(Row, Column) * Direction > 0;
    Value[Left] = Up ? Upper[Left] : Lower[Left];
    pivot(Row, Column);
  }
  return Status::Ok;
}

/// Gives basic variables the values of their forms again, which many moves have
/// left only nearly.
void Simplex::recompute() {
  for (unsigned R = 0; R < Basic.size(); ++R) {
    double Sum = 0;
    for (unsigned C = 0; C < Nonbasic.size(); ++C)
      Sum += entry(R, C) * Value[Nonbasic[C]];
    Value[Basic[R]] = Sum;
  }
}

Simplex::Status Simplex::minimize() {
  Status Result = makeFeasible();
  if (Result == Status::Ok)
    Result = descend();
  recompute();
  return Result;
}
