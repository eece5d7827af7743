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
/// main program runs once: where nothing else uses such a variable, but for
/// procedures that become part of it, it might as well be a local one.
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
/// local: it is loaded, stored and copied there, or in internal procedures that
/// nobody else calls, and not used otherwise.
/// Complexity: linear in its uses.
bool mayBeLocal(const llvm::GlobalVariable &G, const llvm::Function &Original);

/// Makes local variables of the globals for which that is so in \p Copy, a
/// working copy of \p Original, in which calls of procedures that access them
/// are inlined. Returns whether anything changed.
/// Complexity: linear in the uses of the module's globals, and in what is
/// inlined.
bool makeMainVariablesLocal(llvm::Function &Copy,
                            const llvm::Function &Original);

} // namespace smolly

#endif // SMOLLY_SCOP_MAINVARIABLES_H
