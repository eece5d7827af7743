//===- VersionTiles.h - Full tiles apart from others ------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides whether full tiles get loops of their own, and which arrays these
/// read from buffers ("Modelling linear algebra kernels as polyhedral volume
/// operations", section 5.3, algorithms 2 and 3). Counts at the assumed sizes
/// decide, not a clock.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_PLUGIN_VERSIONTILES_H
#define SMOLLY_LIB_PLUGIN_VERSIONTILES_H

#include "Remarks.h"
#include "smolly/Plugin/Options.h"
#include "smolly/Schedule/Tile.h"
#include "smolly/Scop/TileVersions.h"

namespace smolly {

/// What to say of tiles.
struct TileNotes {
  std::vector<std::string> Full, NotFull;
  std::vector<ArrayNote> Packed;
};

/// Adds versions for the full tiles of \p Scop, whose tiled loops are \p Bands,
/// to \p Places, and buffers that they read to \p Plan.
TileNotes versionTiles(const ImportedScop &Scop,
                       const std::vector<std::vector<TiledLoop>> &Bands,
                       const PassOptions &Options, double CacheBytes,
                       AccessPlan &Places, StoragePlan &Plan);

/// Adds \p Notes on \p Scop to \p Remarks.
void addTileNotes(RemarkList &Remarks, const ImportedScop &Scop,
                  const TileNotes &Notes);

} // namespace smolly

#endif // SMOLLY_LIB_PLUGIN_VERSIONTILES_H
