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
#include "BoxedLives.h"
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
#include <numeric>
#include <optional>
#include <set>

using namespace smolly;

namespace {
/// So many times are looked at.
constexpr size_t MaxTimes = 6;

/// The first and the last of some times, if there are any and they are known.
using TimeRange = std::optional<std::pair<Time, Time>>;

/// The lives of one value set, without parameters.
struct FixedLives {
  /// { Domain[] -> Time[] }
  isl::map Definition, LastUse;
  /// { Domain[] }
  isl::set LiveOut;
  TimeRange Defined, Used;
};

isl::map fix(const ParameterPoint &Point, const isl::map &Map) {
  isl::set Fixed = Point.fix(isl::manage(isl_map_wrap(Map.copy())));
  return isl::manage(isl_set_unwrap(Fixed.release()));
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

/// The point of \p Set, { Time[] }, if it is one.
std::optional<Time> coordinates(const isl::set &Set) {
  isl::point Point = isl::manage(isl_set_sample_point(Set.copy()));
  if (Point.is_null() || isl_point_is_void(Point.get()) != isl_bool_false)
    return std::nullopt;
  Time Result;
  for (int I = 0, E = isl_set_dim(Set.get(), isl_dim_set); I < E; ++I) {
    isl::val Value =
        isl::manage(isl_point_get_coordinate_val(Point.get(), isl_dim_set, I));
    Result.push_back(isl_val_get_num_si(Value.get()));
  }
  return Result;
}

/// The first and the last of \p Times, { Time[] }. One polyhedron at a time:
/// isl would compare them with each other.
TimeRange rangeOf(const isl::set &Times) {
  TimeRange Result;
  isl::stat Ok = Times.foreach_basic_set([&](const isl::basic_set &Basic) {
    isl::set Part(Basic);
    if (isl_set_is_bounded(Part.get()) != isl_bool_true)
      return isl::stat::error();
    std::optional<Time> First = coordinates(Part.lexmin());
    std::optional<Time> Last = coordinates(Part.lexmax());
    if (!First || !Last)
      return isl::stat::ok();
    if (!Result)
      Result.emplace(*First, *Last);
    Result->first = std::min(Result->first, *First);
    Result->second = std::max(Result->second, *Last);
    return isl::stat::ok();
  });
  return Ok.is_error() ? std::nullopt : Result;
}

FixedLives fix(const ParameterPoint &Point, const ValueLives &Lives) {
  FixedLives Result = {
      fix(Point, Lives.Definition.intersect_domain(Lives.Used)),
      fix(Point, Lives.LastUse),
      Point.fix(Lives.LiveOut),
      {},
      {}};
  Result.Defined = rangeOf(Result.Definition.range());
  Result.Used = rangeOf(Result.LastUse.range());
  return Result;
}

/// Adds the last of \p Times, { Time[] }, if there is one.
void addLast(const isl::set &Times, std::set<Time> &Result) {
  if (TimeRange Range = rangeOf(Times))
    Result.insert(Range->second);
}

/// The last time of \p Times, { Time[] }, and the last one in the iteration in
/// the middle of the outermost loop, of the two outermost loops, and so on.
void addTimesOf(isl::set Times, std::set<Time> &Result) {
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

/// { Time[] }: the times up to \p At, or those after it.
isl::set timesBeside(const isl::space &Space, const Time &At, bool UpTo) {
  isl::set Result = isl::set::empty(Space);
  isl::set SameSoFar = isl::set::universe(Space);
  for (unsigned I = 0; I < At.size(); ++I) {
    isl_set *Part = SameSoFar.copy();
    Result = Result.unite(isl::manage(
        UpTo ? isl_set_upper_bound_si(Part, isl_dim_set, I, At[I] - 1)
             : isl_set_lower_bound_si(Part, isl_dim_set, I, At[I] + 1)));
    SameSoFar = SameSoFar.fix_si(isl::dim::set, I, At[I]);
  }
  return UpTo ? Result.unite(SameSoFar) : Result;
}

/// How many values are alive right after the definitions at the time \p At.
/// Where all values are defined before, or used afterwards, their times need
/// not be looked at.
double countAlive(const FixedLives &Lives, const Time &At) {
  if (Lives.Defined && At < Lives.Defined->first)
    return 0;
  isl::map Defined = Lives.Definition, Used = Lives.LastUse;
  isl::space Space = Defined.range().space();
  if (!Lives.Defined || At < Lives.Defined->second)
    Defined = Defined.intersect_range(timesBeside(Space, At, /*UpTo=*/true));
  isl::set Needed = Lives.LiveOut;
  if (!Lives.Used || At < Lives.Used->second) {
    if (!Lives.Used || !(At < Lives.Used->first))
      Used = Used.intersect_range(timesBeside(Space, At, /*UpTo=*/false));
    Needed = Needed.unite(Used.domain());
  }
  return countInBoxes(Defined.domain().intersect(Needed));
}

/// Counts by boxes what can be, the rest by isl.
class LivesCounter {
public:
  LivesCounter(const ValueLives &Lives, const ParameterPoint &Point,
               bool UseBoxes)
      : Lives(Lives), Point(Point),
        Boxes(UseBoxes ? BoxedLives::of(Lives, Point) : std::nullopt) {}

  void addTimes(std::set<Time> &Result) {
    if (!Boxes || !Boxes->addTimes(Result))
      addTimesOf(fixed().Definition.range(), Result);
  }
  double countAt(const Time &At) {
    std::optional<double> Count = Boxes ? Boxes->countAt(At) : std::nullopt;
    return Count ? *Count : countAlive(fixed(), At);
  }

private:
  const FixedLives &fixed() {
    if (!Fixed)
      Fixed = fix(Point, Lives);
    return *Fixed;
  }

  const ValueLives &Lives;
  const ParameterPoint &Point;
  std::optional<BoxedLives> Boxes;
  std::optional<FixedLives> Fixed;
};
} // namespace

AliveAtOnce::AliveAtOnce(llvm::ArrayRef<ValueLives> Lives,
                         const ParameterPoint &Point, bool UseBoxes) {
  std::vector<LivesCounter> All;
  std::set<Time> Times;
  for (const ValueLives &L : Lives) {
    All.emplace_back(L, Point, UseBoxes);
    All.back().addTimes(Times);
  }
  // If there are too many: some from each part of the program.
  size_t Step = (Times.size() + MaxTimes - 1) / MaxTimes, Next = 0;
  for (const Time &At : Times)
    if (Next++ % Step == 0) {
      Counts.emplace_back();
      for (LivesCounter &L : All)
        Counts.back().push_back(L.countAt(At));
    }
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

double AliveAtOnce::cellsOfAll() const {
  double Most = 0;
  for (const std::vector<double> &Now : Counts)
    Most = std::max(Most, std::accumulate(Now.begin(), Now.end(), 0.0));
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
static double aliveBytes(const LiveRanges &Ranges,
                         llvm::ArrayRef<unsigned> Arrays,
                         const ParameterPoint &Point) {
  const Kernel &K = Ranges.kernel();
  std::vector<ValueLives> Lives;
  std::vector<unsigned> Bytes;
  for (unsigned A : Arrays)
    for (unsigned S = 0; S < K.Statements.size(); ++S)
      for (unsigned W = 0; W < K.Statements[S].Accesses.size(); ++W)
        if (const Access &Write = K.Statements[S].Accesses[W];
            Write.isWrite() && Write.Array == A) {
          Lives.push_back(Ranges.of({S, W}));
          if (areComplex(Lives.back()))
            return 0;
          Bytes.push_back(K.Arrays[A].ElementBytes);
        }
  return AliveAtOnce(Lives, Point).bytes(Bytes);
}

double smolly::leastBytes(const LiveRanges &Ranges,
                          llvm::ArrayRef<unsigned> Arrays,
                          const StorageOptions &Options) {
  llvm::TimeTraceScope Trace("Smolly count alive");
  const Kernel &K = Ranges.kernel();
  if (K.Conflicts)
    return 0;
  ParameterPoint Point(K.Context, Options.Assumed, K.Cases);
  std::vector<unsigned> All;
  double Others = 0;
  for (unsigned A = 0; A < K.Arrays.size(); ++A) {
    if (K.Arrays[A].Fixed)
      continue;
    All.push_back(A);
    if (!llvm::is_contained(Arrays, A))
      Others += originalCells(K, A, Point) * K.Arrays[A].ElementBytes;
  }
  return aliveBytes(Ranges, All, Point) - Others;
}

double smolly::leastBytesAlone(const LiveRanges &Ranges, unsigned Array,
                               const StorageOptions &Options) {
  llvm::TimeTraceScope Trace("Smolly count alive");
  const Kernel &K = Ranges.kernel();
  return K.Conflicts
             ? 0
             : aliveBytes(Ranges, Array,
                          ParameterPoint(K.Context, Options.Assumed, K.Cases));
}
