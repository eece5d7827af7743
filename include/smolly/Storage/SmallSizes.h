//===- SmallSizes.h - Sizes that are small beside others --------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sizes that are not known are taken to be 1000 where storage is compared. A
/// filter whose radius is as large as its image has nothing to do, and nothing
/// that it keeps could be smaller:
///
///     for (y = r; y < h - r; ++y)
///       for (j = -r; j <= r; ++j)
///         s += t[y + j];
///
/// Of such sizes, of which loops run the more often the smaller they are, small
/// values are taken. So they are of radii of windows that may end at borders:
/// there, all sizes have something to do.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_SMALLSIZES_H
#define SMOLLY_STORAGE_SMALLSIZES_H

#include "smolly/Kernel/Kernel.h"
#include <map>
#include <set>
#include <string>

namespace smolly {

/// The names of parameters of \p K that shorten loops over larger ones, so that
/// a good part of all iterations are there only if they are small, and of those
/// that are the radius of a window: `0 <= i <= 2 * r`, of which elements `x + i
/// - r` are accessed for another iterator x. Complexity: linear in the
/// constraints of all domains, a box around each domain for each parameter that
/// shortens a loop, and an affine hull of each access with a window.
std::set<std::string> findSmallSizes(const Kernel &K);

/// What to take for the parameters of \p K that are small.
std::map<std::string, long> assumedSizes(const Kernel &K);

/// ", with 1000 for each size that is not known, but 10 for small ones": what
/// is taken for the parameters of \p K, \p Size for most.
std::string describeAssumedSizes(const Kernel &K, long Size);

} // namespace smolly

#endif // SMOLLY_STORAGE_SMALLSIZES_H
