//===- IndexConflicts.h - Conflicts as index differences --------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every row of a mapping is a linear function of an index: of the iteration,
/// or of the element that is written, the same function for all members of a
/// group. What a row does to a conflict depends on the difference of the two
/// indices only. The conflicts of all pairs of members become one set of
/// differences, in as many dimensions as the index has, which is all that
/// looking for a mapping and confirming it need.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_INDEXCONFLICTS_H
#define SMOLLY_STORAGE_INDEXCONFLICTS_H

#include "smolly/Storage/Conflicts.h"
#include "smolly/Storage/ParameterPoint.h"

namespace smolly {

/// What the rows of a mapping are functions of.
enum class IndexSpace { Iterations, Elements };

/// The conflicts of a group in one index space. Iterations are those of its
/// only member.
struct IndexConflicts {
  IndexSpace Space = IndexSpace::Elements;
  unsigned Dims = 0;
  /// { Index[] }: index of the later value minus that of the earlier one.
  isl::set Differences;
  /// { Index[] }: the indices of all values.
  isl::set Indices;
  /// { Index[] }: how the index changes in a step of the innermost loop that
  /// writes; null where there is no loop. One a member.
  std::vector<isl::set> Steps;
  /// Differences and Indices at the assumed parameters.
  isl::set DifferencesAt, IndicesAt;

  /// True when two values with the same index conflict, so that no mapping
  /// exists.
  bool isHopeless() const;
  /// Number of indices in the largest box, full in some dimensions and flat in
  /// the others, all of which conflict with each other. No mapping has fewer
  /// cells at the assumed parameters.
  /// Complexity: exponential in the number of dimensions, at most 2^4.
  double largestClique() const;
};

/// The value sets of one array with their conflicts, which are brought to index
/// spaces once.
class ArrayValues {
public:
  ArrayValues(const Kernel &K, std::vector<ValueLives> Lives);

  const std::vector<ValueLives> &live() const { return Live; }
  const ConflictTable &conflicts() const { return Conflicts; }
  /// Replaces value set number \p Set and what follows from it, towards the
  /// value sets \p Others; those towards others are no longer valid.
  void replace(unsigned Set, const ValueLives &Lives,
               const std::vector<unsigned> &Others);

  /// The conflicts of the value sets \p Members.
  /// Complexity: projects each conflict polyhedron onto the index once.
  IndexConflicts indexConflicts(const std::vector<unsigned> &Members,
                                IndexSpace Space,
                                const ParameterPoint &Point) const;

private:
  const isl::set &differences(unsigned V, unsigned W, IndexSpace Space) const;
  const isl::set &indices(unsigned V, IndexSpace Space) const;
  const isl::set &steps(unsigned V, IndexSpace Space) const;

  const Kernel &K;
  std::vector<ValueLives> Live;
  ConflictTable Conflicts;
  /// Computed on demand, null before.
  mutable std::vector<std::vector<isl::set>> ElementDifferences;
  mutable std::vector<isl::set> IterationDifferences;
  mutable std::vector<isl::set> Elements, ElementSteps, IterationSteps;
};

} // namespace smolly

#endif // SMOLLY_STORAGE_INDEXCONFLICTS_H
