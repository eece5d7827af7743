//===- PackSlices.h - Buffers for what a tile reads -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds arrays of which a full tile reads a slice again and again that lies
/// all over the memory, such as a few columns of a large matrix: copied to a
/// buffer at the begin of the tile, it takes fewer cache lines and pages
/// ("Modelling linear algebra kernels as polyhedral volume operations",
/// algorithms 2 and 3).
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCHEDULE_PACKSLICES_H
#define SMOLLY_SCHEDULE_PACKSLICES_H

#include "smolly/Kernel/Dataflow.h"
#include "smolly/Schedule/FullTiles.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace smolly {

/// What a buffer is to hold while a tile runs.
struct PackedSlice {
  unsigned Array = 0;
  /// They find all they need in the buffer.
  std::vector<AccessRef> Reads;
  /// { Tile[] -> Element[] }: the first element.
  isl::pw_multi_aff Offset;
  /// For each dimension of the array.
  std::vector<long> Sizes, Strides;
  /// The dimensions of the array in the order in which the buffer has them:
  /// that of the loops that they depend on, so that it is read along.
  std::vector<unsigned> Order;
  /// How often each element is read in a tile, and how many cache lines and
  /// pages the slice has where it is, and in the buffer.
  double ReadsEach = 0;
  double LinesBefore = 0, LinesAfter = 0, PagesBefore = 0, PagesAfter = 0;
};

struct PackOptions {
  /// Of a buffer; 0 for no limit.
  double MaxBytes = 0;
  unsigned long MaxOperations = 0;
};

/// The slices of tiles of \p T in \p K that are worth a buffer: of arrays that
/// the nest does not write, read by accesses of which \p MayPack says that they
/// happen in each instance, and find the element of the kernel. A slice is
/// what is read to the last element, so that copying it reads nothing else. The
/// assumed sizes of \p Point decide, not a clock.
/// Complexity: a composition for each access, two parametric integer programs
/// for each dimension of an array.
std::vector<PackedSlice>
findPackedSlices(const Kernel &K, const FullTiles &T,
                 llvm::function_ref<bool(AccessRef)> MayPack,
                 const ParameterPoint &Point, const PackOptions &Options);

} // namespace smolly

#endif // SMOLLY_SCHEDULE_PACKSLICES_H
