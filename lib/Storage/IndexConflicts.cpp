//===- IndexConflicts.cpp - Conflicts as index differences ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The conflicts of a group in the components of the index that it uses.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/IndexConflicts.h"
#include "ConflictPieces.h"
#include "Corners.h"
#include "IndexDims.h"
#include "smolly/Kernel/Coalesce.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/set.h"
#include <algorithm>

using namespace smolly;

namespace {

/// \p Set, { Index[] }, without the components that are not in \p Keep, which
/// are 0 in all of it.
isl::set onlyComponents(isl::set Set, const std::vector<unsigned> &Keep) {
  for (int I = isl_set_dim(Set.get(), isl_dim_set) - 1; I >= 0; --I)
    if (!llvm::is_contained(Keep, static_cast<unsigned>(I)))
      Set = isl::manage(isl_set_project_out(Set.release(), isl_dim_set, I, 1));
  return Set;
}

} // namespace

IndexLayout ArrayValues::layoutOf(const std::vector<unsigned> &Members,
                                  IndexSpace Space) const {
  unsigned Iterators = 0, Elements = 0, Free = 0;
  for (unsigned V : Members) {
    unsigned In = std::max(0, isl_set_dim(Live[V].Piece.get(), isl_dim_set));
    unsigned Out =
        std::max(0, isl_pw_multi_aff_dim(Live[V].Element.get(), isl_dim_out));
    Iterators = std::max(Iterators, In);
    Elements = std::max(Elements, Out);
    Free = std::max<unsigned>(Free, FreeIterators[V].size());
  }
  IndexLayout Layout;
  Layout.Space = Space;
  auto Use = [&](unsigned First, unsigned Count) {
    for (unsigned I = 0; I < Count; ++I)
      Layout.Components.push_back(First + I);
  };
  switch (Space) {
  case IndexSpace::Iterations:
    Use(0, Iterators);
    break;
  case IndexSpace::Elements:
    Use(0, Elements);
    Layout.Elements = Elements;
    break;
  case IndexSpace::Extended:
    Use(0, Elements);
    Layout.Elements = Elements;
    Use(MaxElementDims, Free);
    break;
  case IndexSpace::Separate:
    for (unsigned V : Members)
      Use(FirstSeparate[V],
          std::max(0, isl_set_dim(Live[V].Piece.get(), isl_dim_set)));
    break;
  }
  return Layout;
}

const ArrayValues::LayoutCache::Set &
ArrayValues::set(unsigned V, const IndexLayout &Layout,
                 const ParameterPoint &Point) const {
  auto &Known = LayoutCaches[{Layout.Space, Layout.Components}].Sets;
  auto [It, IsNew] = Known.try_emplace(V);
  LayoutCache::Set &Result = It->second;
  if (!IsNew)
    return Result;
  if (const Adopted *Origin = whoseAre(V, V, Layout.Space))
    return Result = Origin->Values->set(V - Origin->First, Layout, Point);
  Result.Indices = onlyComponents(indices(V, Layout.Space), Layout.Components);
  Result.IndicesAt = Point.fix(Result.Indices);
  if (const isl::set &Steps = steps(V, Layout.Space); !Steps.is_null())
    Result.Steps = onlyComponents(Steps, Layout.Components);
  Result.Corners = std::make_shared<CornerCache>(Result.Indices, false);
  return Result;
}

/// The conflicts of a value of \p V with one of \p W, whichever comes first, as
/// index of the latter minus that of the former.
const ArrayValues::LayoutCache::Pair &
ArrayValues::pair(unsigned V, unsigned W, const IndexLayout &Layout,
                  const ParameterPoint &Point) const {
  auto &Known = LayoutCaches[{Layout.Space, Layout.Components}].Pairs;
  auto [It, IsNew] = Known.try_emplace({V, W});
  LayoutCache::Pair &Result = It->second;
  if (!IsNew)
    return Result;
  if (const Adopted *Origin = whoseAre(V, W, Layout.Space))
    return Result = Origin->Values->pair(V - Origin->First, W - Origin->First,
                                         Layout, Point);
  if (V > W) {
    LayoutCache::Pair Other = pair(W, V, Layout, Point);
    Result.Incomplete = Other.Incomplete;
    for (const ConflictPiece &Piece : Other.Pieces)
      Result.Pieces.push_back(Piece.reversed(Point));
    return Result;
  }
  isl::set Pairs =
      onlyComponents(differences(V, W, Layout.Space), Layout.Components);
  if (V != W)
    Pairs = Pairs.unite(negated(
        onlyComponents(differences(W, V, Layout.Space), Layout.Components)));
  Pairs = coalesced(Pairs);
  isl::stat Ok = Pairs.foreach_basic_set([&](isl::basic_set Basic) {
    ConflictPiece Piece(isl::set(Basic), 0, V != W, Point);
    Result.Incomplete |= Piece.DifferencesAt.is_null();
    addPiece(Piece, Point, Result.Pieces);
    return isl::stat::ok();
  });
  Result.Incomplete |= Ok.is_error();
  return Result;
}

std::pair<std::vector<unsigned>, unsigned>
ArrayValues::offsetClasses(const std::vector<unsigned> &Members,
                           OffsetKind Offsets) const {
  std::vector<unsigned> ClassOf;
  std::map<std::pair<unsigned, size_t>, unsigned> Kinds;
  for (unsigned V : Members) {
    std::pair<unsigned, size_t> Kind;
    if (Offsets == OffsetKind::EachKind)
      Kind = {Live[V].Array, FreeIterators[V].size()};
    else if (Offsets == OffsetKind::EachSet)
      Kind = {V, 0};
    ClassOf.push_back(Kinds.insert({Kind, Kinds.size()}).first->second);
  }
  return {ClassOf, Kinds.size()};
}

/// The space of \p Members and their classes, without any conflict or index.
IndexConflicts ArrayValues::noConflicts(const std::vector<unsigned> &Members,
                                        IndexSpace Space,
                                        OffsetKind Offsets) const {
  IndexConflicts Result;
  Result.Layout = layoutOf(Members, Space);
  Result.Dims = Result.Layout.Components.size();
  std::tie(Result.ClassOf, Result.Classes) = offsetClasses(Members, Offsets);
  Result.Offsets = Result.Classes > 1 ? Offsets : OffsetKind::None;
  return Result;
}

IndexConflicts ArrayValues::indexConflicts(const std::vector<unsigned> &Members,
                                           IndexSpace Space, OffsetKind Offsets,
                                           const ParameterPoint &Point) const {
  IndexConflicts Result = noConflicts(Members, Space, Offsets);
  for (unsigned I = 0; I < Members.size(); ++I) {
    unsigned Class = Result.ClassOf[I];
    const LayoutCache::Set &Set = set(Members[I], Result.Layout, Point);
    Result.Incomplete |= Set.IndicesAt.is_null();
    if (Result.Indices.size() <= Class) {
      Result.Indices.push_back(Set.Indices);
      Result.IndicesAt.push_back(Set.IndicesAt);
    } else {
      Result.Indices[Class] = Result.Indices[Class].unite(Set.Indices);
      Result.IndicesAt[Class] = Result.IndicesAt[Class].unite(Set.IndicesAt);
    }
    Result.IndexCorners.push_back(Set.Corners);
    Result.Steps.push_back(Set.Steps);
    Result.Depths.push_back(freeDimensions(Live[Members[I]].Piece));
  }
  for (unsigned I = 0; I < Members.size(); ++I)
    for (unsigned J = I; J < Members.size(); ++J) {
      bool Swap = Result.ClassOf[I] > Result.ClassOf[J];
      unsigned First = Swap ? J : I, Second = Swap ? I : J;
      const LayoutCache::Pair &Pair =
          pair(Members[First], Members[Second], Result.Layout, Point);
      Result.Incomplete |= Pair.Incomplete;
      for (ConflictPiece New : Pair.Pieces) {
        New.Earlier = Result.ClassOf[First];
        New.Later = Result.ClassOf[Second];
        addPiece(New, Point, Result.Pieces);
      }
    }
  if (!Apart.empty())
    addApart(Point, Result);
  return Result;
}

IndexConflicts
ArrayValues::conflictsOfAdded(const ValueLives &Added, unsigned Like,
                              const std::vector<unsigned> &Members,
                              IndexSpace Space, OffsetKind Offsets,
                              const ParameterPoint &Point) const {
  ArrayValues All(*this);
  unsigned New = All.append(Added, Like);
  IndexConflicts Result = noConflicts(Members, Space, Offsets);
  unsigned Class = Result.ClassOf[llvm::find(Members, Like) - Members.begin()];
  const LayoutCache::Set &Set = All.set(New, Result.Layout, Point);
  Result.Incomplete = Set.IndicesAt.is_null();
  for (unsigned C = 0; C < Result.Classes; ++C) {
    auto OfClass = [&](const isl::set &Indices) {
      return C == Class ? Indices : isl::set::empty(Indices.get_space());
    };
    Result.Indices.push_back(OfClass(Set.Indices));
    Result.IndicesAt.push_back(OfClass(Set.IndicesAt));
  }
  for (unsigned I = 0; I < Members.size(); ++I) {
    bool Swap = Result.ClassOf[I] > Class;
    const LayoutCache::Pair &Pair = All.pair(
        Swap ? New : Members[I], Swap ? Members[I] : New, Result.Layout, Point);
    Result.Incomplete |= Pair.Incomplete;
    for (ConflictPiece Piece : Pair.Pieces) {
      Piece.Earlier = Swap ? Class : Result.ClassOf[I];
      Piece.Later = Swap ? Result.ClassOf[I] : Class;
      Result.Pieces.push_back(std::move(Piece));
    }
  }
  return Result;
}
