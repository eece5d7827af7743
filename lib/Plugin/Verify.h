//===- Verify.h - Execute a plan before it is applied ------------*- C++
//-*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parameter `verify`: the mapping checker on each plan of a compilation,
/// at small parameter values. For tests.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_PLUGIN_VERIFY_H
#define SMOLLY_PLUGIN_VERIFY_H

#include "smolly/Storage/StoragePlan.h"

namespace smolly {

/// Executes \p K with the mappings of \p Plan at a few points of its context
/// and fails when a read finds a wrong value, or when no point is small enough
/// to be executed. Complexity: that of checkMapping, for each point.
llvm::Error verifyAtSamples(const Kernel &K, const StoragePlan &Plan);

} // namespace smolly

#endif // SMOLLY_PLUGIN_VERIFY_H
