//===- FullUnroll.cpp - Loops become what they do -------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements FullUnroll.h.
///
//===----------------------------------------------------------------------===//

#include "FullUnroll.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;
using namespace smolly;

unsigned smolly::knownRuns(const Loop &L, Function &F,
                           FunctionAnalysisManager &FAM, unsigned Most) {
  unsigned Runs =
      FAM.getResult<ScalarEvolutionAnalysis>(F).getSmallConstantTripCount(&L);
  return Runs <= Most ? Runs : 0;
}

void smolly::unrollFully(Loop &L, unsigned Runs, Function &F,
                         FunctionAnalysisManager &FAM) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  simplifyLoop(&L, &DT, &LI, &SE, &AC, nullptr, /*PreserveLCSSA=*/false);
  formLCSSARecursively(L, DT, &LI, &SE);
  UnrollLoopOptions Options = {};
  Options.Count = Runs;
  Options.Force = true;
  Options.ForgetAllSCEV = true;
  OptimizationRemarkEmitter Silent(&F);
  UnrollLoop(&L, Options, &LI, &SE, &DT, &AC,
             &FAM.getResult<TargetIRAnalysis>(F), &Silent,
             /*PreserveLCSSA=*/false);
}
