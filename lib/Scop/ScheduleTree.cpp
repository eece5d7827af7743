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

using namespace smolly;

namespace {

using Group = std::vector<const TimedInstances *>;

class TreeBuilder {
public:
  explicit TreeBuilder(unsigned Dims) : Dims(Dims) {}
  isl::schedule build(const Group &Pieces, unsigned Dim) const;

private:
  isl::schedule sequence(const std::map<long, Group> &Parts,
                         unsigned Dim) const;
  isl::schedule band(const Group &Pieces, unsigned Dim) const;

  unsigned Dims;
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
                                    unsigned Dim) const {
  isl_schedule *Result = build(Parts.begin()->second, Dim + 1).release();
  for (const auto &[Number, Part] : llvm::drop_begin(Parts))
    Result = isl_schedule_sequence(Result, build(Part, Dim + 1).release());
  return isl::manage(Result);
}

/// A loop in dimension \p Dim around all \p Pieces.
isl::schedule TreeBuilder::band(const Group &Pieces, unsigned Dim) const {
  isl::schedule Body = build(Pieces, Dim + 1);
  isl::pw_aff First = Pieces.front()->Times.at(Dim);
  isl_union_pw_aff *Times = isl_union_pw_aff_from_pw_aff(First.release());
  for (unsigned I = 1; I < Pieces.size(); ++I)
    Times =
        isl_union_pw_aff_add_pw_aff(Times, Pieces[I]->Times.at(Dim).release());
  isl_schedule *Result = isl_schedule_insert_partial_schedule(
      Body.release(), isl_multi_union_pw_aff_from_union_pw_aff(Times));
  if (llvm::none_of(Pieces, [&](const TimedInstances *Piece) {
        return Piece->Separate == Dim;
      }))
    return isl::manage(Result);
  isl_schedule_node *Band =
      isl_schedule_node_child(isl_schedule_get_root(Result), 0);
  isl_schedule_free(Result);
  Band = isl_schedule_node_band_member_set_ast_loop_type(Band, 0,
                                                         isl_ast_loop_separate);
  Result = isl_schedule_node_get_schedule(Band);
  isl_schedule_node_free(Band);
  return isl::manage(Result);
}

/// The tree for \p Pieces, whose times differ in the dimensions from \p Dim on
/// at most.
isl::schedule TreeBuilder::build(const Group &Pieces, unsigned Dim) const {
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
  return TreeBuilder(Dims).build(Pieces, 0);
}
