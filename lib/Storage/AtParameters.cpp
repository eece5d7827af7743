//===- AtParameters.cpp - Sets for given sizes ----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements AtParameters.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/AtParameters.h"
#include "isl/aff.h"
#include "isl/point.h"
#include "isl/set.h"
#include "isl/space.h"
#include "isl/val.h"

using namespace smolly;

isl::set smolly::atParameters(isl::set Set, const ParameterValues &Parameters) {
  for (int I = 0, E = isl_set_dim(Set.get(), isl_dim_param); I < E; ++I) {
    const char *Name = isl_set_get_dim_name(Set.get(), isl_dim_param, I);
    auto It = Parameters.find(Name ? Name : "");
    if (It == Parameters.end())
      return {};
    isl::val Value(Set.ctx(), It->second);
    Set = isl::manage(
        isl_set_fix_val(Set.release(), isl_dim_param, I, Value.release()));
  }
  return Set.project_out_all_params();
}

isl::map smolly::atParameters(const isl::map &Map,
                              const ParameterValues &Parameters) {
  return atParameters(Map.wrap(), Parameters).unwrap();
}

std::optional<long> smolly::valueAt(const isl::pw_aff &Expression,
                                    const ParameterValues &Parameters) {
  isl_space *Space = isl_pw_aff_get_domain_space(Expression.get());
  isl_ctx *Ctx = isl_space_get_ctx(Space);
  isl_point *Point = isl_point_zero(isl_space_copy(Space));
  for (int I = 0, E = isl_space_dim(Space, isl_dim_param); I < E; ++I) {
    const char *Name = isl_space_get_dim_name(Space, isl_dim_param, I);
    auto It = Parameters.find(Name ? Name : "");
    long Value = It == Parameters.end() ? 0 : It->second;
    Point = isl_point_set_coordinate_val(Point, isl_dim_param, I,
                                         isl_val_int_from_si(Ctx, Value));
  }
  isl_space_free(Space);
  isl::val Value = isl::manage(isl_pw_aff_eval(Expression.copy(), Point));
  if (Value.is_null() || isl_val_is_int(Value.get()) != isl_bool_true)
    return std::nullopt;
  return isl_val_get_num_si(Value.get());
}
