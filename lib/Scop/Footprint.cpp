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
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/Value.h"
#include "isl/aff.h"
#include "isl/local_space.h"
#include "isl/set.h"
#include <cmath>

using namespace smolly;

isl::set smolly::accessedElements(const Kernel &K, unsigned Index) {
  if (!K.Arrays[Index].Accessed.is_null())
    return K.Arrays[Index].Accessed;
  isl::set Elements = isl::set::empty(K.Arrays[Index].Extent.get_space());
  for (const Statement &S : K.Statements)
    for (const Access &A : S.Accesses)
      if (A.Array == Index)
        Elements = Elements.unite(A.Relation.range());
  return Elements;
}

/// The bounding box of \p Elements, { Element[] }, of array \p Index.
static StorageArray boxAround(const Kernel &K, unsigned Index,
                              isl::set Elements) {
  Elements = coalesced(Elements.intersect_params(K.Context));
  StorageArray Box;
  Box.Array = Index;
  Box.ElementBytes = K.Arrays[Index].ElementBytes;
  unsigned Dims = std::max(0, isl_set_dim(Elements.get(), isl_dim_set));
  for (unsigned I = 0; I < Dims; ++I) {
    StorageDim Dim;
    Dim.Base = Elements.dim_min(I);
    Dim.Size = coalesced(Elements.dim_max(I).sub(Dim.Base).add_constant(
                             isl::val::one(K.ctx())))
                   .gist(K.Context);
    Dim.NeedsModulo = false;
    Box.Dims.push_back(Dim);
  }
  return Box;
}

/// More cases are not told apart.
static constexpr int MaxCases = 4;
/// More parts of what stays of an array have one box.
static constexpr int MaxParts = 8;

/// Makes the sizes of \p Box 0 outside of \p Where, { [params] }.
static void vanishOutside(StorageArray &Box, const Kernel &K, isl::set Where) {
  Where = coalesced(Where.gist(K.Context));
  isl::set Outside = coalesced(Where.complement().intersect(K.Context));
  if (isl_set_n_basic_set(Where.get()) > MaxCases ||
      !isEmpty(Outside).is_false())
    return;
  for (StorageDim &Dim : Box.Dims) {
    Dim.Size = Dim.Size.intersect_domain(Where).union_add(
        isl::manage(isl_pw_aff_from_aff(isl_aff_zero_on_domain(
                        isl_local_space_from_space(Where.space().release()))))
            .intersect_domain(Outside));
  }
}

StorageArray smolly::accessedBox(const Kernel &K, unsigned Index) {
  isl::set Elements = accessedElements(K, Index);
  unsigned Dims = std::max(0, isl_set_dim(Elements.get(), isl_dim_set));
  for (unsigned I = 0; I < Dims; ++I)
    if (isl_set_dim_is_bounded(Elements.get(), isl_dim_set, I) !=
        isl_bool_true) {
      StorageArray Unknown;
      Unknown.Array = Index;
      Unknown.ElementBytes = K.Arrays[Index].ElementBytes;
      return Unknown;
    }
  // With remainders in subscripts, the exact box takes isl seconds.
  return boxAround(K, Index, Elements.remove_divs());
}

/// { Element[] }: the elements of array \p Index that are still accessed at
/// their original place.
static isl::set keptElements(const Kernel &K, unsigned Index,
                             const AccessPlan &Places) {
  isl::set Elements = isl::set::empty(K.Arrays[Index].Extent.get_space());
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A) {
      const Access &Acc = K.Statements[S].Accesses[A];
      if (Acc.Array != Index)
        continue;
      for (const Placement &P : Places.Statements[S].Accesses[A])
        if (P.Where == Placement::Kind::Original)
          Elements = Elements.unite(
              Acc.Exact ? Acc.Relation.range()
                        : Acc.Relation.intersect_domain(P.Part).range());
    }
  return Elements;
}

KeptBoxes smolly::keptBoxes(const Kernel &K, unsigned Index,
                            const AccessPlan &Places) {
  KeptBoxes Boxes;
  isl::set Elements = keptElements(K, Index, Places);
  if (!isEmpty(Elements.intersect_params(K.Context)).is_false()) {
    Boxes.Whole.Array = Index;
    Boxes.Whole.ElementBytes = K.Arrays[Index].ElementBytes;
    return Boxes;
  }
  auto BoxOf = [&](const isl::set &Part) {
    StorageArray Box = boxAround(K, Index, isl::set(Part.simple_hull()));
    vanishOutside(Box, K, Part.params());
    return Box;
  };
  Boxes.Whole = BoxOf(Elements);
  isl::set Parts = coalesced(Elements.intersect_params(K.Context));
  int Count = isl_set_n_basic_set(Parts.get());
  if (Count > 1 && Count <= MaxParts)
    Parts.foreach_basic_set([&](isl::basic_set Part) {
      Boxes.Parts.push_back(BoxOf(isl::set(Part)));
      return isl::stat::ok();
    });
  return Boxes;
}

/// The least or the most that \p Size is for any values of the parameters;
/// infinite if nothing bounds it.
static double extreme(const isl::pw_aff &Size, bool Most) {
  isl::val Value = isl::manage(Most ? isl_pw_aff_max_val(Size.copy())
                                    : isl_pw_aff_min_val(Size.copy()));
  if (Value.is_null() || Value.is_nan())
    return Most ? INFINITY : 0;
  return std::max(0.0, asDouble(Value));
}

/// The least or the most bytes that \p Box may have.
static double extremeBytes(const StorageArray &Box, bool Most) {
  double Bytes = Box.ElementBytes;
  for (const StorageDim &Dim : Box.Dims) {
    double Size = extreme(Dim.Size, Most);
    if (Size == 0)
      return 0;
    Bytes *= Size;
  }
  return Bytes;
}

double smolly::mostAccessedBytes(const Kernel &K, double Enough) {
  double Bytes = 0;
  for (unsigned I = 0; I < K.Arrays.size() && Bytes < Enough; ++I)
    Bytes += extremeBytes(accessedBox(K, I), /*Most=*/true);
  return Bytes;
}

double smolly::mostGain(const Kernel &K, const StoragePlan &Plan,
                        const AccessPlan &Places) {
  std::vector<bool> Changed = changedArrays(Plan, K.Arrays.size());
  double Gain = 0;
  for (unsigned I = 0; I < K.Arrays.size(); ++I) {
    if (!Changed[I])
      continue;
    Gain += extremeBytes(accessedBox(K, I), /*Most=*/true);
    if (Gain == INFINITY)
      return Gain;
    // The parts may be less than the box around all.
    if (!Places.LeavesOriginal[I])
      if (KeptBoxes Kept = keptBoxes(K, I, Places); Kept.Parts.empty())
        Gain -= extremeBytes(Kept.Whole, /*Most=*/false);
  }
  for (const StorageArray &A : Plan.Arrays)
    Gain -= extremeBytes(A, /*Most=*/false);
  return Gain;
}

std::vector<bool> smolly::changedArrays(const StoragePlan &Plan,
                                        size_t Arrays) {
  std::vector<bool> Changed(Arrays, false);
  for (const ValueSet &V : Plan.Values)
    if (V.Where != ValueSet::Place::Original)
      Changed[V.Array] = true;
  return Changed;
}
