//===- FunctionDriver.h - One function through the pipeline -----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes one function through preparation, import, analysis and code
/// generation, on a working copy.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_PLUGIN_FUNCTIONDRIVER_H
#define SMOLLY_PLUGIN_FUNCTIONDRIVER_H

#include "smolly/Plugin/Options.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/OptimizationLevel.h"

namespace smolly {

/// Contracts arrays of \p F. Returns the number of arrays changed, at most
/// \p Limit; 0 means that F is untouched.
unsigned optimizeFunction(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                          const PassOptions &Options,
                          llvm::OptimizationLevel Level, unsigned Limit);

} // namespace smolly

#endif // SMOLLY_PLUGIN_FUNCTIONDRIVER_H
