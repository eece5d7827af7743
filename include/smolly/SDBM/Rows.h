//===- Rows.h - Affine constraints as SDBMs ---------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads affine constraints, as polyhedral libraries keep them, as an SDBM if
/// they are one. Nothing is approximated: what does not fit is not read.
///
/// Each row says that a sum of columns times integers, and a constant, is 0 or
/// is not negative. A row fits if it has
///
/// - no columns;
/// - one column: a bound;
/// - two columns with opposite coefficients: a bound on a difference.
///   Coefficients are divided by their gcd, bounds rounded, and an equality
///   whose constant does not divide has no solution.
/// - two columns a x + b e + c = 0, where e is in no other row and need not be
///   kept: x ≡ -c / a (mod b), after division by gcd(a, b).
///
/// Existentially quantified columns fit in the last way only, if all the others
/// are to be kept.
///
/// If only emptiness is asked, no column has to be kept, and a row can be left
/// out that can be satisfied whatever the other columns are: an inequality with
/// a column that is in no other row, or an equality with such a one whose
/// coefficient is 1 or -1. When it is out, the same may hold of others. And a
/// column with a single value can be replaced by it (insertFixed).
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SDBM_ROWS_H
#define SMOLLY_SDBM_ROWS_H

#include "smolly/SDBM/SDBM.h"
#include <optional>
#include <string>
#include <vector>

namespace smolly::sdbm {

/// What rows are read for.
enum class Purpose {
  /// The same set, variable I for column I.
  Set,
  /// A system that has a solution exactly if the rows have one.
  Emptiness,
  /// A system that has a solution if the rows have one: rows that do not fit
  /// are left out.
  Relaxation,
  /// A set that includes that of the rows, variable I for column I: rows that
  /// do not fit are left out.
  Hull
};

/// Systems of more variables are not read: they would take memory quadratic in
/// their number, and time cubic in it.
constexpr unsigned MaxVariables = 256;

/// Collects rows. Objects are meant to be used again, and then do not allocate.
class Rows {
public:
  /// Forgets everything. There are columns 1 to \p Variables; 0 is the
  /// constant.
  void reset(unsigned Variables);
  /// Adds existentially quantified columns; the number of the first.
  unsigned addExistentials(unsigned Count);
  /// Adds a column that is to be kept; only before existential ones.
  unsigned addVariable();

  /// Begins a row; terms that are added belong to it. At most one for each
  /// column.
  void startRow(bool IsEquality);
  void addTerm(unsigned Column, Integer Coefficient);
  /// A row has a number that is too large to be added.
  void addTooLarge() { TooLarge = true; }

  /// Adds the rows of \p Other, which has as many variables; its existential
  /// columns become new ones. Complexity: linear in its terms.
  void append(const Rows &Other);

  /// Puts all rows into \p Result; false if one does not fit, or has a number
  /// that is too large. Complexity: linear in the terms, but for rows that are
  /// left out one after the other.
  bool read(Purpose Wanted, SDBM &Result);

  /// Replaces each column whose value an equality of one column states by that
  /// value, in all other rows; whether there was any. Complexity: linear in the
  /// terms, once more for each column that becomes fixed only thereby.
  bool insertFixed();

  /// Whether the rows that the last read left out as not fitting hold for
  /// \p Values of the variables that it made, with the constant in front. If
  /// they solve the system, the rows have a solution then. Existential columns
  /// that are no variables count as 0. Complexity: linear in the terms.
  bool areLeftOnesSatisfied(const std::vector<Integer> &Values) const;

  /// Whether a row says that \p Values, the constant in front, then those of
  /// the columns to be kept, are no solution. Complexity: linear in the terms.
  bool excludes(const std::vector<Integer> &Values) const;

  /// Whether one row of \p Other, with as many variables, has the terms of row
  /// \p R and says as much or more. Complexity: linear in the terms of Other.
  bool isStatedBy(unsigned R, const Rows &Other) const;

  /// Adds what contradicts row \p R of \p Other, which has as many variables
  /// and no existential columns; if that is an equality, only that it is less,
  /// or more than, zero.
  void addContradiction(const Rows &Other, unsigned R, bool Less);

  unsigned size() const { return All.size(); }
  bool isEquality(unsigned R) const { return All[R].IsEquality; }
  unsigned variables() const { return Variables; }
  /// A row had a number that is too large; the others are there.
  bool isTooLarge() const { return TooLarge; }

  /// What the rows are, each on its own.
  struct Counts {
    /// Bounds on variables and differences, congruences of single variables,
    /// and what is neither.
    unsigned Bounds = 0, Strides = 0, Others = 0;
  };
  /// Complexity: linear in the terms.
  Counts count();

  /// The rows in isl's notation, joined by "and". Variables are called p1, p2,
  /// ... as long as they are \p Parameters, then x1, x2, ..., existentially
  /// quantified ones e1, e2, ... Complexity: linear in the terms.
  std::string text(unsigned Parameters) const;

  /// Calls Run(IsEquality, Constant) for each row, and Run(Column,
  /// Coefficient) for each of its terms then; existential columns come behind
  /// the variables.
  template <typename RowFn, typename TermFn>
  void forEach(RowFn OnRow, TermFn OnTerm) const {
    for (const Row &R : All) {
      OnRow(R.IsEquality, R.Constant);
      for (unsigned T = R.Begin; T < R.End; ++T)
        OnTerm(Terms[T].Column, Terms[T].Coefficient);
    }
  }
  unsigned existentials() const { return Columns - Variables - 1; }

private:
  enum class Kind { Pending, Bound, Difference, Stride, Dropped };
  struct Term {
    unsigned Column;
    Integer Coefficient;
  };
  struct Row {
    bool IsEquality;
    Kind What;
    unsigned Begin, End;
    Integer Constant;
    unsigned size() const { return End - Begin; }
  };

  bool insertInto(Row &R);
  unsigned classifyAll(Purpose Wanted);
  void classify(Row &R, Purpose Wanted) const;
  bool settle(Row &R, Purpose Wanted);
  bool isFree(unsigned Column, Purpose Wanted) const;
  bool canDrop(const Row &R) const;
  bool number(Purpose Wanted, SDBM &Result);
  void put(const Row &R, SDBM &Result) const;
  void putBound(const Row &R, SDBM &Result) const;
  void putDifference(const Row &R, SDBM &Result) const;
  void putStride(const Row &R, SDBM &Result) const;

  unsigned Variables = 0, Columns = 1;
  bool TooLarge = false;
  std::vector<Row> All;
  std::vector<Term> Terms;
  /// For each column in how many rows it is, and its variable.
  std::vector<unsigned> Uses, Number;
  /// For each column its value if one is stated.
  std::vector<std::optional<Integer>> Fixed;
};

} // namespace smolly::sdbm

#endif // SMOLLY_SDBM_ROWS_H
