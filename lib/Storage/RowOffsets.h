//===- RowOffsets.h - Offsets that go with a row ----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Given the coefficients of a row, the offsets of the value sets decide which
/// conflicts between different sets it satisfies and how large its modulus gets
/// (section 4.3 of Bhaskaracharya's thesis).
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_STORAGE_ROWOFFSETS_H
#define SMOLLY_LIB_STORAGE_ROWOFFSETS_H

#include <vector>

namespace smolly {

/// What a row without offsets makes of a conflict polyhedron.
struct PieceRange {
  unsigned Earlier = 0, Later = 0;
  double Low = 0, High = 0;

  /// The range when the offsets are added.
  PieceRange shifted(const std::vector<long> &Offsets) const {
    PieceRange Result = *this;
    double Shift = static_cast<double>(Offsets[Later] - Offsets[Earlier]);
    Result.Low += Shift;
    Result.High += Shift;
    return Result;
  }
  /// All differences are positive, or all are negative.
  bool isSatisfied() const { return Low > Tolerance || High < -Tolerance; }
  double largest() const { return Low + High > 0 ? High : -Low; }

  static constexpr double Tolerance = 1e-6;
};

/// Some choices of offsets for \p Classes classes, those of the first being 0,
/// of at most \p MaxOffset: good ones both for a small modulus and for many
/// satisfied polyhedra. Complexity: a beam search, linear in the number of
/// classes and quadratic in that of the ranges.
std::vector<std::vector<long>>
chooseOffsets(const std::vector<PieceRange> &Ranges, unsigned Classes,
              long MaxOffset);

} // namespace smolly

#endif // SMOLLY_LIB_STORAGE_ROWOFFSETS_H
