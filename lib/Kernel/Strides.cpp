//===- Strides.cpp - How far loops go -------------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Strides.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Strides.h"
#include "smolly/Kernel/Emptiness.h"
#include "isl/set.h"

using namespace smolly;

bool smolly::hasFewAt(const isl::set &Set, unsigned Dim, unsigned Most) {
  isl::val Max = isl::manage(isl_set_dim_max_val(Set.copy(), Dim));
  isl::val Min = isl::manage(isl_set_dim_min_val(Set.copy(), Dim));
  return Max.is_int().is_true() && Min.is_int().is_true() &&
         Max.sub(Min).lt(isl::val(Set.ctx(), long(Most))).is_true();
}

bool smolly::staysInRow(const isl::set &Deltas) {
  isl::set Near = isl::set::universe(Deltas.space());
  int Dims = isl_set_dim(Deltas.get(), isl_dim_set);
  for (int I = 0; I < Dims; ++I) {
    long Far = I == Dims - 1;
    Near = isl::manage(
        isl_set_lower_bound_si(Near.release(), isl_dim_set, I, -Far));
    Near = isl::manage(
        isl_set_upper_bound_si(Near.release(), isl_dim_set, I, Far));
  }
  return isSubset(Deltas, Near).is_true();
}

bool smolly::isOneExpression(const isl::map &Relation) {
  return isl_basic_map_is_single_valued(Relation.affine_hull().get()) ==
         isl_bool_true;
}
