//===- BoundChoices.h - Bounds that are chosen at borders -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sees that a bound of a loop is the least or the largest of two values:
///
///     int last = x + r;
///     if (last >= w)
///       last = w - 1;
///     for (k = x < r ? 0 : x - r; k <= last; k++)
///
/// becomes
///
///     for (k = max(0, x - r); k <= min(w - 1, x + r); k++)
///
/// ScalarEvolution sees it only where what is compared is also what is chosen.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_BOUNDCHOICES_H
#define SMOLLY_LIB_SCOP_BOUNDCHOICES_H

#include "llvm/IR/Intrinsics.h"
#include <optional>

namespace llvm {
class DominatorTree;
class Function;
class Instruction;
class LoopInfo;
class SCEV;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace smolly {

/// Condition ? IfTrue : IfFalse, for what \p Result is.
struct Choice {
  llvm::Instruction *Result = nullptr;
  llvm::Value *Condition = nullptr, *IfTrue = nullptr, *IfFalse = nullptr;
  /// Where all of them are known, or can be computed.
  llvm::Instruction *Where = nullptr;
};

/// What \p V chooses: as a select, or as what an `if` ends with that does
/// nothing else. Complexity: constant.
std::optional<Choice> choiceAt(llvm::Value *V, const llvm::DominatorTree &DT);

/// Left < Right ? One : Other is the minimum of One and Other if these are as
/// far from each other as Left is from Right, and the maximum if it is the
/// other way round, give or take one.
struct ChosenExtreme {
  llvm::Intrinsic::ID Kind;
  /// (Left - Right) - (One - Other), or their sum for a maximum: 0 or -1.
  int Shift;
};

/// Which extreme Left < Right ? One : Other is, if \p Compared is Left - Right
/// and \p Chosen is One - Other, both with a sign and without overflow; none if
/// that is not known.
std::optional<ChosenExtreme> chosenExtreme(const llvm::SCEV *Compared,
                                           const llvm::SCEV *Chosen,
                                           llvm::ScalarEvolution &SE);

/// Makes extremes of choices between two values that loops of \p F begin or end
/// with. Returns whether anything changed; blocks stay as they are. To be
/// called while additions still have their nsw flags.
/// Complexity: linear in the number of loops and their expressions.
bool chooseBoundsByExtremes(llvm::Function &F, llvm::LoopInfo &LI,
                            llvm::DominatorTree &DT, llvm::ScalarEvolution &SE);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_BOUNDCHOICES_H
