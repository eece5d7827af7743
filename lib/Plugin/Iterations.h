//===- Iterations.h - Iterations for people ---------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sets of iterations in the names of the source, for remarks.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_PLUGIN_ITERATIONS_H
#define SMOLLY_LIB_PLUGIN_ITERATIONS_H

#include "smolly/Scop/Import.h"

namespace smolly {

/// When an iteration of statement \p Stmt of \p Scop, with \p Domain, is one of
/// \p Iterations, both { Domain[] }: "j <= i". Empty if that is always so, "?"
/// if it takes too long to say.
std::string describeIterations(const ImportedScop &Scop, unsigned Stmt,
                               const isl::set &Iterations,
                               const isl::set &Domain);

/// The first instruction of statement \p Stmt that accesses an array, a store
/// if there is one; null if there is none.
const llvm::Instruction *placeOf(const ImportedScop &Scop, unsigned Stmt);

/// The same of the first statement that has one.
const llvm::Instruction *placeOf(const ImportedScop &Scop);

/// "rewritten loops run where n >= 3, ...": what sizes assumeUsualSizes has the
/// run-time check of \p Scop ask for; empty if it asks for nothing.
std::string describeUsualSizes(const ImportedScop &Scop);

/// \p Iterations as isl prints them.
std::string iterationsAsSet(const ImportedScop &Scop, unsigned Stmt,
                            const isl::set &Iterations);

} // namespace smolly

#endif // SMOLLY_LIB_PLUGIN_ITERATIONS_H
