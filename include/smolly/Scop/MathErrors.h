//===- MathErrors.h - Mathematical functions that set errno -----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where nothing else is asked for, `sqrt(x)` in C and C++ sets errno to EDOM
/// for a negative x: a write to memory, which keeps Polly away from the loops
/// around it. errno is written here, never read. So calls may change places as
/// long as it ends up with the same value: in any order where all of them set
/// the same one, in the order of the program elsewhere. None may go away, but
/// one that happens twice does no harm. That is what EffectOrder says of a
/// statement (Kernel.h).
///
/// While loops are analysed and written anew, such calls call stand-ins that
/// access no memory.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_MATHERRORS_H
#define SMOLLY_SCOP_MATHERRORS_H

#include "smolly/Kernel/Kernel.h"
#include "smolly/Scop/StandIns.h"
#include "llvm/Analysis/AliasAnalysis.h"

namespace llvm {
class CallBase;
class Function;
class Instruction;
class TargetLibraryInfo;
} // namespace llvm

namespace smolly {

struct ImportedScop;

/// The values that a call may set errno to, and a set of them.
enum MathErrors : unsigned {
  NoErrors = 0,
  DomainError = 1,
  RangeError = 2,
};

/// What \p CB may set errno to; NoErrors where it is no call of a function of
/// <math.h> that does nothing but compute a number and set errno.
unsigned mathErrors(const llvm::CallBase &CB,
                    const llvm::TargetLibraryInfo &TLI);

/// Lets calls in a function that may set errno call stand-ins, and when it goes
/// again what they called before, in all code that was made of them.
class HiddenMathErrors {
public:
  /// Hides those in \p F; square roots of what is not negative become those
  /// that set no errno. Complexity: linear in the size of F.
  void hide(llvm::Function &F, const llvm::TargetLibraryInfo &TLI);

private:
  StandIns Calls;
};

/// What \p I, if it calls a stand-in, may set errno to.
unsigned hiddenErrors(const llvm::Instruction &I);

/// Sees to it that what the loops of \p Scop access is not errno, where they
/// may set it: an array of which several elements are accessed is larger, which
/// the run-time check may have to ask for. Returns why that, or that all calls
/// are executed, is not known; empty if it is.
/// Complexity: linear in the accesses.
std::string assumeErrnoApart(ImportedScop &Scop, llvm::AAResults &AA);

} // namespace smolly

#endif // SMOLLY_SCOP_MATHERRORS_H
