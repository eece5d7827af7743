//===- InnerValues.h - Values that live within a tile -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Contracted storage for the values of an array that no other tile uses. As
/// one tile runs after the other, storage for a single tile is enough: the
/// planner is given that of one tile, in which sizes are numbers.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCHEDULE_INNERVALUES_H
#define SMOLLY_LIB_SCHEDULE_INNERVALUES_H

#include "BlockedValues.h"
#include "smolly/Storage/StoragePlan.h"

namespace smolly {

/// Arrays, and value sets whose targets are numbers of these.
struct InnerStorage {
  std::vector<StorageArray> Arrays;
  std::vector<ValueSet> Sets;
};

/// Places for the inner values of all parts of \p Values. The error says that
/// it took more than \p MaxOperations. Complexity: that of a search for the
/// mappings of as many value sets as there are parts.
llvm::Expected<InnerStorage> planInnerValues(const TiledNest &Nest,
                                             const BlockedValues &Values,
                                             const StorageOptions &Options,
                                             unsigned long MaxOperations);

} // namespace smolly

#endif // SMOLLY_LIB_SCHEDULE_INNERVALUES_H
