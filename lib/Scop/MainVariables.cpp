//===- MainVariables.cpp - What a main program keeps for good -------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements MainVariables.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/MainVariables.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;
using namespace smolly;

/// Larger ones are arrays.
static constexpr uint64_t MaxBytes = 512;

/// Whether \p F is what flang makes of a main program: the C function main,
/// which it makes too, calls it once.
static bool isMainProgram(const Function &F) {
  if (F.getName() != "_QQmain" || !F.hasOneUse())
    return false;
  const auto *Call = dyn_cast<CallInst>(*F.user_begin());
  return Call && Call->getCalledFunction() == &F &&
         Call->getFunction()->getName() == "main";
}

/// Whether \p U accesses what is at its address and nothing else. Addresses
/// within are added to \p Worklist.
static bool isAccess(const Use &U, SmallVectorImpl<const Value *> &Worklist) {
  const User *By = U.getUser();
  if (isa<GEPOperator>(By)) {
    Worklist.push_back(By);
    return true;
  }
  if (const auto *Load = dyn_cast<LoadInst>(By))
    return Load->isSimple();
  if (const auto *Store = dyn_cast<StoreInst>(By))
    return Store->isSimple() && Store->getValueOperand() != U.get();
  const auto *Copy = dyn_cast<MemTransferInst>(By);
  return Copy && !Copy->isVolatile();
}

bool smolly::mayBeLocal(const GlobalVariable &G, const Function &Original,
                        const Function *Copy) {
  if (!isMainProgram(Original) || !G.hasLocalLinkage() || G.isConstant() ||
      !G.hasUniqueInitializer() || G.isThreadLocal() || G.hasSection() ||
      G.getAddressSpace() != Original.getDataLayout().getAllocaAddrSpace() ||
      Original.getDataLayout().getTypeAllocSize(G.getValueType()) > MaxBytes)
    return false;
  SmallVector<const Value *, 8> Worklist = {&G};
  while (!Worklist.empty())
    for (const Use &U : Worklist.pop_back_val()->uses()) {
      const auto *I = dyn_cast<Instruction>(U.getUser());
      if (I ? I->getFunction() != &Original && I->getFunction() != Copy
            : !isa<ConstantExpr>(U.getUser()))
        return false;
      if (!isAccess(U, Worklist))
        return false;
    }
  return true;
}

bool smolly::makeMainVariablesLocal(Function &Copy, const Function &Original) {
  if (!isMainProgram(Original))
    return false;
  SmallVector<GlobalVariable *, 8> Variables;
  for (GlobalVariable &G : Copy.getParent()->globals())
    if (mayBeLocal(G, Original, &Copy))
      Variables.push_back(&G);
  if (Variables.empty())
    return false;
  SmallVector<Constant *, 8> Constants(Variables.begin(), Variables.end());
  convertUsersOfConstantsToInstructions(Constants, &Copy,
                                        /*RemoveDeadConstants=*/false);
  IRBuilder<> B(&Copy.getEntryBlock(), Copy.getEntryBlock().begin());
  for (GlobalVariable *G : Variables) {
    AllocaInst *Local = B.CreateAlloca(G->getValueType());
    Local->setAlignment(
        G->getParent()->getDataLayout().getValueOrABITypeAlignment(
            G->getAlign(), G->getValueType()));
    B.CreateStore(G->getInitializer(), Local);
    G->replaceUsesWithIf(Local, [&](const Use &U) {
      const auto *I = dyn_cast<Instruction>(U.getUser());
      return I && I->getFunction() == &Copy;
    });
  }
  return true;
}
