//===- ForEachScop.cpp - Look at the SCoPs of a function ------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ForEachScop.h.
///
//===----------------------------------------------------------------------===//

#include "ForEachScop.h"
#include "WorkingCopy.h"
#include "smolly/Scop/ExposeArrays.h"
#include "smolly/Scop/MainVariables.h"
#include "smolly/Scop/PollySession.h"
#include "smolly/Scop/Prepare.h"

using namespace llvm;
using namespace smolly;

void smolly::forEachScop(Function &F, FunctionAnalysisManager &FAM,
                         OptimizationLevel Level, const ScopLimits &Limits,
                         bool AsWritten,
                         function_ref<void(ImportedScop &)> Visit) {
  std::string Why;
  if (!mayBeCopied(F, Why))
    return;
  WorkingCopy Copy(F, FAM);
  Function &C = Copy.function();
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(C);
  HiddenParts Hidden;
  if (makeMainVariablesLocal(C, F))
    FAM.invalidate(C, PreservedAnalyses::none());
  exposeArrays(C, FAM);
  prepareFunction(C, F, FAM, Level, Hidden);
  PollySession Session(C, FAM, Hidden.Loops, Limits);
  Session.Options.assumeInBounds(!AsWritten);
  ImportOptions Options;
  Options.AsWritten = AsWritten;
  for (polly::Scop *S : Session.scops([](const Region &) { return true; })) {
    ImportedScop Scop =
        importScop(*S, &F, TLI, Session.LI, Session.DT, Options);
    Scop.K.Name = F.getName().str();
    Visit(Scop);
  }
}
