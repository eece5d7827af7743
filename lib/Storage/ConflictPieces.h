//===- ConflictPieces.h - Sets of differences -------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Collects the pieces of IndexConflicts.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_STORAGE_CONFLICTPIECES_H
#define SMOLLY_LIB_STORAGE_CONFLICTPIECES_H

#include "smolly/Storage/IndexConflicts.h"
#include "isl/set.h"

namespace smolly {

inline isl::set negated(const isl::set &Set) {
  return isl::manage(isl_set_neg(Set.copy()));
}

/// Appends \p New to \p Pieces unless one of the same classes contains it, and
/// drops those that it contains. Within a class the sign of a difference does
/// not matter.
/// Complexity: a few emptiness and, without local variables, subset checks for
/// each of \p Pieces of the same classes.
void addPiece(const ConflictPiece &New, const ParameterPoint &Point,
              std::vector<ConflictPiece> &Pieces);

} // namespace smolly

#endif // SMOLLY_LIB_STORAGE_CONFLICTPIECES_H
