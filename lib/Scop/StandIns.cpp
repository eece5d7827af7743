//===- StandIns.cpp - Functions in place of others ------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements StandIns.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/StandIns.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace smolly;

void StandIns::hide(CallBase &Call, StringRef Name, StringRef Value) {
  Function &Callee = *Call.getCalledFunction();
  Function *&StandIn = Functions[&Callee];
  if (!StandIn) {
    StandIn =
        Function::Create(Callee.getFunctionType(), GlobalValue::ExternalLinkage,
                         "smolly." + Callee.getName(), Callee.getParent());
    StandIn->setCallingConv(Callee.getCallingConv());
    for (Attribute::AttrKind Kind :
         {Attribute::NoUnwind, Attribute::NoFree, Attribute::NoSync})
      StandIn->addFnAttr(Kind);
    StandIn->setDoesNotAccessMemory();
    StandIn->addFnAttr(Name, Value);
  }
  Call.removeFnAttr(Attribute::WillReturn);
  Call.setCalledFunction(StandIn);
}

SmallVector<CallBase *, 8> StandIns::calls() const {
  SmallVector<CallBase *, 8> Result;
  for (auto &[Callee, StandIn] : Functions)
    for (User *U : StandIn->users())
      Result.push_back(cast<CallBase>(U));
  return Result;
}

StandIns::~StandIns() {
  for (auto &[Callee, StandIn] : Functions) {
    StandIn->replaceAllUsesWith(Callee);
    StandIn->eraseFromParent();
  }
}

Function *smolly::createPureStandIn(Type *T, ArrayRef<Type *> Arguments,
                                    StringRef Name, StringRef Attribute,
                                    Module &M) {
  Function *F = Function::Create(FunctionType::get(T, Arguments, false),
                                 GlobalValue::ExternalLinkage, Name, M);
  for (Attribute::AttrKind Kind : {Attribute::NoUnwind, Attribute::NoFree,
                                   Attribute::NoSync, Attribute::WillReturn})
    F->addFnAttr(Kind);
  F->setDoesNotAccessMemory();
  F->addFnAttr(Attribute);
  return F;
}

const CallInst *smolly::callOfStandIn(const Value *V, StringRef Attribute) {
  const auto *Call = dyn_cast_or_null<CallInst>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->hasFnAttribute(Attribute) ? Call : nullptr;
}
