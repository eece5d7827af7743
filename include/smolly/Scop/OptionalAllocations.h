//===- OptionalAllocations.h - Arrays that may not be allocated -*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A std::vector of n elements allocates nothing where n is 0: its pointer is
/// null then. Loops over `n == 0 ? null : new(8 * n)` access one array all the
/// same, as nothing is accessed through the null pointer. Analyses see an array
/// that is always allocated; before the function is used, the allocation
/// happens under its condition again.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_OPTIONALALLOCATIONS_H
#define SMOLLY_SCOP_OPTIONALALLOCATIONS_H

namespace llvm {
class CallBase;
class Function;
class PHINode;
class TargetLibraryInfo;
class Value;
} // namespace llvm

namespace smolly {

/// Lets allocations in \p F that do not happen for a size of zero, and give
/// null then, always happen, where only this function sees the pointer.
/// Comparisons with null become comparisons of the size. Returns whether
/// anything changed.
/// Complexity: linear in the size of F for each such allocation.
bool allocateAlways(llvm::Function &F, const llvm::TargetLibraryInfo &TLI);

/// Whether \p V, looked at \p Depth operations far, is zero wherever \p Count
/// is.
bool isZeroWith(const llvm::Value *V, const llvm::Value *Count,
                unsigned Depth = 8);

/// Folds branches on constants, removes what is unreachable then, and joins
/// blocks. Complexity: linear in the size of F.
void removeDeadBranches(llvm::Function &F);

/// Undoes allocateAlways, as far as pointers are concerned: they are null again
/// where the size is zero.
void allocateOnlyNonEmpty(llvm::Function &F);

/// Lets \p Allocation happen only unless \p Condition, which is known in front
/// of it; returns what is used in place of it, null if it does not happen.
llvm::PHINode *allocateUnless(llvm::CallBase *Allocation,
                              llvm::Value *Condition);

} // namespace smolly

#endif // SMOLLY_SCOP_OPTIONALALLOCATIONS_H
