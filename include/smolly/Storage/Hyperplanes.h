//===- Hyperplanes.h - Storage hyperplanes by ILP ---------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds storage hyperplanes by integer linear programming (sections 3.4
/// and 4.5 of Bhaskaracharya's thesis): the coefficients Gamma of a linear
/// function of the index and an offset delta for each value set such that
///
///   -(u.P + w) <= Gamma.s + delta_S - Gamma.t - delta_T <= u.P + w (3.4, 4.4)
///
/// for all conflicts, and as many conflict polyhedra as possible are satisfied
/// as a whole: the difference is at least 1, or at most -1, on all of it. Both
/// are turned into linear constraints on Gamma, delta, u and w by Farkas'
/// lemma: an affine form is nonnegative on a polyhedron iff it is a nonnegative
/// combination of its faces. In the index space IndexSpace::Separate every
/// value set has its own Gamma, as in the thesis.
///
/// Only differences t - s enter, so that conflict polyhedra with the same
/// differences are one.
///
/// Whether a polyhedron is satisfied is a binary variable x (3.2). The thesis
/// makes a constraint vacuous for x = 0 by a large multiple of the parameters
/// (3.5), which presupposes that they are nonnegative. Here the Farkas
/// multipliers of the constraint may go down to -c (1 - x) instead: for x = 1
/// that is Farkas' lemma, for x = 0 it adds c times all faces, which is large
/// on the whole polyhedron whatever the signs of the parameters.
///
/// The objective (3.6, 4.8) is lexicographic: the number of unsatisfied
/// polyhedra within value sets; the moduli u.P + w that they need; the number
/// of unsatisfied polyhedra between value sets, of which one may be satisfied
/// only if that does not enlarge the coefficients of a modulus (4.7); the
/// moduli with those. The moduli of all value sets are added up at the assumed
/// parameters, where the thesis takes one after another. Among the hyperplanes
/// that are left those with small coefficients and offsets are preferred.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_HYPERPLANES_H
#define SMOLLY_STORAGE_HYPERPLANES_H

#include "smolly/Storage/Candidates.h"
#include "smolly/Storage/Farkas.h"
#include <optional>
#include <vector>

namespace smolly {

/// A storage hyperplane.
struct Hyperplane {
  IndexRow Row;
  /// For each polyhedron that was given, whether it is satisfied as a whole.
  std::vector<bool> Satisfied;
  /// For each offset class the sum of the parameters' coefficients in its
  /// modulus (section 4.5.6 of the thesis).
  std::vector<double> Spread;
};

/// One conflict polyhedron between two offset classes.
struct ConflictPolyhedron {
  unsigned Earlier = 0, Later = 0;
  Polyhedron Differences;
};

/// Limits and side conditions of findHyperplane.
struct HyperplaneOptions {
  unsigned MaxPolyhedra = 16;
  unsigned long MaxIterations = 200'000;
  /// Sets of polyhedra, by number, each of which the hyperplane must not
  /// satisfy completely (3.9 and 4.12).
  std::vector<std::vector<bool>> Excluded;
};

/// Finds a hyperplane for the conflicts \p Polyhedra, whose parameters are
/// those of \p Point, between \p Classes offset classes. None when there are
/// too many polyhedra, the program has no solution or the budget is used up.
/// The solver's iterations are taken from \p IterationsLeft. Complexity: four
/// integer linear programs with two binary variables for each polyhedron; two
/// for a single class.
std::optional<Hyperplane>
findHyperplane(const std::vector<ConflictPolyhedron> &Polyhedra,
               unsigned Classes, const ParameterPoint &Point,
               const HyperplaneOptions &Options, unsigned long &IterationsLeft);

/// Groups \p Differences, { Index[] }, by the sign of each component and
/// replaces each group by one polyhedron around it. Cutting a polyhedron in
/// which some component may be positive or negative lets more hyperplanes
/// satisfy the parts as a whole (section 3.6, item 2, of the thesis); joining
/// what has the same signs keeps the program small. The result contains \p
/// Differences. Complexity: linear in 3 to the number of components.
isl::set splitBySign(const isl::set &Differences);

/// A candidate found row by row, with what is needed to decide which value sets
/// fit into one array.
struct HyperplaneRows {
  Candidate Mapping;
  /// For each row the spreads of all offset classes.
  std::vector<std::vector<double>> Spreads;
};

/// Rows by integer linear programming, until all conflicts are satisfied
/// (FIND-MODULO-MAPPING(S), Algorithms 1 and 3 of the thesis); where the
/// program finds nothing, canonical axes. With \p MaxMappings above 1 also
/// alternatives (Algorithms 2 and 4): wherever a row was found, others that
/// satisfy a different set of polyhedra are followed too, in the order in which
/// they are found. \p Programs is increased by the number of programs solved;
/// their iterations are taken from \p IterationsLeft.
/// Complexity: exponential at worst, bounded by CandidateOptions and
/// \p MaxMappings.
std::vector<HyperplaneRows>
findHyperplaneRows(const IndexConflicts &Conflicts, const ParameterPoint &Point,
                   const CandidateOptions &O, unsigned MaxMappings,
                   unsigned &Programs, unsigned long &IterationsLeft);

} // namespace smolly

#endif // SMOLLY_STORAGE_HYPERPLANES_H
