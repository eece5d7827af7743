//===- TileBuffers.cpp - Arrays that are local to a tile ------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements TileBuffers.h.
///
/// In a tile each element of the array has a cell of its own, and tiles do not
/// interleave: what a read finds in the buffer is what it would find in the
/// array, if that was written in the same tile.
///
//===----------------------------------------------------------------------===//

#include "smolly/Schedule/TileBuffers.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/Range.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/ilp.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace llvm;
using namespace smolly;

/// The part of the operations for an analysis that buffers may take, and
/// storage for arrays that are not local to tiles.
static constexpr unsigned BufferShare = 8, OthersShare = 16;

namespace {

/// A dimension of a buffer: that of the array less Factor times number Tile of
/// the tile.
struct BufferDim {
  unsigned Tile = 0;
  long Factor = 0;
  StorageDim Size;
};

class BufferPlanner {
public:
  BufferPlanner(const OverlappedKernel &New, const StorageOptions &Options)
      : New(New), K(New.K), Options(Options),
        Params(K.Context.get_space().params()) {}

  /// The buffer for array \p Index; none if it is not local to tiles, or would
  /// not become smaller.
  std::optional<std::vector<BufferDim>> bufferFor(unsigned Index) const;
  ValueSet valuesOf(AccessRef Write, ArrayRef<BufferDim> Dims) const;

private:
  const OverlappedNests *writersOf(unsigned Index) const;
  bool isLocal(unsigned Index, const OverlappedNests &Writers) const;
  isl::set elementsAndTiles(unsigned Index, unsigned TileDims) const;
  BufferDim narrowest(const isl::set &Elements, const OverlappedNests &Writers,
                      unsigned Dim) const;
  StorageDim constantSize(long Low, long High) const;

  const OverlappedKernel &New;
  const Kernel &K;
  const StorageOptions &Options;
  isl::space Params;
};

} // namespace

/// The group that has all statements that write array \p Index; null if there
/// is none.
const OverlappedNests *BufferPlanner::writersOf(unsigned Index) const {
  auto Writes = [&](unsigned S) {
    return any_of(K.Statements[S].Accesses, [&](const Access &A) {
      return A.isWrite() && A.Array == Index;
    });
  };
  const OverlappedNests *Writers = nullptr;
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    if (!Writes(S))
      continue;
    auto Group = find_if(New.Groups, [&](const OverlappedNests &G) {
      return is_contained(G.Last, S) || is_contained(G.Before, S);
    });
    if (Group == New.Groups.end() || (Writers && Writers != &*Group))
      return nullptr;
    Writers = &*Group;
  }
  return Writers;
}

/// Whether each value of the array is read in its tile only, in the same
/// iteration of the loops around it.
bool BufferPlanner::isLocal(unsigned Index,
                            const OverlappedNests &Writers) const {
  auto ArrayOf = [&](AccessRef Ref) {
    return K.Statements[Ref.Stmt].Accesses[Ref.Access].Array;
  };
  unsigned Dims = Writers.Sizes.size();
  auto IsInTile = [&](const Flow &F) {
    if (New.TileDims[F.Read.Stmt] != Dims || New.TileDims[F.Write.Stmt] != Dims)
      return false;
    isl::map Same = isl::map::universe(F.Sources.get_space());
    for (unsigned Dim = 0; Dim < Dims + Writers.OuterLoops; ++Dim)
      Same = Same.equate(isl::dim::in, Dim, isl::dim::out, Dim);
    return isSubset(F.Sources, Same).is_true();
  };
  return all_of(New.Flow.Flows,
                [&](const Flow &F) {
                  return ArrayOf(F.Write) != Index || IsInTile(F);
                }) &&
         none_of(New.Flow.LiveOuts, [&](const Dataflow::LiveOut &L) {
           return ArrayOf(L.Write) == Index;
         });
}

/// { [tile.., element..] } of what is written to array \p Index.
isl::set BufferPlanner::elementsAndTiles(unsigned Index,
                                         unsigned TileDims) const {
  isl::set All;
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (const Access &A : K.Statements[S].Accesses) {
      if (A.Array != Index || A.isRead())
        continue;
      // { [[tile.., iterators..] -> Element[]] }
      isl::set Pairs = isl::manage(isl_set_flatten(
          A.Relation.intersect_params(K.Context).wrap().release()));
      unsigned Iterators =
          std::max(0, isl_map_dim(A.Relation.get(), isl_dim_in)) - TileDims;
      Pairs = isl::manage(isl_set_project_out(Pairs.release(), isl_dim_set,
                                              TileDims, Iterators));
      All = All.is_null() ? Pairs : All.unite(Pairs);
    }
  return All;
}

StorageDim BufferPlanner::constantSize(long Low, long High) const {
  isl::set All = isl::set::universe(Params);
  auto Constant = [&](long Value) {
    return isl::pw_aff(All, isl::val(K.ctx(), Value)).coalesce();
  };
  StorageDim Dim;
  Dim.Size = Constant(High - Low + 1);
  Dim.Base = Constant(Low);
  Dim.NeedsModulo = false;
  return Dim;
}

/// The value of the least or the largest value of \p Function on \p Set.
static std::optional<long> extreme(const isl::set &Set,
                                   const isl::aff &Function, bool Largest) {
  isl::val Value =
      isl::manage(Largest ? isl_set_max_val(Set.get(), Function.get())
                          : isl_set_min_val(Set.get(), Function.get()));
  if (!Value.is_int().is_true() ||
      !Value.abs().le(isl::val(Set.ctx(), 1L << 40)).is_true())
    return std::nullopt;
  return Value.get_num_si();
}

/// The tile's number, and how many times that, at which dimension \p Dim of the
/// array has the least room for one tile.
BufferDim BufferPlanner::narrowest(const isl::set &Elements,
                                   const OverlappedNests &Writers,
                                   unsigned Dim) const {
  BufferDim Best;
  std::optional<long> Least;
  unsigned TileDims = Writers.Sizes.size();
  isl::local_space Space(Elements.get_space());
  isl::aff Element =
      isl::aff::var_on_domain(Space, isl::dim::set, TileDims + Dim);
  for (unsigned Tile = 0; Tile < TileDims; ++Tile) {
    isl::aff Number = isl::aff::var_on_domain(Space, isl::dim::set, Tile);
    long Size = Writers.Sizes[Tile];
    for (long Factor : {Size, 2 * Size, 4 * Size, Size / 2, Size / 4}) {
      isl::aff Offset = Element.sub(Number.scale(isl::val(K.ctx(), Factor)));
      auto Low = extreme(Elements, Offset, false);
      auto High = extreme(Elements, Offset, true);
      if (!Low || !High || (Least && *High - *Low >= *Least))
        continue;
      Least = *High - *Low;
      Best = {Tile, Factor, constantSize(*Low, *High)};
    }
  }
  return Best;
}

std::optional<std::vector<BufferDim>>
BufferPlanner::bufferFor(unsigned Index) const {
  const OverlappedNests *Writers = writersOf(Index);
  if (K.Arrays[Index].Fixed || !Writers || !isLocal(Index, *Writers))
    return std::nullopt;
  isl::set Elements = elementsAndTiles(Index, Writers->Sizes.size());
  StorageArray Original = describeOriginal(K, Index, Options);
  std::vector<BufferDim> Result;
  bool IsSmaller = false;
  for (unsigned Dim = 0; Dim < Original.Dims.size(); ++Dim) {
    BufferDim New = narrowest(Elements, *Writers, Dim);
    if (New.Factor == 0) {
      New.Size = Original.Dims[Dim];
      New.Size.NeedsModulo = false;
    } else
      IsSmaller = true;
    if (New.Size.Size.is_null() || New.Size.Base.is_null())
      return std::nullopt;
    Result.push_back(New);
  }
  if (!IsSmaller)
    return std::nullopt;
  return Result;
}

/// The values of \p Write in a buffer with dimensions \p Dims.
ValueSet BufferPlanner::valuesOf(AccessRef Write,
                                 ArrayRef<BufferDim> Dims) const {
  const Statement &S = K.Statements[Write.Stmt];
  const Access &A = S.Accesses[Write.Access];
  ValueSet V;
  V.Write = Write;
  V.Piece = S.Domain;
  V.Array = A.Array;
  V.Where = ValueSet::Place::Mapped;
  isl::pw_multi_aff Element = isl::pw_multi_aff::from_map(A.Relation);
  isl::local_space Space(S.Domain.get_space());
  for (unsigned Dim = 0; Dim < Dims.size(); ++Dim) {
    isl::aff Number =
        isl::aff::var_on_domain(Space, isl::dim::set, Dims[Dim].Tile);
    isl::pw_aff Row = Element.at(Dim).sub(
        isl::pw_aff(Number.scale(isl::val(K.ctx(), Dims[Dim].Factor))));
    isl::pw_multi_aff Next(Row);
    V.Index = Dim == 0 ? Next : V.Index.flat_range_product(Next);
  }
  V.Index = coalesced(V.Index).gist(V.Piece);
  V.Index = V.Index.set_range_tuple(K.Arrays[A.Array].Name);
  return V;
}

/// The plan for all arrays but the \p Local ones, which stay where they are in
/// it. Copies are values of their own: what they are from may be in a buffer.
static Expected<StoragePlan> planOthers(const OverlappedKernel &New,
                                        const std::vector<bool> &Local,
                                        const StorageOptions &Options) {
  Kernel Rest = New.K;
  for (unsigned I = 0; I < Rest.Arrays.size(); ++I)
    if (Local[I])
      Rest.Arrays[I].Fixed = true;
  for (Statement &S : Rest.Statements)
    for (Access &A : S.Accesses)
      A.CopyOf = std::nullopt;
  Expected<StoragePlan> Plan = planStorageSoon(
      Rest, New.Flow, Options, Options.MaxIslOperations / OthersShare);
  if (!Plan || Plan->changesAnything() || !Plan->Refusals.empty())
    return Plan;
  for (unsigned I = 0; I < Rest.Arrays.size(); ++I)
    if (!Rest.Arrays[I].Fixed)
      Plan->Refusals.push_back({I, "planning its storage takes too long"});
  return Plan;
}

/// A buffer and what is in it.
struct FilledBuffer {
  StorageArray Buffer;
  std::vector<ValueSet> Values;
};

/// One for each array of \p New that is local to tiles.
static std::vector<FilledBuffer> findBuffers(const OverlappedKernel &New,
                                             const StorageOptions &Options) {
  IslBudget Budget(New.K.ctx(), Options.MaxIslOperations / BufferShare);
  BufferPlanner Planner(New, Options);
  std::vector<FilledBuffer> Result;
  for (unsigned I = 0; I < New.K.Arrays.size(); ++I) {
    auto Dims = Planner.bufferFor(I);
    if (!Dims)
      continue;
    FilledBuffer &Found = Result.emplace_back();
    StorageArray &Buffer = Found.Buffer;
    Buffer.Array = I;
    Buffer.Sharing = {I};
    Buffer.ElementBytes = New.K.Arrays[I].ElementBytes;
    Buffer.Name = New.K.Arrays[I].Name;
    for (const BufferDim &Dim : *Dims)
      Buffer.Dims.push_back(Dim.Size);
    for (unsigned S = 0; S < New.K.Statements.size(); ++S)
      for (unsigned A = 0; A < New.K.Statements[S].Accesses.size(); ++A)
        if (const Access &Write = New.K.Statements[S].Accesses[A];
            Write.isWrite() && Write.Array == I &&
            !isEmpty(New.K.Statements[S].Domain).is_true())
          Found.Values.push_back(Planner.valuesOf({S, A}, *Dims));
  }
  return Result;
}

Expected<StoragePlan> smolly::planTileBuffers(const OverlappedKernel &New,
                                              const StorageOptions &Options) {
  std::vector<FilledBuffer> Buffers = findBuffers(New, Options);
  if (Buffers.empty())
    return createStringError("no array would be local to a tile");
  std::vector<bool> Local(New.K.Arrays.size());
  for (const FilledBuffer &B : Buffers) {
    Local[B.Buffer.Array] = true;
    if (any_of(B.Values, [](const ValueSet &V) {
          return V.Piece.is_null() || V.Index.is_null();
        }))
      return createStringError("planning the buffers of tiles takes too long");
  }
  Expected<StoragePlan> Plan = planOthers(New, Local, Options);
  if (!Plan)
    return Plan;
  erase_if(Plan->Values, [&](const ValueSet &V) { return Local[V.Array]; });
  for (FilledBuffer &B : Buffers) {
    for (ValueSet &V : B.Values)
      V.Target = Plan->Arrays.size();
    append_range(Plan->Values, B.Values);
    Plan->Arrays.push_back(std::move(B.Buffer));
  }
  return Plan;
}

/// The number in the middle of dimension \p Dim of \p Set.
static std::optional<std::pair<double, long>> middleOf(const isl::set &Set,
                                                       unsigned Dim) {
  std::optional<Range> R = rangeOf(Set, Dim);
  if (!R)
    return std::nullopt;
  long First = long(R->first), Last = long(R->second);
  return std::pair(lengthOf(*R), First + (Last - First) / 2);
}

/// The instances of statement \p Stmt in all tiles of \p Point, if each has as
/// many as tile \p Middle.
static double instancesLike(const OverlappedKernel &New, unsigned Stmt,
                            ArrayRef<long> Middle, double Tiles,
                            const ParameterPoint &Point) {
  isl::set InTile = New.K.Statements[Stmt].Domain;
  for (unsigned Dim = 0; Dim < Middle.size(); ++Dim)
    InTile = InTile.fix_si(isl::dim::set, Dim, Middle[Dim]);
  if (!isEmpty(InTile).is_false())
    return 0;
  return Tiles * Point.boxAround(InTile);
}

double smolly::redundancy(const Kernel &Old, const OverlappedKernel &New,
                          const ParameterPoint &Point) {
  double Before = 0, After = 0;
  for (const OverlappedNests &G : New.Groups) {
    isl::set Domain = Point.fix(New.K.Statements[G.Last.front()].Domain);
    SmallVector<long, 2> Middle;
    double Tiles = 1;
    for (unsigned Dim = 0; Dim < G.Sizes.size(); ++Dim) {
      auto Here = middleOf(Domain, Dim);
      if (!Here)
        return 0;
      Tiles *= Here->first;
      Middle.push_back(Here->second);
    }
    for (unsigned S : concat<const unsigned>(G.Last, G.Before)) {
      double Own = Point.boxAround(Old.Statements[S].Domain);
      Before += Own;
      After += is_contained(G.Last, S)
                   ? Own
                   : std::max(Own, instancesLike(New, S, Middle, Tiles, Point));
    }
  }
  return Before > 0 ? After / Before : 0;
}
