//===- Simplex.h - Linear programs with bounds ------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The simplex method on a dense tableau in which every variable has bounds,
/// after Dutertre and de Moura, "A Fast Linear-Arithmetic Solver for DPLL(T)"
/// (CAV 2006): a tableau stays valid whatever the bounds are, so a search that
/// changes bounds goes on from the last one.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_STORAGE_SIMPLEX_H
#define SMOLLY_LIB_STORAGE_SIMPLEX_H

#include "smolly/Storage/LinearModel.h"

namespace smolly {

/// Variables with bounds; some of them, the basic ones, are given as linear
/// forms of the others:
///
///     x2 = 3 x0 + x1,   0 <= x0 <= 4,   x1 free,   x2 <= 7
///
/// Invariant: values of nonbasic variables are within their bounds, and values
/// of basic ones are what their forms give. Feasible means that the latter are
/// within their bounds too.
class Simplex {
public:
  enum class Status { Ok, Infeasible, GaveUp };

  /// \p MaxEffort bounds the number of tableau entries that are changed in this
  /// object's life.
  explicit Simplex(unsigned long MaxEffort) : Effort(MaxEffort) {}

  /// Variables come first, then rows, then the objective. A row is a variable
  /// as well; both return its number.
  unsigned addVariable(double Lower, double Upper);
  unsigned addRow(const LinearTerms &Terms, double Lower, double Upper);
  void setObjective(const LinearTerms &Terms);

  double lower(unsigned Variable) const { return Lower[Variable]; }
  double upper(unsigned Variable) const { return Upper[Variable]; }
  double value(unsigned Variable) const { return Value[Variable]; }
  double objective() const { return Value[Objective]; }
  void setBounds(unsigned Variable, double NewLower, double NewUpper);

  /// Finds the smallest value of the objective within the bounds.
  Status minimize();

private:
  Status makeFeasible();
  Status descend();
  bool findViolated(bool First, unsigned &Row, double &Target) const;
  bool findReplacement(unsigned Row, double Change, bool First,
                       unsigned &Column) const;
  bool findDescent(bool First, unsigned &Column, double &Direction) const;
  double longestStep(unsigned Column, double Direction, unsigned &Row) const;
  bool canMove(unsigned Variable, double Direction) const;
  void move(unsigned Column, double Change);
  void pivot(unsigned Row, unsigned Column);
  void recompute();
  double &entry(unsigned Row, unsigned Column) {
    return Entries[Row * Nonbasic.size() + Column];
  }
  double entry(unsigned Row, unsigned Column) const {
    return Entries[Row * Nonbasic.size() + Column];
  }

  unsigned long Effort;
  /// One a variable.
  std::vector<double> Lower, Upper, Value;
  std::vector<bool> IsBasic;
  /// Its row if it is basic, otherwise its column.
  std::vector<unsigned> Place;
  /// The variables of the rows and of the columns.
  std::vector<unsigned> Basic, Nonbasic;
  /// Row by row.
  std::vector<double> Entries;
  unsigned Objective = 0;
};

} // namespace smolly

#endif // SMOLLY_LIB_STORAGE_SIMPLEX_H
