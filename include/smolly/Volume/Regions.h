//===- Regions.h - Outputs by what they need --------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Cuts the outputs of a kernel into disjoint regions, in each of which every
/// element is marked in the same way ("Modelling linear algebra kernels as
/// polyhedral volume operations", section 5.3): what needs no constant is
/// dense, what does lies at one of its sides, in a corner at several.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_VOLUME_REGIONS_H
#define SMOLLY_VOLUME_REGIONS_H

#include "smolly/Volume/Facts.h"
#include "smolly/Volume/Slice.h"

namespace smolly::volume {

/// A region of an output.
struct Region {
  isl::set Set; // { Output[] }
  /// Indices into OutputRegions::Marks of those that hold for all of Set. The
  /// others hold for nothing in it.
  std::vector<unsigned> Marks;
  /// How many sides of unmarked regions it lies beyond: 1 at an edge, more in a
  /// corner.
  unsigned Sides = 0;
  /// Set as a box, if it is one.
  std::optional<Slice> Box;
};

/// The regions of one array.
struct OutputRegions {
  unsigned Array = 0;
  isl::set Domain; // { Output[] }
  std::vector<Mark> Marks;
  /// For each mark, whether it holds everywhere and so divides nothing.
  std::vector<bool> Everywhere;
  /// They cover Domain and are disjoint.
  std::vector<Region> Regions;

  /// { Output[] }: what has no mark but those that hold everywhere.
  isl::set dense() const;
};

/// Divides the live-out elements of array \p Array. Where the elements without
/// a mark are one polyhedron, the others are told apart by which of its
/// constraints they violate, else into polyhedra. Fails where there are too
/// many regions.
/// Complexity: exponential in the dimensions of the array at worst, as a box has
/// 3^n - 1 neighbours.
llvm::Expected<OutputRegions> findRegions(const Kernel &K, const Dataflow &D,
                                          const ElementMap &M, unsigned Array,
                                          unsigned long MaxOperations);

} // namespace smolly::volume

#endif // SMOLLY_VOLUME_REGIONS_H
