//===- Hyperplanes.h - Storage hyperplanes by ILP ---------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds a storage hyperplane (section 3.4 of Bhaskaracharya's thesis): the
/// coefficients Gamma of a linear function of the index such that
///
///     -(u.P + w) <= Gamma.s - Gamma.t <= u.P + w          for all conflicts
///     (3.1)
///
/// and as many conflict polyhedra as possible are satisfied as a whole, that is
/// Gamma.s - Gamma.t >= 1 on all of it, or <= -1 on all of it. Both are turned
/// into linear constraints on Gamma, u and w by Farkas' lemma: an affine form
/// is nonnegative on a polyhedron iff it is a nonnegative combination of its
/// faces.
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
/// The objective (3.6) is lexicographic: first the number of unsatisfied
/// polyhedra, then u.P + w at the assumed parameters, then the absolute values
/// of Gamma.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_HYPERPLANES_H
#define SMOLLY_STORAGE_HYPERPLANES_H

#include "smolly/Storage/ParameterPoint.h"
#include <optional>
#include <vector>

namespace smolly {

/// A storage hyperplane and how many conflict polyhedra it satisfies.
struct Hyperplane {
  std::vector<long> Gamma;
  unsigned Satisfied = 0;
};

/// Finds a hyperplane for the conflicts with \p Differences, { Index[] }, whose
/// parameters are those of \p Point. None when there are more than
/// \p MaxPolyhedra polyhedra, the program has no solution or the budget is used
/// up. Complexity: two integer linear programs with two binary variables for
/// each polyhedron.
std::optional<Hyperplane> findHyperplane(const isl::set &Differences,
                                         const ParameterPoint &Point,
                                         unsigned MaxPolyhedra,
                                         unsigned long MaxIterations);

/// Groups \p Differences, { Index[] }, by the sign of each component and
/// replaces each group by one polyhedron around it. Cutting a polyhedron in
/// which some component may be positive or negative lets more hyperplanes
/// satisfy the parts as a whole (section 3.6, item 2, of the thesis); joining
/// what has the same signs keeps the program small. The result contains \p
/// Differences. Complexity: linear in 3 to the number of components.
isl::set splitBySign(const isl::set &Differences);

} // namespace smolly

#endif // SMOLLY_STORAGE_HYPERPLANES_H
