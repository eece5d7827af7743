//===- OpaqueValues.cpp - Values that nobody sees through -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements OpaqueValues.h.
///
//===----------------------------------------------------------------------===//

#include "OpaqueValues.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace smolly;

CallInst *OpaqueValues::hide(Value *V, IRBuilderBase &B) {
  Function *&Opaque = Functions[V->getType()];
  if (!Opaque) {
    Opaque = Function::Create(
        FunctionType::get(V->getType(), V->getType(), /*isVarArg=*/false),
        GlobalValue::ExternalLinkage, "smolly.opaque", F.getParent());
    for (Attribute::AttrKind Kind :
         {Attribute::NoUnwind, Attribute::WillReturn, Attribute::Speculatable,
          Attribute::NoFree, Attribute::NoSync})
      Opaque->addFnAttr(Kind);
    Opaque->setDoesNotAccessMemory();
  }
  return B.CreateCall(Opaque, V);
}

/// Moves \p I, and the arithmetic that it depends on, up to right behind the
/// last value that is none. \p Depth: of operations.
static void moveUp(Instruction &I, const DominatorTree &DT,
                   unsigned Depth = 8) {
  Instruction *Last = nullptr;
  for (Value *Operand : I.operands()) {
    auto *Def = dyn_cast<Instruction>(Operand);
    if (!Def)
      continue;
    if (Depth > 0 && !isa<PHINode>(Def) && !Def->mayReadOrWriteMemory() &&
        isSafeToSpeculativelyExecute(Def))
      moveUp(*Def, DT, Depth - 1);
    if (!Last || DT.dominates(Last, Def))
      Last = Def;
  }
  BasicBlock &Entry = I.getFunction()->getEntryBlock();
  std::optional<BasicBlock::iterator> Place =
      Last ? Last->getInsertionPointAfterDef() : Entry.getFirstInsertionPt();
  if (Place && &**Place != &I && DT.dominates(&**Place, &I))
    I.moveBefore(*Place);
}

bool OpaqueValues::isHidden(const Value *V) const {
  const Function *Hiding = Functions.lookup(V->getType());
  return Hiding && any_of(V->users(), [&](const User *U) {
           const auto *Call = dyn_cast<CallInst>(U);
           return Call && Call->getCalledFunction() == Hiding;
         });
}

void OpaqueValues::show(const DominatorTree &DT) {
  for (auto &[Ty, Opaque] : Functions) {
    for (User *U : make_early_inc_range(Opaque->users())) {
      auto *Call = cast<CallInst>(U);
      IRBuilder<> B(Call);
      auto *Frozen = cast<Instruction>(B.CreateFreeze(Call->getArgOperand(0)));
      Call->replaceAllUsesWith(Frozen);
      Call->eraseFromParent();
      moveUp(*Frozen, DT);
    }
    Opaque->eraseFromParent();
  }
  Functions.clear();
}
