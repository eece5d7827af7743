//===- Fuse.cpp - Run loop nests alongside each other ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Fuse.h.
///
/// Schedules are expected to alternate: a constant that says which of several
/// nests, a loop, a constant, a loop, and so on, as Polly's do. The new time of
/// an instance of a fused nest is
///
///     [group, i0 + shift0, .., number of the nest, what was behind those
///     loops]
///
/// All of an earlier nest came before a later one, so that a dependence between
/// the two is kept if its distance in the shifted loops is not negative.
///
//===----------------------------------------------------------------------===//

#include "smolly/Schedule/Fuse.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

namespace {

/// Larger shifts would keep so many rows alive that nothing is gained.
constexpr long MaxShift = 64;

struct Nest {
  std::vector<unsigned> Statements;
  /// Loops around all its statements, outermost first, that nothing but other
  /// loops is between.
  unsigned Loops = 0;
  /// One for each fused loop of its group.
  std::vector<long> Shifts;

  bool isShifted() const {
    return llvm::any_of(Shifts, [](long Shift) { return Shift != 0; });
  }
};

struct Group {
  std::vector<Nest> Nests;
  unsigned Depth = 0;
};

class Fuser {
public:
  explicit Fuser(const Kernel &K) : K(K) {}
  std::optional<FusedSchedule> run();

private:
  bool findNests();
  unsigned commonLoops(const std::vector<unsigned> &Statements) const;
  bool dependsOn(const Nest &Later, const Nest &Earlier) const;
  std::vector<isl::map> dependences(const Nest &From, const Nest &To) const;
  void add(Nest New);
  std::vector<long> shiftsFor(const Group &G, const Nest &New,
                              unsigned Depth) const;
  unsigned depthOf(const Nest &N) const;
  bool join(Group &G, Nest &New) const;
  isl::map timeOf(unsigned Stmt, unsigned Number, const Group &G,
                  unsigned Position) const;

  const Kernel &K;
  std::vector<Nest> Nests;
  std::vector<Group> Groups;
};

/// The value of dimension \p Dim where it is the same in all of \p Set.
std::optional<long> constantAt(const isl::set &Set, unsigned Dim) {
  isl::val Value =
      isl::manage(isl_set_plain_get_val_if_fixed(Set.get(), isl_dim_set, Dim));
  if (!Value.is_int().is_true())
    return std::nullopt;
  return Value.get_num_si();
}

/// Whether dimension \p Time of \p Schedule is iterator \p Loop.
bool isLoop(const isl::map &Schedule, unsigned Time, unsigned Loop) {
  isl::map Same = isl::manage(
      isl_map_equate(isl_map_universe(isl_map_get_space(Schedule.get())),
                     isl_dim_in, Loop, isl_dim_out, Time));
  return Schedule.is_subset(Same).is_true();
}

unsigned loopsOf(const Statement &S) {
  return isl_set_dim(S.Domain.get(), isl_dim_set);
}

unsigned Fuser::commonLoops(const std::vector<unsigned> &Statements) const {
  unsigned Loops = ~0u;
  for (unsigned S : Statements)
    Loops = std::min(Loops, loopsOf(K.Statements[S]));
  for (unsigned Loop = 0; Loop < Loops; ++Loop) {
    std::optional<long> Between;
    for (unsigned S : Statements) {
      const isl::map &Schedule = K.Statements[S].Schedule;
      auto Position = constantAt(Schedule.range(), 2 * Loop);
      if (!Position || (Between && *Between != *Position) ||
          !isLoop(Schedule, 2 * Loop + 1, Loop))
        return Loop;
      Between = Position;
    }
  }
  return Loops;
}

/// The outermost nests in the order in which they are executed.
bool Fuser::findNests() {
  std::vector<std::pair<long, unsigned>> Order;
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    if (K.Statements[S].Domain.is_empty().is_true())
      continue;
    auto Position = constantAt(K.Statements[S].Schedule.range(), 0);
    if (!Position)
      return false;
    Order.push_back({*Position, S});
  }
  llvm::sort(Order);
  for (unsigned I = 0; I < Order.size(); ++I) {
    if (I == 0 || Order[I].first != Order[I - 1].first)
      Nests.emplace_back();
    Nests.back().Statements.push_back(Order[I].second);
  }
  for (Nest &N : Nests)
    N.Loops = commonLoops(N.Statements);
  return Nests.size() > 1;
}

/// { Domain[] -> Domain[] } of all accesses to one element of which one writes.
std::vector<isl::map> Fuser::dependences(const Nest &From,
                                         const Nest &To) const {
  std::vector<isl::map> Result;
  for (unsigned S : From.Statements)
    for (unsigned T : To.Statements)
      for (const Access &A : K.Statements[S].Accesses)
        for (const Access &B : K.Statements[T].Accesses) {
          if (A.Array != B.Array || (A.isRead() && B.isRead()))
            continue;
          isl::map Same = A.Relation.apply_range(B.Relation.reverse())
                              .intersect_params(K.Context);
          if (!Same.is_empty().is_true())
            Result.push_back(Same);
        }
  return Result;
}

bool Fuser::dependsOn(const Nest &Later, const Nest &Earlier) const {
  return !dependences(Earlier, Later).empty();
}

/// { [distance] }: by how much iterator \p Loop is larger on the right of \p
/// Map.
isl::set distances(const isl::map &Map, unsigned Loop) {
  isl::pw_aff From(isl::aff::var_on_domain(
      isl::local_space(Map.domain().get_space()), isl::dim::set, Loop));
  isl::pw_aff To(isl::aff::var_on_domain(
      isl::local_space(Map.range().get_space()), isl::dim::set, Loop));
  // { [Domain -> Domain] -> Z } of both, subtracted.
  isl::map Wrapped = isl::manage(isl_map_range_map(Map.copy())).reverse();
  isl::map Left = isl::manage(isl_map_domain_map(Map.copy()));
  isl::map L = Left.apply_range(isl::map::from_pw_aff(From));
  isl::map R = Wrapped.reverse().apply_range(isl::map::from_pw_aff(To));
  isl::map Difference =
      isl::manage(isl_map_sum(R.release(), isl_map_neg(L.release())));
  return Difference.range();
}

/// \p Map restricted to pairs whose iterators \p Loop have \p Distance.
isl::map atDistance(const isl::map &Map, unsigned Loop, long Distance) {
  isl_constraint *Equal = isl_constraint_alloc_equality(
      isl_local_space_from_space(isl_map_get_space(Map.get())));
  Equal = isl_constraint_set_coefficient_si(Equal, isl_dim_in, Loop, -1);
  Equal = isl_constraint_set_coefficient_si(Equal, isl_dim_out, Loop, 1);
  Equal = isl_constraint_set_constant_si(Equal, -Distance);
  return isl::manage(isl_map_add_constraint(Map.copy(), Equal));
}

/// The least shifts of the outermost loops of \p New, up to \p Depth, at which
/// every dependence on a nest of \p G is kept; of fewer loops where a shift has
/// no bound.
std::vector<long> Fuser::shiftsFor(const Group &G, const Nest &New,
                                   unsigned Depth) const {
  std::vector<long> Shifts;
  // For each earlier nest the dependences that no loop so far carries.
  std::vector<std::vector<isl::map>> Open;
  for (const Nest &Earlier : G.Nests)
    Open.push_back(dependences(Earlier, New));
  for (unsigned Loop = 0; Loop < Depth; ++Loop) {
    std::optional<long> Shift;
    for (unsigned N = 0; N < G.Nests.size(); ++N)
      for (const isl::map &Dependence : Open[N]) {
        isl::set Distances = distances(Dependence, Loop);
        if (Distances.is_empty().is_true())
          continue;
        isl::val Least =
            isl::manage(isl_set_dim_min_val(Distances.release(), 0));
        if (!Least.is_int().is_true() ||
            !Least.abs().le(isl::val(Least.ctx(), MaxShift)).is_true())
          return Shifts;
        long Needed = G.Nests[N].Shifts[Loop] - Least.get_num_si();
        Shift = Shift ? std::max(*Shift, Needed) : Needed;
      }
    Shifts.push_back(Shift.value_or(0));
    for (unsigned N = 0; N < G.Nests.size(); ++N)
      for (isl::map &Dependence : Open[N])
        Dependence = atDistance(Dependence, Loop,
                                G.Nests[N].Shifts[Loop] - Shifts.back());
  }
  return Shifts;
}

/// The loops around the innermost statement of \p N.
unsigned Fuser::depthOf(const Nest &N) const {
  unsigned Depth = 0;
  for (unsigned S : N.Statements)
    Depth = std::max(Depth, loopsOf(K.Statements[S]));
  return Depth;
}

/// Makes \p New the last nest of \p G if that has loops in common with it then.
bool Fuser::join(Group &G, Nest &New) const {
  New.Shifts = shiftsFor(G, New, std::min(G.Depth, New.Loops));
  unsigned Depth = New.Shifts.size(), Least = depthOf(New);
  bool IsShifted = New.isShifted();
  for (const Nest &Earlier : G.Nests) {
    Least = std::min(Least, depthOf(Earlier));
    IsShifted |= Earlier.isShifted();
  }
  // An innermost loop whose parts are shifted would not be vectorised.
  if (IsShifted && Depth >= Least)
    Depth = Least - 1;
  if (Depth == 0)
    return false;
  G.Depth = Depth;
  G.Nests.push_back(std::move(New));
  for (Nest &N : G.Nests)
    N.Shifts.resize(Depth);
  return true;
}

/// Puts \p New into the last group, or in front of it, or into one of its own.
void Fuser::add(Nest New) {
  if (!Groups.empty() && Groups.back().Depth > 0) {
    Group &Last = Groups.back();
    bool IsFree = llvm::none_of(Last.Nests, [&](const Nest &Earlier) {
      return dependsOn(New, Earlier);
    });
    if (New.Loops == 0 && IsFree) {
      Groups.insert(Groups.end() - 1, Group{{std::move(New)}, 0});
      return;
    }
    if (New.Loops > 0 && join(Last, New))
      return;
  }
  New.Shifts.assign(New.Loops, 0);
  unsigned Loops = New.Loops;
  Groups.push_back(Group{{std::move(New)}, Loops});
}

isl::map Fuser::timeOf(unsigned Stmt, unsigned Number, const Group &G,
                       unsigned Position) const {
  const Statement &S = K.Statements[Stmt];
  isl::pw_multi_aff Old = isl::pw_multi_aff::from_map(S.Schedule);
  unsigned Times = K.timeDims(), Depth = G.Nests.size() > 1 ? G.Depth : 0;
  auto Constant = [&](long Value) {
    return isl::pw_aff(S.Domain, isl::val(K.ctx(), Value));
  };
  isl::map Result = isl::map::from_pw_aff(Constant(Number));
  auto Append = [&](const isl::pw_aff &Time) {
    Result = Result.flat_range_product(isl::map::from_pw_aff(Time));
  };
  for (unsigned Loop = 0; Loop < Depth; ++Loop) {
    isl::pw_aff Iterator(isl::aff::var_on_domain(
        isl::local_space(S.Domain.get_space()), isl::dim::set, Loop));
    if (Loop > 0)
      Append(Constant(0));
    Append(Iterator.add(Constant(G.Nests[Position].Shifts[Loop])));
  }
  if (Depth > 0)
    Append(Constant(Position));
  for (unsigned Dim = Depth > 0 ? 2 * Depth : 1; Dim < Times; ++Dim)
    Append(Old.at(Dim));
  if (Depth == 0)
    Append(Constant(0));
  return Result.intersect_domain(S.Domain);
}

std::optional<FusedSchedule> Fuser::run() {
  if (llvm::any_of(K.Statements,
                   [](const Statement &S) { return !S.OnlyWrites; }) ||
      !findNests())
    return std::nullopt;
  for (const Nest &N : Nests)
    add(N);
  FusedSchedule Result;
  Result.Schedules.resize(K.Statements.size());
  for (unsigned G = 0; G < Groups.size(); ++G) {
    Result.FusedNests += Groups[G].Nests.size() - 1;
    for (unsigned N = 0; N < Groups[G].Nests.size(); ++N)
      for (unsigned S : Groups[G].Nests[N].Statements)
        Result.Schedules[S] = timeOf(S, G, Groups[G], N);
  }
  if (Result.FusedNests == 0)
    return std::nullopt;
  // Statements of which nothing is left.
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    if (Result.Schedules[S].is_null())
      Result.Schedules[S] = isl::map::from_domain(K.Statements[S].Domain)
                                .add_dims(isl::dim::out, K.timeDims() + 1);
  return Result;
}

} // namespace

std::optional<FusedSchedule> smolly::fuseNests(const Kernel &K,
                                               unsigned long MaxOperations) {
  IslBudget Budget(K.ctx(), MaxOperations);
  auto Result = Fuser(K).run();
  if (!Result || Budget.exceeded() ||
      llvm::any_of(Result->Schedules,
                   [](const isl::map &Map) { return Map.is_null(); }))
    return std::nullopt;
  return Result;
}
