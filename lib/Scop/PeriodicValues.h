//===- PeriodicValues.h - Pointers that change places -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the values of a loop that are the same again after a few iterations:
/// two pointers that a stencil exchanges after each step, three that it
/// rotates, a flag that is now 0, now 1. M. Wolfe (Beyond Induction Variables,
/// PLDI 1992, section 4.3) calls them periodic variables.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_PERIODICVALUES_H
#define SMOLLY_LIB_SCOP_PERIODICVALUES_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

namespace smolly {

/// The values of one loop that are periodic.
struct PeriodicValues {
  /// No loop has a longer period.
  static constexpr unsigned MaxPeriod = 4;

  /// After so many iterations all of them are what they were; 1 if there are
  /// none but those that never change.
  unsigned Period = 1;
  /// For each such instruction what it is in iteration 0, 1 .. Period - 1: all
  /// known in front of the loop.
  llvm::MapVector<llvm::Instruction *, llvm::SmallVector<llvm::Value *, 4>>
      Turns;

  /// Whether \p I is not the same in all iterations.
  bool changes(llvm::Instruction *I) const;
};

/// The phis in the header of \p L, which has one way in and one latch, that
/// get each other's values, what is known in front of the loop, or constants
/// computed from constants; and remainders of its counters.
/// Complexity: quadratic in the number of phis, linear in the size of the loop.
PeriodicValues findPeriodicValues(const llvm::Loop &L,
                                  llvm::ScalarEvolution &SE,
                                  const llvm::TargetLibraryInfo &TLI);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_PERIODICVALUES_H
