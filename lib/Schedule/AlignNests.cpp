//===- AlignNests.cpp - When nests run in shared loops --------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements AlignNests.h.
///
/// All of an earlier nest came before a later one, so that a dependence between
/// the two is kept if its distance in the shared loops is not negative: the
/// least shift at which that is so is taken, a number or as many iterations as
/// a size that is small (SmallSizes.h), the radius of a filter, has it. What is
/// read twice as densely as it is made, or half as densely, is scaled first, so
/// that the distance is bounded. A nest whose loops have nothing to do with
/// those of the others, as one that fills a border, runs when the last of what
/// it needs is there.
///
//===----------------------------------------------------------------------===//

#include "AlignNests.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Constraints.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Storage/ParameterPoint.h"
#include "smolly/Storage/SmallSizes.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/map.h"
#include "isl/set.h"
#include <numeric>

using namespace smolly;

namespace {

/// Larger shifts would keep so many rows alive that nothing is gained.
constexpr long MaxShift = 64;
/// Nor are images smaller than that against each other.
constexpr long MaxScale = 16;

/// A dependence on an earlier nest of the group that no loop so far carries.
struct OpenDependence {
  const LoopNest *Earlier;
  NestDependence D;
};

struct Ratio {
  long Num = 1, Den = 1;
};

class Aligner {
public:
  Aligner(LoopNests &Nests, NestGroup G, LoopNest New);
  /// Whether there is something to share; \p Result is the larger group then.
  bool run(NestGroup &Result);

private:
  bool alignLoop(unsigned Loop);
  std::optional<Ratio> ratioIn(unsigned Loop, const OpenDependence &O) const;
  bool goesAlong() const;
  bool runAtOnce();
  long scaleFor(unsigned Loop);
  isl::set distances(const OpenDependence &O, unsigned Loop,
                     const LoopTime &Time) const;
  std::optional<isl::aff> shiftFor(unsigned Loop,
                                   const LoopTime &Unshifted) const;
  bool isInStep(unsigned Loop, const LoopTime &Time) const;
  isl::map earlierTime(const OpenDependence &O, unsigned Loop) const;
  void share(unsigned Loops);
  bool isSmall() const;
  bool turnsRound() const;
  bool isAligned() const;

  LoopNests &Nests;
  NestGroup G;
  LoopNest New;
  std::vector<OpenDependence> Open;
};

Aligner::Aligner(LoopNests &Nests, NestGroup G, LoopNest New)
    : Nests(Nests), G(std::move(G)), New(std::move(New)) {
  this->New.Times.clear();
  for (const LoopNest &Earlier : this->G.Nests)
    for (const NestDependence &D : Nests.dependences(Earlier, this->New))
      Open.push_back({&Earlier, D});
}

/// { Domain[] -> [time] } of what \p O depends on.
isl::map Aligner::earlierTime(const OpenDependence &O, unsigned Loop) const {
  return Nests.timeOf(O.D.From, Loop, O.Earlier->Times[Loop]);
}

/// The numbers a and b of \p Constraint, a * in + b * out + ..; \p Out is the
/// place of out.
std::pair<long, long> slopes(const isl::constraint &Constraint, int Out = 0) {
  return {coefficientOf(Constraint, isl_dim_in, 0),
          coefficientOf(Constraint, isl_dim_out, Out)};
}

/// By which ratio the right iterator grows slower than the left one where each
/// is bounded by the other; none if it is not.
/// \p Hull: { [earlier iterator] -> [later iterator] }
std::optional<Ratio> ratioOf(const isl::basic_map &Hull) {
  // Ratios at which the later iterator is bounded from below, and from above.
  std::vector<std::pair<long, long>> Sides[2];
  for (const isl::constraint &C : constraintsOf(Hull)) {
    auto [A, B] = slopes(C);
    if (A == 0 || B == 0 || (A > 0) == (B > 0))
      continue;
    long Factor = std::gcd(A, B);
    std::pair<long, long> R = {std::abs(B) / Factor, std::abs(A) / Factor};
    for (bool Side : {false, true})
      if (isEquality(C) || (B > 0) == Side)
        Sides[Side].push_back(R);
  }
  std::optional<Ratio> Result;
  for (auto R : Sides[0])
    if (llvm::is_contained(Sides[1], R) && (!Result || R == std::pair(1L, 1L)))
      Result = Ratio{R.first, R.second};
  return Result;
}

/// The same of all \p Pairs, or of those of its parts in which both iterators
/// grow: not of the last row, which a filter reads for all that is beyond it.
/// None if these are not alike.
std::optional<Ratio> ratioOf(const isl::map &Pairs) {
  if (auto All =
          ratioOf(isl::manage(isl_map_unshifted_simple_hull(Pairs.copy()))))
    return All;
  std::optional<Ratio> Result;
  isl::stat Ok = Pairs.foreach_basic_map([&](const isl::basic_map &Part) {
    std::optional<Ratio> Here = ratioOf(Part);
    if (!Here)
      return isl::stat::ok();
    if (Result && (Result->Num != Here->Num || Result->Den != Here->Den))
      return isl::stat::error();
    Result = Here;
    return isl::stat::ok();
  });
  return Ok.is_error() ? std::nullopt : Result;
}

/// Whether the elements of an array come in ascending or in descending order.
struct Directions {
  bool Up = false, Down = false;
};

/// Adds the directions of \p Relation, { [iterator] -> Element[] }.
void addDirections(const isl::map &Relation, Directions &D) {
  isl::basic_map Hull = Relation.affine_hull();
  for (const isl::constraint &C : constraintsOf(Hull))
    for (int Dim = 0, Dims = isl_basic_map_dim(Hull.get(), isl_dim_out);
         Dim < Dims; ++Dim) {
      auto [A, B] = slopes(C, Dim);
      if (A != 0 && B != 0)
        ((A > 0) == (B > 0) ? D.Down : D.Up) = true;
    }
}

/// By which ratio New's iterator grows slower than that of what passes values
/// on to it in \p O; none if it does not grow with it.
std::optional<Ratio> Aligner::ratioIn(unsigned Loop,
                                      const OpenDependence &O) const {
  if (!O.D.IsFlow || !O.Earlier->Times[Loop].Once.is_null())
    return std::nullopt;
  isl::map From = Nests.timeOf(O.D.From, Loop, LoopTime());
  isl::map To = Nests.timeOf(O.D.To, Loop, LoopTime());
  return ratioOf(O.D.Pairs.apply_domain(From).apply_range(To));
}

/// Whether the outermost loop of New goes along with that of a nest that it
/// gets values of, or gets none.
bool Aligner::goesAlong() const {
  return llvm::none_of(Open,
                       [](const OpenDependence &O) { return O.D.IsFlow; }) ||
         llvm::any_of(Open, [&](const OpenDependence &O) {
           return ratioIn(0, O).has_value();
         });
}

/// By how much New's iterator is to be scaled in a loop. Scales the nests of
/// the group, too, where New is read more densely.
long Aligner::scaleFor(unsigned Loop) {
  // Without values from the group: as most of its nests.
  long Scale = G.Nests.front().Times[Loop].Scale;
  for (const OpenDependence &O : llvm::reverse(Open)) {
    auto R = ratioIn(Loop, O);
    if (!R)
      continue;
    long Wanted = O.Earlier->Times[Loop].Scale * R->Num;
    long More = R->Den / std::gcd(Wanted, R->Den);
    Scale = Wanted * More / R->Den;
    auto HasNoScale = [&](const LoopNest &N) {
      return !N.Times[Loop].Once.is_null();
    };
    if (More > 1 && llvm::any_of(G.Nests, HasNoScale))
      return 0;
    for (LoopNest &N : G.Nests) {
      N.Times[Loop].Scale *= More;
      if (N.Times[Loop].isShifted())
        N.Times[Loop].Shift = N.Times[Loop].Shift.scale(
            isl::val(N.Times[Loop].Shift.ctx(), More));
    }
    break;
  }
  for (const LoopNest &N : G.Nests)
    if (N.Times[Loop].Scale > MaxScale)
      return 0;
  return Scale > MaxScale ? 0 : Scale;
}

/// { [distance] } of \p O in a loop, with New at \p Time.
isl::set Aligner::distances(const OpenDependence &O, unsigned Loop,
                            const LoopTime &Time) const {
  return O.D.Pairs.apply_domain(earlierTime(O, Loop))
      .apply_range(Nests.timeOf(O.D.To, Loop, Time))
      .deltas();
}

/// Whether New, at \p Time, needs nothing that another iteration makes.
bool Aligner::isInStep(unsigned Loop, const LoopTime &Time) const {
  return llvm::all_of(Open, [&](const OpenDependence &O) {
    if (!O.D.IsFlow)
      return true;
    isl::set Distances = distances(O, Loop, Time);
    isl::set Zero = isl::manage(isl_set_fix_si(
        isl_set_universe(Distances.space().release()), isl_dim_set, 0, 0));
    return isSubset(Distances, Zero).is_true();
  });
}

/// Whether \p Shift depends on nothing but small sizes of \p K, and is small
/// where these are.
bool isSmallShift(const Kernel &K, const isl::aff &Shift) {
  for (int I = 0, E = isl_aff_dim(Shift.get(), isl_dim_param); I < E; ++I) {
    const char *Name = isl_aff_get_dim_name(Shift.get(), isl_dim_param, I);
    if (isl_aff_involves_dims(Shift.get(), isl_dim_param, I, 1) !=
            isl_bool_false &&
        !(Name && K.SmallSizes.count(Name)))
      return false;
  }
  ParameterPoint Point(K.Context, assumedSizes(K), K.Cases);
  return std::abs(Point.evaluate(isl::pw_aff(Shift))) <= MaxShift;
}

/// The larger of both where both are there; \p B if A is null.
isl::pw_aff largerOf(const isl::pw_aff &A, const isl::pw_aff &B) {
  return A.is_null() ? B
                     : isl::manage(isl_pw_aff_union_max(A.copy(), B.copy()));
}

/// The first expression of \p Needed, { [params] -> [shift] }, that is a small
/// shift of \p K, and large enough for all parameters; null if there is none.
isl::aff shiftOf(const Kernel &K, const isl::pw_aff &Needed) {
  isl::aff Result;
  Needed.foreach_piece([&](const isl::set &, const isl::aff &Piece) {
    isl::val Denominator =
        isl::manage(isl_aff_get_denominator_val(Piece.get()));
    if (Result.is_null() && Denominator.is_one().is_true() &&
        isSmallShift(K, Piece) &&
        isSubset(Needed.domain(), isl::pw_aff(Piece).ge_set(Needed)).is_true())
      Result = Piece;
    return isl::stat::ok();
  });
  return Result;
}

/// The least shift at which no dependence has a negative distance, null if it
/// is 0 or there is no dependence; none if there is no such shift that is the
/// same expression for all parameters, and small.
std::optional<isl::aff> Aligner::shiftFor(unsigned Loop,
                                          const LoopTime &Unshifted) const {
  const Kernel &K = Nests.kernel();
  isl::pw_aff Needed;
  std::optional<isl::val> Number;
  for (const OpenDependence &O : Open) {
    isl::set Distances = distances(O, Loop, Unshifted);
    if (isEmpty(Distances).is_true())
      continue;
    // Most are the same for all parameters. Others may have a bound because
    // sizes have one.
    isl::val Own = Distances.dim_min_val(0).neg();
    if (Own.is_int().is_true() &&
        Own.le(isl::val(Own.ctx(), MaxShift)).is_true()) {
      Number = Number ? Number->max(Own) : Own;
      continue;
    }
    if (K.SmallSizes.empty() ||
        isl_set_dim_has_lower_bound(Distances.get(), isl_dim_set, 0) !=
            isl_bool_true)
      return std::nullopt;
    Needed = largerOf(Needed, Distances.dim_min(0).neg());
    if (Needed.is_null()) // isl has failed
      return std::nullopt;
  }
  if (Needed.is_null() && (!Number || Number->is_zero().is_true()))
    return isl::aff();
  if (Number)
    Needed = largerOf(Needed, isl::pw_aff(K.Context, *Number));
  isl::aff Shift = shiftOf(K, coalesced(Needed));
  if (Shift.is_null())
    return std::nullopt;
  return Shift;
}

/// Finds New's time in loop \p Loop; false if there is none.
bool Aligner::alignLoop(unsigned Loop) {
  LoopTime Time;
  Time.Scale = scaleFor(Loop);
  if (Time.Scale == 0)
    return false;
  auto Shift = shiftFor(Loop, Time);
  if (!Shift)
    return false;
  Time.Shift = std::move(*Shift);
  if (Loop + 1 == New.Innermost && !isInStep(Loop, Time))
    G.OutOfStep = std::min(G.OutOfStep, Loop);
  New.Times.push_back(Time);
  for (OpenDependence &O : Open) {
    isl::map Now = Nests.timeOf(O.D.To, Loop, Time);
    O.D.Pairs =
        O.D.Pairs.intersect(earlierTime(O, Loop).apply_range(Now.reverse()));
  }
  return true;
}

/// Lets all of New run in the iteration in which the last of what it depends on
/// is there. False if that is not the same expression for all parameters.
bool Aligner::runAtOnce() {
  isl::set Needed;
  for (const OpenDependence &O : Open) {
    isl::set Times = O.D.Pairs.domain().apply(earlierTime(O, 0));
    Needed = Needed.is_null() ? Times : Needed.unite(Times);
  }
  if (Needed.is_null())
    return false;
  isl::set Last = Needed.lexmax().coalesce();
  if (isl_set_n_basic_set(Last.get()) != 1)
    return false;
  LoopTime Time;
  Time.Once = isl::set(Last.affine_hull());
  if (!Time.Once.is_singleton().is_true())
    return false;
  New.Times.assign(1, Time);
  return true;
}

/// Whether New has fewer loops than the others: all of it is to them what an
/// iteration of an inner loop is.
bool Aligner::isSmall() const {
  return llvm::any_of(G.Nests, [&](const LoopNest &N) {
    return !N.runsOnce() && N.Innermost > New.Innermost;
  });
}

/// Whether all nests run in each iteration, one next to the other.
bool Aligner::isAligned() const {
  auto IsIterator = [](const LoopTime &Time) { return Time.isIterator(); };
  return llvm::all_of(G.Nests, [&](const LoopNest &N) {
    return llvm::all_of(N.Times, IsIterator);
  });
}

/// Whether the only loop that nests of the group share goes up in some arrays
/// and down in others. Strips that need what is made at the other end wait for
/// half of all strips, so that nothing is gained; and where isl compares the
/// numbers of strips counted from both ends, its own grow without bound.
bool Aligner::turnsRound() const {
  const Kernel &K = Nests.kernel();
  Directions D;
  for (const LoopNest &N : G.Nests)
    for (unsigned S : N.Statements)
      for (const Access &A : K.Statements[S].Accesses)
        if (!N.runsOnce() && !K.Arrays[A.Array].Fixed)
          addDirections(A.Relation.apply_domain(Nests.timeOf(S, 0, LoopTime())),
                        D);
  return D.Up && D.Down;
}

void Aligner::share(unsigned Loops) {
  G.Depth = Loops;
  for (LoopNest &N : G.Nests)
    N.Times.resize(Loops);
}

bool Aligner::run(NestGroup &Result) {
  // One that fills a border may have a loop that is as good as any other.
  bool AtOnce = isSmall() && !goesAlong() && runAtOnce();
  unsigned Depth = std::min(G.Depth, New.Loops);
  while (!AtOnce && New.Times.size() < Depth && alignLoop(New.Times.size()))
    ;
  if (New.Times.empty() && (!isSmall() || !runAtOnce()))
    return false;
  unsigned Shared = New.Times.size();
  G.Nests.push_back(std::move(New));
  share(std::min(Shared, std::max(1u, G.OutOfStep)));
  G.InStrips = false;
  if (!isAligned() || G.OutOfStep < G.Depth) {
    unsigned Least = ~0u, Most = 0;
    for (const LoopNest &N : G.Nests)
      if (!N.runsOnce()) {
        Least = std::min(Least, N.Innermost);
        Most = std::max(Most, N.Innermost);
      }
    G.InStrips = Most == 1;
    if (G.InStrips && turnsRound())
      return false;
    if (!G.InStrips)
      share(std::min(G.Depth, Least - 1));
  }
  if (G.Depth == 0)
    return false;
  Result = std::move(G);
  return true;
}

} // namespace

bool smolly::joinGroup(LoopNests &Nests, NestGroup &G, LoopNest New) {
  return Aligner(Nests, G, std::move(New)).run(G);
}
