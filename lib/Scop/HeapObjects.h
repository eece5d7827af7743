//===- HeapObjects.h - Small objects on the heap as locals ------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `struct image *t = malloc(sizeof *t)` with `t->data = malloc(..)` hides an
/// array behind a pointer in memory. As a local variable the struct can be
/// taken apart into values.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_HEAPOBJECTS_H
#define SMOLLY_LIB_SCOP_HEAPOBJECTS_H

#include "llvm/Analysis/CycleAnalysis.h"

namespace llvm {
class TargetLibraryInfo;
} // namespace llvm

namespace smolly {

/// Makes local variables of small objects that \p F allocates no more than
/// once in each call, of which nobody else sees the address. Like LLVM, where
/// it removes allocations, takes for granted that there is memory for them.
/// Returns whether anything changed.
/// Complexity: linear in the size of F, for each such allocation.
bool keepObjectsLocal(llvm::Function &F, const llvm::CycleInfo &Cycles,
                      const llvm::TargetLibraryInfo &TLI);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_HEAPOBJECTS_H
