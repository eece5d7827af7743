//===- Value.cpp - Numbers of isl as floating-point numbers ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Value.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Value.h"
#include "isl/val.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

using namespace smolly;

/// The absolute value of the numerator of \p Value, of \p Digits digits of 32
/// bits, the least significant first.
static double numerator(const isl::val &Value, size_t Digits) {
  std::vector<uint32_t> Words(Digits);
  isl_val_get_abs_num_chunks(Value.get(), sizeof(uint32_t), Words.data());
  double Result = 0;
  for (size_t I = Digits; I > 0; --I)
    Result = std::ldexp(Result, 32) + Words[I - 1];
  return Result;
}

double smolly::asDouble(const isl::val &Value) {
  if (isl_val_is_rat(Value.get()) != isl_bool_true) {
    if (isl_val_is_infty(Value.get()) == isl_bool_true)
      return INFINITY;
    if (isl_val_is_neginfty(Value.get()) == isl_bool_true)
      return -INFINITY;
    return isl_val_is_nan(Value.get()) == isl_bool_true ? NAN : 0;
  }
  isl::val Denominator = isl::manage(isl_val_get_den_val(Value.get()));
  auto DigitsOf = [](const isl::val &Number) {
    return std::max<isl_size>(
        0, isl_val_n_abs_num_chunks(Number.get(), sizeof(uint32_t)));
  };
  size_t Digits = DigitsOf(Value), Below = DigitsOf(Denominator);
  if (Digits <= 1 && Below <= 1)
    return isl_val_get_d(Value.get());
  double Size = numerator(Value, Digits) / numerator(Denominator, Below);
  return isl_val_is_neg(Value.get()) == isl_bool_true ? -Size : Size;
}
