//===- RowBlocks.cpp - Blocks of iterations -------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RowBlocks.h.
///
//===----------------------------------------------------------------------===//

#include "RowBlocks.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Everywhere.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

isl::map smolly::timesUpTo(const isl::map &Schedule, unsigned Loop) {
  unsigned Dims = std::max(0, isl_map_dim(Schedule.get(), isl_dim_out));
  return isl::manage(isl_map_project_out(Schedule.copy(), isl_dim_out, Loop + 1,
                                         Dims - Loop - 1));
}

long smolly::firstIteration(const Kernel &K,
                            const std::vector<unsigned> &Statements,
                            unsigned Loop) {
  isl::val First = isl::val::infty(K.ctx());
  for (unsigned S : Statements)
    First = First.min(isl::manage(
        isl_set_dim_min_val(K.Statements[S].Schedule.range().release(), Loop)));
  return First.is_int().is_true() ? First.get_num_si() : 0;
}

isl::pw_aff smolly::rowOf(const Statement &S, unsigned Loop, long First,
                          long Rows) {
  isl::pw_aff Time =
      isl::pw_multi_aff::from_map(S.Schedule).at(Loop).add_constant(-First);
  isl::val Count(Time.ctx(), Rows);
  return everywhere(isl::pw_multi_aff(
                        Time.sub(Time.scale_down(Count).floor().scale(Count))))
      .at(0);
}

std::vector<std::vector<isl::set>>
smolly::blocksByRows(const Kernel &K, const std::vector<unsigned> &Statements,
                     unsigned Loop, long First, long Rows) {
  isl::set There;
  for (unsigned S : Statements) {
    isl::set Own = timesUpTo(K.Statements[S].Schedule, Loop).range();
    There = There.is_null() ? Own : There.unite(Own);
  }
  isl::multi_aff Same = isl::multi_aff::identity_on_domain(There.get_space());
  isl::aff Iteration = Same.at(Loop);
  isl::val Count(K.ctx(), Rows);
  // { [.., block] }: blocks with that row
  std::vector<isl::set> WithRow;
  for (long Row = 0; Row < Rows; ++Row)
    WithRow.push_back(There.preimage(
        Same.set_at(Loop, Iteration.scale(Count).add_constant(First + Row))));
  // { [.., iteration] -> [.., block] }
  isl::multi_aff BlockOf = Same.set_at(
      Loop, Iteration.add_constant(-First).scale_down(Count).floor());
  std::vector<std::vector<isl::set>> Result(Rows);
  for (long Last = 0; Last < Rows; ++Last) {
    isl::set Whole = WithRow[0];
    for (long Row = 1; Row < Rows; ++Row)
      Whole = Row <= Last ? Whole.intersect(WithRow[Row])
                          : Whole.subtract(WithRow[Row]);
    isl::set Times = coalesced(Whole).preimage(BlockOf);
    for (unsigned S : Statements)
      Result[Last].push_back(coalesced(timesUpTo(K.Statements[S].Schedule, Loop)
                                           .intersect_range(Times)
                                           .domain()));
  }
  return Result;
}
