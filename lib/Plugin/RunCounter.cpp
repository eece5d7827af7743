//===- RunCounter.cpp - Count runs of rewritten loops ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RunCounter.h.
///
//===----------------------------------------------------------------------===//

#include "RunCounter.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace smolly;

static constexpr const char *PrinterName = "smolly.print.runs",
                            *CounterName = "smolly.runs",
                            *SayIdleName = "smolly.print.idle";

/// dprintf(2, ..)
static CallInst *createPrint(IRBuilder<> &B, StringRef Format, Value *What) {
  Module &M = *B.GetInsertBlock()->getModule();
  FunctionCallee Print = M.getOrInsertFunction(
      "dprintf",
      FunctionType::get(B.getInt32Ty(), {B.getInt32Ty(), B.getPtrTy()}, true));
  return B.CreateCall(Print,
                      {B.getInt32(2), B.CreateGlobalString(Format), What});
}

static Function *createFunction(Module &M, StringRef Name,
                                ArrayRef<Type *> Arguments) {
  auto *F = Function::Create(
      FunctionType::get(Type::getVoidTy(M.getContext()), Arguments, false),
      GlobalValue::InternalLinkage, Name, M);
  BasicBlock::Create(M.getContext(), "", F);
  return F;
}

/// A function of a number and a text, which it prints if the number is 0.
static Function *createSayIdle(Module &M) {
  LLVMContext &C = M.getContext();
  Function *Say = createFunction(M, SayIdleName,
                                 {Type::getInt64Ty(C), PointerType::get(C, 0)});
  IRBuilder<> B(&Say->getEntryBlock());
  auto *Print = BasicBlock::Create(C, "", Say);
  auto *End = BasicBlock::Create(C, "", Say);
  B.CreateCondBr(B.CreateIsNull(Say->getArg(0)), Print, End);
  B.SetInsertPoint(Print);
  createPrint(B, "smolly: rewritten loops of %s never ran\n", Say->getArg(1));
  B.CreateBr(End);
  B.SetInsertPoint(End);
  B.CreateRetVoid();
  return Say;
}

/// A destructor that prints a sum, of nothing so far.
static Function *createPrinter(Module &M) {
  Function *Printer = createFunction(M, PrinterName, {});
  IRBuilder<> B(&Printer->getEntryBlock());
  createPrint(B, "smolly: %ld runs of rewritten loops\n", B.getInt64(0));
  B.CreateRetVoid();
  appendToGlobalDtors(M, Printer, 65535);
  return Printer;
}

void smolly::countRun(Module &M, BasicBlock *Start, StringRef Name) {
  Function *Printer = M.getFunction(PrinterName);
  if (!Printer) {
    createSayIdle(M);
    Printer = createPrinter(M);
  }
  Type *I64 = Type::getInt64Ty(M.getContext());
  auto *Counter = new GlobalVariable(M, I64, /*isConstant=*/false,
                                     GlobalValue::InternalLinkage,
                                     ConstantInt::get(I64, 0), CounterName);
  // No more than a counter a function: what is inlined depends on its size.
  IRBuilder<> B(Start, Start->getFirstNonPHIIt());
  Value *Count = B.CreateLoad(I64, Counter);
  B.CreateStore(B.CreateAdd(Count, B.getInt64(1)), Counter);

  auto *Print =
      cast<CallInst>(Printer->getEntryBlock().getTerminator()->getPrevNode());
  B.SetInsertPoint(Print);
  Value *Runs = B.CreateLoad(I64, Counter);
  B.CreateCall(M.getFunction(SayIdleName), {Runs, B.CreateGlobalString(Name)});
  Print->setArgOperand(2, B.CreateAdd(Print->getArgOperand(2), Runs));
}
