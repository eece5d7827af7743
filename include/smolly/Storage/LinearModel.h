//===- LinearModel.h - Mixed integer linear programs ------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A mixed integer linear program and its solution, by GLPK or, in a build
/// without it, by branch and bound of our own. The same model gives the same
/// solution on every machine: effort is bounded by counts.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_LINEARMODEL_H
#define SMOLLY_STORAGE_LINEARMODEL_H

#include <optional>
#include <vector>

namespace smolly {

/// A coefficient and its variable.
struct LinearTerm {
  unsigned Variable;
  double Coefficient;
};
using LinearTerms = std::vector<LinearTerm>;

/// Variables with bounds, rows with bounds; objectives are given to minimize.
class LinearModel {
public:
  /// Adds a variable between \p Lower and \p Upper and returns its number.
  unsigned addVariable(double Lower, double Upper, bool Integer);
  /// Requires the terms to add up to at least \p Lower and at most \p Upper,
  /// which may be infinite. Terms of one variable are added up.
  void addRow(const LinearTerms &Terms, double Lower, double Upper);

  unsigned variables() const { return Variables.size(); }
  unsigned rows() const { return Rows.size(); }

  /// A solution with the smallest value of \p Objective, or the best that
  /// \p NodesLeft branch and bound nodes gave, from which those that were
  /// looked at are taken; none if there is none or none was found. Complexity:
  /// exponential in the number of integer variables.
  std::optional<std::vector<double>> minimize(const LinearTerms &Objective,
                                              unsigned long &NodesLeft) const;

  /// The same without GLPK, for smaller models: it gives up earlier.
  std::optional<std::vector<double>>
  minimizeBySimplex(const LinearTerms &Objective,
                    unsigned long &NodesLeft) const;

private:
  struct Variable {
    double Lower, Upper;
    bool Integer;
  };
  struct Row {
    LinearTerms Terms;
    double Lower, Upper;
  };
  bool isSolvable(const LinearTerms &Objective) const;
  std::optional<std::vector<double>>
  minimizeByGlpk(const LinearTerms &Objective, unsigned long &NodesLeft) const;
  std::optional<std::vector<double>>
  branchAndBound(const LinearTerms &Objective, unsigned long &NodesLeft) const;

  std::vector<Variable> Variables;
  std::vector<Row> Rows;
};

} // namespace smolly

#endif // SMOLLY_STORAGE_LINEARMODEL_H
