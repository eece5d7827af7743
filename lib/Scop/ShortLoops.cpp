//===- ShortLoops.cpp - Loops over the neighbours of an element -----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ShortLoops.h.
///
//===----------------------------------------------------------------------===//

#include "ShortLoops.h"
#include "CounterConditions.h"
#include "FullUnroll.h"
#include "smolly/Scop/Windows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace smolly;

/// Iterations of a loop, and instructions that may become of it.
static constexpr unsigned MaxRuns = 9, MaxInstructions = 600;

/// The same of loops over windows of signals, which LLVM would unroll, too, and
/// over windows that may be beyond a border.
static constexpr unsigned MaxOfSignal = 32, MaxForSignal = 400,
                          MaxAtBorder = 16, MaxForBorder = 800;

/// Iterations of any loop that is unrolled.
static constexpr unsigned MostRuns =
    std::max({MaxRuns, MaxOfSignal, MaxAtBorder});

/// Whether nothing is ever written to \p V, whose contents are known.
static bool isConstantTable(const Value *V) {
  const auto *Global = dyn_cast<GlobalVariable>(V);
  return Global && Global->isConstant() && Global->hasDefinitiveInitializer();
}

/// Whether \p U, of the address of an object, does no more than to look at it.
static bool onlyReads(const User *U, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  if (isa<LoadInst>(U))
    return true;
  if (const auto *I = dyn_cast<Instruction>(U); I && I->isLifetimeStartOrEnd())
    return true;
  return isa<GetElementPtrInst>(U) && Depth < MaxDepth &&
         all_of(
             U->users(),
             [&](const User *Next) { return onlyReads(Next, Depth + 1); });
}

/// Whether \p V is a local array that is a copy of a constant table, as
/// `int dx[] = {...};` in a function is.
static bool isCopyOfTable(const Value *V) {
  const auto *Local = dyn_cast<AllocaInst>(V);
  if (!Local)
    return false;
  unsigned Copies = 0;
  auto IsKnown = [&](const User *U) {
    const auto *Copy = dyn_cast<MemCpyInst>(U);
    if (!Copy)
      return onlyReads(U);
    return ++Copies == 1 && Copy->getRawDest() == Local &&
           isConstantTable(getUnderlyingObject(Copy->getSource()));
  };
  return all_of(Local->users(), IsKnown) && Copies == 1;
}

/// Whether \p L looks up numbers in a table, in each iteration others.
static bool looksUp(const Loop &L) {
  return any_of(L.blocks(), [&](const BasicBlock *BB) {
    return any_of(*BB, [&](const Instruction &I) {
      const auto *Load = dyn_cast<LoadInst>(&I);
      if (!Load || !Load->getType()->isIntegerTy() ||
          L.isLoopInvariant(Load->getPointerOperand()))
        return false;
      const Value *Object = getUnderlyingObject(Load->getPointerOperand());
      return isConstantTable(Object) || isCopyOfTable(Object);
    });
  });
}

namespace {

class ShortLoops {
public:
  ShortLoops(Function &F, FunctionAnalysisManager &FAM)
      : F(F), FAM(FAM), LI(FAM.getResult<LoopAnalysis>(F)),
        DT(FAM.getResult<DominatorTreeAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)) {}

  /// Whether to unroll a loop that runs so many times, and of which so many
  /// instructions become.
  using Choice =
      function_ref<bool(const Loop &, unsigned Runs, unsigned Instructions)>;
  /// Unrolls the innermost loops, in others, that \p IsMeant takes. Returns
  /// whether there are any; then no analysis is valid any more.
  bool run(Choice IsMeant);
  bool dependsOnData(const Loop &L) const;
  bool isAtBorder(const Loop &L, unsigned Instructions) const;

private:
  Function &F;
  FunctionAnalysisManager &FAM;
  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
};

} // namespace

/// Whether data say if an iteration of the loops around \p L comes to it; those
/// of them that are short, too, are seen as a part of it.
bool ShortLoops::dependsOnData(const Loop &L) const {
  const Loop *Around = L.getParentLoop();
  while (Around->getParentLoop() && knownRuns(*Around, F, FAM, MaxRuns) > 0)
    Around = Around->getParentLoop();
  const BasicBlock *Reached = L.getHeader();
  for (const BasicBlock *BB = Reached; BB != Around->getHeader();) {
    BB = DT.getNode(BB)->getIDom()->getBlock();
    const auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
    if (!Branch || !Branch->isConditional() ||
        asksCounters(Branch->getCondition(), *LI.getLoopFor(BB), SE))
      continue;
    for (const BasicBlock *Next : Branch->successors())
      if (DT.dominates(BasicBlockEdge(BB, Next), Reached))
        return true;
  }
  return false;
}

/// Whether \p L, of which so many \p Instructions would become, is over a
/// window that may be beyond a border, or a row of one that is short enough
/// altogether.
bool ShortLoops::isAtBorder(const Loop &L, unsigned Instructions) const {
  const Loop &Around = *L.getParentLoop();
  unsigned Rows =
      Around.getParentLoop() ? knownRuns(Around, F, FAM, MaxAtBorder) : 0;
  return asksBorders(L, SE) &&
         std::max(Rows, 1u) * Instructions <= MaxForBorder;
}

bool ShortLoops::run(Choice IsMeant) {
  bool Changed = false;
  // Inner loops come first: those around them may be innermost ones then.
  // Whether loops are not to be unrolled is not asked: at -O1, clang says so of
  // every loop.
  SmallVector<Loop *, 4> Loops = LI.getLoopsInPreorder();
  for (Loop *L : reverse(Loops)) {
    if (!L->getParentLoop() || !L->isInnermost())
      continue;
    unsigned Runs = knownRuns(*L, F, FAM, MostRuns), Size = 0;
    for (const BasicBlock *BB : L->blocks())
      Size += BB->size();
    if (Runs == 0 || !IsMeant(*L, Runs, Runs * Size))
      continue;
    unrollFully(*L, Runs, F, FAM);
    Changed = true;
  }
  if (Changed)
    FAM.invalidate(F, PreservedAnalyses::none());
  return Changed;
}

bool smolly::unrollShortLoops(Function &F, FunctionAnalysisManager &FAM) {
  ShortLoops All(F, FAM);
  auto IsMeant = [&](const Loop &L, unsigned Runs, unsigned Instructions) {
    return Runs <= MaxRuns && Instructions <= MaxInstructions &&
           (looksUp(L) || All.dependsOnData(L));
  };
  return !F.hasOptSize() && All.run(IsMeant);
}

bool smolly::exposeWindows(Function &F, FunctionAnalysisManager &FAM) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  ShortLoops All(F, FAM);
  auto IsMeant = [&](const Loop &L, unsigned Runs, unsigned Instructions) {
    return (Runs <= MaxAtBorder && All.isAtBorder(L, Instructions)) ||
           (Runs <= MaxOfSignal && Instructions <= MaxForSignal &&
            isOverSignal(L, Runs, SE));
  };
  return !F.hasOptSize() && All.run(IsMeant);
}
