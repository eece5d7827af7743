//===- AliveAtOnce.h - How many values are alive at once --------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Values that are alive at one time all conflict with each other: however they
/// are stored, they need as many cells. Where that is about what something
/// takes already, nothing smaller needs to be looked for.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_STORAGE_ALIVEATONCE_H
#define SMOLLY_STORAGE_ALIVEATONCE_H

#include "smolly/Storage/LiveRanges.h"
#include "smolly/Storage/ParameterPoint.h"
#include "smolly/Storage/StoragePlan.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace smolly {

/// Counts values at some times, chosen so that much is alive: in the middle of
/// each loop around a write, behind its iteration in the middle, and at the
/// end.
class AliveAtOnce {
public:
  /// Complexity: a few intersections for each of \p Lives and each of at most
  /// MaxTimes times; of boxes of integers where that will do and \p UseBoxes,
  /// otherwise of polyhedra. The numbers are the same.
  AliveAtOnce(llvm::ArrayRef<ValueLives> Lives, const ParameterPoint &Point,
              bool UseBoxes = true);

  /// How many of the values of \p Sets, numbers of the lives above, are alive
  /// at once at the assumed values of parameters, at least. Only values in
  /// boxes are counted.
  double cells(llvm::ArrayRef<unsigned> Sets) const;
  /// The same of all sets.
  double cellsOfAll() const;

  /// The same, where each value of set I takes \p Bytes[I] bytes.
  double bytes(llvm::ArrayRef<unsigned> Bytes) const;

private:
  /// For each time the number of values of each set.
  std::vector<std::vector<double>> Counts;
};

/// How many bytes the arrays number \p Arrays need for values that are
/// alive at once, however they and other arrays that are not fixed share
/// storage, at least; not counted what those others take anyway.
/// Complexity: that of computeLives for each write, and of AliveAtOnce.
double leastBytes(const LiveRanges &Ranges, llvm::ArrayRef<unsigned> Arrays,
                  const StorageOptions &Options);

/// The same for one array, wherever its values are stored: counted what is in
/// storage that others would take anyway.
double leastBytesAlone(const LiveRanges &Ranges, unsigned Array,
                       const StorageOptions &Options);

} // namespace smolly

#endif // SMOLLY_STORAGE_ALIVEATONCE_H
