//===- Outputs.h - What the user wants of a function's results --*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Output specifications (OutputSpec.h) for functions: in annotations of the
/// source (smolly.h), and in a file for sources that cannot be changed.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_PLUGIN_OUTPUTS_H
#define SMOLLY_LIB_PLUGIN_OUTPUTS_H

#include "smolly/Scop/Import.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Support/Error.h"

namespace smolly {

/// The specifications for \p F, separated by semicolons; empty if there is
/// none.
/// \p File, if not empty, has lines of the form `FUNCTION: SPEC`, and comments
/// behind #. Fails if it cannot be read or a line has another form.
llvm::Expected<std::string> findOutputs(const llvm::Function &F,
                                        llvm::StringRef File);

/// Restricts what is live after \p Scop to \p Specs. Fails, and changes
/// nothing, where one cannot be read or fits no array, and where something else
/// in the function, or \p Scop when it runs again, may read such an array.
/// Complexity: linear in the instructions of the function for each array.
llvm::Error restrictOutputs(ImportedScop &Scop, llvm::StringRef Specs,
                            llvm::AAResults &AA);

} // namespace smolly

#endif // SMOLLY_LIB_PLUGIN_OUTPUTS_H
