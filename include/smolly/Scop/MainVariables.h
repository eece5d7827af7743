//===- MainVariables.h - What a main program keeps for good -----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Variables of a Fortran main program are saved: flang makes globals of those
/// that have a value to begin with, among them of the descriptors of all
/// allocatable arrays, so that each array has its address stored in memory. A
/// main program runs once: where nothing else uses such a variable, it might as
/// well be a local one.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_MAINVARIABLES_H
#define SMOLLY_SCOP_MAINVARIABLES_H

namespace llvm {
class Function;
class GlobalVariable;
} // namespace llvm

namespace smolly {

/// Whether \p G is a variable of the main program \p Original that could be
/// local: it is loaded, stored and copied there and, if that is not null, in
/// the working copy \p Copy, and not used otherwise.
/// Complexity: linear in its uses.
bool mayBeLocal(const llvm::GlobalVariable &G, const llvm::Function &Original,
                const llvm::Function *Copy = nullptr);

/// Makes local variables of the globals for which that is so in \p Copy, a
/// working copy of \p Original. Returns whether anything changed.
/// Complexity: linear in their uses.
bool makeMainVariablesLocal(llvm::Function &Copy,
                            const llvm::Function &Original);

} // namespace smolly

#endif // SMOLLY_SCOP_MAINVARIABLES_H
