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
/// What an answer counts in isl's operations: as many as isl would take, in the
/// mean of our kernels, so that what is found within a budget does not depend
/// on who answers.
static constexpr unsigned OperationsSaved = 24;
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

/// \p Answer of SDBMs, counted as if isl had given it. Those who ask both have
/// isl's operations counted anyway.
static std::optional<bool> counted(std::optional<bool> Answer, isl::ctx Ctx) {
  if (Answer && EmptinessQuestion::mode() == EmptinessMode::Fast)
    for (unsigned I = 0; I < OperationsSaved && countOperation(Ctx); ++I) {
    }
  return Answer;
}

template <typename T> static auto emptyQuestion(const T &Set) {
  return [&] {
    return counted(known(EmptinessQuestion::fast().isEmpty(Set)), Set.ctx());
  };
}
template <typename T> static auto disjointQuestion(const T &A, const T &B) {
  return [&] {
    return counted(known(EmptinessQuestion::fast().isDisjoint(A, B)), A.ctx());
  };
}
template <typename T> static auto subsetQuestion(const T &A, const T &B) {
  return [&] {
    return counted(known(EmptinessQuestion::fast().isSubset(A, B)), A.ctx());
  };
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
      subsetQuestion(A, B), [&] { return A.is_subset(B); },
      reader(Kind::Subset, A, B));
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

/// The rows of the \p Count disjuncts of \p Map, where SDBMs are to be used and
/// can be.
static std::vector<std::optional<sdbm::Rows>> rowsOf(const isl::map &Map,
                                                     size_t Count) {
  std::vector<std::optional<sdbm::Rows>> Result;
  if (EmptinessQuestion::mode() != EmptinessMode::Isl)
    Result = sdbm::IslQuestions::readDisjuncts(Map);
  if (Result.size() != Count)
    Result.assign(Count, std::nullopt);
  return Result;
}

/// The intersection of two disjuncts, which were read if they can be; none if
/// it is empty, null for an error.
static std::optional<isl::basic_map>
intersectionOf(const isl::basic_map &A, const isl::basic_map &B,
               const std::optional<sdbm::Rows> &RowsA,
               const std::optional<sdbm::Rows> &RowsB, unsigned Parameters) {
  EmptinessQuestion::Timer Time;
  isl::basic_map Both;
  isl::boolean IsEmpty = EmptinessQuestion::ask(
      [&]() -> std::optional<bool> {
        if (!RowsA || !RowsB)
          return std::nullopt;
        return known(EmptinessQuestion::fast().isDisjoint(*RowsA, *RowsB));
      },
      [&] {
        Both = A.intersect(B);
        return Both.is_empty();
      },
      [&]() -> std::optional<sdbm::Question> {
        if (!RowsA || !RowsB || RowsA->isTooLarge() || RowsB->isTooLarge())
          return std::nullopt;
        return sdbm::Question{Kind::Disjoint,
                              Parameters,
                              RowsA->variables() - Parameters,
                              {*RowsA},
                              {*RowsB}};
      });
  if (IsEmpty.is_true())
    return std::nullopt;
  return Both.is_null() ? A.intersect(B) : Both;
}

isl::map smolly::unionOf(std::vector<isl::map> Maps, const isl::space &Space) {
  if (Maps.empty())
    return isl::map::empty(Space);
  for (size_t Left = Maps.size(); Left > 1; Left = (Left + 1) / 2)
    for (size_t I = 0; I < Left; I += 2)
      Maps[I / 2] = I + 1 < Left ? Maps[I].unite(Maps[I + 1]) : Maps[I];
  return Maps.front();
}

isl::map smolly::intersection(const isl::map &A, const isl::map &B) {
  isl_size Parameters = isl_map_dim(A.get(), isl_dim_param);
  if (Parameters < 0 ||
      !isl_space_is_equal(A.get_space().get(), B.get_space().get()))
    return A.intersect(B);
  std::vector<isl::basic_map> First = disjunctsOf(A), Second = disjunctsOf(B);
  std::vector<std::optional<sdbm::Rows>> RowsA = rowsOf(A, First.size()),
                                         RowsB = rowsOf(B, Second.size());
  std::vector<isl::map> Pairs;
  for (unsigned I = 0; I < First.size(); ++I)
    for (unsigned J = 0; J < Second.size(); ++J) {
      if (!countOperation(A.ctx()))
        return {};
      std::optional<isl::basic_map> Both =
          intersectionOf(First[I], Second[J], RowsA[I], RowsB[J], Parameters);
      if (Both && Both->is_null())
        return {};
      if (Both)
        Pairs.emplace_back(*Both);
    }
  return unionOf(std::move(Pairs), A.get_space());
}
