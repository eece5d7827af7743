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
#include "Annotations.h"
#include "smolly/Scop/MathErrors.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace smolly;

/// Whether `__attribute__((annotate("smolly.off")))` is on \p F.
static bool isAnnotatedOff(const Function &F) {
  return is_contained(annotationsOf(F), "smolly.off");
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
  // A name that no symbol has: a clash would use up one of the numbers that
  // later symbols of the module are told apart by.
  Module &M = *Original.getParent();
  std::string Name = "smolly.copy";
  while (M.getNamedValue(Name))
    Name += '.';
  Copy =
      Function::Create(Original.getFunctionType(), GlobalValue::InternalLinkage,
                       Original.getAddressSpace(), Name, &M);
  ValueToValueMapTy Map;
  for (auto [From, To] : zip(Original.args(), Copy->args())) {
    To.setName(From.getName());
    Map[&From] = &To;
  }
  SmallVector<ReturnInst *, 4> Returns;
  // Blocks of the original may come to stand beside those of the copy: they
  // share one subprogram, of which cloning makes a new one where it finds it.
  DISubprogram *Subprogram = Original.getSubprogram();
  Original.setSubprogram(nullptr);
  CloneFunctionInto(Copy, &Original, Map,
                    CloneFunctionChangeType::LocalChangesOnly, Returns);
  Original.setSubprogram(Subprogram);
  Copy->setSubprogram(Subprogram);
  // Cloning has brought the original's visibility along.
  Copy->setComdat(nullptr);
  Copy->setVisibility(GlobalValue::DefaultVisibility);
  Copy->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  Copy->setLinkage(GlobalValue::InternalLinkage);
  Copy->setDSOLocal(true);
  pinLibraryCalls();
}

/// Keeps the clean-up passes from replacing printf by puts and the like, which
/// makes new strings in the module. Allocations and functions that only compute
/// stay what they are.
void WorkingCopy::pinLibraryCalls() {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(*Copy);
  for (Instruction &I : instructions(*Copy)) {
    auto *Call = dyn_cast<CallInst>(&I);
    LibFunc Library;
    if (!Call || isa<IntrinsicInst>(Call) || !Call->mayWriteToMemory() ||
        Call->isNoBuiltin() || !TLI.getLibFunc(*Call, Library) ||
        isAllocationFn(Call, &TLI) || getFreedOperand(Call, &TLI) ||
        mathErrors(*Call, TLI) != NoErrors)
      continue;
    Call->addFnAttr(Attribute::NoBuiltin);
    Pinned.push_back(Call);
  }
}

void WorkingCopy::unpinLibraryCalls() {
  for (WeakVH &Handle : Pinned)
    if (auto *Call = dyn_cast_or_null<CallInst>(static_cast<Value *>(Handle)))
      Call->removeFnAttr(Attribute::NoBuiltin);
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

void WorkingCopy::startOver(Value *Fast, BranchInst *Restart) {
  BasicBlock *Entry = &Copy->getEntryBlock();
  ValueToValueMapTy Map;
  for (auto [From, To] : zip(Original.args(), Copy->args()))
    Map[&From] = &To;
  SmallVector<BasicBlock *, 16> Blocks;
  for (const BasicBlock &BB : Original) {
    Blocks.push_back(CloneBasicBlock(&BB, Map, "", Copy));
    Map[&BB] = Blocks.back();
  }
  remapInstructionsInBlocks(Blocks, Map);
  // What marks assignments for debuggers is not shared by two functions, not
  // even for the moment.
  DenseMap<DIAssignID *, DIAssignID *> Assignments;
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB)
      at::remapAssignID(Assignments, I);
  // What has a fixed place on the stack must have it in the first block.
  for (Instruction &I : make_early_inc_range(*Blocks.front()))
    if (auto *Alloca = dyn_cast<AllocaInst>(&I);
        Alloca && isa<ConstantInt>(Alloca->getArraySize()))
      Alloca->moveBefore(*Entry, Entry->getFirstInsertionPt());
  Fast->replaceAllUsesWith(ConstantInt::getTrue(Fast->getContext()));
  BranchInst::Create(Restart->getSuccessor(0), Blocks.front(), Fast,
                     Restart->getIterator());
  Restart->eraseFromParent();
  removeUnreachableBlocks(*Copy);
}

void WorkingCopy::commit() {
  unpinLibraryCalls();
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
