//===- Verify.h - Execute a plan before it is applied -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The mapping checker on plans of a compilation, at small parameter values: on
/// each with the parameter `verify`, for tests, and on those where isl may be
/// wrong.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_PLUGIN_VERIFY_H
#define SMOLLY_PLUGIN_VERIFY_H

#include "smolly/Storage/StoragePlan.h"
#include "llvm/IR/Function.h"

namespace smolly {

/// Executes \p K with the mappings of \p Plan at a few points of its context
/// and fails when a read finds a wrong value. Of more than \p MaxInstances, it
/// executes those that concern some cells, and fails when these are too many.
/// Complexity: that of checkMapping, for each point.
llvm::Error verifyAtSamples(const Kernel &K, const StoragePlan &Plan,
                            unsigned long MaxInstances = 1'000'000);

/// True when \p D or \p Plan contain existentially quantified variables, as
/// from strides: isl coalesces such sets within its own functions too, not
/// always correctly (see Coalesce.h), so that the plan had better be executed.
bool isWorthVerifying(const Dataflow &D, const StoragePlan &Plan);

/// Executes \p Plan where it must be or, with \p Always, in any case. Returns
/// why it must not be applied to the function \p F; empty if it may. With \p
/// Always a wrong plan is an error of the compilation.
std::string doubtAbout(const StoragePlan &Plan, const Kernel &K,
                       const Dataflow &Flow, const llvm::Function &F,
                       bool Always);

} // namespace smolly

#endif // SMOLLY_PLUGIN_VERIFY_H
