//===- StatementFacts.h - What a statement does -----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is to be known of a statement beside its accesses.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_STATEMENTFACTS_H
#define SMOLLY_LIB_SCOP_STATEMENTFACTS_H

#include "polly/ScopInfo.h"
#include "smolly/Kernel/Kernel.h"
#include <optional>
#include <string>

namespace smolly {

/// Whether \p Stmt does nothing but access the arrays and scalars that Polly
/// says it accesses, and comes to an end. It may have branches of its own, but
/// no loops: stores in branches are writes that may happen.
/// Complexity: linear in its instructions.
bool onlyAccesses(polly::ScopStmt &Stmt);

/// Whether \p Stmt writes scalars, for other statements or code behind the
/// SCoP. Complexity: linear in its accesses.
bool writesScalars(const polly::ScopStmt &Stmt);

/// Whether \p Stmt can be noticed by nothing but its stores to arrays.
/// Complexity: linear in its instructions.
bool onlyWrites(polly::ScopStmt &Stmt);

/// What the statements of \p S may set errno to, as a set of MathErrors.
/// Complexity: linear in its instructions.
unsigned hiddenErrors(polly::Scop &S);

/// The order in which effects of \p Stmt beside its stores and scalars have to
/// happen, where the SCoP may set errno to \p Errors.
/// Complexity: linear in its instructions.
EffectOrder effectOrder(polly::ScopStmt &Stmt, unsigned Errors);

/// Whether no block of \p Stmt is executed twice in one instance.
/// Complexity: linear in its blocks.
bool runsBlocksOnce(const polly::ScopStmt &Stmt);

/// Whether every load of an array in \p Stmt precedes every store to one, but
/// for the stores \p AtEnd, which are to be done at its end.
/// Complexity: linear in its instructions, for each store in a region.
bool readsFirst(const polly::ScopStmt &Stmt,
                llvm::ArrayRef<const llvm::Instruction *> AtEnd = {});

/// Whether \p MA is in a block that its statement may not come to in each of
/// its instances.
bool isInInnerBlock(const polly::MemoryAccess &MA);

/// A text for the bits that storing \p V leaves in memory, as Access::Constant
/// is: a number like 0x3ff0000000000000, if \p V is a literal.
/// Complexity: linear in the size of \p V.
std::optional<std::string> constantText(const llvm::Value &V,
                                        const llvm::DataLayout &DL);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_STATEMENTFACTS_H
