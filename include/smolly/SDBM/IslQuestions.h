//===- IslQuestions.h - Questions about isl's sets --------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Answers questions about sets and maps of isl where these are SDBMs, in a
/// fraction of the time that isl takes. What is not answered (Unknown) has to
/// be asked isl.
///
/// Parameters, dimensions and existentially quantified variables are columns of
/// Rows.h. Of the latter only the constraints count, not what isl remembers of
/// how they were defined, as for isl itself: the rows of a basic set say all of
/// it. Sets of rational points are not answered.
///
/// A union is empty if all its disjuncts are, and not if one of them is not.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SDBM_ISLQUESTIONS_H
#define SMOLLY_SDBM_ISLQUESTIONS_H

#include "smolly/SDBM/Lattice.h"
#include "smolly/SDBM/Question.h"
#include "smolly/SDBM/Rows.h"
#include "isl/isl-noexceptions.h"

namespace smolly::sdbm {

struct ColumnPlaces;
struct MergedParameters;

/// An object keeps memory from one question to the next. None of the functions
/// keeps or changes its arguments, or the error state of the isl_ctx, and a
/// null object is answered by Unknown.
class IslQuestions {
public:
  /// \p MaxSteps is as in Solver, for each pair of disjuncts.
  explicit IslQuestions(unsigned long MaxSteps = Solver::DefaultSteps);

  /// Complexity: linear in the coefficients, and that of Solver.
  Emptiness isEmpty(const isl::basic_set &Set);
  Emptiness isEmpty(const isl::basic_map &Map);
  Emptiness isEmpty(const isl::set &Set);
  Emptiness isEmpty(const isl::map &Map);

  /// Without intersecting them. Each pair of disjuncts is looked at. Sets in
  /// different spaces are disjoint; parameters are matched by their names.
  Truth isDisjoint(const isl::set &A, const isl::set &B);
  Truth isDisjoint(const isl::map &A, const isl::map &B);

  /// Whether no pair of \p Order has an element of both in common:
  ///
  ///     A: { First[] -> Element[] }   B: { Second[] -> Element[] }
  ///     Order: { First[] -> Second[] }
  ///
  /// Yes or Unknown. All have the same parameters. Each disjunct of Order, such
  /// as each level of a lexicographic one, is a system of its own with each
  /// pair of those of A and B. They are MaxJoins at most.
  Truth areIndependent(const isl::map &A, const isl::map &B,
                       const isl::map &Order);
  static constexpr long MaxJoins = 100;

  /// The rows of each disjunct of \p Map, to ask many questions about; none of
  /// those that cannot be read. Complexity: linear in the coefficients.
  static std::vector<std::optional<Rows>> readDisjuncts(const isl::map &Map);
  /// Of two disjuncts in one space, with the same parameters.
  Truth isDisjoint(const Rows &A, const Rows &B);

  /// Yes if each disjunct of A is a subset of one of B. No if it is not one of
  /// a B that has one disjunct, or if a point of A is found that B excludes.
  /// Of disjuncts that are no SDBMs, each constraint of B has to be one of A or
  /// follow from those of A that are constraints of an SDBM.
  Truth isSubset(const isl::set &A, const isl::set &B);
  Truth isSubset(const isl::map &A, const isl::map &B);

  /// Whether no disjunct of \p Set has \p Point, parameters and dimensions
  /// after a 0. False means nothing where a disjunct has variables that are
  /// bound by quantifiers. Complexity: linear in the coefficients.
  bool excludes(const isl::set &Set, const std::vector<Integer> &Point);

  /// The system with one variable for each parameter, then for each dimension;
  /// none if it is not an SDBM (Purpose::Set).
  std::optional<SDBM> read(const isl::basic_set &Set);
  std::optional<SDBM> read(const isl::basic_map &Map);

  /// What can be asked of sets, with all their rows; \p B is null if one is
  /// asked. Nothing if a number is too large, a set is of rational points, or
  /// the two are in different spaces. Complexity: linear in the coefficients.
  static std::optional<Question> read(Question::Kind What, const isl::set &A,
                                      const isl::set &B);
  static std::optional<Question> read(Question::Kind What, const isl::map &A,
                                      const isl::map &B);

private:
  template <typename Basic> Emptiness isBasicEmpty(Basic *B);
  Emptiness solveRows();
  template <typename Basic>
  Truth areDisjoint(Basic *A, Basic *B, const MergedParameters &Merged);
  template <typename Basic>
  Truth isBasicSubset(Basic *A, Basic *B, const MergedParameters &Merged);
  template <typename Basic>
  Truth isSubsetByRows(Basic *A, Basic *B, const MergedParameters &Merged);
  bool isJoinEmpty(isl_basic_map *A, isl_basic_map *B, isl_basic_map *Order);
  template <typename Union> Emptiness isUnionEmpty(Union *U);
  template <typename Union> Truth areUnionsDisjoint(Union *A, Union *B);
  template <typename Union> Truth isUnionSubset(Union *A, Union *B);
  template <typename Function> bool anyPoint(Function Test) const;
  template <typename Basic, typename Union>
  bool hasPointOutside(Basic *A, Union *B, const MergedParameters &Merged);
  template <typename Union>
  bool areAllWithout(Union *U, const ColumnPlaces &Places,
                     const std::vector<Integer> &Point);
  template <typename Basic> bool readBasic(Basic *B, SDBM &Result);

  Rows System, Other, Whole;
  SDBM Read;
  Solver Systems;
  NormalFormLimits Limits;
};

/// The class of the largest disjunct.
Class classify(const isl::set &Set);

/// The set of \p System in \p Space, whose parameters and dimensions are the
/// variables; null if isl fails.
isl::basic_set toBasicSet(const SDBM &System, const isl::space &Space);

/// The union of the normal forms of the disjuncts that have elements. Nothing
/// if one is not an SDBM or a limit was reached.
std::optional<isl::set> normalForm(const isl::set &Set,
                                   const NormalFormLimits &Limits = {});

} // namespace smolly::sdbm

#endif // SMOLLY_SDBM_ISLQUESTIONS_H
