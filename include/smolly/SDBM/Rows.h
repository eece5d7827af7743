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
/// coefficient is 1 or -1. When it is out, the same may hold of others.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SDBM_ROWS_H
#define SMOLLY_SDBM_ROWS_H

#include "smolly/SDBM/SDBM.h"
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
  Relaxation
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
};

} // namespace smolly::sdbm

#endif // SMOLLY_SDBM_ROWS_H
