//===- KnownLoads.cpp - What follows from known loads ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements KnownLoads.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/KnownLoads.h"
#include "smolly/Kernel/Kernel.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace smolly;

Constant *smolly::constantOf(const std::string &Text, Type *T) {
  if (!T->isIntegerTy() && !T->isFloatingPointTy() && !T->isPointerTy())
    return nullptr;
  if (Text == ConstantZero)
    return Constant::getNullValue(T);
  StringRef Digits = Text;
  APInt Bits;
  if (T->isPointerTy() || !Digits.consume_front("0x") ||
      Digits.getAsInteger(16, Bits))
    return nullptr;
  unsigned Width = T->getPrimitiveSizeInBits().getFixedValue();
  if (Bits.getActiveBits() > Width)
    return nullptr;
  Bits = Bits.zextOrTrunc(Width);
  if (T->isIntegerTy())
    return ConstantInt::get(T, Bits);
  return ConstantFP::get(T->getContext(), APFloat(T->getFltSemantics(), Bits));
}

KnownResults::KnownResults(const polly::ScopStmt &Stmt,
                           const KnownLoads &Loads) {
  for (auto [Load, Found] : Loads)
    Results[Load] = Found;
  if (!Stmt.isBlockStmt())
    return;
  for (Instruction *I : Stmt.getInstructions())
    if (Value *V = simplified(*I))
      Results[I] = V;
}

Value *KnownResults::resultOf(Value *V) const {
  auto It = Results.find(V);
  return It == Results.end() ? V : It->second;
}

/// The result of \p I, with results of its operands; null if it is none but
/// itself.
Value *KnownResults::simplified(Instruction &I) const {
  if (isa<PHINode, LoadInst, StoreInst>(I) || I.getType()->isVoidTy())
    return nullptr;
  SmallVector<Value *, 4> Operands;
  for (Value *Operand : I.operands())
    Operands.push_back(resultOf(Operand));
  if (equal(Operands, I.operands()))
    return nullptr;
  // What is not defined may be another value elsewhere.
  SimplifyQuery Query = SimplifyQuery(I.getDataLayout(), &I).getWithoutUndef();
  if (auto *Call = dyn_cast<IntrinsicInst>(&I);
      Call && (Call->getIntrinsicID() == Intrinsic::fmuladd ||
               Call->getIntrinsicID() == Intrinsic::fma)) {
    FastMathFlags Flags = Call->getFastMathFlags();
    Value *Product = simplifyFMAFMul(Operands[0], Operands[1], Flags, Query);
    return Product ? simplifyFAddInst(Product, Operands[2], Flags, Query)
                   : nullptr;
  }
  return simplifyInstructionWithOperands(&I, Operands, Query);
}

bool KnownResults::isWrittenBack(const polly::MemoryAccess &Read,
                                 const polly::MemoryAccess &Write) const {
  if (!Read.isRead() || !Write.isMustWrite())
    return false;
  if (Read.isOriginalArrayKind() && Write.isOriginalArrayKind()) {
    auto *Load = dyn_cast_or_null<LoadInst>(Read.getAccessInstruction());
    auto *Store = dyn_cast_or_null<StoreInst>(Write.getAccessInstruction());
    return Load && Store && Load->getParent() == Store->getParent() &&
           Load->comesBefore(Store) &&
           Load->getType() == Store->getValueOperand()->getType() &&
           resultOf(Load) == resultOf(Store->getValueOperand());
  }
  if (!Read.isOriginalPHIKind() || !Write.isOriginalPHIKind() ||
      Read.getOriginalScopArrayInfo() != Write.getOriginalScopArrayInfo())
    return false;
  ArrayRef<std::pair<BasicBlock *, Value *>> Incoming = Write.getIncoming();
  return Incoming.size() == 1 &&
         resultOf(Incoming.front().second) == Read.getAccessInstruction();
}
