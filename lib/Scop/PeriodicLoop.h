//===- PeriodicLoop.h - Steps between which arrays change places -*- C++
//-*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop that is worth a body for each turn of its periodic values, and what
/// follows it and asks which turn it ended in.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_PERIODICLOOP_H
#define SMOLLY_LIB_SCOP_PERIODICLOOP_H

#include "PeriodicValues.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PassManager.h"

namespace smolly {

class PeriodicLoop {
public:
  PeriodicLoop(llvm::Loop &L, llvm::Function &F,
               llvm::FunctionAnalysisManager &FAM);

  /// Whether the loop may have a body for each turn, and that gains something:
  /// arrays of the function's own take turns in it, or constants. If so, what
  /// is below is found, and the loop has a preheader and an exit of its own.
  /// Complexity: that of PeriodicValues and of scalar evolution.
  bool isCandidate();
  /// Answers whether what takes turns is null where that is known of all of it.
  /// Returns whether anything changed.
  bool foldNullTests();
  /// Lets each array be freed under its own name where all that take turns are
  /// freed: who is who does not matter then.
  void freeByName();
  /// Finds the blocks behind the loop that ask which turn it ended in, up to
  /// one that all ways lead to and where nobody asks any more. False if there
  /// is none, or if they cannot be copied.
  /// Complexity: that of a postdominator tree.
  bool findRest();
  /// By how many instructions bodies and rests for all turns make the function
  /// larger.
  size_t growth() const;

  unsigned period() const { return Values.Period; }
  /// The uses of \p I behind the loop and the rest.
  llvm::SmallVector<llvm::Use *, 8> usesOutside(llvm::Instruction &I) const;
  bool isOutside(const llvm::BasicBlock *BB) const;
  /// How often the loop runs; what is known in front of it is computed there.
  const llvm::SCEV *countIterations();

  llvm::Loop &L;
  llvm::Function &F;
  llvm::DominatorTree &DT;
  llvm::LoopInfo &LI;
  llvm::ScalarEvolution &SE;

  PeriodicValues Values;
  llvm::BasicBlock *Preheader = nullptr, *Header = nullptr, *Latch = nullptr,
                   *Exit = nullptr;
  /// Where the header goes on to.
  llvm::BasicBlock *Body = nullptr;
  /// From Exit to End, which is not among them; none if nobody asks.
  llvm::SmallSetVector<llvm::BasicBlock *, 16> Rest;
  llvm::BasicBlock *End = nullptr;
  /// The last instruction of End that asks; it belongs to the rest.
  llvm::Instruction *LastUser = nullptr;

private:
  bool hasPlainControl() const;
  bool onlyChoosesTurns(llvm::PHINode &Counter) const;
  bool isWorthwhile();
  bool areFreedAlike(const llvm::CallInst &A, const llvm::CallInst &B) const;
  bool areLast(llvm::ArrayRef<llvm::CallInst *> Calls,
               const llvm::SmallPtrSetImpl<const llvm::Value *> &Arrays) const;
  void freeInFront(llvm::BasicBlock &BB);
  bool canFreeByName(llvm::ArrayRef<llvm::CallInst *> Calls,
                     llvm::ArrayRef<llvm::CallInst *> All) const;
  llvm::SmallVector<llvm::Use *, 8> usesOfTurns() const;
  bool mayEnd(llvm::ArrayRef<llvm::Use *> Uses);

  const llvm::TargetLibraryInfo &TLI;
};

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_PERIODICLOOP_H
