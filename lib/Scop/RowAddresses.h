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
#include "llvm/IR/Metadata.h"

namespace smolly {

/// Whether loadRows can do without the stand-in for \p T.
/// Complexity: linear in what is computed from it.
bool canLoadRows(const LoadedTable &T);

/// Lets the accesses at addresses that are computed from the stand-in for
/// \p T, but for those in \p Own, load the pointer to their row, with \p Tags,
/// ahead of the loops in which that stays the same. Whether all do.
/// Complexity: linear in what is computed from it, times the depth of loops.
bool loadRows(const LoadedTable &T,
              const llvm::SmallPtrSetImpl<const llvm::Instruction *> &Own,
              const llvm::AAMDNodes &Tags, LoopAnalyses &Loops);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_ROWADDRESSES_H
