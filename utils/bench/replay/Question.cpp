//===- Question.cpp - Questions asked of isl and of SDBMs -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Replay.h but for Presburger.cpp.
///
//===----------------------------------------------------------------------===//

#include "Replay.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/SDBM/IslQuestions.h"
#include "llvm/ADT/SmallVector.h"

using namespace smolly;
using namespace smolly::replay;
using Kind = sdbm::Question::Kind;

/// For one question, of isl and of SDBMs.
static constexpr unsigned long MaxOperations = 1'000'000, MaxSteps = 20'000;

std::optional<IslQuestion> replay::parse(isl::ctx Ctx, llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 3> Parts;
  Text.split(Parts, '\t');
  for (Kind What : {Kind::Empty, Kind::Disjoint, Kind::Subset}) {
    if (Parts[0] != sdbm::nameOf(What) ||
        Parts.size() != (What == Kind::Empty ? 2 : 3))
      continue;
    IslQuestion Q{What, isl::set(Ctx, Parts[1].str()), {}};
    if (Parts.size() == 3)
      Q.B = isl::set(Ctx, Parts[2].str());
    if (Q.A.is_null() || (Parts.size() == 3 && Q.B.is_null()))
      return std::nullopt;
    return Q;
  }
  return std::nullopt;
}

static std::optional<bool> known(isl::boolean Answer) {
  if (Answer.is_error())
    return std::nullopt;
  return Answer.is_true();
}

static std::optional<bool> known(sdbm::Truth Answer) {
  if (Answer == sdbm::Truth::Unknown)
    return std::nullopt;
  return Answer == sdbm::Truth::Yes;
}

Timed replay::askIsl(const IslQuestion &Q) {
  IslBudget Budget(Q.A.ctx(), MaxOperations);
  return timed([&] {
    switch (Q.What) {
    case Kind::Empty:
      return known(Q.A.is_empty());
    case Kind::Disjoint:
      return known(Q.A.is_disjoint(Q.B));
    case Kind::Subset:
      break;
    }
    return known(Q.A.is_subset(Q.B));
  });
}

Timed replay::askFromIsl(const IslQuestion &Q) {
  static sdbm::IslQuestions Questions(MaxSteps);
  return timed([&] {
    switch (Q.What) {
    case Kind::Empty:
      return known(sdbm::isEmpty(Questions.isEmpty(Q.A)));
    case Kind::Disjoint:
      return known(Questions.isDisjoint(Q.A, Q.B));
    case Kind::Subset:
      break;
    }
    return known(Questions.isSubset(Q.A, Q.B));
  });
}

static std::optional<std::vector<sdbm::SDBM>>
readAll(std::vector<sdbm::Rows> &Union) {
  std::vector<sdbm::SDBM> Result(Union.size());
  for (unsigned I = 0; I < Union.size(); ++I)
    if (!Union[I].read(sdbm::Purpose::Set, Result[I]))
      return std::nullopt;
  return Result;
}

/// Yes if \p Test says so of all of \p Union.
template <typename T, typename Fn>
static sdbm::Truth all(const std::vector<T> &Union, Fn Test) {
  sdbm::Truth Result = sdbm::Truth::Yes;
  for (const T &Part : Union) {
    sdbm::Truth One = Test(Part);
    if (One == sdbm::Truth::No)
      return One;
    if (One == sdbm::Truth::Unknown)
      Result = One;
  }
  return Result;
}

/// Yes if it is within one of \p B, No only if that is all there is.
static sdbm::Truth isWithin(const sdbm::SDBM &A,
                            const std::vector<sdbm::SDBM> &B,
                            const sdbm::NormalFormLimits &Limits) {
  sdbm::Truth Last = sdbm::Truth::Unknown;
  for (const sdbm::SDBM &Part : B) {
    Last = sdbm::isSubset(A, Part, Limits);
    if (Last == sdbm::Truth::Yes)
      return Last;
  }
  return B.size() == 1 ? Last : sdbm::Truth::Unknown;
}

std::optional<Timed> replay::askSdbms(sdbm::Question &Q) {
  static sdbm::Solver Solver(MaxSteps);
  sdbm::NormalFormLimits Limits;
  Limits.MaxSteps = MaxSteps;
  auto A = readAll(Q.A), B = readAll(Q.B);
  if (!A || !B)
    return std::nullopt;
  auto IsEmpty = [&](const sdbm::SDBM &System) {
    return sdbm::isEmpty(Solver.solve(System));
  };
  return timed([&] {
    switch (Q.What) {
    case Kind::Empty:
      return known(all(*A, IsEmpty));
    case Kind::Disjoint:
      return known(all(*A, [&](const sdbm::SDBM &First) {
        return all(*B, [&](const sdbm::SDBM &Second) {
          return IsEmpty(sdbm::intersection(First, Second));
        });
      }));
    case Kind::Subset:
      break;
    }
    return known(all(*A, [&](const sdbm::SDBM &First) {
      return isWithin(First, *B, Limits);
    }));
  });
}
