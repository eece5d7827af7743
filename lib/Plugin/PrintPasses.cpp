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

#include "ChooseSchedule.h"
#include "ForEachScop.h"
#include "Verify.h"
#include "Warnings.h"
#include "smolly/Dead/DeadPrinter.h"
#include "smolly/Kernel/ClassCensus.h"
#include "smolly/Kernel/Dataflow.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/KernelFile.h"
#include "smolly/Mars/MarsPrinter.h"
#include "smolly/Plugin/SmollyPass.h"
#include "smolly/Scop/Import.h"
#include "smolly/Scop/Scalars.h"
#include "smolly/Storage/PlanPrinter.h"
#include "smolly/Volume/VolumePrinter.h"
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
  StorageOptions Storage = Options.forStorage(K);
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

/// The statements in \p Band, with its loops as the tiling and the dependences
/// among them.
static Expected<Kernel> tiledKernel(const Kernel &All,
                                    const std::vector<TiledLoop> &Band,
                                    const PassOptions &Options) {
  Expected<Dataflow> Flow = computeDataflow(All, Options.MaxIslOperations);
  if (!Flow)
    return Flow.takeError();
  Kernel K = All;
  K.Tiles.emplace();
  for (const TiledLoop &L : Band) {
    K.Tiles->Hyperplanes.push_back(L.Heights);
    K.Tiles->Sizes.push_back(L.Size);
  }
  auto IsIn = [&](unsigned Stmt) {
    return isDisjoint(isl::set(Band.front().Heights.domain().extract_set(
                          All.Statements[Stmt].Domain.get_space())),
                      All.Statements[Stmt].Domain)
        .is_false();
  };
  K.Dependences = isl::union_map::empty(K.ctx());
  for (const auto &F : Flow->Flows)
    if (IsIn(F.Write.Stmt) && IsIn(F.Read.Stmt))
      K.Dependences = K.Dependences->unite(isl::union_map(F.Sources.reverse()));
  return K;
}

static Error printMars(raw_ostream &OS, const Kernel &K,
                       const PassOptions &Options) {
  auto Program = mars::readTiledProgram(K, Options.MaxIslOperations);
  if (!Program)
    return Program.takeError();
  auto Found =
      mars::findMars(K.ctx(), std::move(*Program), Options.MaxIslOperations);
  if (!Found)
    return Found.takeError();
  return mars::printMars(OS, K.ctx(), mars::MarsReport(*Found));
}

static void printMars(raw_ostream &OS, const ImportedScop &Scop,
                      const PassOptions &Options) {
  Kernel All = withScalars(Scop);
  auto Tiled = proposeTiles(All, Scop.NewSchedule.is_null(), CacheSizes(),
                            Options.MaxIslOperations);
  if (!Tiled) {
    OS << All.Name << ": no loops can be tiled\n";
    return;
  }
  for (const std::vector<TiledLoop> &Band : Tiled->Bands) {
    Expected<Kernel> K = tiledKernel(All, Band, Options);
    Error Err = K ? printMars(OS, *K, Options) : K.takeError();
    if (Err)
      OS << All.Name << ": " << toString(std::move(Err)) << '\n';
  }
}

PreservedAnalyses PrintMarsPass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (!Options.Mistake.empty()) {
    M.getContext().emitError(Options.Mistake);
    return PreservedAnalyses::all();
  }
  ::forEachScop(M, MAM, /*AsWritten=*/false,
                [&](ImportedScop &Scop) { ::printMars(OS, Scop, Options); });
  return PreservedAnalyses::all();
}

/// With scalars, as sums are kept in these. Live in and out are only the
/// elements that the SCoP accesses: arrays that somebody else sees have no end.
static void printVolumes(raw_ostream &OS, const ImportedScop &Scop,
                         const PassOptions &Options) {
  Kernel K = withCopiesOfScalars(Scop);
  for (unsigned I = 0; I < K.Arrays.size(); ++I) {
    isl::set Written = isl::set::empty(K.Arrays[I].Extent.get_space());
    for (const Statement &S : K.Statements)
      for (const smolly::Access &A : S.Accesses)
        if (A.Array == I && A.isWrite())
          Written = Written.unite(A.Relation.range());
    K.Arrays[I].LiveOut = K.Arrays[I].LiveOut.intersect(Written);
  }
  Expected<Dataflow> Flow = computeDataflow(K, Options.MaxIslOperations);
  Expected<volume::VolumeReport> Report =
      Flow ? volume::analyzeVolumes(K, *Flow, {}, Options.MaxIslOperations)
           : Flow.takeError();
  if (!Report)
    OS << K.Name << ": " << toString(Report.takeError()) << '\n';
  else
    volume::printVolumes(OS, *Report);
}

PreservedAnalyses PrintVolumesPass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (!Options.Mistake.empty()) {
    M.getContext().emitError(Options.Mistake);
    return PreservedAnalyses::all();
  }
  ::forEachScop(M, MAM, /*AsWritten=*/false,
                [&](ImportedScop &Scop) { ::printVolumes(OS, Scop, Options); });
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
  Expected<StoragePlan> Plan = planStorage(K, *Flow, Options.forStorage(K));
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
