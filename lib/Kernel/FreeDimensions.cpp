//===- FreeDimensions.cpp - The dimension of a set ------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements FreeDimensions.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/FreeDimensions.h"
#include "isl/constraint.h"
#include "isl/set.h"

unsigned smolly::freeDimensions(const isl::set &Set) {
  isl::basic_set Hull = Set.affine_hull();
  int Dims = isl_basic_set_dim(Hull.get(), isl_dim_set), Determined = 0;
  isl_constraint_list *List = isl_basic_set_get_constraint_list(Hull.get());
  for (int I = 0, E = isl_constraint_list_n_constraint(List); I < E; ++I) {
    isl_constraint *C = isl_constraint_list_get_constraint(List, I);
    Determined +=
        isl_constraint_is_equality(C) == isl_bool_true &&
        isl_constraint_involves_dims(C, isl_dim_set, 0, Dims) == isl_bool_true;
    isl_constraint_free(C);
  }
  isl_constraint_list_free(List);
  Dims -= Determined;
  return Dims < 0 ? 0 : Dims;
}
