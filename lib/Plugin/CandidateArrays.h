//===- CandidateArrays.h - What a copy could be worth for -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Looks for arrays that might become smaller in a function as it is, before
/// it is copied and prepared: that takes far longer than all else for the many
/// functions in which nothing can be done.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_PLUGIN_CANDIDATEARRAYS_H
#define SMOLLY_PLUGIN_CANDIDATEARRAYS_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/RegionInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"
#include <string>
#include <vector>

namespace smolly {

/// Whether \p V is an object of its own that could hold more than a scalar.
bool isArray(const llvm::Value *V, const llvm::TargetLibraryInfo &TLI);

/// The objects of its own that \p F uses, each once, in the order in which it
/// does.
llvm::SmallVector<llvm::Value *, 16>
objectsOf(llvm::Function &F, const llvm::TargetLibraryInfo &TLI);

/// Result of findCandidateArrays.
struct CandidateArrays {
  struct Refusal {
    llvm::Value *Array;
    /// Where it shows; null if nowhere in particular.
    const llvm::Instruction *Culprit;
    /// For a remark: "is returned".
    std::string Why;
  };
  /// Some array may be one that nobody else sees, or become one by inlining and
  /// simplifying, and together they are large enough.
  bool Worthwhile = false;
  /// None is seen yet, but there are objects that may own one.
  bool OwnersOnly = false;
  /// The arrays of which that is not so. None if Worthwhile.
  llvm::SmallVector<Refusal, 4> Refused;
};

/// Looks at all arrays that \p F uses; uses in \p Twin, the function that F is
/// a working copy of, do not count. \p MinBytes is the gain below which nothing
/// is done.
/// Complexity: linear in the size of F and the uses of the arrays.
CandidateArrays findCandidateArrays(llvm::Function &F,
                                    const llvm::Function *Twin,
                                    const llvm::TargetLibraryInfo &TLI,
                                    uint64_t MinBytes);

/// Size of \p Object in bytes; the largest number if it is known at run time
/// only.
uint64_t knownBytes(const llvm::Value *Object, const llvm::DataLayout &DL,
                    const llvm::TargetLibraryInfo &TLI);

/// An object that nobody else sees.
struct PrivateObject {
  uint64_t Bytes;
  /// Where it is accessed.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> Blocks;
};

/// Those of \p F, the prepared working copy of \p Twin.
/// Complexity: linear in the size of F and the uses of the objects.
std::vector<PrivateObject>
findPrivateObjects(llvm::Function &F, const llvm::Function &Twin,
                   const llvm::TargetLibraryInfo &TLI);

/// Whether the \p Objects that are accessed in \p R have at least \p MinBytes:
/// otherwise nothing in it can be changed.
bool mayGain(const llvm::Region &R, llvm::ArrayRef<PrivateObject> Objects,
             uint64_t MinBytes);

} // namespace smolly

#endif // SMOLLY_PLUGIN_CANDIDATEARRAYS_H
