//===- Culprits.h - Who keeps an array as it is -----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What to say of arrays that are left as they are, and where.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_PLUGIN_CULPRITS_H
#define SMOLLY_LIB_PLUGIN_CULPRITS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include <string>

namespace smolly {

/// What keeps \p Array as it is because of \p Culprit: "it is returned".
std::string leftAsItIs(const llvm::Value *Array, const std::string &Why,
                       const llvm::Instruction *Culprit);

/// Where a remark on \p Array belongs.
const llvm::Instruction *allocationOr(const llvm::Instruction *Other,
                                      const llvm::Value *Array);

/// For each object that is accessed in a loop of \p F, one such access; also
/// for each that only holds the pointer for the access.
llvm::DenseMap<const llvm::Value *, const llvm::Instruction *>
accessesInLoops(const llvm::Function &F, const llvm::LoopInfo &LI);

/// The access to \p Array in a loop, if there is one, or to what \p Culprit
/// keeps its address in.
const llvm::Instruction *accessInLoop(
    const llvm::Value *Array, const llvm::Instruction *Culprit,
    const llvm::DenseMap<const llvm::Value *, const llvm::Instruction *>
        &InLoops);

} // namespace smolly

#endif // SMOLLY_LIB_PLUGIN_CULPRITS_H
