//===- ArraySearch.h - Mappings of one array's values -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Searches the ways to distribute the value sets of one array over storage
/// arrays: every set on its own, all in one, and what merging others with the
/// largest group, one after another, gives as long as the total does not grow.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_ARRAYSEARCH_H
#define SMOLLY_STORAGE_ARRAYSEARCH_H

#include "smolly/Storage/Candidates.h"
#include "smolly/Storage/ValueSets.h"
#include <memory>

namespace smolly {

/// The value sets of one array with their conflicts.
struct ArrayValues {
  std::vector<ValueLives> Live;
  ConflictTable Conflicts;
};

/// One way to store the values of an array.
struct Arrangement {
  std::shared_ptr<const ArrayValues> Values;
  std::vector<GroupMapping> Groups;
  double Cells = 0;
  /// Cheap arrangements have a small one.
  unsigned Penalty = 0;
};

/// Finds arrangements. Each mapping of a group is computed once.
class ArraySearch {
public:
  ArraySearch(const Kernel &K, const Dataflow &D,
              std::shared_ptr<const ArrayValues> Values,
              const ParameterPoint &Point, const StorageOptions &Options)
      : K(K), D(D), Values(std::move(Values)), Point(Point), Options(Options) {}

  /// All arrangements worth comparing; empty when none was found.
  /// Complexity: quadratic in the number of value sets, times that of a
  /// mapping.
  std::vector<Arrangement> run();

  /// Number of integer linear programs solved.
  unsigned attempts() const { return Attempts; }
  /// True when some mapping was given up because of the budget.
  bool budgetExceeded() const { return Exceeded; }

private:
  using Members = std::vector<unsigned>;
  std::vector<GroupMapping> &mappings(const Members &Group);
  std::vector<GroupMapping> computeMappings(const Members &Group);
  void addCanonical(const ValueGroup &Group, IndexSpace Space,
                    std::vector<GroupMapping> &Result);
  void addHyperplanes(const ValueGroup &Group, IndexSpace Space,
                      std::vector<GroupMapping> &Result);
  bool writesIdentity(const ValueGroup &Group) const;
  double lowerBound(const Members &Indices) const;
  const GroupMapping *smallest(const Members &Group);
  const GroupMapping *cheapest(const Members &Group);
  const GroupMapping *confirmed(const Members &Group, bool Cheap);
  bool isSmallEnough(const Members &Indices,
                     const std::vector<GroupMapping> &Found) const;
  void addArrangements(const std::vector<Members> &Partition,
                       std::vector<Arrangement> &Result);
  unsigned largestGroup(const std::vector<Members> &Partition);
  bool mergeOnce(std::vector<Members> &Partition);
  unsigned penaltyOf(const Arrangement &A) const;

  const Kernel &K;
  const Dataflow &D;
  std::shared_ptr<const ArrayValues> Values;
  const ParameterPoint &Point;
  const StorageOptions &Options;
  std::map<Members, std::vector<GroupMapping>> Known;
  unsigned Attempts = 0;
  bool Exceeded = false;
};

/// Lets the values of \p Write that nobody reads be stored like its others, if
/// the mapping of \p A remains valid. True if it did.
/// Complexity: that of the conflicts of one group and of verifyMapping.
bool absorbDead(const Kernel &K, const Dataflow &D, const ParameterPoint &Point,
                AccessRef Write, Arrangement &A);

} // namespace smolly

#endif // SMOLLY_STORAGE_ARRAYSEARCH_H
