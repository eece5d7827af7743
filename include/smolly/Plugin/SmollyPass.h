//===- SmollyPass.h - The module pass ---------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The pass `smolly`, the whole pipeline over a module, and the printing passes
/// `print<smolly-kernel>`, `print<smolly-storage>`, `print<smolly-die>` and
/// `print<smolly-mars>`.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_PLUGIN_SMOLLYPASS_H
#define SMOLLY_PLUGIN_SMOLLYPASS_H

#include "smolly/Plugin/Options.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/OptimizationLevel.h"

namespace smolly {

class SmollyPass : public llvm::PassInfoMixin<SmollyPass> {
public:
  SmollyPass(PassOptions Options, llvm::OptimizationLevel Level)
      : Options(std::move(Options)), Level(Level) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  void printPipeline(
      llvm::raw_ostream &OS,
      llvm::function_ref<llvm::StringRef(llvm::StringRef)> MapClassName);

private:
  PassOptions Options;
  llvm::OptimizationLevel Level;
};

/// Prints each SCoP of each function as a kernel file.
class PrintKernelPass : public llvm::PassInfoMixin<PrintKernelPass> {
public:
  explicit PrintKernelPass(llvm::raw_ostream &OS) : OS(OS) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &OS;
};

/// A pass that prints what an analysis with these options says.
class AnalysisPrinter {
public:
  AnalysisPrinter(llvm::raw_ostream &OS, PassOptions Options)
      : OS(OS), Options(std::move(Options)) {}
  static bool isRequired() { return true; }

protected:
  llvm::raw_ostream &OS;
  PassOptions Options;
};

/// Prints what the pass would do with the storage of each SCoP.
class PrintStoragePass : public llvm::PassInfoMixin<PrintStoragePass>,
                         public AnalysisPrinter {
public:
  using AnalysisPrinter::AnalysisPrinter;
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

/// Prints what `smolly dead` says of each SCoP, with the sizes of allocations.
class PrintDeadPass : public llvm::PassInfoMixin<PrintDeadPass>,
                      public AnalysisPrinter {
public:
  using AnalysisPrinter::AnalysisPrinter;
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

/// Prints what `smolly mars` says of each loop nest, in the tiles that
/// `schedule=tile` would try.
class PrintMarsPass : public llvm::PassInfoMixin<PrintMarsPass>,
                      public AnalysisPrinter {
public:
  using AnalysisPrinter::AnalysisPrinter;
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

/// Prints what `smolly volumes` says of each SCoP: of what is read behind it,
/// and of all that others may read.
class PrintVolumesPass : public llvm::PassInfoMixin<PrintVolumesPass>,
                         public AnalysisPrinter {
public:
  using AnalysisPrinter::AnalysisPrinter;
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

/// Prints of which classes the sets are that the pass would compute with.
class PrintSdbmPass : public llvm::PassInfoMixin<PrintSdbmPass>,
                      public AnalysisPrinter {
public:
  using AnalysisPrinter::AnalysisPrinter;
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

} // namespace smolly

#endif // SMOLLY_PLUGIN_SMOLLYPASS_H
