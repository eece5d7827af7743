//===- TileVersions.h - Code of their own for full tiles --------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Adds a second version of a tile's loops to what is generated, for tiles that
/// are full ("Modelling linear algebra kernels as polyhedral volume
/// operations", algorithm 2):
///
///     for each tile
///       if (it is full) { fill buffers; loops of constant length }
///       else { loops for any tile }
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_TILEVERSIONS_H
#define SMOLLY_SCOP_TILEVERSIONS_H

#include "smolly/Scop/Import.h"
#include "smolly/Scop/Placement.h"

namespace smolly {

/// For each statement of \p Places the number of the piece that full tiles are
/// to consist of: the one with most instances at the assumed sizes. None for a
/// statement that is not executed.
/// Complexity: a count for each piece.
std::vector<std::optional<unsigned>> mainPieces(const AccessPlan &Places,
                                                const ParameterPoint &Point);

/// Whether \p Read happens in each instance of piece \p Piece of its statement,
/// finds its element in the original array there, and may find it at another
/// place as well.
bool isPlainRead(const ImportedScop &Scop, const AccessPlan &Places,
                 AccessRef Read, unsigned Piece);

/// Adds the version for \p Full, of the pieces \p Main, to \p Places. Reads
/// find what is in \p Slices in buffers there, which are added to \p Plan.
/// False where isl fails; both are as they were then.
/// Complexity: a composition for each statement.
bool addTileVersion(const Kernel &K, const FullTiles &Full,
                    const std::vector<std::optional<unsigned>> &Main,
                    std::vector<PackedSlice> Slices, AccessPlan &Places,
                    StoragePlan &Plan);

} // namespace smolly

#endif // SMOLLY_SCOP_TILEVERSIONS_H
