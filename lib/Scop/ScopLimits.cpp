//===- ScopLimits.cpp - Which loops are too large to look at --------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ScopLimits.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/ScopLimits.h"
#include "polly/Support/SCEVValidator.h"
#include "smolly/Scop/Windows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;
using namespace smolly;
using DetectionContext = polly::ScopDetection::DetectionContext;

/// How many loops of \p R are around its innermost block.
static unsigned depthOf(const Region &R, const LoopInfo &LI) {
  unsigned Around = 0;
  for (const Loop *L = LI.getLoopFor(R.getEntry()); L; L = L->getParentLoop())
    Around += !R.contains(L);
  unsigned Deepest = 0;
  for (const BasicBlock *BB : R.blocks())
    Deepest = std::max(Deepest, LI.getLoopDepth(BB));
  return Deepest - std::min(Around, Deepest);
}

static size_t countStatements(const Region &R) {
  return count_if(R.blocks(), [](const BasicBlock *BB) {
    return any_of(
        *BB, [](const Instruction &I) { return I.mayReadOrWriteMemory(); });
  });
}

static size_t countParameters(const DetectionContext &Context,
                              const LoopInfo &LI, ScalarEvolution &SE) {
  const Region &R = Context.CurRegion;
  SmallPtrSet<const SCEV *, 16> Parameters;
  auto Add = [&](Loop *Scope, const SCEV *Expression) {
    polly::ParameterSetTy New =
        polly::getParamsInAffineExpr(&R, Scope, Expression, SE);
    Parameters.insert(New.begin(), New.end());
  };
  for (Loop *L : LI.getLoopsInPreorder())
    if (const SCEV *Count = SE.getBackedgeTakenCount(L);
        R.contains(L) && !isa<SCEVCouldNotCompute>(Count))
      Add(L, Count);
  for (const auto &[Base, Functions] : Context.Accesses)
    for (const auto &[I, Function] : Functions)
      Add(LI.getLoopFor(I->getParent()), Function);
  return Parameters.size();
}

/// Whether an iteration of \p L may do without loading anything: it leaves out
/// what is beyond a border.
static bool mayLoadNothing(const Loop &L) {
  auto Loads = [](const BasicBlock &BB) {
    return any_of(BB, [](const Instruction &I) { return isa<LoadInst>(I); });
  };
  const BasicBlock *Header = L.getHeader();
  SetVector<const BasicBlock *> Reached;
  if (!Loads(*Header))
    Reached.insert(Header);
  for (unsigned I = 0; I < Reached.size(); ++I)
    for (const BasicBlock *Next : successors(Reached[I])) {
      if (Next == Header)
        return true;
      if (L.contains(Next) && !Loads(*Next))
        Reached.insert(Next);
    }
  return false;
}

/// Whether \p L, over rows of a window, begins or ends at a border.
static bool endsAtBorder(const Loop &L, ScalarEvolution &SE) {
  auto IsExtreme = [](const SCEV *S) { return isa<SCEVMinMaxExpr>(S); };
  auto Counts = [](const SCEV *S) { return isa<SCEVAddRecExpr>(S); };
  const SCEV *Count = SE.getBackedgeTakenCount(&L);
  return SCEVExprContains(Count, IsExtreme) && SCEVExprContains(Count, Counts);
}

/// Whether \p L is over the elements of a window that may be beyond borders, or
/// over those of one of its rows, and is better left to LLVM. It runs \p Runs
/// times, 0 if that is not known.
///
/// With neighbours side by side, windows of one dimension are faster, unless
/// they are short and take other elements in place of those beyond a border:
/// LLVM unrolls these, and vectorises the loop around them. In windows of two
/// dimensions neighbours are not side by side.
static bool isWindowForLLVM(const Loop &L, unsigned Runs, ScalarEvolution &SE) {
  constexpr unsigned MaxElements = 32, MaxInRow = 64, FewInRow = 7;
  const Loop *Around = L.getParentLoop();
  if (!L.isInnermost() || !Around || !asksBorders(L, SE))
    return false;
  if (Around->getParentLoop() && asksBorders(*Around, SE))
    return Runs <= MaxInRow;
  if (endsAtBorder(*Around, SE))
    return Runs == 0 || Runs > FewInRow;
  return Runs > 0 && Runs <= MaxElements && !mayLoadNothing(L);
}

std::string smolly::exceededLimit(const DetectionContext &Context,
                                  const ScopLimits &Limits, const LoopInfo &LI,
                                  ScalarEvolution &SE) {
  auto Describe = [](size_t Count, const char *What, const char *Limit,
                     unsigned Most) {
    return (Twine(Count) + " " + What + " (" + Limit + "=" + Twine(Most) + ")")
        .str();
  };
  if (unsigned Depth = depthOf(Context.CurRegion, LI); Depth > Limits.MaxDepth)
    return Describe(Depth, "nested loops", "max-depth", Limits.MaxDepth);
  if (size_t Count = countStatements(Context.CurRegion);
      Count > Limits.MaxStatements)
    return Describe(Count, "statements", "max-statements",
                    Limits.MaxStatements);
  if (size_t Count = countParameters(Context, LI, SE);
      Count > Limits.MaxParameters)
    return Describe(Count, "parameters", "max-parameters",
                    Limits.MaxParameters);
  for (const Loop *L : LI.getLoopsInPreorder())
    if (unsigned Runs = SE.getSmallConstantTripCount(L);
        Context.CurRegion.contains(L) && isWindowForLLVM(*L, Runs, SE))
      return (Runs > 0 ? std::to_string(Runs) + " " : "") +
             "elements of a window, some beyond a border";
  return "";
}
