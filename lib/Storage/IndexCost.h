//===- IndexCost.h - How innermost loops access cells -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a mapping does to the accesses of innermost loops: whether they still
/// run along the memory, and whether a remainder is left that the code
/// generator can neither take out of the loop nor replace by a mask.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_STORAGE_INDEXCOST_H
#define SMOLLY_LIB_STORAGE_INDEXCOST_H

#include "smolly/Storage/ArraySearch.h"

namespace smolly {

/// { Domain[] -> Domain[] }: from an instance of \p Stmt in \p Piece to the
/// next one of its innermost loop; null when there is no loop.
isl::map innermostSteps(const Kernel &K, unsigned Stmt, const isl::set &Piece);

/// Lets cells ascend where elements do, as prefetching expects it: a row and
/// its negative separate the same values.
void orientRows(Candidate &C, const IndexLayout &Layout);

/// Rounds constant moduli up to powers of two, where little memory is lost by
/// it. The mapping stays valid: a row separates two values if their difference
/// in it is not zero and less than the size, which holds of any larger size as
/// well. No other row depends on the size.
void roundModuli(GroupMapping &Mapping, const ParameterPoint &Point);

/// True when an access that ran along the original array jumps in the new one,
/// or takes a remainder that stays in the loop. Accesses that are executed much
/// less often than others at the assumed parameters \p Point do not count.
bool slowsInnermostLoops(const Kernel &K, const Dataflow &D,
                         const StoredValues &Stored,
                         const ParameterPoint &Point);

} // namespace smolly

#endif // SMOLLY_LIB_STORAGE_INDEXCOST_H
