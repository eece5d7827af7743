//===- IndexDims.cpp - Dimensions that count ------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Gaussian elimination on access functions, affine hulls of sets.
///
//===----------------------------------------------------------------------===//

#include "IndexDims.h"
#include "smolly/Kernel/Constraints.h"
#include "smolly/Kernel/Range.h"
#include "smolly/Kernel/Value.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/set.h"
#include "isl/val.h"
#include <algorithm>
#include <cmath>

using namespace smolly;

namespace {

/// Rank of the rows \p Matrix. Complexity: cubic.
unsigned rankOf(std::vector<std::vector<double>> Matrix) {
  unsigned Rank = 0;
  size_t Columns = Matrix.empty() ? 0 : Matrix.front().size();
  for (size_t C = 0; C < Columns && Rank < Matrix.size(); ++C) {
    size_t Pivot = Rank;
    for (size_t R = Rank; R < Matrix.size(); ++R)
      if (std::fabs(Matrix[R][C]) > std::fabs(Matrix[Pivot][C]))
        Pivot = R;
    if (Matrix[Pivot][C] == 0)
      continue;
    std::swap(Matrix[Rank], Matrix[Pivot]);
    for (size_t R = Rank + 1; R < Matrix.size(); ++R) {
      double Factor = Matrix[R][C] / Matrix[Rank][C];
      for (size_t D = C; D < Columns; ++D)
        Matrix[R][D] -= Factor * Matrix[Rank][D];
      Matrix[R][C] = 0;
    }
    ++Rank;
  }
  return Rank;
}

/// The coefficients of the iterators in each component of the first piece of
/// \p Function, { Domain[] -> Element[] }.
std::vector<std::vector<double>> linearPart(const isl::pw_multi_aff &Function) {
  std::vector<std::vector<double>> Rows;
  Function.foreach_piece([&](isl::set, isl::multi_aff Piece) {
    if (!Rows.empty())
      return isl::stat::ok();
    unsigned In = std::max(0, isl_multi_aff_dim(Piece.get(), isl_dim_in));
    for (int I = 0, E = isl_multi_aff_dim(Piece.get(), isl_dim_out); I < E;
         ++I) {
      isl::aff Aff = Piece.at(I);
      std::vector<double> Row;
      for (unsigned J = 0; J < In; ++J) {
        Row.push_back(asDouble(isl::manage(
            isl_aff_get_coefficient_val(Aff.get(), isl_dim_in, J))));
      }
      Rows.push_back(std::move(Row));
    }
    return isl::stat::ok();
  });
  return Rows;
}

} // namespace

std::vector<unsigned> smolly::freeIterators(const ValueLives &Lives) {
  std::vector<std::vector<double>> Rows = linearPart(Lives.Element);
  unsigned In = std::max(0, isl_set_dim(Lives.Piece.get(), isl_dim_set));
  unsigned Rank = rankOf(Rows);
  std::vector<unsigned> Result;
  for (unsigned I = 0; I < In && Rank < In; ++I) {
    std::vector<double> Iterator(In, 0);
    Iterator[I] = 1;
    Rows.push_back(Iterator);
    unsigned New = rankOf(Rows);
    if (New > Rank)
      Result.push_back(I);
    else
      Rows.pop_back();
    Rank = New;
  }
  return Result;
}

unsigned smolly::freeDimensions(const isl::set &Set) {
  isl::basic_set Hull = Set.affine_hull();
  int Dims = isl_basic_set_dim(Hull.get(), isl_dim_set), Determined = 0;
  for (const isl::constraint &C : constraintsOf(Hull))
    Determined += isEquality(C) &&
                  isl_constraint_involves_dims(C.get(), isl_dim_set, 0, Dims) ==
                      isl_bool_true;
  Dims -= Determined;
  return Dims < 0 ? 0 : Dims;
}

std::optional<double> smolly::extentOf(const isl::set &Set, unsigned Dim) {
  std::optional<Range> R = rangeOf(Set, Dim);
  return R ? std::optional(lengthOf(*R)) : std::nullopt;
}
