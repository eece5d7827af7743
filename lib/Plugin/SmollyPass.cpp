//===- SmollyPass.cpp - The module pass -----------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the pipeline over every function of a module.
///
//===----------------------------------------------------------------------===//

#include "smolly/Plugin/SmollyPass.h"
#include "FunctionDriver.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace smolly;

PreservedAnalyses SmollyPass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (!Options.Mistake.empty()) {
    M.getContext().emitError(Options.Mistake);
    return PreservedAnalyses::all();
  }
  if (Options.Off || (Options.Storage == StorageMethod::Off && !Options.Die) ||
      M.getDataLayout().getPointerSizeInBits() != 64)
    return PreservedAnalyses::all();
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  SmallVector<Function *, 32> Functions;
  for (Function &F : M)
    Functions.push_back(&F);
  unsigned Changed = 0;
  for (Function *F : Functions)
    Changed +=
        optimizeFunction(*F, FAM, Options, Level, Options.Limit - Changed);
  return Changed == 0 ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

void SmollyPass::printPipeline(
    raw_ostream &OS, function_ref<StringRef(StringRef)> MapClassName) {
  PassInfoMixin<SmollyPass>::printPipeline(OS, MapClassName);
  OS << '<';
  Options.print(OS);
  OS << '>';
}
