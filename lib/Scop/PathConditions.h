//===- PathConditions.h - When a part of a statement runs -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Polly makes one statement of what is done under a condition that is not
/// affine, and takes all of it for something that may happen in each iteration:
///
///     if (!blocked[i][j]) {
///       p[i][j] = 0;
///       if (i > 0) p[i][j] += p[i - 1][j];   // S[i, j] -> p[i - 1, j], i >= 0
///       if (j > 0) p[i][j] += p[i][j - 1];
///     }
///
/// For j = 0 the last read would be outside of its row, and Polly would want to
/// know at run time that there is no such iteration. Here the affine conditions
/// within such a statement are found.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_PATHCONDITIONS_H
#define SMOLLY_LIB_SCOP_PATHCONDITIONS_H

#include "polly/ScopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

namespace smolly {

/// The instances of a statement in which some block of it is reached, as far as
/// affine conditions tell.
class PathConditions {
public:
  /// \p Domain, { Domain[] }, may have a name of its own. Right for parameters
  /// in \p Context, { [params] }.
  PathConditions(polly::ScopStmt &Stmt, isl::set Domain, isl::set Context);

  /// From now on \p V is taken for \p Other.
  void setInPlaceOf(llvm::Value &V, llvm::Value &Other);

  /// Adds what the branches from \p First on, which dominates \p Reached, ask
  /// for on every path to that. Complexity: the depth of the dominator tree
  /// between them, with a few operations on sets for each comparison.
  void add(const llvm::BasicBlock &First, const llvm::BasicBlock &Reached,
           const llvm::DominatorTree &DT);

  /// { Domain[] }: wherever the block is reached, and maybe more.
  isl::set reached() const;

  /// That part of it where something in the conditions wraps around.
  isl::set unclear() const { return Unclear; }

  /// \p Number as a function of the iterators, { Domain[] -> Z }, and where it
  /// is another one, { Domain[] }; none if it is not affine.
  std::optional<polly::PWACtx> functionOf(const llvm::SCEV *Number) const;

private:
  void add(const llvm::Value *Condition, bool Holds);
  void add(const llvm::ICmpInst &Comparison, bool Holds);
  const llvm::SCEV *valueOf(const llvm::Value *V) const;

  polly::ScopStmt &Stmt;
  polly::Scop &S;
  llvm::ScalarEvolution &SE;
  isl::set Result, Unclear, Context;
  llvm::ValueToSCEVMapTy InPlaceOf;
};

/// The instances in \p Domain, { Domain[] } of the statement of \p MA under any
/// name, in which the access may happen with parameters in \p Context,
/// { [params] }. Complexity: that of PathConditions::add.
isl::set instancesOf(const polly::MemoryAccess &MA, isl::set Domain,
                     isl::set Context, const llvm::DominatorTree &DT);

/// Has the run-time check of \p S, for which Polly was told not to, confirm
/// that subscripts are within the inner dimensions of their arrays, where the
/// accesses may happen. False if isl needs more than \p MaxOperations for that
/// or some condition is asked for no such parameters.
bool demandInBounds(polly::Scop &S, const llvm::DominatorTree &DT,
                    unsigned long MaxOperations);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_PATHCONDITIONS_H
