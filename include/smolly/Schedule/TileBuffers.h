//===- TileBuffers.h - Arrays that are local to a tile ----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Storage for kernels in overlapping tiles: an array whose values are read in
/// the tile that they are written in gets a buffer for one tile, with the
/// elements where they are in the array, counted from where the tile begins.
/// The subscripts are those of the array less multiples of the tile's numbers,
/// without remainders, so that rows stay rows.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCHEDULE_TILEBUFFERS_H
#define SMOLLY_SCHEDULE_TILEBUFFERS_H

#include "smolly/Schedule/Overlap.h"
#include "smolly/Storage/ParameterPoint.h"
#include "smolly/Storage/StoragePlan.h"

namespace smolly {

/// Where the values of \p New go: those of arrays that are local to tiles to
/// buffers, others as planStorage has it, with a part of the limit of
/// operations. Fails where no array is local to tiles. Complexity: for each
/// array some bounds of what is written, beside that of planStorage.
llvm::Expected<StoragePlan> planTileBuffers(const OverlappedKernel &New,
                                            const StorageOptions &Options);

/// How many instances the statements of the groups of \p New have, for one that
/// those of \p Old have, at \p Point: 1 where none is in two tiles. A tile in
/// the middle stands for all, boxes for sets. 0 if that is not known.
double redundancy(const Kernel &Old, const OverlappedKernel &New,
                  const ParameterPoint &Point);

} // namespace smolly

#endif // SMOLLY_SCHEDULE_TILEBUFFERS_H
