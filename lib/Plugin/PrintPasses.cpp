//===- PrintPasses.cpp - Show what the pass sees --------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements print<smolly-kernel> and print<smolly-storage>.
///
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "WorkingCopy.h"
#include "smolly/Kernel/Dataflow.h"
#include "smolly/Kernel/KernelFile.h"
#include "smolly/Plugin/SmollyPass.h"
#include "smolly/Scop/Import.h"
#include "smolly/Scop/PollySession.h"
#include "smolly/Scop/Prepare.h"
#include "smolly/Storage/PlanPrinter.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace smolly;

/// Calls \p Show for each SCoP of each function of \p M.
static void forEachScop(Module &M, ModuleAnalysisManager &MAM,
                        function_ref<void(ImportedScop &)> Show) {
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  SmallVector<Function *, 16> Functions;
  for (Function &F : M)
    Functions.push_back(&F);
  for (Function *F : Functions) {
    std::string Why;
    if (!mayBeCopied(*F, Why))
      continue;
    WorkingCopy Copy(*F, FAM);
    Function &C = Copy.function();
    prepareFunction(C, FAM, OptimizationLevel::O3);
    PollySession Session(C, FAM);
    for (polly::Scop *S : Session.scops([](const Region &) { return true; })) {
      ImportedScop Imported =
          importScop(*S, F, FAM.getResult<TargetLibraryAnalysis>(C), Session.LI,
                     Session.DT);
      Imported.K.Name = F->getName().str();
      Show(Imported);
    }
  }
}

PreservedAnalyses PrintKernelPass::run(Module &M, ModuleAnalysisManager &MAM) {
  forEachScop(M, MAM, [&](ImportedScop &Scop) { printKernel(OS, Scop.K); });
  return PreservedAnalyses::all();
}

static void printStorage(raw_ostream &OS, const Kernel &K,
                         const PassOptions &Options, LLVMContext &Context) {
  Expected<Dataflow> Flow = computeDataflow(K, Options.MaxIslOperations);
  if (!Flow) {
    OS << K.Name << ": " << toString(Flow.takeError()) << '\n';
    return;
  }
  StorageOptions Storage = Options.forStorage();
  Expected<StoragePlan> Plan = planStorage(K, *Flow, Storage);
  if (!Plan) {
    OS << K.Name << ": " << toString(Plan.takeError()) << '\n';
    return;
  }
  printPlan(OS, K, *Plan, Storage);
  if (Options.Verify && Plan->changesAnything())
    if (Error E = verifyAtSamples(K, *Plan))
      Context.emitError("smolly: wrong storage plan for '" + K.Name +
                        "': " + toString(std::move(E)));
}

PreservedAnalyses PrintStoragePass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (!Options.Mistake.empty()) {
    M.getContext().emitError(Options.Mistake);
    return PreservedAnalyses::all();
  }
  forEachScop(M, MAM, [&](ImportedScop &Scop) {
    printStorage(OS, Scop.K, Options, M.getContext());
  });
  return PreservedAnalyses::all();
}
