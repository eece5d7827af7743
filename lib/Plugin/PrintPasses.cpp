//===- PrintPasses.cpp - Show what the pass sees --------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements the passes whose names begin with print<smolly-.
///
//===----------------------------------------------------------------------===//

#include "ForEachScop.h"
#include "Verify.h"
#include "Warnings.h"
#include "smolly/Dead/DeadPrinter.h"
#include "smolly/Kernel/ClassCensus.h"
#include "smolly/Kernel/Dataflow.h"
#include "smolly/Kernel/KernelFile.h"
#include "smolly/Plugin/SmollyPass.h"
#include "smolly/Scop/Import.h"
#include "smolly/Storage/PlanPrinter.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace smolly;

/// Calls \p Show for each SCoP of each function of \p M.
static void forEachScop(Module &M, ModuleAnalysisManager &MAM, bool AsWritten,
                        function_ref<void(ImportedScop &)> Show) {
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  SmallVector<Function *, 16> Functions;
  for (Function &F : M)
    Functions.push_back(&F);
  for (Function *F : Functions)
    smolly::forEachScop(*F, FAM, OptimizationLevel::O3, ScopLimits(), AsWritten,
                        Show);
}

PreservedAnalyses PrintKernelPass::run(Module &M, ModuleAnalysisManager &MAM) {
  ::forEachScop(M, MAM, /*AsWritten=*/false,
                [&](ImportedScop &Scop) { printKernel(OS, Scop.K); });
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
  ::forEachScop(M, MAM, /*AsWritten=*/false, [&](ImportedScop &Scop) {
    printStorage(OS, Scop.K, Options, M.getContext());
  });
  return PreservedAnalyses::all();
}

static void printDead(raw_ostream &OS, const ImportedScop &Scop,
                      const PassOptions &Options) {
  Expected<DeadAnalysis> Found = analyzeDead(Scop, Options.MaxIslOperations);
  if (!Found)
    OS << Scop.K.Name << ": " << toString(Found.takeError()) << '\n';
  else
    smolly::printDead(
        OS, DeadReport{Found->K, Found->Live, Found->Found, std::nullopt});
}

PreservedAnalyses PrintDeadPass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (!Options.Mistake.empty()) {
    M.getContext().emitError(Options.Mistake);
    return PreservedAnalyses::all();
  }
  ::forEachScop(M, MAM, /*AsWritten=*/true,
                [&](ImportedScop &Scop) { ::printDead(OS, Scop, Options); });
  return PreservedAnalyses::all();
}

static void printClasses(raw_ostream &OS, const Kernel &K,
                         const PassOptions &Options) {
  EmptinessScope Emptiness(Options.emptinessMode());
  ClassCensus Classes;
  Emptiness.tell(Classes);
  Classes.addKernel(K);
  Expected<Dataflow> Flow = computeDataflow(K, Options.MaxIslOperations);
  if (!Flow) {
    OS << K.Name << ": " << toString(Flow.takeError()) << '\n';
    return;
  }
  Expected<StoragePlan> Plan = planStorage(K, *Flow, Options.forStorage());
  if (!Plan) {
    OS << K.Name << ": " << toString(Plan.takeError()) << '\n';
    return;
  }
  OS << K.Name << '\n';
  Classes.print(OS);
}

PreservedAnalyses PrintSdbmPass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (!Options.Mistake.empty()) {
    M.getContext().emitError(Options.Mistake);
    return PreservedAnalyses::all();
  }
  ::forEachScop(M, MAM, /*AsWritten=*/false,
                [&](ImportedScop &Scop) { printClasses(OS, Scop.K, Options); });
  return PreservedAnalyses::all();
}
