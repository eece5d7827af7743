//===- Interleave.h - Run iterations that wait side by side -----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Innermost loops in which each iteration waits for the one before, as in sums
/// and recurrences, leave most of a processor idle. Where iterations of the
/// loop around them do not wait for each other, or only for what comes some
/// iterations earlier in the innermost loop, several of them run side by side.
/// Of
///
///     for (y = 0; y < h; y++)
///       for (x = 1; x < w; x++)
///         a[y][x] = f(a[y][x - 1], a[y - 1][x + 1]);
///
/// is made, with 4 rows and a skew of 2,
///
///     for (b = 0; b < h / 4; b++)
///       for (c = 1; c < w + 6; c++)
///         for (m = 0; m < 4; m++)
///           with y = 4 * b + m, x = c - 2 * m, if that is in the loop
///             a[y][x] = f(a[y][x - 1], a[y - 1][x + 1]);
///
/// of which the innermost loop can be unrolled, apart from the ends: once for
/// blocks with all 4 rows, once for a last block with 3, and so on.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCHEDULE_INTERLEAVE_H
#define SMOLLY_SCHEDULE_INTERLEAVE_H

#include "smolly/Kernel/Kernel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <vector>

namespace smolly {

/// More rows are run by a loop, which is the innermost one then, and do not get
/// loops of their own for each number of rows.
constexpr long MostUnrolledRows = 8;

/// An innermost loop that runs for several iterations of the loop around it.
struct InterleavedLoop {
  std::vector<unsigned> Statements;
  /// Iterations of the loop around it that run side by side.
  long Rows = 1;
  /// By how many iterations of the innermost loop each comes behind the one
  /// before.
  long Skew = 0;
  /// { Domain[] } for each of the statements: the instances in blocks that have
  /// the first row, the first two, .. all rows, and no others. Empty if a loop
  /// runs the rows.
  std::vector<std::vector<isl::set>> Blocks;
};

struct InterleavedSchedule {
  /// For each statement, { Domain[] -> Time[] }. The last two dimensions that
  /// are loops of statements in one of Loops are the innermost loop and the
  /// row, which is always the same one for some of them, but not for all.
  std::vector<isl::map> Schedules;
  std::vector<InterleavedLoop> Loops;
  /// Statements in the loops around: their rows are executed together, too.
  std::vector<unsigned> Statements;
  /// Of each of these, { Domain[] -> [row] }.
  std::vector<isl::pw_aff> RowOf;
  /// Arrays of no dimensions that must have a copy for each row.
  std::vector<unsigned> Private;
  /// The kernel with those copies: what must keep its order.
  Kernel WithCopies;

  /// How many rows there are at most.
  long mostRows() const;
};

/// Interleaves the iterations of loops of \p K around innermost loops.
///
/// \p RowsOf says for the statements of an innermost loop how many are worth
/// it; 1 for none. If it says more than MostUnrolledRows, and a skew is needed
/// or loops next to each other differ, there are four.
///
/// Arrays from number \p FirstScalar on get copies where they pass nothing on
/// from one iteration of the loop around to the next. Dependences are those of
/// the accesses of K, which must be all that there are.
///
/// None where there is no such loop, or within \p MaxOperations. Complexity:
/// for each loop around an innermost one a composition for each pair of
/// accesses in it to one array, and a dataflow of its scalars.
std::optional<InterleavedSchedule> interleaveChains(
    const Kernel &K, unsigned FirstScalar,
    llvm::function_ref<long(llvm::ArrayRef<unsigned> Statements)> RowsOf,
    unsigned long MaxOperations);

} // namespace smolly

#endif // SMOLLY_SCHEDULE_INTERLEAVE_H
