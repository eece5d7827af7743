//===- Closure.h - Values that depend on themselves -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The transitive closure of dependences in a cycle of statements. The volume
/// of write k of statement S is the tuple "S.k", as one statement may have
/// several.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_VOLUME_CLOSURE_H
#define SMOLLY_LIB_VOLUME_CLOSURE_H

#include "smolly/Kernel/Dataflow.h"

namespace smolly::volume {

/// A set of steps, { Volume[] -> Volume[] }, or more of them.
struct Closure {
  isl::union_map Steps;
  bool IsExact = false;
};

/// The tuple of the volume of \p Write.
isl::id volumeOf(const Kernel &K, AccessRef Write);

/// The closure of \p Inner, steps between the volumes of \p Writes, which
/// depend on each other; not more than all values that are not computed later
/// if it cannot be had within its part of \p MaxOperations.
/// Complexity: that of isl's closure, which is asked only if there are few
/// polyhedra.
Closure closeCycle(const Kernel &K, const std::vector<AccessRef> &Writes,
                   const isl::union_map &Inner, unsigned long MaxOperations);

/// The number of polyhedra.
int piecesOf(const isl::union_map &Map);

/// At least \p Map, with one polyhedron for each pair of tuples: what is larger
/// than need be anyway shall at least be simple.
isl::union_map simpleHull(const isl::union_map &Map);

/// \p Map with fewer polyhedra, and without what is empty.
isl::union_map tidied(const isl::union_map &Map);

} // namespace smolly::volume

#endif // SMOLLY_LIB_VOLUME_CLOSURE_H
