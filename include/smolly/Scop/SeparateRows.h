//===- SeparateRows.h - What has to be other memory than rows ---*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A SCoP with rows of tables (LoadedRows.h) was imported as if these were
/// arrays of their own. Here is found out what the run-time check has to look
/// at for that: the parts of rows, tables and arrays that may be one memory.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_SEPARATEROWS_H
#define SMOLLY_SCOP_SEPARATEROWS_H

#include "smolly/Scop/Import.h"
#include "llvm/Analysis/AliasAnalysis.h"

namespace smolly {

/// Sets ImportedScop::Touched of \p Scop. Why that is not possible, or empty:
/// the pointers that the check, or rewritten loops, load have to be those that
/// the program loads. Complexity: linear in the accesses and in what is between
/// them and the loads of pointers, beside at most \p MaxOperations isl
/// operations.
std::string demandRowsApart(ImportedScop &Scop, const llvm::LoopInfo &LI,
                            llvm::AAResults &AA, unsigned long MaxOperations);

} // namespace smolly

#endif // SMOLLY_SCOP_SEPARATEROWS_H
