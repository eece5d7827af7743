//===- Prepare.h - Make ordinary code a SCoP --------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rewrites a working copy of a function so that Polly detects as one SCoP what
/// a person sees as one: canonical loops, array widths that Polly can
/// delinearise with, and straight-line accesses before and after the loops
/// inside the SCoP. All of it keeps the meaning of the function.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_PREPARE_H
#define SMOLLY_SCOP_PREPARE_H

#include "smolly/Scop/FlatLoops.h"
#include "smolly/Scop/HiddenExit.h"
#include "smolly/Scop/HiddenScopes.h"
#include "smolly/Scop/IndirectReads.h"
#include "smolly/Scop/LoadedRows.h"
#include "smolly/Scop/MathErrors.h"
#include "smolly/Scop/MemoryCalls.h"
#include "smolly/Scop/SeparatedAccesses.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/OptimizationLevel.h"

namespace smolly {

/// What Polly would not take: hidden, or in another form, until this object is
/// gone.
struct HiddenParts {
  /// First, to be joined last: the others put back parts of addresses.
  SeparatedAccesses Separated;
  HiddenExit Exit;
  HiddenMathErrors Errors;
  HiddenScopes Scopes;
  HiddenMemoryCalls MemoryCalls;
  IndirectReads Reads;
  LoadedRows Rows;
  FlatLoops Loops;
  /// Whether to extend windows (WindowEnds.h), and then whether loops may be
  /// much longer than in the program, which is only to run what is generated
  /// for them.
  bool MayExtendWindows = true, HasLongWindows = false;
};

/// Whether \p I is a remainder: an instruction for it, or a mask of low bits.
bool isRemainder(const llvm::Instruction &I);

/// After exposeArrays: canonicalises \p F, the working copy of \p Twin, as
/// Polly expects it and applies the rewrites named above. Calls that may set
/// errno, those of memcpy, those that end the program, declarations of alias
/// scopes, loops over all elements of arrays, and accesses to one of several
/// places are added to \p Hidden.
/// Invalidates the analyses of F that no longer hold.
void prepareFunction(llvm::Function &F, const llvm::Function &Twin,
                     llvm::FunctionAnalysisManager &FAM,
                     llvm::OptimizationLevel Level, HiddenParts &Hidden);

/// Takes back what prepareFunction has said of deallocations in \p F for the
/// sake of the analyses in between. Complexity: linear in the size of F.
void restoreDeallocations(llvm::Function &F);

} // namespace smolly

#endif // SMOLLY_SCOP_PREPARE_H
