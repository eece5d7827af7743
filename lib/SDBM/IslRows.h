//===- IslRows.h - The rows of isl's basic sets -----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Copies the constraints of basic sets and maps to Rows. The functions of the
/// two have the same names here.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SDBM_ISLROWS_H
#define SMOLLY_LIB_SDBM_ISLROWS_H

#include "smolly/SDBM/Rows.h"
#include "isl/map.h"
#include "isl/mat.h"
#include "isl/set.h"
#include "isl/space.h"
#include <vector>

namespace smolly::sdbm {

/// Where the columns of a basic set are in Rows.
struct ColumnPlaces {
  /// One for each parameter; in their order from 1 on if it is null.
  const std::vector<unsigned> *Parameters = nullptr;
  /// Of the first dimension; the others follow.
  unsigned FirstDimension = 1;
  /// Of a map's first output dimension, if that does not follow its inputs.
  unsigned FirstOutput = 0;
};

/// Adds columns for the existentially quantified variables, and all rows; a
/// number that is too large is noted. False if isl fails. Complexity: linear in
/// the coefficients.
bool addRows(isl_basic_set *Set, const ColumnPlaces &Places, Rows &Result);
bool addRows(isl_basic_map *Map, const ColumnPlaces &Places, Rows &Result);

inline isl_size dimensions(isl_basic_set *Set) {
  return isl_basic_set_dim(Set, isl_dim_set);
}
inline isl_size dimensions(isl_basic_map *Map) {
  isl_size In = isl_basic_map_dim(Map, isl_dim_in);
  isl_size Out = isl_basic_map_dim(Map, isl_dim_out);
  return In < 0 || Out < 0 ? isl_size_error : In + Out;
}
inline isl_size dimensions(isl_set *Set) {
  return isl_set_dim(Set, isl_dim_set);
}
inline isl_size dimensions(isl_map *Map) {
  isl_size In = isl_map_dim(Map, isl_dim_in);
  isl_size Out = isl_map_dim(Map, isl_dim_out);
  return In < 0 || Out < 0 ? isl_size_error : In + Out;
}
inline isl_size parameters(isl_basic_set *Set) {
  return isl_basic_set_dim(Set, isl_dim_param);
}
inline isl_size parameters(isl_basic_map *Map) {
  return isl_basic_map_dim(Map, isl_dim_param);
}
inline bool isRational(isl_basic_set *Set) {
  return isl_basic_set_is_rational(Set) != 0;
}
inline bool isRational(isl_basic_map *Map) {
  return isl_basic_map_is_rational(Map) != isl_bool_false;
}
inline isl_bool isPlainlyEmpty(isl_basic_set *Set) {
  return isl_basic_set_plain_is_empty(Set);
}
inline isl_bool isPlainlyEmpty(isl_basic_map *Map) {
  return isl_basic_map_plain_is_empty(Map);
}
inline void release(isl_basic_set *Set) { isl_basic_set_free(Set); }
inline void release(isl_basic_map *Map) { isl_basic_map_free(Map); }
inline isl_space *spaceOf(isl_set *Set) { return isl_set_get_space(Set); }
inline isl_space *spaceOf(isl_map *Map) { return isl_map_get_space(Map); }

/// Calls \p Run on each disjunct until it returns false. False if it did, or
/// isl failed.
template <typename Function> bool forEachDisjunct(isl_set *Set, Function Run) {
  auto Call = [](isl_basic_set *B, void *User) {
    bool GoOn = (*static_cast<Function *>(User))(B);
    isl_basic_set_free(B);
    return GoOn ? isl_stat_ok : isl_stat_error;
  };
  return isl_set_foreach_basic_set(Set, Call, &Run) == isl_stat_ok;
}
template <typename Function> bool forEachDisjunct(isl_map *Map, Function Run) {
  auto Call = [](isl_basic_map *B, void *User) {
    bool GoOn = (*static_cast<Function *>(User))(B);
    isl_basic_map_free(B);
    return GoOn ? isl_stat_ok : isl_stat_error;
  };
  return isl_map_foreach_basic_map(Map, Call, &Run) == isl_stat_ok;
}

} // namespace smolly::sdbm

#endif // SMOLLY_LIB_SDBM_ISLROWS_H
