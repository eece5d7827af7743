//===- IndexPenalty.cpp - What indexing costs -----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How expensive a mapping is to index in the innermost loop.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/GroupMapping.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

namespace {

constexpr unsigned ModuloPenalty = 10;
constexpr unsigned StepPenalty = 100;

/// The last schedule dimension that is not constant over \p Schedule; -1 if
/// there is none.
int innermostDimension(const isl::map &Schedule) {
  isl::set Times = Schedule.range();
  for (int I = isl_set_dim(Times.get(), isl_dim_set) - 1; I >= 0; --I) {
    isl::val Fixed = isl::manage(
        isl_set_plain_get_val_if_fixed(Times.get(), isl_dim_set, I));
    if (Fixed.is_null() || isl_val_is_int(Fixed.get()) != isl_bool_true)
      return I;
  }
  return -1;
}

/// { Domain[] -> Domain[] }: from an instance to the next one of its innermost
/// loop.
isl::map innermostStep(const isl::map &Schedule, int Innermost) {
  isl_space *Time = isl_space_range(Schedule.space().release());
  isl::map Step = isl::manage(isl_map_universe(isl_space_map_from_set(Time)));
  for (unsigned I = 0, E = isl_map_dim(Step.get(), isl_dim_in); I < E; ++I) {
    if (I != static_cast<unsigned>(Innermost)) {
      Step = Step.equate(isl::dim::in, I, isl::dim::out, I);
      continue;
    }
    isl_constraint *Plus = isl_constraint_alloc_equality(
        isl_local_space_from_space(Step.space().release()));
    Plus = isl_constraint_set_coefficient_si(Plus, isl_dim_in, I, 1);
    Plus = isl_constraint_set_coefficient_si(Plus, isl_dim_out, I, -1);
    Plus = isl_constraint_set_constant_si(Plus, 1);
    Step = isl::manage(isl_map_add_constraint(Step.release(), Plus));
  }
  return Schedule.apply_range(Step).apply_range(Schedule.reverse());
}

/// True when component \p Pos of \p Index grows by exactly \p By along \p Step.
bool growsBy(const isl::pw_multi_aff &Index, unsigned Pos, const isl::map &Step,
             long By) {
  isl::map Component = isl::manage(
      isl_map_from_pw_aff(isl_pw_multi_aff_get_pw_aff(Index.get(), Pos)));
  // { [before] -> [after] }
  isl::map Moves = Step.apply_domain(Component).apply_range(Component);
  isl::set Growth = Moves.deltas();
  isl::set Expected =
      isl::set::universe(Growth.space()).fix_si(isl::dim::set, 0, By);
  return Growth.is_subset(Expected).is_true();
}

bool isContiguous(const Kernel &K, const ValueLives &Lives,
                  const isl::pw_multi_aff &Index,
                  const std::vector<StorageDim> &Dims) {
  isl::map Schedule =
      K.Statements[Lives.Write.Stmt].Schedule.intersect_domain(Lives.Piece);
  int Innermost = innermostDimension(Schedule);
  if (Innermost < 0 || Dims.empty())
    return true;
  isl::map Step = innermostStep(Schedule, Innermost);
  isl::pw_multi_aff OnPiece = Index.intersect_domain(Lives.Piece);
  for (unsigned I = 0; I + 1 < Dims.size(); ++I)
    if (!growsBy(OnPiece, I, Step, 0))
      return false;
  return !Dims.back().NeedsModulo && growsBy(OnPiece, Dims.size() - 1, Step, 1);
}

} // namespace

unsigned smolly::indexPenalty(const Kernel &K, const ValueGroup &Group,
                              const GroupMapping &Mapping) {
  unsigned Penalty = Mapping.Dims.size();
  for (const StorageDim &Dim : Mapping.Dims)
    if (Dim.NeedsModulo)
      Penalty += ModuloPenalty;
  for (unsigned I = 0; I < Group.size(); ++I)
    if (!isContiguous(K, Group.member(I), Mapping.Index[I], Mapping.Dims))
      return Penalty + StepPenalty;
  return Penalty;
}
