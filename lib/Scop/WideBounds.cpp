//===- WideBounds.cpp - Loops over products of sizes, in 64 bits ----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements WideBounds.h. That is before loops are rotated: they are left in
/// their header.
///
//===----------------------------------------------------------------------===//

#include "WideBounds.h"
#include "ArrayRows.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// Whether \p V, a signed number, is a product of several values, or a sum with
/// one in it, of which nothing is lost.
static bool hasProduct(const Value *V, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 8;
  const auto *Op = dyn_cast<OverflowingBinaryOperator>(V);
  if (!Op || !Op->hasNoSignedWrap() || Depth > MaxDepth ||
      Op->getOpcode() == Instruction::Shl)
    return false;
  if (Op->getOpcode() == Instruction::Mul && !isa<Constant>(Op->getOperand(1)))
    return true;
  return hasProduct(Op->getOperand(0), Depth + 1) ||
         hasProduct(Op->getOperand(1), Depth + 1);
}

namespace {

/// Rewrites the loops of one function.
class BoundWidener {
public:
  BoundWidener(Function &F, DominatorTree &DT, ScalarEvolution &SE)
      : DT(DT), SE(SE), I64(Type::getInt64Ty(F.getContext())),
        Values(SE, "smolly.bound") {}
  bool widen(const Loop &L);

private:
  Value *outside(Value *V, const Loop &L);
  PHINode *widenCounter(PHINode &Counter, const Loop &L);

  DominatorTree &DT;
  ScalarEvolution &SE;
  Type *I64;
  SCEVExpander Values;
};

} // namespace

/// Emits \p V, a signed number, in 64 bits in front of \p L; null if it is not
/// known there.
Value *BoundWidener::outside(Value *V, const Loop &L) {
  Instruction *End = L.getLoopPredecessor()->getTerminator();
  const SCEV *Polynomial = polynomialOf(V, L.getHeader(), DT, SE);
  // What an invoke gives is not known in front of it.
  return !isa<CallBase>(End) && SE.isLoopInvariant(Polynomial, &L) &&
                 Values.isSafeToExpandAt(Polynomial, End)
             ? Values.expandCodeFor(Polynomial, I64, End)
             : nullptr;
}

/// Lets \p Counter, in the header of \p L, be the lower bits of one that begins
/// with a product of 64 bits, which is returned. Null if it is no counter, or
/// begins with something else.
PHINode *BoundWidener::widenCounter(PHINode &Counter, const Loop &L) {
  BasicBlock *Latch = L.getLoopLatch(), *Before = L.getLoopPredecessor();
  ConstantInt *Step;
  if (Counter.getParent() != L.getHeader() || !Latch ||
      !hasProduct(Counter.getIncomingValueForBlock(Before)) ||
      !match(Counter.getIncomingValueForBlock(Latch),
             m_NSWAdd(m_Specific(&Counter), m_ConstantInt(Step))))
    return nullptr;
  Value *Start = outside(Counter.getIncomingValueForBlock(Before), L);
  if (!Start)
    return nullptr;
  IRBuilder<> B(&Counter);
  PHINode *Wide = B.CreatePHI(I64, 2);
  B.SetInsertPoint(Latch->getTerminator());
  Wide->addIncoming(Start, Before);
  Wide->addIncoming(B.CreateNSWAdd(Wide, B.getInt64(Step->getSExtValue())),
                    Latch);
  for (User *U : Counter.users())
    if (isa<SExtInst>(U) && U->getType() == I64)
      U->replaceAllUsesWith(Wide);
  B.SetInsertPoint(L.getHeader()->getFirstInsertionPt());
  Counter.replaceAllUsesWith(B.CreateTrunc(Wide, Counter.getType(), "",
                                           /*IsNUW=*/false, /*IsNSW=*/true));
  Counter.eraseFromParent();
  return Wide;
}

bool BoundWidener::widen(const Loop &L) {
  auto *Branch = dyn_cast<BranchInst>(L.getHeader()->getTerminator());
  auto *Compare = Branch && Branch->isConditional()
                      ? dyn_cast<ICmpInst>(Branch->getCondition())
                      : nullptr;
  if (!L.getLoopPredecessor() || !Compare || Compare->isUnsigned() ||
      !Compare->getOperand(0)->getType()->isIntegerTy(32))
    return false;
  for (unsigned Bound : {0, 1}) {
    if (!hasProduct(Compare->getOperand(Bound)))
      continue;
    Value *Wide = outside(Compare->getOperand(Bound), L);
    if (!Wide)
      continue;
    auto *Counter = dyn_cast<PHINode>(Compare->getOperand(1 - Bound));
    Value *Other = Counter ? widenCounter(*Counter, L) : nullptr;
    if (!Other)
      Other =
          IRBuilder<>(Compare).CreateSExt(Compare->getOperand(1 - Bound), I64);
    Compare->setOperand(1 - Bound, Other);
    Compare->setOperand(Bound, Wide);
    return true;
  }
  return false;
}

bool smolly::widenBounds(Function &F, LoopInfo &LI, DominatorTree &DT,
                         ScalarEvolution &SE) {
  BoundWidener Bounds(F, DT, SE);
  bool Changed = false;
  for (const Loop *L : LI.getLoopsInPreorder())
    Changed |= Bounds.widen(*L);
  return Changed;
}
