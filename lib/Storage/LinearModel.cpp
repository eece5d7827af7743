//===- LinearModel.cpp - Mixed integer linear programs --------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The model itself, and what both solvers rely on: GLPK ends the process on
/// malformed models, and neither can calculate with huge numbers.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/LinearModel.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>

using namespace smolly;

namespace {

/// Larger coefficients than this only arise from programs that are useless to
/// solve in floating point.
constexpr double MaxMagnitude = 1e9;

bool isUsable(const LinearTerms &Terms) {
  return llvm::all_of(Terms, [](const LinearTerm &T) {
    return std::fabs(T.Coefficient) <= MaxMagnitude;
  });
}

/// Also false where one of them is no number.
bool isRange(double Lower, double Upper) { return Lower <= Upper; }

/// Adds up terms of the same variable and drops zeros.
LinearTerms normalize(const LinearTerms &Terms) {
  std::map<unsigned, double> Sum;
  for (const LinearTerm &T : Terms)
    Sum[T.Variable] += T.Coefficient;
  LinearTerms Result;
  for (const auto &Entry : Sum)
    if (Entry.second != 0)
      Result.push_back({Entry.first, Entry.second});
  return Result;
}

} // namespace

unsigned LinearModel::addVariable(double Lower, double Upper, bool Integer) {
  Variables.push_back({Lower, Upper, Integer});
  return Variables.size() - 1;
}

void LinearModel::addRow(const LinearTerms &Terms, double Lower, double Upper) {
  Rows.push_back({normalize(Terms), Lower, Upper});
}

/// False when it is seen without solving it that there is no solution, or that
/// none can be computed.
bool LinearModel::isSolvable(const LinearTerms &Objective) const {
  return isUsable(Objective) &&
         llvm::all_of(
             Variables,
             [](const Variable &V) { return isRange(V.Lower, V.Upper); }) &&
         llvm::all_of(Rows, [](const Row &R) {
           bool Empty = R.Terms.empty();
           return isUsable(R.Terms) && isRange(R.Lower, R.Upper) &&
                  (!Empty || (R.Lower <= 0 && R.Upper >= 0));
         });
}

std::optional<std::vector<double>>
LinearModel::minimize(const LinearTerms &Objective,
                      unsigned long &NodesLeft) const {
#if SMOLLY_WITH_GLPK
  if (!isSolvable(Objective))
    return std::nullopt;
  return minimizeByGlpk(normalize(Objective), NodesLeft);
#else
  return minimizeBySimplex(Objective, NodesLeft);
#endif
}

std::optional<std::vector<double>>
LinearModel::minimizeBySimplex(const LinearTerms &Objective,
                               unsigned long &NodesLeft) const {
  if (!isSolvable(Objective))
    return std::nullopt;
  return branchAndBound(normalize(Objective), NodesLeft);
}
