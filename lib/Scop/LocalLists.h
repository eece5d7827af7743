//===- LocalLists.h - Loops over a few local values -------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `std::min({a, b, c})` is a loop over an array of three elements, of which it
/// finds the address of the smallest. In the innermost loop of an edit
/// distance, for one, it is to be two conditions on values.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_LOCALLISTS_H
#define SMOLLY_LIB_SCOP_LOCALLISTS_H

#include "llvm/IR/PassManager.h"

namespace smolly {

/// Unrolls loops of \p F that access nothing but small local arrays and run a
/// few times, a number that is known, and makes values of these arrays. Leaves
/// no analysis valid if anything changed, which it returns.
/// Complexity: linear in the size of F, and of what was unrolled.
bool unrollLocalLists(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_LOCALLISTS_H
