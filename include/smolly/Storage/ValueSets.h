//===- ValueSets.h - Splitting writes into value sets -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Splits the values of a write into value sets: values that nobody reads form
/// one of their own, and values whose lives differ in kind are set apart, so
/// that a few long-lived border values do not keep the many short-lived ones
/// from sharing cells.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_VALUESETS_H
#define SMOLLY_STORAGE_VALUESETS_H

#include "smolly/Storage/LiveRanges.h"
#include "smolly/Storage/ParameterPoint.h"

namespace smolly {

/// The value sets that one write access is split into.
struct SplitWrite {
  /// Values that are read or live out, in disjoint pieces.
  std::vector<ValueLives> Live;
  /// { Domain[] }: values that nobody reads.
  isl::set Dead;
};

/// Separates the values that nobody reads. With \p KeepAll there are none, for
/// kernels that state their conflicts but not all their reads.
SplitWrite separateDead(const ValueLives &Lives, bool KeepAll);

/// Splits each live piece of \p Write further, into at most \p MaxPieces pieces
/// altogether: by whether values are live out, by the time step of the last use
/// and by the polyhedra that the domain is a union of. Values that nobody reads
/// and that lie between others may become a part of a live piece. \p All are
/// the values of the write, live or not. Where more pieces would be needed,
/// tries boxes that are dense at \p Point, whatever becomes of their values;
/// returns the pieces as they were if these are too many, too.
SplitWrite splitByKind(const SplitWrite &Write, const ValueLives &All,
                       const ParameterPoint &Point, unsigned MaxPieces);

} // namespace smolly

#endif // SMOLLY_STORAGE_VALUESETS_H
