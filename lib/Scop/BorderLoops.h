//===- BorderLoops.h - Loops for borders and interiors ----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Has loops generated for regions of statements (Algorithm 1 of "Modelling
/// linear algebra kernels as polyhedral volume operations", Friebel et al.,
/// IMPACT 2023). With borders at both ends of each of d loops there are 3^d
/// regions: code for each of them would be large, and all but one of them are
/// executed next to never.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_BORDERLOOPS_H
#define SMOLLY_LIB_SCOP_BORDERLOOPS_H

#include "smolly/Storage/ParameterPoint.h"
#include "isl/isl-noexceptions.h"

namespace smolly {

/// Chooses how loops are generated for \p Schedule. Where there are no borders,
/// they are divided so that they have no conditions inside, and likewise at the
/// borders of up to \p Borders loops around each other. At the borders of more,
/// there is one nest with conditions. Borders are what takes next to no
/// iterations with \p Usual parameters. \p Context: { [params] }, what holds.
/// Complexity: linear in the polyhedra of the domain times the bands and the
/// loops around them, with a projection and a few boxes for each.
isl::schedule separateLoops(const isl::schedule &Schedule,
                            const isl::set &Context,
                            const ParameterPoint &Usual, unsigned Borders);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_BORDERLOOPS_H
