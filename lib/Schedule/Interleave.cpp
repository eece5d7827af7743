//===- Interleave.cpp - Run iterations that wait side by side -------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Interleave.h.
///
/// Times are numbers and loops in turns. A loop p around an innermost one is
/// cut into blocks of a few rows; what else is in it is distributed over the
/// rows of a block:
///
///     [.., p, number, inner, ..]  becomes
///     [.., block, number, inner + skew * row, row, ..]  for the innermost
///                                                       loops that wait
///     [.., block, number, row, inner, ..]               for all others
///
/// A dependence that stays in its row keeps its order, and so does one that
/// goes to another block. What goes to a later row of the same block must not
/// go to an earlier number, nor backwards in the skewed innermost loop. Scalars
/// that pass nothing on from row to row do not count, and get a copy for each
/// row.
///
//===----------------------------------------------------------------------===//

#include "smolly/Schedule/Interleave.h"
#include "Distances.h"
#include "LoopNests.h"
#include "LoopScalars.h"
#include "RowBlocks.h"
#include "smolly/Kernel/CompactTimes.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/TimeProfiler.h"
#include "isl/map.h"
#include "isl/set.h"
#include <map>
#include <set>

using namespace smolly;

namespace {

/// With more, loops would spend a good part of their time at the ends.
constexpr long MaxSkew = 4;
/// In place of many rows that are not possible.
constexpr long FewRows = 4;

/// What is directly in the loop around.
struct Child {
  long Number;
  std::vector<unsigned> Statements;
  /// Innermost loops in front of this one that are part of it now, in their
  /// order.
  std::vector<unsigned> Joined;
  /// 1 where its rows are executed one after another.
  long Rows = 1;
  long Skew = 0;
};

class Interleaver {
public:
  Interleaver(
      const Kernel &K, unsigned FirstScalar,
      llvm::function_ref<long(llvm::ArrayRef<unsigned> Statements)> RowsOf,
      unsigned long MaxOperations)
      : K(K), FirstScalar(FirstScalar), RowsOf(RowsOf),
        MaxOperations(MaxOperations), Dims(K.timeDims()) {
    for (const Statement &S : K.Statements)
      Old.push_back(S.Schedule);
    Result.Schedules = Old;
    Result.WithCopies = K;
  }
  std::optional<InterleavedSchedule> run();

private:
  std::optional<long> numberAt(unsigned Stmt, unsigned Dim) const;
  using Parts = std::map<long, std::vector<unsigned>>;
  std::optional<Parts> divide(const std::vector<unsigned> &Statements,
                              unsigned Dim) const;
  void visitBody(const std::vector<unsigned> &Statements, unsigned Dim);
  bool interleave(const std::vector<unsigned> &Statements, unsigned Loop);
  bool cut(const std::vector<unsigned> &Statements, unsigned Loop,
           std::vector<Child> Children, long Rows);
  bool isInnermost(const std::vector<unsigned> &Statements,
                   unsigned Loop) const;
  std::optional<long> skewFor(const Kernel &Visible,
                              const std::vector<unsigned> &Statements,
                              unsigned Loop, long Rows) const;
  bool meet(const std::vector<unsigned> &Statements, unsigned Loop, long Rows,
            long Skew) const;
  bool canJoin(const Kernel &Visible, std::vector<unsigned> First,
               const std::vector<unsigned> &Second, unsigned Loop) const;
  void joinFront(const Kernel &Visible, std::vector<Child> &Children,
                 unsigned Loop) const;
  isl::map newTime(unsigned Stmt, unsigned Loop, const Child &C, long First,
                   long Rows) const;
  void setTimes(const Child &C, unsigned Loop, long First, long Rows);
  void copyScalars(const std::set<unsigned> &Scalars, long Rows);

  const Kernel &K;
  unsigned FirstScalar;
  llvm::function_ref<long(llvm::ArrayRef<unsigned> Statements)> RowsOf;
  unsigned long MaxOperations;
  unsigned Dims;
  std::vector<isl::map> Old;
  InterleavedSchedule Result;
};

} // namespace

/// The number that dimension \p Dim is for statement \p Stmt, if it is one.
std::optional<long> Interleaver::numberAt(unsigned Stmt, unsigned Dim) const {
  return smolly::numberAt(Old[Stmt].range(), Dim);
}

/// \p Statements by their numbers in dimension \p Dim.
std::optional<Interleaver::Parts>
Interleaver::divide(const std::vector<unsigned> &Statements,
                    unsigned Dim) const {
  Parts Result;
  for (unsigned S : Statements) {
    std::optional<long> Number = numberAt(S, Dim);
    if (!Number)
      return std::nullopt;
    Result[*Number].push_back(S);
  }
  return Result;
}

/// Whether nothing but numbers is behind dimension \p Loop, which is a loop of
/// all \p Statements.
bool Interleaver::isInnermost(const std::vector<unsigned> &Statements,
                              unsigned Loop) const {
  return Loop < Dims && llvm::all_of(
                            Statements,
                            [&](unsigned S) {
                              if (numberAt(S, Loop))
                                return false;
                              for (unsigned Dim = Loop + 1; Dim < Dims; ++Dim)
                                if (!numberAt(S, Dim))
                                  return false;
                              return true;
                            });
}

/// \p Distances that lead to another row of a block of \p Rows iterations of
/// the loop in dimension \p Loop.
static isl::set betweenRows(isl::set Distances, unsigned Loop, long Rows) {
  Distances = Distances.lower_bound_si(isl::dim::set, Loop, 1);
  return isl::manage(
      isl_set_upper_bound_si(Distances.release(), isl_dim_set, Loop, Rows - 1));
}

/// The least skew at which nothing between rows goes backwards in the loop that
/// is directly in the one in dimension \p Loop.
std::optional<long>
Interleaver::skewFor(const Kernel &Visible,
                     const std::vector<unsigned> &Statements, unsigned Loop,
                     long Rows) const {
  isl::set Distances = distances(Visible, Old, Statements, Loop);
  if (Distances.is_null())
    return std::nullopt;
  Distances = betweenRows(Distances, Loop, Rows);
  for (long Times = 0; Times <= MaxSkew; ++Times)
    if (!goesBackwards(Distances, Loop + 2, {{Loop, Times}}))
      return Times;
  return std::nullopt;
}

/// Whether the innermost loops around \p First and \p Second, which come one
/// after the other in an iteration of the loop in dimension \p Loop, can be
/// one: nothing of the second needs a later iteration of the first.
bool Interleaver::canJoin(const Kernel &Visible, std::vector<unsigned> First,
                          const std::vector<unsigned> &Second,
                          unsigned Loop) const {
  llvm::append_range(First, Second);
  isl::set Distances = distances(Visible, Old, First, Loop + 1);
  return !Distances.is_null() && !goesBackwards(Distances, Loop + 2, {});
}

/// Puts innermost loops that directly come in front of one with rows into that:
/// while it waits, there is time for them, and what they pass on to it is not
/// kept for all rows. Only as long as that one still waits.
void Interleaver::joinFront(const Kernel &Visible, std::vector<Child> &Children,
                            unsigned Loop) const {
  for (size_t I = Children.size(); I-- > 1;) {
    Child &C = Children[I], &Front = Children[I - 1];
    if (C.Rows == 1 || Front.Rows > 1 ||
        !isInnermost(Front.Statements, Loop + 2))
      continue;
    llvm::sort(Front.Statements, [&](unsigned A, unsigned B) {
      return *numberAt(A, Loop + 3) < *numberAt(B, Loop + 3);
    });
    std::vector<unsigned> Both = Front.Statements;
    llvm::append_range(Both, C.Statements);
    if (RowsOf(Both) < C.Rows ||
        !canJoin(Visible, Front.Statements, C.Statements, Loop))
      continue;
    llvm::append_range(Front.Joined, Front.Statements);
    llvm::append_range(Front.Joined, C.Joined);
    Front.Statements = Both;
    Front.Rows = C.Rows;
    Children.erase(Children.begin() + I);
  }
}

/// Whether \p Rows iterations of the loop in dimension \p Loop can be side by
/// side in an iteration of the innermost loop in it, of \p Statements, with \p
/// Skew. Strips of one loop cannot: each has iterations that no other one has.
bool Interleaver::meet(const std::vector<unsigned> &Statements, unsigned Loop,
                       long Rows, long Skew) const {
  // { [.., iteration, iteration of the innermost loop] }
  isl::set There;
  for (unsigned S : Statements) {
    isl::set Own = isl::manage(
        isl_set_project_out(timesUpTo(Old[S], Loop + 2).range().release(),
                            isl_dim_set, Loop + 1, 1));
    There = There.is_null() ? Own : There.unite(Own);
  }
  isl::multi_aff Same = isl::multi_aff::identity_on_domain(There.get_space());
  for (long Row = 1; Row < std::min(Rows, MostUnrolledRows); ++Row) {
    isl::multi_aff Other =
        Same.set_at(Loop, Same.at(Loop).add_constant(Row))
            .set_at(Loop + 1, Same.at(Loop + 1).add_constant(-Row * Skew));
    if (!isDisjoint(There, There.preimage(Other)).is_true())
      return true;
  }
  return false;
}

/// The time of \p Stmt, which is in \p C, in the loop in dimension \p Loop.
isl::map Interleaver::newTime(unsigned Stmt, unsigned Loop, const Child &C,
                              long First, long Rows) const {
  isl::pw_multi_aff Before = isl::pw_multi_aff::from_map(Old[Stmt]);
  isl::map New;
  auto Append = [&](const isl::pw_aff &Time) {
    isl::map Next = isl::map::from_pw_aff(Time);
    New = New.is_null() ? Next : New.flat_range_product(Next);
  };
  auto NumberAs = [&](long Value) {
    return isl::pw_aff(K.Statements[Stmt].Domain, isl::val(K.ctx(), Value));
  };
  isl::pw_aff Row = rowOf(K.Statements[Stmt], Loop, First, Rows);
  for (unsigned Dim = 0; Dim < Loop; ++Dim)
    Append(Before.at(Dim));
  Append(Before.at(Loop)
             .add_constant(-First)
             .scale_down(isl::val(K.ctx(), Rows))
             .floor());
  Append(NumberAs(C.Number));
  unsigned Behind = Loop + 2;
  if (C.Rows > 1)
    Append(Before.at(Behind++).add(Row.scale(isl::val(K.ctx(), C.Skew))));
  Append(Row);
  auto Place = llvm::find(C.Joined, Stmt);
  if (Place != C.Joined.end()) {
    // In front of the numbers of the others.
    Append(NumberAs(Place - C.Joined.end()));
    ++Behind;
  }
  for (unsigned Dim = Behind; Dim < Dims; ++Dim)
    Append(Before.at(Dim));
  return New.intersect_domain(K.Statements[Stmt].Domain);
}

/// Gives \p Scalars, which are accessed in statements that have rows only, an
/// element for each of \p Rows.
void Interleaver::copyScalars(const std::set<unsigned> &Scalars, long Rows) {
  for (unsigned A : Scalars) {
    Result.Private.push_back(A);
    Array &Copied = Result.WithCopies.Arrays[A];
    isl::id Id = Copied.Extent.get_tuple_id();
    auto ByRow = [&](const isl::set &Set) {
      isl::set New = isl::manage(isl_set_add_dims(Set.copy(), isl_dim_set, 1));
      New = New.set_tuple_id(Id).lower_bound_si(isl::dim::set, 0, 0);
      return isl::manage(
          isl_set_upper_bound_si(New.release(), isl_dim_set, 0, Rows - 1));
    };
    Copied.Extent = ByRow(Copied.Extent);
    Copied.LiveIn = ByRow(Copied.LiveIn);
    Copied.LiveOut = ByRow(Copied.LiveOut);
    for (unsigned I = 0; I < Result.Statements.size(); ++I)
      for (Access &Own :
           Result.WithCopies.Statements[Result.Statements[I]].Accesses)
        if (Own.Array == A)
          Own.Relation = isl::map::from_pw_aff(Result.RowOf[I])
                             .set_tuple_id(isl::dim::out, Id)
                             .intersect_domain(Own.Relation.domain());
  }
}

/// Cuts the loop in dimension \p Loop, in which \p Statements are, into blocks.
/// False if no innermost loop in it is to be interleaved.
bool Interleaver::interleave(const std::vector<unsigned> &Statements,
                             unsigned Loop) {
  std::optional<Parts> Numbered;
  if (Loop + 2 < Dims)
    Numbered = divide(Statements, Loop + 1);
  if (!Numbered)
    return false;
  std::vector<Child> Children;
  long Rows = 1;
  for (auto &[Number, Part] : *Numbered) {
    Child New{Number, Part, {}};
    if (isInnermost(Part, Loop + 2))
      New.Rows = RowsOf(Part);
    Rows = std::max(Rows, New.Rows);
    Children.push_back(std::move(New));
  }
  if (Rows == 1)
    return false;
  bool Differ = llvm::any_of(
      Children, [&](const Child &C) { return C.Rows > 1 && C.Rows < Rows; });
  if (Rows > MostUnrolledRows) {
    if (!Differ && cut(Statements, Loop, Children, Rows))
      return true;
    Rows = 1;
    for (Child &C : Children) {
      if (C.Rows > MostUnrolledRows)
        C.Rows = FewRows;
      Rows = std::max(Rows, C.Rows);
    }
  }
  return cut(Statements, Loop, std::move(Children), Rows);
}

/// Cuts the loop in dimension \p Loop, in which \p Statements and \p Children
/// are, into blocks of \p Rows. False if none of the innermost loops can have
/// them, or one can not that a loop over many rows would be in.
bool Interleaver::cut(const std::vector<unsigned> &Statements, unsigned Loop,
                      std::vector<Child> Children, long Rows) {
  auto HasRows = [&](const Kernel &Visible) {
    isl::set Distances = distances(Visible, Old, Statements, Loop);
    return !Distances.is_null() &&
           !goesBackwards(betweenRows(Distances, Loop, Rows), Loop + 1, {});
  };
  // Whether values stay within an iteration takes long to find out.
  std::set<unsigned> MaybeWithin = scalarsOf(K, FirstScalar, Statements);
  Kernel Visible = withoutAccesses(K, MaybeWithin);
  if (!HasRows(Visible))
    return false;
  std::set<unsigned> Scalars =
      scalarsWithin(K, MaybeWithin, Loop, MaxOperations);
  if (Scalars != MaybeWithin) {
    Visible = withoutAccesses(K, Scalars);
    if (!HasRows(Visible))
      return false;
  }
  joinFront(Visible, Children, Loop);
  bool IsUseful = false;
  for (Child &C : Children) {
    if (C.Rows == 1)
      continue;
    std::optional<long> Skew = skewFor(Visible, C.Statements, Loop, Rows);
    if (Skew && !meet(C.Statements, Loop, Rows, *Skew))
      Skew.reset();
    if (Rows > MostUnrolledRows && Skew != 0)
      return false;
    C.Rows = Skew ? Rows : 1;
    C.Skew = Skew.value_or(0);
    IsUseful |= Skew.has_value();
  }
  if (!IsUseful)
    return false;
  long First = firstIteration(K, Statements, Loop);
  for (const Child &C : Children)
    setTimes(C, Loop, First, Rows);
  copyScalars(Scalars, Rows);
  return true;
}

/// Sets the times of \p C, in blocks of the loop in dimension \p Loop.
void Interleaver::setTimes(const Child &C, unsigned Loop, long First,
                           long Rows) {
  for (unsigned S : C.Statements) {
    Result.Schedules[S] = newTime(S, Loop, C, First, Rows);
    Result.Statements.push_back(S);
    Result.RowOf.push_back(rowOf(K.Statements[S], Loop, First, Rows));
  }
  if (C.Rows == 1)
    return;
  InterleavedLoop New{C.Statements, Rows, C.Skew, {}};
  if (Rows <= MostUnrolledRows)
    New.Blocks = blocksByRows(K, C.Statements, Loop, First, Rows);
  Result.Loops.push_back(std::move(New));
}

/// \p Statements have all times in front of \p Dim, a number, in common.
void Interleaver::visitBody(const std::vector<unsigned> &Statements,
                            unsigned Dim) {
  if (Dim + 1 >= Dims)
    return;
  std::optional<Parts> Numbered = divide(Statements, Dim);
  if (!Numbered)
    return;
  for (const auto &[Number, Part] : *Numbered)
    if (llvm::any_of(Part, [&](unsigned S) { return !numberAt(S, Dim + 1); }) &&
        !interleave(Part, Dim + 1))
      visitBody(Part, Dim + 2);
}

std::optional<InterleavedSchedule> Interleaver::run() {
  if (llvm::any_of(K.Statements,
                   [](const Statement &S) { return !S.mayMove(); }))
    return std::nullopt;
  std::vector<unsigned> All;
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    if (isEmpty(K.Statements[S].Domain).is_false())
      All.push_back(S);
  visitBody(All, 0);
  if (Result.Loops.empty())
    return std::nullopt;
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    isl::map &Time = Result.Schedules[S];
    if (Time.is_null())
      return std::nullopt;
    if (unsigned(isl_map_dim(Time.get(), isl_dim_out)) > Dims)
      continue;
    Time = isl::manage(isl_map_add_dims(Time.release(), isl_dim_out, 1));
    Time = isl::manage(isl_map_fix_si(Time.release(), isl_dim_out, Dims, 0));
  }
  return Result;
}

long InterleavedSchedule::mostRows() const {
  long Most = 1;
  for (const InterleavedLoop &L : Loops)
    Most = std::max(Most, L.Rows);
  return Most;
}

std::optional<InterleavedSchedule> smolly::interleaveChains(
    const Kernel &K, unsigned FirstScalar,
    llvm::function_ref<long(llvm::ArrayRef<unsigned> Statements)> RowsOf,
    unsigned long MaxOperations) {
  llvm::TimeTraceScope Trace("Smolly interleave");
  IslBudget Budget(K.ctx(), MaxOperations);
  Kernel Alternating = withAlternatingTimes(K);
  if (llvm::any_of(Alternating.Statements,
                   [](const Statement &S) { return S.Schedule.is_null(); }))
    return std::nullopt;
  auto Result =
      Interleaver(Alternating, FirstScalar, RowsOf, MaxOperations).run();
  if (!Result || Budget.exceeded() || !areKnown(Result->Schedules))
    return std::nullopt;
  return Result;
}
