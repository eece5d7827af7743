//===- ArraySearch.cpp - Mappings of one array's values -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The greedy search over groupings.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/ArraySearch.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/constraint.h"
#include "isl/map.h"
#include "isl/set.h"
#include <limits>
#include <set>

using namespace smolly;

namespace {
/// Groups whose mapping is computed at most, for one array.
constexpr unsigned MaxGroups = 60;
/// More value sets than this are only tried one by one and all in one.
constexpr unsigned MaxSetsToMerge = 10;
/// A group gets this part of all isl operations allowed.
constexpr unsigned long BudgetShare = 10;
constexpr double CheapSlack = 1.0 / 16;
constexpr unsigned SourcePenalty = 20;

/// Number of dimensions of \p Set that are not determined by others.
unsigned freeDimensions(const isl::set &Set) {
  isl::basic_set Hull = Set.affine_hull();
  int Dims = isl_basic_set_dim(Hull.get(), isl_dim_set), Determined = 0;
  isl_constraint_list *List = isl_basic_set_get_constraint_list(Hull.get());
  for (int I = 0, E = isl_constraint_list_n_constraint(List); I < E; ++I) {
    isl_constraint *C = isl_constraint_list_get_constraint(List, I);
    Determined +=
        isl_constraint_is_equality(C) == isl_bool_true &&
        isl_constraint_involves_dims(C, isl_dim_set, 0, Dims) == isl_bool_true;
    isl_constraint_free(C);
  }
  isl_constraint_list_free(List);
  Dims -= Determined;
  return Dims < 0 ? 0 : Dims;
}
} // namespace

/// Mappings along canonical axes: one axis after another and, where anything
/// may be compared and that is not as small as can be, also each axis last.
void ArraySearch::addCanonical(const ValueGroup &Group, IndexSpace Space,
                               std::vector<GroupMapping> &Result) {
  CandidateOptions O;
  if (Options.PreferCheapIndex)
    O.Slacks.push_back(CheapSlack);
  llvm::append_range(Result, mapBySuccessiveModulo(Group, Point, Space, O));
  if (Options.Method != StorageMethod::Best)
    return;
  unsigned Dims = indexDimensions(Group, Space);
  for (unsigned Last = 0; Last + 1 < Dims; ++Last)
    if (!isSmallEnough(Group.Members, Result))
      llvm::append_range(Result,
                         mapBySuccessiveModulo(Group, Point, Space, O, Last));
}

void ArraySearch::addHyperplanes(const ValueGroup &Group, IndexSpace Space,
                                 std::vector<GroupMapping> &Result) {
  for (bool Split : {false, true}) {
    CandidateOptions O;
    O.MaxIlpIterations = Options.MaxIlpIterations;
    O.SplitPolyhedra = Split;
    llvm::append_range(Result,
                       mapByHyperplanes(Group, Point, Space, O, Attempts));
  }
}

/// True when looking further cannot give anything that is worth it.
bool ArraySearch::isSmallEnough(const Members &Indices,
                                const std::vector<GroupMapping> &Found) const {
  double Limit = std::max(1.0, lowerBound(Indices));
  if (Options.PreferCheapIndex)
    Limit *= 1 + CheapSlack;
  return llvm::any_of(Found,
                      [&](const GroupMapping &M) { return M.Cells <= Limit; });
}

/// True when the members' elements are their iterations, in order, so that both
/// index spaces give the same mappings.
bool ArraySearch::writesIdentity(const ValueGroup &Group) const {
  const ValueLives &Lives = Group.member(0);
  isl::map Element =
      isl::manage(isl_map_from_pw_multi_aff(Lives.Element.copy()));
  if (isl_map_dim(Element.get(), isl_dim_in) !=
      isl_map_dim(Element.get(), isl_dim_out))
    return false;
  isl::map Same = isl::map::universe(Element.space());
  for (int I = 0, E = isl_map_dim(Element.get(), isl_dim_in); I < E; ++I)
    Same = Same.equate(isl::dim::in, I, isl::dim::out, I);
  return Element.is_subset(Same).is_true();
}

/// No mapping of a group has fewer cells than the smallest of a part of it.
double ArraySearch::lowerBound(const Members &Indices) const {
  double Bound = 0;
  for (const auto &Entry : Known) {
    if (Entry.first.size() != 1 || Indices.size() == 1 ||
        !llvm::is_contained(Indices, Entry.first.front()))
      continue;
    double Cells = std::numeric_limits<double>::max();
    for (const GroupMapping &M : Entry.second)
      Cells = std::min(Cells, M.Cells);
    if (!Entry.second.empty())
      Bound = std::max(Bound, Cells);
  }
  return Bound;
}

std::vector<GroupMapping> ArraySearch::computeMappings(const Members &Indices) {
  std::vector<GroupMapping> Result;
  IslBudget Budget(K.ctx(), Options.MaxIslOperations / BudgetShare);
  ValueGroup Group = {&Values->Live, &Values->Conflicts, Indices};
  std::vector<IndexSpace> Spaces;
  if (Options.Method == StorageMethod::Best)
    Spaces.push_back(IndexSpace::Elements);
  if (Indices.size() == 1 && (Spaces.empty() || !writesIdentity(Group)))
    Spaces.push_back(IndexSpace::Iterations);
  if (Options.Method != StorageMethod::Smo)
    for (IndexSpace Space : Spaces)
      addCanonical(Group, Space, Result);
  if (Options.Method != StorageMethod::SuccessiveModulo &&
      !isSmallEnough(Indices, Result))
    for (IndexSpace Space : Spaces)
      addHyperplanes(Group, Space, Result);
  for (GroupMapping &M : Result)
    M.Penalty = indexPenalty(K, Group, M);
  Exceeded |= Budget.exceeded();
  return Result;
}

std::vector<GroupMapping> &ArraySearch::mappings(const Members &Group) {
  auto It = Known.find(Group);
  if (It != Known.end())
    return It->second;
  if (Known.size() >= MaxGroups)
    return Known[Group];
  return Known[Group] = computeMappings(Group);
}

const GroupMapping *ArraySearch::smallest(const Members &Group) {
  std::vector<GroupMapping> &All = mappings(Group);
  auto Best =
      llvm::min_element(All, [](const GroupMapping &A, const GroupMapping &B) {
        return std::tie(A.Cells, A.Penalty) < std::tie(B.Cells, B.Penalty);
      });
  return Best == All.end() ? nullptr : &*Best;
}

const GroupMapping *ArraySearch::cheapest(const Members &Group) {
  std::vector<GroupMapping> &All = mappings(Group);
  auto Best =
      llvm::min_element(All, [](const GroupMapping &A, const GroupMapping &B) {
        return std::tie(A.Penalty, A.Cells) < std::tie(B.Penalty, B.Cells);
      });
  return Best == All.end() ? nullptr : &*Best;
}

/// The smallest or cheapest mapping that isl confirms; those that it does not
/// are dropped.
const GroupMapping *ArraySearch::confirmed(const Members &Group, bool Cheap) {
  ValueGroup Checked = {&Values->Live, &Values->Conflicts, Group};
  while (const GroupMapping *M = Cheap ? cheapest(Group) : smallest(Group)) {
    std::vector<GroupMapping> &All = mappings(Group);
    GroupMapping &Candidate = All[M - All.data()];
    if (Candidate.Verified)
      return M;
    IslBudget Budget(K.ctx(), Options.MaxIslOperations / BudgetShare);
    Candidate.Verified = verifyMapping(Checked, Candidate, Point);
    Exceeded |= Budget.exceeded();
    if (!Candidate.Verified)
      All.erase(All.begin() + (M - All.data()));
  }
  return nullptr;
}

/// The penalty of the groups with the most-dimensional pieces, plus what it
/// costs that a read's sources lie in different groups.
unsigned ArraySearch::penaltyOf(const Arrangement &A) const {
  unsigned MostDims = 0, Penalty = 0;
  std::vector<unsigned> GroupOf(Values->Live.size());
  for (unsigned G = 0; G < A.Groups.size(); ++G)
    for (unsigned Member : A.Groups[G].Members) {
      GroupOf[Member] = G;
      unsigned Dims = freeDimensions(Values->Live[Member].Piece);
      if (Dims < MostDims)
        continue;
      Penalty = Dims > MostDims ? A.Groups[G].Penalty
                                : std::max(Penalty, A.Groups[G].Penalty);
      MostDims = Dims;
    }
  std::map<std::pair<unsigned, unsigned>, std::set<unsigned>> Sources;
  for (const Flow &F : D.Flows)
    for (unsigned I = 0; I < Values->Live.size(); ++I)
      if (Values->Live[I].Write == F.Write &&
          !F.Sources.intersect_range(Values->Live[I].Piece)
               .is_empty()
               .is_true())
        Sources[{F.Read.Stmt, F.Read.Access}].insert(GroupOf[I]);
  for (const auto &Entry : Sources)
    Penalty += SourcePenalty * (Entry.second.size() - 1);
  return Penalty + A.Groups.size();
}

/// Adds the arrangement with the smallest mapping of each group, and the one
/// with the cheapest.
void ArraySearch::addArrangements(const std::vector<Members> &Partition,
                                  std::vector<Arrangement> &Result) {
  for (bool Cheap : {false, true}) {
    if (Cheap && !Options.PreferCheapIndex)
      return;
    Arrangement A;
    A.Values = Values;
    for (const Members &Group : Partition) {
      const GroupMapping *M = confirmed(Group, Cheap);
      if (!M)
        return;
      A.Groups.push_back(*M);
      A.Cells += M->Cells;
    }
    A.Penalty = penaltyOf(A);
    Result.push_back(std::move(A));
  }
}

unsigned ArraySearch::largestGroup(const std::vector<Members> &Partition) {
  unsigned Result = 0;
  double Most = -1;
  for (unsigned I = 0; I < Partition.size(); ++I)
    if (const GroupMapping *M = smallest(Partition[I]))
      if (M->Cells > Most) {
        Most = M->Cells;
        Result = I;
      }
  return Result;
}

/// Merges the largest group with the one where that saves most, if it saves
/// anything or keeps the total.
bool ArraySearch::mergeOnce(std::vector<Members> &Partition) {
  double BestGain = -1;
  unsigned BestI = 0, BestJ = 0;
  unsigned Largest = largestGroup(Partition);
  for (unsigned I = 0; I < Partition.size(); ++I)
    for (unsigned J = I + 1; J < Partition.size(); ++J) {
      if (I != Largest && J != Largest)
        continue;
      Members Both = Partition[I];
      Both.insert(Both.end(), Partition[J].begin(), Partition[J].end());
      llvm::sort(Both);
      const GroupMapping *A = smallest(Partition[I]);
      const GroupMapping *B = smallest(Partition[J]);
      const GroupMapping *AB = smallest(Both);
      if (!A || !B || !AB)
        continue;
      double Gain = A->Cells + B->Cells - AB->Cells;
      if (Gain >= 0 && Gain > BestGain) {
        BestGain = Gain;
        BestI = I;
        BestJ = J;
      }
    }
  if (BestGain < 0)
    return false;
  Members &Target = Partition[BestI];
  Target.insert(Target.end(), Partition[BestJ].begin(), Partition[BestJ].end());
  llvm::sort(Target);
  Partition.erase(Partition.begin() + BestJ);
  return true;
}

std::vector<Arrangement> ArraySearch::run() {
  std::vector<Arrangement> Result;
  std::vector<Members> Partition;
  Members All;
  for (unsigned I = 0; I < Values->Live.size(); ++I) {
    Partition.push_back({I});
    All.push_back(I);
  }
  addArrangements(Partition, Result);
  if (Options.Method != StorageMethod::Best || All.size() < 2)
    return Result;
  addArrangements({All}, Result);
  if (All.size() > MaxSetsToMerge)
    return Result;
  while (Partition.size() > 1 && mergeOnce(Partition))
    addArrangements(Partition, Result);
  return Result;
}
