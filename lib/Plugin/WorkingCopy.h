//===- WorkingCopy.h - A clone that may replace its original ----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All of Smolly's rewriting happens on a copy of a function. The copy replaces
/// the original only when a plan was applied; otherwise it is erased and the
/// module is as it was.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_PLUGIN_WORKINGCOPY_H
#define SMOLLY_PLUGIN_WORKINGCOPY_H

#include "llvm/IR/PassManager.h"
#include "llvm/IR/ValueHandle.h"

namespace llvm {
class BranchInst;
} // namespace llvm

namespace smolly {

class WorkingCopy {
public:
  WorkingCopy(llvm::Function &Original, llvm::FunctionAnalysisManager &FAM);
  ~WorkingCopy();
  WorkingCopy(const WorkingCopy &) = delete;
  WorkingCopy &operator=(const WorkingCopy &) = delete;

  llvm::Function &function() { return *Copy; }

  /// Adds the original's body to the copy, to be executed from the beginning
  /// where \p Restart, an unconditional branch so far, finds \p Fast to be
  /// false. Behind it, Fast is true.
  void startOver(llvm::Value *Fast, llvm::BranchInst *Restart);

  /// Gives the original the body of the copy. The copy is gone afterwards.
  void commit();

private:
  void pinLibraryCalls();
  void unpinLibraryCalls();
  void erase();

  llvm::Function &Original;
  llvm::FunctionAnalysisManager &FAM;
  llvm::Function *Copy;
  /// Calls that were given the attribute nobuiltin.
  llvm::SmallVector<llvm::WeakVH, 0> Pinned;
  /// Declarations that exist before the copy was made; newer ones without
  /// users go away with it.
  llvm::SmallVector<llvm::Function *, 0> Declarations;
};

/// Whether \p F may be copied and looked at: it has a body with loops, and
/// nothing in it forbids optimisation or depends on its identity. \p Why says
/// what does, where a user would want to know.
bool mayBeCopied(const llvm::Function &F, std::string &Why);

} // namespace smolly

#endif // SMOLLY_PLUGIN_WORKINGCOPY_H
