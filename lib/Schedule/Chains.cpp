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

isl::map smolly::nextIteration(const Statement &S) {
  isl::multi_aff Step =
      isl::multi_aff::identity_on_domain(S.Domain.get_space());
  int Last = isl_set_dim(S.Domain.get(), isl_dim_set) - 1;
  return Step.set_at(Last, Step.at(Last).add_constant(1)).as_map();
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
