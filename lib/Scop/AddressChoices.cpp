//===- AddressChoices.cpp - Addresses that are chosen ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements AddressChoices.h.
///
//===----------------------------------------------------------------------===//

#include "AddressChoices.h"
#include "CounterConditions.h"
#include "smolly/Scop/ObjectFacts.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

Use &smolly::addressOf(Instruction &Access) {
  return Access.getOperandUse(isa<LoadInst>(Access)
                                  ? LoadInst::getPointerOperandIndex()
                                  : StoreInst::getPointerOperandIndex());
}

bool smolly::isAddressArithmetic(const Instruction *I) {
  return isa<GetElementPtrInst, CastInst, SelectInst>(I) ||
         (isa<BinaryOperator>(I) && !I->isIntDivRem());
}

bool AddressChoices::areObjects(const Value *First, const Value *Second) const {
  if (!First->getType()->isPointerTy())
    return false;
  const Value *Objects[] = {getUnderlyingObject(First),
                            getUnderlyingObject(Second)};
  return Objects[0] != Objects[1] && any_of(Objects, [&](const Value *V) {
           return isCandidateObject(V, TLI);
         });
}

bool AddressChoices::isPlace(const Value *V, const LoadInst &Load,
                             const Loop &L) const {
  if (V->getType()->isPointerTy())
    return isCandidateObject(getUnderlyingObject(V), TLI);
  return V->getType()->isIntegerTy() && areAffine({V}, L, SE) &&
         isCandidateObject(getUnderlyingObject(Load.getPointerOperand()), TLI);
}

bool AddressChoices::isChoice(const Instruction *I, const Loop &L,
                              const LoadInst *Load) const {
  if (const auto *Select = dyn_cast<SelectInst>(I))
    return Select->getCondition()->getType()->isIntegerTy(1) &&
           (asksCounters(Select->getCondition(), L, SE) ||
            areObjects(Select->getTrueValue(), Select->getFalseValue()) ||
            (Load && isPlace(Select->getTrueValue(), *Load, L) &&
             isPlace(Select->getFalseValue(), *Load, L)));
  if (isa<ZExtInst, SExtInst>(I) && I->getOperand(0)->getType()->isIntegerTy(1))
    return asksCounters(I->getOperand(0), L, SE);
  return (isa<MinMaxIntrinsic>(I) ||
          match(I, m_Intrinsic<Intrinsic::usub_sat>())) &&
         I->getType()->isIntegerTy() &&
         areAffine({I->getOperand(0), I->getOperand(1)}, L, SE);
}
