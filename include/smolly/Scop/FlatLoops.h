//===- FlatLoops.h - Loops over all elements as loops over rows -*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an array with rows is in one place is a list of numbers in another:
///
///     for (i = 0; i < h * w; ++i)       for (y = 0; y < h; ++y)
///       u[i] = 2 * v[i];          =       for (x = 0; x < w; ++x)
///                                           u[y * w + x] = 2 * v[y * w + x];
///
/// Of the former, Polly sees one row that is too long. The two are equal if
/// both sizes are positive and their product does not wrap around, which the
/// run-time check of rewritten loops asks for. What is not rewritten becomes
/// the loop that it was.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_FLATLOOPS_H
#define SMOLLY_SCOP_FLATLOOPS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/ValueHandle.h"

namespace llvm {
class BasicBlock;
class Function;
class Loop;
class Value;
} // namespace llvm

namespace polly {
class Scop;
} // namespace polly

namespace smolly {

/// Loops that were split into several, until this object goes.
class FlatLoops {
public:
  FlatLoops() = default;
  ~FlatLoops();
  FlatLoops(const FlatLoops &) = delete;
  FlatLoops &operator=(const FlatLoops &) = delete;

  /// Splits loops of \p F, the working copy of \p Twin, that run over arrays of
  /// which the rows are known. Invalidates the analyses if there are any.
  /// Complexity: linear in the size of F and in the uses of the arrays, and
  /// quadratic in the number of such loops, as each tells of the others.
  void split(llvm::Function &F, const llvm::Function &Twin,
             llvm::FunctionAnalysisManager &FAM);

  /// Restricts \p S to sizes for which the loops in it do what they did.
  /// Complexity: linear in the number of loops that were split.
  void assumeEqual(polly::Scop &S) const;

private:
  class Splitter;

  /// What is only right for sizes that are at least one, and not too large.
  struct Place {
    llvm::WeakVH Block;
    /// A block that has to be in a SCoP that Block is in: the header of the
    /// outermost of the loops. Null if there is none.
    llvm::WeakVH Outermost;
    /// Comparisons with the sizes, and what these may be at most.
    llvm::SmallVector<std::pair<llvm::WeakVH, uint64_t>, 3> Sizes;
  };
  /// A value that stands in place of another one.
  struct Change {
    llvm::WeakVH User;
    unsigned Operand;
    llvm::WeakTrackingVH Before;
  };

  llvm::SmallVector<Place, 4> Places;
  llvm::SmallVector<Change, 8> Changes;
};

/// Whether \p L is one of those in place of another one.
bool isInPlaceOfFlatLoop(const llvm::Loop &L);

} // namespace smolly

#endif // SMOLLY_SCOP_FLATLOOPS_H
