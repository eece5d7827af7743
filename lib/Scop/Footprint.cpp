//===- Footprint.cpp - How much memory accesses touch ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Footprint.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/Footprint.h"

using namespace smolly;

isl::set smolly::accessedElements(const Kernel &K, unsigned Index) {
  isl::set Elements = isl::set::empty(K.Arrays[Index].Extent.get_space());
  for (const Statement &S : K.Statements)
    for (const Access &A : S.Accesses)
      if (A.Array == Index)
        Elements = Elements.unite(A.Relation.range());
  return Elements;
}

StorageArray smolly::accessedBox(const Kernel &K, unsigned Index) {
  isl::set Elements =
      accessedElements(K, Index).intersect_params(K.Context).coalesce();
  StorageArray Box;
  Box.Array = Index;
  Box.ElementBytes = K.Arrays[Index].ElementBytes;
  unsigned Dims = Elements.dim(isl::dim::set).release();
  for (unsigned I = 0; I < Dims; ++I) {
    StorageDim Dim;
    Dim.Base = Elements.dim_min(I);
    Dim.Size = Elements.dim_max(I)
                   .sub(Dim.Base)
                   .add_constant(isl::val::one(K.ctx()))
                   .coalesce()
                   .gist(K.Context);
    Dim.NeedsModulo = false;
    Box.Dims.push_back(Dim);
  }
  return Box;
}

std::vector<bool> smolly::changedArrays(const StoragePlan &Plan,
                                        size_t Arrays) {
  std::vector<bool> Changed(Arrays, false);
  for (const ValueSet &V : Plan.Values)
    if (V.Where != ValueSet::Place::Original)
      Changed[V.Array] = true;
  return Changed;
}
