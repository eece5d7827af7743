//===- PlanBudget.h - What a whole plan may cost ----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is left of the limits of a whole plan. Each search has limits of its
/// own; these keep many searches from taking as many times as long.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_PLANBUDGET_H
#define SMOLLY_STORAGE_PLANBUDGET_H

#include "smolly/Storage/StoragePlan.h"

namespace smolly {

struct PlanBudget {
  explicit PlanBudget(const StorageOptions &Options)
      : RowSteps(Options.PreferCheapIndex ? 4'000'000 : 20'000'000),
        Polyhedra(Options.MaxDisjuncts *
                  (Options.PreferCheapIndex ? 4UL : 1000UL)),
        IlpIterations(Options.MaxIlpIterations *
                      (Options.PreferCheapIndex ? 8UL : 1000UL)) {}

  /// Steps of searches for rows (RowSearchOptions::MaxSteps).
  unsigned long RowSteps;
  /// Conflict polyhedra of the groups of value sets that are looked at.
  unsigned long Polyhedra;
  /// Iterations of the solver of integer programs.
  unsigned long IlpIterations;
  /// So often a mapping may turn out too hard to compute; then no others are.
  unsigned Realizations = 2;
};

} // namespace smolly

#endif // SMOLLY_STORAGE_PLANBUDGET_H
