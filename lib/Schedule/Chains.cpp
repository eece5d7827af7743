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
#include <algorithm>

using namespace smolly;

std::vector<Chain> smolly::findChains(const Statement &S) {
  std::vector<Chain> Chains;
  unsigned Loops = std::max(0, isl_set_dim(S.Domain.get(), isl_dim_set));
  if (Loops == 0)
    return Chains;
  // { Domain[] -> Domain[] }: an iteration to the next one
  isl::multi_aff Step =
      isl::multi_aff::identity_on_domain(S.Domain.get_space());
  Step = Step.set_at(Loops - 1, Step.at(Loops - 1).add_constant(1));
  isl::map Next = Step.as_map();
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
