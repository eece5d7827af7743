//===- Emptiness.cpp - Whether sets are empty -----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Emptiness.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/SDBM/IslQuestions.h"
#include "isl/point.h"
#include "isl/val.h"
#include <chrono>
#include <optional>

using namespace smolly;

/// The edges that may be visited for one question.
static constexpr unsigned long MaxSteps = 20'000;
/// Of a point.
static constexpr long MaxCoordinate = 1L << 40;

static thread_local EmptinessScope *Current = nullptr;

QuestionListener::~QuestionListener() = default;

EmptinessScope::EmptinessScope(EmptinessMode Mode)
    : Mode(Mode), Outer(Current) {
  Current = this;
}

EmptinessScope::~EmptinessScope() { Current = Outer; }

namespace smolly {

/// One question, asked both if need be.
class EmptinessQuestion {
public:
  static sdbm::IslQuestions &fast() {
    static thread_local sdbm::IslQuestions Questions(MaxSteps);
    return Questions;
  }
  static EmptinessMode mode() {
    return Current ? Current->Mode : EmptinessMode::Fast;
  }

  /// The answer of \p Fast if it has one, else of \p Slow. What \p Read
  /// gives is told to those who listen.
  template <typename FastFn, typename SlowFn, typename ReadFn>
  static isl::boolean ask(FastFn Fast, SlowFn Slow, ReadFn Read) {
    tell(Read);
    std::optional<bool> Answer;
    if (mode() != EmptinessMode::Isl)
      Answer = Fast();
    if (Current)
      ++(Answer ? Current->Counts.Fast : Current->Counts.Slow);
    if (!Answer)
      return Slow();
    check(*Answer, Slow);
    return isl::boolean(*Answer);
  }

  /// The answer of \p Fast, if it has one.
  template <typename FastFn, typename SlowFn, typename ReadFn>
  static bool askFast(FastFn Fast, SlowFn Slow, ReadFn Read) {
    if (mode() == EmptinessMode::Isl)
      return false;
    tell(Read);
    std::optional<bool> Answer = Fast();
    if (!Answer)
      return false;
    if (Current)
      ++Current->Counts.Fast;
    check(*Answer, Slow);
    return *Answer;
  }

  /// Adds the time of its life to \p Seconds of the scope, if that is measured;
  /// one inside another does nothing.
  class Timer {
  public:
    explicit Timer(double EmptinessCounts::*Seconds = &EmptinessCounts::Seconds)
        : Scope(Current && Current->IsTimed ? Current : nullptr),
          Seconds(Seconds) {
      if (!Scope)
        return;
      Scope->IsTimed = false;
      Begin = std::chrono::steady_clock::now();
    }
    ~Timer() {
      if (!Scope)
        return;
      std::chrono::duration<double> Spent =
          std::chrono::steady_clock::now() - Begin;
      Scope->Counts.*Seconds += Spent.count();
      Scope->IsTimed = true;
    }
    Timer(const Timer &) = delete;
    Timer &operator=(const Timer &) = delete;

  private:
    EmptinessScope *Scope;
    double EmptinessCounts::*Seconds;
    std::chrono::steady_clock::time_point Begin;
  };

private:
  template <typename ReadFn> static void tell(ReadFn Read) {
    if (!Current || Current->Listeners.empty())
      return;
    std::optional<sdbm::Question> Q = Read();
    for (QuestionListener *L : Current->Listeners)
      L->asked(Q ? &*Q : nullptr);
  }
  template <typename SlowFn> static void check(bool Answer, SlowFn Slow) {
    if (mode() != EmptinessMode::Check)
      return;
    isl::boolean Other = Slow();
    Current->Counts.Mistakes += Answer ? Other.is_false() : Other.is_true();
  }
};

} // namespace smolly

static std::optional<bool> known(sdbm::Emptiness Answer) {
  if (Answer == sdbm::Emptiness::Unknown)
    return std::nullopt;
  return Answer == sdbm::Emptiness::Empty;
}

static std::optional<bool> known(sdbm::Truth Answer) {
  if (Answer == sdbm::Truth::Unknown)
    return std::nullopt;
  return Answer == sdbm::Truth::Yes;
}

using Kind = sdbm::Question::Kind;

template <typename T> static auto emptyQuestion(const T &Set) {
  return [&] { return known(EmptinessQuestion::fast().isEmpty(Set)); };
}
template <typename T> static auto disjointQuestion(const T &A, const T &B) {
  return [&] { return known(EmptinessQuestion::fast().isDisjoint(A, B)); };
}
template <typename T> static auto reader(Kind What, const T &A, const T &B) {
  return [&, What] { return sdbm::IslQuestions::read(What, A, B); };
}
template <typename T> static auto emptyReader(const T &Set) {
  return [&] { return sdbm::IslQuestions::read(Kind::Empty, Set, T()); };
}

template <typename T> static isl::boolean askEmpty(const T &Set) {
  EmptinessQuestion::Timer Time;
  return EmptinessQuestion::ask(
      emptyQuestion(Set), [&] { return Set.is_empty(); }, emptyReader(Set));
}

template <typename T> static isl::boolean askDisjoint(const T &A, const T &B) {
  EmptinessQuestion::Timer Time;
  return EmptinessQuestion::ask(
      disjointQuestion(A, B), [&] { return A.is_disjoint(B); },
      reader(Kind::Disjoint, A, B));
}

template <typename T> static isl::boolean askSubset(const T &A, const T &B) {
  EmptinessQuestion::Timer Time;
  return EmptinessQuestion::ask(
      [&] { return known(EmptinessQuestion::fast().isSubset(A, B)); },
      [&] { return A.is_subset(B); }, reader(Kind::Subset, A, B));
}

EmptinessMode smolly::emptinessMode() { return EmptinessQuestion::mode(); }

bool smolly::areSurelyIndependent(const isl::map &A, const isl::map &B,
                                  const isl::map &Order) {
  EmptinessQuestion::Timer Time(&EmptinessCounts::SecondsOfMore);
  auto Common = [&] { return A.apply_range(B.reverse()).intersect(Order); };
  return EmptinessQuestion::askFast(
      [&] {
        return known(EmptinessQuestion::fast().areIndependent(A, B, Order));
      },
      [&] { return Common().is_empty(); },
      [&] { return sdbm::IslQuestions::read(Kind::Empty, Common(), {}); });
}

isl::boolean smolly::isEmpty(const isl::set &Set) { return askEmpty(Set); }
isl::boolean smolly::isEmpty(const isl::map &Map) { return askEmpty(Map); }

isl::boolean smolly::isDisjoint(const isl::set &A, const isl::set &B) {
  return askDisjoint(A, B);
}
isl::boolean smolly::isDisjoint(const isl::map &A, const isl::map &B) {
  return askDisjoint(A, B);
}

isl::boolean smolly::isSubset(const isl::set &A, const isl::set &B) {
  return askSubset(A, B);
}
isl::boolean smolly::isSubset(const isl::map &A, const isl::map &B) {
  return askSubset(A, B);
}

/// The coordinate, if it is a number of usual size.
static std::optional<long> coordinate(isl_point *P, isl_dim_type Type, int I) {
  isl::val V = isl::manage(isl_point_get_coordinate_val(P, Type, I));
  if (isl_val_is_int(V.get()) != isl_bool_true ||
      isl_val_cmp_si(V.get(), MaxCoordinate) > 0 ||
      isl_val_cmp_si(V.get(), -MaxCoordinate) < 0)
    return std::nullopt;
  return V.get_num_si();
}

Witness::Witness(const isl::set &Set) : Whole(Set) {
  if (emptinessMode() == EmptinessMode::Isl)
    return;
  isl_point *P = isl_set_sample_point(Set.copy());
  if (isl_point_is_void(P) == isl_bool_false)
    Point.push_back(0);
  for (isl_dim_type Type : {isl_dim_param, isl_dim_set})
    for (int I = 0, E = isl_set_dim(Set.get(), Type); I < E && !Point.empty();
         ++I) {
      if (std::optional<long> Value = coordinate(P, Type, I))
        Point.push_back(*Value);
      else
        Point.clear();
    }
  isl_point_free(P);
}

bool Witness::isOutside(const isl::set &Other) const {
  EmptinessQuestion::Timer Time;
  if (Point.empty())
    return false;
  return EmptinessQuestion::askFast(
      [&]() -> std::optional<bool> {
        if (EmptinessQuestion::fast().excludes(Other, Point))
          return true;
        return std::nullopt;
      },
      [&] { return isl::boolean(!Whole.is_subset(Other).is_true()); },
      [&] { return sdbm::IslQuestions::read(Kind::Subset, Whole, Other); });
}

/// The disjuncts of \p Map, in the order in which they are read.
static std::vector<isl::basic_map> disjunctsOf(const isl::map &Map) {
  std::vector<isl::basic_map> Result;
  Map.foreach_basic_map([&](isl::basic_map B) {
    Result.push_back(std::move(B));
    return isl::stat::ok();
  });
  return Result;
}

/// Whether SDBMs show that two disjuncts, which were read if they can be, have
/// nothing in common. Where they do not, isl is not asked, except by those who
/// ask both: an empty disjunct does no harm, and to find it costs more than it
/// saves.
static bool areSurelyDisjoint(const isl::basic_map &A, const isl::basic_map &B,
                              const std::optional<sdbm::Rows> &RowsA,
                              const std::optional<sdbm::Rows> &RowsB,
                              unsigned Parameters) {
  if (!RowsA || !RowsB)
    return false;
  EmptinessQuestion::Timer Time(&EmptinessCounts::SecondsOfMore);
  return EmptinessQuestion::askFast(
      [&] {
        return known(EmptinessQuestion::fast().isDisjoint(*RowsA, *RowsB));
      },
      [&] { return A.intersect(B).is_empty(); },
      [&]() -> std::optional<sdbm::Question> {
        if (RowsA->isTooLarge() || RowsB->isTooLarge())
          return std::nullopt;
        return sdbm::Question{Kind::Disjoint,
                              Parameters,
                              RowsA->variables() - Parameters,
                              {*RowsA},
                              {*RowsB}};
      });
}

/// The union of all, in \p Space, by pairs: isl sorts both sides of each.
/// Complexity: O(n log n) polyhedra are sorted.
static isl::map unionOf(std::vector<isl::map> Maps, const isl::space &Space) {
  if (Maps.empty())
    return isl::map::empty(Space);
  for (size_t Left = Maps.size(); Left > 1; Left = (Left + 1) / 2)
    for (size_t I = 0; I < Left; I += 2)
      Maps[I / 2] = I + 1 < Left ? Maps[I].unite(Maps[I + 1]) : Maps[I];
  return Maps.front();
}

isl::map smolly::intersection(const isl::map &A, const isl::map &B) {
  isl_size Parameters = isl_map_dim(A.get(), isl_dim_param);
  if (EmptinessQuestion::mode() == EmptinessMode::Isl || Parameters < 0 ||
      !isl_space_is_equal(A.get_space().get(), B.get_space().get()))
    return A.intersect(B);
  sdbm::IslQuestions &Fast = EmptinessQuestion::fast();
  auto RowsA = Fast.readDisjuncts(A), RowsB = Fast.readDisjuncts(B);
  std::vector<isl::basic_map> First = disjunctsOf(A), Second = disjunctsOf(B);
  if (RowsA.size() != First.size() || RowsB.size() != Second.size())
    return A.intersect(B);
  std::vector<isl::map> Pairs;
  for (unsigned I = 0; I < First.size(); ++I)
    for (unsigned J = 0; J < Second.size(); ++J) {
      if (!countOperation(A.ctx()))
        return {};
      if (!areSurelyDisjoint(First[I], Second[J], RowsA[I], RowsB[J],
                             Parameters))
        Pairs.emplace_back(First[I].intersect(Second[J]));
    }
  return unionOf(std::move(Pairs), A.get_space());
}
