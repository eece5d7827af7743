//===- Boxes.h - Instances by their residues --------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Cuts a tile into boxes along each family of hyperplanes and finds those that
/// have instances.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_MARS_BOXES_H
#define SMOLLY_LIB_MARS_BOXES_H

#include "smolly/Mars/Mars.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace smolly::mars {

/// The intervals of each family; they cover all residues.
using Cuts = std::vector<std::vector<TileInterval>>;

/// A dependence or none of \p Distances crosses a hyperplane from all residues
/// of an interval. With \p InGeneral bounds are functions of the sizes, which
/// must be large enough.
/// Complexity: O(n log n) for each family.
Cuts cutTile(const Vector &Sizes, const std::vector<Vector> &Distances,
             bool InGeneral);

/// The residues that instances of \p S in tile \p Tile have are these and what
/// differs from them by an element of the lattice. None if a number is too
/// large.
std::optional<Vector> residuesIn(const TiledProgram &P, const TiledStatement &S,
                                 const Vector &Tile);

/// The indices of an interval in each family.
using BoxIndex = std::vector<unsigned>;

/// Calls \p Visit for each box in which \p Heights, moved by \p Residues, has
/// an element, of those that \p IsWanted. False if isl fails or has done too
/// much.
/// Complexity: an emptiness check for each box, and for those with the same
/// intervals in the first families.
bool forEachBox(isl::ctx Ctx, const Lattice &Heights, const Vector &Residues,
                const Vector &Sizes, const Cuts &C,
                llvm::function_ref<bool(const BoxIndex &)> IsWanted,
                llvm::function_ref<void(const BoxIndex &)> Visit);

} // namespace smolly::mars

#endif // SMOLLY_LIB_MARS_BOXES_H
