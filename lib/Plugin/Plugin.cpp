//===- Plugin.cpp - What opt, clang, flang and lld load -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Registers the passes by name and puts the pipeline into -O1 and above.
///
//===----------------------------------------------------------------------===//

#include "smolly/Plugin/SmollyPass.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/IPO/InferFunctionAttrs.h"

using namespace llvm;
using namespace smolly;

static cl::opt<std::string> CommandLineOptions(
    "smolly-options",
    cl::desc("Parameters of the pass smolly, separated by ',' or ';'"),
    cl::value_desc("list"));

static cl::opt<std::string> OutputsFile(
    "smolly-outputs",
    cl::desc(
        "File that says which parts of a function's results are wanted, in "
        "lines FUNCTION: OUTPUT"),
    cl::value_desc("file"));

static cl::opt<bool> WarnOutOfBounds(
    "smolly-warn-out-of-bounds",
    cl::desc("Warn of accesses outside of arrays whose size is known"));

/// A misspelt option is an error of the compilation: whoever typed it wants to
/// know. The pass reports it when it runs, through the compiler's diagnostics.
static PassOptions optionsOrError(StringRef PassParameters) {
  Expected<PassOptions> Options =
      collectOptions(CommandLineOptions, PassParameters);
  if (Options) {
    if (!OutputsFile.empty())
      Options->Outputs = OutputsFile;
    Options->WarnOutOfBounds |= WarnOutOfBounds;
    return *Options;
  }
  PassOptions Wrong;
  Wrong.Mistake = toString(Options.takeError());
  return Wrong;
}

/// A pass that is asked for by name. LLVM knows an allocation function by
/// attributes that an early pass of the usual pipelines adds.
template <typename PassT>
static void addByName(ModulePassManager &MPM, PassT Pass) {
  MPM.addPass(InferFunctionAttrsPass());
  MPM.addPass(std::move(Pass));
}

static bool parsePass(StringRef Name, ModulePassManager &MPM,
                      ArrayRef<PassBuilder::PipelineElement>) {
  if (Name == "print<smolly-kernel>") {
    addByName(MPM, PrintKernelPass(errs()));
    return true;
  }
  if (Name == "print<smolly-storage>") {
    addByName(MPM, PrintStoragePass(errs(), optionsOrError("")));
    return true;
  }
  if (Name == "print<smolly-die>") {
    addByName(MPM, PrintDeadPass(errs(), optionsOrError("")));
    return true;
  }
  if (Name == "print<smolly-mars>") {
    addByName(MPM, PrintMarsPass(errs(), optionsOrError("")));
    return true;
  }
  if (Name == "print<smolly-volumes>") {
    addByName(MPM, PrintVolumesPass(errs(), optionsOrError("")));
    return true;
  }
  if (Name == "print<smolly-sdbm>") {
    addByName(MPM, PrintSdbmPass(errs(), optionsOrError("")));
    return true;
  }
  if (!PassBuilder::checkParametrizedPassName(Name, "smolly"))
    return false;
  auto Parse = [](StringRef List) -> Expected<std::string> {
    PassOptions Options;
    if (Error E = Options.apply(List))
      return E;
    return List.str();
  };
  Expected<std::string> List =
      PassBuilder::parsePassParameters(Parse, Name, "smolly");
  if (!List)
    reportFatalUsageError(List.takeError());
  addByName(MPM, SmollyPass(optionsOrError(*List), OptimizationLevel::O3));
  return true;
}

static void registerPasses(PassBuilder &PB) {
  if (PassInstrumentationCallbacks *PIC = PB.getPassInstrumentationCallbacks())
    PIC->addClassToPassName(SmollyPass::name(), "smolly");
  PB.registerPipelineParsingCallback(parsePass);
  PB.registerPipelineEarlySimplificationEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel Level, ThinOrFullLTOPhase) {
        if (Level != OptimizationLevel::O0)
          MPM.addPass(SmollyPass(optionsOrError(""), Level));
      });
  // For modules whose compilation did not load the plugin; what was changed
  // before is marked.
  PB.registerFullLinkTimeOptimizationEarlyEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel Level) {
        if (Level != OptimizationLevel::O0)
          MPM.addPass(SmollyPass(optionsOrError(""), Level));
      });
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Smolly", SMOLLY_VERSION, registerPasses};
}
