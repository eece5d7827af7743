//===- GroupMapping.h - One mapping for some value sets ---------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds the modulo storage mapping of a group of value sets that share one
/// storage array, row by row: each row is an affine function for each member;
/// its modulus is one more than the largest difference over the conflicts that
/// earlier rows left (equation 3.8 of Bhaskaracharya's thesis, over several
/// statements equation 4.11). When no conflict is left the mapping is valid.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_GROUPMAPPING_H
#define SMOLLY_STORAGE_GROUPMAPPING_H

#include "smolly/Storage/Conflicts.h"
#include "smolly/Storage/ParameterPoint.h"
#include "smolly/Storage/StoragePlan.h"
#include <optional>

namespace smolly {

/// The value sets that are to share an array.
struct ValueGroup {
  const std::vector<ValueLives> *Lives = nullptr;
  const ConflictTable *Conflicts = nullptr;
  /// Indices into both, ascending.
  std::vector<unsigned> Members;

  const ValueLives &member(unsigned I) const { return (*Lives)[Members[I]]; }
  const isl::map &conflicts(unsigned I, unsigned J) const {
    return (*Conflicts)[Members[I]][Members[J]];
  }
  unsigned size() const { return Members.size(); }
};

/// A row: for each member { Domain[] -> Z }.
using MappingRow = std::vector<isl::pw_aff>;

/// A mapping of a group.
struct GroupMapping {
  std::vector<unsigned> Members;
  /// { Domain[] -> Cell[] } for each member, total on its piece.
  std::vector<isl::pw_multi_aff> Index;
  std::vector<StorageDim> Dims;
  /// Number of cells at the assumed parameters.
  double Cells = 0;
  /// The rows are functions of the written element, the same for all members.
  bool ElementSpace = false;
  /// How expensive the index is: see indexPenalty.
  unsigned Penalty = 0;
  /// verifyMapping has confirmed it.
  bool Verified = false;
};

/// Adds rows until no conflict is left.
class MappingBuilder {
public:
  MappingBuilder(const ValueGroup &Group, const ParameterPoint &Point);

  /// Adds a row; the finished mapping has its rows in the order of \p Position.
  /// False on failure. Complexity: parametric integer programming over the
  /// remaining conflicts.
  bool addRow(const MappingRow &Row, unsigned Position);
  /// True when all conflicts are satisfied.
  bool isComplete() const;
  /// The conflicts that no row satisfies: { I[] -> J[] } for member numbers.
  const isl::map &remaining(unsigned I, unsigned J) const {
    return Remaining[I][J];
  }
  /// The finished mapping if all conflicts are satisfied. A modulus that saves
  /// no more than the fraction \p Slack of a row's range is left out. Whoever
  /// uses the mapping has verifyMapping confirm it.
  std::optional<GroupMapping> finish(double Slack) const;

private:
  bool reviseConflicts(const MappingRow &Row);
  isl::pw_aff computeModulus(const MappingRow &Row) const;
  bool computeRange(const MappingRow &Row, isl::pw_aff &Low,
                    isl::pw_aff &Range) const;

  const ValueGroup &Group;
  const ParameterPoint &Point;
  ConflictTable Remaining;
  struct BuiltRow {
    unsigned Position;
    MappingRow Row;
    isl::pw_aff Modulus, Low, Range;
  };
  StorageDim dimension(const BuiltRow &Row, double Slack) const;
  std::vector<BuiltRow> Rows;
};

/// Checks with isl, for all parameter values of the context: sizes are at least
/// 1, indices keep to base and size, and any two conflicting values differ in
/// some row, by less than the row's size (equation 4.10 of the thesis).
bool verifyMapping(const ValueGroup &Group, const GroupMapping &Mapping,
                   const ParameterPoint &Point);

/// What indexing costs: ten for each dimension with a modulo, a hundred when
/// the innermost schedule dimension of a writing statement does not step
/// through the last storage dimension one by one and without modulo, one for
/// each dimension.
unsigned indexPenalty(const Kernel &K, const ValueGroup &Group,
                      const GroupMapping &Mapping);

} // namespace smolly

#endif // SMOLLY_STORAGE_GROUPMAPPING_H
