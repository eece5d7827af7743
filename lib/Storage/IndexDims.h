//===- IndexDims.h - Dimensions that count ----------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which iterators an access determines, and how many dimensions a set has.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_STORAGE_INDEXDIMS_H
#define SMOLLY_LIB_STORAGE_INDEXDIMS_H

#include "smolly/Storage/LiveRanges.h"
#include <optional>

namespace smolly {

/// The iterators, outermost first, that are independent of the element that
/// \p Lives are written to and of each other. Complexity: cubic in their
/// number.
std::vector<unsigned> freeIterators(const ValueLives &Lives);

/// Number of dimensions of \p Set that are not determined by others.
unsigned freeDimensions(const isl::set &Set);

/// How many integers there are from the least to the largest component \p Dim
/// of \p Set, which has no parameters; none if it is empty or unbounded.
std::optional<double> extentOf(const isl::set &Set, unsigned Dim);

} // namespace smolly

#endif // SMOLLY_LIB_STORAGE_INDEXDIMS_H
