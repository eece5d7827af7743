//===- IslConversion.cpp - SDBMs as isl's sets ----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements the conversion to isl of IslQuestions.h, and what is done
/// disjunct by disjunct.
///
//===----------------------------------------------------------------------===//

#include "IslRows.h"
#include "smolly/SDBM/IslQuestions.h"
#include "isl/val.h"
#include <algorithm>

using namespace smolly;
using namespace smolly::sdbm;

namespace {

/// A matrix of isl's, with columns for the constant, the variables, and one
/// existentially quantified variable for each stride.
class MatrixWriter {
public:
  MatrixWriter(isl_ctx *Ctx, unsigned Rows, unsigned Columns)
      : Ctx(Ctx), Matrix(isl_mat_alloc(Ctx, Rows, Columns)) {
    for (unsigned R = 0; R < Rows; ++R)
      for (unsigned C = 0; C < Columns; ++C)
        Matrix = isl_mat_set_element_si(Matrix, R, C, 0);
  }

  void startRow() { ++Row; }
  void set(unsigned Column, Integer Value) {
    Matrix = isl_mat_set_element_val(Matrix, Row, Column,
                                     isl_val_int_from_si(Ctx, Value));
  }
  /// Bound - (xI - xJ).
  void setDifference(unsigned I, unsigned J, Integer Bound) {
    startRow();
    set(0, Bound);
    if (I != 0)
      set(I, -1);
    if (J != 0)
      set(J, 1);
  }
  isl_mat *take() { return Matrix; }

private:
  isl_ctx *Ctx;
  isl_mat *Matrix;
  int Row = -1;
};

bool isEquality(const SDBM &S, unsigned I, unsigned J) {
  return S.bound(I, J) != Infinity && S.bound(J, I) == -S.bound(I, J);
}

bool hasStride(const SDBM &S, unsigned I) {
  return S.congruence(I).Divisor > 1;
}

/// How many rows and strides there are.
struct Counts {
  explicit Counts(const SDBM &S) {
    for (unsigned I = 0; I < S.size(); ++I) {
      Strides += I > 0 && hasStride(S, I);
      for (unsigned J = 0; J < S.size(); ++J) {
        if (I == J || S.bound(I, J) == Infinity)
          continue;
        (isEquality(S, I, J) ? Equalities : Inequalities) += 1;
      }
    }
    Equalities = Equalities / 2 + Strides;
  }
  unsigned Strides = 0, Equalities = 0, Inequalities = 0;
};

/// xI = Divisor e + Remainder for each stride.
void writeStrides(const SDBM &S, MatrixWriter &Writer) {
  unsigned Existential = S.size();
  for (unsigned I = 1; I < S.size(); ++I) {
    if (!hasStride(S, I))
      continue;
    Writer.startRow();
    Writer.set(0, -S.congruence(I).Remainder);
    Writer.set(I, 1);
    Writer.set(Existential++, -S.congruence(I).Divisor);
  }
}

} // namespace

isl::basic_set sdbm::toBasicSet(const SDBM &S, const isl::space &Space) {
  if (S.hasConflict())
    return isl::manage(isl_basic_set_empty(Space.copy()));
  Counts Count(S);
  isl_ctx *Ctx = isl_space_get_ctx(Space.get());
  unsigned Columns = S.size() + Count.Strides;
  MatrixWriter Equalities(Ctx, Count.Equalities, Columns);
  MatrixWriter Inequalities(Ctx, Count.Inequalities, Columns);
  for (unsigned I = 0; I < S.size(); ++I)
    for (unsigned J = 0; J < S.size(); ++J) {
      if (I == J || S.bound(I, J) == Infinity)
        continue;
      if (!isEquality(S, I, J))
        Inequalities.setDifference(I, J, S.bound(I, J));
      else if (I < J)
        Equalities.setDifference(I, J, S.bound(I, J));
    }
  writeStrides(S, Equalities);
  isl_basic_set *Result = isl_basic_set_from_constraint_matrices(
      Space.copy(), Equalities.take(), Inequalities.take(), isl_dim_cst,
      isl_dim_param, isl_dim_set, isl_dim_div);
  return isl::manage(isl_basic_set_remove_redundancies(Result));
}

Class sdbm::classify(const isl::set &Set) {
  Class Result = Class::Dbm;
  IslQuestions Questions;
  bool Whole = forEachDisjunct(Set.get(), [&](isl_basic_set *B) {
    auto System = Questions.read(isl::manage_copy(B));
    Result =
        std::max(Result, System && !System->isTooLarge() ? System->classify()
                                                         : Class::Other);
    return true;
  });
  return Whole ? Result : Class::Other;
}

std::optional<isl::set> sdbm::normalForm(const isl::set &Set,
                                         const NormalFormLimits &Limits) {
  isl::space Space = isl::manage(isl_set_get_space(Set.get()));
  isl_set *Result = isl_set_empty(Space.copy());
  std::vector<SDBM> Forms;
  IslQuestions Questions;
  bool Whole = forEachDisjunct(Set.get(), [&](isl_basic_set *B) {
    auto System = Questions.read(isl::manage_copy(B));
    auto Form = System ? normalForm(*System, Limits) : std::nullopt;
    if (!Form)
      return false;
    if (Form->hasConflict() ||
        std::find(Forms.begin(), Forms.end(), *Form) != Forms.end())
      return true;
    isl_basic_set *Basic = toBasicSet(*Form, Space).release();
    Result = isl_set_union(Result, isl_set_from_basic_set(Basic));
    Forms.push_back(std::move(*Form));
    return true;
  });
  isl::set Union = isl::manage(Result);
  if (!Whole || Union.is_null())
    return std::nullopt;
  return Union;
}
