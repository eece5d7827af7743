//===- RowAllocations.h - One allocation for all rows -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Allocates the rows of a table behind each other, for RowTables.h.
///
/// Rows that C++ allocates may have something to clean up where there is no
/// memory for one of them: the rows so far, the table, and what was there
/// before. All of them are allocated right behind the table then. If that
/// fails, it is as if there had been no memory for the table.
///
///     T = new(24 * n) or else clean;     T = new(24 * n) or else clean;
///     for (i = 0; i < n; i++)            R = new(8 * m * n) or else {
///       T[i] = new(8 * m) or else {        delete T;
///         for (j = 0; j < i; j++)          clean;
///           delete T[j];                 }
///         delete T;                      for (i = 0; i < n; i++)
///         clean;                           ...
///       }
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_ROWALLOCATIONS_H
#define SMOLLY_LIB_SCOP_ROWALLOCATIONS_H

#include "RowSettings.h"

namespace smolly {

/// In front of what the rows of \p S, which nobody else knows, can be
/// allocated; null if somebody could tell.
/// Complexity: linear in the size of the loops and of what cleans up.
llvm::Instruction *placeOfRows(const RowSetting &S, const RowAnalyses &A);

/// Allocates the rows of \p S behind each other in front of \p At, or as much
/// as there can be where that is no number of bytes.
llvm::CallBase *allocateRows(const RowSetting &S, llvm::Instruction *At,
                             RowAnalyses &A);

/// Frees \p Rows in front of \p At as \p FreeRow frees one of them.
void freeRows(llvm::Value *Rows, const llvm::CallInst &FreeRow,
              llvm::Instruction *At);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_ROWALLOCATIONS_H
