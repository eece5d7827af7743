//===- Arrangements.cpp - Which value sets share an array -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The greedy search over groupings: every set on its own, all in one, and what
/// merging two groups at a time gives.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/ArraySearch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetOperations.h"
#include <limits>
#include <numeric>

using namespace smolly;

namespace {
/// Of more groups than this only the largest are merged.
constexpr unsigned MaxSetsToMerge = 10;
/// After so many pairs in a row that gain nothing a compiler tries no others.
constexpr unsigned MaxVain = 24;
constexpr unsigned SourcePenalty = 20;
/// The conflicts of so many sets are compared even where little can be gained.
constexpr unsigned FewSets = 6;
} // namespace

/// The members of \p A and \p B, sorted.
static std::vector<unsigned> both(std::vector<unsigned> A,
                                  const std::vector<unsigned> &B) {
  llvm::append_range(A, B);
  llvm::sort(A);
  return A;
}

/// The penalty of the groups with the most-dimensional pieces, plus what it
/// costs that a read's sources lie in different groups.
unsigned ArraySearch::penaltyOf(const Arrangement &A) const {
  unsigned MostDims = 0, Penalty = 0;
  std::vector<unsigned> GroupOf(FreeDims.size());
  for (unsigned G = 0; G < A.Groups.size(); ++G)
    for (unsigned Member : A.Groups[G].Members) {
      GroupOf[Member] = G;
      unsigned Dims = FreeDims[Member], New = A.Groups[G].Choice.Penalty;
      if (Dims < MostDims || A.Groups[G].Choice.Cells < A.Cells * Crumb)
        continue;
      Penalty = Dims > MostDims ? New : std::max(Penalty, New);
      MostDims = Dims;
    }
  for (const std::set<unsigned> &Sets : Sources) {
    std::set<unsigned> Groups;
    for (unsigned Set : Sets)
      Groups.insert(GroupOf[Set]);
    Penalty += SourcePenalty * (Groups.size() - 1);
  }
  return Penalty + A.Groups.size();
}

/// Adds the arrangement with the smallest candidate of each group and, where
/// cheap indices count, those with the cheapest one of about that size and with
/// the cheapest of all.
void ArraySearch::addArrangements(const std::vector<Members> &Partition,
                                  std::vector<Arrangement> &Result) {
  enum { Smallest, CheapestOfThatSize, Cheapest };
  for (int What : {Smallest, CheapestOfThatSize, Cheapest}) {
    if (What != Smallest && !Options.PreferCheapIndex)
      return;
    Arrangement A;
    for (const Members &Group : Partition) {
      const Candidate *C = What == Cheapest ? cheapest(Group) : smallest(Group);
      if (!C)
        return;
      if (What == CheapestOfThatSize)
        C = cheapest(Group, C->Cells * (1 + CheapSlack));
      A.Groups.push_back({Group, *C});
      A.Cells += C->Cells;
    }
    A.Penalty = penaltyOf(A);
    Result.push_back(std::move(A));
  }
}

/// Merges the two groups where that saves most, if it saves anything or keeps
/// the total. No more than the smaller of two can be saved, nor what is alive
/// at once; where there are many groups only the largest are looked at, and a
/// compiler leaves crumbs aside.
bool ArraySearch::mergeOnce(std::vector<Members> &Partition) {
  struct Pair {
    double Potential;
    unsigned I, J;
  };
  std::vector<double> Cells;
  for (const Members &Group : Partition) {
    const Candidate *C = smallest(Group);
    Cells.push_back(C ? C->Cells : 0);
  }
  double Least = 1;
  if (Options.PreferCheapIndex)
    Least = std::max(Least, leastThatCounts(Partition));
  if (Cells.size() > MaxSetsToMerge) {
    std::vector<double> Sorted = Cells;
    llvm::sort(Sorted, std::greater<double>());
    Least = std::max(Least, Sorted[MaxSetsToMerge - 1]);
  }
  auto LeastGain = [&](unsigned I, unsigned J) {
    return Options.PreferCheapIndex ? std::min(Cells[I], Cells[J]) * CheapSlack
                                    : 0;
  };
  std::vector<Pair> Pairs;
  for (unsigned I = 0; I < Partition.size(); ++I)
    for (unsigned J = I + 1; J < Partition.size(); ++J) {
      if (Cells[I] < Least || Cells[J] < Least ||
          areKeptApart(Partition[I], Partition[J]))
        continue;
      double Alive = aliveCells(both(Partition[I], Partition[J]));
      double Potential =
          std::min({Cells[I], Cells[J], Cells[I] + Cells[J] - Alive});
      if (Potential >= LeastGain(I, J))
        Pairs.push_back({Potential, I, J});
    }
  llvm::stable_sort(Pairs, [](const Pair &A, const Pair &B) {
    return A.Potential > B.Potential;
  });
  double BestGain = -1;
  const Pair *Best = nullptr;
  unsigned Vain = 0;
  for (const Pair &P : Pairs) {
    if (P.Potential <= BestGain ||
        (Options.PreferCheapIndex && Vain == MaxVain))
      break;
    ++Vain;
    const Candidate *AB = smallest(both(Partition[P.I], Partition[P.J]));
    if (!AB)
      continue;
    double Gain = smallest(Partition[P.I])->Cells +
                  smallest(Partition[P.J])->Cells - AB->Cells;
    if (Gain >= LeastGain(P.I, P.J) && Gain > BestGain) {
      Vain = 0;
      BestGain = Gain;
      Best = &P;
    }
  }
  if (!Best)
    return false;
  Partition[Best->I] = both(Partition[Best->I], Partition[Best->J]);
  Partition.erase(Partition.begin() + Best->J);
  return true;
}

/// Has \p Group, which is \p Main and \p Crumbs, be judged as if the crumbs
/// conflicted with everything, unless it is small: they hardly need cells,
/// whatever they may share.
void ArraySearch::loosen(const Members &Group, const Members &Main,
                         const Members &Crumbs) {
  if (Group.size() <= FewSets || Known.count(Group))
    return;
  auto Loose = std::make_shared<ArrayValues>(*valuesOf(Main));
  Loose->loosen(Crumbs);
  JudgedBy[Group] = std::move(Loose);
}

/// Puts groups that hardly count into larger ones of the same arrays where that
/// costs hardly anything: the fewer groups, the simpler the code. True if
/// something has changed.
bool ArraySearch::gatherCrumbs(std::vector<Members> &Partition) {
  auto CellsOf = [&](const Members &Group) {
    const Candidate *C = smallest(Group);
    return C ? C->Cells : 0;
  };
  auto ArraysOf = [&](const Members &Group) {
    std::set<unsigned> Arrays;
    for (unsigned Member : Group)
      Arrays.insert(Values->live()[Member].Array);
    return Arrays;
  };
  double Total = totalCells(Partition);
  double Least = leastThatCounts(Partition);
  bool Changed = false;
  for (size_t I = 0; I < Partition.size(); ++I) {
    double Alone = CellsOf(Partition[I]);
    if (Alone < Least)
      continue;
    std::set<unsigned> Arrays = ArraysOf(Partition[I]);
    Members All = Partition[I], Crumbs;
    std::vector<Members> Others;
    for (const Members &Other : Partition) {
      bool IsCrumb = CellsOf(Other) < Least &&
                     llvm::set_is_subset(ArraysOf(Other), Arrays);
      if (IsCrumb)
        llvm::append_range(Crumbs, Other);
      else
        Others.push_back(Other);
    }
    if (Crumbs.empty())
      continue;
    All = both(All, Crumbs);
    loosen(All, Partition[I], Crumbs);
    const Candidate *C = smallest(All);
    if (!C || C->Cells > Alone + Total * Crumb)
      continue;
    *llvm::find(Others, Partition[I]) = All;
    Partition = std::move(Others);
    Changed = true;
    I = llvm::find(Partition, All) - Partition.begin();
  }
  return Changed;
}

/// Each value set on its own.
static std::vector<std::vector<unsigned>> apart(size_t Sets) {
  std::vector<std::vector<unsigned>> Partition;
  for (unsigned I = 0; I < Sets; ++I)
    Partition.push_back({I});
  return Partition;
}

std::vector<Arrangement> ArraySearch::run() {
  return run(apart(Values->live().size()));
}

std::vector<Arrangement> ArraySearch::runApart() {
  std::vector<Arrangement> Result;
  addArrangements(apart(Values->live().size()), Result);
  return Result;
}

/// All groups of \p Partition in one, but for crumbs where a compiler leaves
/// those aside: they follow on their own.
std::vector<ArraySearch::Members>
ArraySearch::gathered(const std::vector<Members> &Partition) {
  double Least = Options.PreferCheapIndex ? leastThatCounts(Partition) : 0;
  std::vector<Members> Result(1);
  for (const Members &Group : Partition) {
    const Candidate *C = smallest(Group);
    if (!C || C->Cells >= Least)
      llvm::append_range(Result.front(), Group);
    else
      Result.push_back(Group);
  }
  llvm::sort(Result.front());
  return Result;
}

/// What a group must have to be no crumb: those with fewer cells have a small
/// part of all, together.
double ArraySearch::leastThatCounts(const std::vector<Members> &Partition) {
  std::vector<double> Cells;
  for (const Members &Group : Partition)
    if (const Candidate *C = smallest(Group))
      Cells.push_back(C->Cells);
  llvm::sort(Cells);
  double Left = totalCells(Partition) * Crumb;
  for (double C : Cells) {
    Left -= C;
    if (Left < 0)
      return C;
  }
  return 0;
}

double ArraySearch::totalCells(const std::vector<Members> &Partition) {
  double Total = 0;
  for (const Members &Group : Partition)
    if (const Candidate *C = smallest(Group))
      Total += C->Cells;
  return Total;
}

std::vector<Arrangement> ArraySearch::run(std::vector<Members> Partition) {
  std::vector<Arrangement> Result;
  addArrangements(Partition, Result);
  double Largest = 0, Smallest = std::numeric_limits<double>::infinity();
  for (const Members &Group : Partition)
    if (const Candidate *C = smallest(Group)) {
      Largest = std::max(Largest, C->Cells);
      Smallest = std::min(Smallest, C->Cells);
    }
  if (Partition.size() < 2)
    return Result;
  std::vector<Members> Together = gathered(Partition);
  if (Options.Method != StorageMethod::Best) {
    if (!Options.InterArray)
      return Result;
    Members All(Values->live().size());
    std::iota(All.begin(), All.end(), 0);
    std::optional<Arrangement> Global =
        usesIlp() ? mapGlobally(All) : std::nullopt;
    if (Options.Method == StorageMethod::RectangularHull)
      Global = shareHulls(All);
    if (Global)
      Result.push_back(*Global);
    return Result;
  }
  // Many sets in one array that save nothing are no simpler to index.
  bool IsWorthIt =
      Together.front().size() <= FewSets || mayGainMuch(Together.front());
  if (IsWorthIt)
    addArrangements(Together, Result);
  // Any other arrangement has two groups, one as large as the largest alone.
  const Candidate *One = IsWorthIt ? smallest(Together.front()) : nullptr;
  double Least = Largest + Smallest;
  if (Options.PreferCheapIndex)
    Least = std::max(Least, Largest * (1 + CheapSlack));
  if (!One || One->Cells > Least)
    while (Partition.size() > 1 && mergeOnce(Partition))
      addArrangements(Partition, Result);
  if (One && totalCells(Together) <= totalCells(Partition))
    Partition = Together;
  if (Options.PreferCheapIndex && gatherCrumbs(Partition))
    addArrangements(Partition, Result);
  return Result;
}
