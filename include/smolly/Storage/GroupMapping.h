//===- GroupMapping.h - One mapping for some value sets ---------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Computes the modulo storage mapping of a group of value sets that share one
/// storage array from the rows of a candidate: the modulus of a row is one more
/// than the largest difference over the conflicts that earlier rows left
/// (equation 3.8 of Bhaskaracharya's thesis, over several statements equation
/// 4.11), as an expression of the parameters.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_GROUPMAPPING_H
#define SMOLLY_STORAGE_GROUPMAPPING_H

#include "smolly/Storage/Candidates.h"
#include "smolly/Storage/StoragePlan.h"

namespace smolly {

/// A mapping of a group.
struct GroupMapping {
  /// Indices of value sets, ascending.
  std::vector<unsigned> Members;
  OffsetKind Offsets = OffsetKind::None;
  IndexLayout Layout;
  /// The offset class of each member.
  std::vector<unsigned> ClassOf;
  /// For each dimension the function of the index, and its size.
  std::vector<IndexRow> Rows;
  std::vector<StorageDim> Dims;

  /// The offset of \p Member, a value set, in each dimension.
  std::vector<long> offsetsOf(unsigned Member) const;
};

/// The mapping with the rows of \p C, which verifyMapping has yet to confirm;
/// none on failure. Complexity: parametric integer programming over the
/// conflicts.
std::optional<GroupMapping> computeMapping(const IndexConflicts &Conflicts,
                                           const Candidate &C,
                                           const ParameterPoint &Point);

/// Checks with isl, for all parameter values of the context: sizes are at least
/// 1, indices keep to base and size, and any two conflicting values differ in
/// some row, by less than the row's size (equation 4.10 of the thesis).
bool verifyMapping(const IndexConflicts &Conflicts, const GroupMapping &Mapping,
                   const ParameterPoint &Point);

/// { Domain[] -> Cell[] }: where \p Mapping stores the values of \p Member, a
/// value set of \p Values, before base and modulo. Null unless it is total on
/// their piece.
isl::pw_multi_aff cellsOf(const GroupMapping &Mapping,
                          const ArrayValues &Values, unsigned Member);

} // namespace smolly

#endif // SMOLLY_STORAGE_GROUPMAPPING_H
