//===- Copies.h - Statements that only move values --------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where two arrays have come to share storage, `A[i] = B[i]` may have become
/// `A[i] = A[i]` (thesis, Figure 1.3(b)). Such instances are idle: they leave
/// every cell as it was and need not be executed. What is written and read by
/// nobody makes a statement idle as well.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_COPIES_H
#define SMOLLY_SCOP_COPIES_H

#include "smolly/Scop/Placement.h"

namespace smolly {

/// The instances of statement \p S that leave all memory as it was, given the
/// placements of its accesses; all of \p Domain, { Domain[] }, or a part.
isl::set idleInstances(const std::vector<std::vector<Placement>> &Accesses,
                       const Statement &S, const StoragePlan &Plan,
                       const isl::set &Domain);

/// Those of them whose writes all go nowhere.
isl::set deadInstances(const std::vector<std::vector<Placement>> &Accesses,
                       const Statement &S, const StoragePlan &Plan,
                       const isl::set &Domain);

} // namespace smolly

#endif // SMOLLY_SCOP_COPIES_H
