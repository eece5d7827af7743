//===- Warnings.h - What a person may want to look at -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Iterations that are dead, values that are overwritten before anybody reads
/// them, elements that are read and that nobody has written, accesses outside
/// of an array. Slides "Dead Iteration Elimination": "warnings".
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_PLUGIN_WARNINGS_H
#define SMOLLY_LIB_PLUGIN_WARNINGS_H

#include "smolly/Dead/Diagnosis.h"
#include "smolly/Dead/LiveIterations.h"
#include "smolly/Plugin/Options.h"
#include "smolly/Scop/Import.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/OptimizationLevel.h"

namespace smolly {

struct DeadAnalysis {
  /// The kernel with the scalars that statements pass to each other as arrays;
  /// their accesses come behind the others.
  Kernel K;
  LiveIterations Live;
  Diagnosis Found;
};

/// What there is to say of \p Scop, or why that takes too long.
llvm::Expected<DeadAnalysis> analyzeDead(const ImportedScop &Scop,
                                         unsigned long MaxIslOperations);

/// Emits remarks on the loops of \p F where somebody asked for analysis
/// remarks, and warnings of accesses outside of arrays where \p Options ask for
/// them. \p Outputs is what is wanted of the results; empty for all of them.
void warnAboutFunction(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                       const PassOptions &Options,
                       llvm::OptimizationLevel Level, llvm::StringRef Outputs);

} // namespace smolly

#endif // SMOLLY_LIB_PLUGIN_WARNINGS_H
