//===- DenseCover.h - Few polyhedra around many -----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where many small sets of values are in use, such as the borders of planes of
/// which each has others, a few larger sets around them are easier to store.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_STORAGE_DENSECOVER_H
#define SMOLLY_LIB_STORAGE_DENSECOVER_H

#include "smolly/Storage/ParameterPoint.h"
#include <optional>
#include <vector>

namespace smolly {

/// At most \p MaxPieces disjoint parts of \p Whole that together hold \p Used,
/// a part of it, and of which each is in use for a third or more, about, at the
/// assumed parameters. All are { Index[] }. None where they would be more,
/// where a polyhedron of Used is unbounded, or isl fails.
/// Complexity: cubic in the number of polyhedra of Used, but with a hull and a
/// few differences for each part only.
std::optional<std::vector<isl::set>> coverDensely(const isl::set &Used,
                                                  const isl::set &Whole,
                                                  const ParameterPoint &Point,
                                                  unsigned MaxPieces);

} // namespace smolly

#endif // SMOLLY_LIB_STORAGE_DENSECOVER_H
