//===- RowTables.h - Tables of pointers to rows -----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `double **a` with `a[i] = malloc(m * sizeof **a)` in a loop is an array of
/// two dimensions to its author, and to a compiler memory in which pointers
/// lie. Where all rows are of one size and nobody else sees the table, they can
/// lie behind each other, and row i is where a product says, as it is with
/// `a[i] = block + i * m` to begin with. So are rows of a vector of vectors,
/// which is a table with three pointers in each place.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_ROWTABLES_H
#define SMOLLY_LIB_SCOP_ROWTABLES_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Function;
} // namespace llvm

namespace smolly {

/// Computes where rows begin in place of loading it from tables that \p F
/// allocates, of pointers that one loop sets to rows of one size; rows that are
/// allocated one by one become one allocation. Returns whether it did; the
/// analyses of \p F hold.
/// Complexity: linear in the size of F for each table and each place where one
/// or a row is freed.
bool joinRows(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_ROWTABLES_H
