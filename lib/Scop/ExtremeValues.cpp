//===- ExtremeValues.cpp - The least and the greatest in memory -----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ExtremeValues.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/ExtremeValues.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace smolly;

/// The attribute of the functions, with the value Least or something else.
static constexpr StringLiteral ExtremeAttribute = "smolly-extreme";
static constexpr StringLiteral Least = "least", Greatest = "greatest";

static std::string nameOf(StringRef Kind, unsigned Bits) {
  return ("smolly." + Kind + ".i" + Twine(Bits)).str();
}

CallInst *smolly::emitExtreme(IRBuilderBase &B, Extreme Which, Type *T,
                              Value *First, Value *Count, Value *Step) {
  StringRef Kind = Which == Extreme::Least ? Least : Greatest;
  FunctionCallee Found = B.GetInsertBlock()->getModule()->getOrInsertFunction(
      nameOf(Kind, T->getIntegerBitWidth()), T, B.getPtrTy(), Count->getType(),
      Step->getType());
  auto *F = cast<Function>(Found.getCallee());
  for (Attribute::AttrKind Attribute :
       {Attribute::NoUnwind, Attribute::NoFree, Attribute::NoSync,
        Attribute::WillReturn})
    F->addFnAttr(Attribute);
  F->setOnlyReadsMemory();
  F->setOnlyAccessesArgMemory();
  F->addFnAttr(ExtremeAttribute, Kind);
  return B.CreateCall(Found, {First, Count, Step}, Kind);
}

bool smolly::isExtreme(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->hasFnAttribute(ExtremeAttribute);
}

/// A loop in place of \p Call.
static void expand(CallInst &Call) {
  bool IsLeast = Call.getCalledFunction()
                     ->getFnAttribute(ExtremeAttribute)
                     .getValueAsString() == Least;
  Value *First = Call.getArgOperand(0), *Count = Call.getArgOperand(1),
        *Step = Call.getArgOperand(2);
  Type *T = Call.getType(), *Number = Count->getType();
  unsigned Bits = T->getIntegerBitWidth();
  Value *Start = ConstantInt::get(T, IsLeast ? APInt::getSignedMaxValue(Bits)
                                             : APInt::getSignedMinValue(Bits));
  BasicBlock *Before = Call.getParent();
  BasicBlock *After = SplitBlock(Before, Call.getIterator());
  BasicBlock *Body = BasicBlock::Create(Call.getContext(), "smolly.extreme",
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
  Value *Found = B.CreateBinaryIntrinsic(
      IsLeast ? Intrinsic::smin : Intrinsic::smax, Sofar, Loaded);
  Value *Next = B.CreateNUWAdd(Index, ConstantInt::get(Number, 1));
  B.CreateCondBr(B.CreateICmpSLT(Next, Count), Body, After);
  for (auto [Phi, Begin, Further] :
       {std::tuple(Index, None, Next), std::tuple(Sofar, Start, Found)}) {
    Phi->addIncoming(Begin, Before);
    Phi->addIncoming(Further, Body);
  }
  B.SetInsertPoint(After, After->begin());
  PHINode *Result = B.CreatePHI(T, 2);
  Result->addIncoming(Start, Before);
  Result->addIncoming(Found, Body);
  Call.replaceAllUsesWith(Result);
  Call.eraseFromParent();
}

void smolly::expandExtremes(Function &F) {
  SmallVector<CallInst *, 2> Calls;
  for (Instruction &I : instructions(F))
    if (isExtreme(I))
      Calls.push_back(cast<CallInst>(&I));
  for (CallInst *Call : Calls)
    expand(*Call);
}

void smolly::dropUnusedExtremes(Module &M) {
  for (StringRef Kind : {Least, Greatest})
    for (unsigned Bits = 1; Bits <= MaxExtremeBits; ++Bits)
      if (Function *F = M.getFunction(nameOf(Kind, Bits));
          F && F->use_empty() && F->hasFnAttribute(ExtremeAttribute))
        F->eraseFromParent();
}
