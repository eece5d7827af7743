//===- IndexConflicts.cpp - Conflicts as index differences ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Projects conflicts, written elements and loop steps onto index spaces.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/IndexConflicts.h"
#include "IndexCost.h"
#include "IndexDims.h"
#include "smolly/Kernel/Coalesce.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include <numeric>

using namespace smolly;

namespace {

/// \p Function, { Domain[] -> Any[] }, without a name for its range and with
/// zeros appended until it has \p Dims components.
isl::pw_multi_aff padded(isl::pw_multi_aff Function, unsigned Dims) {
  isl_pw_multi_aff *Result =
      isl_pw_multi_aff_reset_tuple_id(Function.release(), isl_dim_out);
  unsigned Has = isl_pw_multi_aff_dim(Result, isl_dim_out);
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

/// \p Set, { Index[] }, without the components that are not in \p Keep, which
/// are 0 in all of it.
isl::set onlyComponents(isl::set Set, const std::vector<unsigned> &Keep) {
  for (int I = isl_set_dim(Set.get(), isl_dim_set) - 1; I >= 0; --I)
    if (!llvm::is_contained(Keep, static_cast<unsigned>(I)))
      Set = isl::manage(isl_set_project_out(Set.release(), isl_dim_set, I, 1));
  return Set;
}

isl::set negated(const isl::set &Set) {
  return isl::manage(isl_set_neg(Set.copy()));
}

/// Appends the polyhedra of \p Differences to \p Pieces, except those that
/// others of the same classes contain. False on failure.
bool addPieces(unsigned Earlier, unsigned Later, isl::set Differences,
               std::vector<ConflictPiece> &Pieces) {
  if (Earlier > Later) {
    std::swap(Earlier, Later);
    Differences = negated(Differences);
  }
  isl::stat Ok = Differences.foreach_basic_set([&](isl::basic_set Basic) {
    isl::set New(Basic);
    isl::set Mirrored = Earlier == Later ? negated(New) : New;
    auto Contains = [&](const isl::set &Big, const isl::set &Small) {
      return Small.is_subset(Big).is_true();
    };
    for (const ConflictPiece &Old : Pieces)
      if (Old.Earlier == Earlier && Old.Later == Later &&
          (Contains(Old.Differences, New) ||
           (Earlier == Later && Contains(Old.Differences, Mirrored))))
        return isl::stat::ok();
    llvm::erase_if(Pieces, [&](const ConflictPiece &Old) {
      return Old.Earlier == Earlier && Old.Later == Later &&
             (Contains(New, Old.Differences) ||
              (Earlier == Later && Contains(Mirrored, Old.Differences)));
    });
    ConflictPiece Piece;
    Piece.Earlier = Earlier;
    Piece.Later = Later;
    Piece.Differences = New;
    Pieces.push_back(std::move(Piece));
    return isl::stat::ok();
  });
  return !Ok.is_error();
}

/// How many integers there are from the least to the largest component \p Dim;
/// 0 if unbounded.
long extentOf(const isl::set &Indices, unsigned Dim) {
  isl::val Top = isl::manage(isl_set_dim_max_val(Indices.copy(), Dim));
  isl::val Low = isl::manage(isl_set_dim_min_val(Indices.copy(), Dim));
  isl::val Length = Top.sub(Low);
  if (Length.is_null() || isl_val_is_int(Length.get()) != isl_bool_true)
    return 0;
  return isl_val_get_num_si(Length.get()) + 1;
}

/// { [0, ..., 0] } for all parameters. isl can make a set from a point, but
/// then never frees the point, nor its context.
isl::set originOf(const isl::space &Space) {
  isl::set Origin = isl::set::universe(Space);
  for (int I = 0, E = isl_set_dim(Origin.get(), isl_dim_set); I < E; ++I)
    Origin = Origin.fix_si(isl::dim::set, I, 0);
  return Origin;
}

} // namespace

bool IndexConflicts::isHopeless() const {
  if (Incomplete)
    return true;
  for (const ConflictPiece &Piece : Pieces)
    if (Piece.Earlier == Piece.Later && !originOf(Piece.DifferencesAt.space())
                                             .is_disjoint(Piece.DifferencesAt)
                                             .is_true())
      return true;
  return false;
}

double IndexConflicts::largestClique() const {
  if (Dims > 4 || Classes > 1)
    return 1;
  std::vector<long> Extents;
  for (unsigned I = 0; I < Dims; ++I)
    Extents.push_back(extentOf(IndicesAt.front(), I));
  isl::set Covered = originOf(IndicesAt.front().space());
  for (const ConflictPiece &Piece : Pieces)
    Covered =
        Covered.unite(Piece.DifferencesAt).unite(negated(Piece.DifferencesAt));
  double Largest = 1;
  for (unsigned Full = 1; Full < 1u << Dims; ++Full) {
    isl::set Box = isl::set::universe(Covered.space());
    double Size = 1;
    for (unsigned I = 0; I < Dims; ++I) {
      long Extent = Full >> I & 1 ? Extents[I] : 1;
      Box = Box.lower_bound_si(isl::dim::set, I, 1 - Extent);
      Box = isl::manage(
          isl_set_upper_bound_si(Box.release(), isl_dim_set, I, Extent - 1));
      Size *= Extent;
    }
    if (Size > Largest && Box.is_subset(Covered).is_true())
      Largest = Size;
  }
  return Largest;
}

ArrayValues::ArrayValues(const Kernel &K, std::vector<ValueLives> Lives)
    : K(K), Live(std::move(Lives)), Conflicts(computeConflictTable(K, Live)) {
  for (const ValueLives &L : Live) {
    FreeIterators.push_back(freeIterators(L));
    unsigned Iterators = isl_set_dim(L.Piece.get(), isl_dim_set);
    unsigned Elements = isl_pw_multi_aff_dim(L.Element.get(), isl_dim_out);
    MaxIterators = std::max(MaxIterators, Iterators);
    MaxElementDims = std::max(MaxElementDims, Elements);
    MaxFree = std::max<unsigned>(MaxFree, FreeIterators.back().size());
    FirstSeparate.push_back(Separate);
    Separate += Iterators;
  }
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
  Live[Set] = Lives;
  for (unsigned Other : Others) {
    Conflicts[Set][Other] = computeConflicts(Lives, Live[Other]);
    Conflicts[Other][Set] = computeConflicts(Live[Other], Lives);
  }
  for (auto &Entry : Caches) {
    Cache &C = Entry.second;
    for (unsigned Other : Others)
      C.Differences[Set][Other] = C.Differences[Other][Set] = {};
    C.Index[Set] = {};
    C.Indices[Set] = C.Steps[Set] = {};
  }
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
    std::vector<unsigned> All(isl_set_dim(L.Piece.get(), isl_dim_set));
    std::iota(All.begin(), All.end(), 0);
    return Result = padded(iteratorsOf(L.Piece, All), MaxIterators);
  }
  case IndexSpace::Separate: {
    std::vector<unsigned> All(isl_set_dim(L.Piece.get(), isl_dim_set));
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

IndexLayout ArrayValues::layoutOf(const std::vector<unsigned> &Members,
                                  IndexSpace Space) const {
  unsigned Iterators = 0, Elements = 0, Free = 0;
  for (unsigned V : Members) {
    unsigned In = isl_set_dim(Live[V].Piece.get(), isl_dim_set);
    unsigned Out = isl_pw_multi_aff_dim(Live[V].Element.get(), isl_dim_out);
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
      Use(FirstSeparate[V], isl_set_dim(Live[V].Piece.get(), isl_dim_set));
    break;
  }
  return Layout;
}

const isl::set &ArrayValues::differences(unsigned V, unsigned W,
                                         IndexSpace Space) const {
  isl::set &Result = cache(Space).Differences[V][W];
  if (!Result.is_null())
    return Result;
  isl::map Pairs = Conflicts[V][W]
                       .apply_domain(asMap(indexOf(V, Space)))
                       .apply_range(asMap(indexOf(W, Space)));
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
  isl::map Steps = innermostSteps(K, Live[V].Write.Stmt, Live[V].Piece);
  if (Steps.is_null())
    return Result;
  isl::map Index = asMap(indexOf(V, Space));
  Result = Steps.apply_domain(Index).apply_range(Index).deltas();
  return Result;
}

IndexConflicts ArrayValues::indexConflicts(const std::vector<unsigned> &Members,
                                           IndexSpace Space, OffsetKind Offsets,
                                           const ParameterPoint &Point) const {
  IndexConflicts Result;
  Result.Layout = layoutOf(Members, Space);
  Result.Dims = Result.Layout.Components.size();
  bool OneClass = Offsets == OffsetKind::None || Members.size() == 1;
  Result.Classes = OneClass ? 1 : Members.size();
  auto Narrow = [&](const isl::set &Set) {
    return onlyComponents(Set, Result.Layout.Components);
  };
  for (unsigned I = 0; I < Members.size(); ++I) {
    unsigned Class = OneClass ? 0 : I;
    Result.ClassOf.push_back(Class);
    isl::set New = Narrow(indices(Members[I], Space));
    if (Result.Indices.size() <= Class)
      Result.Indices.push_back(New);
    else
      Result.Indices[Class] = Result.Indices[Class].unite(New);
    const isl::set &Steps = steps(Members[I], Space);
    Result.Steps.push_back(Steps.is_null() ? Steps : Narrow(Steps));
    Result.Depths.push_back(freeDimensions(Live[Members[I]].Piece));
  }
  std::map<std::pair<unsigned, unsigned>, isl::set> ByClass;
  for (unsigned I = 0; I < Members.size(); ++I)
    for (unsigned J = 0; J < Members.size(); ++J) {
      isl::set New = Narrow(differences(Members[I], Members[J], Space));
      Result.Incomplete |= New.is_null();
      isl::set &Known = ByClass[{Result.ClassOf[I], Result.ClassOf[J]}];
      if (Known.is_null())
        Known = New;
      else if (!New.is_subset(Known).is_true())
        Known = Known.unite(New);
      Result.Incomplete |= Known.is_null();
    }
  for (const auto &Entry : ByClass)
    Result.Incomplete |= !addPieces(Entry.first.first, Entry.first.second,
                                    coalesced(Entry.second), Result.Pieces);
  for (ConflictPiece &Piece : Result.Pieces) {
    Piece.DifferencesAt = Point.fix(Piece.Differences);
    Result.Incomplete |= Piece.DifferencesAt.is_null();
  }
  for (const isl::set &Indices : Result.Indices) {
    Result.IndicesAt.push_back(Point.fix(Indices));
    Result.Incomplete |= Result.IndicesAt.back().is_null();
  }
  return Result;
}
