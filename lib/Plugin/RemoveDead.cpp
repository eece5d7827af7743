//===- RemoveDead.cpp - Take dead iterations out of a SCoP ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RemoveDead.h.
///
//===----------------------------------------------------------------------===//

#include "RemoveDead.h"
#include "Iterations.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Scop/Scalars.h"
#include "smolly/Storage/ParameterPoint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/TimeProfiler.h"
#include <random>

using namespace llvm;
using namespace smolly;

/// isl operations for finding out how large a set is.
static constexpr unsigned long MaxEstimateOperations = 1'000'000;
/// The polyhedra that the live iterations of a statement may consist of: with
/// more, live ranges become so complicated that no array gets smaller.
static constexpr int MaxPieces = 3;
/// The part of the operations of an analysis that goes into making sets
/// simpler.
static constexpr unsigned long SimplifyShare = 20;
/// Points at which it is looked whether they are dead, for each statement.
static constexpr unsigned SamplePoints = 100;

/// How many iterations \p Domain has and how many of them are in \p Dead, both
/// without parameters; estimated from points in a box.
/// Complexity: two emptiness checks for each of SamplePoints points.
static std::pair<double, double> estimate(const isl::set &Domain,
                                          const isl::set &Dead,
                                          std::minstd_rand &Random) {
  double Box = 1, Inside = 0, Hit = 0;
  std::vector<std::pair<long, long>> Ranges;
  for (int I = 0, E = isl_set_dim(Domain.get(), isl_dim_set); I < E; ++I) {
    isl::val Low = isl::manage(isl_set_dim_min_val(Domain.copy(), I));
    isl::val High = isl::manage(isl_set_dim_max_val(Domain.copy(), I));
    if (!Low.is_int().is_true() || !High.is_int().is_true())
      return {0, 0};
    Ranges.push_back({Low.get_num_si(), High.get_num_si()});
    Box *= double(High.get_num_si()) - Low.get_num_si() + 1;
  }
  for (unsigned I = 0; I < SamplePoints; ++I) {
    isl::set Point = isl::set::universe(Domain.get_space());
    for (unsigned D = 0; D < Ranges.size(); ++D) {
      auto [Low, High] = Ranges[D];
      double Part = double(Random() - Random.min()) /
                    (double(Random.max()) - Random.min() + 1);
      long At = Low + static_cast<long>(Part * (double(High) - Low + 1));
      Point = isl::manage(isl_set_fix_val(
          Point.release(), isl_dim_set, D,
          isl_val_int_from_si(isl_set_get_ctx(Domain.get()), At)));
    }
    Inside += isDisjoint(Point, Domain).is_false();
    Hit += isDisjoint(Point, Dead).is_false();
  }
  return {Box * Inside / SamplePoints, Box * Hit / SamplePoints};
}

/// The same for all statements together, with the parameters of \p Point.
static std::pair<double, double> estimate(const Kernel &K,
                                          const LiveIterations &Live,
                                          const ParameterPoint &Point) {
  std::minstd_rand Random(1);
  double All = 0, Dead = 0;
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    if (K.Statements[S].Accesses.empty())
      continue;
    auto [Iterations, DeadIterations] = estimate(
        Point.fix(K.Statements[S].Domain), Point.fix(Live.Dead[S]), Random);
    All += Iterations;
    Dead += DeadIterations;
  }
  return {All, Dead};
}

/// Whether the boxes around the dead iterations, with the parameters of \p
/// Point, are less than \p LeastPart of all iterations, which are boxes: then
/// nothing has to be sampled.
static bool isSurelyLittle(const Kernel &K, const LiveIterations &Live,
                           const ParameterPoint &Point, double LeastPart) {
  double All = 0, Dead = 0;
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    if (K.Statements[S].Accesses.empty())
      continue;
    isl::set Domain = Point.fix(K.Statements[S].Domain);
    if (isl_set_is_box(Domain.get()) != isl_bool_true)
      return false;
    All += Point.boxAround(Domain);
    Dead += Point.boxesAround(Live.Dead[S]);
  }
  return Dead < All * LeastPart;
}

bool smolly::isWorthRemoving(const Kernel &K, const LiveIterations &Live,
                             const StorageOptions &Options, double LeastPart) {
  if (!Live.findsDead() || LeastPart <= 0)
    return Live.findsDead();
  IslBudget Budget(K.ctx(), MaxEstimateOperations);
  ParameterPoint Usual(K.Context, Options.Assumed, K.Cases);
  std::vector<ParameterPoint> Points = Usual.variations();
  Points.insert(Points.begin(), Usual);
  return any_of(Points, [&](const ParameterPoint &Point) {
    if (isSurelyLittle(K, Live, Point, LeastPart))
      return false;
    auto [All, Dead] = estimate(K, Live, Point);
    return !Budget.exceeded() && Dead > 0 && Dead >= All * LeastPart;
  });
}

/// "iterations removed: what this computes is used only where j <= i".
static std::string describe(const ImportedScop &Scop, const Kernel &Before,
                            const LiveIterations &Live, unsigned S) {
  if (isEmpty(Live.Live[S]).is_true())
    return "iterations removed: nothing that this computes is ever used";
  std::string Condition =
      describeIterations(Scop, S, Live.Live[S], Before.Statements[S].Domain);
  return "iterations removed: what this computes is used only where " +
         (Condition.empty() ? "?" : Condition);
}

/// Notes the arrays that only dead iterations of \p Before accessed.
static void findVanished(const Kernel &Before, const Kernel &After,
                         RemovedIterations &Result) {
  std::vector<bool> IsUsed(Before.Arrays.size()), WasUsed = IsUsed;
  for (unsigned S = 0; S < Before.Statements.size(); ++S)
    for (unsigned A = 0; A < Before.Statements[S].Accesses.size(); ++A) {
      unsigned Array = Before.Statements[S].Accesses[A].Array;
      WasUsed[Array] = true;
      if (!isEmpty(After.Statements[S].Accesses[A].Relation).is_true())
        IsUsed[Array] = true;
    }
  for (unsigned I = 0; I < Before.Arrays.size(); ++I)
    if (WasUsed[I] && !IsUsed[I] && !Before.Arrays[I].Fixed)
      Result.Vanished.push_back(I);
  for (unsigned S = 0; S < Before.Statements.size(); ++S)
    for (unsigned A = 0; A < Before.Statements[S].Accesses.size(); ++A) {
      const Access &Access = Before.Statements[S].Accesses[A];
      if (!Access.isWrite() || !is_contained(Result.Vanished, Access.Array))
        continue;
      ValueSet V;
      V.Write = {S, A};
      V.Array = Access.Array;
      V.Piece = Access.Relation.domain();
      V.Where = ValueSet::Place::Nowhere;
      Result.Unstored.push_back(std::move(V));
    }
}

/// Compares \p Live with a dataflow of its own, not the one it is made from.
static bool isRight(const Kernel &K, const LiveIterations &Live,
                    unsigned long MaxIslOperations) {
  // What is only checked must not leave less for what is to be done.
  IslAllowance NotCounted(0);
  Expected<Dataflow> Flow = computeDataflow(K, MaxIslOperations);
  if (Flow)
    return isClosed(K, *Flow, Live, MaxIslOperations);
  consumeError(Flow.takeError());
  return true;
}

/// Whether \p Stmt does no more than pass on what is in registers.
static bool onlyPassesOn(const polly::ScopStmt &Stmt) {
  return Stmt.isBlockStmt() && Stmt.getInstructions().empty() &&
         none_of(Stmt, [](const polly::MemoryAccess *Access) {
           return Access->isArrayKind();
         });
}

/// Takes dead iterations of statements that only pass registers on back into
/// \p Live, where what they read is computed anyway. A sum is not passed on in
/// the last iteration: leaving that out saves nothing, and takes a condition in
/// the loop or a copy of it. \p K is \p Scop with scalars, \p D its dataflow.
/// Complexity: a subset question for each flow to such a statement.
static void keepRegisterCopies(const ImportedScop &Scop, const Kernel &K,
                               const Dataflow &D, LiveIterations &Live) {
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    isl::set &Executed = Live.Live[S];
    if (!Scop.Stmts[S] || !onlyPassesOn(*Scop.Stmts[S]) ||
        isEmpty(Live.Dead[S]).is_true() || isEmpty(Executed).is_true())
      continue;
    isl::set Domain = coalesced(Executed.unite(Live.Dead[S]));
    if (!all_of(D.Flows, [&](const Flow &F) {
          return F.Read.Stmt != S ||
                 isSubset(Domain.apply(F.Sources), Live.Live[F.Write.Stmt])
                     .is_true();
        }))
      continue;
    Live.Dead[S] = isl::set::empty(Domain.get_space());
    Live.Live[S] = std::move(Domain);
    Live.Exact = false;
  }
}

/// The live iterations of \p Scop, with \p Flow, with respect to arrays and
/// scalars, in sets that are easy to run through; none if they cannot be found,
/// or are not worth their while.
static std::optional<LiveIterations>
findLive(const ImportedScop &Scop, const Dataflow &Flow,
         const PassOptions &Options, double LeastPart, std::string &Mistake) {
  auto OrNone = [](auto Result) {
    using T = std::decay_t<decltype(*Result)>;
    if (Result)
      return std::optional<T>(std::move(*Result));
    consumeError(Result.takeError());
    return std::optional<T>();
  };
  StorageOptions Storage = Options.forStorage(Scop.K);
  Kernel K = withScalars(Scop);
  auto Own = OrNone(extendDataflow(K, Flow, Scop.K.Arrays.size(),
                                   Options.maxDataflowOperations()));
  if (!Own)
    return std::nullopt;
  auto Live = OrNone(findLiveIterations(
      K, *Own, {DeadMethod::Best, Options.MaxIslOperations}));
  if (!Live || !isWorthRemoving(Scop.K, *Live, Storage, LeastPart))
    return std::nullopt;
  bool AllSimple = all_of(
      Live->Live, [](const isl::set &Set) { return isSimple(Set, MaxPieces); });
  if (!AllSimple && (!simplifyLive(K, *Own, *Live, MaxPieces,
                                   Options.MaxIslOperations / SimplifyShare) ||
                     !isWorthRemoving(Scop.K, *Live, Storage, LeastPart)))
    return std::nullopt;
  keepRegisterCopies(Scop, K, *Own, *Live);
  if (!Live->findsDead())
    return std::nullopt;
  if (Options.Verify && !isRight(K, *Live, Options.MaxIslOperations)) {
    Mistake = "wrong live iterations";
    return std::nullopt;
  }
  return Live;
}

RemovedIterations smolly::removeDeadIterations(ImportedScop &Scop,
                                               Dataflow &Flow,
                                               const PassOptions &Options,
                                               double LeastPart) {
  TimeTraceScope Trace("Smolly dead iterations");
  RemovedIterations Result;
  std::optional<LiveIterations> Live =
      findLive(Scop, Flow, Options, LeastPart, Result.Mistake);
  if (!Live)
    return Result;
  Kernel Before = Scop.K;
  for (unsigned S = 0; S < Before.Statements.size(); ++S)
    if (isEmpty(Live->Dead[S]).is_false())
      if (const Instruction *Where = placeOf(Scop, S))
        Result.Remarks.push_back({Where, describe(Scop, Before, *Live, S)});
  Scop.K = restrictKernel(Before, *Live);
  Flow = restrictDataflow(Flow, *Live);
  findVanished(Before, Scop.K, Result);
  return Result;
}
