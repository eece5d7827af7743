//===- Points.h - Sets and maps, point by point -----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The points of sets, for tests that execute kernels.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_UNITTEST_VOLUME_POINTS_H
#define SMOLLY_UNITTEST_VOLUME_POINTS_H

#include "isl/isl-noexceptions.h"
#include "isl/map.h"
#include "isl/point.h"
#include "isl/val.h"
#include <map>
#include <string>
#include <vector>

namespace smolly::test {

using Point = std::vector<long>;

/// "A[1, 2]".
inline std::string elementText(const std::string &Tuple, const Point &Index) {
  std::string Text = Tuple + "[";
  for (size_t I = 0; I < Index.size(); ++I)
    Text += (I ? ", " : "") + std::to_string(Index[I]);
  return Text + "]";
}

/// The points of \p Set.
inline std::vector<Point> pointsOf(const isl::set &Set) {
  std::vector<Point> Result;
  int Dims = isl_set_dim(Set.get(), isl_dim_set);
  Set.foreach_point([&](isl::point P) {
    Result.emplace_back();
    for (int D = 0; D < Dims; ++D)
      Result.back().push_back(isl_val_get_num_si(
          isl::manage(isl_point_get_coordinate_val(P.get(), isl_dim_set, D))
              .get()));
    return isl::stat::ok();
  });
  return Result;
}

/// The pairs of \p Map.
inline std::multimap<Point, Point> pairsOf(const isl::map &Map) {
  std::multimap<Point, Point> Result;
  int In = isl_map_dim(Map.get(), isl_dim_in);
  for (const Point &P : pointsOf(Map.wrap()))
    Result.insert(
        {Point(P.begin(), P.begin() + In), Point(P.begin() + In, P.end())});
  return Result;
}

} // namespace smolly::test

#endif // SMOLLY_UNITTEST_VOLUME_POINTS_H
