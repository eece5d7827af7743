//===- TiledProgram.h - Uniform dependences across tiles --------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the analysis of tiles needs to know of a kernel: "Maximal Atomic
/// irRedundant Sets: a Usage-based Dataflow Partitioning Algorithm" (Ferry,
/// Derrien, Rajopadhye, IMPACT 2023), sections 2.3 and 4.1.
///
/// A family of hyperplanes gives each instance a number, its *height*. With
/// tile size s, an instance of height h is in tile floor(h / s) of that family,
/// where its *residue* is h mod s. Tiles and residues have a number for each
/// family. A dependence is *uniform* if it adds the same to the heights
/// everywhere; instances of different statements may have different numbers of
/// iterators.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_MARS_TILEDPROGRAM_H
#define SMOLLY_MARS_TILEDPROGRAM_H

#include "smolly/Kernel/Kernel.h"
#include "smolly/Mars/Lattice.h"
#include "llvm/Support/Error.h"

namespace smolly::mars {

/// The heights of a statement's instances: those of the instance at 0, the
/// constants, and all that differ from them by an element of the lattice.
struct TiledStatement {
  std::string Name;
  unsigned Iterators = 0;
  Vector Constants;
  /// For each iterator what it adds to the heights.
  std::vector<Vector> Steps;
  /// What the steps span.
  Lattice Heights;

  /// Several instances may have the same heights, then infinitely many do.
  bool isUnbounded() const { return Heights.rank() < Iterators; }
};

/// Instances of statement To take values of instances of From, whose heights
/// are less by Distance.
struct TiledDependence {
  unsigned From = 0, To = 0;
  Vector Distance;
};

struct TiledProgram {
  std::string Name;
  std::vector<TiledStatement> Statements;
  /// None of them twice.
  std::vector<TiledDependence> Dependences;
  /// A tile's size in each family.
  Vector Sizes;

  unsigned families() const { return Sizes.size(); }
};

/// Reads the tiling and the dependences of \p K, those given or else those of
/// its dataflow. The error says what is missing or not uniform; it has the code
/// value_too_large if a limit was hit.
/// Complexity: that of the dataflow, and for each disjunct of the dependences
/// the range of a map.
llvm::Expected<TiledProgram> readTiledProgram(const Kernel &K,
                                              unsigned long MaxOperations);

/// "(1, 0, -1)".
std::string toString(const Vector &V);

} // namespace smolly::mars

#endif // SMOLLY_MARS_TILEDPROGRAM_H
