//===- HoistLoads.h - Loop bounds from memory ahead of loops ----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A parameter that is read from memory between two loop nests, as Fortran's
/// arguments are, keeps them from being one SCoP.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_HOISTLOADS_H
#define SMOLLY_SCOP_HOISTLOADS_H

#include "llvm/IR/PassManager.h"

namespace smolly {

/// Moves loads of integers and pointers as far ahead as they find the same
/// value and happen in every run that gets there, or cannot fail. A block ends
/// behind them: in a SCoP's first block they would be no parameters of it.
/// Complexity: for each load, the blocks between the old place and the new one
/// times the depth of the dominator tree.
bool hoistLoads(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace smolly

#endif // SMOLLY_SCOP_HOISTLOADS_H
