//===- OptionalGroup.h - Arrays that may not be allocated -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which pointers are null where arrays are not allocated because they would be
/// empty, and whether anybody can tell these from pointers to no elements:
///
///     a = n != 0 ? new(8 * n) : null      one group, {a, b}, as their pointers
///     b = n != 0 ? new(8 * n) : null      change places
///     p = phi(a, q), q = phi(b, p)
///     if (p) delete(p)                    is null where n is 0
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_OPTIONALGROUP_H
#define SMOLLY_LIB_SCOP_OPTIONALGROUP_H

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace llvm {
class TargetLibraryInfo;
} // namespace llvm

namespace smolly {

/// An allocation, and the pointer that is null where it does not happen.
struct OptionalAllocation {
  llvm::CallBase *Allocation = nullptr;
  llvm::PHINode *Pointer = nullptr;
  /// Skips the allocation where Count is zero.
  llvm::BranchInst *Skip = nullptr;
  llvm::Value *Count = nullptr;
  bool SkipsIfTrue = false;

  llvm::BasicBlock *skippedTo() const {
    return Skip->getSuccessor(!SkipsIfTrue);
  }
};

/// The allocation that \p Pointer stands for unless it is null, and the block
/// that it is null from; nulls if that is not what it is.
std::pair<llvm::CallBase *, llvm::BasicBlock *>
skippedAllocation(const llvm::PHINode &Pointer);

/// Whether \p Check asks whether a pointer is null, or whether it is not.
bool asksForNull(const llvm::ICmpInst &Check);

/// Allocations that do not happen for the same count of zero, and the pointers
/// into any of these arrays.
class OptionalGroup {
public:
  /// The group of \p First, with those of \p All whose pointers are merged with
  /// its own. Complexity: linear in the uses of their pointers, for each of
  /// All that joins.
  OptionalGroup(const OptionalAllocation &First,
                llvm::ArrayRef<OptionalAllocation> All,
                const llvm::TargetLibraryInfo &TLI);

  /// Whether anybody can tell a pointer to no elements from null, but by
  /// comparing the beginning of an array with null. The distance of two
  /// pointers to no elements of an array is the same.
  bool isSeen() const;

  llvm::ArrayRef<OptionalAllocation> members() const { return Members; }
  /// Whether \p Pointer is one of those into the arrays.
  bool contains(const llvm::Value &Pointer) const {
    return Pointers.contains(&Pointer);
  }
  /// Pointers to the beginning of an array, null where those are not allocated.
  llvm::ArrayRef<llvm::Instruction *> beginnings() const {
    return Beginnings.getArrayRef();
  }
  /// Whether \p Beginning, one of these, is null from elsewhere, too: where an
  /// exception is cleaned up behind, in front of the allocation.
  bool isNullElsewhere(const llvm::Value &Beginning) const {
    return NullElsewhere.contains(&Beginning);
  }

private:
  void add(const OptionalAllocation &A);
  void follow(llvm::Instruction *Pointer);
  void followAll();
  bool joinMerged(llvm::ArrayRef<OptionalAllocation> All);
  bool isHarmless(const llvm::Use &U);
  bool addDistances(const llvm::User &Cast);
  void findBeginnings();
  const llvm::Value *baseOf(const llvm::Value *Pointer) const;
  const llvm::Value *incoming(const llvm::PHINode &Merge, unsigned I) const;
  bool areInOneArray(const llvm::Value *A, const llvm::Value *B) const;

  using Pair = std::pair<const llvm::Value *, const llvm::Value *>;

  const llvm::TargetLibraryInfo &TLI;
  llvm::SmallVector<OptionalAllocation, 2> Members;
  /// Pointers into the arrays.
  llvm::SmallPtrSet<const llvm::Value *, 16> Pointers;
  llvm::SmallVector<llvm::Instruction *, 16> Worklist;
  /// Merge such pointers.
  llvm::SmallVector<llvm::PHINode *, 8> Merges;
  /// Subtracted from each other, or compared.
  llvm::SmallVector<Pair, 8> Pairs;
  /// Compared with null.
  llvm::SmallVector<const llvm::Value *, 8> Checked;
  llvm::SmallSetVector<llvm::Instruction *, 8> Beginnings;
  llvm::SmallPtrSet<const llvm::Value *, 8> NullElsewhere;
  /// All Pointers are always into the same array.
  bool IsOneArray = true;
  /// Of the function, unless IsOneArray.
  llvm::DominatorTree DT;
  bool HasOtherUses = false;
};

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_OPTIONALGROUP_H
