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
#include "smolly/Kernel/Strides.h"

using namespace smolly;

isl::map smolly::nextIteration(const Statement &S, int Loop) {
  isl::multi_aff Step =
      isl::multi_aff::identity_on_domain(S.Domain.get_space());
  return Step.set_at(Loop, Step.at(Loop).add_constant(1)).as_map();
}

isl::map smolly::nextIteration(const Statement &S) {
  return nextIteration(S, isl_set_dim(S.Domain.get(), isl_dim_set) - 1);
}

bool smolly::goesAlongRows(const Statement &S, const Access &A, int Loop) {
  return staysInRow(nextIteration(S, Loop)
                        .apply_domain(A.Relation)
                        .apply_range(A.Relation)
                        .deltas());
}

bool smolly::readsColumns(const Statement &S) {
  int Loops = isl_set_dim(S.Domain.get(), isl_dim_set);
  if (Loops < 2)
    return false;
  bool Any = false;
  for (const Access &A : S.Accesses) {
    if (!A.isRead() || isl_map_dim(A.Relation.get(), isl_dim_out) < 1)
      continue;
    if (!goesAlongRows(S, A, Loops - 2))
      return false;
    Any |= !goesAlongRows(S, A, Loops - 1);
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
