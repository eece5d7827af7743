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
#include "smolly/Kernel/Constraints.h"
#include "smolly/Kernel/Strides.h"
#include "smolly/Storage/ParameterPoint.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/constraint.h"
#include "isl/set.h"

using namespace smolly;

/// A filter has about so many coefficients in one direction.
static constexpr long SmallSize = 10;
/// So many times more has to be done with a small size at least, in so large a
/// part of all iterations: where one of many loops begins is none.
static constexpr double LeastGrowth = 2, LeastShare = 0.1;

/// Whether \p C has other dimensions of \p Type than \p Dim.
static bool hasOthers(const isl::constraint &C, isl_dim_type Type, int Dim) {
  for (int I = 0, E = isl_constraint_dim(C.get(), Type); I < E; ++I)
    if (I != Dim && coefficientOf(C, Type, I) != 0)
      return true;
  return false;
}

/// Adds the parameters that are subtracted from others in \p C, `n - 2 * r - i
/// >= 0`, which bounds a loop.
static void addSubtracted(const isl::constraint &C, std::set<int> &Result) {
  bool HasLarger = false;
  std::set<int> Negative;
  for (int I = 0, E = isl_constraint_dim(C.get(), isl_dim_param); I < E; ++I) {
    long Times = coefficientOf(C, isl_dim_param, I);
    HasLarger = HasLarger || Times > 0;
    if (Times < 0)
      Negative.insert(I);
  }
  if (HasLarger && hasOthers(C, isl_dim_set, -1) && !isEquality(C))
    Result.merge(Negative);
}

/// An iterator and the parameter that is its window's radius.
using Window = std::pair<int, int>;

/// Adds the iterators that are at most twice a parameter by \p C.
static void addWindows(const isl::constraint &C, std::set<Window> &Result) {
  for (int I = 0, E = isl_constraint_dim(C.get(), isl_dim_set); I < E; ++I)
    for (int P = 0, F = isl_constraint_dim(C.get(), isl_dim_param); P < F; ++P)
      if (long Times = -coefficientOf(C, isl_dim_set, I);
          Times > 0 && coefficientOf(C, isl_dim_param, P) == 2 * Times &&
          !hasOthers(C, isl_dim_set, I) && !hasOthers(C, isl_dim_param, P))
        Result.emplace(I, P);
}

/// Whether \p Relation, { Domain[] -> Element[] }, has the window \p W around
/// another iterator: x + i - r. Not if it begins at max(0, x - r): sums would
/// be of elements at any distance from one another.
static bool isAround(const isl::map &Relation, const Window &W) {
  if (!isOneExpression(Relation))
    return false;
  return llvm::any_of(constraintsOf(Relation), [&](const isl::constraint &C) {
    long Times = coefficientOf(C, isl_dim_in, W.first);
    return Times != 0 && coefficientOf(C, isl_dim_param, W.second) == -Times &&
           isEquality(C) && hasOthers(C, isl_dim_in, W.first);
  });
}

/// Adds the radii of windows that \p S has around elements of an array.
static void addRadii(const Statement &S, std::set<int> &Result) {
  std::set<Window> Windows;
  for (const isl::constraint &C : constraintsOf(S.Domain))
    addWindows(C, Windows);
  for (const Window &W : Windows)
    if (llvm::any_of(S.Accesses,
                     [&](const Access &A) { return isAround(A.Relation, W); }))
      Result.insert(W.second);
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

/// The names of \p Parameters of \p K that stand for sizes.
static std::set<std::string> namesOf(const Kernel &K,
                                     const std::set<int> &Parameters) {
  std::set<std::string> Result;
  for (int P : Parameters)
    if (const char *Name =
            isl_set_get_dim_name(K.Context.get(), isl_dim_param, P);
        Name && !K.Cases.count(Name))
      Result.insert(Name);
  return Result;
}

std::set<std::string> smolly::findSmallSizes(const Kernel &K) {
  std::set<int> Subtracted, Radii;
  for (const Statement &S : K.Statements) {
    for (const isl::constraint &C : constraintsOf(S.Domain))
      addSubtracted(C, Subtracted);
    addRadii(S, Radii);
  }
  std::set<std::string> Result = namesOf(K, Radii);
  std::map<std::string, long> Small;
  for (const std::string &Name : namesOf(K, Subtracted))
    Small.emplace(Name, SmallSize);
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
