//===- FirstInstances.cpp - The beginning of an execution -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements FirstInstances.h. Instances are counted by the boxes around their
/// times, of which there are at least as many.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/FirstInstances.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/Range.h"
#include "smolly/Storage/MappingChecker.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/val.h"
#include <cmath>

using namespace smolly;

namespace {
/// Of each statement that has any: { Time[] }, without parameters.
using TimeSets = std::vector<isl::set>;
} // namespace

/// { Time[] } with dimension \p Dim at most \p Bound.
static isl::set upTo(const isl::set &Times, unsigned Dim, double Bound) {
  return isl::manage(isl_set_upper_bound_val(
      Times.copy(), isl_dim_set, Dim,
      isl_val_int_from_si(isl_set_get_ctx(Times.get()), std::lrint(Bound))));
}

/// The range of dimension \p Dim over all \p Times.
static std::optional<Range> rangeOfAll(const TimeSets &Times, unsigned Dim) {
  std::optional<Range> All;
  for (const isl::set &T : Times) {
    std::optional<Range> Own = rangeOf(T, Dim);
    if (!Own)
      return std::nullopt;
    All = All ? hullOf(*All, *Own) : *Own;
  }
  return All;
}

/// How many instances have dimension \p Dim at most \p Bound; infinite if that
/// is not known.
static double countUpTo(const TimeSets &Times, unsigned Dim, double Bound) {
  double Count = 0;
  for (const isl::set &T : Times) {
    isl::set Part = upTo(T, Dim, Bound);
    if (isEmpty(Part).is_true())
      continue;
    double Box = 1;
    int Dims = isl_set_dim(Part.get(), isl_dim_set);
    for (int I = 0; I < Dims; ++I) {
      std::optional<Range> Own = rangeOf(Part, I);
      Box *= Own ? lengthOf(*Own) : INFINITY;
    }
    Count += Box;
  }
  return Count;
}

/// { Time[] }: the first of \p Times, at most \p Most, if all of the Times have
/// some among them. Later dimensions are cut at the first value of earlier
/// ones.
static std::optional<isl::set> firstTimes(TimeSets Times, double Most) {
  if (Times.empty())
    return std::nullopt;
  isl::set First = isl::set::universe(Times.front().get_space());
  unsigned Dims = isl_set_dim(First.get(), isl_dim_set);
  for (unsigned Dim = 0; Dim < Dims; ++Dim) {
    std::optional<Range> All = rangeOfAll(Times, Dim);
    if (!All)
      return std::nullopt;
    auto [Low, High] = *All;
    bool Fits = countUpTo(Times, Dim, Low) <= Most;
    // The last bound below which there are few enough lies in [Low, High).
    while (Fits && Low + 1 < High) {
      double Middle = std::floor((Low + High) / 2);
      (countUpTo(Times, Dim, Middle) <= Most ? Low : High) = Middle;
    }
    First = upTo(First, Dim, Low);
    for (isl::set &T : Times) {
      T = upTo(T, Dim, Low);
      if (!isEmpty(T).is_false())
        return std::nullopt;
    }
    if (Fits)
      return First;
  }
  return std::nullopt;
}

std::optional<Kernel>
smolly::firstInstances(const Kernel &K,
                       const std::map<std::string, long> &Parameters,
                       unsigned long Most) {
  IslBudget Quiet(K.ctx(), 0);
  TimeSets Times;
  for (const Statement &S : K.Statements) {
    isl::set Own = S.Schedule.intersect_domain(S.Domain).range();
    Own = atParameters(Own, Parameters);
    if (!isEmpty(Own).is_true())
      Times.push_back(Own);
  }
  std::optional<isl::set> First = firstTimes(Times, double(Most));
  if (!First)
    return std::nullopt;
  Kernel Result = K;
  for (Statement &S : Result.Statements) {
    S.Schedule = S.Schedule.intersect_range(*First);
    S.Domain = S.Domain.intersect(S.Schedule.domain());
    if (S.Domain.is_null())
      return std::nullopt;
    for (Access &A : S.Accesses)
      A.Relation = A.Relation.intersect_domain(S.Domain);
  }
  for (Array &A : Result.Arrays)
    A.LiveOut = isl::set::empty(A.LiveOut.get_space());
  return Result;
}
