//===- ArrayValues.cpp - Conflicts and indices of value sets --------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conflicts, written elements and loop steps, once for each value set or pair
/// of them, and what they are in index spaces.
///
//===----------------------------------------------------------------------===//

#include "IndexCost.h"
#include "IndexDims.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/Locals.h"
#include "smolly/Storage/IndexConflicts.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include <algorithm>
#include <numeric>

using namespace smolly;

namespace {

/// The conflicts in kernels of the benchmarks have up to eight.
constexpr int MaxLocals = 10;

/// \p Function, { Domain[] -> Any[] }, without a name for its range and with
/// zeros appended until it has \p Dims components.
isl::pw_multi_aff padded(isl::pw_multi_aff Function, unsigned Dims) {
  isl_pw_multi_aff *Result =
      isl_pw_multi_aff_reset_tuple_id(Function.release(), isl_dim_out);
  unsigned Has = std::max(0, isl_pw_multi_aff_dim(Result, isl_dim_out));
  if (Has >= Dims)
    return isl::manage(Result);
  isl_space *Space = isl_space_domain(isl_pw_multi_aff_get_space(Result));
  Space =
      isl_space_add_dims(isl_space_from_domain(Space), isl_dim_out, Dims - Has);
  return isl::manage(isl_pw_multi_aff_flat_range_product(
      Result, isl_pw_multi_aff_from_multi_aff(isl_multi_aff_zero(Space))));
}

/// { Domain[] -> [iterators] }: the iterators numbered \p Which.
isl::pw_multi_aff iteratorsOf(const isl::set &Piece,
                              const std::vector<unsigned> &Which) {
  isl_space *Space = isl_space_map_from_set(isl_set_get_space(Piece.get()));
  isl_multi_aff *All = isl_multi_aff_identity(Space);
  All = isl_multi_aff_reset_tuple_id(All, isl_dim_out);
  for (int I = isl_multi_aff_dim(All, isl_dim_out) - 1; I >= 0; --I)
    if (!llvm::is_contained(Which, static_cast<unsigned>(I)))
      All = isl_multi_aff_drop_dims(All, isl_dim_out, I, 1);
  return isl::manage(isl_pw_multi_aff_from_multi_aff(All));
}

isl::map asMap(const isl::pw_multi_aff &Function) {
  return isl::manage(isl_map_from_pw_multi_aff(Function.copy()));
}

} // namespace

ArrayValues::ArrayValues(const Kernel &K, std::vector<ValueLives> Lives,
                         std::vector<unsigned> Apart)
    : K(K), Live(std::move(Lives)), Apart(std::move(Apart)),
      Conflicts(Live.size(), std::vector<isl::map>(Live.size())) {
  for (const ValueLives &L : Live) {
    FreeIterators.push_back(freeIterators(L));
    unsigned Iterators = std::max(0, isl_set_dim(L.Piece.get(), isl_dim_set));
    unsigned Elements =
        std::max(0, isl_pw_multi_aff_dim(L.Element.get(), isl_dim_out));
    MaxIterators = std::max(MaxIterators, Iterators);
    MaxElementDims = std::max(MaxElementDims, Elements);
    MaxFree = std::max<unsigned>(MaxFree, FreeIterators.back().size());
    FirstSeparate.push_back(Separate);
    Separate += Iterators;
  }
}

void ArrayValues::adopt(std::shared_ptr<const ArrayValues> Others,
                        unsigned First) {
  Origins.push_back({std::move(Others), First});
}

/// Who knows \p V and \p W, or null.
const ArrayValues::Adopted *ArrayValues::whoseAre(unsigned V,
                                                  unsigned W) const {
  auto Has = [](const Adopted &Origin, unsigned Set) {
    return Set >= Origin.First &&
           Set < Origin.First + Origin.Values->live().size();
  };
  auto It = llvm::find_if(Origins, [&](const Adopted &Origin) {
    return Has(Origin, V) && Has(Origin, W);
  });
  return It == Origins.end() ? nullptr : &*It;
}

/// Who knows \p V and \p W with indices of the same components as here.
const ArrayValues::Adopted *ArrayValues::whoseAre(unsigned V, unsigned W,
                                                  IndexSpace Space) const {
  const Adopted *Origin = whoseAre(V, W);
  if (!Origin)
    return nullptr;
  const ArrayValues &Other = *Origin->Values;
  switch (Space) {
  case IndexSpace::Iterations:
    return Other.MaxIterators == MaxIterators ? Origin : nullptr;
  case IndexSpace::Elements:
    return Other.MaxElementDims == MaxElementDims ? Origin : nullptr;
  case IndexSpace::Extended:
    return Other.MaxElementDims == MaxElementDims && Other.MaxFree == MaxFree
               ? Origin
               : nullptr;
  case IndexSpace::Separate:
    return nullptr;
  }
  return nullptr;
}

ArrayValues::Cache &ArrayValues::cache(IndexSpace Space) const {
  Cache &C = Caches[Space];
  if (C.Index.empty()) {
    C.Index.resize(Live.size());
    C.Indices.resize(Live.size());
    C.Steps.resize(Live.size());
    C.Differences.assign(Live.size(), std::vector<isl::set>(Live.size()));
  }
  return C;
}

void ArrayValues::replace(unsigned Set, const ValueLives &Lives,
                          const std::vector<unsigned> &Others) {
  Origins.clear();
  Live[Set] = Lives;
  for (unsigned Other : Others)
    Conflicts[Set][Other] = Conflicts[Other][Set] = {};
  for (auto &Entry : Caches) {
    Cache &C = Entry.second;
    for (unsigned Other : Others)
      C.Differences[Set][Other] = C.Differences[Other][Set] = {};
    C.Index[Set] = {};
    C.Indices[Set] = C.Steps[Set] = {};
  }
  for (auto &Entry : LayoutCaches) {
    LayoutCache &C = Entry.second;
    C.Sets.erase(Set);
    for (auto It = C.Pairs.begin(); It != C.Pairs.end();) {
      auto [V, W] = It->first;
      It = V == Set || W == Set ? C.Pairs.erase(It) : std::next(It);
    }
  }
}

/// Adds a value set whose indices are formed like those of set \p Like; returns
/// its number.
unsigned ArrayValues::append(const ValueLives &Added, unsigned Like) {
  unsigned New = Live.size();
  Live.push_back(Added);
  FreeIterators.push_back(FreeIterators[Like]);
  FirstSeparate.push_back(FirstSeparate[Like]);
  if (!Loose.empty())
    Loose.push_back(false);
  auto Extend = [&](auto &Pairs) {
    for (auto &Row : Pairs)
      Row.emplace_back();
    Pairs.emplace_back(New + 1);
  };
  Extend(Conflicts);
  for (auto &Entry : Caches) {
    Cache &C = Entry.second;
    Extend(C.Differences);
    C.Index.emplace_back();
    C.Indices.emplace_back();
    C.Steps.emplace_back();
  }
  return New;
}

const isl::pw_multi_aff &ArrayValues::indexOf(unsigned V,
                                              IndexSpace Space) const {
  isl::pw_multi_aff &Result = cache(Space).Index[V];
  if (!Result.is_null())
    return Result;
  const ValueLives &L = Live[V];
  switch (Space) {
  case IndexSpace::Elements:
    return Result = padded(L.Element, MaxElementDims);
  case IndexSpace::Iterations: {
    std::vector<unsigned> All(
        std::max(0, isl_set_dim(L.Piece.get(), isl_dim_set)));
    std::iota(All.begin(), All.end(), 0);
    return Result = padded(iteratorsOf(L.Piece, All), MaxIterators);
  }
  case IndexSpace::Separate: {
    std::vector<unsigned> All(
        std::max(0, isl_set_dim(L.Piece.get(), isl_dim_set)));
    std::iota(All.begin(), All.end(), 0);
    isl::pw_multi_aff None = iteratorsOf(L.Piece, {});
    return Result = padded(isl::manage(isl_pw_multi_aff_flat_range_product(
                               padded(None, FirstSeparate[V]).release(),
                               iteratorsOf(L.Piece, All).release())),
                           Separate);
  }
  case IndexSpace::Extended:
    Result = isl::manage(isl_pw_multi_aff_flat_range_product(
        padded(L.Element, MaxElementDims).release(),
        padded(iteratorsOf(L.Piece, FreeIterators[V]), MaxFree).release()));
    return Result;
  }
  return Result;
}

bool ArrayValues::isLikeElements(const std::vector<unsigned> &Members,
                                 IndexSpace Space) const {
  for (unsigned V : Members) {
    if (Space == IndexSpace::Extended && FreeIterators[V].empty())
      continue;
    if (Space == IndexSpace::Extended)
      return false;
    isl::map Index = asMap(indexOf(V, Space));
    isl::map Element = asMap(indexOf(V, IndexSpace::Elements));
    isl::map Both = Index.reverse().apply_range(Element);
    if (isl_map_dim(Both.get(), isl_dim_in) !=
        isl_map_dim(Both.get(), isl_dim_out))
      return false;
    isl::set Offset = Both.intersect_params(K.Context).deltas();
    if (!Offset.is_singleton().is_true())
      return false;
  }
  return true;
}

const isl::map &ArrayValues::conflicts(unsigned V, unsigned W) const {
  isl::map &Result = Conflicts[V][W];
  if (!Result.is_null())
    return Result;
  if (const Adopted *Origin = whoseAre(V, W))
    return Result =
               Origin->Values->conflicts(V - Origin->First, W - Origin->First);
  if (areLoose(V, W))
    Result =
        V < W ? isl::map::from_domain_and_range(Live[V].Piece, Live[W].Piece)
              : isl::map::empty(isl::manage(isl_space_map_from_domain_and_range(
                    Live[V].Piece.get_space().release(),
                    Live[W].Piece.get_space().release())));
  else
    Result =
        Apart.empty() ? conflictsOf(K, Live[V], Live[W]) : conflictsApart(V, W);
  return Result;
}

void ArrayValues::loosen(const std::vector<unsigned> &Sets) {
  Origins.clear();
  Loose.resize(Live.size());
  for (unsigned Set : Sets)
    Loose[Set] = true;
}

/// Whether all values of \p V and \p W are to conflict: one of the sets is
/// loose, and they have no index in common, at which a mapping would fail.
bool ArrayValues::areLoose(unsigned V, unsigned W) const {
  return V != W && !Loose.empty() && (Loose[V] || Loose[W]) &&
         isDisjoint(indices(V, IndexSpace::Elements),
                    indices(W, IndexSpace::Elements))
             .is_true();
}

unsigned
ArrayValues::countPolyhedra(const std::vector<unsigned> &Members) const {
  unsigned Count = 0;
  for (unsigned V : Members)
    for (unsigned W : Members)
      Count += std::max(0, isl_map_n_basic_map(conflicts(V, W).get()));
  return Count;
}

bool ArrayValues::haveManyLocals(const std::vector<unsigned> &Members) const {
  return llvm::any_of(Members, [&](unsigned V) {
    return llvm::any_of(Members, [&](unsigned W) {
      return hasManyLocals(conflicts(V, W), MaxLocals);
    });
  });
}

const isl::set &ArrayValues::differences(unsigned V, unsigned W,
                                         IndexSpace Space) const {
  isl::set &Result = cache(Space).Differences[V][W];
  if (!Result.is_null())
    return Result;
  if (const Adopted *Origin = whoseAre(V, W, Space))
    return Result = Origin->Values->differences(V - Origin->First,
                                                W - Origin->First, Space);
  isl::map Pairs = conflicts(V, W)
                       .apply_domain(asMap(indexOf(V, Space)))
                       .apply_range(asMap(indexOf(W, Space)));
  // Not intersected with the context, which they lie in, isl crashed coalescing
  // some (docs/hacking.md).
  Result = coalesced(Pairs.intersect_params(K.Context).deltas());
  return Result;
}

const isl::set &ArrayValues::indices(unsigned V, IndexSpace Space) const {
  isl::set &Result = cache(Space).Indices[V];
  if (Result.is_null())
    Result = coalesced(Live[V].Piece.apply(asMap(indexOf(V, Space))));
  return Result;
}

const isl::set &ArrayValues::steps(unsigned V, IndexSpace Space) const {
  isl::set &Result = cache(Space).Steps[V];
  if (!Result.is_null())
    return Result;
  // One polyhedron is enough to see which way a loop goes; of several, all
  // pairs would be looked at.
  isl::map Steps = innermostSteps(K, Live[V].Write.Stmt,
                                  isl::set(Live[V].Piece.simple_hull()));
  if (Steps.is_null())
    return Result;
  isl::map Index = asMap(indexOf(V, Space));
  Result = Steps.apply_domain(Index).apply_range(Index).deltas();
  return Result;
}
