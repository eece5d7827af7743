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
#include <optional>

using namespace smolly;

/// The edges that may be visited for one question.
static constexpr unsigned long MaxSteps = 20'000;

static thread_local EmptinessScope *Current = nullptr;

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

  /// The answer of \p Fast if it has one, else of \p Slow.
  template <typename FastFn, typename SlowFn>
  static isl::boolean ask(FastFn Fast, SlowFn Slow) {
    std::optional<bool> Answer;
    if (mode() != EmptinessMode::Isl)
      Answer = Fast();
    if (Current)
      ++(Answer ? Current->Counts.Fast : Current->Counts.Slow);
    if (!Answer)
      return Slow();
    if (mode() == EmptinessMode::Check) {
      isl::boolean Other = Slow();
      Current->Counts.Mistakes += *Answer ? Other.is_false() : Other.is_true();
    }
    return isl::boolean(*Answer);
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

template <typename T> static isl::boolean askEmpty(const T &Set) {
  return EmptinessQuestion::ask(
      [&] { return known(EmptinessQuestion::fast().isEmpty(Set)); },
      [&] { return Set.is_empty(); });
}

template <typename T> static isl::boolean askDisjoint(const T &A, const T &B) {
  return EmptinessQuestion::ask(
      [&] { return known(EmptinessQuestion::fast().isDisjoint(A, B)); },
      [&] { return A.is_disjoint(B); });
}

template <typename T> static isl::boolean askSubset(const T &A, const T &B) {
  return EmptinessQuestion::ask(
      [&] { return known(EmptinessQuestion::fast().isSubset(A, B)); },
      [&] { return A.is_subset(B); });
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

/// The disjuncts of \p Map, in the order in which they are read.
static std::vector<isl::basic_map> disjunctsOf(const isl::map &Map) {
  std::vector<isl::basic_map> Result;
  Map.foreach_basic_map([&](isl::basic_map B) {
    Result.push_back(std::move(B));
    return isl::stat::ok();
  });
  return Result;
}

isl::map smolly::intersection(const isl::map &A, const isl::map &B) {
  if (EmptinessQuestion::mode() == EmptinessMode::Isl ||
      !isl_space_is_equal(A.get_space().get(), B.get_space().get()))
    return A.intersect(B);
  sdbm::IslQuestions &Fast = EmptinessQuestion::fast();
  auto RowsA = Fast.readDisjuncts(A), RowsB = Fast.readDisjuncts(B);
  std::vector<isl::basic_map> First = disjunctsOf(A), Second = disjunctsOf(B);
  if (RowsA.size() != First.size() || RowsB.size() != Second.size())
    return A.intersect(B);
  isl::map Result = isl::map::empty(A.get_space());
  for (unsigned I = 0; I < First.size(); ++I)
    for (unsigned J = 0; J < Second.size(); ++J) {
      if (!countOperation(A.ctx()))
        return {};
      isl::basic_map Both;
      auto Meet = [&] {
        if (Both.is_null())
          Both = First[I].intersect(Second[J]);
        return Both.is_empty();
      };
      isl::boolean IsEmpty = EmptinessQuestion::ask(
          [&] {
            return RowsA[I] && RowsB[J]
                       ? known(Fast.isDisjoint(*RowsA[I], *RowsB[J]))
                       : std::nullopt;
          },
          Meet);
      if (IsEmpty.is_true())
        continue;
      if (Both.is_null())
        Both = First[I].intersect(Second[J]);
      Result = Result.unite(isl::map(Both));
    }
  return Result;
}
