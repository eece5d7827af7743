//===- HiddenExit.cpp - exit() at the end of main -------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements HiddenExit.h. LLVM removes what is behind a call that does not
/// return, which is why another function is called that may.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/HiddenExit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace smolly;

/// Ends of one function that are looked at.
static constexpr unsigned MaxEnds = 16;

/// The call behind which \p BB ends because it does not return.
static CallInst *lastCall(BasicBlock &BB) {
  auto *End = dyn_cast<UnreachableInst>(BB.getTerminator());
  auto *Call = End ? dyn_cast_or_null<CallInst>(End->getPrevNode()) : nullptr;
  return Call && Call->doesNotReturn() && Call->getCalledFunction() &&
                 !Call->getCalledFunction()->isIntrinsic() &&
                 !Call->isMustTailCall() && !Call->hasOperandBundles()
             ? Call
             : nullptr;
}

/// Whether control may get from each outermost loop to \p BB.
static bool isBehindLoops(BasicBlock &BB, const LoopInfo &LI) {
  SmallSetVector<const BasicBlock *, 32> Before;
  Before.insert(&BB);
  for (unsigned Next = 0; Next < Before.size(); ++Next)
    Before.insert_range(predecessors(Before[Next]));
  return !LI.empty() && all_of(LI, [&](const Loop *L) {
    return Before.contains(L->getHeader());
  });
}

bool HiddenExit::hide(Function &F, const LoopInfo &LI) {
  SmallVector<CallInst *, 2> Calls;
  for (BasicBlock &BB : F) {
    if (isa<ReturnInst>(BB.getTerminator()))
      return false;
    if (CallInst *Call = lastCall(BB))
      Calls.push_back(Call);
  }
  if (Calls.size() > MaxEnds)
    return false;
  for (CallInst *Call : Calls) {
    BasicBlock &BB = *Call->getParent();
    if (!isBehindLoops(BB, LI))
      continue;
    Function *Callee = Call->getCalledFunction();
    auto *StandIn = Function::Create(
        Callee->getFunctionType(), GlobalValue::ExternalLinkage,
        "smolly." + Callee->getName(), Callee->getParent());
    StandIn->setCallingConv(Callee->getCallingConv());
    if (Call->doesNotThrow())
      StandIn->setDoesNotThrow();
    Ends.push_back({Callee, StandIn, Call->getAttributes()});
    Call->setAttributes({});
    Call->setCalledFunction(StandIn);
    BB.getTerminator()->eraseFromParent();
    Type *Result = F.getReturnType();
    ReturnInst::Create(
        F.getContext(),
        Result->isVoidTy() ? nullptr : Constant::getNullValue(Result), &BB);
  }
  return !Ends.empty();
}

HiddenExit::~HiddenExit() {
  for (End &E : Ends) {
    for (User *U : make_early_inc_range(E.StandIn->users())) {
      auto *Call = cast<CallInst>(U);
      Call->setCalledFunction(E.Callee);
      Call->setAttributes(E.Attributes);
      changeToUnreachable(Call->getNextNode());
    }
    E.StandIn->eraseFromParent();
  }
}
