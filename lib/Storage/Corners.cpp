//===- Corners.cpp - Polytopes as corners ---------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Corners from isl, ranges and sections.
///
//===----------------------------------------------------------------------===//

#include "Corners.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/Value.h"
#include "isl/aff.h"
#include "isl/set.h"
#include "isl/val.h"
#include "isl/vertices.h"
#include <algorithm>
#include <cmath>

using namespace smolly;

namespace {

/// Corners are ratios of small integers; anything closer than this is equal.
constexpr double Epsilon = 1e-7;
/// Polyhedra with more dimensions are not cut.
constexpr int MaxDimsToCut = 4;

isl_stat appendVertex(__isl_take isl_vertex *Vertex, void *User) {
  auto &Points = *static_cast<std::vector<double> *>(User);
  isl_multi_aff *Where = isl_vertex_get_expr(Vertex);
  for (int I = 0, E = isl_multi_aff_dim(Where, isl_dim_out); I < E; ++I) {
    isl_aff *Aff = isl_multi_aff_get_aff(Where, I);
    Points.push_back(asDouble(isl::manage(isl_aff_get_constant_val(Aff))));
    isl_aff_free(Aff);
  }
  isl_multi_aff_free(Where);
  isl_vertex_free(Vertex);
  return isl_stat_ok;
}

/// \p Set, cut where the sign of a component changes.
isl::set cutBySign(isl::set Set) {
  for (int I = 0, E = isl_set_dim(Set.get(), isl_dim_set); I < E; ++I) {
    isl::set Low =
        isl::manage(isl_set_upper_bound_si(Set.copy(), isl_dim_set, I, 0));
    isl::set High = Set.lower_bound_si(isl::dim::set, I, 1);
    isl::set Negative =
        isl::manage(isl_set_upper_bound_si(Set.copy(), isl_dim_set, I, -1));
    if (!smolly::isEmpty(High).is_true() &&
        !smolly::isEmpty(Negative).is_true())
      Set = Low.unite(High);
  }
  return Set;
}

} // namespace

std::optional<Corners> Corners::of(const isl::basic_set &Basic) {
  Corners Result;
  Result.Dims = std::max(0, isl_basic_set_dim(Basic.get(), isl_dim_set));
  isl::basic_set Hull =
      isl::manage(isl_basic_set_remove_redundancies(isl_basic_set_remove_divs(
          isl_basic_set_detect_equalities(Basic.copy()))));
  if (Hull.is_null() || !Hull.is_bounded().is_true() || Result.Dims == 0)
    return std::nullopt;
  if (Hull.is_empty().is_true())
    return Result;
  isl_vertices *Vertices = isl_basic_set_compute_vertices(Hull.get());
  isl_stat Ok =
      isl_vertices_foreach_vertex(Vertices, appendVertex, &Result.Points);
  isl_vertices_free(Vertices);
  if (Ok != isl_stat_ok || Result.Points.empty())
    return std::nullopt;
  return Result;
}

Corners::Interval Corners::range(const std::vector<long> &Gamma) const {
  Interval Result = {INFINITY, -INFINITY};
  for (size_t P = 0; P < Points.size(); P += Dims) {
    double Value = 0;
    for (unsigned I = 0; I < Dims; ++I)
      Value += Gamma[I] * Points[P + I];
    Result.Low = std::min(Result.Low, Value);
    Result.High = std::max(Result.High, Value);
  }
  return Result;
}

/// The \p Points of \p Dims components each, sorted and each once.
static std::vector<double> sortedOnce(const std::vector<double> &Points,
                                      unsigned Dims) {
  std::vector<const double *> Order;
  for (size_t P = 0; P < Points.size(); P += Dims)
    Order.push_back(&Points[P]);
  std::stable_sort(
      Order.begin(), Order.end(), [&](const double *A, const double *B) {
        return std::lexicographical_compare(A, A + Dims, B, B + Dims);
      });
  std::vector<double> Result;
  const double *Last = nullptr;
  for (const double *Point : Order) {
    if (!Last || !std::equal(Point, Point + Dims, Last))
      Result.insert(Result.end(), Point, Point + Dims);
    Last = Point;
  }
  return Result;
}

Corners Corners::section(const std::vector<long> &Gamma, double Value) const {
  std::vector<size_t> Above, Below;
  std::vector<double> Distance(size());
  std::vector<double> Found;
  for (size_t P = 0; P < size(); ++P) {
    const double *Point = &Points[P * Dims];
    double D = -Value;
    for (unsigned I = 0; I < Dims; ++I)
      D += Gamma[I] * Point[I];
    Distance[P] = D;
    if (std::fabs(D) < Epsilon)
      Found.insert(Found.end(), Point, Point + Dims);
    else
      (D > 0 ? Above : Below).push_back(P);
  }
  for (size_t A : Above)
    for (size_t B : Below) {
      double Part = Distance[A] / (Distance[A] - Distance[B]);
      for (unsigned I = 0; I < Dims; ++I) {
        double From = Points[A * Dims + I], To = Points[B * Dims + I];
        double X = From + Part * (To - From);
        double Whole = std::round(X);
        Found.push_back(std::fabs(X - Whole) < Epsilon ? Whole : X);
      }
    }
  Corners Result;
  Result.Dims = Dims;
  Result.Points = sortedOnce(Found, Dims);
  auto IsInteger = [](double X) { return X == std::round(X); };
  if (Result.size() == 1 &&
      !std::all_of(Result.Points.begin(), Result.Points.end(), IsInteger))
    Result.Points.clear();
  return Result;
}

Corners Corners::reversed() const {
  Corners Result = *this;
  for (double &X : Result.Points)
    X = -X;
  return Result;
}

llvm::hash_code Corners::hash() const {
  llvm::hash_code Result = llvm::hash_value(Dims);
  for (double X : Points)
    Result = llvm::hash_combine(Result, std::lround(X / Epsilon));
  return Result;
}

double Corners::extent(unsigned Dim) const {
  double Most = 0;
  for (size_t P = 0; P < size(); ++P)
    Most = std::max(Most, std::fabs(Points[P * Dims + Dim]));
  return Most;
}

double Corners::cliqueOnLine() const {
  double Most = 1;
  auto IsMultiple = [&](const double *Far, const double *Near, double Factor) {
    for (unsigned I = 0; I < Dims; ++I)
      if (std::fabs(Far[I] - Factor * Near[I]) > Epsilon)
        return false;
    return true;
  };
  for (size_t P = 0; P < size(); ++P) {
    const double *Near = &Points[P * Dims];
    unsigned I = 0;
    while (I < Dims && Near[I] == 0)
      ++I;
    if (I == Dims || std::any_of(Near, Near + Dims,
                                 [](double X) { return X != std::round(X); }))
      continue;
    for (size_t Q = 0; Q < size(); ++Q) {
      const double *Far = &Points[Q * Dims];
      double Factor = Far[I] / Near[I];
      if (Factor >= 1 && IsMultiple(Far, Near, Factor))
        Most = std::max(Most, std::floor(Factor + Epsilon) + 1);
    }
  }
  return Most;
}

void Corners::prune(const std::vector<std::vector<long>> &Functions) {
  std::vector<bool> Keep(size(), false);
  std::vector<double> Factors(Dims);
  size_t Others = size();
  for (const std::vector<long> &Gamma : Functions) {
    if (Others == 0)
      return;
    std::copy(Gamma.begin(), Gamma.begin() + Dims, Factors.begin());
    size_t Most = 0, Least = 0;
    double High = -INFINITY, Low = INFINITY;
    const double *Point = Points.data();
    for (size_t P = 0, E = size(); P < E; ++P, Point += Dims) {
      double Value = 0;
      for (unsigned I = 0; I < Dims; ++I)
        Value += Factors[I] * Point[I];
      if (Value > High) {
        High = Value;
        Most = P;
      }
      if (Value < Low) {
        Low = Value;
        Least = P;
      }
    }
    for (size_t Extreme : {Most, Least}) {
      Others -= !Keep[Extreme];
      Keep[Extreme] = true;
    }
  }
  std::vector<double> Kept;
  for (size_t P = 0; P < Keep.size(); ++P)
    if (Keep[P])
      Kept.insert(Kept.end(), &Points[P * Dims], &Points[P * Dims] + Dims);
  Points = std::move(Kept);
}

Corners::Interval smolly::rangeOver(const std::vector<Corners> &Hulls,
                                    const std::vector<long> &Gamma) {
  Corners::Interval Result = {INFINITY, -INFINITY};
  for (const Corners &Hull : Hulls) {
    Corners::Interval R = Hull.range(Gamma);
    Result.Low = std::min(Result.Low, R.Low);
    Result.High = std::max(Result.High, R.High);
  }
  return Result;
}

const std::optional<std::vector<Corners>> &
CornerCache::at(const ParameterPoint &Point) {
  auto [It, IsNew] = Known.try_emplace(Point.values());
  std::optional<std::vector<Corners>> &Result = It->second;
  if (!IsNew)
    return Result;
  isl::set Fixed = Point.fix(Set);
  if (Cut && isl_set_dim(Fixed.get(), isl_dim_set) <= MaxDimsToCut)
    Fixed = cutBySign(Fixed);
  std::vector<Corners> Hulls;
  isl::stat Ok = Fixed.foreach_basic_set([&](isl::basic_set Basic) {
    std::optional<Corners> Hull = Corners::of(Basic);
    if (!Hull)
      return isl::stat::error();
    Hulls.push_back(std::move(*Hull));
    return isl::stat::ok();
  });
  if (!Ok.is_error())
    Result = std::move(Hulls);
  return Result;
}

CornerCache CornerCache::reversed(const ParameterPoint &Point) {
  at(Point);
  CornerCache Result(isl::manage(isl_set_neg(Set.copy())), Cut);
  for (const auto &[Values, Hulls] : Known) {
    auto &New = Result.Known[Values];
    if (!Hulls)
      continue;
    New.emplace();
    for (const Corners &Hull : *Hulls)
      New->push_back(Hull.reversed());
  }
  return Result;
}
