//===- ArraySearch.h - Mappings of one array's values -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Searches the ways to distribute the value sets of one array, or of several,
/// over storage arrays: every set on its own, all in one, and what merging two
/// groups at a time gives as long as the total does not grow.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_ARRAYSEARCH_H
#define SMOLLY_STORAGE_ARRAYSEARCH_H

#include "smolly/Storage/AliveAtOnce.h"
#include "smolly/Storage/GroupMapping.h"
#include "smolly/Storage/IndexConflicts.h"
#include "smolly/Storage/PlanBudget.h"
#include "smolly/Storage/RowSearch.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <set>

namespace smolly {

/// One way to store the values of an array: groups of value sets and a
/// candidate for each.
struct Arrangement {
  struct Group {
    std::vector<unsigned> Members;
    Candidate Choice;
  };
  std::vector<Group> Groups;
  /// Number of cells at the assumed parameters.
  double Cells = 0;
  /// Cheap arrangements have a small one.
  unsigned Penalty = 0;
};

/// An arrangement whose mappings have been computed and confirmed.
struct StoredValues {
  std::shared_ptr<const ArrayValues> Values;
  std::vector<GroupMapping> Groups;
  /// For each group the same values, with the conflicts that it satisfies.
  std::vector<std::shared_ptr<const ArrayValues>> JudgedBy;
};

/// Finds arrangements. The candidates of each group are computed once.
class ArraySearch {
public:
  /// \p Alive: of the values, if somebody has counted them.
  ArraySearch(const Dataflow &D, std::shared_ptr<const ArrayValues> Values,
              const ParameterPoint &Point, const StorageOptions &Options,
              PlanBudget &Left,
              std::optional<AliveAtOnce> Alive = std::nullopt);

  /// The value sets from number \p First on are those that \p Others has looked
  /// at, which must outlive this: candidates it knows are not looked for again.
  void adopt(const ArraySearch &Others, unsigned First);
  const std::shared_ptr<const ArrayValues> &values() const { return Values; }

  /// All arrangements worth comparing; empty when none was found.
  /// Complexity: quadratic in the number of value sets, times that of the
  /// candidates of a group.
  std::vector<Arrangement> run();
  /// Only those in which each value set has an array of its own.
  /// Complexity: that of the candidates of each value set.
  std::vector<Arrangement> runApart();
  /// As run, merging the groups of \p Partition.
  std::vector<Arrangement> run(std::vector<std::vector<unsigned>> Partition);

  /// The mappings of \p A. None when one of them cannot be confirmed; its
  /// candidate is not offered again then.
  std::optional<StoredValues> realize(const Arrangement &A);

  /// What the largest value set needs alone, or what is alive at once: no
  /// arrangement has fewer cells.
  double leastCells();

  /// Number of integer linear programs solved.
  unsigned attempts() const { return Attempts; }
  /// The limit for which something was given up; empty if that never happened.
  std::string reasonToGiveUp() const;

  /// What a cheap index may cost, as a part of the cells.
  static constexpr double CheapSlack = 1.0 / 16;
  /// What a compiler does not look for, as a part of all cells.
  static constexpr double Crumb = 1.0 / 32;

private:
  using Members = std::vector<unsigned>;

  std::vector<Candidate> &candidates(const Members &Group);
  const std::shared_ptr<const ArrayValues> &
  valuesOf(const Members &Group) const;
  bool isTooComplex(const Members &Group);
  unsigned keepApartIfMany(const Members &Group);
  bool areKeptApart(const Members &A, const Members &B) const;
  const std::vector<Candidate> *adopted(const Members &Group) const;
  std::vector<Candidate> findCandidates(const Members &Group);
  void addCanonical(const IndexConflicts &Conflicts, double Least,
                    std::vector<Candidate> &Result);
  void addHyperplanes(const Members &Group, const IndexConflicts &Conflicts,
                      double Least, std::vector<Candidate> &Result);
  void addEnumerated(const Members &Group, const IndexConflicts &Conflicts,
                     double Least, std::vector<Candidate> &Result);
  void proposeCheap(const IndexConflicts &Conflicts, RowSearchOptions R,
                    const CandidateOptions &O, std::vector<Candidate> &Result);
  void propose(const IndexConflicts &Conflicts, const ParameterPoint &At,
               const RowSearchOptions &R, const CandidateOptions &O,
               std::vector<Candidate> &Result);
  using SpaceKind = std::pair<IndexSpace, OffsetKind>;
  std::vector<SpaceKind> spacesOf(const Members &Group);
  std::vector<SpaceKind> offsetSpacesOf(const Members &Group);
  std::vector<IndexConflicts>
  problemsOf(const Members &Group, llvm::ArrayRef<SpaceKind> Spaces) const;
  void addWithOffsets(const Members &Group, double Least,
                      std::vector<Candidate> &Result);
  bool mayGainMuch(const Members &Group);
  double aloneCells(const Members &Group);
  double aliveCells(const Members &Group);
  double usefulCells(const Members &Group, const std::vector<Candidate> &Found);
  double lowerBound(const Members &Group,
                    const std::vector<IndexConflicts> &Problems);
  bool isSmallEnough(double Least, const std::vector<Candidate> &Found) const;
  const Candidate *smallest(const Members &Group);
  /// Among those with at most \p MaxCells cells, if there are any.
  const Candidate *
  cheapest(const Members &Group,
           double MaxCells = std::numeric_limits<double>::infinity());
  void addArrangements(const std::vector<Members> &Partition,
                       std::vector<Arrangement> &Result);
  std::vector<Members> gathered(const std::vector<Members> &Partition);
  double leastThatCounts(const std::vector<Members> &Partition);
  double totalCells(const std::vector<Members> &Partition);
  bool mergeOnce(std::vector<Members> &Partition);
  void loosen(const Members &Group, const Members &Main, const Members &Crumbs);
  bool gatherCrumbs(std::vector<Members> &Partition);
  unsigned penaltyOf(const Arrangement &A) const;
  bool usesIlp() const {
    return Options.Method == StorageMethod::Smo ||
           Options.Method == StorageMethod::SmoEnumerate;
  }

  // The methods of the thesis across value sets, see ArrayMethods.cpp.
  bool addDecoalesced(const Members &Group, Arrangement &A);
  std::optional<Arrangement> mapGlobally(const Members &All);
  std::optional<Arrangement> shareHulls(const Members &All);
  const Candidate *canonical(const Members &Group);
  std::optional<GroupMapping> realizeGroup(const Arrangement::Group &Group);

  std::shared_ptr<const ArrayValues> Values;
  const ParameterPoint &Point;
  /// Where rows must do as well.
  std::vector<ParameterPoint> Witnesses;
  /// Where rows are looked for, too.
  std::optional<ParameterPoint> Larger;
  const StorageOptions &Options;
  PlanBudget &Left;
  std::map<Members, std::vector<Candidate>> Known;
  /// See adopt, with the number of the first value set of each.
  std::vector<std::pair<const ArraySearch *, unsigned>> Origins;
  /// See aliveCells.
  std::optional<AliveAtOnce> Alive;
  /// For some groups the values with more conflicts, see keepApartIfMany and
  /// loosen.
  std::map<Members, std::shared_ptr<const ArrayValues>> JudgedBy;
  /// The latest ones of keepApartIfMany.
  std::shared_ptr<const ArrayValues> Apart;
  /// The value sets that each read takes its values from.
  std::vector<std::set<unsigned>> Sources;
  /// Number of dimensions of each value set, not counting determined ones.
  std::vector<unsigned> FreeDims;
  unsigned Attempts = 0;
  /// How often the budget was not enough.
  unsigned Exceeded = 0;
  /// The number of polyhedra of a group that had too many, otherwise 0.
  unsigned TooManyPolyhedra = 0;
  /// Value sets whose conflicts with themselves are not even computed.
  std::set<unsigned> TooComplex;
};

/// Lets those values among \p Lives, all of one write, that nobody reads be
/// stored like its others, if the mapping of \p Stored remains valid. True if
/// it did. Complexity: that of the conflicts of one group and of verifyMapping.
bool absorbDead(const ValueLives &Lives, const ParameterPoint &Point,
                StoredValues &Stored);

} // namespace smolly

#endif // SMOLLY_STORAGE_ARRAYSEARCH_H
