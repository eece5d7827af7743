//===- Chains.cpp - What an iteration waits for ---------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Chains.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Schedule/Chains.h"
#include "smolly/Kernel/Emptiness.h"

using namespace smolly;

/// { Domain[] -> Domain[] }: to the next iteration of loop number \p Loop.
static isl::map nextOf(const Statement &S, int Loop) {
  isl::multi_aff Step =
      isl::multi_aff::identity_on_domain(S.Domain.get_space());
  return Step.set_at(Loop, Step.at(Loop).add_constant(1)).as_map();
}

isl::map smolly::nextIteration(const Statement &S) {
  return nextOf(S, isl_set_dim(S.Domain.get(), isl_dim_set) - 1);
}

/// Whether steps by \p Deltas stay in a row, and go at most to the neighbour.
static bool staysInRow(const isl::set &Deltas) {
  isl::set Near = isl::set::universe(Deltas.get_space());
  int Last = isl_set_dim(Deltas.get(), isl_dim_set) - 1;
  for (int I = 0; I < Last; ++I)
    Near = isl::manage(isl_set_fix_si(Near.release(), isl_dim_set, I, 0));
  Near = isl::manage(
      isl_set_lower_bound_si(Near.release(), isl_dim_set, Last, -1));
  Near =
      isl::manage(isl_set_upper_bound_si(Near.release(), isl_dim_set, Last, 1));
  return isSubset(Deltas, Near).is_true();
}

bool smolly::readsColumns(const Statement &S) {
  int Loops = isl_set_dim(S.Domain.get(), isl_dim_set);
  if (Loops < 2)
    return false;
  bool Any = false;
  for (const Access &A : S.Accesses) {
    if (!A.isRead() || isl_map_dim(A.Relation.get(), isl_dim_out) < 1)
      continue;
    auto StaysInRow = [&](int Loop) {
      return staysInRow(nextOf(S, Loop)
                            .apply_domain(A.Relation)
                            .apply_range(A.Relation)
                            .deltas());
    };
    if (!StaysInRow(Loops - 2))
      return false;
    Any |= !StaysInRow(Loops - 1);
  }
  return Any;
}

std::vector<Chain> smolly::findChains(const Statement &S) {
  std::vector<Chain> Chains;
  if (isl_set_dim(S.Domain.get(), isl_dim_set) < 1)
    return Chains;
  isl::map Next = nextIteration(S);
  for (unsigned W = 0; W < S.Accesses.size(); ++W)
    for (unsigned R = 0; R < S.Accesses.size(); ++R) {
      const Access &Write = S.Accesses[W], &Read = S.Accesses[R];
      if (!Write.isWrite() || !Read.isRead() || Write.Array != Read.Array)
        continue;
      isl::map ReadNext = Next.apply_range(Read.Relation);
      if (!isEmpty(intersection(Write.Relation, ReadNext)).is_false())
        continue;
      isl::map WrittenNext = Next.apply_range(Write.Relation);
      bool InPlace =
          isEmpty(intersection(Write.Relation, WrittenNext)).is_false();
      Chains.push_back({W, R, InPlace});
    }
  return Chains;
}
