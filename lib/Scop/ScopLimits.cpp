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
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

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

/// How many iterations \p L has, if it is over a window of known size that is
/// asked in each if it is beyond a border; else 0. LLVM unrolls it, and
/// vectorises the loop around it; of what is generated for it, it could not.
static unsigned windowAtBorder(const Loop &L, ScalarEvolution &SE) {
  constexpr unsigned MaxElements = 64;
  unsigned Runs = SE.getSmallConstantTripCount(&L);
  return L.isInnermost() && L.getParentLoop() && Runs <= MaxElements &&
                 asksBorders(L, SE)
             ? Runs
             : 0;
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
    if (unsigned Runs =
            Context.CurRegion.contains(L) ? windowAtBorder(*L, SE) : 0)
      return (Twine(Runs) + " elements of a window, some beyond a border")
          .str();
  return "";
}
