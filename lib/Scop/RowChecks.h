//===- RowChecks.h - Whether rows may lie behind each other -----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What has to hold for the rows of a table to be part of one block, for
/// RowTables.h.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_ROWCHECKS_H
#define SMOLLY_LIB_SCOP_ROWCHECKS_H

#include "RowSettings.h"

namespace smolly {

/// Whether the rows of \p T, which \p Settings set and \p Uses use, may be
/// found by their number in blocks, with \p Width elements from one to the
/// next.
/// Complexity: linear in the uses, and in the size of the function for each
/// place where the table or a row is freed.
bool canJoinRows(const RowTable &T, llvm::ArrayRef<RowSetting> Settings,
                 const llvm::SCEV *Width, const RowUses &Uses,
                 const RowAnalyses &A);

/// What \p Difference is in rows: of the beginning or the end of a row in \p T
/// from that of the same one. Nothing if it is something else.
std::optional<int> rowsBetween(const llvm::BinaryOperator &Difference,
                               const RowTable &T, const llvm::DataLayout &DL);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_ROWCHECKS_H
