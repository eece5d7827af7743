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
#include "smolly/Scop/ExposeArrays.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace smolly;

/// Larger ones are arrays.
static constexpr uint64_t MaxBytes = 512;
/// So many instructions of an internal procedure are inlined.
static constexpr size_t MaxInlined = 1000;

using FunctionSet = SmallSetVector<const Function *, 4>;

/// Whether \p F is what flang makes of a main program: the C function main,
/// which it makes too, calls it at its beginning, and nobody else does.
static bool isMainProgram(const Function &F) {
  if (F.getName() != "_QQmain" || !F.hasOneUse())
    return false;
  const auto *Call = dyn_cast<CallInst>(*F.user_begin());
  return Call && Call->getCalledFunction() == &F &&
         Call->getFunction()->getName() == "main" &&
         Call->getParent()->isEntryBlock();
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

/// Whether \p F is an internal procedure of the main program \p Original, which
/// that alone calls, and its working copy \p Copy.
static bool isProcedure(const Function &F, const Function &Original,
                        const Function *Copy) {
  return F.hasLocalLinkage() && !F.isDeclaration() &&
         all_of(F.uses(), [&](const Use &U) {
           const auto *Call = dyn_cast<CallInst>(U.getUser());
           return Call && Call->isCallee(&U) &&
                  (Call->getFunction() == &Original ||
                   Call->getFunction() == Copy);
         });
}

/// Gathers the functions that access \p G. False if it cannot be local.
static bool findUsers(const GlobalVariable &G, const Function &Original,
                      const Function *Copy, FunctionSet &Users) {
  if (!G.hasLocalLinkage() || G.isConstant() || !G.hasUniqueInitializer() ||
      G.isThreadLocal() || G.hasSection() ||
      G.getAddressSpace() != Original.getDataLayout().getAllocaAddrSpace() ||
      Original.getDataLayout().getTypeAllocSize(G.getValueType()) > MaxBytes)
    return false;
  SmallVector<const Value *, 8> Worklist = {&G};
  while (!Worklist.empty())
    for (const Use &U : Worklist.pop_back_val()->uses()) {
      if (const auto *I = dyn_cast<Instruction>(U.getUser()))
        Users.insert(I->getFunction());
      else if (!isa<ConstantExpr>(U.getUser()))
        return false;
      if (!isAccess(U, Worklist))
        return false;
    }
  return all_of(Users, [&](const Function *F) {
    return F == &Original || F == Copy || isProcedure(*F, Original, Copy);
  });
}

bool smolly::mayBeLocal(const GlobalVariable &G, const Function &Original) {
  FunctionSet Users;
  return isMainProgram(Original) && findUsers(G, Original, nullptr, Users);
}

/// Inlines all calls of \p Procedure in \p Copy; false if one is left.
static bool inlineCalls(Function &Copy, const Function &Procedure) {
  SmallVector<CallInst *, 4> Calls;
  for (const User *U : Procedure.users())
    if (auto *Call = cast<CallInst>(U); Call->getFunction() == &Copy)
      Calls.push_back(const_cast<CallInst *>(Call));
  if (Calls.size() * Procedure.getInstructionCount() > MaxInlined ||
      !all_of(Calls, [](const CallInst *C) { return mayBeInlined(*C); }) ||
      !isInlineViable(const_cast<Function &>(Procedure)).isSuccess())
    return Calls.empty();
  bool All = true;
  for (CallInst *Call : Calls) {
    InlineFunctionInfo Info;
    All &= InlineFunction(*Call, Info).isSuccess();
  }
  AttributeFuncs::mergeAttributesForInlining(Copy, Procedure);
  return All;
}

/// Makes \p G, which only \p Copy and its original can reach, a local variable
/// of Copy.
static void makeLocal(GlobalVariable &G, Function &Copy) {
  convertUsersOfConstantsToInstructions({&G}, &Copy,
                                        /*RemoveDeadConstants=*/false);
  IRBuilder<> B(&Copy.getEntryBlock(), Copy.getEntryBlock().begin());
  AllocaInst *Local = B.CreateAlloca(G.getValueType());
  Local->setAlignment(G.getParent()->getDataLayout().getValueOrABITypeAlignment(
      G.getAlign(), G.getValueType()));
  B.CreateStore(G.getInitializer(), Local);
  G.replaceUsesWithIf(Local, [&](const Use &U) {
    const auto *I = dyn_cast<Instruction>(U.getUser());
    return I && I->getFunction() == &Copy;
  });
}

bool smolly::makeMainVariablesLocal(Function &Copy, const Function &Original) {
  if (!isMainProgram(Original))
    return false;
  MapVector<GlobalVariable *, FunctionSet> Variables;
  SmallMapVector<const Function *, bool, 4> IsInlined;
  for (GlobalVariable &G : Copy.getParent()->globals()) {
    FunctionSet Users;
    if (!findUsers(G, Original, &Copy, Users) || !Users.contains(&Copy))
      continue;
    Users.remove(&Copy);
    Users.remove(&Original);
    for (const Function *F : Users)
      IsInlined[F] = false;
    Variables[&G] = Users;
  }
  for (auto &[Procedure, Success] : IsInlined)
    Success = inlineCalls(Copy, *Procedure);
  for (auto &[G, Users] : Variables)
    if (all_of(Users, [&](const Function *F) { return IsInlined.lookup(F); }))
      makeLocal(*G, Copy);
  return !Variables.empty();
}
