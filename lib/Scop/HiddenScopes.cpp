//===- HiddenScopes.cpp - Aliasing that holds in an iteration -------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements HiddenScopes.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/HiddenScopes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace smolly;

void HiddenScopes::hide(Function &F) {
  Where = &F;
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Declaration = dyn_cast<NoAliasScopeDeclInst>(&I)) {
      Declarations.push_back({TrackingMDNodeRef(Declaration->getScopeList()),
                              WeakVH(I.getParent()->getTerminator())});
      I.eraseFromParent();
    }
}

/// Takes \p Lost from what the accesses of \p F say of scopes.
static void forget(Function &F, const SmallPtrSetImpl<const Metadata *> &Lost) {
  for (Instruction &I : instructions(F))
    for (unsigned Kind : {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias})
      if (MDNode *Scopes = I.getMetadata(Kind)) {
        SmallVector<Metadata *, 4> Kept(Scopes->operands());
        erase_if(Kept, [&](const Metadata *M) { return Lost.contains(M); });
        I.setMetadata(Kind, Kept.empty() ? nullptr
                                         : MDNode::get(F.getContext(), Kept));
      }
}

HiddenScopes::~HiddenScopes() {
  SmallPtrSet<const Metadata *, 8> Lost;
  for (const Declaration &D : Declarations) {
    MDNode *Scopes = D.Scopes.get();
    if (auto *End = cast_or_null<Instruction>(static_cast<Value *>(D.End)))
      IRBuilder<>(End).CreateNoAliasScopeDeclaration(Scopes);
    else
      Lost.insert_range(Scopes->operands());
  }
  if (!Lost.empty())
    forget(*Where, Lost);
}
