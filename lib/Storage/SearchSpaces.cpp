//===- SearchSpaces.cpp - Where mappings are looked for -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The index spaces in which ArraySearch looks for the rows of a group.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/ArraySearch.h"
#include <algorithm>

using namespace smolly;

/// Larger groups get no offsets.
static constexpr size_t MaxOffsetsInTool = 24, MaxOffsetsInCompiler = 10;

/// Whether storing the members together may save anything worth looking for: at
/// most what all but the largest need, or all beyond what is alive at once. A
/// compiler does not look for crumbs.
bool ArraySearch::mayGainMuch(const Members &Group) {
  if (!Options.PreferCheapIndex)
    return true;
  auto CellsOf = [&](unsigned Set) {
    const Candidate *C = smallest({Set});
    return C ? C->Cells : 0;
  };
  double Total = 0, Sum = 0, Largest = 0;
  for (unsigned Set = 0; Set < FreeDims.size(); ++Set)
    Total += CellsOf(Set);
  for (unsigned Member : Group) {
    Sum += CellsOf(Member);
    Largest = std::max(Largest, CellsOf(Member));
  }
  return Sum - std::max(Largest, aliveCells(Group)) > Total * Crumb;
}

/// The index spaces in which rows without offsets are looked for.
std::vector<ArraySearch::SpaceKind>
ArraySearch::spacesOf(const Members &Group) {
  std::vector<SpaceKind> Result;
  auto Add = [&](IndexSpace Space) {
    Result.push_back({Space, OffsetKind::None});
  };
  bool One = Group.size() == 1;
  if (Options.Method == StorageMethod::Best) {
    Add(IndexSpace::Elements);
    if (!Values->isLikeElements(Group, IndexSpace::Extended))
      Add(IndexSpace::Extended);
    if (One && !Values->isLikeElements(Group, IndexSpace::Iterations))
      Add(IndexSpace::Iterations);
  } else if (One || Options.Method == StorageMethod::RectangularHull) {
    Add(IndexSpace::Iterations);
  }
  return Result;
}

/// The index spaces in which rows with offsets are looked for. An extended
/// index has the element among its components: no need to look at elements,
/// too.
std::vector<ArraySearch::SpaceKind>
ArraySearch::offsetSpacesOf(const Members &Group) {
  if (!mayGainMuch(Group))
    return {};
  IndexSpace Space = Values->isLikeElements(Group, IndexSpace::Extended)
                         ? IndexSpace::Elements
                         : IndexSpace::Extended;
  size_t MaxOffsets =
      Options.PreferCheapIndex ? MaxOffsetsInCompiler : MaxOffsetsInTool;
  unsigned Kinds = Values->offsetClasses(Group, OffsetKind::EachKind).second;
  std::vector<SpaceKind> Result;
  if (Kinds > 1 && Kinds < Group.size() && Kinds <= MaxOffsets)
    Result.push_back({Space, OffsetKind::EachKind});
  if (Group.size() <= MaxOffsets)
    Result.push_back({Space, OffsetKind::EachSet});
  return Result;
}
