//===- LiveIterations.h - Which iterations contribute -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Dead iteration elimination (Bastoul, Schmitt, Meister and Reddy): an
/// iteration is live if it writes what is live after the kernel, if somebody
/// can see it otherwise, or if a live iteration reads what it wrote. Everything
/// else is dead and need not be executed.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_DEAD_LIVEITERATIONS_H
#define SMOLLY_DEAD_LIVEITERATIONS_H

#include "smolly/Kernel/Dataflow.h"
#include "llvm/Support/Error.h"

namespace smolly {

enum class DeadMethod {
  /// One visit a statement along exact dependences. Of the statements of a
  /// cycle, what nobody reads is taken out step by step; where that does not
  /// end soon, the transitive closure is computed as exactly as the limit
  /// allows.
  Best,
  /// The algorithm of the slides: required data spaces, one visit a statement;
  /// the statements of a dependence cycle are live as a whole, but for those
  /// that only read back the element that they write.
  Traversal,
  /// The transitive closure of the dependences. Fails where isl has it not
  /// exactly.
  Exact,
  /// Sven Verdoolaege's fixed point with the affine hull as its widening, as in
  /// PPCG and Polly.
  AffineHull,
};

struct DeadOptions {
  DeadMethod Method = DeadMethod::Best;
  /// Of each dependence cycle; a hundredth of it of a transitive closure.
  unsigned long MaxIslOperations = 20'000'000;
};

struct LiveIterations {
  /// For each statement of the kernel, { Domain[] }: all that are live, maybe
  /// more; and the rest of the domain.
  std::vector<isl::set> Live, Dead;
  /// The statements in the order in which they were visited, readers first.
  /// Only of Best, Traversal and Exact.
  std::vector<unsigned> Order;
  /// Every iteration in Live is known to be live.
  bool Exact = false;

  /// Whether there is a dead iteration.
  bool findsDead() const;
};

/// Finds the live iterations of \p K, whose dataflow is \p D. Fails when the
/// limit is hit, and with DeadMethod::Exact where there is no exact answer.
/// Complexity: linear in the dependences between statements, each one image of
/// a set; for the cycles a transitive closure.
llvm::Expected<LiveIterations> findLiveIterations(const Kernel &K,
                                                  const Dataflow &D,
                                                  const DeadOptions &Options);

/// Whether \p Set is of at most \p MaxPieces polyhedra, none of which
/// hasManyLocals.
bool isSimple(const isl::set &Set, int MaxPieces);

/// Makes sets that are not simple larger and simpler: dead iterations among
/// live ones are executed with all that they read. Returns whether that is done
/// within \p MaxOperations; \p Live has an order of visits. Complexity: a few
/// passes over the dependences.
bool simplifyLive(const Kernel &K, const Dataflow &D, LiveIterations &Live,
                  int MaxPieces, unsigned long MaxOperations);

/// Whether \p Live has all that it must: what is live at the end, what does
/// more than to write, and what live iterations read. False if that is not
/// known within \p MaxOperations. Complexity: a subset check for each
/// dependence.
bool isClosed(const Kernel &K, const Dataflow &D, const LiveIterations &Live,
              unsigned long MaxOperations);

/// \p K with nothing but the iterations \p Live, and its dataflow.
Kernel restrictKernel(const Kernel &K, const LiveIterations &Live);
Dataflow restrictDataflow(const Dataflow &D, const LiveIterations &Live);

} // namespace smolly

#endif // SMOLLY_DEAD_LIVEITERATIONS_H
