//===- Windows.h - Loops over the neighbours of an element ------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Innermost loops over a few elements, of which each iteration of the loop
/// around them has others:
///
///     for (x = 0; x < w; x++)
///       for (k = -2; k <= 2; k++) sum[x] += row[x + k < 0 ? 0 : x + k];
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_WINDOWS_H
#define SMOLLY_SCOP_WINDOWS_H

namespace llvm {
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace smolly {

/// Whether something else is written in \p L than the same element in each
/// iteration. Complexity: linear in the instructions.
bool writesOwnElements(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// Whether \p L is over a window that is asked in each iteration if it is
/// beyond a border: a counter of \p L and one of a loop around it are added and
/// compared, or the larger of that and something else is taken. Nothing is
/// written but the same element in each iteration. Complexity: linear in the
/// instructions and their expressions.
bool asksBorders(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// Whether \p L, which runs \p Runs times, is over a window that an outermost
/// loop moves along a signal. Nothing is written but the same element in each
/// iteration. Complexity: linear in the instructions and their expressions.
bool isOverSignal(const llvm::Loop &L, unsigned Runs,
                  llvm::ScalarEvolution &SE);

} // namespace smolly

#endif // SMOLLY_SCOP_WINDOWS_H
