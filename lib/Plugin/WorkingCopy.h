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

#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/ValueHandle.h"

namespace smolly {

class WorkingCopy {
public:
  WorkingCopy(llvm::Function &Original, llvm::FunctionAnalysisManager &FAM);
  ~WorkingCopy();
  WorkingCopy(const WorkingCopy &) = delete;
  WorkingCopy &operator=(const WorkingCopy &) = delete;

  llvm::Function &function() { return *Copy; }

  /// Gives the original the body of the copy. The copy is gone afterwards.
  /// With \p Restart, an unconditional branch of the copy's, the original's
  /// body stays and is executed from the beginning where that branch finds
  /// \p Fast to be false; behind it, Fast is true.
  void commit(llvm::Value *Fast = nullptr, llvm::BranchInst *Restart = nullptr);

private:
  void joinBodies(llvm::Value *Fast, llvm::BranchInst *Restart);
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
