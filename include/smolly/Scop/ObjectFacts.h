//===- ObjectFacts.h - What is known of a memory object ---------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Who can see an array: its allocation, every use of it, and the first use
/// that lets somebody else read or write it. Only an array whose every access
/// is seen here may change its storage.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_OBJECTFACTS_H
#define SMOLLY_SCOP_OBJECTFACTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <string>

namespace smolly {

enum class ObjectKind {
  /// malloc, calloc, operator new[] and whatever else is marked as an
  /// allocation function.
  Heap,
  Stack,
  /// An internal global whose every use lies in one function.
  Global,
  /// Anything else: an argument, an external global, a loaded pointer.
  Foreign,
};

/// Result of analyzeObject.
struct ObjectFacts {
  llvm::Value *Base = nullptr;
  ObjectKind Kind = ObjectKind::Foreign;
  /// Every element is zero after the allocation.
  bool Zeroed = false;
  /// Loads and stores through the pointer or a pointer derived from it.
  llvm::SmallVector<llvm::Instruction *, 16> Accesses;
  llvm::SmallVector<llvm::CallBase *, 2> Deallocations;
  llvm::SmallVector<llvm::ICmpInst *, 2> NullChecks;
  /// Calls that set all of the object to zero.
  llvm::SmallVector<llvm::MemSetInst *, 1> ZeroFills;
  /// Hidden calls of memcpy and the like (MemoryCalls.h), each of them instead
  /// of a loop, and only for sizes that no array has.
  llvm::SmallVector<llvm::CallBase *, 1> HiddenCalls;
  /// The use that makes the object visible to others; null when there is none.
  const llvm::Instruction *Culprit = nullptr;
  /// What the culprit does, for a remark: "is passed to 'f'".
  std::string Why;

  bool isPrivate() const { return Kind != ObjectKind::Foreign && Why.empty(); }
};

/// The cause that is given for a call of memcpy or memset.
inline constexpr llvm::StringLiteral RawMemory =
    "is accessed as raw memory (memset, memcpy)";

/// Whether \p V allocates memory that nobody else points to.
bool isCandidateObject(const llvm::Value *V,
                       const llvm::TargetLibraryInfo &TLI);

/// Whether \p Pointer is compared with null for (in)equality.
bool isNullTest(const llvm::Use &Pointer);

/// Follows every use of \p Base within function \p F. Uses in \p Twin, the
/// function that F is a working copy of, do not count.
/// Complexity: linear in the number of direct and derived uses.
ObjectFacts analyzeObject(llvm::Value *Base, const llvm::Function &F,
                          const llvm::Function *Twin,
                          const llvm::TargetLibraryInfo &TLI);

} // namespace smolly

#endif // SMOLLY_SCOP_OBJECTFACTS_H
