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
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"
#include <string>

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
  /// The arrays of which that is not so. None if Worthwhile.
  llvm::SmallVector<Refusal, 4> Refused;
};

/// Looks at all arrays that \p F uses. \p MinBytes is the gain below which
/// nothing is done.
/// Complexity: linear in the size of F and the uses of the arrays.
CandidateArrays findCandidateArrays(llvm::Function &F,
                                    const llvm::TargetLibraryInfo &TLI,
                                    uint64_t MinBytes);

/// The blocks of \p F, the prepared working copy of \p Twin, with accesses to
/// objects that nobody else sees. Where there are none, nothing can be changed.
/// Complexity: linear in the size of F and the uses of the objects.
llvm::SmallPtrSet<const llvm::BasicBlock *, 16>
blocksWithPrivateAccesses(llvm::Function &F, const llvm::Function &Twin,
                          const llvm::TargetLibraryInfo &TLI);

} // namespace smolly

#endif // SMOLLY_PLUGIN_CANDIDATEARRAYS_H
