//===- ChosenLoads.h - Loads of the larger of two elements ------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `std::max(u[i], v[j])` compares two elements, chooses the address of one and
/// loads what is there, so that it is not known which array is accessed. But
/// both elements have been loaded, and one can be chosen.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_CHOSENLOADS_H
#define SMOLLY_LIB_SCOP_CHOSENLOADS_H

#include "llvm/IR/PassManager.h"

namespace smolly {

/// Replaces loads of \p F from one of several addresses by a choice of values
/// that are known to be there. Variables that only such loads kept in memory
/// are promoted. Invalidates the analyses if there are any.
/// Complexity: linear in the size of F.
void loadBeforeChoosing(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_CHOSENLOADS_H
