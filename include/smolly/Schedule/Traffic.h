//===- Traffic.h - What goes between memory and the cache -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Predicts how many bytes a kernel moves between memory and a cache, from its
/// schedule and storage, at assumed values of the parameters.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCHEDULE_TRAFFIC_H
#define SMOLLY_SCHEDULE_TRAFFIC_H

#include "smolly/Kernel/Kernel.h"
#include "smolly/Storage/ParameterPoint.h"
#include <optional>

namespace smolly {

/// The bytes that \p K moves into a cache of \p CacheBytes that keeps what was
/// used last. What the body of a loop accesses is loaded once for all
/// iterations if an iteration fits the cache, and once for each iteration if
/// not; the one in the middle stands for all. Of array I no more than \p
/// MostBytes[I] are counted, where storage is smaller than the array. None
/// within \p MaxOperations. Complexity: for each loop the bounds of what is
/// accessed at a point in time.
std::optional<double> predictTraffic(const Kernel &K,
                                     const ParameterPoint &Point,
                                     const std::vector<double> &MostBytes,
                                     double CacheBytes,
                                     unsigned long MaxOperations);

} // namespace smolly

#endif // SMOLLY_SCHEDULE_TRAFFIC_H
