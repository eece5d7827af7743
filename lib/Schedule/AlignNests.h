//===- AlignNests.h - When nests run in shared loops ------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds when a nest can run in loops that it is to share with nests in front
/// of it: as early as the values that it needs are there.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCHEDULE_ALIGNNESTS_H
#define SMOLLY_LIB_SCHEDULE_ALIGNNESTS_H

#include "LoopNests.h"

namespace smolly {

/// Nests that share loops, in the order in which an iteration runs them.
struct NestGroup {
  std::vector<LoopNest> Nests;
  unsigned Depth = 0;
  /// The last of the shared loops is an innermost one: the nests run in turns
  /// for a strip of its iterations.
  bool InStrips = false;
  /// The first shared loop that is innermost in a nest which needs what another
  /// iteration of it makes.
  unsigned OutOfStep = ~0u;
  /// Of each nest, once that is known: InnermostTurns.h.
  std::vector<unsigned> Turns = {};
};

/// Makes \p New the last nest of \p G if that leaves loops to share; else
/// leaves \p G as it is. All nests of G come before New in the program.
/// Innermost loops become one only where nothing is shifted and no iteration
/// needs what another one makes: else their bodies would not be vectorised
/// together. Where there is no other loop to share, they are shared in strips.
/// Complexity: a few minima for each dependence on a nest of G and each loop.
bool joinGroup(LoopNests &Nests, NestGroup &G, LoopNest New);

} // namespace smolly

#endif // SMOLLY_LIB_SCHEDULE_ALIGNNESTS_H
