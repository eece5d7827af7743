//===- CounterConditions.cpp - Conditions on loop counters ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements CounterConditions.h.
///
//===----------------------------------------------------------------------===//

#include "CounterConditions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// Conditions that are deeper than this are not looked at.
static constexpr unsigned MaxDepth = 3;

namespace {

/// Which loops and values an expression depends on.
struct Leaves {
  SmallSetVector<const Loop *, 4> Loops;
  SmallSetVector<const Instruction *, 4> Unknown;
};

} // namespace

/// Whether \p S is a sum of multiples of counters, and of values that are added
/// to \p L.
static bool isAffine(const SCEV *S, Leaves &L) {
  auto AreAffine = [&](ArrayRef<const SCEV *> Operands) {
    return all_of(Operands, [&](const SCEV *T) { return isAffine(T, L); });
  };
  switch (S->getSCEVType()) {
  case scConstant:
    return true;
  case scUnknown:
    if (auto *I = dyn_cast<Instruction>(cast<SCEVUnknown>(S)->getValue()))
      L.Unknown.insert(I);
    return true;
  case scTruncate:
  case scZeroExtend:
  case scSignExtend:
  case scAddExpr:
  case scSMaxExpr:
  case scSMinExpr:
    return AreAffine(S->operands());
  case scMulExpr:
    return count_if(S->operands(),
                    [](const SCEV *T) { return !isa<SCEVConstant>(T); }) <= 1 &&
           AreAffine(S->operands());
  case scAddRecExpr: {
    auto *Rec = cast<SCEVAddRecExpr>(S);
    L.Loops.insert(Rec->getLoop());
    return Rec->isAffine() && isa<SCEVConstant>(Rec->getOperand(1)) &&
           isAffine(Rec->getStart(), L);
  }
  default:
    return false;
  }
}

/// Adds the operands of the comparisons that \p Condition is made of to
/// \p Compared. Returns whether these are all, and integers.
static bool collectCompared(const Value *Condition,
                            SmallVectorImpl<const Value *> &Compared,
                            unsigned Depth) {
  if (const auto *Compare = dyn_cast<ICmpInst>(Condition)) {
    append_range(Compared, Compare->operands());
    return Compare->getOperand(0)->getType()->isIntegerTy();
  }
  const Value *First, *Second;
  return Depth < MaxDepth &&
         (match(Condition, m_And(m_Value(First), m_Value(Second))) ||
          match(Condition, m_Or(m_Value(First), m_Value(Second)))) &&
         collectCompared(First, Compared, Depth + 1) &&
         collectCompared(Second, Compared, Depth + 1);
}

bool smolly::areAffine(ArrayRef<const Value *> Values, const Loop &L,
                       ScalarEvolution &SE) {
  Leaves Found;
  auto IsAround = [&](const Loop *Outer) { return Outer->contains(&L); };
  auto IsFixed = [&](const Instruction *I) {
    return !L.contains(I) &&
           none_of(Found.Loops, [&](const Loop *O) { return O->contains(I); });
  };
  return all_of(Values,
                [&](const Value *V) {
                  return isAffine(SE.getSCEV(const_cast<Value *>(V)), Found);
                }) &&
         all_of(Found.Loops, IsAround) && all_of(Found.Unknown, IsFixed);
}

bool smolly::asksCounters(const Value *Condition, const Loop &L,
                          ScalarEvolution &SE) {
  SmallVector<const Value *, 8> Compared;
  return collectCompared(Condition, Compared, 0) && areAffine(Compared, L, SE);
}
