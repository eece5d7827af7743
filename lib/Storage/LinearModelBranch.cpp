//===- LinearModelBranch.cpp - Linear models by branch and bound ----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Branch and bound over the simplex method: what solves linear models in a
/// build without GLPK. It is meant for the models of storage hyperplanes, of
/// some hundred rows.
///
//===----------------------------------------------------------------------===//

#include "Simplex.h"
#include <cmath>
#include <limits>

using namespace smolly;

namespace {

/// Tableau entries that may be changed for each node, on average.
constexpr unsigned long EffortPerNode = 400'000;
/// A larger tableau is not tried.
constexpr double MaxEntries = 2'000'000;
/// How far from a whole number a value may be that is taken for one.
constexpr double IntegerTolerance = 1e-6;
/// A solution that is better by a smaller part than this is not better.
constexpr double LeastGain = 1e-6;

class Search {
public:
  Search(Simplex &Tableau, const std::vector<unsigned> &Integers,
         unsigned Variables, unsigned long &NodesLeft)
      : Tableau(Tableau), Integers(Integers), Variables(Variables),
        Nodes(NodesLeft) {}
  std::optional<std::vector<double>> run() {
    branch();
    return Best;
  }

private:
  void branch();
  void tryWithin(unsigned Variable, double Lower, double Upper);
  void keep();
  bool isBetter() const;
  std::optional<unsigned> mostFractional() const;

  Simplex &Tableau;
  const std::vector<unsigned> &Integers;
  unsigned Variables;
  unsigned long &Nodes;
  std::optional<std::vector<double>> Best;
  double BestObjective = std::numeric_limits<double>::infinity();
};

std::optional<unsigned> Search::mostFractional() const {
  std::optional<unsigned> Result;
  double Most = IntegerTolerance;
  for (unsigned V : Integers) {
    double Fraction =
        std::fabs(Tableau.value(V) - std::round(Tableau.value(V)));
    if (Fraction <= Most)
      continue;
    Most = Fraction;
    Result = V;
  }
  return Result;
}

bool Search::isBetter() const {
  return !Best ||
         Tableau.objective() <
             BestObjective - LeastGain * std::fmax(1, std::fabs(BestObjective));
}

/// Keeps the solution with its nearly whole numbers made whole, if there is
/// one: where a coefficient is large, nearly is not enough.
void Search::keep() {
  std::vector<std::pair<double, double>> Bounds;
  for (unsigned V : Integers) {
    Bounds.push_back({Tableau.lower(V), Tableau.upper(V)});
    double Whole = std::round(Tableau.value(V));
    Tableau.setBounds(V, Whole, Whole);
  }
  if (Tableau.minimize() == Simplex::Status::Ok && isBetter()) {
    BestObjective = Tableau.objective();
    Best.emplace();
    for (unsigned V = 0; V < Variables; ++V)
      Best->push_back(Tableau.value(V));
  }
  for (unsigned I = 0; I < Integers.size(); ++I)
    Tableau.setBounds(Integers[I], Bounds[I].first, Bounds[I].second);
}

void Search::tryWithin(unsigned Variable, double Lower, double Upper) {
  double OldLower = Tableau.lower(Variable), OldUpper = Tableau.upper(Variable);
  Lower = std::fmax(Lower, OldLower);
  Upper = std::fmin(Upper, OldUpper);
  if (Lower > Upper)
    return;
  Tableau.setBounds(Variable, Lower, Upper);
  branch();
  Tableau.setBounds(Variable, OldLower, OldUpper);
}

void Search::branch() {
  if (Nodes == 0)
    return;
  --Nodes;
  Simplex::Status Status = Tableau.minimize();
  if (Status == Simplex::Status::GaveUp)
    Nodes = 0;
  if (Status != Simplex::Status::Ok || !isBetter())
    return;
  std::optional<unsigned> Variable = mostFractional();
  if (!Variable) {
    keep();
    return;
  }
  constexpr double Infinity = std::numeric_limits<double>::infinity();
  double Value = Tableau.value(*Variable), Below = std::floor(Value);
  bool UpFirst = Value - Below > 0.5;
  for (bool Up : {UpFirst, !UpFirst})
    tryWithin(*Variable, Up ? Below + 1 : -Infinity, Up ? Infinity : Below);
}

} // namespace

std::optional<std::vector<double>>
LinearModel::branchAndBound(const LinearTerms &Objective,
                            unsigned long &NodesLeft) const {
  if (static_cast<double>(Rows.size()) * Variables.size() > MaxEntries)
    return std::nullopt;
  Simplex Tableau(NodesLeft * EffortPerNode);
  std::vector<unsigned> Integers;
  for (const Variable &V : Variables) {
    unsigned Number =
        Tableau.addVariable(V.Integer ? std::ceil(V.Lower) : V.Lower,
                            V.Integer ? std::floor(V.Upper) : V.Upper);
    if (V.Integer)
      Integers.push_back(Number);
    if (Tableau.lower(Number) > Tableau.upper(Number))
      return std::nullopt;
  }
  for (const Row &R : Rows)
    Tableau.addRow(R.Terms, R.Lower, R.Upper);
  Tableau.setObjective(Objective);
  return Search(Tableau, Integers, Variables.size(), NodesLeft).run();
}
