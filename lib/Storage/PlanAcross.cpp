//===- PlanAcross.cpp - Arrays that share storage -------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Storage across arrays (chapter 4 of Bhaskaracharya's thesis): the values of
/// several arrays form one global array space, and those that share cells there
/// become one class. The thesis puts all statements into one array and takes
/// those apart again that do not fit (decoalescing, section 4.5.6); here both
/// ends, everything together and every array alone, and the merges between them
/// are compared, and what turns out to share nothing is taken apart.
///
//===----------------------------------------------------------------------===//

#include "Planner.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace smolly;

namespace {

/// In a compiler, sharing must save this part of what the arrays take.
constexpr double WorthSharing = 1.0 / 8;
/// More value sets are not compared with each other.
constexpr size_t MaxTogether = 80;

/// The option of \p Work with the fewest cells.
unsigned smallestOption(const ArrayWork &Work) {
  unsigned Best = 0;
  for (unsigned I = 0; I < Work.Options.size(); ++I)
    if (Work.bytes(I) < Work.bytes(Best))
      Best = I;
  return Best;
}

/// Whether the value sets of \p Part, split further, need about as many cells
/// on their own as before, at most.
bool isWorthSplitting(const ArrayWork &Part) {
  auto LeastOf = [&](const std::shared_ptr<ValueSearch> &Search) {
    double Cells = std::numeric_limits<double>::infinity();
    for (const ArrayWork::Option &O : Part.Options)
      if (O.Values == Search)
        Cells = std::min(Cells, O.How.Cells);
    return Cells;
  };
  return LeastOf(Part.Searches.back()) <=
         LeastOf(Part.Searches.front()) * (1 + ArraySearch::CheapSlack);
}

/// The arrays of the value sets of \p Group.
std::vector<unsigned> arraysOf(const ValueSearch &Values,
                               const Arrangement::Group &Group) {
  std::vector<unsigned> Result;
  for (unsigned Member : Group.Members)
    Result.push_back(Values.Lives[Member].Array);
  return Result;
}

/// The groups of \p How that hold values of \p Arrays.
Arrangement restrictTo(const ValueSearch &Values, const Arrangement &How,
                       const std::vector<unsigned> &Arrays) {
  Arrangement Result;
  Result.Penalty = How.Penalty;
  for (const Arrangement::Group &Group : How.Groups)
    if (llvm::is_contained(Arrays, arraysOf(Values, Group).front())) {
      Result.Groups.push_back(Group);
      Result.Cells += Group.Choice.Cells;
    }
  return Result;
}

/// One work out of several.
ArrayWork together(std::vector<ArrayWork> Parts) {
  ArrayWork Work;
  for (const ArrayWork &Part : Parts) {
    llvm::append_range(Work.Arrays, Part.Arrays);
    llvm::append_range(Work.Refs, Part.Refs);
    llvm::append_range(Work.Writes, Part.Writes);
    Work.OriginalBytes += Part.OriginalBytes;
    Work.ElementBytes = Part.ElementBytes;
  }
  Work.Parts = std::move(Parts);
  return Work;
}

} // namespace

/// The smallest arrangement of \p Parts together. With \p Split their value
/// sets are those that were split furthest, each on its own to begin with,
/// where that needs no more cells; otherwise those of the smallest arrangement
/// of each part, grouped as there.
std::optional<ArrayWork::Option>
Planner::searchTogether(const std::vector<ArrayWork> &Parts, bool Split) {
  std::vector<ValueLives> Lives;
  std::vector<std::shared_ptr<ValueSearch>> Earlier;
  std::vector<std::vector<unsigned>> Start;
  for (const ArrayWork &Part : Parts) {
    const ArrayWork::Option &Alone = Part.Options[smallestOption(Part)];
    bool SplitThis = Split && isWorthSplitting(Part);
    Earlier.push_back(SplitThis ? Part.Searches.back() : Alone.Values);
    const ValueSearch &Values = *Earlier.back();
    std::vector<std::vector<unsigned>> Groups;
    if (SplitThis)
      for (unsigned I = 0; I < Values.Lives.size(); ++I)
        Groups.push_back({I});
    else
      for (const Arrangement::Group &Group : Alone.How.Groups)
        Groups.push_back(Group.Members);
    for (std::vector<unsigned> &Group : Groups) {
      for (unsigned &Member : Group)
        Member += Lives.size();
      Start.push_back(std::move(Group));
    }
    llvm::append_range(Lives, Values.Lives);
  }
  if (Lives.size() > MaxTogether)
    return std::nullopt;
  std::shared_ptr<ValueSearch> Values =
      prepareSearch(Lives, std::nullopt, std::move(Earlier));
  if (!Values)
    return std::nullopt;
  std::vector<Arrangement> Found = Values->Search->run(Start);
  Alternatives += Values->Search->attempts();
  auto Best =
      llvm::min_element(Found, [](const Arrangement &A, const Arrangement &B) {
        return std::make_pair(A.Cells, A.Penalty) <
               std::make_pair(B.Cells, B.Penalty);
      });
  if (Best == Found.end())
    return std::nullopt;
  const Arrangement *Chosen = &*Best;
  for (const Arrangement &A : Found)
    if (Options.PreferCheapIndex && A.Penalty < Chosen->Penalty &&
        A.Cells <= Best->Cells * (1 + ArraySearch::CheapSlack))
      Chosen = &A;
  return ArrayWork::Option{Values, *Chosen};
}

/// Those of \p Parts that share storage as one, the others as they are.
std::vector<ArrayWork> Planner::joinSome(std::vector<ArrayWork> Parts,
                                         double LeastGain) {
  std::optional<ArrayWork::Option> Found;
  bool WasSplit = llvm::any_of(
      Parts, [](const ArrayWork &Part) { return Part.Searches.size() > 1; });
  if (WasSplit)
    Found = searchTogether(Parts, true);
  bool IsGoodEnough = Found && Options.PreferCheapIndex &&
                      Found->How.Cells <= Found->Values->Search->leastCells() *
                                              (1 + ArraySearch::CheapSlack);
  if (!IsGoodEnough)
    if (auto Other = searchTogether(Parts, false))
      if (!Found || Other->How.Cells <= Found->How.Cells)
        Found = std::move(Other);
  if (!Found)
    return Parts;
  std::shared_ptr<ValueSearch> Values = Found->Values;
  const Arrangement *Best = &Found->How;
  llvm::EquivalenceClasses<unsigned> Shared;
  for (const ArrayWork &Part : Parts)
    Shared.insert(Part.Arrays.front());
  for (const Arrangement::Group &Group : Best->Groups)
    for (unsigned Array : arraysOf(*Values, Group))
      Shared.unionSets(arraysOf(*Values, Group).front(), Array);
  std::map<unsigned, std::vector<ArrayWork>> Classes;
  for (ArrayWork &Part : Parts)
    Classes[Shared.getLeaderValue(Part.Arrays.front())].push_back(
        std::move(Part));
  std::vector<ArrayWork> Result;
  for (auto &Entry : Classes) {
    double Alone = 0;
    for (const ArrayWork &Part : Entry.second)
      Alone += Part.bytesChosen();
    ArrayWork Work = together(std::move(Entry.second));
    Work.Options.push_back({Values, restrictTo(*Values, *Best, Work.Arrays)});
    Work.Searches.push_back(Values);
    bool Joined = Work.Parts.size() > 1 && Alone - Work.bytes(0) > LeastGain;
    if (Joined)
      Result.push_back(std::move(Work));
    else
      llvm::append_range(Result, Work.Parts);
  }
  return Result;
}

/// Replaces arrays that do better together by one work each.
/// Complexity: one search over all value sets of elements of one size.
void Planner::joinArrays(std::vector<ArrayWork> &Works) {
  choose(Works);
  std::map<unsigned, std::vector<ArrayWork>> BySize;
  std::vector<ArrayWork> Result;
  double Touched = 0;
  for (ArrayWork &Work : Works) {
    Touched += Work.bytesChosen();
    if (Work.Options.empty())
      Result.push_back(std::move(Work));
    else
      BySize[Work.ElementBytes].push_back(std::move(Work));
  }
  double LeastGain =
      Options.PreferCheapIndex
          ? (Touched + footprint(/*Changeable=*/false)) * WorthSharing
          : 0;
  for (auto &Entry : BySize) {
    std::vector<ArrayWork> Parts = std::move(Entry.second);
    double Bytes = 0;
    for (const ArrayWork &Part : Parts)
      Bytes += Part.bytesChosen();
    // No more than what is not alive at one time anyway can be saved.
    if (Parts.size() > 1 && Bytes > LeastGain &&
        Bytes - aliveBytes(Parts) > LeastGain)
      Parts = joinSome(std::move(Parts), LeastGain);
    llvm::append_range(Result, Parts);
  }
  llvm::stable_sort(Result, [](const ArrayWork &A, const ArrayWork &B) {
    return A.Arrays.front() < B.Arrays.front();
  });
  Works = std::move(Result);
}
