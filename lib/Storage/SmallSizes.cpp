//===- SmallSizes.cpp - Sizes that are small beside others ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements SmallSizes.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/SmallSizes.h"
#include "smolly/Storage/ParameterPoint.h"
#include "isl/constraint.h"
#include "isl/set.h"

using namespace smolly;

/// A filter has about so many coefficients in one direction.
static constexpr long SmallSize = 10;
/// So many times more has to be done with a small size at least, in so large a
/// part of all iterations: where one of many loops begins is none.
static constexpr double LeastGrowth = 2, LeastShare = 0.1;

/// Adds the parameters that are subtracted from others in \p C, `n - 2 * r - i
/// >= 0`, which bounds a loop.
static void addSubtracted(isl_constraint *C, std::set<unsigned> &Result) {
  auto SignOf = [&](isl_dim_type Type, int Dim) {
    isl::val Value =
        isl::manage(isl_constraint_get_coefficient_val(C, Type, Dim));
    return Value.is_null() ? 0 : Value.sgn();
  };
  bool BoundsLoop = false, HasLarger = false;
  for (int I = 0, E = isl_constraint_dim(C, isl_dim_set); I < E; ++I)
    BoundsLoop = BoundsLoop || SignOf(isl_dim_set, I) != 0;
  std::set<unsigned> Negative;
  for (int I = 0, E = isl_constraint_dim(C, isl_dim_param); I < E; ++I) {
    int Sign = SignOf(isl_dim_param, I);
    HasLarger = HasLarger || Sign > 0;
    if (Sign < 0)
      Negative.insert(I);
  }
  if (BoundsLoop && HasLarger)
    Result.merge(Negative);
}

/// The parameters that are subtracted from others in bounds of \p Domain.
static void addSubtracted(const isl::set &Domain, std::set<unsigned> &Result) {
  Domain.foreach_basic_set([&](const isl::basic_set &Part) {
    isl_constraint_list *List = isl_basic_set_get_constraint_list(Part.get());
    for (int I = 0, E = isl_constraint_list_n_constraint(List); I < E; ++I) {
      isl_constraint *C = isl_constraint_list_get_constraint(List, I);
      if (isl_constraint_is_equality(C) == isl_bool_false)
        addSubtracted(C, Result);
      isl_constraint_free(C);
    }
    isl_constraint_list_free(List);
    return isl::stat::ok();
  });
}

/// How many iterations each statement has at \p Point, at most.
static std::vector<double> iterationsAt(const Kernel &K,
                                        const ParameterPoint &Point) {
  std::vector<double> Result;
  for (const Statement &S : K.Statements)
    Result.push_back(Point.boxAround(S.Domain));
  return Result;
}

/// The part of all iterations \p Small that statements have which have hardly
/// any of them at another point, \p Large.
static double shareOf(const std::vector<double> &Small,
                      const std::vector<double> &Large) {
  double All = 0, Grown = 0;
  for (unsigned S = 0; S < Small.size(); ++S) {
    All += Small[S];
    if (Small[S] > Large[S] * LeastGrowth)
      Grown += Small[S];
  }
  return All > 0 ? Grown / All : 0;
}

std::set<std::string> smolly::findSmallSizes(const Kernel &K) {
  std::set<unsigned> Subtracted;
  for (const Statement &S : K.Statements)
    addSubtracted(S.Domain, Subtracted);
  std::map<std::string, long> Small;
  for (unsigned I : Subtracted)
    if (const char *Name =
            isl_set_get_dim_name(K.Context.get(), isl_dim_param, I);
        Name && !K.Cases.count(Name))
      Small.emplace(Name, SmallSize);
  std::set<std::string> Result;
  if (Small.empty())
    return Result;
  std::vector<double> Most =
      iterationsAt(K, ParameterPoint(K.Context, Small, K.Cases));
  for (const auto &[Name, Size] : Small) {
    std::map<std::string, long> Others = Small;
    Others.erase(Name);
    ParameterPoint Point(K.Context, Others, K.Cases);
    if (shareOf(Most, iterationsAt(K, Point)) > LeastShare)
      Result.insert(Name);
  }
  return Result;
}

std::map<std::string, long> smolly::assumedSizes(const Kernel &K) {
  std::map<std::string, long> Result;
  for (const std::string &Name : K.SmallSizes)
    Result.emplace(Name, SmallSize);
  return Result;
}

std::string smolly::describeAssumedSizes(const Kernel &K, long Size) {
  std::string Result =
      ", with " + std::to_string(Size) + " for each size that is not known";
  if (!K.SmallSizes.empty())
    Result += ", but " + std::to_string(SmallSize) + " for small ones";
  return Result;
}
