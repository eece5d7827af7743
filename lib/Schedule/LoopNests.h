//===- LoopNests.h - Nests and what is between them -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The nests of loops in a loop body, or in the whole kernel, and the
/// dependences between them.
///
/// Schedules are expected to alternate: a constant that says which of several
/// nests, a loop, a constant, a loop, and so on, as Polly's do.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCHEDULE_LOOPNESTS_H
#define SMOLLY_LIB_SCHEDULE_LOOPNESTS_H

#include "smolly/Kernel/Kernel.h"
#include <map>

namespace smolly {

/// When a nest runs in a loop that several nests share: once for each of its
/// own iterations, at Scale times the iterator plus Shift; or all of it at
/// once.
struct LoopTime {
  long Scale = 1;
  /// { [params] -> [shift] }; null: 0
  isl::aff Shift;
  /// { [time] }, one for each value of the parameters; null: Scale and Shift.
  isl::set Once;

  bool isShifted() const { return !Shift.is_null(); }
  bool isIterator() const {
    return Once.is_null() && Scale == 1 && !isShifted();
  }
};

struct LoopNest {
  /// Its place among the nests of one body, in the order of the program.
  unsigned Number = 0;
  std::vector<unsigned> Statements;
  /// Loops around all its statements, outermost first, that nothing but other
  /// loops is between; those around the body do not count.
  unsigned Loops = 0;
  /// Loops around its innermost statement, and those of them that are not over
  /// a window of a few elements: the innermost of these is the one to stay
  /// long.
  unsigned Deepest = 0, Innermost = 0;
  /// The outermost of them has more than one iteration, as far as is known.
  bool Repeats = false;
  /// One for each loop that it shares with other nests.
  std::vector<LoopTime> Times;

  /// All of it runs in one iteration of the loops that it shares.
  bool runsOnce() const { return !Times.empty() && !Times[0].Once.is_null(); }
  /// It takes part in several of them.
  bool runsOften() const { return Repeats && !runsOnce(); }
};

/// A dependence between statements of two nests, in one iteration of the loops
/// around both.
struct NestDependence {
  unsigned From, To;
  // { Domain[] -> Domain[] }: instances with an element in common that one of
  // them writes
  isl::map Pairs;
  /// Values are passed on, not only an order kept.
  bool IsFlow;
};

/// \p K with schedules that alternate, as LoopNests wants them: a 0 comes in
/// front of a loop that directly follows another, or is the first, and numbers
/// in a row become one.
Kernel withAlternatingTimes(const Kernel &K);

/// The nests in one body.
class LoopNests {
public:
  /// The nests of \p Statements of \p K in the body of their \p Depth outermost
  /// loops, which they have in common. None where it is not known in what order
  /// they run.
  static std::optional<LoopNests> find(const Kernel &K,
                                       const std::vector<unsigned> &Statements,
                                       unsigned Depth);

  const std::vector<LoopNest> &all() const { return Nests; }
  unsigned depth() const { return Depth; }
  const Kernel &kernel() const { return K; }

  /// The dependences of \p To on the nest \p From in front of it. Complexity: a
  /// composition for each pair of accesses to one array, the first time.
  const std::vector<NestDependence> &dependences(const LoopNest &From,
                                                 const LoopNest &To);

  /// { Domain[] -> [time] } of statement \p Stmt of a nest in the shared loop
  /// number \p Loop, at \p Time.
  isl::map timeOf(unsigned Stmt, unsigned Loop, const LoopTime &Time) const;

private:
  LoopNests(const Kernel &K, unsigned Depth) : K(K), Depth(Depth) {}
  unsigned commonLoops(const std::vector<unsigned> &Statements) const;
  void findInnermost();

  const Kernel &K;
  unsigned Depth;
  std::vector<LoopNest> Nests;
  std::map<std::pair<unsigned, unsigned>, std::vector<NestDependence>> Known;
};

} // namespace smolly

#endif // SMOLLY_LIB_SCHEDULE_LOOPNESTS_H
