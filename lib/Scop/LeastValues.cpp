//===- LeastValues.cpp - The least of values in memory --------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements LeastValues.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/LeastValues.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace smolly;

static constexpr StringLiteral LeastAttribute = "smolly-least-value";

CallInst *smolly::emitLeastValue(IRBuilderBase &B, Type *T, Value *First,
                                 Value *Count, Value *Step) {
  Module &M = *B.GetInsertBlock()->getModule();
  std::string Name = ("smolly.least.i" + Twine(T->getIntegerBitWidth())).str();
  FunctionCallee Least =
      M.getOrInsertFunction(Name, T, B.getPtrTy(), Count->getType(),
                            Step->getType());
  auto *F = cast<Function>(Least.getCallee());
  for (Attribute::AttrKind Kind :
       {Attribute::NoUnwind, Attribute::NoFree, Attribute::NoSync,
        Attribute::WillReturn})
    F->addFnAttr(Kind);
  F->setOnlyReadsMemory();
  F->setOnlyAccessesArgMemory();
  F->addFnAttr(LeastAttribute);
  return B.CreateCall(Least, {First, Count, Step}, "least");
}

bool smolly::isLeastValue(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->hasFnAttribute(LeastAttribute);
}

/// A loop in place of \p Call.
static void expand(CallInst &Call) {
  Value *First = Call.getArgOperand(0), *Count = Call.getArgOperand(1),
        *Step = Call.getArgOperand(2);
  Type *T = Call.getType(), *Number = Count->getType();
  Value *Largest = ConstantInt::get(
      T, APInt::getSignedMaxValue(T->getIntegerBitWidth()));
  BasicBlock *Before = Call.getParent();
  BasicBlock *After = SplitBlock(Before, Call.getIterator());
  BasicBlock *Body = BasicBlock::Create(Call.getContext(), "smolly.least",
                                        Before->getParent(), After);
  Before->getTerminator()->eraseFromParent();
  IRBuilder<> B(Before);
  Value *None = ConstantInt::get(Number, 0);
  B.CreateCondBr(B.CreateICmpSGT(Count, None), Body, After);
  B.SetInsertPoint(Body);
  PHINode *Index = B.CreatePHI(Number, 2);
  PHINode *Sofar = B.CreatePHI(T, 2);
  Value *Address = B.CreatePtrAdd(First, B.CreateMul(Index, Step));
  Value *Loaded = B.CreateAlignedLoad(T, Address, Align(1));
  Value *Least = B.CreateBinaryIntrinsic(Intrinsic::smin, Sofar, Loaded);
  Value *Next = B.CreateNUWAdd(Index, ConstantInt::get(Number, 1));
  B.CreateCondBr(B.CreateICmpSLT(Next, Count), Body, After);
  for (auto [Phi, Begin, Further] : {std::tuple(Index, None, Next),
                                     std::tuple(Sofar, Largest, Least)}) {
    Phi->addIncoming(Begin, Before);
    Phi->addIncoming(Further, Body);
  }
  B.SetInsertPoint(After, After->begin());
  PHINode *Result = B.CreatePHI(T, 2);
  Result->addIncoming(Largest, Before);
  Result->addIncoming(Least, Body);
  Call.replaceAllUsesWith(Result);
  Call.eraseFromParent();
}

void smolly::expandLeastValues(Function &F) {
  SmallVector<CallInst *, 2> Calls;
  for (Instruction &I : instructions(F))
    if (isLeastValue(I))
      Calls.push_back(cast<CallInst>(&I));
  for (CallInst *Call : Calls)
    expand(*Call);
}
