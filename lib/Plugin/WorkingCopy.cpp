//===- WorkingCopy.cpp - A clone that may replace its original ------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements WorkingCopy.h.
///
//===----------------------------------------------------------------------===//

#include "WorkingCopy.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace smolly;

/// Whether `__attribute__((annotate("smolly.off")))` is on \p F.
static bool isAnnotatedOff(const Function &F) {
  const GlobalVariable *Annotations =
      F.getParent()->getNamedGlobal("llvm.global.annotations");
  if (!Annotations || !Annotations->hasInitializer())
    return false;
  for (const Use &Entry : Annotations->getInitializer()->operands()) {
    const auto *Record = dyn_cast<ConstantStruct>(Entry.get());
    if (!Record || Record->getNumOperands() < 2 ||
        Record->getOperand(0)->stripPointerCasts() != &F)
      continue;
    const auto *Text =
        dyn_cast<GlobalVariable>(Record->getOperand(1)->stripPointerCasts());
    if (!Text || !Text->hasInitializer())
      continue;
    const auto *Data = dyn_cast<ConstantDataSequential>(Text->getInitializer());
    if (Data && Data->isCString() && Data->getAsCString() == "smolly.off")
      return true;
  }
  return false;
}

bool smolly::mayBeCopied(const Function &F, std::string &Why) {
  if (F.isDeclaration() || F.hasAvailableExternallyLinkage() ||
      F.hasOptNone() || F.hasMinSize() || F.isPresplitCoroutine() ||
      F.hasFnAttribute(Attribute::StrictFP) ||
      F.hasFnAttribute("smolly-optimized"))
    return false;
  for (Attribute::AttrKind Kind :
       {Attribute::SanitizeAddress, Attribute::SanitizeHWAddress,
        Attribute::SanitizeMemory, Attribute::SanitizeThread,
        Attribute::SanitizeMemTag})
    if (F.hasFnAttribute(Kind)) {
      Why = "the function is compiled with a sanitizer";
      return false;
    }
  if (isAnnotatedOff(F)) {
    Why = "the function is annotated smolly.off";
    return false;
  }
  if (F.callsFunctionThatReturnsTwice()) {
    Why = "the function calls setjmp or the like";
    return false;
  }
  return none_of(F, [](const BasicBlock &BB) { return BB.hasAddressTaken(); });
}

WorkingCopy::WorkingCopy(Function &Original, FunctionAnalysisManager &FAM)
    : Original(Original), FAM(FAM) {
  for (Function &F : *Original.getParent())
    if (F.isDeclaration())
      Declarations.push_back(&F);
  ValueToValueMapTy Map;
  Copy = CloneFunction(&Original, Map);
  Copy->setLinkage(GlobalValue::InternalLinkage);
  Copy->setComdat(nullptr);
}

WorkingCopy::~WorkingCopy() {
  if (Copy)
    erase();
}

void WorkingCopy::erase() {
  Module &M = *Copy->getParent();
  FAM.clear(*Copy, Copy->getName());
  Copy->eraseFromParent();
  Copy = nullptr;
  SmallPtrSet<Function *, 32> Old(Declarations.begin(), Declarations.end());
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty() && !Old.contains(&F)) {
      FAM.clear(F, F.getName());
      F.eraseFromParent();
    }
}

void WorkingCopy::commit() {
  Constant *Personality =
      Copy->hasPersonalityFn() ? Copy->getPersonalityFn() : nullptr;
  FAM.invalidate(Original, PreservedAnalyses::none());
  Original.dropAllReferences();
  Original.splice(Original.begin(), Copy);
  for (auto [New, Old] : zip(Original.args(), Copy->args()))
    Old.replaceAllUsesWith(&New);
  if (Personality)
    Original.setPersonalityFn(Personality);
  SmallVector<std::pair<unsigned, MDNode *>, 4> Metadata;
  Copy->getAllMetadata(Metadata);
  for (auto [Kind, Node] : Metadata)
    Original.setMetadata(Kind, Node);
  Original.setAttributes(Copy->getAttributes());
  Copy->replaceAllUsesWith(&Original);
  erase();
}
