//===- Coalesce.cpp - Coalescing that changes nothing ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compares what isl makes of sets with existentially quantified variables.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Coalesce.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

isl::set smolly::coalesced(const isl::set &Set) {
  isl::set Result = Set.coalesce();
  if (isl_set_involves_locals(Set.get()) == isl_bool_false ||
      isl_set_n_basic_set(Set.get()) < 2 || Result.is_equal(Set).is_true())
    return Result;
  return Set;
}

isl::map smolly::coalesced(const isl::map &Map) {
  isl::map Result = Map.coalesce();
  if (isl_map_n_basic_map(Map.get()) < 2 ||
      Map.wrap().involves_locals().is_false() || Result.is_equal(Map).is_true())
    return Result;
  return Map;
}

isl::map smolly::joined(const isl::map &Map) {
  int Before = isl_map_n_basic_map(Map.get());
  isl::map Result = Map.coalesce();
  if (Before < 2 || Map.wrap().involves_locals().is_false())
    return Result;
  bool IsSmaller = isl_map_n_basic_map(Result.get()) < Before;
  return IsSmaller && Result.is_equal(Map).is_true() ? Result : Map;
}

isl::pw_aff smolly::coalesced(const isl::pw_aff &Function) {
  isl::pw_aff Result = Function.coalesce();
  if (isl_pw_aff_n_piece(Function.get()) < 2 ||
      isl_pw_aff_is_equal(Result.get(), Function.get()) == isl_bool_true)
    return Result;
  return Function;
}

isl::pw_multi_aff smolly::coalesced(const isl::pw_multi_aff &Function) {
  isl::pw_multi_aff Result = Function.coalesce();
  if (isl_pw_multi_aff_n_piece(Function.get()) < 2 ||
      isl_pw_multi_aff_is_equal(Result.get(), Function.get()) == isl_bool_true)
    return Result;
  return Function;
}
