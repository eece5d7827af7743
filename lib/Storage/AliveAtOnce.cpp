//===- AliveAtOnce.cpp - How many values are alive at once ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements AliveAtOnce.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/AliveAtOnce.h"
#include "IndexDims.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/TimeProfiler.h"
#include "isl/map.h"
#include "isl/point.h"
#include "isl/set.h"
#include "isl/space.h"
#include "isl/val.h"
#include <algorithm>
#include <cmath>
#include <set>

using namespace smolly;

namespace {
/// So many times are looked at.
constexpr size_t MaxTimes = 6;

using Time = std::vector<long>;

/// The lives of one value set, without parameters.
struct FixedLives {
  /// { Domain[] -> Time[] }
  isl::map Definition, LastUse;
  /// { Domain[] }
  isl::set LiveOut;
};

isl::map fix(const ParameterPoint &Point, const isl::map &Map) {
  isl::set Fixed = Point.fix(isl::manage(isl_map_wrap(Map.copy())));
  return isl::manage(isl_set_unwrap(Fixed.release()));
}

FixedLives fix(const ParameterPoint &Point, const ValueLives &Lives) {
  return {fix(Point, Lives.Definition.intersect_domain(Lives.Used)),
          fix(Point, Lives.LastUse), Point.fix(Lives.LiveOut)};
}

/// How many points the boxes have that \p Set, which has no parameters, is a
/// disjoint union of; what is no box counts as nothing.
double countInBoxes(const isl::set &Set) {
  double Sum = 0;
  isl::set Apart = isl::manage(isl_set_make_disjoint(Set.copy()));
  isl::stat Ok = Apart.foreach_basic_set([&](const isl::basic_set &Basic) {
    isl::set Part = isl::manage(isl_set_from_basic_set(
        isl_basic_set_remove_redundancies(Basic.copy())));
    if (isl_set_is_box(Part.get()) != isl_bool_true)
      return isl::stat::ok();
    double Size = 1;
    for (int I = 0, E = isl_set_dim(Part.get(), isl_dim_set); I < E; ++I)
      Size *= extentOf(Part, I).value_or(0);
    Sum += Size;
    return isl::stat::ok();
  });
  return Ok.is_error() ? 0 : Sum;
}

/// The last of \p Times, { Time[] }, if there is one.
void addLast(const isl::set &Times, std::set<Time> &Result) {
  isl::point Last =
      isl::manage(isl_set_sample_point(isl_set_lexmax(Times.copy())));
  if (Last.is_null() || isl_point_is_void(Last.get()) != isl_bool_false)
    return;
  Time Coordinates;
  for (int I = 0, E = isl_set_dim(Times.get(), isl_dim_set); I < E; ++I) {
    isl::val Value =
        isl::manage(isl_point_get_coordinate_val(Last.get(), isl_dim_set, I));
    Coordinates.push_back(isl_val_get_num_si(Value.get()));
  }
  Result.insert(std::move(Coordinates));
}

/// The last time of \p Times, { Time[] }, and the last one in the iteration in
/// the middle of the outermost loop, of the two outermost loops, and so on.
void addTimes(isl::set Times, std::set<Time> &Result) {
  if (isl_set_is_bounded(Times.get()) != isl_bool_true)
    return;
  addLast(Times, Result);
  for (int I = 0, E = isl_set_dim(Times.get(), isl_dim_set); I < E; ++I) {
    isl::val Least = isl::manage(isl_set_dim_min_val(Times.copy(), I));
    isl::val Most = isl::manage(isl_set_dim_max_val(Times.copy(), I));
    if (Least.is_null() || Most.is_null() ||
        isl_val_is_int(Least.get()) != isl_bool_true ||
        isl_val_is_int(Most.get()) != isl_bool_true)
      return;
    if (isl_val_eq(Least.get(), Most.get()) == isl_bool_true)
      continue;
    isl_val *Middle = isl_val_floor(
        isl_val_div_ui(isl_val_add(Least.release(), Most.release()), 2));
    Times =
        isl::manage(isl_set_fix_val(Times.release(), isl_dim_set, I, Middle));
    addLast(Times, Result);
  }
}

/// { Time[] }: \p At alone.
isl::set singleton(const isl::space &Space, const Time &At) {
  isl_set *Set = isl_set_universe(Space.copy());
  for (unsigned I = 0; I < At.size(); ++I)
    Set = isl_set_fix_si(Set, isl_dim_set, I, At[I]);
  return isl::manage(Set);
}

/// How many values of each of \p All are alive right after the definitions at
/// the time \p At.
std::vector<double> countAt(const std::vector<FixedLives> &All,
                            const isl::space &Space, const Time &At) {
  isl::set Now = singleton(Space, At);
  isl::set UpToNow = Now.apply(isl::manage(isl_map_lex_ge(Space.copy())));
  isl::set Later = Now.apply(isl::manage(isl_map_lex_lt(Space.copy())));
  std::vector<double> Result;
  for (const FixedLives &Lives : All) {
    isl::set Needed =
        Lives.LastUse.intersect_range(Later).domain().unite(Lives.LiveOut);
    Result.push_back(countInBoxes(
        Lives.Definition.intersect_range(UpToNow).domain().intersect(Needed)));
  }
  return Result;
}
} // namespace

AliveAtOnce::AliveAtOnce(llvm::ArrayRef<ValueLives> Lives,
                         const ParameterPoint &Point) {
  std::vector<FixedLives> All;
  std::set<Time> Times;
  for (const ValueLives &L : Lives) {
    All.push_back(fix(Point, L));
    addTimes(All.back().Definition.range(), Times);
  }
  if (Times.empty())
    return;
  isl::space Space = All.front().Definition.range().space();
  // If there are too many: some from each part of the program.
  size_t Step = (Times.size() + MaxTimes - 1) / MaxTimes, Next = 0;
  for (const Time &At : Times)
    if (Next++ % Step == 0)
      Counts.push_back(countAt(All, Space, At));
}

double AliveAtOnce::cells(llvm::ArrayRef<unsigned> Sets) const {
  double Most = 0;
  for (const std::vector<double> &Now : Counts) {
    double Sum = 0;
    for (unsigned Set : Sets)
      Sum += Now[Set];
    Most = std::max(Most, Sum);
  }
  return Most;
}

double AliveAtOnce::bytes(llvm::ArrayRef<unsigned> Bytes) const {
  double Most = 0;
  for (const std::vector<double> &Now : Counts) {
    double Sum = 0;
    for (unsigned Set = 0; Set < Now.size(); ++Set)
      Sum += Now[Set] * Bytes[Set];
    Most = std::max(Most, Sum);
  }
  return Most;
}

/// The bytes of all values of \p Arrays that are alive at once, or less.
static double aliveBytes(const Kernel &Aligned, const Dataflow &D,
                         llvm::ArrayRef<unsigned> Arrays,
                         const StorageOptions &Options) {
  ParameterPoint Point(Aligned.Context, Options.Assumed);
  std::vector<ValueLives> Lives;
  std::vector<unsigned> Bytes;
  for (unsigned A : Arrays)
    for (unsigned S = 0; S < Aligned.Statements.size(); ++S)
      for (unsigned W = 0; W < Aligned.Statements[S].Accesses.size(); ++W)
        if (const Access &Write = Aligned.Statements[S].Accesses[W];
            Write.isWrite() && Write.Array == A) {
          Lives.push_back(computeLives(Aligned, D, {S, W}));
          if (areComplex(Lives.back()))
            return 0;
          Bytes.push_back(Aligned.Arrays[A].ElementBytes);
        }
  return AliveAtOnce(Lives, Point).bytes(Bytes);
}

double smolly::leastBytes(const Kernel &K, const Dataflow &D,
                          llvm::ArrayRef<unsigned> Arrays,
                          const StorageOptions &Options) {
  llvm::TimeTraceScope Trace("Smolly count alive");
  if (K.Conflicts)
    return 0;
  Kernel Aligned = K;
  Aligned.alignParameters();
  std::vector<unsigned> All;
  double Others = 0;
  for (unsigned A = 0; A < K.Arrays.size(); ++A) {
    if (K.Arrays[A].Fixed)
      continue;
    All.push_back(A);
    if (!llvm::is_contained(Arrays, A))
      Others += cellsAtAssumed(Aligned, describeOriginal(Aligned, A, Options),
                               Options)
                    .value_or(INFINITY) *
                K.Arrays[A].ElementBytes;
  }
  return aliveBytes(Aligned, D, All, Options) - Others;
}

double smolly::leastBytesAlone(const Kernel &K, const Dataflow &D,
                               unsigned Array, const StorageOptions &Options) {
  llvm::TimeTraceScope Trace("Smolly count alive");
  if (K.Conflicts)
    return 0;
  Kernel Aligned = K;
  Aligned.alignParameters();
  return aliveBytes(Aligned, D, Array, Options);
}
