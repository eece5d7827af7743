//===- CompactTimes.cpp - Schedules without idle dimensions ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements CompactTimes.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/CompactTimes.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/val.h"
#include <map>

using namespace smolly;

/// By schedule: the numbers in some dimensions, none for a statement that is
/// never executed.
using NumbersOfAll = std::vector<std::vector<long>>;

bool smolly::areKnown(const std::vector<isl::map> &Schedules) {
  return llvm::none_of(Schedules,
                       [](const isl::map &M) { return M.is_null(); });
}

std::optional<long> smolly::numberAt(const isl::set &Set, unsigned Dim) {
  if (int(Dim) >= isl_set_dim(Set.get(), isl_dim_set))
    return std::nullopt;
  isl::val Value =
      isl::manage(isl_set_plain_get_val_if_fixed(Set.get(), isl_dim_set, Dim));
  if (!Value.is_int().is_true())
    return std::nullopt;
  return Value.get_num_si();
}

static unsigned timeDims(const std::vector<isl::map> &Schedules) {
  return std::max(0, isl_map_dim(Schedules.front().get(), isl_dim_out));
}

static bool isEmptyAsIs(const isl::map &Schedule) {
  return isl_map_plain_is_empty(Schedule.get()) == isl_bool_true;
}

/// Adds the numbers of dimension \p Dim to \p Numbers; false where it is a loop
/// of some statement.
static bool addNumbers(const std::vector<isl::map> &Schedules, unsigned Dim,
                       NumbersOfAll &Numbers) {
  NumbersOfAll Longer = Numbers;
  for (unsigned S = 0; S < Schedules.size(); ++S) {
    if (isEmptyAsIs(Schedules[S]))
      continue;
    std::optional<long> Number = numberAt(Schedules[S].range(), Dim);
    if (!Number)
      return false;
    Longer[S].push_back(*Number);
  }
  Numbers = std::move(Longer);
  return true;
}

/// Replaces the \p Count dimensions from \p First on, in which \p Schedules
/// have \p Numbers, by one that orders them alike, or none if others are left
/// and all numbers are the same. Returns how many.
static unsigned replaceNumbers(std::vector<isl::map> &Schedules, unsigned First,
                               unsigned Count, const NumbersOfAll &Numbers) {
  std::map<std::vector<long>, long> Ranks;
  for (unsigned S = 0; S < Schedules.size(); ++S)
    if (!isEmptyAsIs(Schedules[S]))
      Ranks[Numbers[S]] = 0;
  for (auto [Rank, Entry] : llvm::enumerate(Ranks))
    Entry.second = Rank;
  bool IsNeeded = Ranks.size() > 1 || Count == timeDims(Schedules);
  for (unsigned S = 0; S < Schedules.size(); ++S) {
    isl_map *Map =
        isl_map_project_out(Schedules[S].release(), isl_dim_out, First, Count);
    if (IsNeeded) {
      auto Rank = Ranks.find(Numbers[S]);
      Map = isl_map_insert_dims(Map, isl_dim_out, First, 1);
      Map = isl_map_fix_si(Map, isl_dim_out, First,
                           Rank == Ranks.end() ? 0 : Rank->second);
    }
    Schedules[S] = isl::manage(Map);
  }
  return IsNeeded;
}

std::vector<isl::map> smolly::compactTimes(std::vector<isl::map> Schedules) {
  if (Schedules.empty() || !areKnown(Schedules))
    return Schedules;
  for (unsigned Dim = 0; Dim < timeDims(Schedules); ++Dim) {
    NumbersOfAll Numbers(Schedules.size());
    unsigned End = Dim;
    while (End < timeDims(Schedules) && addNumbers(Schedules, End, Numbers))
      ++End;
    if (End > Dim)
      Dim += replaceNumbers(Schedules, Dim, End - Dim, Numbers);
  }
  return Schedules;
}
