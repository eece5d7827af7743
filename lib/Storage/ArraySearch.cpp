//===- ArraySearch.cpp - Mappings of one array's values -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The candidates of a group, by all methods, and their mappings.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/ArraySearch.h"
#include "IndexCost.h"
#include "IndexDims.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Storage/Conflicts.h"
#include "smolly/Storage/Hyperplanes.h"
#include "smolly/Storage/RowSearch.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include <limits>
#include <numeric>

using namespace smolly;

namespace {
/// Groups whose mapping is computed at most, for one array.
constexpr unsigned MaxGroups = 60;
/// A group gets this part of all isl operations allowed.
constexpr unsigned long BudgetShare = 10;
/// The mapping of one group gets this part: where it takes that long,
/// operations take long, too.
constexpr unsigned long RealizeShare = 20;
/// So often it may not be enough before only single value sets are looked at.
constexpr unsigned MaxExceeded = 2;
/// The part of all steps left that one search for rows gets.
constexpr unsigned long StepsShare = 8;

/// For each read of the values \p Live the sets among them that it reads.
std::vector<std::set<unsigned>>
sourcesOfReads(const Dataflow &D, const std::vector<ValueLives> &Live) {
  std::map<std::pair<unsigned, unsigned>, std::set<unsigned>> Sources;
  for (const Flow &F : D.Flows)
    for (unsigned I = 0; I < Live.size(); ++I)
      if (Live[I].Write == F.Write &&
          !isDisjoint(F.Sources.range(), Live[I].Piece).is_true())
        Sources[{F.Read.Stmt, F.Read.Access}].insert(I);
  std::vector<std::set<unsigned>> Result;
  for (const auto &Entry : Sources)
    if (Entry.second.size() > 1)
      Result.push_back(Entry.second);
  return Result;
}

double cellsOfCandidate(const Candidate &C) { return C.Cells; }

/// The first of \p All by \p Key, or null.
template <typename KeyFn>
const Candidate *leastBy(const std::vector<Candidate> &All, KeyFn Key) {
  auto Best =
      llvm::min_element(All, [&](const Candidate &A, const Candidate &B) {
        return Key(A) < Key(B);
      });
  return Best == All.end() ? nullptr : &*Best;
}
} // namespace

ArraySearch::ArraySearch(const Dataflow &D,
                         std::shared_ptr<const ArrayValues> Values,
                         const ParameterPoint &Point,
                         const StorageOptions &Options, PlanBudget &Left,
                         std::optional<AliveAtOnce> Alive)
    : Values(std::move(Values)), Point(Point), Witnesses(Point.variations()),
      Larger(Point.enlarged()), Options(Options), Left(Left),
      Alive(std::move(Alive)) {
  IslBudget Budget(Point.context().ctx(),
                   Options.MaxIslOperations / BudgetShare);
  Sources = sourcesOfReads(D, this->Values->live());
  for (const ValueLives &Lives : this->Values->live())
    FreeDims.push_back(freeDimensions(Lives.Piece));
}

void ArraySearch::adopt(const ArraySearch &Others, unsigned First) {
  Origins.push_back({&Others, First});
}

/// What another search has found for \p Group, or null.
const std::vector<Candidate> *ArraySearch::adopted(const Members &Group) const {
  for (auto [Others, First] : Origins) {
    if (Group.front() < First ||
        Group.back() >= First + Others->Values->live().size())
      continue;
    Members Theirs = Group;
    for (unsigned &Member : Theirs)
      Member -= First;
    auto It = Others->Known.find(Theirs);
    bool Counts = It != Others->Known.end() && !It->second.empty() &&
                  !Others->JudgedBy.count(Theirs);
    return Counts ? &It->second : nullptr;
  }
  return nullptr;
}

/// Rows along canonical axes: one axis after another and, where anything may be
/// compared and that is not as small as can be, also each axis last.
void ArraySearch::addCanonical(const IndexConflicts &Conflicts, double Least,
                               std::vector<Candidate> &Result) {
  CandidateOptions O;
  if (Options.PreferCheapIndex)
    O.Slacks.push_back(CheapSlack);
  mapBySuccessiveModulo(Conflicts, O, Result);
  if (Options.Method != StorageMethod::Best)
    return;
  for (unsigned Last = 0; Last + 1 < Conflicts.Dims; ++Last)
    if (!isSmallEnough(Least, Result))
      mapBySuccessiveModulo(Conflicts, O, Result, Last);
}

/// Rows by integer linear programming, over conflict polyhedra as they are and
/// cut by signs.
void ArraySearch::addHyperplanes(const Members &Group,
                                 const IndexConflicts &Conflicts, double Least,
                                 std::vector<Candidate> &Result) {
  for (bool Split : {false, true}) {
    if (isSmallEnough(Least, Result))
      return;
    CandidateOptions O;
    O.MaxCells = usefulCells(Group, Result);
    O.MaxIlpIterations = Options.MaxIlpIterations;
    O.SplitPolyhedra = Split;
    bool Enumerate = Options.Method == StorageMethod::SmoEnumerate;
    for (HyperplaneRows &Found : findHyperplaneRows(
             Conflicts, Point, O, Enumerate ? Options.MaxMappings : 1, Attempts,
             Left.IlpIterations))
      Result.push_back(std::move(Found.Mapping));
  }
}

/// True when something has no more cells than every mapping must have, or
/// next to no more where cheap indices count.
bool ArraySearch::isSmallEnough(double Least,
                                const std::vector<Candidate> &Found) const {
  double Limit = Options.PreferCheapIndex ? Least * (1 + CheapSlack) : Least;
  return llvm::any_of(Found,
                      [&](const Candidate &C) { return C.Cells <= Limit; });
}

/// What the members need on their own; infinity where that is not known.
double ArraySearch::aloneCells(const Members &Group) {
  double Cells = 0;
  for (unsigned Member : Group) {
    const Candidate *C = smallest({Member});
    Cells += C ? C->Cells : std::numeric_limits<double>::infinity();
  }
  return Cells;
}

/// What any mapping of \p Group needs for the values that are alive at once.
/// Not known where the kernel states its conflicts, but not all of its reads.
double ArraySearch::aliveCells(const Members &Group) {
  if (Values->kernel().Conflicts)
    return 0;
  if (!Alive)
    Alive.emplace(Values->live(), Point);
  return Alive->cells(Group);
}

double ArraySearch::leastCells() {
  Members All(FreeDims.size());
  std::iota(All.begin(), All.end(), 0);
  double Cells = aliveCells(All);
  for (unsigned Set : All)
    if (const Candidate *C = smallest({Set}))
      Cells = std::max(Cells, C->Cells);
  return Cells;
}

/// What is larger than this need not be looked at: it is larger than what was
/// found, or than what the members need on their own.
double ArraySearch::usefulCells(const Members &Group,
                                const std::vector<Candidate> &Found) {
  double Useful = std::numeric_limits<double>::infinity();
  if (const Candidate *C = leastBy(Found, cellsOfCandidate))
    Useful = C->Cells;
  double Alone = Group.size() > 1 ? aloneCells(Group)
                                  : std::numeric_limits<double>::infinity();
  Useful = std::min(Useful, Alone);
  return Options.PreferCheapIndex ? Useful * (1 + CheapSlack) : Useful;
}

/// No mapping of a group has fewer cells than the smallest of a part of it, or
/// than there are indices that all conflict, or values that are alive at once.
double ArraySearch::lowerBound(const Members &Group,
                               const std::vector<IndexConflicts> &Problems) {
  double Least = std::max(1.0, aliveCells(Group));
  if (Group.size() == 1) {
    std::vector<double> Cliques;
    for (const IndexConflicts &Conflicts : Problems)
      Cliques.push_back(Conflicts.largestClique());
    return Cliques.empty() ? Least
                           : std::max(Least, *llvm::min_element(Cliques));
  }
  for (unsigned Member : Group)
    if (const Candidate *C = smallest({Member}))
      Least = std::max(Least, C->Cells);
  return Least;
}

/// Offsets are constants: they must be small beside the parameters, lest one be
/// taken for the other.
static long maxOffset(const ParameterPoint &Point) {
  long Result = RowSearchOptions().MaxOffset;
  for (long Value : Point.values())
    Result = std::min(Result, std::max(4L, std::labs(Value) / 4));
  return Result;
}

/// Rows with small coefficients, by enumeration.
void ArraySearch::addEnumerated(const Members &Group,
                                const IndexConflicts &Conflicts, double Least,
                                std::vector<Candidate> &Result) {
  if (isSmallEnough(Least, Result))
    return;
  CandidateOptions O;
  RowSearchOptions R;
  R.Least = Least;
  R.MaxCells = usefulCells(Group, Result);
  R.MaxSteps = std::min(R.MaxSteps, Left.RowSteps / StepsShare);
  R.MaxOffset = maxOffset(Point);
  if (Options.PreferCheapIndex) {
    O.Slacks.push_back(CheapSlack);
    R.Slack = CheapSlack;
    proposeCheap(Conflicts, R, O, Result);
  } else {
    propose(Conflicts, Point, R, O, Result);
  }
  // Small sizes hide which mapping is the natural one.
  if (Larger) {
    R.MaxOffset = maxOffset(*Larger);
    R.Least = 1;
    R.MaxCells = std::numeric_limits<double>::infinity();
    propose(Conflicts, *Larger, R, O, Result);
  }
}

/// Looks for rows that are cheap by their form, then for rows with larger and
/// larger coefficients, until something small has been found that can be walked
/// through in order; the largest only where there is nothing yet.
void ArraySearch::proposeCheap(const IndexConflicts &Conflicts,
                               RowSearchOptions R, const CandidateOptions &O,
                               std::vector<Candidate> &Result) {
  auto IsCheap = [&](const Candidate &C) {
    return C.Penalty < Candidate::StepPenalty &&
           C.Cells <= R.Least * (1 + CheapSlack);
  };
  long Most = R.MaxCoefficient;
  if (Conflicts.Layout.Elements > 0) {
    R.CheapForm = true;
    propose(Conflicts, Point, R, O, Result);
    R.CheapForm = false;
  }
  for (long Limit = 1; Limit <= Most && llvm::none_of(Result, IsCheap);
       Limit *= 2) {
    if (Limit == Most && !Result.empty())
      return;
    R.FirstCoefficient = R.MaxCoefficient = Limit;
    propose(Conflicts, Point, R, O, Result);
  }
}

/// Adds the candidates of a search at the point \p At.
void ArraySearch::propose(const IndexConflicts &Conflicts,
                          const ParameterPoint &At, const RowSearchOptions &R,
                          const CandidateOptions &O,
                          std::vector<Candidate> &Result) {
  RowSearchResult Found = searchRows(Conflicts, At, Witnesses, R);
  Left.RowSteps -= std::min(Left.RowSteps, Found.Steps);
  for (const RowProposal &Proposal : Found.Proposals) {
    CandidateBuilder Builder(Conflicts);
    bool Ok = true;
    for (const RowProposal::Step &Step : Proposal.Steps)
      Ok = Ok && Builder.addRow(Step.Row, 0, Step.Ignored);
    if (Ok)
      Builder.finishInBestOrder(O, Result);
    ++Attempts;
  }
}

/// The conflicts of \p Group in each of \p Spaces in which there may be a
/// mapping.
std::vector<IndexConflicts>
ArraySearch::problemsOf(const Members &Group,
                        llvm::ArrayRef<SpaceKind> Spaces) const {
  std::vector<IndexConflicts> Result;
  for (auto [Space, Offsets] : Spaces) {
    IndexConflicts Conflicts =
        valuesOf(Group)->indexConflicts(Group, Space, Offsets, Point);
    if (!Conflicts.isHopeless())
      Result.push_back(std::move(Conflicts));
  }
  return Result;
}

/// Rows with offsets. A compiler gives each value set one of its own only where
/// fewer offsets have not been enough, and not to crumbs.
void ArraySearch::addWithOffsets(const Members &Group, double Least,
                                 std::vector<Candidate> &Result) {
  if (Group.size() == 1)
    return;
  double Alone = aloneCells(Group);
  for (SpaceKind Kind : offsetSpacesOf(Group)) {
    if (isSmallEnough(Least, Result))
      return;
    const Candidate *Best = leastBy(Result, cellsOfCandidate);
    if (Options.PreferCheapIndex && Kind.second == OffsetKind::EachSet &&
        ((Best && Best->Cells < Alone) || valuesOf(Group)->isLoose()))
      return;
    for (const IndexConflicts &Conflicts : problemsOf(Group, Kind))
      addEnumerated(Group, Conflicts, Least, Result);
  }
}

/// The values with the conflicts by which \p Group is judged.
const std::shared_ptr<const ArrayValues> &
ArraySearch::valuesOf(const Members &Group) const {
  auto It = JudgedBy.find(Group);
  return It == JudgedBy.end() ? Values : It->second;
}

/// Whether a mapping of \p Group is not worth trying: a compiler leaves alone
/// what alone has too many conflicts, or what has some with many variables.
bool ArraySearch::isTooComplex(const Members &Group) {
  if (!Options.PreferCheapIndex)
    return false;
  bool IsAlone = Group.size() == 1;
  if (IsAlone && (hasTooManyConflicts(Values->live()[Group.front()]) ||
                  Values->haveManyLocals(Group)))
    TooComplex.insert(Group.front());
  return llvm::any_of(Group,
                      [&](unsigned V) { return TooComplex.count(V) > 0; }) ||
         (!IsAlone && valuesOf(Group)->haveManyLocals(Group));
}

std::vector<Candidate> ArraySearch::findCandidates(const Members &Group) {
  std::vector<Candidate> Result;
  // Each within a budget of its own.
  for (unsigned Member : Group)
    if (Group.size() > 1)
      candidates({Member});
  IslBudget Budget(
      Point.context().ctx(),
      IslAllowance::shareOfRest(Options.MaxIslOperations / BudgetShare));
  if (isTooComplex(Group))
    return Result;
  unsigned Polyhedra = keepApartIfMany(Group);
  if (Polyhedra > Options.MaxDisjuncts) {
    TooManyPolyhedra = Polyhedra;
    return Result;
  }
  if (Group.size() > 1 && Polyhedra > Left.Polyhedra) {
    ++Exceeded;
    return Result;
  }
  Left.Polyhedra -= std::min<unsigned long>(Left.Polyhedra, Polyhedra);
  std::vector<IndexConflicts> Problems = problemsOf(Group, spacesOf(Group));
  double Least = lowerBound(Group, Problems);
  if (!usesIlp())
    for (const IndexConflicts &Conflicts : Problems)
      addCanonical(Conflicts, Least, Result);
  if (!Result.empty() && IslAllowance::isHalfUsedUp())
    return Result;
  if (Options.Method == StorageMethod::Best) {
    for (const IndexConflicts &Conflicts : Problems)
      addEnumerated(Group, Conflicts, Least, Result);
    addWithOffsets(Group, Least, Result);
  }
  if (usesIlp() || (Options.Method == StorageMethod::Best && Result.empty()))
    for (const IndexConflicts &Conflicts : Problems)
      addHyperplanes(Group, Conflicts, Least, Result);
  Exceeded += Budget.exceeded();
  return Result;
}

/// Once the budget was not enough a few times, or half of all that may be done
/// is done, only single value sets are looked at; nothing more when no mapping
/// could be computed any longer.
std::vector<Candidate> &ArraySearch::candidates(const Members &Group) {
  auto It = Known.find(Group);
  if (It != Known.end())
    return It->second;
  if (const std::vector<Candidate> *Theirs = adopted(Group))
    return Known[Group] = *Theirs;
  if (Known.size() >= MaxGroups || IslAllowance::isUsedUp() ||
      (Group.size() > 1 &&
       (Exceeded > MaxExceeded || IslAllowance::isHalfUsedUp())))
    return Known[Group];
  return Known[Group] = findCandidates(Group);
}

std::string ArraySearch::reasonToGiveUp() const {
  if (TooManyPolyhedra > 0)
    return "its conflict set has " + std::to_string(TooManyPolyhedra) +
           " polyhedra, more than " + std::to_string(Options.MaxDisjuncts);
  if (!TooComplex.empty())
    return "its conflict set is too complex";
  return Exceeded > 0 ? "finding a mapping takes too many isl operations" : "";
}

const Candidate *ArraySearch::smallest(const Members &Group) {
  return leastBy(candidates(Group), [](const Candidate &C) {
    return std::make_pair(C.Cells, C.Penalty);
  });
}

const Candidate *ArraySearch::cheapest(const Members &Group, double MaxCells) {
  return leastBy(candidates(Group), [&](const Candidate &C) {
    return std::make_tuple(C.Cells > MaxCells, C.Penalty, C.Cells);
  });
}

std::optional<GroupMapping>
ArraySearch::realizeGroup(const Arrangement::Group &Group) {
  IslBudget Budget(Point.context().ctx(),
                   Options.MaxIslOperations / RealizeShare);
  IndexConflicts Conflicts =
      valuesOf(Group.Members)
          ->indexConflicts(Group.Members, Group.Choice.Space,
                           Group.Choice.Offsets, Point);
  Candidate Choice = Group.Choice;
  if (Options.PreferCheapIndex)
    orientRows(Choice, Conflicts.Layout);
  auto Mapping = computeMapping(Conflicts, Choice, Point);
  if (Mapping && Options.PreferCheapIndex)
    roundModuli(*Mapping, Point);
  if (Mapping && !verifyMapping(Conflicts, *Mapping, Point))
    Mapping = std::nullopt;
  if (Budget.exceeded()) {
    ++Exceeded;
    Left.Realizations -= Left.Realizations > 0;
  }
  if (Mapping)
    Mapping->Members = Group.Members;
  return Mapping;
}

std::optional<StoredValues> ArraySearch::realize(const Arrangement &A) {
  StoredValues Result;
  Result.Values = Values;
  for (const Arrangement::Group &Group : A.Groups) {
    if (Left.Realizations == 0)
      return std::nullopt;
    if (auto Mapping = realizeGroup(Group)) {
      Result.Groups.push_back(std::move(*Mapping));
      Result.JudgedBy.push_back(valuesOf(Group.Members));
      continue;
    }
    llvm::erase_if(candidates(Group.Members), [&](const Candidate &C) {
      return C.isSameAs(Group.Choice);
    });
    return std::nullopt;
  }
  return Result;
}
