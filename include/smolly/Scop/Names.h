//===- Names.h - What the source calls things -------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The names of arrays and variables in the source, and the values that loops
/// have there, for people.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_NAMES_H
#define SMOLLY_SCOP_NAMES_H

#include "polly/ScopInfo.h"
#include "llvm/IR/Value.h"
#include <string>

namespace smolly {

/// Name of the array at \p Base for people and for kernel files: the source
/// variable's where debug info has it, else the IR value's, else empty.
std::string objectName(const llvm::Value *Base);

/// Has objectName call what \p Allocation gives \p Name, where no variable of
/// the source holds it.
void nameObject(llvm::Instruction &Allocation, llvm::StringRef Name);

/// The name of the variable of the source that holds \p V, or of the member of
/// a struct, `grid->size.x`, that it was loaded from; empty if neither is
/// known.
std::string variableName(const llvm::Value *V);

/// { Domain[] -> Domain[] }, from the iterations of \p Stmt as Polly counts
/// them, all loops from 0 upwards, to the values of the loops' variables, where
/// these are known; its dimensions have their names. Domains have the name of
/// \p Iterations, { Domain[] }. Complexity: linear in the size of the
/// variables' recurrences.
isl::map sourceLoops(const polly::ScopStmt &Stmt, const isl::set &Iterations);

} // namespace smolly

#endif // SMOLLY_SCOP_NAMES_H
