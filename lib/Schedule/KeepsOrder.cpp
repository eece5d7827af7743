//===- KeepsOrder.cpp - Is a schedule legal? ------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements keepsOrder of Fuse.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Schedule/Fuse.h"
#include "llvm/Support/TimeProfiler.h"
#include "isl/map.h"

using namespace smolly;

/// { Domain[] -> Domain[] }: instances of the one that come before those of the
/// other.
static isl::map before(const isl::map &First, const isl::map &Second) {
  return isl::manage(isl_map_lex_lt_map(First.copy(), Second.copy()));
}

bool smolly::keepsOrder(const Kernel &K, const std::vector<isl::map> &Schedules,
                        unsigned long MaxOperations) {
  llvm::TimeTraceScope Trace("Smolly check order");
  IslBudget Budget(K.ctx(), MaxOperations);
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (unsigned T = 0; T < K.Statements.size(); ++T)
      for (const Access &A : K.Statements[S].Accesses)
        for (const Access &B : K.Statements[T].Accesses) {
          if (A.Array != B.Array || (A.isRead() && B.isRead()))
            continue;
          isl::map Ordered = A.Relation.apply_range(B.Relation.reverse())
                                 .intersect(before(K.Statements[S].Schedule,
                                                   K.Statements[T].Schedule))
                                 .intersect_params(K.Context);
          if (!isSubset(Ordered, before(Schedules[S], Schedules[T])).is_true())
            return false;
        }
  return !Budget.exceeded();
}
