//===- RowSearch.cpp - The smallest mapping with small rows ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Best-first branch and bound over rows.
///
//===----------------------------------------------------------------------===//

#include "smolly/Storage/RowSearch.h"
#include "Corners.h"
#include "RowChoices.h"
#include "RowVectors.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <unordered_map>

using namespace smolly;

namespace {

/// More rows than this are not enumerated.
constexpr double MaxRows = 7000;
/// Rows of a node that are followed further, at the first level and below.
constexpr unsigned FirstWidth = 24, Width = 8;
/// Rows that satisfy the same polyhedra and are followed further.
constexpr unsigned SameWidth = 2;
/// Following a row costs as much as trying so many.
constexpr unsigned StepsToDescend = 4;
/// Sections with more points are thinned out.
constexpr unsigned MaxPoints = 40;

/// Some rows and what they leave.
struct Node {
  RowProposal Rows;
  unsigned Modulos = 0;
  std::vector<ConflictBody> Rest;
  double Least = 1, Estimate = 1;
};

class Search {
public:
  Search(const IndexConflicts &Conflicts, const RowSearchOptions &Options)
      : Conflicts(Conflicts), Options(Options) {}

  /// False if something is unbounded.
  bool prepare(const ParameterPoint &Point,
               const std::vector<ParameterPoint> &Witnesses);
  RowSearchResult run();

private:
  bool addBodies(unsigned Piece, const ParameterPoint &Point,
                 std::vector<ConflictBody> &Bodies) const;
  void addBody(unsigned Piece, Corners Hull,
               std::vector<ConflictBody> &Bodies) const;
  bool holdsAtWitnesses();
  void explore();
  bool isKnown(const Node &New);
  void expand(const Node &From);
  std::vector<RowChoice> choices(const std::vector<ConflictBody> &Bodies);
  void tryRow(const std::vector<ConflictBody> &Bodies,
              const std::vector<long> &Gamma, std::vector<RowChoice> &Result);
  void addChoice(const IndexRow &Row, const std::vector<PieceRange> &Ranges,
                 std::vector<RowChoice> &Result) const;
  double rangeOf(const IndexRow &Row) const;
  std::vector<ConflictBody> descend(const std::vector<ConflictBody> &Bodies,
                                    const RowChoice &C);
  double estimate(const std::vector<ConflictBody> &Bodies) const;
  void record();
  double limit() const;
  double rounded(double Cells) const;
  bool isSmallEnough() const {
    return Best <= Options.Least * (1 + Options.Slack);
  }

  const IndexConflicts &Conflicts;
  const RowSearchOptions &Options;
  std::vector<std::vector<long>> Gammas;
  /// Those of the first round, along which corners are kept.
  std::vector<std::vector<long>> Directions;
  std::vector<ConflictBody> AllBodies;
  /// Those at each witness.
  std::vector<std::vector<ConflictBody>> BodiesAt;
  /// Corners of the indices of each class.
  std::vector<std::vector<Corners>> Indices;
  /// The rows of the node that is looked at.
  RowProposal Current;
  /// Sorted, the most promising node last.
  std::vector<Node> Open;
  /// The cells of the nodes that were opened, by a hash of what they leave.
  std::unordered_map<size_t, double> Seen;
  std::vector<RowProposal> Found;
  double Best = std::numeric_limits<double>::infinity();
  unsigned long Steps = 0;
};

void Search::addBody(unsigned Piece, Corners Hull,
                     std::vector<ConflictBody> &Bodies) const {
  ConflictBody New = {Piece, std::move(Hull)};
  if (Conflicts.Pieces[Piece].Earlier == Conflicts.Pieces[Piece].Later)
    New.Least = New.Hull.cliqueOnLine();
  Bodies.push_back(std::move(New));
}

/// Parts of one polyhedron are satisfied by more rows than the whole: each is
/// looked at on its own.
bool Search::addBodies(unsigned Piece, const ParameterPoint &Point,
                       std::vector<ConflictBody> &Bodies) const {
  const auto &Parts = Conflicts.Pieces[Piece].Corners->at(Point);
  if (!Parts)
    return false;
  for (const Corners &Hull : *Parts) {
    bool Known = llvm::any_of(Bodies, [&](const ConflictBody &B) {
      return B.Piece == Piece && B.Hull == Hull;
    });
    if (!Hull.isEmpty() && !Known)
      addBody(Piece, Hull, Bodies);
  }
  return true;
}

bool Search::prepare(const ParameterPoint &Point,
                     const std::vector<ParameterPoint> &Witnesses) {
  BodiesAt.resize(Witnesses.size());
  for (unsigned I = 0; I < Conflicts.Pieces.size(); ++I) {
    if (!addBodies(I, Point, AllBodies))
      return false;
    for (unsigned W = 0; W < Witnesses.size(); ++W)
      if (!addBodies(I, Witnesses[W], BodiesAt[W]))
        return false;
  }
  Indices.resize(Conflicts.Classes);
  for (unsigned I = 0; I < Conflicts.ClassOf.size(); ++I) {
    const auto &Hulls = Conflicts.IndexCorners[I]->at(Point);
    if (!Hulls)
      return false;
    llvm::append_range(Indices[Conflicts.ClassOf[I]], *Hulls);
  }
  return true;
}

double Search::limit() const {
  double Cells = std::min(Best * (1 + Options.Slack), Options.MaxCells);
  return Found.size() >= Options.MaxProposals ? std::min(Cells, Best - 0.5)
                                              : Cells;
}

/// The same for sizes that hardly differ, if such differences do not count.
double Search::rounded(double Cells) const {
  if (Options.Slack == 0)
    return Cells;
  return std::round(std::log(Cells) / std::log1p(Options.Slack));
}

double Search::rangeOf(const IndexRow &Row) const {
  double Low = INFINITY, High = -INFINITY;
  for (unsigned C = 0; C < Indices.size(); ++C)
    for (const Corners &Hull : Indices[C]) {
      if (Hull.isEmpty())
        continue;
      Corners::Interval R = Hull.range(Row.Gamma);
      Low = std::min(Low, R.Low + static_cast<double>(Row.Offsets[C]));
      High = std::max(High, R.High + static_cast<double>(Row.Offsets[C]));
    }
  return High < Low ? 1 : High - Low + 1;
}

/// The row with all polyhedra bounding its modulus, and with only those that it
/// satisfies and smaller ones (the trade-off of section 4.5.3 of the thesis).
void Search::addChoice(const IndexRow &Row,
                       const std::vector<PieceRange> &Ranges,
                       std::vector<RowChoice> &Result) const {
  // What is 0 everywhere takes nothing from what is left.
  if (llvm::all_of(Ranges, [](const PieceRange &R) {
        return R.Low == 0 && R.High == 0;
      }))
    return;
  double Largest = 0, LargestSatisfied = 0;
  RowChoice C;
  C.Row = Row;
  for (const PieceRange &R : Ranges) {
    bool Satisfied = R.isSatisfied();
    C.Satisfied.push_back(Satisfied);
    C.Unsatisfied += !Satisfied;
    Largest = std::max(Largest, R.largest());
    if (Satisfied)
      LargestSatisfied = std::max(LargestSatisfied, R.largest());
  }
  double Range = rangeOf(Row);
  C.Ignored.assign(Ranges.size(), false);
  C.Size = std::min(Range, std::floor(Largest + PieceRange::Tolerance) + 1);
  C.NeedsModulo = C.Size < Range;
  if (Current.Cells * C.Size <= limit())
    Result.push_back(C);
  double Smaller = std::floor(LargestSatisfied + PieceRange::Tolerance) + 1;
  if (LargestSatisfied == 0 || Smaller >= C.Size ||
      Current.Cells * Smaller > limit())
    return;
  C.Size = Smaller;
  C.NeedsModulo = true;
  for (unsigned I = 0; I < Ranges.size(); ++I)
    C.Ignored[I] = !C.Satisfied[I] && Ranges[I].largest() + 1 > Smaller;
  Result.push_back(std::move(C));
}

void Search::tryRow(const std::vector<ConflictBody> &Bodies,
                    const std::vector<long> &Gamma,
                    std::vector<RowChoice> &Result) {
  std::vector<PieceRange> Ranges;
  bool Useful = Conflicts.Classes > 1;
  for (const ConflictBody &B : Bodies) {
    const ConflictPiece &Piece = Conflicts.Pieces[B.Piece];
    Corners::Interval R = B.Hull.range(Gamma);
    Useful |= R.Low != 0 || R.High != 0;
    Ranges.push_back({Piece.Earlier, Piece.Later, R.Low, R.High});
  }
  Steps += Bodies.size();
  if (!Useful || Current.Cells * smallestSize(Ranges) > limit())
    return;
  for (const std::vector<long> &Offsets :
       chooseOffsets(Ranges, Conflicts.Classes, Options.MaxOffset)) {
    std::vector<PieceRange> Shifted;
    for (const PieceRange &R : Ranges)
      Shifted.push_back(R.shifted(Offsets));
    Steps += Bodies.size();
    addChoice({Gamma, Offsets}, Shifted, Result);
  }
}

/// The rows worth following, most promising first: of those that satisfy the
/// same polyhedra the smallest, in the order of a lower bound of what the whole
/// mapping will need.
std::vector<RowChoice>
Search::choices(const std::vector<ConflictBody> &Bodies) {
  std::vector<RowChoice> All;
  for (const std::vector<long> &Gamma : Gammas) {
    if (Steps > Options.MaxSteps)
      break;
    tryRow(Bodies, Gamma, All);
  }
  std::vector<RowChoice *> Order;
  for (RowChoice &C : All)
    Order.push_back(&C);
  llvm::stable_sort(Order, [this](const RowChoice *A, const RowChoice *B) {
    return std::make_tuple(rounded(A->Size), A->Unsatisfied, A->Size) <
           std::make_tuple(rounded(B->Size), B->Unsatisfied, B->Size);
  });
  std::unordered_map<size_t, unsigned> Count;
  llvm::erase_if(Order, [&](const RowChoice *C) {
    return Count[keyOf(*C)]++ >= SameWidth;
  });
  keepPromising(Order);
  for (RowChoice *C : Order) {
    if (Steps > Options.MaxSteps)
      break;
    Steps += Bodies.size() * StepsToDescend;
    C->Rest = descend(Bodies, *C);
    C->Least = C->Rest->empty() ? C->Size : 2 * C->Size;
    for (const ConflictBody &B : *C->Rest)
      C->Least = std::max(C->Least, C->Size * B.Least);
  }
  llvm::erase_if(Order, [&](const RowChoice *C) {
    return !C->Rest || Current.Cells * C->Least > limit();
  });
  llvm::stable_sort(Order, [this](const RowChoice *A, const RowChoice *B) {
    return std::make_tuple(rounded(A->Least), A->Unsatisfied, A->Least) <
           std::make_tuple(rounded(B->Least), B->Unsatisfied, B->Least);
  });
  std::vector<RowChoice> Result;
  unsigned Most = Bodies.size() == AllBodies.size() ? FirstWidth : Width;
  for (RowChoice *C : Order)
    if (Result.size() < Most)
      Result.push_back(std::move(*C));
  return Result;
}

std::vector<ConflictBody>
Search::descend(const std::vector<ConflictBody> &Bodies, const RowChoice &C) {
  std::vector<bool> IgnoredPiece(Conflicts.Pieces.size(), false);
  for (unsigned I = 0; I < Bodies.size(); ++I)
    if (C.Ignored[I])
      IgnoredPiece[Bodies[I].Piece] = true;
  std::vector<ConflictBody> Result;
  for (unsigned I = 0; I < Bodies.size(); ++I) {
    const ConflictBody &B = Bodies[I];
    if (IgnoredPiece[B.Piece]) {
      Result.push_back(B);
      continue;
    }
    if (C.Satisfied[I])
      continue;
    const ConflictPiece &Piece = Conflicts.Pieces[B.Piece];
    double Shift = static_cast<double>(C.Row.Offsets[Piece.Later] -
                                       C.Row.Offsets[Piece.Earlier]);
    Corners Rest = B.Hull.section(C.Row.Gamma, -Shift);
    if (Rest.size() > MaxPoints) {
      Steps += Rest.size() * Directions.size() / MaxPoints;
      Rest.prune(Directions);
    }
    if (!Rest.isEmpty())
      addBody(B.Piece, std::move(Rest), Result);
  }
  return Result;
}

/// Whether the rows satisfy all conflicts at the other points, too: some that
/// do here, where parameters may be equal, do so by accident.
bool Search::holdsAtWitnesses() {
  for (std::vector<ConflictBody> Bodies : BodiesAt) {
    for (const RowProposal::Step &Step : Current.Steps) {
      RowChoice C;
      C.Row = Step.Row;
      for (const ConflictBody &B : Bodies) {
        const ConflictPiece &Piece = Conflicts.Pieces[B.Piece];
        Corners::Interval R = B.Hull.range(Step.Row.Gamma);
        PieceRange Range = {Piece.Earlier, Piece.Later, R.Low, R.High};
        C.Satisfied.push_back(Range.shifted(Step.Row.Offsets).isSatisfied());
        C.Ignored.push_back(Step.Ignored[B.Piece]);
      }
      Bodies = descend(Bodies, C);
    }
    if (!Bodies.empty())
      return false;
  }
  return true;
}

void Search::record() {
  for (const RowProposal &Known : Found)
    if (Known.isSameAs(Current))
      return;
  if (!holdsAtWitnesses())
    return;
  Best = std::min(Best, Current.Cells);
  Found.push_back(Current);
  llvm::stable_sort(Found, [](const RowProposal &A, const RowProposal &B) {
    return A.Cells < B.Cells;
  });
  while (Found.size() > Options.MaxProposals)
    Found.pop_back();
}

/// How many cells rows along the axes would need: an order, not a bound.
double Search::estimate(const std::vector<ConflictBody> &Bodies) const {
  double Cells = 1;
  for (unsigned I = 0; I < Conflicts.Dims; ++I) {
    double Extent = 0;
    for (const ConflictBody &B : Bodies)
      Extent = std::max(Extent, B.Hull.extent(I));
    Cells *= 1 + Extent;
  }
  return Cells;
}

/// Whether other rows, or these in another order, have left the same, for as
/// many cells or fewer. A hash stands for what is left: that two are equal by
/// accident is unlikely, and then only a proposal is lost.
bool Search::isKnown(const Node &New) {
  if (New.Rest.empty())
    return false;
  llvm::hash_code Key = llvm::hash_value(New.Modulos);
  for (const ConflictBody &B : New.Rest)
    Key = llvm::hash_combine(Key, B.Piece, B.Hull.hash());
  auto [It, IsNew] = Seen.try_emplace(Key, New.Rows.Cells);
  if (!IsNew && It->second <= New.Rows.Cells)
    return true;
  It->second = New.Rows.Cells;
  return false;
}

/// Opens the nodes that one more row leads to.
void Search::expand(const Node &From) {
  for (RowChoice &C : choices(From.Rest)) {
    RowProposal::Step Step;
    Step.Row = C.Row;
    Step.Ignored.assign(Conflicts.Pieces.size(), false);
    for (unsigned I = 0; I < From.Rest.size(); ++I)
      if (C.Ignored[I])
        Step.Ignored[From.Rest[I].Piece] = true;
    Node New;
    New.Rows = From.Rows;
    New.Rows.Steps.push_back(std::move(Step));
    New.Rows.Cells *= C.Size;
    New.Modulos = From.Modulos + C.NeedsModulo;
    if (Options.CheapForm && New.Modulos > 1)
      continue;
    New.Rest = std::move(*C.Rest);
    if (isKnown(New))
      continue;
    New.Least = From.Rows.Cells * C.Least;
    New.Estimate = New.Rows.Cells * estimate(New.Rest);
    auto Place = llvm::lower_bound(Open, New, [](const Node &A, const Node &B) {
      return A.Estimate > B.Estimate;
    });
    Open.insert(Place, std::move(New));
  }
}

/// Best-first search.
void Search::explore() {
  Open.clear();
  Seen.clear();
  Node Root;
  Root.Rest = AllBodies;
  Open.push_back(std::move(Root));
  while (!Open.empty() && Steps <= Options.MaxSteps &&
         (Found.size() < Options.MaxProposals || !isSmallEnough())) {
    Node Next = std::move(Open.back());
    Open.pop_back();
    if (Next.Least > limit())
      continue;
    Current = Next.Rows;
    if (Next.Rest.empty())
      record();
    else if (Current.Steps.size() <= Conflicts.Dims)
      expand(Next);
  }
}

/// Smaller coefficients come first: what they give bounds the search among the
/// others. Each round may take as many steps as all.
RowSearchResult Search::run() {
  RowSearchResult Result;
  for (long Most = Options.FirstCoefficient; Most <= Options.MaxCoefficient;
       Most *= 2) {
    Steps = 0;
    Gammas = primitiveVectors(Conflicts.Dims, Most, MaxRows);
    if (Options.CheapForm)
      keepAlongElements(Gammas, Conflicts.Layout.Elements);
    if (Gammas.empty())
      break;
    if (Directions.empty())
      Directions = Gammas;
    explore();
    Result.Steps += Steps;
  }
  Result.Proposals = std::move(Found);
  return Result;
}

} // namespace

RowSearchResult smolly::searchRows(const IndexConflicts &Conflicts,
                                   const ParameterPoint &Point,
                                   const std::vector<ParameterPoint> &Witnesses,
                                   const RowSearchOptions &Options) {
  Search S(Conflicts, Options);
  return S.prepare(Point, Witnesses) ? S.run() : RowSearchResult();
}
