//===- Range.cpp - From the least to the largest --------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Range.h"
#include "smolly/Kernel/Value.h"
#include "isl/set.h"
#include "isl/val.h"
#include <algorithm>

using namespace smolly;

std::optional<Range> smolly::rangeOf(const isl::set &Set, unsigned Dim) {
  isl::val Low = isl::manage(isl_set_dim_min_val(Set.copy(), Dim));
  isl::val High = isl::manage(isl_set_dim_max_val(Set.copy(), Dim));
  if (isl_val_is_int(Low.get()) != isl_bool_true ||
      isl_val_is_int(High.get()) != isl_bool_true)
    return std::nullopt;
  return Range(asDouble(Low), asDouble(High));
}

Range smolly::hullOf(const Range &A, const Range &B) {
  return {std::min(A.first, B.first), std::max(A.second, B.second)};
}

double smolly::lengthOf(const Range &R) {
  return std::max(0.0, R.second - R.first + 1);
}
