//===- Farkas.cpp - Farkas' lemma -----------------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Faces of isl's basic sets and the rows that Farkas' lemma gives.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/Farkas.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/Value.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/mat.h"
#include "isl/set.h"
#include "isl/val.h"
#include <cmath>
#include <limits>

using namespace smolly;

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();
/// How far multipliers may be negative where the form need not be nonnegative.
constexpr double Slackness = 100;
/// Faces with larger coefficients, as from the range of a machine integer, are
/// left out: they bound nothing, and no solver can calculate with them.
constexpr double MaxMagnitude = 1e6;

std::vector<std::vector<double>> rowsOf(__isl_take isl_mat *Matrix) {
  std::vector<std::vector<double>> Rows;
  int Height = isl_mat_rows(Matrix), Width = isl_mat_cols(Matrix);
  for (int I = 0; I < Height; ++I) {
    std::vector<double> Row;
    for (int J = 0; J < Width; ++J) {
      Row.push_back(
          asDouble(isl::manage(isl_mat_get_element_val(Matrix, I, J))));
    }
    Rows.push_back(std::move(Row));
  }
  isl_mat_free(Matrix);
  return Rows;
}

void dropLarge(std::vector<std::vector<double>> &Faces) {
  llvm::erase_if(Faces, [](const std::vector<double> &Face) {
    return llvm::any_of(
        Face, [](double C) { return !(std::fabs(C) <= MaxMagnitude); });
  });
}

Polyhedron polyhedronOf(const isl::basic_set &Basic) {
  Polyhedron P;
  P.Params = isl_basic_set_dim(Basic.get(), isl_dim_param);
  P.Dims = isl_basic_set_dim(Basic.get(), isl_dim_set);
  P.Locals = isl_basic_set_dim(Basic.get(), isl_dim_div);
  P.Faces = rowsOf(isl_basic_set_inequalities_matrix(
      Basic.get(), isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div));
  P.Equalities = rowsOf(isl_basic_set_equalities_matrix(
      Basic.get(), isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div));
  dropLarge(P.Faces);
  dropLarge(P.Equalities);
  return P;
}

/// The largest constant of a face: how large a form may get at a corner.
double largestConstant(const Polyhedron &P) {
  double Largest = 1;
  for (const auto *List : {&P.Faces, &P.Equalities})
    for (const std::vector<double> &Face : *List)
      Largest = std::max(Largest, std::fabs(Face[0]));
  return Largest;
}

} // namespace

std::vector<Polyhedron> smolly::polyhedraOf(const isl::set &Differences) {
  std::vector<Polyhedron> Result;
  Differences.foreach_basic_set([&](isl::basic_set Basic) {
    isl::basic_set Short = isl::manage(isl_basic_set_remove_redundancies(
        isl_basic_set_detect_equalities(Basic.copy())));
    if (!Short.is_null() && !isEmpty(Short).is_true())
      Result.push_back(polyhedronOf(Short));
    return isl::stat::ok();
  });
  return Result;
}

void smolly::requireNonnegative(LinearModel &Model, const Polyhedron &P,
                                const UnknownForm &Form,
                                std::optional<unsigned> OnlyIf) {
  std::vector<LinearTerms> Rows = Form.Coefficients;
  auto AddMultiplier = [&](double Least) {
    unsigned Multiplier =
        Model.addVariable(OnlyIf ? -Least : 0, Infinity, false);
    if (OnlyIf)
      Model.addRow({{Multiplier, 1}, {*OnlyIf, -Least}}, -Least, Infinity);
    return Multiplier;
  };
  auto Subtract = [&](unsigned Multiplier, const std::vector<double> &Face) {
    for (unsigned C = 0; C < Face.size(); ++C)
      if (Face[C] != 0)
        Rows[C].push_back({Multiplier, -Face[C]});
  };
  Rows[0].push_back({AddMultiplier(Slackness * largestConstant(P)), -1});
  for (const std::vector<double> &Face : P.Faces)
    Subtract(AddMultiplier(Slackness), Face);
  for (const std::vector<double> &Equality : P.Equalities)
    Subtract(Model.addVariable(-Infinity, Infinity, false), Equality);
  for (unsigned C = 0; C < Rows.size(); ++C)
    Model.addRow(Rows[C], -Form.Constants[C], -Form.Constants[C]);
}
