//===- FlatLoopFinder.h - Loops over all elements of arrays -----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds loops with one counter over arrays of which the rows are known. How
/// often such a loop runs is divided by the sizes of an array that it accesses
/// element by element, from the innermost on, as long as that leaves no
/// remainder: a loop for each size, and one for the quotient.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_FLATLOOPFINDER_H
#define SMOLLY_LIB_SCOP_FLATLOOPFINDER_H

#include "ArrayRows.h"
#include "RowNumbers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

namespace smolly {

/// An integer that counts the iterations of a loop.
struct Counter {
  llvm::PHINode *Phi;
  const llvm::SCEVAddRecExpr *Values;
  /// Where it begins, as a polynomial if it has 64 bits, and in the function.
  const llvm::SCEV *Start;
  llvm::Value *First = nullptr;

  /// Whether it is the number of the iteration.
  bool isPlain() const { return Start->isZero() && step()->isOne(); }
  const llvm::SCEVConstant *step() const {
    return llvm::cast<llvm::SCEVConstant>(Values->getOperand(1));
  }
};

/// A loop that may be split.
struct FlatLoop {
  llvm::Loop *L;
  /// How often it runs; if it does with sizes that are at least one.
  const llvm::SCEV *Runs, *Count;
  llvm::SmallVector<Counter, 2> Counters;
  /// The arrays that it accesses, each with the number of elements between
  /// those of two iterations, if that is known and positive, else 0. They are
  /// the finder's, and gone with that.
  llvm::MapVector<RowArray *, uint64_t> Arrays;
  /// What the loops in its place run over, the outermost first; empty until
  /// that is known. Their sizes in the function.
  Extents Sizes;
  llvm::SmallVector<llvm::Value *, 3> Counts, Widths;
  llvm::Value *AllCounts = nullptr;
  llvm::SmallVector<RowNumber, 2> Numbers;
  /// Blocks that go by whether it runs.
  llvm::SmallVector<llvm::BasicBlock *, 2> Guards;
};

/// Finds those of one function.
class FlatLoopFinder {
public:
  FlatLoopFinder(llvm::Function &F, const llvm::Function &Twin,
                 llvm::FunctionAnalysisManager &FAM);

  /// All of which the sizes are known, the outer ones first.
  /// Complexity: that of FlatLoops::split.
  llvm::SmallVector<FlatLoop, 4> find();

private:
  const llvm::SCEV *startOf(const llvm::Loop &L, const llvm::PHINode &Phi,
                            const llvm::SCEVAddRecExpr &Values);
  const llvm::SCEV *countOf(const FlatLoop &Flat);
  std::optional<FlatLoop> flatLoop(llvm::Loop &L);
  uint64_t stepOf(const FlatLoop &Flat, llvm::Instruction &Access);
  Extents sizesOf(const FlatLoop &Flat, const RowArray &A, uint64_t Step);
  void setSizes(FlatLoop &Flat, const Extents &Sizes);
  bool findSizes(FlatLoop &Flat);
  bool findDivisors(FlatLoop &Flat);

  llvm::Function &F;
  llvm::ScalarEvolution &SE;
  llvm::LoopInfo &LI;
  llvm::DominatorTree &DT;
  ArrayRows Arrays;
  /// The frozen copies of numbers.
  llvm::DenseMap<const llvm::SCEV *, const llvm::SCEV *> Frozen;
};

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_FLATLOOPFINDER_H
