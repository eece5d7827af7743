//===- InnerValues.cpp - Values that live within a tile -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements InnerValues.h.
///
/// The kernel for the planner has an instance for each point of a tile that has
/// no border, told by its residues, and the order of the program in it. In a
/// tile at the border of the domain some instances, and some uses of values,
/// are not there: what does not conflict in the whole tile does not there.
///
//===----------------------------------------------------------------------===//

#include "InnerValues.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Storage/ArraySearch.h"
#include "smolly/Storage/SmallSizes.h"
#include "smolly/Storage/ValueSets.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include <numeric>

using namespace smolly;
using llvm::Expected;

/// How many times as many cells a cheaper index may cost: all are in the cache.
static constexpr double CheapFactor = 2;

namespace {

class InnerPlanner {
public:
  InnerPlanner(const TiledNest &Nest, const BlockedValues &Values,
               const StorageOptions &Options)
      : Nest(Nest), Values(Values), Options(Options),
        Ctx(Nest.numbered().K.ctx()) {}

  Expected<InnerStorage> run();

private:
  isl::set box(unsigned Part, const std::vector<long> &Low,
               const std::vector<long> &High) const;
  isl::map residuesOf(unsigned Part) const;
  bool addStatement(unsigned Part);
  void addFlow(const mars::TiledDependence &D);
  std::optional<StoredValues> search() const;
  StorageDim constantDim(long Size) const;
  unsigned addArray(std::vector<StorageDim> Dims);
  void storeWhole();
  void store(unsigned Part, unsigned Target, const isl::pw_multi_aff &Index);

  const TiledNest &Nest;
  const BlockedValues &Values;
  const StorageOptions &Options;
  isl::ctx Ctx;
  Kernel K;
  Dataflow Flow;
  InnerStorage Result;
};

} // namespace

/// { Part[residue..] } from \p Low up to and without \p High.
isl::set InnerPlanner::box(unsigned Part, const std::vector<long> &Low,
                           const std::vector<long> &High) const {
  isl::set Result = isl::set::universe(isl::space::unit(Ctx).add_named_tuple(
      Values.Parts[Part].Id, Nest.dims()));
  for (unsigned Dim = 0; Dim < Nest.dims(); ++Dim) {
    Result = isl::manage(isl_set_lower_bound_val(
        Result.release(), isl_dim_set, Dim, isl::val(Ctx, Low[Dim]).release()));
    Result = isl::manage(
        isl_set_upper_bound_val(Result.release(), isl_dim_set, Dim,
                                isl::val(Ctx, High[Dim] - 1).release()));
  }
  return Result;
}

/// { Domain[] -> Part[residue..] }, of the old kernel, for all points of the
/// tile with number 0.
isl::map InnerPlanner::residuesOf(unsigned Part) const {
  const TilePart &P = Values.Parts[Part];
  const mars::TiledStatement &S = Values.Program.Statements[Part];
  isl::space Domain = Nest.old().Statements[P.Stmt].Domain.get_space();
  isl::local_space Space(Domain);
  isl::aff_list Rows(Ctx, Nest.dims());
  for (unsigned Dim = 0; Dim < Nest.dims(); ++Dim) {
    isl::aff Row =
        isl::aff(Space).add_constant(isl::val(Ctx, S.Constants[Dim]));
    for (unsigned I = 0; I < S.Iterators; ++I)
      Row = Row.add(isl::aff::var_on_domain(Space, isl::dim::set, I)
                        .scale(isl::val(Ctx, S.Steps[I][Dim])));
    Rows = Rows.add(Row);
  }
  return isl::multi_aff(Domain.add_unnamed_tuple(Nest.dims()), Rows)
      .as_map()
      .set_tuple_id(isl::dim::out, P.Id)
      .intersect_range(
          box(Part, std::vector<long>(Nest.dims(), 0), Values.Program.Sizes));
}

/// { Domain[] -> Time[] } everywhere, if \p Times is one affine function.
static isl::map extended(const isl::map &Times) {
  isl::pw_multi_aff Function = isl::pw_multi_aff::from_map(Times);
  isl::map Result;
  if (isl_pw_multi_aff_n_piece(Function.get()) == 1)
    Function.foreach_piece([&](const isl::set &, const isl::multi_aff &Piece) {
      Result = Piece.as_map();
      return isl::stat::ok();
    });
  return Result;
}

/// False if the order in a tile is not the same in all.
bool InnerPlanner::addStatement(unsigned Part) {
  const TilePart &P = Values.Parts[Part];
  const Statement &Old = Nest.old().Statements[P.Stmt];
  isl::map Times = extended(Nest.timesInTile(P.Stmt));
  if (Times.is_null() ||
      !Values.Program.Statements[Part].Heights.isEverything())
    return false;
  Statement S;
  S.Name = P.Name;
  S.Domain = box(Part, std::vector<long>(Nest.dims(), 0), Values.Program.Sizes);
  // Writes of one instance come one after the other.
  isl::map Position = isl::map::from_pw_aff(
      isl::pw_aff(S.Domain, isl::val(Ctx, P.Write.value_or(0))));
  S.Schedule = residuesOf(Part).reverse().apply_range(Times).flat_range_product(
      Position);
  S.ReadsFirst = Old.ReadsFirst;
  isl::set Inner = box(Part, P.Low, P.High);
  S.Accesses.push_back({AccessKind::MustWrite,
                        Inner.identity().set_tuple_id(
                            isl::dim::out, K.Arrays[0].Extent.get_tuple_id()),
                        0});
  if (isEmpty(P.Inner).is_true())
    S.Accesses.front().Relation =
        isl::map::empty(S.Accesses.front().Relation.get_space());
  K.Statements.push_back(std::move(S));
  return true;
}

void InnerPlanner::addFlow(const mars::TiledDependence &D) {
  Statement &Reader = K.Statements[D.To];
  isl::set Written = K.Statements[D.From].Accesses.front().Relation.domain();
  isl::multi_aff Source =
      isl::multi_aff::identity_on_domain(Reader.Domain.get_space());
  for (unsigned Dim = 0; Dim < Nest.dims(); ++Dim)
    Source = Source.set_at(
        Dim, Source.at(Dim).add_constant(isl::val(Ctx, -D.Distance[Dim])));
  isl::map Sources = Source.as_map()
                         .set_tuple_id(isl::dim::out, Values.Parts[D.From].Id)
                         .intersect_domain(Reader.Domain)
                         .intersect_range(Written);
  Reader.Accesses.push_back(
      {AccessKind::Read,
       Sources.set_tuple_id(isl::dim::out, K.Arrays[0].Extent.get_tuple_id()),
       0});
  Flow.Flows.push_back({{D.To, unsigned(Reader.Accesses.size() - 1)},
                        {D.From, 0},
                        Sources,
                        false});
}

/// The cheapest mappings of those that are not much larger than the smallest;
/// none if none was found.
std::optional<StoredValues> InnerPlanner::search() const {
  std::vector<ValueLives> Lives;
  for (unsigned I = 0; I < K.Statements.size(); ++I) {
    ValueLives Own = computeLives(K, Flow, {I, 0});
    if (isEmpty(Own.Piece).is_true())
      continue;
    if (Own.Piece.is_null() || Own.LastUse.is_null() ||
        Own.Definition.is_null())
      return std::nullopt;
    Lives.push_back(std::move(Own));
  }
  if (Lives.empty())
    return std::nullopt;
  ParameterPoint Point(K.Context, assumedSizes(K));
  PlanBudget Left(Options);
  ArraySearch Search(Flow, std::make_shared<ArrayValues>(K, std::move(Lives)),
                     Point, Options, Left);
  std::vector<Arrangement> Found = Search.run();
  double Least = std::numeric_limits<double>::infinity();
  for (const Arrangement &A : Found)
    Least = std::min(Least, A.Cells);
  llvm::erase_if(Found, [&](const Arrangement &A) {
    return A.Cells > Least * CheapFactor;
  });
  llvm::stable_sort(Found, [](const Arrangement &A, const Arrangement &B) {
    return std::make_pair(A.Penalty, A.Cells) <
           std::make_pair(B.Penalty, B.Cells);
  });
  for (const Arrangement &A : Found)
    if (auto Stored = Search.realize(A))
      return Stored;
  return std::nullopt;
}

StorageDim InnerPlanner::constantDim(long Size) const {
  auto Constant = [&](long Value) {
    return isl::pw_aff(isl::set::universe(K.Context.get_space()),
                       isl::val(Ctx, Value));
  };
  return {Constant(Size), Constant(0), false};
}

unsigned InnerPlanner::addArray(std::vector<StorageDim> Dims) {
  StorageArray &New = Result.Arrays.emplace_back();
  New.Array = Values.Array;
  New.Sharing = {Values.Array};
  New.ElementBytes = K.Arrays[0].ElementBytes;
  New.Name = K.Arrays[0].Name;
  New.Dims = std::move(Dims);
  return Result.Arrays.size() - 1;
}

/// \p Index: { Part[residue..] -> Cell[] }
void InnerPlanner::store(unsigned Part, unsigned Target,
                         const isl::pw_multi_aff &Index) {
  const TilePart &P = Values.Parts[Part];
  isl::multi_aff Residues = isl::manage(
      isl_multi_aff_set_tuple_id(P.Residues.copy(), isl_dim_out, P.Id.copy()));
  ValueSet V;
  V.Write = {P.Stmt, *P.Write};
  V.Piece = P.Inner;
  V.Array = Values.Array;
  V.Where = ValueSet::Place::Mapped;
  V.Target = Target;
  V.Index = coalesced(Index.pullback(Residues))
                .gist(V.Piece)
                .set_range_tuple(Result.Arrays[Target].Name);
  Result.Sets.push_back(std::move(V));
}

/// A cell for each point of a tile.
void InnerPlanner::storeWhole() {
  for (unsigned I = 0; I < Values.Parts.size(); ++I) {
    if (isEmpty(Values.Parts[I].Inner).is_true())
      continue;
    std::vector<StorageDim> Dims;
    for (long Size : Values.Program.Sizes)
      Dims.push_back(constantDim(Size));
    store(I, addArray(std::move(Dims)),
          isl::pw_multi_aff(isl::multi_aff::identity_on_domain(
              K.Statements[I].Domain.get_space())));
  }
}

Expected<InnerStorage> InnerPlanner::run() {
  const Kernel &New = Nest.numbered().K;
  K.Name = "tile";
  K.Context = New.Context;
  Array Tile;
  Tile.Name = New.Arrays[Values.Array].Name + "_tile";
  Tile.ElementBytes = New.Arrays[Values.Array].ElementBytes;
  isl::id Id = isl::id::alloc(Ctx, Tile.Name, nullptr);
  Tile.Extent = box(0, std::vector<long>(Nest.dims(), 0), Values.Program.Sizes)
                    .set_tuple_id(Id);
  Tile.LiveIn = Tile.LiveOut = isl::set::empty(Tile.Extent.get_space());
  K.Arrays.push_back(Tile);
  for (unsigned Part = 0; Part < Values.Parts.size(); ++Part)
    if (!addStatement(Part))
      return llvm::createStringError("the order within a tile is not known");
  for (const mars::TiledDependence &D : Values.Program.Dependences)
    addFlow(D);
  K.alignParameters();
  if (auto Stored = search()) {
    for (const GroupMapping &Group : Stored->Groups) {
      unsigned Target = addArray(Group.Dims);
      for (unsigned Member : Group.Members)
        store(Stored->Values->live()[Member].Write.Stmt, Target,
              cellsOf(Group, *Stored->Values, Member));
    }
  } else
    storeWhole();
  if (llvm::any_of(Result.Sets,
                   [](const ValueSet &V) { return V.Index.is_null(); }))
    return llvm::createStringError("storage for one tile takes too long");
  return std::move(Result);
}

Expected<InnerStorage> smolly::planInnerValues(const TiledNest &Nest,
                                               const BlockedValues &Values,
                                               const StorageOptions &Options,
                                               unsigned long MaxOperations) {
  StorageOptions Own = Options;
  Own.MaxIslOperations = MaxOperations;
  IslBudget Budget(Nest.numbered().K.ctx(), MaxOperations);
  return InnerPlanner(Nest, Values, Own).run();
}
