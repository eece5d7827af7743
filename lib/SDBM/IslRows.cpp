//===- IslRows.cpp - The rows of isl's basic sets -------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements IslRows.h. Through isl's interface each number is an object of
/// its own, which takes as long as deciding a small system does. So numbers are
/// taken from matrices as they are stored: an integer of up to 32 bits is the
/// upper half of a word whose lowest bit is set. Whether that is so is tried
/// once; if not, or if the bit is not set, the interface is used.
///
//===----------------------------------------------------------------------===//

#include "IslRows.h"
#include "isl/val.h"
#include <cstdint>

using namespace smolly;
using namespace smolly::sdbm;

// isl exports these functions, but declares them in headers of its own only.
extern "C" isl_stat isl_mat_get_element(isl_mat *Matrix, int Row, int Column,
                                        std::int64_t *Value);
extern "C" void isl_sioimath_clear(std::int64_t *Value);

/// A number as isl stores it.
static constexpr std::int64_t StoredZero = 1;

/// True if the element was stored in one word.
static bool readStored(isl_mat *Matrix, int Row, int Column, Integer &Value) {
  std::int64_t Stored = StoredZero;
  isl_mat_get_element(Matrix, Row, Column, &Stored);
  if (Stored & 1) {
    Value = Stored >> 32;
    return true;
  }
  isl_sioimath_clear(&Stored);
  return false;
}

/// By isl's interface; false if the number is too large.
static bool readObject(isl_mat *Matrix, int Row, int Column, Integer &Value) {
  isl_val *V = isl_mat_get_element_val(Matrix, Row, Column);
  std::uint64_t Size = 0;
  bool Fits = V && isl_val_n_abs_num_chunks(V, sizeof(Size)) <= 1 &&
              isl_val_get_abs_num_chunks(V, sizeof(Size), &Size) == 0 &&
              Size <= std::uint64_t(Largest);
  if (Fits)
    Value = isl_val_is_neg(V) == isl_bool_true ? -Integer(Size) : Integer(Size);
  isl_val_free(V);
  return Fits;
}

/// Whether numbers are stored in the way that is expected.
static bool tryStored(isl_ctx *Ctx) {
  const int Numbers[] = {0, 1, -1, 7, 0x7ffffff0, -0x7ffffff0};
  isl_mat *Matrix = isl_mat_alloc(Ctx, 1, 6);
  for (int C = 0; C < 6; ++C)
    Matrix = isl_mat_set_element_si(Matrix, 0, C, Numbers[C]);
  bool Works = Matrix;
  for (int C = 0; Works && C < 6; ++C) {
    Integer Value = 0;
    Works = readStored(Matrix, 0, C, Value) && Value == Numbers[C];
  }
  isl_mat_free(Matrix);
  return Works;
}

static void addRow(isl_mat *Matrix, int Row,
                   const std::vector<unsigned> &Places, bool IsStored,
                   Rows &Result) {
  for (unsigned C = 0; C < Places.size(); ++C) {
    Integer Value = 0;
    if (!(IsStored && readStored(Matrix, Row, C, Value)) &&
        !readObject(Matrix, Row, C, Value))
      return Result.addTooLarge();
    if (Value != 0)
      Result.addTerm(Places[C], Value);
  }
}

/// Adds the rows of a matrix, which is freed.
static bool addMatrix(isl_mat *Matrix, bool IsEquality,
                      const std::vector<unsigned> &Places, Rows &Result) {
  if (!Matrix)
    return false;
  static const bool IsStored = tryStored(isl_mat_get_ctx(Matrix));
  isl_size Count = isl_mat_rows(Matrix);
  for (int R = 0; R < Count; ++R) {
    Result.startRow(IsEquality);
    addRow(Matrix, R, Places, IsStored, Result);
  }
  isl_mat_free(Matrix);
  return Count >= 0;
}

/// For each column of a matrix, with the constant in front, one of Rows. Empty
/// if isl failed.
static std::vector<unsigned> places(isl_size Parameters, isl_size Inputs,
                                    isl_size Outputs, isl_size Existentials,
                                    const ColumnPlaces &Places, Rows &Result) {
  std::vector<unsigned> All;
  if (Parameters < 0 || Inputs < 0 || Outputs < 0 || Existentials < 0)
    return All;
  All.reserve(1 + Parameters + Inputs + Outputs + Existentials);
  All.push_back(0);
  for (int P = 0; P < Parameters; ++P)
    All.push_back(Places.Parameters ? (*Places.Parameters)[P] : P + 1);
  for (int I = 0; I < Inputs; ++I)
    All.push_back(Places.FirstDimension + I);
  unsigned FirstOutput = Places.FirstOutput > 0
                             ? Places.FirstOutput
                             : Places.FirstDimension + Inputs;
  for (int O = 0; O < Outputs; ++O)
    All.push_back(FirstOutput + O);
  unsigned First = Result.addExistentials(Existentials);
  for (int E = 0; E < Existentials; ++E)
    All.push_back(First + E);
  return All;
}

bool sdbm::addRows(isl_basic_set *Set, const ColumnPlaces &Places,
                   Rows &Result) {
  auto All = places(parameters(Set), dimensions(Set), 0,
                    isl_basic_set_dim(Set, isl_dim_div), Places, Result);
  return !All.empty() &&
         addMatrix(isl_basic_set_equalities_matrix(Set, isl_dim_cst,
                                                   isl_dim_param, isl_dim_set,
                                                   isl_dim_div),
                   true, All, Result) &&
         addMatrix(isl_basic_set_inequalities_matrix(Set, isl_dim_cst,
                                                     isl_dim_param, isl_dim_set,
                                                     isl_dim_div),
                   false, All, Result);
}

bool sdbm::addRows(isl_basic_map *Map, const ColumnPlaces &Places,
                   Rows &Result) {
  auto All = places(parameters(Map), isl_basic_map_dim(Map, isl_dim_in),
                    isl_basic_map_dim(Map, isl_dim_out),
                    isl_basic_map_dim(Map, isl_dim_div), Places, Result);
  return !All.empty() &&
         addMatrix(isl_basic_map_equalities_matrix(Map, isl_dim_cst,
                                                   isl_dim_param, isl_dim_in,
                                                   isl_dim_out, isl_dim_div),
                   true, All, Result) &&
         addMatrix(isl_basic_map_inequalities_matrix(Map, isl_dim_cst,
                                                     isl_dim_param, isl_dim_in,
                                                     isl_dim_out, isl_dim_div),
                   false, All, Result);
}
