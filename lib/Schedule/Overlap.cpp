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
/// writes. Any other iteration is in all the tiles in which an instance reads
/// one of its values. In a tile the order is the old one:
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
#include "OverlapGroups.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Constraints.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/constraint.h"
#include "isl/map.h"
#include "isl/set.h"
#include <map>
#include <numeric>

using namespace smolly;

namespace {

/// How often the tiles of statements that depend on each other may grow, and
/// from when on a bound that does not hold is dropped.
constexpr unsigned MaxRounds = 8, FirstWideningRound = 3;

/// Statements of one nest that pass values to each other. Of the iterations of
/// the loops around all of them each comes as a whole.
struct Unit {
  std::vector<unsigned> Statements;
  unsigned Loops = 0;
  /// { [iterators of those loops..] -> [tile..] }: the iterations that are
  /// needed are in these tiles; null before any is known to be.
  isl::basic_map Tiles;
};

class Overlapper {
public:
  Overlapper(const LoopNests &Nests, const Dataflow &Flow);
  std::optional<OverlappedKernel> run(const std::vector<OverlapGroup> &Groups);

private:
  bool isLast(unsigned Stmt) const;
  isl::map positionOf(const OverlapGroup &G, unsigned Stmt, unsigned Dim) const;
  isl::map tileOf(const OverlapGroup &G, unsigned Stmt) const;
  isl::map noTile(const OverlapGroup &G, unsigned Stmt) const;
  bool spread(const OverlapGroup &G);
  std::vector<Unit> unitsOf(const std::vector<unsigned> &Statements) const;
  isl::map neededIn(const Unit &U) const;
  void widen(Unit &U, const isl::map &Needed, bool MayGrow) const;
  void setTiles(const Unit &U, const isl::set &All);
  Statement build(unsigned Stmt, long Place, unsigned AllDims) const;

  const LoopNests &Nests;
  const Kernel &K;
  const Dataflow &Flow;
  /// For each statement its nest, none for those without instances and those
  /// that are elsewhere.
  std::vector<std::optional<unsigned>> NestOf;
  /// For each statement of a group { Domain[] -> [tile..] }, else null.
  std::vector<isl::map> Tiles;
};

} // namespace

Overlapper::Overlapper(const LoopNests &Nests, const Dataflow &Flow)
    : Nests(Nests), K(Nests.kernel()), Flow(Flow), NestOf(K.Statements.size()),
      Tiles(K.Statements.size()) {
  for (const LoopNest &N : Nests.all())
    for (unsigned S : N.Statements)
      NestOf[S] = N.Number;
}

bool Overlapper::isLast(unsigned Stmt) const {
  return lastWrite(K, Flow, Stmt);
}

/// { Domain[] -> [position] } along dimension \p Dim of the tiles.
isl::map Overlapper::positionOf(const OverlapGroup &G, unsigned Stmt,
                                unsigned Dim) const {
  if (!G.usesElements())
    return Nests.timeOf(Stmt, Dim, LoopTime());
  isl::pw_multi_aff Element =
      isl::pw_multi_aff::from_map(lastWrite(K, Flow, Stmt)->Relation);
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
isl::map Overlapper::tileOf(const OverlapGroup &G, unsigned Stmt) const {
  isl::map All;
  for (unsigned Dim = 0; Dim < G.Sizes.size(); ++Dim) {
    isl::map Next = positionOf(G, Stmt, Dim)
                        .apply_range(tilesOfSize(K.ctx(), G.Sizes[Dim]));
    All = All.is_null() ? Next : All.flat_range_product(Next);
  }
  return All.intersect_domain(K.Statements[Stmt].Domain)
      .intersect_params(K.Context);
}

/// Of no instance.
isl::map Overlapper::noTile(const OverlapGroup &G, unsigned Stmt) const {
  isl::set Nothing = isl::set::empty(K.Statements[Stmt].Domain.get_space());
  return isl::manage(isl_map_add_dims(isl_map_from_domain(Nothing.release()),
                                      isl_dim_out, G.Sizes.size()));
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

/// The statements of a nest, put together where values go from one to another.
std::vector<Unit>
Overlapper::unitsOf(const std::vector<unsigned> &Statements) const {
  llvm::IntEqClasses Classes(K.Statements.size());
  for (const smolly::Flow &F : Flow.Flows)
    if (llvm::is_contained(Statements, F.Read.Stmt) &&
        llvm::is_contained(Statements, F.Write.Stmt))
      Classes.join(F.Read.Stmt, F.Write.Stmt);
  std::map<unsigned, Unit> Units;
  for (unsigned S : Statements)
    Units[Classes.findLeader(S)].Statements.push_back(S);
  std::vector<Unit> Result;
  for (auto &[Leader, U] : Units) {
    auto Alone = LoopNests::find(K, U.Statements, 0);
    U.Loops = Alone && Alone->all().size() == 1 ? Alone->all()[0].Loops : 0;
    Result.push_back(std::move(U));
  }
  return Result;
}

/// { [iterators..] -> [tile..] }: where the values that \p U writes in an
/// iteration are read, as far as is known by now; null if nowhere.
isl::map Overlapper::neededIn(const Unit &U) const {
  isl::map Needed;
  for (const smolly::Flow &F : Flow.Flows) {
    if (!llvm::is_contained(U.Statements, F.Write.Stmt) ||
        Tiles[F.Read.Stmt].is_null())
      continue;
    isl::multi_aff Iteration =
        someIterators(K.Statements[F.Write.Stmt].Domain, 0, U.Loops);
    isl::map New = F.Sources.reverse()
                       .apply_range(Tiles[F.Read.Stmt])
                       .intersect_params(K.Context)
                       .apply_domain(Iteration.as_map());
    // Strides are of no interest: some instances more do no harm.
    New = isl::manage(isl_map_remove_divs(New.release()));
    Needed = Needed.is_null() ? New : Needed.unite(New);
  }
  return Needed;
}

/// Has the tiles of \p U cover \p Needed, by bounds that held before and still
/// do if not \p MayGrow.
void Overlapper::widen(Unit &U, const isl::map &Needed, bool MayGrow) const {
  isl::basic_map &Hull = U.Tiles;
  if (Hull.is_null() || MayGrow) {
    isl::map All = Hull.is_null() ? Needed : Needed.unite(isl::map(Hull));
    Hull = isl::manage(isl_map_simple_hull(All.release()));
    return;
  }
  isl::basic_map Kept =
      isl::manage(isl_basic_map_universe(isl_basic_map_get_space(Hull.get())));
  for (const isl::constraint &C : constraintsOf(Hull)) {
    isl::basic_map Bound = isl::manage(isl_basic_map_from_constraint(C.copy()));
    if (isSubset(Needed, isl::map(Bound)).is_true())
      Kept = Kept.intersect(Bound);
  }
  Hull = Kept;
}

/// The tiles of the statements of \p U, none but \p All, { [tile..] }.
void Overlapper::setTiles(const Unit &U, const isl::set &All) {
  for (unsigned S : U.Statements) {
    const isl::set &Domain = K.Statements[S].Domain;
    Tiles[S] = someIterators(Domain, 0, U.Loops)
                   .as_map()
                   .apply_range(isl::map(U.Tiles))
                   .intersect_domain(Domain)
                   .intersect_range(All)
                   .intersect_params(K.Context);
  }
}

/// Finds the tiles of all statements of \p G. Readers come before writers,
/// several times where iterations of a unit depend on each other.
bool Overlapper::spread(const OverlapGroup &G) {
  std::vector<Unit> Units;
  // { [tile..] }: within these, so that there are no others.
  isl::set All;
  for (unsigned N : llvm::reverse(G.Nests)) {
    std::vector<unsigned> Others;
    bool InOne = llvm::is_contained(G.LastNests, N) && !G.usesElements();
    for (unsigned S : Nests.all()[N].Statements)
      if (InOne || isLast(S)) {
        Tiles[S] = tileOf(G, S);
        isl::set Own = Tiles[S].range();
        All = All.is_null() ? Own : All.unite(Own);
      } else
        Others.push_back(S);
    llvm::append_range(Units, unitsOf(Others));
  }
  All = isl::set(isl::manage(isl_set_simple_hull(All.release())));
  if (All.is_null())
    return false;
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    bool Changed = false;
    for (Unit &U : Units) {
      isl::map Needed = neededIn(U);
      if (Needed.is_null() ||
          (!U.Tiles.is_null() && isSubset(Needed, isl::map(U.Tiles)).is_true()))
        continue;
      widen(U, Needed, Round < FirstWideningRound);
      if (U.Tiles.is_null())
        return false;
      setTiles(U, All);
      Changed = true;
    }
    if (Changed)
      continue;
    for (const Unit &U : Units)
      for (unsigned S : U.Statements)
        if (Tiles[S].is_null()) // Nobody needs it.
          Tiles[S] = noTile(G, S);
    return true;
  }
  return false;
}

/// Dimensions \p First to \p Last, exclusive, of { Domain[] -> Time[] }.
static isl::map someTimes(isl::map Times, unsigned First, unsigned Last) {
  unsigned Dims = std::max(0, isl_map_dim(Times.get(), isl_dim_out));
  isl_map *Some = isl_map_project_out(Times.release(), isl_dim_out, Last,
                                      std::max(Dims, Last) - Last);
  return isl::manage(isl_map_project_out(Some, isl_dim_out, 0, First));
}

static isl::multi_aff withoutFirst(const isl::set &Domain, unsigned Count) {
  unsigned Dims = std::max(0, isl_set_dim(Domain.get(), isl_dim_set));
  return isl::manage(
      isl_multi_aff_set_tuple_id(someIterators(Domain, Count, Dims).release(),
                                 isl_dim_out, Domain.get_tuple_id().release()));
}

/// \p Stmt with its tiles. Behind the times of the loops around the nests come
/// \p Place and \p AllDims numbers of tiles.
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
  isl::map OldTime = Old.Schedule.preimage_domain(Iterators);
  isl::pw_aff Number(New.Domain, isl::val(K.ctx(), Place));
  isl::pw_aff Zero(New.Domain, isl::val::zero(K.ctx()));
  unsigned OuterTimes = 2 * Nests.depth();
  isl::map Time = someTimes(OldTime, 0, OuterTimes)
                      .flat_range_product(isl::map::from_pw_aff(Number));
  if (Dims > 0)
    Time = Time.flat_range_product(someIterators(New.Domain, 0, Dims).as_map());
  for (; Dims < AllDims; ++Dims)
    Time = Time.flat_range_product(isl::map::from_pw_aff(Zero));
  New.Schedule =
      Time.flat_range_product(someTimes(OldTime, OuterTimes, K.timeDims()))
          .intersect_domain(New.Domain);
  for (Access &A : New.Accesses)
    A.Relation =
        A.Relation.preimage_domain(Iterators).intersect_domain(New.Domain);
  return New;
}

/// None if it is not known what a tile needs.
std::optional<OverlappedKernel>
Overlapper::run(const std::vector<OverlapGroup> &Groups) {
  OverlappedKernel Result;
  unsigned AllDims = 0;
  std::vector<long> Places;
  for (const LoopNest &N : Nests.all())
    Places.push_back(N.Number);
  for (const OverlapGroup &G : Groups) {
    if (!spread(G))
      return std::nullopt;
    AllDims = std::max<unsigned>(AllDims, G.Sizes.size());
    OverlappedNests &New = Result.Groups.emplace_back();
    New.Sizes = G.Sizes;
    New.OuterLoops = Nests.depth();
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
  return !K.Conflicts && !K.Dependences &&
         llvm::all_of(K.Statements,
                      [](const Statement &S) {
                        return S.mayMove() &&
                               llvm::none_of(S.Accesses, [](const Access &A) {
                                 return A.Kind == AccessKind::MayWrite;
                               });
                      }) &&
         llvm::none_of(Flow.Flows, [](const smolly::Flow &F) { return F.May; });
}

/// The nests in the body of a loop, or of the kernel, that are outermost among
/// those with groups. None if there are no groups.
static std::optional<std::pair<LoopNests, std::vector<OverlapGroup>>>
findNests(const Kernel &K, const Dataflow &Flow, const OverlapOptions &Options,
          const std::vector<unsigned> &Statements, unsigned Depth) {
  auto Nests = LoopNests::find(K, Statements, Depth);
  if (!Nests)
    return std::nullopt;
  std::vector<OverlapGroup> Groups = findOverlapGroups(*Nests, Flow, Options);
  if (!Groups.empty())
    return std::pair(std::move(*Nests), std::move(Groups));
  for (const LoopNest &N : Nests->all())
    if (N.Loops > 0 && N.Statements.size() > 1)
      if (auto Inner =
              findNests(K, Flow, Options, N.Statements, Depth + N.Loops))
        return Inner;
  return std::nullopt;
}

/// \p Groups of \p Nests in tiles, for the kernel \p K, if that computes the
/// same.
static std::optional<OverlappedKernel>
overlapGroups(const Kernel &K, const LoopNests &Nests, const Dataflow &Flow,
              const std::vector<OverlapGroup> &Groups, std::string &WhyNot) {
  WhyNot = "it is not known what a tile needs";
  auto Result = Overlapper(Nests, Flow).run(Groups);
  if (!Result || !isComplete(Result->K))
    return std::nullopt;
  WhyNot = "finding out what a tile needs takes too long";
  llvm::Expected<Dataflow> NewFlow = computeDataflow(Result->K);
  if (!NewFlow) {
    llvm::consumeError(NewFlow.takeError());
    return std::nullopt;
  }
  Result->Flow = std::move(*NewFlow);
  WhyNot = "it was not shown that this keeps their results";
  if (!computesTheSame(K, Flow, *Result))
    return std::nullopt;
  WhyNot.clear();
  return Result;
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
  auto Found = findNests(Alternating, Flow, Options, All, 0);
  if (!Found)
    return std::nullopt;
  const auto &[Nests, Groups] = *Found;
  auto Result = overlapGroups(K, Nests, Flow, Groups, WhyNot);
  if (!Result && Groups.size() > 1) {
    // One group after another, without those that do not work.
    std::vector<OverlapGroup> Good;
    for (const OverlapGroup &G : Groups) {
      Good.push_back(G);
      if (auto More = overlapGroups(K, Nests, Flow, Good, WhyNot))
        Result = std::move(More);
      else
        Good.pop_back();
    }
  }
  if (Budget.exceeded()) {
    WhyNot = "finding out what a tile needs takes too long";
    return std::nullopt;
  }
  return Result;
}
