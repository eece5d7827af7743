//===- Traffic.cpp - What goes between memory and the cache ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Traffic.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Schedule/Traffic.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/Range.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include <cmath>
#include <map>

using namespace smolly;

namespace {

/// An access at the assumed parameters, at some times.
struct TimedAccess {
  unsigned Array;
  // { Time[] -> Element[] }
  isl::map Elements;
};

class TrafficModel {
public:
  TrafficModel(const Kernel &K, const std::vector<double> &MostBytes,
               double CacheBytes)
      : K(K), MostBytes(MostBytes), CacheBytes(CacheBytes), Dims(K.timeDims()) {
  }
  double traffic(const std::vector<TimedAccess> &Accesses, unsigned Dim) const;

private:
  double footprint(const std::vector<TimedAccess> &Accesses) const;

  const Kernel &K;
  const std::vector<double> &MostBytes;
  double CacheBytes;
  unsigned Dims;
};

/// The bytes in the boxes around what is accessed of each array.
double TrafficModel::footprint(const std::vector<TimedAccess> &Accesses) const {
  std::map<unsigned, std::vector<Range>> Boxes;
  for (const TimedAccess &A : Accesses) {
    isl::set Elements = A.Elements.range();
    std::vector<Range> Box;
    for (int Dim = 0, E = isl_set_dim(Elements.get(), isl_dim_set); Dim < E;
         ++Dim)
      if (auto R = rangeOf(Elements, Dim))
        Box.push_back(*R);
      else
        return INFINITY;
    auto [Place, IsNew] = Boxes.try_emplace(A.Array, Box);
    for (unsigned Dim = 0; Dim < Box.size() && !IsNew; ++Dim)
      Place->second[Dim] = hullOf(Place->second[Dim], Box[Dim]);
  }
  double Bytes = 0;
  for (const auto &[Array, Box] : Boxes) {
    double Own = K.Arrays[Array].ElementBytes;
    for (const Range &R : Box)
      Own *= R.second - R.first + 1;
    Bytes += std::min(Own, MostBytes[Array]);
  }
  return Bytes;
}

/// \p Accesses at the time \p Value in dimension \p Dim.
std::vector<TimedAccess> atTime(const std::vector<TimedAccess> &Accesses,
                                unsigned Dim, double Value) {
  std::vector<TimedAccess> Result;
  for (const TimedAccess &A : Accesses) {
    isl::map Now = isl::manage(isl_map_fix_si(A.Elements.copy(), isl_dim_in,
                                              Dim, static_cast<long>(Value)));
    if (isEmpty(Now).is_false())
      Result.push_back({A.Array, Now});
  }
  return Result;
}

/// What is moved for \p Accesses, which have all dimensions in front of \p Dim
/// in common.
double TrafficModel::traffic(const std::vector<TimedAccess> &Accesses,
                             unsigned Dim) const {
  double Bytes = footprint(Accesses);
  if (Bytes <= CacheBytes || Dim == Dims || std::isinf(Bytes))
    return Bytes;
  std::optional<Range> Times;
  std::map<double, std::vector<TimedAccess>> Parts;
  bool IsLoop = false;
  for (const TimedAccess &A : Accesses) {
    auto R = rangeOf(A.Elements.domain(), Dim);
    if (!R)
      return INFINITY;
    Times = Times ? hullOf(*Times, *R) : *R;
    IsLoop |= R->first != R->second;
    Parts[R->first].push_back(A);
  }
  if (!IsLoop) {
    double Sum = 0;
    for (const auto &[Value, Part] : Parts)
      Sum += traffic(Part, Dim + 1);
    return Sum;
  }
  std::vector<TimedAccess> Middle =
      atTime(Accesses, Dim, std::floor((Times->first + Times->second) / 2));
  if (footprint(Middle) <= CacheBytes)
    return Bytes;
  return (Times->second - Times->first + 1) * traffic(Middle, Dim + 1);
}

} // namespace

std::optional<double>
smolly::predictTraffic(const Kernel &K, const ParameterPoint &Point,
                       const std::vector<double> &MostBytes, double CacheBytes,
                       unsigned long MaxOperations) {
  IslBudget Budget(K.ctx(), MaxOperations);
  std::vector<TimedAccess> Accesses;
  for (const Statement &S : K.Statements)
    for (const Access &A : S.Accesses) {
      isl::map Elements = A.Relation.apply_domain(S.Schedule);
      isl::set Flat = Point.fix(Elements.wrap());
      isl::map Fixed = Flat.unwrap();
      if (isEmpty(Fixed).is_false())
        Accesses.push_back({A.Array, Fixed});
    }
  double Bytes = TrafficModel(K, MostBytes, CacheBytes).traffic(Accesses, 0);
  if (Budget.exceeded() || std::isinf(Bytes))
    return std::nullopt;
  return Bytes;
}
