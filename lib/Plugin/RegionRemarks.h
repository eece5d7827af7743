//===- RegionRemarks.h - Which regions a statement was split into -*- C++ -*-=//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Says, in the variables of the source, which regions of the iterations have
/// loops of their own, how many iterations each has, and what it saves.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_PLUGIN_REGIONREMARKS_H
#define SMOLLY_LIB_PLUGIN_REGIONREMARKS_H

#include "smolly/Scop/Import.h"
#include "smolly/Scop/Placement.h"
#include "smolly/Storage/StoragePlan.h"

namespace smolly {

/// A statement, by its instruction, and what to say of it.
using RegionRemark = std::pair<const llvm::Instruction *, std::string>;

/// For each statement of \p Scop that reads copies or constants where they come
/// from, and that \p Places splits into several pieces.
/// Complexity: a box and a condition for each piece.
std::vector<RegionRemark> describeRegions(const ImportedScop &Scop,
                                          const AccessPlan &Places,
                                          const StorageOptions &Options);

/// For each innermost loop of \p Scop of which statements run in parts.
/// Complexity: a box and a condition for each statement, a subset check for
/// each two.
std::vector<RegionRemark> describeBorders(const ImportedScop &Scop,
                                          const StorageOptions &Options);

} // namespace smolly

#endif // SMOLLY_LIB_PLUGIN_REGIONREMARKS_H
