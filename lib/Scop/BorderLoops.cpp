//===- BorderLoops.cpp - Loops for borders and interiors ------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements BorderLoops.h.
///
/// What has to be apart from the interior is a polyhedron of a statement's
/// domain, where the statement has another source there than elsewhere, or is
/// missing from one, where it has a condition. It belongs to the outermost loop
/// of which it takes next to no iterations: a row, or a column. What is small
/// in no loop up to the one at hand belongs to a loop inside of it, if to any.
///
/// A loop with borders becomes three, one behind the other. isl's option
/// `isolate` would do that as well, but gives code of its own to parameters for
/// which there is no interior.
///
//===----------------------------------------------------------------------===//

#include "BorderLoops.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Constraints.h"
#include "smolly/Kernel/Emptiness.h"
#include "isl/constraint.h"
#include "isl/schedule_node.h"

using namespace smolly;

/// A border takes no more than this part of the iterations of some loop.
static constexpr double BorderPart = 1.0 / 32;
/// With more polyhedra around a loop, it is not asked for borders.
static constexpr int MaxPolyhedra = 128;

namespace {

/// Finds the borders of some loop.
class BorderFinder {
public:
  BorderFinder(isl::set All, const ParameterPoint &Usual);
  /// Adds \p Part, { [times] }, to the borders, if it is at one of any of the
  /// loops; false if not.
  bool addBorder(const isl::set &Part);

  /// { [times] }, of all statements, and of those at a border.
  isl::set All, Borders;

private:
  isl::set outerLoops(const isl::set &Times, int Count) const;
  isl::set wholeRows(const isl::set &Part, int Count) const;

  const ParameterPoint &Usual;
  int Dims;
  /// By the number of loops: how many iterations these have.
  std::vector<double> Counts;
};

/// Where the iterations of a loop are, all { [times] }, one behind the other.
/// There may be nothing before and after the interior: null.
struct LoopParts {
  isl::set Before, Interior, After;
};

class LoopSeparator {
public:
  LoopSeparator(isl::set Context, const ParameterPoint &Usual)
      : Context(Context), Usual(Usual) {}
  /// Returns \p Node, or what has taken its place. \p Borders: how many loops
  /// around each other may be at a border and yet be divided.
  isl_schedule_node *visit(isl_schedule_node *Node, unsigned Borders) const;

private:
  void findBorders(const isl::union_map &Times, BorderFinder &Finder) const;
  bool isUniform(const isl::union_map &Times, const isl::set &Iterations) const;
  LoopParts partsOf(const isl::union_map &Times, const isl::set &All) const;
  isl_schedule_node *visitChildren(isl_schedule_node *Node,
                                   unsigned Borders) const;

  isl::set Context;
  const ParameterPoint &Usual;
};

} // namespace

BorderFinder::BorderFinder(isl::set All, const ParameterPoint &Usual)
    : All(All), Borders(isl::set::empty(All.get_space())), Usual(Usual),
      Dims(isl_set_dim(All.get(), isl_dim_set)) {
  for (int Count = 0; Count <= Dims; ++Count)
    Counts.push_back(Usual.boxesAround(outerLoops(All, Count)));
}

/// \p Times without all but the first \p Count dimensions.
isl::set BorderFinder::outerLoops(const isl::set &Times, int Count) const {
  return isl::manage(
      isl_set_project_out(Times.copy(), isl_dim_set, Count, Dims - Count));
}

/// The iterations that are in the same ones as \p Part of the last of the first
/// \p Count loops.
isl::set BorderFinder::wholeRows(const isl::set &Part, int Count) const {
  isl_set *Row = isl_set_eliminate(Part.copy(), isl_dim_set, 0, Count - 1);
  Row = isl_set_eliminate(Row, isl_dim_set, Count, Dims - Count);
  Row = isl_set_drop_constraints_not_involving_dims(Row, isl_dim_set, Count - 1,
                                                    1);
  return isl::manage(Row).intersect(All);
}

bool BorderFinder::addBorder(const isl::set &Part) {
  if (Usual.boxAround(Part) == 0)
    return true;
  for (int Count = 1; Count <= Dims; ++Count) {
    isl::set Outer = outerLoops(Part, Count);
    double Most = BorderPart * Counts[Count];
    if (!(Usual.boxesAround(Outer) <= Most))
      continue;
    isl::set Rows = wholeRows(Part, Count);
    if (!(Usual.boxesAround(outerLoops(Rows, Count)) <= Most))
      Rows = isl::manage(
                 isl_set_add_dims(Outer.release(), isl_dim_set, Dims - Count))
                 .intersect(All);
    Borders = Borders.unite(Rows);
    return true;
  }
  return false;
}

/// { Statement[] -> [times] } up to the band at \p Node, of what is in it.
static isl::union_map timesOf(isl_schedule_node *Node) {
  isl::union_map Outer =
      isl::manage(isl_schedule_node_get_prefix_schedule_union_map(Node));
  isl::union_map Own =
      isl::manage(isl_schedule_node_band_get_partial_schedule_union_map(Node));
  isl::union_set Domain = isl::manage(isl_schedule_node_get_domain(Node));
  return isl::manage(
             isl_union_map_flat_range_product(Outer.release(), Own.release()))
      .intersect_domain(Domain);
}

/// Of the constraints of \p Set, { [times] }, those that bound the last
/// dimension from below, or from above.
static isl::set boundsOf(const isl::basic_set &Set, bool Below) {
  isl::set Result = isl::set::universe(Set.get_space());
  int Last = isl_basic_set_dim(Set.get(), isl_dim_set) - 1;
  for (const isl::constraint &C : constraintsOf(Set)) {
    isl::val Factor = isl::manage(
        isl_constraint_get_coefficient_val(C.get(), isl_dim_set, Last));
    isl::aff Distance = isl::manage(isl_constraint_get_aff(C.get()));
    if (Factor.is_zero().is_true())
      continue;
    bool IsBelow = Factor.is_pos().is_true();
    if (IsBelow != Below)
      Distance = Distance.neg();
    isl::aff Zero = Distance.sub(Distance);
    if (IsBelow == Below || isEquality(C))
      Result = Result.intersect(Distance.ge_set(Zero));
  }
  return Result;
}

static int polyhedraIn(const isl::union_map &Map) {
  int Result = 0;
  Map.foreach_map([&](isl::map Each) {
    Result += isl_map_n_basic_map(Each.get());
    return isl::stat::ok();
  });
  return Result;
}

/// What is in loops inside of the one at \p Node.
static isl::union_set deeperDomain(isl_schedule_node *Node) {
  isl::union_set Result =
      isl::union_set::empty(isl::ctx(isl_schedule_node_get_ctx(Node)));
  isl_schedule_node *Child = isl_schedule_node_get_child(Node, 0);
  isl_schedule_node_foreach_descendant_top_down(
      Child,
      [](isl_schedule_node *Inner, void *User) {
        if (isl_schedule_node_get_type(Inner) != isl_schedule_node_band)
          return isl_bool_true;
        auto &Result = *static_cast<isl::union_set *>(User);
        Result = Result.unite(isl::manage(isl_schedule_node_get_domain(Inner)));
        return isl_bool_false;
      },
      &Result);
  isl_schedule_node_free(Child);
  return Result;
}

/// Whether everything of \p Times that is there in one iteration of the loop,
/// the last one of \p Iterations, is there in all of those, with usual
/// parameters.
bool LoopSeparator::isUniform(const isl::union_map &Times,
                              const isl::set &Iterations) const {
  bool Result = true;
  isl::set Fixed = Usual.fix(Iterations);
  Times.foreach_map([&](isl::map Time) {
    isl::set There = Usual.fix(Time.range()).intersect(Fixed);
    int Last = isl_set_dim(There.get(), isl_dim_set) - 1;
    isl::set Anywhere =
        isl::manage(isl_set_eliminate(There.copy(), isl_dim_set, Last, 1));
    Result &= isSubset(Anywhere.intersect(Fixed), There).is_true();
    return isl::stat::ok();
  });
  return Result;
}

/// The borders of the loop with \p Times, { Statement[] -> [times] }.
void LoopSeparator::findBorders(const isl::union_map &Times,
                                BorderFinder &Finder) const {
  Times.foreach_map([&](isl::map Time) {
    bool IsInside = false;
    coalesced(Time.domain()).foreach_basic_set([&](isl::basic_set Part) {
      IsInside |= !Finder.addBorder(isl::set(Part).apply(Time));
      return isl::stat::ok();
    });
    if (IsInside)
      Finder.All.subtract(Time.range())
          .foreach_basic_set([&](isl::basic_set Part) {
            Finder.addBorder(isl::set(Part));
            return isl::stat::ok();
          });
    return isl::stat::ok();
  });
}

/// Only the interior if there are no borders, or more than interior.
LoopParts LoopSeparator::partsOf(const isl::union_map &Times,
                                 const isl::set &All) const {
  LoopParts Whole{isl::set(), All, isl::set()};
  BorderFinder Finder(All, Usual);
  findBorders(Times, Finder);
  if (!isEmpty(Finder.Borders).is_false())
    return Whole;
  isl::set Interior = coalesced(All.subtract(Finder.Borders)).gist(All);
  if (isl_set_n_basic_set(Interior.get()) != 1 ||
      isl_set_dim(Interior.get(), isl_dim_div) != 0)
    return Whole;
  isl::basic_set Bounds = Interior.get_basic_set_list().get_at(0);
  isl::set Behind = All.intersect(boundsOf(Bounds, /*Below=*/true));
  LoopParts Parts;
  Parts.Before = coalesced(All.subtract(Behind));
  Parts.Interior =
      coalesced(Behind.intersect(boundsOf(Bounds, /*Below=*/false)));
  Parts.After = coalesced(Behind.subtract(Parts.Interior));
  if (Parts.Before.is_null() || Parts.After.is_null() ||
      !(Usual.boxesAround(Parts.Interior) * 2 >= Usual.boxesAround(All)))
    return Whole;
  return Parts;
}

/// Has all members of the band at \p Node generated as \p Type says.
static isl_schedule_node *setLoopType(isl_schedule_node *Node,
                                      isl_ast_loop_type Type) {
  for (int I = 0, E = isl_schedule_node_band_n_member(Node); I < E; ++I)
    Node = isl_schedule_node_band_member_set_ast_loop_type(Node, I, Type);
  return Node;
}

/// Has one nest of loops generated for \p Node.
static isl_schedule_node *keepTogether(isl_schedule_node *Node) {
  return isl_schedule_node_map_descendant_bottom_up(
      Node,
      [](isl_schedule_node *Node, void *) {
        return isl_schedule_node_get_type(Node) == isl_schedule_node_band
                   ? setLoopType(Node, isl_ast_loop_atomic)
                   : Node;
      },
      nullptr);
}

isl_schedule_node *LoopSeparator::visitChildren(isl_schedule_node *Node,
                                                unsigned Borders) const {
  for (int I = 0, E = isl_schedule_node_n_children(Node); I < E; ++I)
    Node = isl_schedule_node_parent(
        visit(isl_schedule_node_child(Node, I), Borders));
  return Node;
}

isl_schedule_node *LoopSeparator::visit(isl_schedule_node *Node,
                                        unsigned Borders) const {
  if (isl_schedule_node_get_type(Node) != isl_schedule_node_band)
    return visitChildren(Node, Borders);
  if (isl_schedule_node_band_n_member(Node) > 1)
    Node = isl_schedule_node_band_split(Node, 1);
  isl::union_map Times = timesOf(Node).gist_params(Context);
  if (isl_union_map_n_map(Times.get()) <= 0 ||
      polyhedraIn(Times) > MaxPolyhedra)
    return visitChildren(setLoopType(Node, isl_ast_loop_separate), Borders);
  isl::union_set Deeper = deeperDomain(Node);
  bool HasLoops = isl_union_set_n_set(Deeper.get()) > 0;
  isl::union_map Asked = HasLoops ? Times.intersect_domain(Deeper) : Times;
  isl::set All = coalesced(isl::set(Times.range()).intersect_params(Context));
  if (All.is_null())
    return Node;
  LoopParts Parts = partsOf(Asked, All);
  auto Divide = [&](isl_schedule_node *Node, const isl::set &Part,
                    unsigned Borders) {
    bool MayHaveConditions = HasLoops && isUniform(Asked, Part);
    Node = setLoopType(Node, MayHaveConditions ? isl_ast_loop_atomic
                                               : isl_ast_loop_separate);
    return visitChildren(Node, Borders);
  };
  if (Parts.Before.is_null())
    return Divide(Node, Parts.Interior, Borders);
  const isl::set *InOrder[] = {&Parts.Before, &Parts.Interior, &Parts.After};
  isl_union_set_list *Filters =
      isl_union_set_list_alloc(isl_schedule_node_get_ctx(Node), 3);
  for (const isl::set *Part : InOrder)
    Filters = isl_union_set_list_add(
        Filters,
        Times.intersect_range(isl::union_set(*Part)).domain().release());
  Node = isl_schedule_node_insert_sequence(Node, Filters);
  for (int I = 0; I < 3; ++I) {
    Node = isl_schedule_node_child(isl_schedule_node_child(Node, I), 0);
    if (InOrder[I] == &Parts.Interior)
      Node = Divide(Node, Parts.Interior, Borders);
    else if (Borders > 0)
      Node = Divide(Node, *InOrder[I], Borders - 1);
    else
      Node = keepTogether(Node);
    Node = isl_schedule_node_parent(isl_schedule_node_parent(Node));
  }
  return Node;
}

isl::schedule smolly::separateLoops(const isl::schedule &Schedule,
                                    const isl::set &Context,
                                    const ParameterPoint &Usual,
                                    unsigned Borders) {
  isl_schedule_node *Root = isl_schedule_get_root(Schedule.get());
  isl_schedule_node *Node = LoopSeparator(Context, Usual).visit(Root, Borders);
  isl_schedule *Result = isl_schedule_node_get_schedule(Node);
  isl_schedule_node_free(Node);
  return isl::manage(Result);
}
