//===- InnermostTurns.h - Which nests share innermost loops -----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Nests that run alongside each other take turns in each iteration of the
/// loops that they share. Those that need nothing of each other but what the
/// same iteration of their innermost loops makes can take one turn together:
/// what they pass on is then in a register. Where it has to be stored anyway,
/// one loop would only go through more arrays at a time.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCHEDULE_INNERMOSTTURNS_H
#define SMOLLY_LIB_SCHEDULE_INNERMOSTTURNS_H

#include "AlignNests.h"

namespace smolly {

/// Whether the innermost loop around \p S goes through an array in steps that
/// are no neighbours.
bool leaps(const Statement &S);

/// The turn of each nest of \p G, in ascending order. Nests with the same one
/// have one loop behind the shared ones, or in a strip, are in step in that,
/// and each makes something that nothing else needs, or gets it.
/// Complexity: a few emptiness checks for each dependence.
std::vector<unsigned> turnsOf(LoopNests &Nests, const NestGroup &G);

} // namespace smolly

#endif // SMOLLY_LIB_SCHEDULE_INNERMOSTTURNS_H
