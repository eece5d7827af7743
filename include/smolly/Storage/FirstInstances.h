//===- FirstInstances.h - The beginning of an execution -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The instances that a kernel executes first, of a kernel that is too large to
/// be executed as a whole (see MappingChecker.h).
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_FIRSTINSTANCES_H
#define SMOLLY_STORAGE_FIRSTINSTANCES_H

#include "smolly/Kernel/Kernel.h"
#include <map>
#include <optional>
#include <string>

namespace smolly {

/// \p K for the values of its parameters that are in \p Parameters, without
/// the instances that come after the first \p Most of them or somewhat fewer.
/// Nothing is live after it: what it leaves may be overwritten later. None if
/// some statement that has instances has none among the first.
/// Complexity: integer programs, a few for each statement, dimension of time
/// and bit of that dimension's extent.
std::optional<Kernel>
firstInstances(const Kernel &K, const std::map<std::string, long> &Parameters,
               unsigned long Most);

} // namespace smolly

#endif // SMOLLY_STORAGE_FIRSTINSTANCES_H
