//===- LexOrder.h - Which instances come first ------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compares the times of two statements' instances. isl composes both schedules
/// with the lexicographic order of all times, and eliminates the times of each
/// level; where times are explicit functions, their differences are the result.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_KERNEL_LEXORDER_H
#define SMOLLY_KERNEL_LEXORDER_H

#include "smolly/Kernel/ExplicitMap.h"
#include "isl/isl-noexceptions.h"
#include <optional>
#include <vector>

namespace smolly {

/// What is to hold of two times.
enum class Lex { Less, LessEqual, Greater, GreaterEqual };

/// { Any[] -> Time[] }, which may be compared with several others.
class ComparedTimes {
public:
  /// Complexity: that of explicitPieces.
  ComparedTimes(isl::map Times);

private:
  friend isl::map lexOrder(Lex Is, const ComparedTimes &A,
                           const ComparedTimes &B);
  isl::map Times;
  /// If all times are sums.
  std::optional<std::vector<ExplicitPiece>> Pieces;
};

/// { First[] -> Second[] }: the pairs of instances of which the time by \p A,
/// { First[] -> Time[] }, is as \p Is says to that by \p B, { Second[] ->
/// Time[] }. As isl_map_lex_lt_map and so on, but possibly with other
/// polyhedra. Null on failure.
/// Complexity: for each pair of disjuncts, as many polyhedra as there are
/// components of time that are no constants.
isl::map lexOrder(Lex Is, const ComparedTimes &A, const ComparedTimes &B);

} // namespace smolly

#endif // SMOLLY_KERNEL_LEXORDER_H
