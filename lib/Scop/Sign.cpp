//===- Sign.cpp - Values that are not negative ----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Sign.h.
///
//===----------------------------------------------------------------------===//

#include "Sign.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace smolly;

/// Sums deeper than this are not searched.
static constexpr unsigned MaxSumDepth = 4;

/// Whether \p V is at least \p Bound when \p BB runs, unless it is poison. What
/// holds at a dominating block holds here: a value does not change.
static bool isAtLeast(Value *V, const APInt &Bound, BasicBlock *BB,
                      const DominatorTree &DT, ScalarEvolution &SE,
                      unsigned Depth) {
  const SCEV *S = SE.getSCEV(V);
  const SCEV *Least = SE.getConstant(Bound);
  if (SE.isKnownPredicate(ICmpInst::ICMP_SGE, S, Least))
    return true;
  for (auto *Node = DT.getNode(BB); Node; Node = Node->getIDom()) {
    if (auto *I = dyn_cast<Instruction>(V);
        I && !DT.dominates(I->getParent(), Node->getBlock()))
      break;
    if (SE.isBasicBlockEntryGuardedByCond(Node->getBlock(), ICmpInst::ICMP_SGE,
                                          S, Least))
      return true;
  }
  // Scalar evolution drops nsw where overflow need not be undefined behaviour.
  auto *Sum = dyn_cast<OverflowingBinaryOperator>(V);
  if (!Sum || Sum->getOpcode() != Instruction::Add || !Sum->hasNoSignedWrap() ||
      Depth >= MaxSumDepth)
    return false;
  auto *Offset = dyn_cast<ConstantInt>(Sum->getOperand(1));
  if (!Offset) {
    APInt Zero = APInt::getZero(Bound.getBitWidth());
    return (isAtLeast(Sum->getOperand(0), Bound, BB, DT, SE, Depth + 1) &&
            isAtLeast(Sum->getOperand(1), Zero, BB, DT, SE, Depth + 1)) ||
           (isAtLeast(Sum->getOperand(0), Zero, BB, DT, SE, Depth + 1) &&
            isAtLeast(Sum->getOperand(1), Bound, BB, DT, SE, Depth + 1));
  }
  bool Overflow = false;
  APInt Rest = Bound.ssub_ov(Offset->getValue(), Overflow);
  return !Overflow &&
         isAtLeast(Sum->getOperand(0), Rest, BB, DT, SE, Depth + 1);
}

bool smolly::isNonNegative(Value *V, BasicBlock *BB, const DominatorTree &DT,
                           ScalarEvolution &SE) {
  return isAtLeast(V, APInt::getZero(V->getType()->getIntegerBitWidth()), BB,
                   DT, SE, 0);
}
