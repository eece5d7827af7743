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

static constexpr const char *CounterName = "smolly.runs";

/// A destructor that prints the counter.
static Function *createPrinter(Module &M, GlobalVariable *Counter) {
  LLVMContext &Context = M.getContext();
  auto *Printer =
      Function::Create(FunctionType::get(Type::getVoidTy(Context), false),
                       GlobalValue::InternalLinkage, "smolly.print.runs", M);
  IRBuilder<> B(BasicBlock::Create(Context, "", Printer));
  FunctionCallee Print = M.getOrInsertFunction(
      "dprintf",
      FunctionType::get(B.getInt32Ty(), {B.getInt32Ty(), B.getPtrTy()}, true));
  Value *Format = B.CreateGlobalString("smolly: %ld runs of rewritten loops\n");
  B.CreateCall(Print,
               {B.getInt32(2), Format, B.CreateLoad(B.getInt64Ty(), Counter)});
  B.CreateRetVoid();
  return Printer;
}

void smolly::countRun(Module &M, BasicBlock *Start) {
  GlobalVariable *Counter = M.getNamedGlobal(CounterName);
  Type *I64 = Type::getInt64Ty(M.getContext());
  if (!Counter) {
    Counter = new GlobalVariable(M, I64, /*isConstant=*/false,
                                 GlobalValue::InternalLinkage,
                                 ConstantInt::get(I64, 0), CounterName);
    appendToGlobalDtors(M, createPrinter(M, Counter), 65535);
  }
  IRBuilder<> B(Start, Start->getFirstNonPHIIt());
  Value *Count = B.CreateLoad(I64, Counter);
  B.CreateStore(B.CreateAdd(Count, B.getInt64(1)), Counter);
}
