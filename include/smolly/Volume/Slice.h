//===- Slice.h - Offset, size and stride of a set ---------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Slices: sets of elements that an offset, a size and a stride in each
/// dimension describe ("Modelling linear algebra kernels as polyhedral volume
/// operations", definitions 4.5 and 4.9, algorithm 3).
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_VOLUME_SLICE_H
#define SMOLLY_VOLUME_SLICE_H

#include "isl/isl-noexceptions.h"
#include <optional>
#include <string>
#include <vector>

namespace smolly::volume {

/// { [offset + stride * k] : 0 <= k < size } in each dimension.
struct Slice {
  /// Functions of the parameters, { [params] -> [number] }.
  std::vector<isl::pw_aff> Offset, Size;
  /// At least 1; 1 also where the size is 1.
  std::vector<long> Stride;

  /// All strides are 1: a hyperrectangle.
  bool isBox() const;
};

/// The smallest slice around \p Set, { Element[] }; none where it has none, as
/// \p Set is unbounded, or a budget is used up.
/// Complexity: two parametric integer programs for each dimension.
std::optional<Slice> hullOf(const isl::set &Set);

/// The elements of \p S, in the space of \p Like.
isl::set elementsOf(const Slice &S, const isl::set &Like);

/// The slice that is \p Set, if it is one.
std::optional<Slice> matchSlice(const isl::set &Set);

/// Likewise for what each tile has of \p Elements, { Tile[] -> Element[] };
/// offsets and sizes are { Tile[] -> [number] }.
std::optional<Slice> matchSlices(const isl::map &Elements);

/// "32QH - 1" or the like; pieces with their conditions where there are
/// several. What \p Context, { [params] }, says is left out.
std::string expressionText(const isl::pw_aff &Number, const isl::set &Context);

} // namespace smolly::volume

#endif // SMOLLY_VOLUME_SLICE_H
