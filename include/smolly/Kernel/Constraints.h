//===- Constraints.h - The constraints of a set -----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What isl's C++ interface does not have: the constraints of a set or map, to
/// go through in a loop, and the numbers in them.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_CONSTRAINTS_H
#define SMOLLY_KERNEL_CONSTRAINTS_H

#include "isl/isl-noexceptions.h"
#include "isl/space.h"
#include <vector>

namespace smolly {

/// The constraints of a polyhedron, equalities first; none where isl cannot
/// tell them, as with existentially quantified variables that are not known.
/// Complexity: linear in their number.
std::vector<isl::constraint> constraintsOf(const isl::basic_set &Set);
std::vector<isl::constraint> constraintsOf(const isl::basic_map &Map);

/// Those of all polyhedra.
std::vector<isl::constraint> constraintsOf(const isl::set &Set);
std::vector<isl::constraint> constraintsOf(const isl::map &Map);

bool isEquality(const isl::constraint &C);

/// The number in front of dimension \p Dim in \p C; 0 if it does not fit.
long coefficientOf(const isl::constraint &C, isl_dim_type Type, int Dim);

} // namespace smolly

#endif // SMOLLY_KERNEL_CONSTRAINTS_H
