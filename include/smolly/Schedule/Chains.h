//===- Chains.h - What an iteration waits for -------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In sums and recurrences, an iteration of an innermost loop needs a value of
/// the one before.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCHEDULE_CHAINS_H
#define SMOLLY_SCHEDULE_CHAINS_H

#include "smolly/Kernel/Kernel.h"
#include <vector>

namespace smolly {

/// A value that the next iteration of the innermost loop around a statement
/// reads; indices into its accesses.
struct Chain {
  unsigned Write, Read;
  /// Both are of one element over and over, as in a sum.
  bool InPlace = false;
};

/// { Domain[] -> Domain[] }: an iteration of the innermost loop around \p S,
/// which has one, to the next.
isl::map nextIteration(const Statement &S);

/// The same for loop number \p Loop around it.
isl::map nextIteration(const Statement &S, int Loop);

/// Whether \p A, of \p S, goes from one iteration of loop number \p Loop to the
/// next at most to the neighbour in a row. Complexity: a subset check.
bool goesAlongRows(const Statement &S, const Access &A, int Loop);

/// Whether \p S reads columns: each iteration of the innermost loop something
/// of another row, and each of the loop around it the neighbour in the same
/// rows. Complexity: two subset checks for each read.
bool readsColumns(const Statement &S);

/// The chains of \p S, whose last iterator is that of the innermost loop.
/// Complexity: two emptiness checks for each pair of accesses to one array.
std::vector<Chain> findChains(const Statement &S);

} // namespace smolly

#endif // SMOLLY_SCHEDULE_CHAINS_H
