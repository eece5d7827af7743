//===- WindowEnds.cpp - Windows that end at borders -----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements WindowEnds.h.
///
//===----------------------------------------------------------------------===//

#include "WindowEnds.h"
#include "smolly/Scop/Windows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace smolly;

/// Longer windows of known size are left alone.
static constexpr unsigned MaxWindow = 64;

namespace {

/// `for (Counter = First; Counter <= Last; ++Counter)`, or `<` if not
/// Inclusive, with a loop's header as the only block that it is left from.
struct WindowLoop {
  Loop *L = nullptr;
  PHINode *Counter = nullptr;
  Value *First = nullptr, *Last = nullptr;
  bool Inclusive = false;
  /// What First is the maximum of, and Last the minimum, so that from one to
  /// the other it is always as far.
  const SCEV *Begin = nullptr, *End = nullptr;
  bool HasKnownLength = false;
  Value *NewFirst = nullptr, *NewLast = nullptr;
};

class WindowExtender {
public:
  WindowExtender(Function &F, FunctionAnalysisManager &FAM)
      : LI(FAM.getResult<LoopAnalysis>(F)),
        DT(FAM.getResult<DominatorTreeAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
        Expander(SE, "smolly.window") {}

  /// Extends all windows; returns them.
  SmallVector<WindowLoop, 4> run();

private:
  std::optional<WindowLoop> find(Loop &L);
  std::optional<bool> isRelative(const WindowLoop &W);
  bool chooseEnds(WindowLoop &W);

  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  SCEVExpander Expander;
};

} // namespace

/// What \p S is the maximum of, or the minimum, and itself; also where
/// something is added to that.
static SmallVector<const SCEV *, 4> choicesOf(const SCEV *S, SCEVTypes Kind,
                                              ScalarEvolution &SE) {
  SmallVector<const SCEV *, 4> Result = {S};
  const auto *Sum = dyn_cast<SCEVAddExpr>(S);
  SmallVector<const SCEV *, 4> Terms = {S};
  if (Sum)
    Terms.assign(Sum->operands().begin(), Sum->operands().end());
  const auto *Extreme = find_if(
      Terms, [&](const SCEV *Term) { return Term->getSCEVType() == Kind; });
  if (Extreme == Terms.end())
    return Result;
  const SCEV *Added = SE.getMinusSCEV(S, *Extreme);
  for (const SCEV *Operand : cast<SCEVMinMaxExpr>(*Extreme)->operands())
    Result.push_back(SE.getAddExpr(Operand, Added));
  return Result;
}

static bool dependsOnCounters(const SCEV *S) {
  return SCEVExprContains(S,
                          [](const SCEV *T) { return isa<SCEVAddRecExpr>(T); });
}

/// Whether \p S goes up by \p Step in a loop, apart from any minimum in it.
static bool goesUpBy(const SCEV *S, const SCEV *Step, ScalarEvolution &SE) {
  if (const auto *Sum = dyn_cast<SCEVAddExpr>(S))
    return any_of(Sum->operands(), [&](const SCEV *Operand) {
      return goesUpBy(Operand, Step, SE);
    });
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
  return Rec && (Rec->getStepRecurrence(SE) == Step ||
                 goesUpBy(Rec->getStart(), Step, SE));
}

/// Whether \p W counts elements from where the loops around it are, as in
/// `row[x + k]`, or from the first one of all, as in `row[k]`; none if it
/// cannot be said of what it loads.
std::optional<bool> WindowExtender::isRelative(const WindowLoop &W) {
  std::optional<bool> Result;
  for (const BasicBlock *BB : W.L->blocks())
    for (const Instruction &I : *BB) {
      const auto *Load = dyn_cast<LoadInst>(&I);
      const auto *Address =
          Load ? dyn_cast<SCEVAddRecExpr>(
                     SE.getSCEV(const_cast<Value *>(Load->getPointerOperand())))
               : nullptr;
      if (!Address || Address->getLoop() != W.L || !Address->isAffine())
        continue;
      const SCEV *Step = Address->getStepRecurrence(SE);
      const SCEV *First =
          SE.getTruncateOrSignExtend(SE.getSCEV(W.First), Step->getType());
      const SCEV *Base =
          SE.getMinusSCEV(Address->getStart(), SE.getMulExpr(First, Step));
      bool IsRelative = goesUpBy(Base, Step, SE);
      if (Result && *Result != IsRelative)
        return std::nullopt;
      Result = IsRelative;
    }
  return Result;
}

/// Chooses what the window would begin and end with if there was no border:
/// two expressions that are always as far apart.
bool WindowExtender::chooseEnds(WindowLoop &W) {
  const SCEV *First = SE.getSCEV(W.First), *Last = SE.getSCEV(W.Last);
  if (!dependsOnCounters(First) && !dependsOnCounters(Last))
    return false;
  std::optional<bool> IsRelative = isRelative(W);
  if (!IsRelative)
    return false;
  for (const SCEV *Begin : choicesOf(First, scSMaxExpr, SE))
    for (const SCEV *End : choicesOf(Last, scSMinExpr, SE)) {
      if ((Begin == First && End == Last) ||
          dependsOnCounters(Begin) == *IsRelative)
        continue;
      const SCEV *Distance = SE.getMinusSCEV(End, Begin);
      if (isa<SCEVCouldNotCompute>(Distance) || dependsOnCounters(Distance))
        continue;
      const auto *Known = dyn_cast<SCEVConstant>(Distance);
      if (Known &&
          (Known->getAPInt().isNegative() || Known->getAPInt().ugt(MaxWindow)))
        continue;
      W.Begin = Begin;
      W.End = End;
      W.HasKnownLength = Known;
      return true;
    }
  return false;
}

static bool isUsedBehind(const Instruction &I, const Loop &L) {
  return any_of(I.users(), [&](const User *U) {
    return !L.contains(cast<Instruction>(U)->getParent());
  });
}

/// Whether \p L has a block between its header, which ends with \p Branch, and
/// the way back, and what is in the header may happen some more times.
static bool hasSimpleShape(const Loop &L, const BranchInst &Branch) {
  const BasicBlock *Header = L.getHeader(), *Body = Branch.getSuccessor(0);
  return L.contains(Body) && Body != Header &&
         Body->getSinglePredecessor() == Header &&
         L.getLoopLatch()->getSingleSuccessor() == Header &&
         all_of(*Header, [&](const Instruction &I) {
           return isa<PHINode>(I) || &I == &Branch ||
                  (isSafeToSpeculativelyExecute(&I) && !isUsedBehind(I, L));
         });
}

/// What is to be known of \p L to extend it; none if it is no such loop.
std::optional<WindowLoop> WindowExtender::find(Loop &L) {
  BasicBlock *Header = L.getHeader(), *Before = L.getLoopPreheader();
  auto *Branch = dyn_cast<BranchInst>(Header->getTerminator());
  if (!L.getParentLoop() || !L.isInnermost() || !L.getLoopLatch() || !Before ||
      L.getExitingBlock() != Header || !Branch || !hasSimpleShape(L, *Branch))
    return std::nullopt;
  auto *GoesOn = dyn_cast<ICmpInst>(Branch->getCondition());
  if (!GoesOn || (GoesOn->getPredicate() != ICmpInst::ICMP_SLE &&
                  GoesOn->getPredicate() != ICmpInst::ICMP_SLT))
    return std::nullopt;
  WindowLoop W;
  W.L = &L;
  W.Counter = dyn_cast<PHINode>(GoesOn->getOperand(0));
  W.Last = GoesOn->getOperand(1);
  W.Inclusive = GoesOn->getPredicate() == ICmpInst::ICMP_SLE;
  if (!W.Counter || W.Counter->getParent() != Header ||
      isUsedBehind(*W.Counter, L) || writesOwnElements(L, SE))
    return std::nullopt;
  // `k < min(n, x + r)` may be computed in each iteration.
  bool Moved = false;
  if (!L.makeLoopInvariant(W.Last, Moved, Before->getTerminator(),
                           /*MSSAU=*/nullptr, &SE))
    return std::nullopt;
  W.First = W.Counter->getIncomingValueForBlock(Before);
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(W.Counter));
  if (!Rec || Rec->getLoop() != &L || !Rec->getStepRecurrence(SE)->isOne() ||
      !chooseEnds(W) ||
      !Expander.isSafeToExpandAt(W.Begin, Before->getTerminator()) ||
      !Expander.isSafeToExpandAt(W.End, Before->getTerminator()))
    return std::nullopt;
  return W;
}

/// The block that comes behind each iteration of \p W now, whether it does
/// anything or not; what \p Merged has for each value that the loop carries is
/// what it is then. That this goes on is asked here, lest the counter go beyond
/// the largest number.
static BasicBlock *
addNextBlock(const WindowLoop &W,
             SmallVectorImpl<std::pair<PHINode *, Value *>> &Merged) {
  BasicBlock *Header = W.L->getHeader(), *End = W.L->getLoopLatch(),
             *Exit = W.L->getExitBlock();
  auto *Next = BasicBlock::Create(Header->getContext(), "smolly.window.next",
                                  Header->getParent(), Exit);
  IRBuilder<> B(Next);
  for (PHINode &Phi : Header->phis()) {
    if (&Phi == W.Counter)
      continue;
    PHINode *Both = B.CreatePHI(Phi.getType(), 2);
    Both->addIncoming(&Phi, Header);
    Both->addIncoming(Phi.getIncomingValueForBlock(End), End);
    Merged.push_back({&Phi, Both});
  }
  Value *Following =
      B.CreateNSWAdd(W.Counter, ConstantInt::get(W.Counter->getType(), 1));
  Merged.push_back({W.Counter, Following});
  Value *Reached = W.Inclusive ? W.Counter : Following;
  B.CreateCondBr(B.CreateICmpEQ(Reached, W.NewLast), Exit, Header);
  return Next;
}

/// \p W is in the form that LLVM calls simplified, and closed SSA form.
static void extend(const WindowLoop &W) {
  BasicBlock *Before = W.L->getLoopPreheader(), *Header = W.L->getHeader(),
             *End = W.L->getLoopLatch(), *Exit = W.L->getExitBlock();
  SmallVector<std::pair<PHINode *, Value *>, 4> Merged;
  BasicBlock *Next = addNextBlock(W, Merged);

  auto *Branch = cast<BranchInst>(Header->getTerminator());
  IRBuilder<> B(Branch);
  auto UpTo = W.Inclusive ? ICmpInst::ICMP_SLE : ICmpInst::ICMP_SLT;
  B.CreateCondBr(B.CreateAnd(B.CreateICmpSGE(W.Counter, W.First),
                             B.CreateICmp(UpTo, W.Counter, W.Last)),
                 Branch->getSuccessor(0), Next);
  Branch->eraseFromParent();
  End->getTerminator()->replaceSuccessorWith(Header, Next);
  Instruction *Enter = Before->getTerminator();
  B.SetInsertPoint(Enter);
  B.CreateCondBr(B.CreateICmp(UpTo, W.NewFirst, W.NewLast), Header, Exit);
  Enter->eraseFromParent();

  for (PHINode &Phi : Exit->phis()) {
    Value *Left = Phi.getIncomingValueForBlock(Header);
    auto *Carried =
        find_if(Merged, [&](const auto &Entry) { return Entry.first == Left; });
    bool Changes = Carried != Merged.end();
    Phi.addIncoming(Changes ? Carried->first->getIncomingValueForBlock(Before)
                            : Left,
                    Before);
    Phi.addIncoming(Changes ? Carried->second : Left, Next);
    Phi.removeIncomingValue(Header);
  }
  for (auto [Phi, Value] : Merged) {
    Phi->addIncoming(Value, Next);
    Phi->removeIncomingValue(End);
  }
  W.Counter->setIncomingValueForBlock(Before, W.NewFirst);
}

SmallVector<WindowLoop, 4> WindowExtender::run() {
  SmallVector<WindowLoop, 4> Windows;
  for (Loop *L : LI.getLoopsInPreorder())
    if (auto W = find(*L))
      Windows.push_back(*W);
  for (WindowLoop &W : Windows) {
    simplifyLoop(W.L, &DT, &LI, &SE, /*AC=*/nullptr, /*MSSAU=*/nullptr,
                 /*PreserveLCSSA=*/false);
    formLCSSA(*W.L, DT, &LI, &SE);
    Instruction *Before = W.L->getLoopPreheader()->getTerminator();
    Type *Ty = W.Counter->getType();
    W.NewFirst = Expander.expandCodeFor(W.Begin, Ty, Before);
    W.NewLast = Expander.expandCodeFor(W.End, Ty, Before);
  }
  // From here on no analysis is valid.
  for (const WindowLoop &W : Windows)
    extend(W);
  return Windows;
}

/// If \p L chooses in each iteration, by blocks of their own, between two
/// values for the end that it compares its counter with, makes one block of
/// that, and of what is left if an extreme has taken the place of the choice.
static bool chooseInOneBlock(Loop &L, LoopInfo &LI) {
  BasicBlock *Header = L.getHeader();
  auto *Branch = dyn_cast<BranchInst>(Header->getTerminator());
  if (!L.isInnermost() || !Branch || !Branch->isConditional())
    return false;
  BasicBlock *One = Branch->getSuccessor(0), *Other = Branch->getSuccessor(1);
  BasicBlock *Joined = One->getSingleSuccessor();
  auto IsArm = [&](const BasicBlock *Arm) {
    return L.contains(Arm) && Arm->getSinglePredecessor() == Header &&
           Arm->size() == 1 && Arm->getSingleSuccessor() == Joined;
  };
  if (!Joined || One == Other || Joined == Header || !IsArm(One) ||
      !IsArm(Other) || !Joined->hasNPredecessors(2) ||
      !L.isLoopExiting(Joined) || hasNItemsOrMore(Joined->phis(), 2) ||
      !all_of(Joined->phis(),
              [](const PHINode &Phi) { return Phi.getType()->isIntegerTy(); }))
    return false;
  IRBuilder<> B(Branch);
  for (PHINode &Choice : make_early_inc_range(Joined->phis())) {
    Choice.replaceAllUsesWith(B.CreateSelect(
        Branch->getCondition(), Choice.getIncomingValueForBlock(One),
        Choice.getIncomingValueForBlock(Other)));
    Choice.eraseFromParent();
  }
  B.CreateBr(Joined);
  Branch->eraseFromParent();
  for (BasicBlock *Arm : {One, Other}) {
    LI.removeBlock(Arm);
    Arm->eraseFromParent();
  }
  MergeBlockIntoPredecessor(Joined, /*DTU=*/nullptr, &LI);
  return true;
}

bool smolly::extendWindows(Function &F, FunctionAnalysisManager &FAM) {
  if (F.hasOptSize())
    return false;
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  bool Changed = false;
  for (Loop *L : LI.getLoopsInPreorder())
    Changed |= chooseInOneBlock(*L, LI);
  if (Changed)
    FAM.invalidate(F, PreservedAnalyses::none());
  SmallVector<WindowLoop, 4> Windows = WindowExtender(F, FAM).run();
  if (!Windows.empty())
    FAM.invalidate(F, PreservedAnalyses::none());
  return any_of(Windows, [](const WindowLoop &W) { return !W.HasKnownLength; });
}
