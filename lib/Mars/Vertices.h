//===- Vertices.h - Polytopes that grow -------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Polytopes { y : Low_k(s) <= N_k y <= High_k(s) } whose bounds are affine in
/// a size s. N_k is row k of the basis of a lattice.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_MARS_VERTICES_H
#define SMOLLY_LIB_MARS_VERTICES_H

#include "smolly/Mars/Lattice.h"

namespace smolly::mars {

/// Slope * s + Constant.
struct GrowingBound {
  long Slope = 0, Constant = 0;
};

struct GrowingRange {
  GrowingBound Low, High;
};

/// The least common multiple of all determinants of as many rows as the lattice
/// has basis vectors, but those that are 0: what multiples of make vertices
/// with integer bounds integers. None if above \p Most.
/// Complexity: O(r^3) for each choice of r of the rows.
std::optional<long> commonMultipleOfMinors(const Lattice &L, long Most);

/// A size from which on no intersection of as many bounding hyperplanes as
/// there are dimensions gets to the other side of another one. None if that
/// took more than \p Steps, which counts down, or numbers were too large.
/// Complexity: O(n 2^r) for each choice of r of the n rows, and r^4.
std::optional<long> lastChangeOfVertices(const Lattice &L,
                                         const std::vector<GrowingRange> &R,
                                         unsigned long &Steps);

} // namespace smolly::mars

#endif // SMOLLY_LIB_MARS_VERTICES_H
