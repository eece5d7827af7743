//===- ArrayMethods.cpp - The methods of the thesis across value sets -----===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Mappings of several value sets in one global array space by integer linear
/// programming, with decoalescing (Algorithm 3 and section 4.5.6 of
/// Bhaskaracharya's thesis); and the baseline, successive modulo followed by
/// rectangular hulls for arrays that do not interfere (section 2.5, after
/// Lefebvre and Feautrier 1998).
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/IslBudget.h"
#include "smolly/Storage/ArraySearch.h"
#include "smolly/Storage/Hyperplanes.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace smolly;

namespace {

/// More polyhedra than this are too many for one program.
constexpr unsigned MaxPolyhedra = 150;
constexpr unsigned long BudgetShare = 4;
constexpr double Tolerance = 1e-6;

/// True when the array that \p A needs contains the one that \p B needs, by the
/// parts of their sizes that depend on parameters, or the other way round.
bool fitTogether(const std::vector<std::vector<double>> &Spreads, unsigned A,
                 unsigned B) {
  bool InA = true, InB = true;
  for (const std::vector<double> &Row : Spreads) {
    InA &= Row[B] <= Row[A] + Tolerance;
    InB &= Row[A] <= Row[B] + Tolerance;
  }
  return InA || InB;
}

/// The connected components of the coalescing graph: classes that fit together.
std::vector<std::vector<unsigned>>
decoalesce(const std::vector<unsigned> &Group,
           const std::vector<std::vector<double>> &Spreads) {
  llvm::EquivalenceClasses<unsigned> Coalesced;
  for (unsigned I = 0; I < Group.size(); ++I) {
    Coalesced.insert(I);
    for (unsigned J = 0; J < I; ++J)
      if (fitTogether(Spreads, I, J))
        Coalesced.unionSets(I, J);
  }
  std::map<unsigned, std::vector<unsigned>> Classes;
  for (unsigned I = 0; I < Group.size(); ++I)
    Classes[Coalesced.getLeaderValue(I)].push_back(Group[I]);
  std::vector<std::vector<unsigned>> Result;
  for (auto &Entry : Classes)
    Result.push_back(std::move(Entry.second));
  return Result;
}

} // namespace

/// Maps \p Group into one array, takes apart what does not fit together, and
/// maps each part again. False on failure.
bool ArraySearch::addDecoalesced(const Members &Group, Arrangement &A) {
  if (Group.size() == 1) {
    const Candidate *Alone = smallest(Group);
    if (!Alone)
      return false;
    A.Groups.push_back({Group, *Alone});
    A.Cells += Alone->Cells;
    return true;
  }
  IndexConflicts Conflicts = Values->indexConflicts(Group, IndexSpace::Separate,
                                                    OffsetKind::EachSet, Point);
  if (Conflicts.isHopeless())
    return false;
  CandidateOptions O;
  O.MaxPolyhedra = MaxPolyhedra;
  O.MaxIlpIterations = Options.MaxIlpIterations;
  bool Enumerate = Options.Method == StorageMethod::SmoEnumerate;
  std::vector<HyperplaneRows> Found = findHyperplaneRows(
      Conflicts, Point, O, Enumerate ? Options.MaxMappings : 1, Attempts,
      Left.IlpIterations);
  auto Best = llvm::min_element(
      Found, [](const HyperplaneRows &X, const HyperplaneRows &Y) {
        return X.Mapping.Cells < Y.Mapping.Cells;
      });
  if (Best == Found.end())
    return false;
  std::vector<Members> Parts = decoalesce(Group, Best->Spreads);
  if (Parts.size() > 1)
    return llvm::all_of(
        Parts, [&](const Members &Part) { return addDecoalesced(Part, A); });
  A.Groups.push_back({Group, Best->Mapping});
  A.Cells += Best->Mapping.Cells;
  return true;
}

std::optional<Arrangement> ArraySearch::mapGlobally(const Members &All) {
  IslBudget Budget(Point.context().ctx(),
                   Options.MaxIslOperations / BudgetShare);
  Arrangement A;
  if (!addDecoalesced(All, A))
    return std::nullopt;
  A.Penalty = penaltyOf(A);
  return A;
}

/// The mapping of \p Group along the axes of the iterations; null if there is
/// none.
const Candidate *ArraySearch::canonical(const Members &Group) {
  std::vector<Candidate> &Found = candidates(Group);
  return Found.empty() ? nullptr : &Found.front();
}

/// Colours the interference graph greedily, large arrays first: two value sets
/// interfere when their hull is not large enough for both.
std::optional<Arrangement> ArraySearch::shareHulls(const Members &All) {
  auto HullOf = [&](const Members &Group) {
    std::vector<double> Hull;
    for (unsigned Member : Group)
      if (const Candidate *C = canonical({Member}))
        for (const CandidateRow &Row : C->Rows) {
          unsigned Axis = llvm::find(Row.Row.Gamma, 1) - Row.Row.Gamma.begin();
          Hull.resize(std::max<size_t>(Hull.size(), Axis + 1), 1);
          Hull[Axis] = std::max(Hull[Axis], std::min(Row.Modulus, Row.Range));
        }
    double Cells = 1;
    for (double Size : Hull)
      Cells *= Size;
    return Cells;
  };
  Members Order = All;
  llvm::stable_sort(
      Order, [&](unsigned A, unsigned B) { return HullOf({A}) > HullOf({B}); });
  std::vector<Members> Colours;
  for (unsigned Member : Order) {
    auto Free = llvm::find_if(Colours, [&](const Members &Colour) {
      Members Both = Colour;
      Both.push_back(Member);
      llvm::sort(Both);
      const Candidate *C = canonical(Both);
      return C && C->Cells <= HullOf(Both);
    });
    if (Free == Colours.end())
      Colours.push_back({Member});
    else {
      Free->push_back(Member);
      llvm::sort(*Free);
    }
  }
  Arrangement A;
  for (const Members &Colour : Colours) {
    const Candidate *C = canonical(Colour);
    if (!C)
      return std::nullopt;
    A.Groups.push_back({Colour, *C});
    A.Cells += C->Cells;
  }
  A.Penalty = penaltyOf(A);
  return A;
}
