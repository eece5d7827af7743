//===- Closure.h - Values that depend on themselves -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The transitive closure of dependences in a cycle of statements.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_VOLUME_CLOSURE_H
#define SMOLLY_LIB_VOLUME_CLOSURE_H

#include "isl/isl-noexceptions.h"

namespace smolly::volume {

/// A set of steps, { Volume[] -> Volume[] }, or more of them.
struct Closure {
  isl::union_map Steps;
  bool IsExact = false;
};

/// The closure of \p Steps, each from a value to one that it is computed from.
/// \p Earlier has all pairs in that order; \p Candidate, of which the closure
/// may well be made up, may be null. It is taken if it is the one solution X of
///
///     X = Steps + (X after Steps),
///
/// which it is for steps that cannot go on forever: none of \p Earlier can.
/// Complexity: that of isl's closure, which is asked only if there are few
/// polyhedra.
Closure closeSteps(const isl::union_map &Steps, const isl::union_map &Earlier,
                   const isl::union_map &Candidate);

/// The number of polyhedra.
int piecesOf(const isl::union_map &Map);

/// At least \p Map, with one polyhedron for each pair of tuples: what is larger
/// than need be anyway shall at least be simple.
isl::union_map simpleHull(const isl::union_map &Map);

/// \p Map with fewer polyhedra, and without what is empty.
isl::union_map tidied(const isl::union_map &Map);

} // namespace smolly::volume

#endif // SMOLLY_LIB_VOLUME_CLOSURE_H
