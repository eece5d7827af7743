//===- Question.h - What is asked about sets --------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Questions about unions of polyhedra as data: to write them down, to ask them
/// somebody else, and to say of which class they are ("Strided Difference Bound
/// Matrices", section 6.1).
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SDBM_QUESTION_H
#define SMOLLY_SDBM_QUESTION_H

#include "smolly/SDBM/Rows.h"
#include <string>
#include <vector>

namespace smolly::sdbm {

struct Question {
  enum class Kind {
    /// Whether A is empty.
    Empty,
    /// Whether A and B have nothing in common.
    Disjoint,
    /// Whether A is a subset of B.
    Subset
  };
  Kind What;
  /// Of both; the dimensions come after them, and existentially quantified
  /// columns of each disjunct at last.
  unsigned Parameters = 0, Dimensions = 0;
  /// The disjuncts. There is no B if A is asked to be empty.
  std::vector<Rows> A, B;
};

/// "empty", "disjoint" or "subset".
const char *nameOf(Question::Kind What);

/// The question on one line: its name and one or two sets in isl's notation,
/// separated by tabs, such as
///
///     disjoint  [p1] -> { [x1] : 0 + x1 >= 0 }  [p1] -> { [x1] : -1 - x1 >= 0
///     }
///
/// Names are forgotten: parameters are p1, p2, ..., dimensions x1, x2, ...
/// Complexity: linear in the coefficients.
std::string text(const Question &Q);

/// Dbm, Hsdbm or Sdbm if all disjuncts are, each pair of A and B taken
/// together: two harmonic sets may ask for a system that is not. Complexity:
/// O(n^2) for each pair of disjuncts.
Class classify(Question &Q);

/// The class of what \p R says.
Class classify(Rows &R);

} // namespace smolly::sdbm

#endif // SMOLLY_SDBM_QUESTION_H
