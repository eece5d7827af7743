//===- RowBlocks.h - Blocks of iterations -----------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop that is cut into blocks of a few iterations, its rows.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCHEDULE_ROWBLOCKS_H
#define SMOLLY_LIB_SCHEDULE_ROWBLOCKS_H

#include "smolly/Kernel/Kernel.h"
#include <vector>

namespace smolly {

/// { Domain[] -> Time[] } of a statement up to the loop in dimension \p Loop of
/// \p Schedule.
isl::map timesUpTo(const isl::map &Schedule, unsigned Loop);

/// The first iteration of the loop in dimension \p Loop around \p Statements of
/// \p K, if that is a number, else 0: blocks begin there. Complexity: a minimum
/// for each statement.
long firstIteration(const Kernel &K, const std::vector<unsigned> &Statements,
                    unsigned Loop);

/// { Domain[] -> [row] }, from 0 to Rows - 1: the row of each instance of \p S
/// in blocks of \p Rows iterations from \p First on of the loop in dimension \p
/// Loop.
isl::pw_aff rowOf(const Statement &S, unsigned Loop, long First, long Rows);

/// { Domain[] } by number of rows and by statement: the instances in blocks of
/// the loop in dimension \p Loop in which the first rows, and no others,
/// execute something of \p Statements of \p K. Complexity: a difference of sets
/// for each pair of rows.
std::vector<std::vector<isl::set>>
blocksByRows(const Kernel &K, const std::vector<unsigned> &Statements,
             unsigned Loop, long First, long Rows);

} // namespace smolly

#endif // SMOLLY_LIB_SCHEDULE_ROWBLOCKS_H
