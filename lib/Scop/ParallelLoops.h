//===- ParallelLoops.h - Loops that LLVM need not check ---------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells LLVM of generated innermost loops no iteration of which accesses what
/// another one writes. It would find that out itself, or check it when the
/// program runs, were it not for rows that take turns: with two rows for each
/// point of a grid,
///
///     new[2*i + (t+1) % 2][j] = ... new[2*i + t % 2][j - 1] ...
///
/// it looks, in front of the loop over i, whether anything that is written lies
/// between the first and the last row that is read, and then runs the loop
/// over j that is not vectorised. We know the indices before they are
/// addresses.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_PARALLELLOOPS_H
#define SMOLLY_LIB_SCOP_PARALLELLOOPS_H

#include "smolly/Storage/StoragePlan.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include <functional>

namespace smolly {

/// What is accessed in memory that overlaps no other.
struct AccessedArray {
  /// Index into StoragePlan::Arrays; else into Kernel::Arrays.
  bool IsNew = false;
  unsigned Index = 0;

  bool operator==(const AccessedArray &Other) const {
    return IsNew == Other.IsNew && Index == Other.Index;
  }
};

/// An access in an innermost loop.
struct LoopAccess {
  AccessedArray Array;
  bool IsWrite = false;
  /// { [iterators] -> Element[] }, of a new array before base and modulo; null
  /// if that is no function. Asked for only where it matters.
  std::function<isl::pw_multi_aff()> Element;
};

class ParallelLoops {
public:
  explicit ParallelLoops(const StoragePlan &Plan) : Plan(Plan) {}

  /// Notes an access in \p L, whose counter is dimension \p Dim of the
  /// iterators. Complexity: constant.
  void add(const llvm::Loop *L, unsigned Dim, LoopAccess A);

  /// Nothing is said about \p L.
  void leave(const llvm::Loop *L) { Loops[L].IsLeft = true; }

  /// Marks the loops that are parallel, in which all memory that is accessed
  /// has been noted but for what is on the stack in cells of its own.
  /// Complexity: quadratic in the accesses of a loop; isl's solvers are asked
  /// only about elements of arrays of the kernel that are written.
  void mark(const llvm::DominatorTree &DT);

private:
  struct LoopFacts {
    unsigned Dim = 0;
    bool IsLeft = false;
    std::vector<LoopAccess> Accesses;
  };

  bool isParallel(const LoopFacts &Facts) const;
  bool areApart(const AccessedArray &Array, const isl::pw_multi_aff &A,
                const isl::pw_multi_aff &B, unsigned Dim) const;

  const StoragePlan &Plan;
  llvm::MapVector<const llvm::Loop *, LoopFacts> Loops;
};

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_PARALLELLOOPS_H
