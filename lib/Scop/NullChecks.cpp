//===- NullChecks.cpp - Whether there is any memory -----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements NullChecks.h.
///
//===----------------------------------------------------------------------===//

#include "NullChecks.h"
#include "smolly/Scop/ObjectFacts.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace smolly;

void smolly::hideNullChecks(Function &F, const LoopInfo &LI,
                            const TargetLibraryInfo &TLI) {
  for (BasicBlock &BB : F) {
    auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
    if (!Branch || !Branch->isConditional())
      continue;
    bool IsInLoop = LI.getLoopFor(&BB);
    SmallVector<Value *, 8> Worklist = {Branch->getCondition()};
    while (!Worklist.empty()) {
      Value *V = Worklist.pop_back_val();
      if (auto *Logic = dyn_cast<BinaryOperator>(V);
          Logic && !V->hasNUsesOrMore(2))
        append_range(Worklist, Logic->operand_values());
      auto *Compare = dyn_cast<ICmpInst>(V);
      if (!Compare || !Compare->getOperand(0)->getType()->isPointerTy() ||
          (IsInLoop && !isCandidateObject(Compare->getOperand(0), TLI)))
        continue;
      IRBuilder<> B(Branch);
      Branch->setCondition(B.CreateFreeze(Branch->getCondition()));
      break;
    }
  }
}
