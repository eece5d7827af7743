//===- ExposeArrays.h - Show who owns an array ------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Arrays come from a malloc that never fails, or in a `struct image` with
/// their sizes, which functions make and are handed; in C++ they belong to
/// objects. Here such functions become part of a working copy, and such objects
/// values, so that what is left are arrays that are allocated and used in one
/// function. Tables of pointers to rows become arrays with rows.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_EXPOSEARRAYS_H
#define SMOLLY_SCOP_EXPOSEARRAYS_H

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace smolly {

/// Whether \p CB calls something small, and nobody forbids to inline that.
bool mayBeInlined(const llvm::CallBase &CB);

/// Whether exposeArrays inlines the call \p CB: of something small that is
/// handed a candidate array, gives one, or only computes.
bool isInlinable(const llvm::CallBase &CB, const llvm::TargetLibraryInfo &TLI);

/// Whether exposeArrays may inline \p CB once it has inlined others.
bool mayBecomeInlinable(const llvm::CallBase &CB,
                        const llvm::TargetLibraryInfo &TLI);

/// Whether \p Object, a local struct or class, may hold the only pointer to an
/// array: a small function that is handed the object allocates one.
bool mayOwnArray(const llvm::AllocaInst &Object,
                 const llvm::TargetLibraryInfo &TLI);

/// Whether \p CB calls something small that gives memory which it has just
/// allocated, or a struct with a pointer to some: a malloc that never fails,
/// for one.
bool mayGiveArray(const llvm::CallBase &CB, const llvm::TargetLibraryInfo &TLI);

/// Inlines small functions that are handed a candidate array, or an object that
/// may own one, takes such objects apart, and joins the rows of tables.
/// Invalidates the analyses of \p F that no longer hold.
void exposeArrays(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

/// Does so once more if objects that own arrays are left: one that is empty may
/// only now be known to be. Returns whether anything changed.
bool exposeOwned(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace smolly

#endif // SMOLLY_SCOP_EXPOSEARRAYS_H
