//===- BlockedValues.cpp - Values for the blocks of tiles -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements findBlockedValues of BlockedValues.h.
///
/// MARS are those of tiles without borders: a value at the border of the domain
/// has the place that its residues give it, whoever uses it.
///
//===----------------------------------------------------------------------===//

#include "BlockedValues.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Mars/Layout.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include <algorithm>
#include <numeric>

using namespace smolly;
using llvm::Error;
using llvm::Expected;

/// Tiles that use values of another one.
static constexpr unsigned MaxConsumers = 64;
/// Boxes of values with different cells: more would take too many cases in the
/// loops.
static constexpr unsigned MaxBoxes = 64;

namespace {

class Finder {
public:
  Finder(const TiledNest &Nest, const Dataflow &OldFlow, unsigned Array)
      : Nest(Nest), Flow(OldFlow), K(Nest.numbered().K) {
    Result.Array = Array;
  }

  Expected<BlockedValues> run(unsigned long MaxOperations);

private:
  unsigned addPart(unsigned Stmt, std::optional<unsigned> Write);
  std::optional<unsigned> writeOfReader(unsigned Stmt) const;
  Kernel kernelOf(const std::vector<unsigned> &Used,
                  const isl::union_map &Dependences) const;
  Error checkUniform(unsigned From, unsigned To, const isl::map &Map,
                     unsigned long MaxOperations) const;
  Error findDependences(unsigned long MaxOperations);
  isl::set readElsewhere(AccessRef Write) const;
  Error findConsumers();
  Error addBlock(const mars::MarsAnalysis &A, const mars::MarsBlock &B);
  bool addBox(const mars::TileBox &B, const mars::BoxCells &Cells);
  isl::aff residue(const mars::TiledStatement &S, unsigned Stmt,
                   unsigned Dim) const;
  isl::set box(const TilePart &P, const std::vector<long> &Low,
               const std::vector<long> &High) const;
  void findInner(const mars::TiledProgram &Program, unsigned Part);
  bool coversAll(const mars::MarsAnalysis &A, unsigned Part) const;
  std::pair<std::vector<long>, std::vector<long>>
  boundsOf(const mars::TileBox &B) const;
  bool hasOwnCells(const BlockPiece &P, const mars::BoxCells &Cells) const;

  const TiledNest &Nest;
  const Dataflow &Flow;
  const Kernel &K;
  std::vector<TilePart> Parts;
  /// For each flow whether it is one of the dependences, at least the part of
  /// it within one iteration of the loops around the nest.
  std::vector<bool> IsUniform;
  isl::union_map Dependences; // { Part[] -> Part[] }
  BlockedValues Result;
};

} // namespace

/// The number of that part, which is new or not.
unsigned Finder::addPart(unsigned Stmt, std::optional<unsigned> Write) {
  for (unsigned I = 0; I < Parts.size(); ++I)
    if (Parts[I].Stmt == Stmt && Parts[I].Write == Write)
      return I;
  std::string Name = Nest.old().Statements[Stmt].Name;
  if (Write)
    Name += "_" + std::to_string(*Write);
  TilePart &New = Parts.emplace_back();
  New.Stmt = Stmt;
  New.Write = Write;
  New.Name = Name;
  New.Id = isl::id::alloc(K.ctx(), Name, nullptr);
  return Parts.size() - 1;
}

/// The access of \p Stmt that writes the array, if there is one: of several the
/// first, or the last where reads may come after writes.
std::optional<unsigned> Finder::writeOfReader(unsigned Stmt) const {
  const Statement &S = K.Statements[Stmt];
  std::optional<unsigned> Result;
  for (unsigned I = 0; I < S.Accesses.size(); ++I)
    if (S.Accesses[I].isWrite() && S.Accesses[I].Array == this->Result.Array &&
        (!Result || !S.ReadsFirst))
      Result = I;
  return Result;
}

/// The parts \p Used as statements, with the tiles.
Kernel Finder::kernelOf(const std::vector<unsigned> &Used,
                        const isl::union_map &Dependences) const {
  const Kernel &Old = Nest.old();
  Kernel Result;
  Result.Name = Old.Name;
  Result.Context = Old.Context;
  Result.Dependences = Dependences;
  Result.Tiles.emplace();
  for (unsigned Dim = 0; Dim < Nest.dims(); ++Dim) {
    Result.Tiles->Hyperplanes.push_back(isl::union_map::empty(K.ctx()));
    Result.Tiles->Sizes.push_back(Nest.size(Dim));
  }
  for (unsigned I : Used) {
    const isl::set &Domain = Old.Statements[Parts[I].Stmt].Domain;
    Statement S;
    S.Name = Parts[I].Name;
    S.Domain = Domain.set_tuple_id(Parts[I].Id);
    Result.Statements.push_back(std::move(S));
    for (unsigned Dim = 0; Dim < Nest.dims(); ++Dim) {
      isl::union_map Own = Nest.heights(Dim).intersect_domain(
          isl::union_set(isl::set::universe(Domain.get_space())));
      if (isl_union_map_n_map(Own.get()) != 1)
        continue;
      isl::map Heights = isl::map::from_union_map(Own);
      isl::union_map &All = Result.Tiles->Hyperplanes[Dim];
      All = All.unite(
          isl::union_map(Heights.set_tuple_id(isl::dim::in, Parts[I].Id)));
    }
  }
  return Result;
}

/// Succeeds if \p Map, { Part[] -> Part[] }, crosses tiles in the same way
/// everywhere, and if a tile has finitely many of the two parts' instances.
Error Finder::checkUniform(unsigned From, unsigned To, const isl::map &Map,
                           unsigned long MaxOperations) const {
  if (Map.is_null())
    return llvm::createStringError("finding what tiles pass on takes too long");
  std::vector<unsigned> Both = {From};
  if (To != From)
    Both.push_back(To);
  auto Program = mars::readTiledProgram(kernelOf(Both, isl::union_map(Map)),
                                        MaxOperations);
  if (!Program) {
    llvm::consumeError(Program.takeError());
    return llvm::createStringError(
        "none of them is known to be used at the same distance everywhere");
  }
  for (const mars::TiledStatement &S : Program->Statements)
    if (S.Iterators != Nest.dims() || S.isUnbounded())
      return llvm::createStringError(
          "not all loops around their statements are cut");
  return Error::success();
}

/// Finds the flows of values of the array that are the same everywhere. The
/// error says why there are none.
Error Finder::findDependences(unsigned long MaxOperations) {
  Error Why = Error::success();
  IsUniform.resize(Flow.Flows.size());
  Dependences = isl::union_map::empty(K.ctx());
  for (unsigned I = 0; I < Flow.Flows.size(); ++I) {
    const auto &F = Flow.Flows[I];
    if (K.Statements[F.Write.Stmt].Accesses[F.Write.Access].Array !=
            Result.Array ||
        !Nest.contains(F.Write.Stmt) || !Nest.contains(F.Read.Stmt))
      continue;
    isl::map Within = Nest.within(F).reverse().intersect_params(K.Context);
    if (isEmpty(Within).is_true())
      continue;
    size_t Before = Parts.size();
    unsigned From = addPart(F.Write.Stmt, F.Write.Access);
    unsigned To = addPart(F.Read.Stmt, writeOfReader(F.Read.Stmt));
    Within = Within.set_tuple_id(isl::dim::in, Parts[From].Id)
                 .set_tuple_id(isl::dim::out, Parts[To].Id);
    if (Error Err = checkUniform(From, To, Within, MaxOperations)) {
      llvm::consumeError(std::move(Why));
      Why = std::move(Err);
      Parts.resize(Before);
      continue;
    }
    IsUniform[I] = true;
    Dependences = Dependences.unite(isl::union_map(Within));
  }
  if (Parts.empty())
    return Why;
  llvm::consumeError(std::move(Why));
  return Error::success();
}

/// { Domain[] }, of the kernel with numbers: the values of \p Write that are
/// live out, or read otherwise than along the dependences.
isl::set Finder::readElsewhere(AccessRef Write) const {
  isl::set All =
      isl::set::empty(Nest.old().Statements[Write.Stmt].Domain.get_space());
  for (unsigned I = 0; I < Flow.Flows.size(); ++I) {
    const auto &F = Flow.Flows[I];
    if (!(F.Write == Write))
      continue;
    if (!IsUniform[I])
      All = All.unite(F.Sources.range());
    else if (Nest.loopsAround() > 0)
      All = All.unite(F.Sources.subtract(Nest.within(F)).range());
  }
  for (const Dataflow::LiveOut &L : Flow.LiveOuts)
    if (L.Write == Write)
      All = All.unite(L.Instances);
  All = All.apply(Nest.numbered().Numbers[Write.Stmt]);
  return coalesced(All.intersect_params(K.Context)).gist_params(K.Context);
}

/// From the dataflow itself, so that all that follows rests on that alone.
Error Finder::findConsumers() {
  isl::set All; // { [position] }
  for (unsigned I = 0; I < Flow.Flows.size(); ++I) {
    const auto &F = Flow.Flows[I];
    if (!IsUniform[I])
      continue;
    auto Position = [&](unsigned Stmt) {
      return Nest.numbered().Numbers[Stmt].apply_range(Nest.positionOf(Stmt));
    };
    isl::set New = Nest.within(F)
                       .intersect_params(K.Context)
                       .apply_domain(Position(F.Read.Stmt))
                       .apply_range(Position(F.Write.Stmt))
                       .reverse()
                       .deltas()
                       .project_out_all_params();
    All = All.is_null() ? New : All.unite(New);
  }
  bool Ok = true;
  if (!All.is_null() && All.is_bounded().is_true()) {
    isl::stat Done = coalesced(All).foreach_point([&](isl::point P) {
      std::vector<long> Offset;
      for (unsigned Dim = 0; Dim < Nest.dims(); ++Dim)
        Offset.push_back(
            isl::manage(isl_point_get_coordinate_val(P.get(), isl_dim_set, Dim))
                .get_num_si());
      if (!llvm::is_contained(Result.Consumers, Offset))
        Result.Consumers.push_back(std::move(Offset));
      return Result.Consumers.size() > MaxConsumers ? isl::stat::error()
                                                    : isl::stat::ok();
    });
    Ok = !Done.is_error();
  } else
    Ok = false;
  if (!Ok)
    return llvm::createStringError("too many tiles use values of one");
  llvm::sort(Result.Consumers);
  return Error::success();
}

/// { Domain[] -> Z }, of the kernel with numbers: by how much the height in
/// number \p Dim of the position is above where the tile begins.
isl::aff Finder::residue(const mars::TiledStatement &S, unsigned Stmt,
                         unsigned Dim) const {
  isl::local_space Space(K.Statements[Stmt].Domain.get_space());
  isl::aff Result(Space);
  if (Dim < Nest.loopsAround())
    return Result;
  unsigned Numbers = Nest.dims() - Nest.loopsAround();
  auto Iterator = [&](unsigned I, long Factor) {
    return isl::aff::var_on_domain(Space, isl::dim::set, I)
        .scale(isl::val(K.ctx(), Factor));
  };
  for (unsigned I = 0; I < S.Iterators; ++I)
    Result = Result.add(Iterator(Numbers + I, S.Steps[I][Dim]));
  return Result.add_constant(isl::val(K.ctx(), S.Constants[Dim]))
      .sub(Iterator(Dim - Nest.loopsAround(), Nest.size(Dim)));
}

/// { Domain[] }, of the kernel with numbers: the instances with residues from
/// \p Low up to and without \p High.
isl::set Finder::box(const TilePart &P, const std::vector<long> &Low,
                     const std::vector<long> &High) const {
  isl::set Result = K.Statements[P.Stmt].Domain;
  for (unsigned Dim = 0; Dim < Nest.dims(); ++Dim) {
    isl::aff Residue = P.Residues.at(Dim);
    auto Above = [&](long Value) {
      return Residue.add_constant(isl::val(K.ctx(), -Value));
    };
    isl::aff Zero = Residue.sub(Residue);
    if (Low[Dim] > 0)
      Result = Result.intersect(Above(Low[Dim]).ge_set(Zero));
    if (High[Dim] < Nest.size(Dim))
      Result = Result.intersect(Above(High[Dim]).lt_set(Zero));
  }
  return Result;
}

/// Whether values of a part are used in tiles at all.
static bool isUsed(const mars::TiledProgram &Program, unsigned Part) {
  return llvm::any_of(Program.Dependences, [&](const mars::TiledDependence &D) {
    return D.From == Part;
  });
}

/// The values of a part from which no dependence leads to another tile.
void Finder::findInner(const mars::TiledProgram &Program, unsigned Part) {
  TilePart &P = Parts[Part];
  P.Low.assign(Nest.dims(), 0);
  P.High = Program.Sizes;
  P.Inner = isl::set::empty(K.Statements[P.Stmt].Domain.get_space());
  if (!P.Write)
    return;
  P.Others = readElsewhere({P.Stmt, *P.Write});
  for (const mars::TiledDependence &D : Program.Dependences)
    if (D.From == Part)
      for (unsigned Dim = 0; Dim < Nest.dims(); ++Dim) {
        P.Low[Dim] = std::max(P.Low[Dim], -D.Distance[Dim]);
        P.High[Dim] =
            std::min(P.High[Dim], Program.Sizes[Dim] - D.Distance[Dim]);
      }
  if (isUsed(Program, Part))
    P.Inner = coalesced(box(P, P.Low, P.High).subtract(P.Others));
  else
    P.Others = K.Statements[P.Stmt].Domain;
}

/// { [residue..] } from \p Low up to and without \p High; empty if there are
/// none.
static isl::set residueBox(isl::ctx Ctx, const std::vector<long> &Low,
                           const std::vector<long> &High) {
  isl::set Result =
      isl::set::universe(isl::space::unit(Ctx).add_unnamed_tuple(Low.size()));
  for (unsigned Dim = 0; Dim < Low.size(); ++Dim) {
    Result = isl::manage(isl_set_lower_bound_val(
        Result.release(), isl_dim_set, Dim, isl::val(Ctx, Low[Dim]).release()));
    Result = isl::manage(
        isl_set_upper_bound_val(Result.release(), isl_dim_set, Dim,
                                isl::val(Ctx, High[Dim] - 1).release()));
  }
  return Result;
}

/// Whether every residue of a part is inner or in a box of a MARS, as far as
/// values of the part are used.
bool Finder::coversAll(const mars::MarsAnalysis &A, unsigned Part) const {
  const TilePart &P = Parts[Part];
  if (!P.Write || !isUsed(A.Program, Part))
    return true;
  isl::set All = residueBox(K.ctx(), P.Low, P.High);
  for (const mars::Mars &M : A.All)
    for (const mars::TileBox &B : M.Boxes)
      if (B.Stmt == Part) {
        auto [Low, High] = boundsOf(B);
        All = All.unite(residueBox(K.ctx(), Low, High));
      }
  return isSubset(residueBox(K.ctx(), std::vector<long>(Nest.dims(), 0),
                             A.Program.Sizes),
                  All)
      .is_true();
}

/// The residues of a box, the upper ones excluded.
std::pair<std::vector<long>, std::vector<long>>
Finder::boundsOf(const mars::TileBox &B) const {
  std::vector<long> Low, High;
  for (unsigned Dim = 0; Dim < Nest.dims(); ++Dim) {
    Low.push_back(B.Sides[Dim].Low.at(Nest.size(Dim)));
    High.push_back(B.Sides[Dim].High.at(Nest.size(Dim)));
  }
  return {std::move(Low), std::move(High)};
}

/// Whether no two values of a tile have one cell, and all cells are among \p
/// Cells.
bool Finder::hasOwnCells(const BlockPiece &P,
                         const mars::BoxCells &Cells) const {
  isl::map Cell = isl::map::from_aff(P.Cell).intersect_domain(P.Piece);
  isl::map Place = Nest.positionOf(P.Write.Stmt).flat_range_product(Cell);
  isl::set Own = isl::set::universe(Cell.range().get_space());
  Own = Own.lower_bound_si(isl::dim::set, 0, Cells.Offset);
  Own = isl::manage(isl_set_upper_bound_si(Own.release(), isl_dim_set, 0,
                                           Cells.Offset + Cells.Cells - 1));
  return isSubset(Cell.range(), Own).is_true() &&
         isSubset(Place.apply_range(Place.reverse()), P.Piece.identity())
             .is_true();
}

/// False if the values of the box would have no cells of their own.
bool Finder::addBox(const mars::TileBox &B, const mars::BoxCells &Cells) {
  const TilePart &Of = Parts[B.Stmt];
  if (!Of.Write)
    return true;
  auto [Low, High] = boundsOf(B);
  BlockPiece P;
  P.Write = {Of.Stmt, *Of.Write};
  P.Piece = box(Of, Low, High);
  P.Cell = isl::aff(isl::local_space(P.Piece.get_space()))
               .add_constant(isl::val(K.ctx(), Cells.Offset));
  for (const auto &Step : Cells.Steps) {
    isl::aff Row = Of.Residues.at(Step.Family)
                       .add_constant(isl::val(K.ctx(), -Low[Step.Family]));
    if (Step.Divisor != 1)
      Row = Row.scale_down(isl::val(K.ctx(), Step.Divisor)).floor();
    P.Cell = P.Cell.add(Row.scale(isl::val(K.ctx(), Step.Stride)));
  }
  if (!hasOwnCells(P, Cells))
    return false;
  P.Piece = coalesced(P.Piece.subtract(Of.Others));
  if (!isEmpty(P.Piece).is_true())
    Result.Pieces.push_back(std::move(P));
  return true;
}

Error Finder::addBlock(const mars::MarsAnalysis &A, const mars::MarsBlock &B) {
  for (unsigned I = 0; I < B.Mars.size(); ++I) {
    const mars::Mars &M = A.All[B.Mars[I]];
    for (unsigned Box = 0; Box < M.Boxes.size(); ++Box)
      if (!addBox(M.Boxes[Box], B.Boxes[I][Box]))
        return llvm::createStringError(
            "it was not shown that each value of a tile has its own cell");
  }
  return Error::success();
}

Expected<BlockedValues> Finder::run(unsigned long MaxOperations) {
  IslBudget Budget(K.ctx(), MaxOperations);
  if (Error Err = findDependences(MaxOperations))
    return Err;
  if (Parts.empty())
    return Result;
  std::vector<unsigned> All(Parts.size());
  std::iota(All.begin(), All.end(), 0);
  auto Program =
      mars::readTiledProgram(kernelOf(All, Dependences), MaxOperations);
  if (!Program)
    return Program.takeError();
  auto Found = mars::findMars(K.ctx(), std::move(*Program), MaxOperations);
  if (!Found)
    return Found.takeError();
  Result.Mars = Found->All.size();
  if (Found->All.empty())
    return Result;
  if (Found->Shapes.size() != 1)
    return llvm::createStringError("its tiles have several shapes");
  auto Blocks = mars::blocksOf(*Found, Found->Shapes.front());
  if (!Blocks)
    return Blocks.takeError();
  mars::TileLayout Layout = mars::layOut(std::move(*Blocks));
  Result.Cells = Layout.Cells;
  unsigned Boxes = 0;
  for (const mars::Mars &M : Found->All)
    Boxes += M.Boxes.size();
  if (Boxes > MaxBoxes)
    return llvm::createStringError("a tile passes on too many kinds of values");
  if (Error Err = findConsumers())
    return Err;
  for (unsigned I = 0; I < Parts.size(); ++I) {
    isl::set Domain = K.Statements[Parts[I].Stmt].Domain;
    isl::aff_list Rows(K.ctx(), Nest.dims());
    for (unsigned Dim = 0; Dim < Nest.dims(); ++Dim)
      Rows =
          Rows.add(residue(Found->Program.Statements[I], Parts[I].Stmt, Dim));
    Parts[I].Residues =
        isl::multi_aff(Domain.get_space().add_unnamed_tuple(Nest.dims()), Rows);
    findInner(Found->Program, I);
    if (!coversAll(*Found, I))
      return llvm::createStringError("not all values of a tile are known");
  }
  for (const mars::MarsBlock &B : Layout.Blocks)
    if (Error Err = addBlock(*Found, B))
      return Err;
  if (Budget.exceeded())
    return llvm::createStringError("finding what tiles pass on takes too long");
  Result.Parts = std::move(Parts);
  Result.Program = std::move(Found->Program);
  return std::move(Result);
}

Expected<BlockedValues> smolly::findBlockedValues(const TiledNest &Nest,
                                                  const Dataflow &OldFlow,
                                                  unsigned Array,
                                                  unsigned long MaxOperations) {
  return Finder(Nest, OldFlow, Array).run(MaxOperations);
}
