//===- UnrollWindows.cpp - Loops over windows of few elements -------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements UnrollWindows.h.
///
//===----------------------------------------------------------------------===//

#include "UnrollWindows.h"
#include "CodeGrowth.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;
using namespace smolly;

/// Iterations of all loops together, and instructions that become of them.
static constexpr unsigned MaxRuns = 64, MaxInstructions = 1024;

/// The outermost loop around \p Innermost that has nothing but that in it and
/// is short enough to be unrolled; null if \p Innermost is not.
static Loop *findWindow(Loop *Innermost, ScalarEvolution &SE) {
  Loop *Window = nullptr;
  unsigned Runs = 1;
  for (Loop *L = Innermost; L->getParentLoop(); L = L->getParentLoop()) {
    unsigned Here = SE.getSmallConstantTripCount(L);
    if (Here == 0 || Here > MaxRuns / Runs || L->getSubLoops().size() > 1)
      break;
    Runs *= Here;
    size_t Instructions = 0;
    for (const BasicBlock *BB : L->blocks())
      Instructions += BB->size();
    if (Instructions * Runs > MaxInstructions)
      break;
    Window = L;
  }
  return Window;
}

/// What \p S begins with when \p Window does, if it is a sum of that and of
/// multiples of counters of loops in \p Window, and does not change in the loop
/// around it; else null.
static const SCEV *startIn(const SCEV *S, const Loop &Window,
                           ScalarEvolution &SE) {
  while (const auto *Rec = dyn_cast<SCEVAddRecExpr>(S)) {
    if (!Window.contains(Rec->getLoop()) || !Rec->isAffine())
      break;
    S = Rec->getStart();
  }
  return SE.isLoopInvariant(S, Window.getParentLoop()) ? S : nullptr;
}

/// Whether there are remainders in \p Window, and all leave the loop around it
/// when it is unrolled. LLVM itself sees that those of known numbers do.
static bool losesRemainders(const Loop &Window, ScalarEvolution &SE) {
  bool Any = false;
  for (BasicBlock *BB : Window.blocks())
    for (Instruction &I : *BB) {
      if (I.getOpcode() != Instruction::URem)
        continue;
      const SCEV *Start = startIn(SE.getSCEV(I.getOperand(0)), Window, SE);
      if (!Start || !Window.getParentLoop()->isLoopInvariant(I.getOperand(1)))
        return false;
      Any |= !isa<SCEVConstant>(Start);
    }
  return Any;
}

bool smolly::unrollWindow(Loop &Innermost, ScalarEvolution &SE) {
  Loop *Window = findWindow(&Innermost, SE);
  if (!Window || !losesRemainders(*Window, SE))
    return false;
  for (Loop *L = &Innermost; L != Window->getParentLoop();
       L = L->getParentLoop())
    unrollAltogether(*L);
  return true;
}
