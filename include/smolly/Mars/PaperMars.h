//===- PaperMars.h - MARS as the paper computes them ------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Algorithm 2 of "Maximal Atomic irRedundant Sets" (Ferry, Derrien,
/// Rajopadhye, IMPACT 2023), to compare with. It goes through all sets of sets
/// of families of hyperplanes, which are 2^(2^families - 1) - 1.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_MARS_PAPERMARS_H
#define SMOLLY_MARS_PAPERMARS_H

#include "smolly/Mars/Mars.h"

namespace smolly::mars {

struct PaperMars {
  /// As in Mars.
  std::vector<Vector> Consumers;
  isl::set Instances; // { Statement[] }, of all tiles
};

/// Fails where the paper's conditions do not hold: one statement, dependences
/// that cross a family in one direction only, sizes that are large enough.
/// Fails with value_too_large for more than four families, or if more than \p
/// MaxOperations would be needed.
/// Complexity: intersections for each of up to 32767 sets of consumers.
llvm::Expected<std::vector<PaperMars>>
findMarsAsPaper(isl::ctx Ctx, const MarsAnalysis &A,
                unsigned long MaxOperations);

/// An error if the two are not the same sets with the same consumers.
llvm::Error compareMars(isl::ctx Ctx, const MarsAnalysis &A,
                        const std::vector<PaperMars> &Paper,
                        unsigned long MaxOperations);

} // namespace smolly::mars

#endif // SMOLLY_MARS_PAPERMARS_H
