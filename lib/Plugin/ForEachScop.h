//===- ForEachScop.h - Look at the SCoPs of a function ----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For those who want to know, and change nothing.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_PLUGIN_FOREACHSCOP_H
#define SMOLLY_LIB_PLUGIN_FOREACHSCOP_H

#include "smolly/Scop/Import.h"
#include "smolly/Scop/ScopLimits.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/OptimizationLevel.h"

namespace smolly {

/// Calls \p Visit for each SCoP of a prepared copy of \p F, which is gone
/// afterwards. With \p AsWritten nothing is assumed of subscripts, and arrays
/// have the sizes of their allocations. Does nothing where no copy can be made.
void forEachScop(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                 llvm::OptimizationLevel Level, const ScopLimits &Limits,
                 bool AsWritten,
                 llvm::function_ref<void(ImportedScop &)> Visit);

} // namespace smolly

#endif // SMOLLY_LIB_PLUGIN_FOREACHSCOP_H
