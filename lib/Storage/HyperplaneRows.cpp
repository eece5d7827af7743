//===- HyperplaneRows.cpp - Mappings of storage hyperplanes ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The loops of FIND-MODULO-MAPPING(S) (Algorithms 1 and 3 of Bhaskaracharya's
/// thesis) and ENUMERATE-MODULO-MAPPINGS (Algorithms 2 and 4).
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Emptiness.h"
#include "smolly/Storage/Hyperplanes.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/set.h"
#include <deque>

using namespace smolly;

namespace {

/// A mapping on its way.
struct Partial {
  CandidateBuilder Builder;
  std::vector<std::vector<double>> Spreads;
  std::vector<IndexRow> Rows;
};

class Enumeration {
public:
  Enumeration(const IndexConflicts &Conflicts, const ParameterPoint &Point,
              const CandidateOptions &O, unsigned MaxMappings,
              unsigned &Programs, unsigned long &IterationsLeft)
      : Conflicts(Conflicts), Point(Point), O(O), MaxMappings(MaxMappings),
        Programs(Programs), IterationsLeft(IterationsLeft) {}
  std::vector<HyperplaneRows> run();

private:
  bool collect(const Partial &P, std::vector<ConflictPolyhedron> &Polyhedra,
               std::vector<unsigned> &PieceOf) const;
  bool addFound(Partial &P, const Hyperplane &Found,
                const std::vector<unsigned> &PieceOf) const;
  bool addNext(Partial &P);
  bool finishCanonically(Partial &P) const;

  const IndexConflicts &Conflicts;
  const ParameterPoint &Point;
  const CandidateOptions &O;
  unsigned MaxMappings;
  unsigned &Programs;
  unsigned long &IterationsLeft;
  std::deque<Partial> Queue;
};

/// The polyhedra that \p P leaves, and the conflict pieces they are parts of.
/// False when there are too many.
bool Enumeration::collect(const Partial &P,
                          std::vector<ConflictPolyhedron> &Polyhedra,
                          std::vector<unsigned> &PieceOf) const {
  const std::vector<isl::set> &Remaining = P.Builder.remaining();
  for (unsigned I = 0; I < Remaining.size(); ++I) {
    if (isEmpty(Remaining[I]).is_true())
      continue;
    isl::set Differences = Remaining[I].align_params(Point.space());
    if (O.SplitPolyhedra && Conflicts.Classes == 1)
      Differences = splitBySign(Differences);
    if (Differences.is_null())
      return false;
    for (Polyhedron &New : polyhedraOf(Differences)) {
      Polyhedra.push_back({Conflicts.Pieces[I].Earlier,
                           Conflicts.Pieces[I].Later, std::move(New)});
      PieceOf.push_back(I);
    }
  }
  return Polyhedra.size() <= O.MaxPolyhedra;
}

/// Adds a row. Unsatisfied conflicts between value sets are left to later rows
/// as they are, which is what (4.10) of the thesis does to those whose
/// difference reaches the modulus.
bool Enumeration::addFound(Partial &P, const Hyperplane &Found,
                           const std::vector<unsigned> &PieceOf) const {
  if (llvm::all_of(Found.Satisfied, [](bool S) { return !S; }))
    return false;
  std::vector<bool> Ignored(Conflicts.Pieces.size(), false);
  for (unsigned I = 0; I < PieceOf.size(); ++I) {
    const ConflictPiece &Piece = Conflicts.Pieces[PieceOf[I]];
    if (Piece.Earlier != Piece.Later && !Found.Satisfied[I])
      Ignored[PieceOf[I]] = true;
  }
  if (!P.Builder.addRow(Found.Row, P.Rows.size(), Ignored))
    return false;
  P.Rows.push_back(Found.Row);
  P.Spreads.push_back(Found.Spread);
  return true;
}

/// Adds the next row to \p P and queues its alternatives. False when no row
/// satisfies anything.
bool Enumeration::addNext(Partial &P) {
  std::vector<ConflictPolyhedron> Polyhedra;
  std::vector<unsigned> PieceOf;
  if (!collect(P, Polyhedra, PieceOf))
    return false;
  HyperplaneOptions H;
  H.MaxPolyhedra = O.MaxPolyhedra;
  H.MaxIterations = O.MaxIlpIterations;
  ++Programs;
  auto First =
      findHyperplane(Polyhedra, Conflicts.Classes, Point, H, IterationsLeft);
  if (!First)
    return false;
  auto Last = First;
  while (MaxMappings > 1 && Queue.size() + 1 < MaxMappings) {
    H.Excluded.push_back(Last->Satisfied);
    ++Programs;
    Last =
        findHyperplane(Polyhedra, Conflicts.Classes, Point, H, IterationsLeft);
    if (!Last || llvm::all_of(Last->Satisfied, [](bool S) { return !S; }))
      break;
    Partial Alternative = P;
    if (!(Last->Row == First->Row) && addFound(Alternative, *Last, PieceOf))
      Queue.push_back(std::move(Alternative));
  }
  return addFound(P, *First, PieceOf);
}

/// Adds rows along the axes until no conflict is left, and one that tells the
/// value sets apart.
bool Enumeration::finishCanonically(Partial &P) const {
  for (unsigned I = 0; I < Conflicts.Dims && !P.Builder.isComplete(); ++I) {
    std::vector<long> Axis(Conflicts.Dims, 0);
    Axis[I] = 1;
    if (!P.Builder.addRow(Axis, Conflicts.Dims + I))
      return false;
    P.Spreads.emplace_back(Conflicts.Classes, 1);
  }
  if (P.Builder.isComplete())
    return true;
  IndexRow Apart = {std::vector<long>(Conflicts.Dims, 0), {}};
  for (unsigned C = 0; C < Conflicts.Classes; ++C)
    Apart.Offsets.push_back(C);
  P.Spreads.emplace_back(Conflicts.Classes, 0);
  return P.Builder.addRow(Apart, 2 * Conflicts.Dims,
                          std::vector<bool>(Conflicts.Pieces.size(), false));
}

std::vector<HyperplaneRows> Enumeration::run() {
  std::vector<HyperplaneRows> Result;
  Queue.push_back({CandidateBuilder(Conflicts), {}, {}});
  while (!Queue.empty() && Result.size() < MaxMappings) {
    Partial P = std::move(Queue.front());
    Queue.pop_front();
    unsigned MaxRows = Conflicts.Dims + 1;
    while (!P.Builder.isComplete() && P.Rows.size() < MaxRows &&
           P.Builder.cells() <= O.MaxCells)
      if (!addNext(P))
        break;
    std::vector<Candidate> Found;
    if (P.Builder.cells() <= O.MaxCells && finishCanonically(P))
      P.Builder.finish(O, Found);
    for (Candidate &C : Found)
      Result.push_back({std::move(C), P.Spreads});
  }
  return Result;
}

} // namespace

std::vector<HyperplaneRows>
smolly::findHyperplaneRows(const IndexConflicts &Conflicts,
                           const ParameterPoint &Point,
                           const CandidateOptions &O, unsigned MaxMappings,
                           unsigned &Programs, unsigned long &IterationsLeft) {
  return Enumeration(Conflicts, Point, O, MaxMappings, Programs, IterationsLeft)
      .run();
}
