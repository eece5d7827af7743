//===- Overlap.cpp - Tiles that compute what they need anew ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements overlapTiles of Overlap.h.
///
/// A nest is a *last* one if it writes what is fixed or live out. The nests
/// that it reads values of, and those that these read, and so on up to other
/// last nests, are part of its group, and so are other last nests that need one
/// of them. The tile of a last statement's instance is where its iterators are,
/// or, where several last nests are to fit each other, the element that it
/// writes. An instance of another statement is in all the tiles in which an
/// instance reads its value. In a tile the order is the old one:
///
///     [number of the last nest, tile.., old time..]
///
/// Which tiles these are is simplified to one polyhedron a statement, so that
/// some instances may be in a tile for nothing: then what they read has to be
/// there as well.
///
//===----------------------------------------------------------------------===//

#include "smolly/Schedule/Overlap.h"
#include "LoopNests.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/constraint.h"
#include "isl/map.h"
#include "isl/set.h"
#include <cmath>
#include <numeric>
#include <set>

using namespace smolly;

namespace {

/// The iterations of a loop that is not cut.
constexpr double AssumedIterations = 1000;
/// Bounds for the iterations in a tile: in an only loop, in an outer one, and
/// in the innermost one.
constexpr long LeastOnly = 8, LeastOuter = 4, LeastInner = 8;
constexpr long MostOnly = 16384, MostOuter = 64, MostInner = 1024;
/// The innermost loop grows first up to here.
constexpr long LongEnough = 256;
/// How often the tiles of statements that depend on each other may grow, and
/// from when on a bound that does not hold is dropped.
constexpr unsigned MaxRounds = 8, FirstWideningRound = 3;

/// Nests that are to run in tiles together.
struct Group {
  std::set<unsigned> Nests;
  std::vector<unsigned> LastNests;
  unsigned Dims = 0;
  std::vector<long> Sizes;
};

class Overlapper {
public:
  Overlapper(const Kernel &K, const Dataflow &Flow,
             const OverlapOptions &Options, LoopNests &Nests);
  std::optional<OverlappedKernel> run(std::string &WhyNot);

private:
  bool isLast(unsigned Stmt) const;
  std::vector<Group> findGroups() const;
  void chooseSizes(Group &G) const;
  bool usesElements(const Group &G) const { return G.LastNests.size() > 1; }
  isl::map positionOf(const Group &G, unsigned Stmt, unsigned Dim) const;
  const Access *lastWrite(unsigned Stmt) const;
  isl::map tileOf(const Group &G, unsigned Stmt) const;
  isl::map noTile(const Group &G, unsigned Stmt) const;
  bool spread(const Group &G);
  isl::map neededIn(unsigned Stmt) const;
  void widen(unsigned Stmt, const isl::map &Needed, const isl::set &All,
             bool MayGrow);
  Statement build(unsigned Stmt, long Place, unsigned AllDims) const;

  const Kernel &K;
  const Dataflow &Flow;
  const OverlapOptions &Options;
  LoopNests &Nests;
  /// For each statement its nest, none for those without instances.
  std::vector<std::optional<unsigned>> NestOf;
  /// For each statement of a group { Domain[] -> [tile..] }, else null, and the
  /// polyhedron that it is within the domain.
  std::vector<isl::map> Tiles;
  std::vector<isl::basic_map> Hulls;
};

} // namespace

Overlapper::Overlapper(const Kernel &K, const Dataflow &Flow,
                       const OverlapOptions &Options, LoopNests &Nests)
    : K(K), Flow(Flow), Options(Options), Nests(Nests),
      NestOf(K.Statements.size()), Tiles(K.Statements.size()),
      Hulls(K.Statements.size()) {
  for (const LoopNest &N : Nests.all())
    for (unsigned S : N.Statements)
      NestOf[S] = N.Number;
}

/// A write of \p Stmt that somebody sees.
const Access *Overlapper::lastWrite(unsigned Stmt) const {
  const Statement &S = K.Statements[Stmt];
  for (const Access &A : S.Accesses)
    if (A.isWrite() && K.Arrays[A.Array].Fixed)
      return &A;
  for (const Dataflow::LiveOut &L : Flow.LiveOuts)
    if (L.Write.Stmt == Stmt)
      return &S.Accesses[L.Write.Access];
  return nullptr;
}

bool Overlapper::isLast(unsigned Stmt) const { return lastWrite(Stmt); }

std::vector<Group> Overlapper::findGroups() const {
  unsigned Count = Nests.all().size();
  std::vector<bool> IsLastNest(Count);
  for (const LoopNest &N : Nests.all())
    IsLastNest[N.Number] =
        llvm::any_of(N.Statements, [&](unsigned S) { return isLast(S); });
  // For each nest those that it reads values of.
  std::vector<std::set<unsigned>> Sources(Count);
  for (const smolly::Flow &F : Flow.Flows)
    if (auto From = NestOf[F.Write.Stmt], To = NestOf[F.Read.Stmt];
        From && To && *From != *To && !IsLastNest[*From])
      Sources[*To].insert(*From);
  llvm::IntEqClasses Classes(Count);
  std::vector<Group> Groups;
  for (unsigned N = 0; N < Count; ++N) {
    if (!IsLastNest[N] || Sources[N].empty())
      continue;
    Group G;
    G.LastNests = {N};
    std::vector<unsigned> Open = {N};
    while (!Open.empty()) {
      unsigned Next = Open.back();
      Open.pop_back();
      if (!G.Nests.insert(Next).second)
        continue;
      Classes.join(N, Next);
      Open.insert(Open.end(), Sources[Next].begin(), Sources[Next].end());
    }
    Groups.push_back(std::move(G));
  }
  std::vector<Group> Result;
  for (Group &G : Groups) {
    auto Same = llvm::find_if(Result, [&](const Group &Other) {
      return Classes.findLeader(Other.LastNests.front()) ==
             Classes.findLeader(G.LastNests.front());
    });
    if (Same == Result.end()) {
      Result.push_back(std::move(G));
      continue;
    }
    Same->Nests.insert(G.Nests.begin(), G.Nests.end());
    Same->LastNests.push_back(G.LastNests.front());
  }
  for (Group &G : Result)
    chooseSizes(G);
  llvm::erase_if(Result, [](const Group &G) { return G.Dims == 0; });
  return Result;
}

/// How many loops of \p G are cut, and into what: as much as there is in a tile
/// at most, with an element of each array for each iteration.
void Overlapper::chooseSizes(Group &G) const {
  unsigned Loops = 0;
  G.Dims = Options.Loops;
  for (unsigned N : G.LastNests) {
    const LoopNest &Nest = Nests.all()[N];
    Loops = std::max(Loops, Nests.innermost(Nest));
    if (!usesElements(G))
      G.Dims = std::min(G.Dims, Nest.Loops);
    for (unsigned S : Nest.Statements)
      if (const Access *A = lastWrite(S); A && usesElements(G))
        G.Dims = std::min<unsigned>(
            G.Dims, isl_map_dim(A->Relation.get(), isl_dim_out));
  }
  if (G.Dims == 0)
    return;
  double PointBytes = 1;
  std::vector<bool> Accessed(K.Arrays.size());
  for (unsigned N : G.Nests)
    for (unsigned S : Nests.all()[N].Statements)
      for (const Access &A : K.Statements[S].Accesses) {
        if (!Accessed[A.Array])
          PointBytes += K.Arrays[A.Array].ElementBytes;
        Accessed[A.Array] = true;
      }
  PointBytes *= std::pow(AssumedIterations, Loops - std::min(Loops, G.Dims));
  auto Grow = [&](unsigned Dim, long Most) {
    double Bytes = PointBytes;
    for (long Size : G.Sizes)
      Bytes *= Size;
    for (; G.Sizes[Dim] < Most && 2 * Bytes <= Options.TileBytes; Bytes *= 2)
      G.Sizes[Dim] *= 2;
  };
  if (Loops == 1) {
    G.Sizes = {LeastOnly};
    return Grow(0, MostOnly);
  }
  G.Sizes.assign(G.Dims, LeastOuter);
  if (G.Dims == Loops)
    G.Sizes.back() = LeastInner;
  if (G.Dims > 1)
    Grow(G.Dims - 1, LongEnough);
  for (unsigned Dim = 0; Dim < G.Dims; ++Dim)
    Grow(Dim, MostOuter);
  if (G.Dims > 1)
    Grow(G.Dims - 1, MostInner);
}

/// { Domain[] -> [position] } along dimension \p Dim of the tiles.
isl::map Overlapper::positionOf(const Group &G, unsigned Stmt,
                                unsigned Dim) const {
  if (!usesElements(G))
    return Nests.timeOf(Stmt, Dim, LoopTime());
  isl::pw_multi_aff Element =
      isl::pw_multi_aff::from_map(lastWrite(Stmt)->Relation);
  return isl::map::from_pw_aff(Element.at(Dim));
}

/// { [position] -> [tile] } of tiles of \p Size.
static isl::map tilesOfSize(isl::ctx Ctx, long Size) {
  isl::multi_aff Number = isl::multi_aff::identity_on_domain(
      isl::space::unit(Ctx).add_unnamed_tuple(1));
  // { [tile] -> [first position] }
  isl::map First =
      Number.set_at(0, Number.at(0).scale(isl::val(Ctx, Size))).as_map();
  isl::set Within = isl::manage(
      isl_set_universe(isl::space::unit(Ctx).add_unnamed_tuple(1).release()));
  Within = Within.lower_bound_si(isl::dim::set, 0, 0);
  Within = isl::manage(
      isl_set_upper_bound_si(Within.release(), isl_dim_set, 0, Size - 1));
  return First
      .sum(isl::manage(isl_map_from_domain_and_range(First.domain().release(),
                                                     Within.release())))
      .reverse();
}

/// { Domain[] -> [tile..] } of a statement that is last.
isl::map Overlapper::tileOf(const Group &G, unsigned Stmt) const {
  isl::map All;
  for (unsigned Dim = 0; Dim < G.Dims; ++Dim) {
    isl::map Next = positionOf(G, Stmt, Dim)
                        .apply_range(tilesOfSize(K.ctx(), G.Sizes[Dim]));
    All = All.is_null() ? Next : All.flat_range_product(Next);
  }
  return All.intersect_domain(K.Statements[Stmt].Domain)
      .intersect_params(K.Context);
}

/// Of no instance.
isl::map Overlapper::noTile(const Group &G, unsigned Stmt) const {
  isl::set Nothing = isl::set::empty(K.Statements[Stmt].Domain.get_space());
  return isl::manage(isl_map_add_dims(isl_map_from_domain(Nothing.release()),
                                      isl_dim_out, G.Dims));
}

/// { Domain[] -> [tile..] }: where the values of \p Stmt are read, as far as is
/// known by now; null if nowhere.
isl::map Overlapper::neededIn(unsigned Stmt) const {
  isl::map Needed;
  for (const smolly::Flow &F : Flow.Flows) {
    if (F.Write.Stmt != Stmt || Tiles[F.Read.Stmt].is_null())
      continue;
    isl::map New = F.Sources.reverse()
                       .apply_range(Tiles[F.Read.Stmt])
                       .intersect_params(K.Context);
    // Strides are of no interest: some instances more do no harm.
    New = isl::manage(isl_map_remove_divs(New.release()));
    Needed = Needed.is_null() ? New : Needed.unite(New);
  }
  return Needed;
}

/// Has the tiles of \p Stmt, which are among \p All, cover \p Needed, by bounds
/// that held before and still do if not \p MayGrow.
void Overlapper::widen(unsigned Stmt, const isl::map &Needed,
                       const isl::set &All, bool MayGrow) {
  isl::basic_map &Hull = Hulls[Stmt];
  if (Hull.is_null() || MayGrow) {
    isl::map New = Hull.is_null() ? Needed : Needed.unite(isl::map(Hull));
    Hull = isl::manage(isl_map_simple_hull(New.release()));
  } else {
    isl::basic_map Kept = isl::manage(
        isl_basic_map_universe(isl_basic_map_get_space(Hull.get())));
    isl_constraint_list *List = isl_basic_map_get_constraint_list(Hull.get());
    for (int I = 0, E = isl_constraint_list_n_constraint(List); I < E; ++I) {
      isl::basic_map Bound = isl::manage(isl_basic_map_from_constraint(
          isl_constraint_list_get_constraint(List, I)));
      if (Needed.is_subset(isl::map(Bound)).is_true())
        Kept = Kept.intersect(Bound);
    }
    isl_constraint_list_free(List);
    Hull = Kept;
  }
  Tiles[Stmt] = isl::map(Hull)
                    .intersect_domain(K.Statements[Stmt].Domain)
                    .intersect_range(All)
                    .intersect_params(K.Context);
}

/// Finds the tiles of all statements of \p G. Readers come before writers,
/// several times where statements depend on each other in a cycle.
bool Overlapper::spread(const Group &G) {
  std::vector<unsigned> Others;
  // { [tile..] }: within these, so that there are no others.
  isl::set All;
  for (unsigned N : llvm::reverse(G.Nests))
    for (unsigned S : llvm::reverse(Nests.all()[N].Statements))
      if (isLast(S)) {
        Tiles[S] = tileOf(G, S);
        isl::set Own = Tiles[S].range();
        All = All.is_null() ? Own : All.unite(Own);
      } else
        Others.push_back(S);
  All = isl::set(isl::manage(isl_set_simple_hull(All.release())));
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    bool Changed = false;
    for (unsigned S : Others) {
      isl::map Needed = neededIn(S);
      if (Needed.is_null() ||
          (!Tiles[S].is_null() && Needed.is_subset(Tiles[S]).is_true()))
        continue;
      widen(S, Needed, All, Round < FirstWideningRound);
      if (Tiles[S].is_null())
        return false;
      Changed = true;
    }
    if (Changed)
      continue;
    for (unsigned S : Others)
      if (Tiles[S].is_null()) // Nobody needs it.
        Tiles[S] = noTile(G, S);
    return true;
  }
  return false;
}

/// The iterators of \p Domain, { Domain[tiles.., iterators..] }, from number
/// \p First on, up to \p Last, exclusive: { Domain[] -> [..] }.
static isl::multi_aff someIterators(const isl::set &Domain, unsigned First,
                                    unsigned Last) {
  isl_multi_aff *All =
      isl::multi_aff::identity_on_domain(Domain.get_space()).release();
  unsigned Dims = std::max(0, isl_set_dim(Domain.get(), isl_dim_set));
  All = isl_multi_aff_drop_dims(All, isl_dim_out, Last, Dims - Last);
  return isl::manage(isl_multi_aff_drop_dims(All, isl_dim_out, 0, First));
}

static isl::multi_aff withoutFirst(const isl::set &Domain, unsigned Count) {
  unsigned Dims = std::max(0, isl_set_dim(Domain.get(), isl_dim_set));
  return isl::manage(
      isl_multi_aff_set_tuple_id(someIterators(Domain, Count, Dims).release(),
                                 isl_dim_out, Domain.get_tuple_id().release()));
}

/// \p Stmt with its tiles, \p Place in front of all times, and \p AllDims
/// numbers of tiles in all times.
Statement Overlapper::build(unsigned Stmt, long Place, unsigned AllDims) const {
  const Statement &Old = K.Statements[Stmt];
  Statement New = Old;
  unsigned Dims = 0;
  if (!Tiles[Stmt].is_null()) {
    Dims = std::max(0, isl_map_dim(Tiles[Stmt].get(), isl_dim_out));
    New.Domain =
        isl::manage(isl_set_flatten(Tiles[Stmt].reverse().wrap().release()))
            .set_tuple_id(Old.Domain.get_tuple_id());
  }
  isl::multi_aff Iterators = withoutFirst(New.Domain, Dims);
  isl::map Tile = someIterators(New.Domain, 0, Dims).as_map();
  isl::pw_aff Number(New.Domain, isl::val(K.ctx(), Place));
  isl::pw_aff Zero(New.Domain, isl::val::zero(K.ctx()));
  isl::map Time = isl::map::from_pw_aff(Number);
  if (Dims > 0)
    Time = Time.flat_range_product(Tile);
  for (; Dims < AllDims; ++Dims)
    Time = Time.flat_range_product(isl::map::from_pw_aff(Zero));
  New.Schedule =
      Time.flat_range_product(Old.Schedule.preimage_domain(Iterators))
          .intersect_domain(New.Domain);
  for (Access &A : New.Accesses)
    A.Relation =
        A.Relation.preimage_domain(Iterators).intersect_domain(New.Domain);
  return New;
}

std::optional<OverlappedKernel> Overlapper::run(std::string &WhyNot) {
  std::vector<Group> Groups = findGroups();
  if (Groups.empty())
    return std::nullopt;
  OverlappedKernel Result;
  unsigned AllDims = 0;
  std::vector<long> Places;
  for (const LoopNest &N : Nests.all())
    Places.push_back(N.Number);
  for (const Group &G : Groups) {
    if (!spread(G)) {
      WhyNot = "it is not known what a tile needs";
      return std::nullopt;
    }
    AllDims = std::max(AllDims, G.Dims);
    OverlappedNests &New = Result.Groups.emplace_back();
    New.Sizes = G.Sizes;
    for (unsigned N : G.Nests) {
      Places[N] = *G.Nests.rbegin();
      for (unsigned S : Nests.all()[N].Statements)
        (isLast(S) ? New.Last : New.Before).push_back(S);
    }
  }
  Result.K = K;
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    Result.K.Statements[S] =
        build(S, NestOf[S] ? Places[*NestOf[S]] : 0, AllDims);
    Result.TileDims.push_back(
        Tiles[S].is_null()
            ? 0
            : std::max(0, isl_map_dim(Tiles[S].get(), isl_dim_out)));
  }
  return Result;
}

isl::multi_aff smolly::withoutTiles(const OverlappedKernel &New,
                                    unsigned Stmt) {
  return withoutFirst(New.K.Statements[Stmt].Domain, New.TileDims[Stmt]);
}

/// Whether each part of \p K is there.
static bool isComplete(const Kernel &K) {
  return llvm::all_of(K.Statements, [](const Statement &S) {
    return !S.Domain.is_null() && !S.Schedule.is_null() &&
           llvm::none_of(S.Accesses,
                         [](const Access &A) { return A.Relation.is_null(); });
  });
}

/// Whether \p K does nothing that is not known.
static bool isUnderstood(const Kernel &K, const Dataflow &Flow) {
  return llvm::all_of(K.Statements,
                      [](const Statement &S) {
                        return S.OnlyWrites &&
                               llvm::none_of(S.Accesses, [](const Access &A) {
                                 return A.Kind == AccessKind::MayWrite;
                               });
                      }) &&
         llvm::none_of(Flow.Flows, [](const smolly::Flow &F) { return F.May; });
}

std::optional<OverlappedKernel>
smolly::overlapTiles(const Kernel &K, const Dataflow &Flow,
                     const OverlapOptions &Options, std::string &WhyNot) {
  if (K.Statements.empty() || !isUnderstood(K, Flow))
    return std::nullopt;
  IslBudget Budget(K.ctx(), Options.MaxOperations);
  Kernel Alternating = withAlternatingTimes(K);
  std::vector<unsigned> All(K.Statements.size());
  std::iota(All.begin(), All.end(), 0);
  if (!isComplete(Alternating))
    return std::nullopt;
  auto Nests = LoopNests::find(Alternating, All, 0);
  if (!Nests)
    return std::nullopt;
  auto Result = Overlapper(Alternating, Flow, Options, *Nests).run(WhyNot);
  if (!Result)
    return std::nullopt;
  WhyNot = "finding out what a tile needs takes too long";
  if (Budget.exceeded() || !isComplete(Result->K))
    return std::nullopt;
  llvm::Expected<Dataflow> NewFlow =
      computeDataflow(Result->K, Options.MaxOperations);
  if (!NewFlow) {
    llvm::consumeError(NewFlow.takeError());
    return std::nullopt;
  }
  Result->Flow = std::move(*NewFlow);
  WhyNot = "it was not shown that this keeps their results";
  if (!computesTheSame(K, Flow, *Result) || Budget.exceeded())
    return std::nullopt;
  WhyNot.clear();
  return Result;
}
