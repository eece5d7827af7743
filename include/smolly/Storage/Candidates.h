//===- Candidates.h - Ways to map a group -----------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The ways to find a mapping for a group of value sets:
///
///  - successive modulo (Lefebvre and Feautrier 1998; section 2.4 of
///    Bhaskaracharya's thesis): the canonical axes are the rows;
///  - storage hyperplanes (Algorithm 1 of the thesis): each row is the solution
///    of an integer linear program, see Hyperplanes.h.
///
/// both over the iterations of a single value set, or over the elements that a
/// group writes. In the latter case the rows are functions of the element, so
/// that a read needs one index function whichever member its value comes from.
///
/// A candidate consists of rows that satisfy all conflicts whatever the
/// parameters; its sizes are only known at the assumed parameters, which is
/// what candidates are compared by and much cheaper than to compute them as
/// expressions. GroupMapping.h makes a mapping of a candidate.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_CANDIDATES_H
#define SMOLLY_STORAGE_CANDIDATES_H

#include "smolly/Storage/IndexConflicts.h"
#include <limits>
#include <optional>

namespace smolly {

/// A linear function of the index, with an offset for each offset class.
struct IndexRow {
  std::vector<long> Gamma;
  std::vector<long> Offsets;

  bool operator==(const IndexRow &Other) const {
    return Gamma == Other.Gamma && Offsets == Other.Offsets;
  }
};

/// One row of a candidate.
struct CandidateRow {
  IndexRow Row;
  /// Rows become dimensions in the order of their positions.
  unsigned Position = 0;
  /// Conflict polyhedra, by their numbers, whose differences do not bound the
  /// modulus: this row need not satisfy anything in them.
  std::vector<bool> Ignored;
  /// One more than the largest difference over the conflicts that earlier rows
  /// left (equation 3.8 of the thesis), and than the largest difference over
  /// all values; both at the assumed parameters.
  double Modulus = 1, Range = 1;
};

/// A mapping that is yet to be computed.
struct Candidate {
  IndexSpace Space = IndexSpace::Elements;
  OffsetKind Offsets = OffsetKind::None;
  /// In the order in which they satisfy conflicts.
  std::vector<CandidateRow> Rows;
  /// A modulus that saves no more than this fraction of a row's range is left
  /// out.
  double Slack = 0;
  /// Number of cells at the assumed parameters.
  double Cells = 1;
  /// How expensive the index is: ten for each dimension with a modulo, a
  /// hundred when the innermost loop of a writing statement does not step
  /// through the last dimension one by one and without modulo, one for each
  /// dimension.
  unsigned Penalty = 0;
  static constexpr unsigned StepPenalty = 100;

  bool isSameAs(const Candidate &Other) const;
};

/// Limits and preferences of the search.
struct CandidateOptions {
  /// Each gives a candidate.
  std::vector<double> Slacks = {0};
  unsigned long MaxIlpIterations = 200'000;
  /// More conflict polyhedra than this are not given to the ILP.
  unsigned MaxPolyhedra = 16;
  /// Group conflicts by the signs of index differences first; gives nothing
  /// where that changes nothing.
  bool SplitPolyhedra = false;
  /// Candidates with more cells are of no use; some are left out.
  double MaxCells = std::numeric_limits<double>::infinity();
};

/// Adds rows until no conflict is left.
class CandidateBuilder {
public:
  explicit CandidateBuilder(const IndexConflicts &Conflicts);

  /// Adds a row with the coefficients \p Gamma and no offsets. False on
  /// failure. Complexity: one integer linear program a polyhedron, without
  /// parameters.
  bool addRow(const std::vector<long> &Gamma, unsigned Position);
  /// Adds a row that leaves the conflict polyhedra \p Ignored to others.
  bool addRow(const IndexRow &Row, unsigned Position,
              const std::vector<bool> &Ignored);
  /// True when all conflicts are satisfied.
  bool isComplete() const;
  /// No candidate with the rows so far has fewer cells.
  double cells() const;
  /// { Index[] }: for each conflict polyhedron what the rows leave of it.
  const std::vector<isl::set> &remaining() const { return Remaining; }
  /// Appends a candidate for each slack of \p O, if all conflicts are
  /// satisfied.
  void finish(const CandidateOptions &O, std::vector<Candidate> &Result) const;
  /// Likewise, with that row as the last dimension that makes the index
  /// cheapest, whatever their positions.
  void finishInBestOrder(const CandidateOptions &O,
                         std::vector<Candidate> &Result) const;

private:
  Candidate finishWith(double Slack) const;
  unsigned penaltyOf(const Candidate &C) const;
  bool findModulus(CandidateRow &Row) const;
  bool findRange(CandidateRow &Row) const;

  const IndexConflicts &Conflicts;
  /// What is left of each conflict polyhedron, and at the assumed parameters.
  std::vector<isl::set> Remaining, RemainingAt;
  std::vector<CandidateRow> Rows;
};

/// Rows along the canonical axes. The axis \p Last, if it is one, is considered
/// after all others: when an instance is the last to read what lies k steps
/// back on that axis, only the same position on the other axes conflicts over k
/// steps, and only if the other axes come first is k enough.
void mapBySuccessiveModulo(const IndexConflicts &Conflicts,
                           const CandidateOptions &O,
                           std::vector<Candidate> &Result, unsigned Last = ~0u);

/// { Space[] -> Z }: the linear function with the coefficients \p Gamma, plus
/// \p Constant.
isl::aff linearFunction(isl::space Space, const std::vector<long> &Gamma,
                        long Constant = 0);

/// What \p Row makes of the differences of \p Piece: the difference of the two
/// offsets is added.
isl::aff differenceFunction(const ConflictPiece &Piece, const IndexRow &Row);

/// The points of \p Set, { Index[] }, where the function is 0.
isl::set whereZero(const isl::set &Set, const isl::aff &Function);

} // namespace smolly

#endif // SMOLLY_STORAGE_CANDIDATES_H
