//===- ValuePool.cpp - One value for equal expressions --------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ValuePool.h. A value of the pool carries no flags and no debug
/// location: it is computed where the program does not.
///
//===----------------------------------------------------------------------===//

#include "ValuePool.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace smolly;

bool smolly::isArithmetic(const Value *V) {
  if (!V->getType()->isIntegerTy())
    return false;
  if (isa<MinMaxIntrinsic>(V))
    return true;
  return isa<BinaryOperator, CastInst, CmpInst, SelectInst>(V) &&
         isSafeToSpeculativelyExecute(cast<Instruction>(V));
}

/// The first place where all of \p Values, which dominate a common place, are
/// known.
std::optional<BasicBlock::iterator>
ValuePool::pointBehind(ArrayRef<Value *> Values) {
  Instruction *Last = nullptr;
  for (Value *V : Values)
    if (auto *I = dyn_cast<Instruction>(V);
        I && (!Last || DT.dominates(Last, I)))
      Last = I;
  if (!Last)
    return F.getEntryBlock().getFirstInsertionPt();
  return Last->getInsertionPointAfterDef();
}

Value *ValuePool::intern(Instruction *New) {
  Instruction *Known = nullptr;
  for (Value *Operand : New->operand_values())
    if (!isa<Constant>(Operand))
      for (User *U : Operand->users())
        if (!Known && Pool.contains(U) &&
            cast<Instruction>(U)->isIdenticalTo(New))
          Known = cast<Instruction>(U);
  auto Where = pointBehind(SmallVector<Value *, 4>(New->operand_values()));
  if (Known || !Where) {
    New->deleteValue();
    return Known;
  }
  New->insertBefore(*(*Where)->getParent(), *Where);
  Pool.insert(New);
  return New;
}

Value *ValuePool::hoist(Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !isArithmetic(I) || Pool.contains(V))
    return V;
  if (auto It = Hoisted.find(V); It != Hoisted.end())
    return It->second;
  Instruction *Clone = I->clone();
  Clone->dropPoisonGeneratingAnnotations();
  Clone->setDebugLoc(DebugLoc());
  for (Use &Operand : Clone->operands())
    Operand.set(hoist(Operand));
  Value *Result = intern(Clone);
  return Hoisted[V] = Result ? Result : V;
}

Value *ValuePool::freeze(Value *V) {
  return isa<FreezeInst>(V) ? V : intern(new FreezeInst(V));
}
