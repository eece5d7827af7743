//===- RegionRemarks.cpp - Which regions a statement was split into -------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RegionRemarks.h.
///
//===----------------------------------------------------------------------===//

#include "RegionRemarks.h"
#include "Iterations.h"
#include "Remarks.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Storage/ParameterPoint.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/TimeProfiler.h"
#include "isl/set.h"
#include <cmath>

using namespace llvm;
using namespace smolly;

/// More regions are counted only, the smallest ones.
static constexpr size_t MaxRegions = 5;
/// Longer conditions are left out.
static constexpr size_t MaxConditionText = 120;
/// isl operations for counting.
static constexpr unsigned long MaxOperations = 1'000'000;

namespace {

struct Part {
  unsigned Stmt = 0;
  isl::set Iterations; // { Domain[] }
  std::string Saves;
  double Count = 0;
};

} // namespace

/// " (99.8 % of the iterations)" where \p Iterations are a part of \p All, both
/// { Domain[] }; empty where that is not known.
static std::string shareOf(const isl::set &Iterations, const isl::set &All,
                           const ParameterPoint &Usual) {
  double Share = Usual.count(Iterations) / Usual.count(All);
  if (!std::isfinite(Share))
    return "";
  if (Share < 0.0005)
    return " (less than 0.1 % of the iterations)";
  std::string Text;
  raw_string_ostream(Text) << format(" (%.1f %% of the iterations)",
                                     Share * 100);
  return Text;
}

/// "loops of their own for 3 regions: 0 < x (99.9 % of the iterations): ...".
/// \p All, { Domain[] }: the iterations of which \p Regions are parts.
static std::string textOf(const ImportedScop &Scop, std::vector<Part> Regions,
                          const isl::set &All, const ParameterPoint &Usual) {
  llvm::stable_sort(
      Regions, [](const Part &A, const Part &B) { return A.Count > B.Count; });
  std::string Text =
      "loops of their own for " + std::to_string(Regions.size()) + " regions: ";
  ListSeparator Separator("; ");
  for (const Part &R : ArrayRef(Regions).take_front(MaxRegions)) {
    std::string Where = describeIterations(Scop, R.Stmt, R.Iterations, All);
    if (Where.size() > MaxConditionText || Where == "?" || Where.empty())
      Where = "others";
    Text += StringRef(Separator);
    Text += Where + shareOf(R.Iterations, All, Usual);
    if (!R.Saves.empty())
      Text += ", " + R.Saves;
  }
  if (Regions.size() > MaxRegions)
    Text += "; and " + std::to_string(Regions.size() - MaxRegions) + " more";
  return Text;
}

static std::string describeConstant(const Constant &C) {
  if (const auto *Integer = dyn_cast<ConstantInt>(&C))
    return toString(Integer->getValue(), 10, /*Signed=*/true);
  if (const auto *Number = dyn_cast<ConstantFP>(&C)) {
    SmallString<16> Text;
    Number->getValueAPF().toString(Text);
    return Text.str().str();
  }
  return "a constant";
}

/// "reads 0 and array 'in' in place of array 'pad'": what \p Piece of
/// statement number \p S does.
static std::string describeReads(const ImportedScop &Scop,
                                 const StatementPlacement &Places, unsigned S,
                                 const StatementPiece &Piece) {
  const Statement &Stmt = Scop.K.Statements[S];
  MapVector<unsigned, SmallSetVector<unsigned, 2>> Origins;
  for (unsigned A = 0; A < Stmt.Accesses.size(); ++A)
    if (auto Old = Stmt.Accesses[A].InPlaceOf;
        Old && any_of(Piece.Choices[A], [&](unsigned I) {
          return Places.Accesses[A][I].Where != Placement::Kind::Absent;
        }))
      Origins[Stmt.Accesses[*Old].Array].insert(Stmt.Accesses[A].Array);
  std::vector<std::string> Texts;
  for (const auto &[Old, New] : Origins) {
    std::vector<std::string> Names;
    for (unsigned Array : New)
      Names.push_back(Scop.Arrays[Array].Constant
                          ? describeConstant(*Scop.Arrays[Array].Constant)
                          : describeObject(Scop.Arrays[Array].Object.Base));
    Texts.push_back("reads " + join(Names, " and ") + " in place of " +
                    describeObject(Scop.Arrays[Old].Object.Base));
  }
  return join(Texts, ", ");
}

std::vector<RegionRemark>
smolly::describeRegions(const ImportedScop &Scop, const AccessPlan &Places,
                        const StorageOptions &Options) {
  TimeTraceScope Trace("Smolly describe");
  IslBudget Budget(Scop.K.ctx(), MaxOperations);
  ParameterPoint Usual(Scop.Likely, Options.Assumed);
  const isl::set Expected = Scop.UsualSizes.is_null()
                                ? Scop.Likely
                                : Scop.Likely.intersect(Scop.UsualSizes);
  std::vector<RegionRemark> Result;
  for (unsigned S = 0; S < Scop.Stmts.size(); ++S) {
    const StatementPlacement &Of = Places.Statements[S];
    const isl::set &Domain = Scop.K.Statements[S].Domain;
    if (none_of(Scop.K.Statements[S].Accesses,
                [](const Access &A) { return !!A.InPlaceOf; }))
      continue;
    std::vector<Part> Regions;
    for (const StatementPiece &Piece : Of.Pieces)
      if (!Piece.Idle &&
          isEmpty(Piece.Domain.intersect_params(Expected)).is_false())
        Regions.push_back({S, Piece.Domain, describeReads(Scop, Of, S, Piece),
                           Usual.boxesAround(Piece.Domain)});
    if (Regions.size() > 1)
      Result.push_back(
          {placeOf(Scop, S), textOf(Scop, std::move(Regions), Domain, Usual)});
  }
  return Result;
}

std::vector<RegionRemark>
smolly::describeBorders(const ImportedScop &Scop,
                        const StorageOptions &Options) {
  IslBudget Budget(Scop.K.ctx(), MaxOperations);
  ParameterPoint Usual(Scop.Likely, Options.Assumed);
  MapVector<const Loop *, std::vector<unsigned>> Loops;
  for (unsigned S = 0; S < Scop.Stmts.size(); ++S)
    if (const Loop *L = Scop.Stmts[S]->getSurroundingLoop();
        L && L->isInnermost())
      Loops[L].push_back(S);
  std::vector<RegionRemark> Result;
  for (const auto &[L, Stmts] : Loops) {
    const isl::set &First = Scop.K.Statements[Stmts.front()].Domain;
    auto OfLoop = [&](unsigned S) {
      return Scop.K.Statements[S].Domain.set_tuple_id(First.get_tuple_id());
    };
    isl::set All = First;
    std::vector<Part> Regions;
    for (unsigned S : Stmts) {
      All = coalesced(All.unite(OfLoop(S)));
      if (none_of(Regions, [&](const Part &R) {
            return isSubset(R.Iterations, OfLoop(S)).is_true() &&
                   isSubset(OfLoop(S), R.Iterations).is_true();
          }))
        Regions.push_back({Stmts.front(), OfLoop(S), "without conditions",
                           Usual.boxesAround(OfLoop(S))});
    }
    // Those around others are where conditions were asked.
    std::vector<Part> Inner;
    copy_if(Regions, std::back_inserter(Inner), [&](const Part &R) {
      return none_of(Regions, [&](const Part &Other) {
        return &Other != &R &&
               isSubset(Other.Iterations, R.Iterations).is_true();
      });
    });
    if (Inner.size() > 1)
      Result.push_back({placeOf(Scop, Stmts.front()),
                        textOf(Scop, std::move(Inner), All, Usual)});
  }
  return Result;
}
