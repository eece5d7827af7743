//===- PlainBounds.cpp - Bounds without quotients of counters -------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements PlainBounds.h: the least and the greatest value of each dimension
/// are what isl finds for given values of those before.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/PlainBounds.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Locals.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

/// More expressions than these are no bounds of a loop.
static constexpr int MaxExpressions = 4;

/// { [values before] -> [value] }: what \p Dim of \p Set may be, for given
/// values of the dimensions before it.
static isl::map valuesAt(const isl::set &Set, unsigned Dim) {
  unsigned Dims = isl_set_dim(Set.get(), isl_dim_set);
  isl_set *Values = isl_set_reset_tuple_id(Set.copy());
  Values = isl_set_project_out(Values, isl_dim_set, Dim + 1, Dims - Dim - 1);
  return isl::manage(isl_map_move_dims(isl_map_from_range(Values), isl_dim_in,
                                       0, isl_dim_out, 0, Dim));
}

/// { [values] : the dimension at which \p End is the value, for those before,
/// is not beyond it }, in \p Space.
static isl::set notBeyond(isl::multi_aff End, bool Upper,
                          const isl::space &Space) {
  isl::map Values = isl::manage(isl_map_from_multi_aff(End.release()));
  int Dim = isl_map_dim(Values.get(), isl_dim_in);
  isl::space Value = Values.get_space().range();
  Values = Values.apply_range(Upper ? isl::map::lex_ge(Value)
                                    : isl::map::lex_le(Value));
  isl_set *Result = isl_map_range(
      isl_map_move_dims(Values.release(), isl_dim_out, 0, isl_dim_in, 0, Dim));
  Result = isl_set_add_dims(Result, isl_dim_set,
                            isl_space_dim(Space.get(), isl_dim_set) - Dim - 1);
  return isl::manage(isl_set_reset_space(Result, Space.copy()));
}

/// \p Part with plain bounds; null where it is not all within such bounds.
static isl::set boxed(const isl::basic_set &Part) {
  isl::set All(Part);
  isl::set Plain = All.remove_divs();
  if (isl_set_plain_is_equal(Plain.get(), All.get()))
    return All;
  if (isl_set_is_bounded(All.get()) != isl_bool_true)
    return isl::set();
  for (unsigned Dim = 0, Dims = isl_set_dim(All.get(), isl_dim_set); Dim < Dims;
       ++Dim)
    for (bool Upper : {false, true}) {
      isl::map Values = valuesAt(All, Dim);
      isl::pw_multi_aff End =
          Upper ? Values.lexmax_pw_multi_aff() : Values.lexmin_pw_multi_aff();
      if (End.is_null() || isl_pw_multi_aff_n_piece(End.get()) > MaxExpressions)
        return isl::set();
      // Of a minimum, each expression is a bound.
      isl::stat Ok =
          End.foreach_piece([&](isl::set, isl::multi_aff Expression) {
            isl::set Bound = notBeyond(Expression, Upper, Plain.get_space());
            if (All.is_subset(Bound).is_true())
              Plain = Plain.intersect(Bound);
            return isl::stat::ok();
          });
      if (Ok.is_error())
        return isl::set();
    }
  return Plain.is_equal(All).is_true() ? Plain : isl::set();
}

isl::set smolly::withPlainBounds(const isl::set &Set) {
  if (isl_set_involves_locals(Set.get()) != isl_bool_true || hasManyLocals(Set))
    return Set;
  isl::set Result = isl::set::empty(Set.get_space());
  isl::stat Ok = Set.foreach_basic_set([&](isl::basic_set Part) {
    isl::set Box = boxed(Part);
    Result = Result.unite(Box.is_null() ? isl::set(Part) : Box);
    return isl::stat::ok();
  });
  return Ok.is_ok() ? coalesced(Result) : Set;
}
