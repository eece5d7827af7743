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
/// are what isl finds, in one expression, for given values of those before.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/PlainBounds.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Locals.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

/// { [values] : the dimension \p Dim is not beyond an end of \p Set }, where
/// that is one expression in the dimensions before it; else null.
static isl::set boundAt(const isl::basic_set &Set, unsigned Dim, bool Upper) {
  unsigned Dims = isl_basic_set_dim(Set.get(), isl_dim_set);
  isl_set *Before = isl_set_from_basic_set(Set.copy());
  Before = isl_set_reset_tuple_id(Before);
  Before = isl_set_project_out(Before, isl_dim_set, Dim + 1, Dims - Dim - 1);
  // { [values before] -> [value] }
  isl::map Values = isl::manage(isl_map_move_dims(
      isl_map_from_range(Before), isl_dim_in, 0, isl_dim_out, 0, Dim));
  isl::pw_multi_aff End =
      Upper ? Values.lexmax_pw_multi_aff() : Values.lexmin_pw_multi_aff();
  if (End.is_null() || isl_pw_multi_aff_n_piece(End.get()) != 1)
    return isl::set();
  // As an expression that holds for all values before.
  isl::map Ends =
      isl::manage(isl_map_from_pw_multi_aff(End.gist(End.domain()).release()));
  isl::space Value = Ends.get_space().range();
  Ends = Ends.apply_range(Upper ? isl::map::lex_ge(Value)
                                : isl::map::lex_le(Value));
  isl_set *Result = isl_map_range(
      isl_map_move_dims(Ends.release(), isl_dim_out, 0, isl_dim_in, 0, Dim));
  return isl::manage(isl_set_add_dims(Result, isl_dim_set, Dims - Dim - 1));
}

/// \p Set with plain bounds; null where it is not all within such bounds.
static isl::set boxed(const isl::basic_set &Set) {
  isl::set All(Set);
  isl::set Plain = All.remove_divs();
  if (isl_set_plain_is_equal(Plain.get(), All.get()))
    return All;
  for (unsigned Dim = 0, Dims = isl_basic_set_dim(Set.get(), isl_dim_set);
       Dim < Dims; ++Dim)
    for (bool Upper : {false, true}) {
      isl::set Bound = boundAt(Set, Dim, Upper);
      if (Bound.is_null())
        return isl::set();
      Plain = Plain.intersect(isl::manage(
          isl_set_reset_space(Bound.release(), Plain.get_space().release())));
    }
  return Plain.is_equal(All).is_true() ? Plain : isl::set();
}

isl::set smolly::withPlainBounds(const isl::set &Set) {
  if (isl_set_involves_locals(Set.get()) != isl_bool_true || hasManyLocals(Set))
    return Set;
  isl::set Result = isl::set::empty(Set.get_space());
  isl::stat Ok = Set.foreach_basic_set([&](isl::basic_set Part) {
    isl::set Box = boxed(Part);
    if (Box.is_null())
      return isl::stat::error();
    Result = Result.unite(Box);
    return isl::stat::ok();
  });
  return Ok.is_ok() ? coalesced(Result) : Set;
}
