//===- ScopAst.cpp - The syntax tree of a rewritten SCoP ------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ScopAst.h.
///
/// isl separates loops by statement, not by disjunct: to have borders peeled
/// off a clean interior loop, each piece of a statement enters the schedule as
/// a statement of its own.
///
//===----------------------------------------------------------------------===//

#include "ScopAst.h"
#include "AstNumbers.h"
#include "BorderLoops.h"
#include "CodeGrowth.h"
#include "Context.h"
#include "RunCondition.h"
#include "ScheduleTree.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/CompactTimes.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/PlainBounds.h"
#include "smolly/Kernel/Strides.h"
#include "smolly/Scop/TileVersions.h"
#include "smolly/Storage/SmallSizes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/TimeProfiler.h"
#include "isl/ast_build.h"
#include "isl/options.h"
#include "isl/schedule_node.h"

using namespace llvm;
using namespace smolly;

static void freePayload(void *Pointer) {
  delete static_cast<NodePayload *>(
      static_cast<polly::IslAstInfo::IslAstUserPayload *>(Pointer));
}

const NodePayload &smolly::payloadOf(const isl::ast_node &Node) {
  isl::id Id = isl::manage(isl_ast_node_get_annotation(Node.get()));
  return *static_cast<const NodePayload *>(
      static_cast<polly::IslAstInfo::IslAstUserPayload *>(Id.get_user()));
}

/// The dimensions of the loops that are being generated.
using OpenLoops = SmallVector<unsigned, 8>;

/// Leaves the build at each user node and each mark.
static isl_ast_node *annotateNode(isl_ast_node *Node, isl_ast_build *Build,
                                  void *Open) {
  const auto &Loops = *static_cast<const OpenLoops *>(Open);
  auto *User = new NodePayload();
  User->Build = isl::manage_copy(Build);
  User->Loops = Loops.size();
  User->LoopDim = Loops.empty() ? 0 : Loops.back();
  isl_id *Id =
      isl_id_alloc(isl_ast_build_get_ctx(Build), "",
                   static_cast<polly::IslAstInfo::IslAstUserPayload *>(User));
  Id = isl_id_set_free_user(Id, freePayload);
  return isl_ast_node_set_annotation(Node, Id);
}

static isl_id *beginLoop(isl_ast_build *Build, void *Open) {
  isl_space *Iterators = isl_ast_build_get_schedule_space(Build);
  static_cast<OpenLoops *>(Open)->push_back(
      isl_space_dim(Iterators, isl_dim_set) - 1);
  isl_space_free(Iterators);
  return isl_id_alloc(isl_ast_build_get_ctx(Build), "", nullptr);
}

static isl_ast_node *endLoop(isl_ast_node *Node, isl_ast_build *, void *Open) {
  static_cast<OpenLoops *>(Open)->pop_back();
  return Node;
}

/// \p Chosen: for each dimension of the schedule whether to separate it.
static isl_schedule_node *separateChosen(isl_schedule_node *Node,
                                         void *Chosen) {
  if (isl_schedule_node_get_type(Node) != isl_schedule_node_band)
    return Node;
  auto &Separate = *static_cast<const std::vector<bool> *>(Chosen);
  int First = isl_schedule_node_get_schedule_depth(Node);
  int Members = isl_schedule_node_band_n_member(Node);
  for (int I = 0; I < Members; ++I)
    if (Separate[First + I])
      Node = isl_schedule_node_band_member_set_ast_loop_type(
          Node, I, isl_ast_loop_separate);
  return Node;
}

/// { Domain[] } by number of rows: the instances of \p Stmt in blocks with the
/// first row, with two, and so on. Empty if it has no rows side by side.
static std::vector<isl::set> blocksOf(const ImportedScop &Scop, unsigned Stmt) {
  std::vector<isl::set> Result;
  for (const InterleavedLoop &L : Scop.Rows.Loops) {
    auto Own = find(L.Statements, Stmt);
    if (Own == L.Statements.end())
      continue;
    for (const std::vector<isl::set> &Blocks : L.Blocks)
      Result.push_back(Blocks[Own - L.Statements.begin()]);
  }
  return Result;
}

/// What a part of a statement's domain is called, and what is in it.
struct PiecePart {
  PieceRef Ref;
  std::string Name;
  // { Domain[] }
  isl::set Instances;
};

/// The parts of \p Piece that get loops of their own.
static std::vector<PiecePart> partsOf(const ImportedScop &Scop,
                                      const AccessPlan &Plan, PieceRef Piece) {
  std::string Name =
      Scop.K.Statements[Piece.Stmt].Name + "_" + std::to_string(Piece.Piece);
  // Blocks with different numbers of rows are different blocks: intersecting
  // what is left of others would only make sets complicated.
  isl::set Whole = Plan.Statements[Piece.Stmt].Pieces[Piece.Piece].Domain;
  isl::set Rest = Whole;
  std::vector<PiecePart> Parts;
  for (const auto &[I, Blocks] : enumerate(blocksOf(Scop, Piece.Stmt))) {
    PieceRef Ref = Piece;
    Ref.Rows = I + 1;
    isl::set Own = Whole.intersect(Blocks);
    if (isEmpty(Own).is_true())
      continue;
    Parts.push_back({Ref, Name + "_" + std::to_string(Ref.Rows), Own});
    Rest = Rest.subtract(Blocks);
  }
  if (Parts.empty() || !isEmpty(Rest).is_true())
    Parts.push_back({Piece, Name, withPlainBounds(coalesced(Rest))});
  return Parts;
}

/// { Piece[] -> Domain[] } over the pieces of all statements.
static isl::union_map namePieces(const ImportedScop &Scop,
                                 const AccessPlan &Plan, ScopAst &Ast) {
  isl::union_map Result = isl::union_map::empty(Scop.K.ctx());
  for (unsigned S = 0; S < Scop.Stmts.size(); ++S) {
    polly::ScopStmt *Stmt = Scop.Stmts[S];
    const auto &Pieces = Plan.Statements[S].Pieces;
    for (unsigned P = 0; P < Pieces.size(); ++P) {
      for (const PiecePart &Part : partsOf(Scop, Plan, {S, P})) {
        isl::id Id = isl::id::alloc(Scop.K.ctx(), Part.Name, Stmt);
        isl::set Named = Part.Instances.set_tuple_id(Id);
        isl::map Map = Part.Instances.identity()
                           .set_tuple_id(isl::dim::in, Id)
                           .set_tuple_id(isl::dim::out, Stmt->getDomainId());
        Result = Result.unite(isl::union_map(Map));
        Ast.Pieces[Id.get()] = Part.Ref;
        Ast.Ids.push_back(Id);
        Ast.Instances.push_back(Named);
      }
    }
  }
  return Result;
}

/// \p Schedule, { Domain[] -> Time[] }, for the piece called \p Id, as an
/// expression that holds beyond the piece's instances if there is a single one:
/// isl multiplies the domains of the dimensions of a band.
static isl::pw_multi_aff timesOfPiece(const isl::map &Schedule,
                                      const isl::id &Id) {
  isl::pw_multi_aff Times = isl::manage(
      isl_pw_multi_aff_coalesce(isl_pw_multi_aff_from_map(Schedule.copy())));
  Times = Times.gist(Schedule.domain());
  return isl::manage(
      isl_pw_multi_aff_set_tuple_id(Times.release(), isl_dim_in, Id.copy()));
}

/// The last dimension of \p Schedule that is not constant, -1 without any.
static int innermostDim(const isl::map &Schedule) {
  isl::set Times = Schedule.range();
  int Dim = isl_set_dim(Times.get(), isl_dim_set) - 1;
  while (Dim >= 0 && numberAt(Times, Dim))
    --Dim;
  return Dim;
}

/// The dimension of the innermost loop around \p S, unless it is a short one,
/// in which conditions on its counter cost nothing. In the others, dozens of
/// nests that run alongside each other would be separated into as many loops
/// with almost the same bodies, to save a comparison a row.
static std::optional<unsigned> loopToSeparate(const Statement &S) {
  int Dim = innermostDim(S.Schedule);
  if (Dim < 0 ||
      hasFewAt(S.Schedule.intersect_domain(S.Domain).range(), Dim, MaxUnrolled))
    return std::nullopt;
  return Dim;
}

/// The dimension of the innermost loop of \p L: that in front of the rows,
/// which are the last dimension of what is executed in more than one of them.
static std::optional<unsigned> innermostWithRows(const ImportedScop &Scop,
                                                 const InterleavedLoop &L) {
  int Row = 0;
  for (unsigned S : L.Statements)
    Row = std::max(Row, innermostDim(Scop.K.Statements[S].Schedule));
  if (Row < 1 || !all_of(
                     L.Statements,
                     [&](unsigned S) {
                       return hasFewAt(Scop.K.Statements[S].Schedule.range(),
                                       Row, L.Rows);
                     }))
    return std::nullopt;
  return Row - 1;
}

/// Tells which of \p Pieces, which belong to statements as in \p Ast, run in
/// rows that are side by side.
static void addRows(const ImportedScop &Scop, const AccessPlan &Plan,
                    const ScopAst &Ast, std::vector<TimedInstances> &Pieces) {
  if (Scop.Rows.Loops.empty())
    return;
  std::vector<std::optional<unsigned>> Main =
      mainPieces(Plan, ParameterPoint(Scop.Likely, assumedSizes(Scop.K)));
  for (const InterleavedLoop &L : Scop.Rows.Loops) {
    std::optional<unsigned> Loop = innermostWithRows(Scop, L);
    if (!Loop)
      continue;
    for (const auto &[Id, Timed] : zip_equal(Ast.Ids, Pieces)) {
      PieceRef Ref = Ast.Pieces.at(Id.get());
      if (Ref.Rows > 0 && is_contained(L.Statements, Ref.Stmt))
        Timed.Rows = {*Loop, Ref.Rows, Main[Ref.Stmt] == Ref.Piece};
    }
  }
}

/// When the pieces of all statements are executed, by the new schedule.
static std::vector<TimedInstances> timedPieces(const ImportedScop &Scop,
                                               const AccessPlan &Plan,
                                               const ScopAst &Ast) {
  std::vector<TimedInstances> Result;
  for (const auto &[Id, Instances] : zip_equal(Ast.Ids, Ast.Instances)) {
    const Statement &S = Scop.K.Statements[Ast.Pieces.at(Id.get()).Stmt];
    Result.push_back(
        {Instances, timesOfPiece(S.Schedule, Id), loopToSeparate(S)});
  }
  addRows(Scop, Plan, Ast, Result);
  return Result;
}

/// A single band for \p Pieces.
static isl_schedule *bandOf(const std::vector<TimedInstances> &Pieces) {
  isl::ctx Ctx = Pieces.front().Instances.ctx();
  isl::union_set Domain = isl::union_set::empty(Ctx);
  isl::union_pw_multi_aff Times = isl::union_pw_multi_aff::empty(Ctx);
  for (const TimedInstances &Piece : Pieces) {
    Domain = Domain.unite(isl::union_set(Piece.Instances));
    Times = Times.union_add(Piece.Times);
  }
  return isl_schedule_insert_partial_schedule(
      isl_schedule_from_domain(Domain.release()),
      isl_multi_union_pw_aff_from_union_pw_multi_aff(Times.release()));
}

namespace {

/// Puts the versions of tiles into a schedule of one band.
class TileDivider {
public:
  TileDivider(const AccessPlan &Plan, ScopAst &Ast) : Plan(Plan), Ast(Ast) {}
  isl_schedule *divide(isl_schedule *Tree);

private:
  isl_schedule_node *addVersion(isl_schedule_node *Node, unsigned Index);
  isl_schedule_node *mark(isl_schedule_node *Sequence, unsigned Child,
                          TileMark Mark);

  const AccessPlan &Plan;
  ScopAst &Ast;
};

} // namespace

/// Puts a mark below child \p Child of \p Sequence.
isl_schedule_node *TileDivider::mark(isl_schedule_node *Sequence,
                                     unsigned Child, TileMark Mark) {
  std::string Name =
      (Mark.IsFull ? "full" : "other") + std::to_string(Mark.Version);
  isl::id Id = isl::id::alloc(Ast.Ids.front().ctx(), Name, &Ast);
  Ast.Marks[Id.get()] = Mark;
  Ast.Ids.push_back(Id);
  isl_schedule_node *Node =
      isl_schedule_node_child(isl_schedule_node_child(Sequence, Child), 0);
  Node = isl_schedule_node_insert_mark(Node, Id.copy());
  return isl_schedule_node_parent(isl_schedule_node_parent(Node));
}

/// Below \p Node, a band of what is in a tile and of other nests: a sequence of
/// the loops for full tiles, those for all, and the other nests, if there are
/// any left. Returns the band of those.
isl_schedule_node *TileDivider::addVersion(isl_schedule_node *Node,
                                           unsigned Index) {
  const FullTiles &Full = Plan.Versions[Index].Full;
  isl::ctx Ctx = Full.Tiles.ctx();
  std::vector<isl::union_set> Parts(3, isl::union_set::empty(Ctx));
  isl::union_set Domain = isl::manage(isl_schedule_node_get_domain(Node));
  Domain.foreach_set([&](isl::set Piece) {
    isl::id Id = Piece.get_tuple_id();
    PieceRef Ref = Ast.Pieces.at(Id.get());
    bool IsInNest = is_contained(Full.Statements, Ref.Stmt);
    unsigned Part = !IsInNest                                             ? 2
                    : Plan.Statements[Ref.Stmt].Pieces[Ref.Piece].Version ? 0
                                                                          : 1;
    Parts[Part] = Parts[Part].unite(
        isl::union_set(isl::set::universe(Piece.get_space())));
    return isl::stat::ok();
  });
  if (isl_union_set_n_set(Parts[0].get()) == 0)
    return Node;
  bool HasOthers = isl_union_set_n_set(Parts[2].get()) > 0;
  Parts.resize(HasOthers ? 3 : 2);
  isl_union_set_list *Filters = isl_union_set_list_alloc(Ctx.get(), 3);
  for (const isl::union_set &Part : Parts)
    Filters = isl_union_set_list_add(Filters, Part.copy());
  Node = isl_schedule_node_insert_sequence(Node, Filters);
  Node = mark(Node, 0, {Index, /*IsFull=*/true});
  Node = mark(Node, 1, {Index, /*IsFull=*/false});
  if (!HasOthers)
    return Node;
  return isl_schedule_node_child(isl_schedule_node_child(Node, 2), 0);
}

/// \p Tree is a domain and a band. Nests are in other iterations of a dimension
/// in front of the numbers of tiles, so that it does not matter in which order
/// they are in a sequence.
isl_schedule *TileDivider::divide(isl_schedule *Tree) {
  std::vector<unsigned> Order(seq<unsigned>(0, Plan.Versions.size()).begin(),
                              seq<unsigned>(0, Plan.Versions.size()).end());
  auto DimsOf = [&](unsigned V) { return Plan.Versions[V].Full.Dims; };
  stable_sort(Order,
              [&](unsigned A, unsigned B) { return DimsOf(A) < DimsOf(B); });
  isl_schedule_node *Node =
      isl_schedule_node_child(isl_schedule_get_root(Tree), 0);
  isl_schedule_free(Tree);
  unsigned Depth = 0;
  for (unsigned Version : Order) {
    if (DimsOf(Version) > Depth) {
      Node = isl_schedule_node_band_split(Node, DimsOf(Version) - Depth);
      Node = isl_schedule_node_child(Node, 0);
      Depth = DimsOf(Version);
    }
    Node = addVersion(Node, Version);
  }
  Tree = isl_schedule_node_get_schedule(Node);
  isl_schedule_node_free(Node);
  return Tree;
}

/// The new schedule of \p Scop, for the pieces of all statements.
static isl_schedule *newSchedule(const ImportedScop &Scop,
                                 const AccessPlan &Plan, ScopAst &Ast) {
  unsigned Dims = Scop.K.timeDims();
  std::vector<TimedInstances> Pieces = timedPieces(Scop, Plan, Ast);
  if (Pieces.empty())
    return isl_schedule_empty(Scop.S->getParamSpace().release());
  if (Plan.Versions.empty())
    return treeOf(Pieces, Dims).release();
  std::vector<bool> Separate(Dims);
  for (const TimedInstances &Piece : Pieces)
    if (Piece.Separate)
      Separate[*Piece.Separate] = true;
  return isl_schedule_map_schedule_node_bottom_up(
      TileDivider(Plan, Ast).divide(bandOf(Pieces)), separateChosen, &Separate);
}

/// The schedule of Polly, for \p Pieces, { Piece[] -> Domain[] }.
static isl_schedule *oldSchedule(const ImportedScop &Scop,
                                 const isl::union_map &Pieces,
                                 unsigned Borders) {
  isl_schedule *Tree = isl_schedule_pullback_union_pw_multi_aff(
      Scop.S->getScheduleTree().release(),
      isl_union_pw_multi_aff_from_union_map(Pieces.copy()));
  return separateLoops(isl::manage(Tree), Scop.K.Context,
                       ParameterPoint(Scop.Likely, assumedSizes(Scop.K)),
                       Borders)
      .release();
}

/// \p Schedule with domains that are the same for moderate parameters, and say
/// nothing of these: isl is several times as slow with numbers that need more
/// than 32 bits.
static isl::schedule withoutLargeParameters(const isl::schedule &Schedule,
                                            isl::space Params) {
  isl::union_set Domain = Schedule.get_domain();
  isl::stat AreSmall = Domain.foreach_set([](const isl::set &Set) {
    return hasLargeConstants(Set) ? isl::stat::error() : isl::stat::ok();
  });
  if (AreSmall.is_ok())
    return Schedule;
  isl::set Moderate = moderateParameters(std::move(Params), ModerateBits);
  isl_schedule *Result = isl_schedule_intersect_domain(
      Schedule.copy(), Domain.intersect_params(Moderate).release());
  return isl::manage(
      isl_schedule_gist_domain_params(Result, Moderate.release()));
}

/// The tree for \p Schedule, { Piece[] -> Time[] }, as it is executed where the
/// parameters are \p Moderate or have any values.
static isl::ast_node buildTree(const ImportedScop &Scop, isl::schedule Schedule,
                               bool Moderate) {
  isl::set Context = Scop.K.Context;
  if (Moderate)
    Schedule = withoutLargeParameters(Schedule, Context.get_space());
  OpenLoops Open;
  isl_ast_build *Build = isl_ast_build_from_context(Context.release());
  Build = isl_ast_build_set_at_each_domain(Build, annotateNode, &Open);
  Build = isl_ast_build_set_after_each_mark(Build, annotateNode, &Open);
  Build = isl_ast_build_set_before_each_for(Build, beginLoop, &Open);
  Build = isl_ast_build_set_after_each_for(Build, endLoop, &Open);
  isl_ast_node *Root =
      isl_ast_build_node_from_schedule(Build, Schedule.release());
  isl_ast_build_free(Build);
  return isl::manage(Root);
}

ScopAst smolly::buildScopAst(const ImportedScop &Scop, const AccessPlan &Plan,
                             unsigned Borders) {
  TimeTraceScope Trace("Smolly build AST");
  ScopAst Ast;
  isl::ctx Ctx = Scop.K.ctx();
  isl_options_set_ast_build_atomic_upper_bound(Ctx.get(), true);
  isl_options_set_ast_build_detect_min_max(Ctx.get(), true);

  isl::union_map Pieces = namePieces(Scop, Plan, Ast);
  isl_schedule *Tree = Scop.NewSchedule.is_null()
                           ? oldSchedule(Scop, Pieces, Borders)
                           : newSchedule(Scop, Plan, Ast);
  Ast.Build =
      isl::manage(isl_ast_build_from_context(Scop.S->getContext().release()));
  // Conditions on overflow, `n > 2^63 - 2`, do not hold for moderate
  // parameters.
  std::optional<unsigned> Bits;
  Ast.RunCondition = buildRunCondition(*Scop.S, Ast.Build, Bits);
  Ast.Root = buildTree(Scop, isl::manage_copy(Tree), Bits.has_value());
  if (!Bits && treeHasLargeInteger(Ast.Root)) {
    Bits = ModerateBits;
    Ast.RunCondition = buildRunCondition(*Scop.S, Ast.Build, Bits);
    Ast.Root = buildTree(Scop, isl::manage_copy(Tree), /*Moderate=*/true);
  }
  isl_schedule_free(Tree);
  std::optional<unsigned> Most = bitsForSums(Ast.Root);
  if (Most && (!Bits || *Most < *Bits))
    Ast.RunCondition = buildRunCondition(*Scop.S, Ast.Build, Bits = Most);
  Ast.IsTooLarge =
      treeHasLargeInteger(Ast.Root) || (Most && *Most < LeastModerateBits);
  return Ast;
}
