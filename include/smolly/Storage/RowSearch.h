//===- RowSearch.h - The smallest mapping with small rows -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Enumerates, with pruning, the mappings whose rows have small coefficients.
/// The greedy choice of Bhaskaracharya's thesis satisfies as many conflict
/// polyhedra as possible with each row, which is not always smallest (section
/// 3.8); its enumeration (Algorithms 2 and 4) solves an integer linear program
/// for each alternative. Here all rows with coefficients up to a limit are
/// tried, level by level, on the corners of the conflict polyhedra at the
/// assumed parameters, where trying a row is a few multiplications. What is
/// found there are proposals, to be confirmed for all parameters.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_ROWSEARCH_H
#define SMOLLY_STORAGE_ROWSEARCH_H

#include "smolly/Storage/Candidates.h"

namespace smolly {

/// The limits of the search.
struct RowSearchOptions {
  /// Of a coefficient; less where there are so many dimensions that the rows
  /// would be too many.
  long MaxCoefficient = 4;
  /// Rounds with smaller limits come first, from this one on.
  long FirstCoefficient = 1;
  /// Only mappings that are cheap by their form: each row goes along one
  /// dimension of the elements, or none, and at most one of them wraps around.
  bool CheapForm = false;
  /// Of an offset.
  long MaxOffset = 64;
  /// Rows tried, times conflict polyhedra looked at; in each of the rounds.
  unsigned long MaxSteps = 500'000;
  /// So many proposals at most.
  unsigned MaxProposals = 4;
  /// Proposals up to this fraction larger than the smallest are of interest.
  double Slack = 0;
  /// Larger ones are not.
  double MaxCells = std::numeric_limits<double>::infinity();
  /// No mapping has fewer cells.
  double Least = 1;
};

/// Rows that satisfy all conflicts at the assumed parameters.
struct RowProposal {
  struct Step {
    IndexRow Row;
    /// Conflict polyhedra that the row leaves to later ones.
    std::vector<bool> Ignored;

    bool operator==(const Step &Other) const {
      return Row == Other.Row && Ignored == Other.Ignored;
    }
  };
  std::vector<Step> Steps;
  /// Number of cells at the assumed parameters, not below what it will be.
  double Cells = 1;

  bool isSameAs(const RowProposal &Other) const { return Steps == Other.Steps; }
};

/// What a search gave.
struct RowSearchResult {
  /// Smallest first.
  std::vector<RowProposal> Proposals;
  unsigned long Steps = 0;
};

/// Looks for proposals. Their rows satisfy the conflicts at \p Point, where
/// sizes are compared, and at the points \p Witnesses, so that what holds by
/// accident at one point is not proposed. Complexity: bounded by
/// RowSearchOptions::MaxSteps.
RowSearchResult searchRows(const IndexConflicts &Conflicts,
                           const ParameterPoint &Point,
                           const std::vector<ParameterPoint> &Witnesses,
                           const RowSearchOptions &Options);

} // namespace smolly

#endif // SMOLLY_STORAGE_ROWSEARCH_H
