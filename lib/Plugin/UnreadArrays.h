//===- UnreadArrays.h - Arrays that nobody reads ----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Dead iteration elimination for whole arrays, without sets of iterations: an
/// array from which nothing flows into anything else need not be filled. What
/// is left of its loops, and the allocation, LLVM removes itself.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_PLUGIN_UNREADARRAYS_H
#define SMOLLY_LIB_PLUGIN_UNREADARRAYS_H

#include "Remarks.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"

namespace smolly {

/// Removes the stores to private arrays of \p F, and the loads from them, where
/// what is loaded contributes to nothing but other such stores. Returns of how
/// many arrays; none if they were more than \p Limit. \p Twin as in
/// analyzeObject. Complexity: linear in the size of the function and the uses
/// of its arrays.
unsigned removeUnreadArrays(llvm::Function &F, const llvm::Function *Twin,
                            const llvm::TargetLibraryInfo &TLI, unsigned Limit,
                            RemarkList &Remarks);

} // namespace smolly

#endif // SMOLLY_LIB_PLUGIN_UNREADARRAYS_H
