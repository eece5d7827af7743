//===- LoopNests.cpp - Nests and what is between them ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements LoopNests.h.
///
//===----------------------------------------------------------------------===//

#include "LoopNests.h"
#include "smolly/Kernel/CompactTimes.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/Strides.h"
#include "smolly/Storage/ParameterPoint.h"
#include "smolly/Storage/SmallSizes.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

namespace {

/// Numbers in a row, and the loop behind them; null behind the last ones.
struct TimeStep {
  std::vector<long> Numbers;
  isl::pw_aff Loop;
};

/// Takes schedules apart. Statements that have all numbers in front of a
/// dimension in common have a loop there if one of them has.
class TimeSplitter {
public:
  explicit TimeSplitter(const Kernel &K) : Steps(K.Statements.size()), K(K) {
    for (const Statement &S : K.Statements)
      Times.push_back(isl::pw_multi_aff::from_map(S.Schedule));
  }
  void split(const std::vector<unsigned> &Statements, unsigned Dim);

  /// For each statement.
  std::vector<std::vector<TimeStep>> Steps;

private:
  std::optional<long> numberOf(unsigned Stmt, unsigned Dim) const {
    return numberAt(K.Statements[Stmt].Schedule.range(), Dim);
  }

  const Kernel &K;
  std::vector<isl::pw_multi_aff> Times;
};

} // namespace

void TimeSplitter::split(const std::vector<unsigned> &Statements,
                         unsigned Dim) {
  if (Dim == K.timeDims())
    return;
  std::map<long, std::vector<unsigned>> Parts;
  for (unsigned S : Statements)
    if (auto Number = numberOf(S, Dim))
      Parts[*Number].push_back(S);
    else {
      for (unsigned T : Statements) {
        Steps[T].back().Loop = Times[T].at(Dim);
        Steps[T].emplace_back();
      }
      return split(Statements, Dim + 1);
    }
  for (const auto &[Number, Part] : Parts) {
    for (unsigned S : Part)
      Steps[S].back().Numbers.push_back(Number);
    split(Part, Dim + 1);
  }
}

/// What makes the times out of \p Steps: where several numbers come in a row,
/// their place among all such rows stands for them.
static std::vector<isl::pw_multi_aff>
joinSteps(const Kernel &K, const std::vector<std::vector<TimeStep>> &Steps) {
  size_t Most = 0;
  for (const std::vector<TimeStep> &Own : Steps)
    Most = std::max(Most, Own.size());
  std::vector<isl::pw_multi_aff> Times(K.Statements.size());
  auto Append = [&](unsigned S, const isl::pw_multi_aff &Next) {
    Times[S] = Times[S].is_null() ? Next : Times[S].flat_range_product(Next);
  };
  for (size_t I = 0; I < Most; ++I) {
    std::map<std::vector<long>, long> Places;
    for (const std::vector<TimeStep> &Own : Steps)
      if (I < Own.size())
        Places.try_emplace(Own[I].Numbers);
    long Place = 0;
    for (auto &Entry : Places)
      Entry.second = Place++;
    for (unsigned S = 0; S < Steps.size(); ++S) {
      bool IsThere = I < Steps[S].size();
      isl::pw_aff Zero(K.Statements[S].Domain, isl::val::zero(K.ctx()));
      long Number = IsThere ? Places[Steps[S][I].Numbers] : 0;
      Append(S, Zero.add_constant(Number));
      if (I + 1 < Most)
        Append(S, IsThere && !Steps[S][I].Loop.is_null() ? Steps[S][I].Loop
                                                         : Zero);
    }
  }
  return Times;
}

Kernel smolly::withAlternatingTimes(const Kernel &K) {
  TimeSplitter Splitter(K);
  std::vector<unsigned> All;
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    Splitter.Steps[S].emplace_back();
    if (isEmpty(K.Statements[S].Domain).is_false())
      All.push_back(S);
  }
  Splitter.split(All, 0);
  // What is at the end of shorter times counts as 0 everywhere.
  for (std::vector<TimeStep> &Own : Splitter.Steps)
    for (TimeStep &Step : Own)
      while (!Step.Numbers.empty() && Step.Numbers.back() == 0)
        Step.Numbers.pop_back();
  std::vector<isl::pw_multi_aff> Times = joinSteps(K, Splitter.Steps);
  Kernel Result = K;
  for (unsigned S = 0; S < Times.size(); ++S)
    Result.Statements[S].Schedule =
        Times[S].as_map().intersect_domain(K.Statements[S].Domain);
  return Result;
}

/// Whether dimension \p Time of \p Schedule is iterator \p Loop.
static bool isLoop(const isl::map &Schedule, unsigned Time, unsigned Loop) {
  isl::map Same = isl::manage(
      isl_map_equate(isl_map_universe(isl_map_get_space(Schedule.get())),
                     isl_dim_in, Loop, isl_dim_out, Time));
  return isSubset(Schedule, Same).is_true();
}

static unsigned loopsOf(const Statement &S) {
  return isl_set_dim(S.Domain.get(), isl_dim_set);
}

unsigned LoopNests::commonLoops(const std::vector<unsigned> &Statements) const {
  unsigned Loops = ~0u;
  for (unsigned S : Statements)
    Loops = std::min(Loops, loopsOf(K.Statements[S]));
  for (unsigned Loop = Depth; Loop < Loops; ++Loop) {
    std::optional<long> Between;
    for (unsigned S : Statements) {
      const isl::map &Schedule = K.Statements[S].Schedule;
      auto Position = numberAt(Schedule.range(), 2 * Loop);
      if (!Position || (Between && *Between != *Position) ||
          !isLoop(Schedule, 2 * Loop + 1, Loop))
        return Loop - Depth;
      Between = Position;
    }
  }
  return Loops - Depth;
}

/// Whether loop number \p Loop around \p S has few iterations, with small sizes
/// as at \p Usual, and they have no element of their own to write to, as in a
/// sum over a window.
static bool isWindow(const Statement &S, unsigned Loop,
                     const ParameterPoint &Usual) {
  constexpr unsigned MostElements = 64;
  return hasFewAt(Usual.fix(S.Domain), Loop, MostElements) &&
         llvm::none_of(S.Accesses, [&](const Access &A) {
           isl::map Element = A.Relation.gist_domain(S.Domain);
           return A.isWrite() &&
                  isl_map_involves_dims(Element.get(), isl_dim_in, Loop, 1) !=
                      isl_bool_false;
         });
}

void LoopNests::findInnermost() {
  ParameterPoint Usual(K.Context, assumedSizes(K), K.Cases);
  for (LoopNest &N : Nests)
    for (unsigned S : N.Statements) {
      unsigned Loops = loopsOf(K.Statements[S]) - Depth;
      N.Deepest = std::max(N.Deepest, Loops);
      while (Loops > std::max(1u, N.Innermost) &&
             isWindow(K.Statements[S], Depth + Loops - 1, Usual))
        --Loops;
      N.Innermost = std::max(N.Innermost, Loops);
    }
}

std::optional<LoopNests>
LoopNests::find(const Kernel &K, const std::vector<unsigned> &Statements,
                unsigned Depth) {
  LoopNests Result(K, Depth);
  std::vector<std::pair<long, unsigned>> Order;
  for (unsigned S : Statements) {
    if (isEmpty(K.Statements[S].Domain).is_true())
      continue;
    auto Position = numberAt(K.Statements[S].Schedule.range(), 2 * Depth);
    if (!Position)
      return std::nullopt;
    Order.push_back({*Position, S});
  }
  llvm::sort(Order);
  std::vector<LoopNest> &Nests = Result.Nests;
  for (unsigned I = 0; I < Order.size(); ++I) {
    if (I == 0 || Order[I].first != Order[I - 1].first)
      Nests.emplace_back();
    Nests.back().Statements.push_back(Order[I].second);
  }
  for (unsigned I = 0; I < Nests.size(); ++I)
    Nests[I].Number = I;
  for (LoopNest &N : Nests) {
    N.Loops = Result.commonLoops(N.Statements);
    N.Repeats = N.Loops > 0 && llvm::any_of(N.Statements, [&](unsigned S) {
                  return !numberAt(K.Statements[S].Domain, Depth);
                });
  }
  Result.findInnermost();
  return Result;
}

const std::vector<NestDependence> &LoopNests::dependences(const LoopNest &From,
                                                          const LoopNest &To) {
  auto [Place, IsNew] = Known.try_emplace({From.Number, To.Number});
  std::vector<NestDependence> &Result = Place->second;
  if (!IsNew)
    return Result;
  auto Add = [&](unsigned S, unsigned T, isl::map Pairs, bool IsFlow) {
    Pairs = Pairs.intersect_params(K.Context);
    for (unsigned Loop = 0; Loop < Depth; ++Loop)
      Pairs = isl::manage(
          isl_map_equate(Pairs.release(), isl_dim_in, Loop, isl_dim_out, Loop));
    if (!isEmpty(Pairs).is_true())
      Result.push_back({S, T, Pairs, IsFlow});
  };
  for (unsigned S : From.Statements)
    for (unsigned T : To.Statements) {
      const Statement &First = K.Statements[S], &Second = K.Statements[T];
      if (!First.mayMove() && !Second.mayMove())
        Add(S, T, isl::map::from_domain_and_range(First.Domain, Second.Domain),
            /*IsFlow=*/false);
      for (const Access &A : First.Accesses)
        for (const Access &B : Second.Accesses)
          if (A.Array == B.Array && (A.isWrite() || B.isWrite()))
            Add(S, T, A.Relation.apply_range(B.Relation.reverse()),
                A.isWrite() && B.isRead());
    }
  return Result;
}

isl::map LoopNests::timeOf(unsigned Stmt, unsigned Loop,
                           const LoopTime &Time) const {
  const isl::set &Domain = K.Statements[Stmt].Domain;
  if (!Time.Once.is_null())
    return isl::manage(
        isl_map_from_domain_and_range(Domain.copy(), Time.Once.copy()));
  isl::pw_aff Iterator(isl::aff::var_on_domain(
      isl::local_space(Domain.get_space()), isl::dim::set, Depth + Loop));
  isl::pw_aff Scale(Domain, isl::val(K.ctx(), Time.Scale));
  isl::pw_aff Scaled = Iterator.mul(Scale);
  if (Time.isShifted())
    Scaled =
        Scaled.add(isl::pw_aff(Time.Shift).insert_domain(Domain.get_space()));
  return isl::map::from_pw_aff(Scaled);
}
