//===- RowAddresses.h - From arrays back to rows ----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Addresses of elements of an array that stands for the rows of a table
/// (LoadedRows.h) are sums in which the width of the rows has a factor: the
/// number of the row. The rest is how far the element is from its beginning.
///
/// Where several places are possible, addresses may be selected; then only the
/// pointer to a row that is accessed is loaded.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_ROWADDRESSES_H
#define SMOLLY_LIB_SCOP_ROWADDRESSES_H

#include "LoopAnalyses.h"
#include "smolly/Scop/LoadedRows.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace smolly {

using RowUsers = llvm::SmallPtrSet<const llvm::Instruction *, 16>;

/// Whether loadRows can do without the stand-in for \p T.
/// Complexity: linear in what is computed from it, times what that takes.
bool canLoadRows(const LoadedTable &T);

/// Lets the accesses at addresses that are computed from the stand-in for
/// \p T, but for \p Own, those of the program, load the pointer to their row,
/// ahead of the loops in which that stays the same. Whether all do.
/// Complexity: as that of canLoadRows, times the depth of loops.
bool loadRows(const LoadedTable &T, const RowUsers &Own, LoopAnalyses &Loops);

/// Whether something is accessed at an address computed from the stand-in for
/// \p T. Complexity: linear in what is computed from it.
bool isAccessed(const LoadedTable &T);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_ROWADDRESSES_H
