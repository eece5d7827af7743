//===- Constraints.cpp - The constraints of a set -------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Constraints.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Constraints.h"
#include "isl/constraint.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

/// The elements of \p List, which is freed.
static std::vector<isl::constraint> elementsOf(isl_constraint_list *List) {
  std::vector<isl::constraint> Result;
  for (int I = 0, E = isl_constraint_list_n_constraint(List); I < E; ++I)
    Result.push_back(isl::manage(isl_constraint_list_get_constraint(List, I)));
  isl_constraint_list_free(List);
  return Result;
}

static void append(std::vector<isl::constraint> &To,
                   const std::vector<isl::constraint> &More) {
  To.insert(To.end(), More.begin(), More.end());
}

std::vector<isl::constraint> smolly::constraintsOf(const isl::basic_set &Set) {
  return elementsOf(isl_basic_set_get_constraint_list(Set.get()));
}

std::vector<isl::constraint> smolly::constraintsOf(const isl::basic_map &Map) {
  return elementsOf(isl_basic_map_get_constraint_list(Map.get()));
}

std::vector<isl::constraint> smolly::constraintsOf(const isl::set &Set) {
  std::vector<isl::constraint> Result;
  Set.foreach_basic_set([&](const isl::basic_set &Part) {
    append(Result, constraintsOf(Part));
    return isl::stat::ok();
  });
  return Result;
}

std::vector<isl::constraint> smolly::constraintsOf(const isl::map &Map) {
  std::vector<isl::constraint> Result;
  Map.foreach_basic_map([&](const isl::basic_map &Part) {
    append(Result, constraintsOf(Part));
    return isl::stat::ok();
  });
  return Result;
}

bool smolly::isEquality(const isl::constraint &C) {
  return isl_constraint_is_equality(C.get()) == isl_bool_true;
}

long smolly::coefficientOf(const isl::constraint &C, isl_dim_type Type,
                           int Dim) {
  isl::val Value =
      isl::manage(isl_constraint_get_coefficient_val(C.get(), Type, Dim));
  return Value.is_int().is_true() ? Value.get_num_si() : 0;
}
