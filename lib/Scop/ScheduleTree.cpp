//===- ScheduleTree.cpp - A schedule tree from times ----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ScheduleTree.h.
///
//===----------------------------------------------------------------------===//

#include "ScheduleTree.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/schedule.h"
#include "isl/schedule_node.h"
#include "isl/union_set.h"
#include <map>
#include <optional>
#include <set>

using namespace smolly;

namespace {

using Group = std::vector<const TimedInstances *>;

class TreeBuilder {
public:
  explicit TreeBuilder(unsigned Dims) : Dims(Dims) {}
  isl::schedule build(const Group &Pieces);

private:
  isl::schedule build(const Group &Pieces, unsigned Dim);
  isl::schedule sequence(const std::map<long, Group> &Parts, unsigned Dim);
  isl::schedule band(const Group &Pieces, unsigned Dim);
  isl::schedule sequenceByRows(const std::map<long, Group> &ByRows,
                               unsigned Dim);
  isl::schedule bandWithRows(const Group &Pieces, unsigned Dim);
  isl::set allRows(const Group &Pieces, const RowDims &Rows) const;
  isl_schedule_node *unrollRows(isl_schedule_node *Node) const;

  unsigned Dims;
  /// The dimensions of the bands around what is being built.
  std::vector<unsigned> Around;
  /// The dimensions of loops over blocks of rows.
  std::set<unsigned> Blocks;
  /// For pieces in a loop with rows, isl's option for it.
  std::map<isl_id *, isl::union_set> Isolated;
};

} // namespace

/// The number that dimension \p Dim of \p Times is, if it is one.
static std::optional<long> numberAt(const isl::pw_multi_aff &Times,
                                    unsigned Dim) {
  isl::pw_aff Time = Times.at(Dim);
  if (isl_pw_aff_n_piece(Time.get()) != 1 ||
      isl_pw_aff_is_cst(Time.get()) != isl_bool_true)
    return std::nullopt;
  isl::val Number = isl::manage(isl_pw_aff_max_val(Time.release()));
  if (!Number.is_int().is_true())
    return std::nullopt;
  return Number.get_num_si();
}

/// \p Pieces by the number that dimension \p Dim of their times is; nothing
/// where it is a loop of some of them.
static std::map<long, Group> divide(const Group &Pieces, unsigned Dim) {
  std::map<long, Group> Parts;
  for (const TimedInstances *Piece : Pieces) {
    std::optional<long> Number = numberAt(Piece->Times, Dim);
    if (!Number)
      return {};
    Parts[*Number].push_back(Piece);
  }
  return Parts;
}

/// One part after the other; dimension \p Dim tells them apart. Null if one of
/// them cannot be had.
isl::schedule TreeBuilder::sequence(const std::map<long, Group> &Parts,
                                    unsigned Dim) {
  isl_schedule *Result = build(Parts.begin()->second, Dim + 1).release();
  for (const auto &[Number, Part] : llvm::drop_begin(Parts))
    Result = isl_schedule_sequence(Result, build(Part, Dim + 1).release());
  return isl::manage(Result);
}

/// { Piece[] -> [time] } of all \p Pieces.
static isl_union_pw_aff *timesAt(const Group &Pieces, unsigned Dim) {
  isl::pw_aff First = Pieces.front()->Times.at(Dim);
  isl_union_pw_aff *Times = isl_union_pw_aff_from_pw_aff(First.release());
  for (const TimedInstances *Piece : llvm::drop_begin(Pieces))
    Times = isl_union_pw_aff_add_pw_aff(Times, Piece->Times.at(Dim).release());
  return Times;
}

/// The band that is the root of \p Schedule.
static isl_schedule_node *rootBand(isl_schedule *Schedule) {
  isl_schedule_node *Band =
      isl_schedule_node_child(isl_schedule_get_root(Schedule), 0);
  isl_schedule_free(Schedule);
  return Band;
}

static isl::schedule scheduleOf(isl_schedule_node *Node) {
  isl_schedule *Schedule = isl_schedule_node_get_schedule(Node);
  isl_schedule_node_free(Node);
  return isl::manage(Schedule);
}

/// A loop in dimension \p Dim around all \p Pieces.
isl::schedule TreeBuilder::band(const Group &Pieces, unsigned Dim) {
  std::map<long, Group> ByRows;
  for (const TimedInstances *Piece : Pieces)
    ByRows[Piece->Rows && Piece->Rows->Loop == Dim ? Piece->Rows->Rows : 0]
        .push_back(Piece);
  if (ByRows.size() > 1)
    return sequenceByRows(ByRows, Dim);
  if (ByRows.count(0) == 0)
    return bandWithRows(Pieces, Dim);
  Around.push_back(Dim);
  isl::schedule Body = build(Pieces, Dim + 1);
  Around.pop_back();
  isl_schedule *Result = isl_schedule_insert_partial_schedule(
      Body.release(),
      isl_multi_union_pw_aff_from_union_pw_aff(timesAt(Pieces, Dim)));
  // What comes in front of rows and behind them then knows how many there are,
  // so that it is unrolled.
  bool IsBlock = Blocks.count(Dim);
  if (llvm::none_of(Pieces, [&](const TimedInstances *Piece) {
        return Piece->Separate == Dim || (IsBlock && !Piece->Rows);
      }))
    return isl::manage(Result);
  return scheduleOf(isl_schedule_node_band_member_set_ast_loop_type(
      rootBand(Result), 0, isl_ast_loop_separate));
}

/// The pieces of blocks with different numbers of rows, of which a block has
/// one, each in a loop of its own in dimension \p Dim.
isl::schedule TreeBuilder::sequenceByRows(const std::map<long, Group> &ByRows,
                                          unsigned Dim) {
  if (!Around.empty())
    Blocks.insert(Around.back());
  isl_schedule *Result = nullptr;
  for (const auto &[Rows, Pieces] : llvm::reverse(ByRows)) {
    isl_schedule *Own = band(Pieces, Dim).release();
    Result = Result ? isl_schedule_sequence(Result, Own) : Own;
  }
  return isl::manage(Result);
}

/// { [around.., loop, row] }: the iterations of the innermost loop in which all
/// rows of all main \p Pieces are executed. Null without such pieces.
isl::set TreeBuilder::allRows(const Group &Pieces, const RowDims &Rows) const {
  std::vector<unsigned> Kept = Around;
  Kept.push_back(Rows.Loop);
  unsigned Row = Rows.Loop + 1;
  isl::set All;
  for (const TimedInstances *Piece : Pieces) {
    if (!Piece->Rows->IsMain)
      continue;
    isl::set Times = Piece->Instances.apply(Piece->Times.as_map());
    for (long Number = 0; Number < Rows.Rows; ++Number) {
      isl::set One =
          isl::manage(isl_set_fix_si(Times.copy(), isl_dim_set, Row, Number));
      for (unsigned Dim = Dims; Dim-- > 0;)
        if (!llvm::is_contained(Kept, Dim))
          One = isl::manage(
              isl_set_project_out(One.release(), isl_dim_set, Dim, 1));
      All = All.is_null() ? One : All.intersect(One);
    }
  }
  if (All.is_null())
    return All;
  unsigned Last = Kept.size();
  All = isl::manage(isl_set_add_dims(All.release(), isl_dim_set, 1));
  All = All.lower_bound_si(isl::dim::set, Last, 0);
  return isl::manage(
      isl_set_upper_bound_si(All.release(), isl_dim_set, Last, Rows.Rows - 1));
}

/// { isolate[[around..] -> [loop, row]] } for { [around.., loop, row] }
static isl::union_set isolating(const isl::set &Whole) {
  isl_map *Map = isl_map_from_range(Whole.copy());
  unsigned Outer = isl_set_dim(Whole.get(), isl_dim_set) - 2;
  Map = isl_map_move_dims(Map, isl_dim_in, 0, isl_dim_out, 0, Outer);
  isl_set *Wrapped = isl_map_wrap(Map);
  Wrapped = isl_set_set_tuple_name(Wrapped, "isolate");
  return isl::union_set(isl::manage(Wrapped));
}

/// The innermost loop in dimension \p Dim, and the rows in it.
isl::schedule TreeBuilder::bandWithRows(const Group &Pieces, unsigned Dim) {
  // There is nothing to unroll of a single row.
  isl::set Whole;
  if (Pieces.front()->Rows->Rows > 1)
    Whole = allRows(Pieces, *Pieces.front()->Rows);
  if (!Whole.is_null() && !Whole.is_empty().is_true())
    for (const TimedInstances *Piece : Pieces)
      Isolated[Piece->Instances.get_tuple_id().get()] = isolating(Whole);
  isl::schedule Body = build(Pieces, Dim + 2);
  isl_multi_union_pw_aff *Times = isl_multi_union_pw_aff_flat_range_product(
      isl_multi_union_pw_aff_from_union_pw_aff(timesAt(Pieces, Dim)),
      isl_multi_union_pw_aff_from_union_pw_aff(timesAt(Pieces, Dim + 1)));
  return isl::manage(
      isl_schedule_insert_partial_schedule(Body.release(), Times));
}

/// Where \p Node is a band with rows, has them unrolled where all are there.
isl_schedule_node *TreeBuilder::unrollRows(isl_schedule_node *Node) const {
  if (isl_schedule_node_get_type(Node) != isl_schedule_node_band ||
      isl_schedule_node_band_n_member(Node) != 2)
    return Node;
  isl::union_set Whole;
  isl::manage(isl_schedule_node_get_domain(Node)).foreach_set([&](isl::set S) {
    auto Found = Isolated.find(S.get_tuple_id().get());
    if (Found != Isolated.end())
      Whole = Found->second;
    return isl::stat::ok();
  });
  if (Whole.is_null())
    return Node;
  // isl looks for the option among sets that it copies, and crashes where it
  // has no operations left for a copy.
  isl_ctx *Ctx = isl_schedule_node_get_ctx(Node);
  unsigned long Most = isl_ctx_get_max_operations(Ctx);
  isl_ctx_set_max_operations(Ctx, 0);
  Node = isl_schedule_node_band_set_ast_build_options(Node, Whole.release());
  isl_ctx_set_max_operations(Ctx, Most);
  return isl_schedule_node_band_member_set_isolate_ast_loop_type(
      Node, 1, isl_ast_loop_unroll);
}

/// The tree for \p Pieces. Isolating comes last, as no band can be put around
/// one with that option.
isl::schedule TreeBuilder::build(const Group &Pieces) {
  isl::schedule Tree = build(Pieces, 0);
  if (Isolated.empty())
    return Tree;
  return isl::manage(isl_schedule_map_schedule_node_bottom_up(
      Tree.release(),
      [](isl_schedule_node *Node, void *This) {
        return static_cast<const TreeBuilder *>(This)->unrollRows(Node);
      },
      this));
}

/// The tree for \p Pieces, whose times differ in the dimensions from \p Dim on
/// at most.
isl::schedule TreeBuilder::build(const Group &Pieces, unsigned Dim) {
  for (; Dim < Dims; ++Dim) {
    std::map<long, Group> Parts = divide(Pieces, Dim);
    if (Parts.empty())
      return band(Pieces, Dim);
    if (Parts.size() > 1)
      return sequence(Parts, Dim);
  }
  isl::union_set Instances = Pieces.front()->Instances;
  for (const TimedInstances *Piece : Pieces)
    Instances = Instances.unite(isl::union_set(Piece->Instances));
  return isl::manage(isl_schedule_from_domain(Instances.release()));
}

isl::schedule smolly::treeOf(const std::vector<TimedInstances> &All,
                             unsigned Dims) {
  Group Pieces;
  for (const TimedInstances &Piece : All)
    Pieces.push_back(&Piece);
  return TreeBuilder(Dims).build(Pieces);
}
