//===- UnrollPeriodic.cpp - A step for each turn of pointers --------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements UnrollPeriodic.h. With period N and C iterations in all:
///
///   for (u = 0; u < C / N; ++u) { body 0; body 1; .. body N - 1; }
///   if (C % N == 0) { rest 0; goto end; }
///   body 0;
///   if (C % N == 1) { rest 1; goto end; }
///   body 1; ..
///
/// A rest is what follows the loop and asks which turn it ended in.
///
//===----------------------------------------------------------------------===//

#include "UnrollPeriodic.h"
#include "MoveAllocations.h"
#include "OpaqueValues.h"
#include "PeriodicLoop.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// A function grows by no more instructions than this.
static constexpr size_t MaxGrowth = 1500;

namespace {

/// One copy of blocks of a loop and of what follows it.
struct Copy {
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *, 16> Blocks;

  /// What the copy has for \p V.
  Value *at(Value *V) const {
    Value *Mapped = Map.lookup(V);
    return Mapped ? Mapped : V;
  }
  BasicBlock *at(BasicBlock *BB) const {
    return cast<BasicBlock>(at(static_cast<Value *>(BB)));
  }
};

class PeriodicUnroller {
public:
  PeriodicUnroller(PeriodicLoop &P, OpaqueValues &Opaque)
      : P(P), F(P.F), Opaque(Opaque) {}
  void run();

private:
  /// An instruction and uses of it.
  using UsedInstruction = std::pair<Instruction *, SmallVector<Use *, 8>>;

  void splitEnd();
  BasicBlock *joinRest();
  SmallVector<UsedInstruction, 8> findOutside() const;
  std::unique_ptr<Copy> copyTurn(unsigned Turn, const Copy &Before,
                                 ArrayRef<BasicBlock *> Blocks);
  void appendRemainder(BasicBlock *Check, BasicBlock *Done, Value *Left);
  void unrollMain(Value *Rounds, BasicBlock *Check);
  void repairUses(ArrayRef<UsedInstruction> Outside);

  PeriodicLoop &P;
  Function &F;
  OpaqueValues &Opaque;
  /// What leads to End: the last block of the rest, or the header.
  BasicBlock *Last = nullptr;
  /// What comes behind the loop, by turns.
  SmallVector<std::unique_ptr<Copy>, 4> Turns;
};

} // namespace

/// Lets End begin behind the last instruction that asks.
void PeriodicUnroller::splitEnd() {
  if (!P.LastUser)
    return;
  BasicBlock *Behind =
      SplitBlock(P.End, std::next(P.LastUser->getIterator()), &P.DT, &P.LI);
  P.Rest.insert(P.End);
  P.End = Behind;
}

/// Copies \p Blocks for turn \p Turn, which follows \p Before. The edges out of
/// the header and the latch are left to the caller.
std::unique_ptr<Copy>
PeriodicUnroller::copyTurn(unsigned Turn, const Copy &Before,
                           ArrayRef<BasicBlock *> Blocks) {
  auto Result = std::make_unique<Copy>();
  std::string Suffix = ".turn" + std::to_string(Turn);
  // Pointers that do not alias in one iteration may well do in the next.
  SmallVector<MDNode *, 4> Scopes;
  identifyNoAliasScopesToClone(Blocks, Scopes);
  for (BasicBlock *BB : Blocks) {
    BasicBlock *New = CloneBasicBlock(BB, Result->Map, Suffix, &F);
    Result->Map[BB] = New;
    Result->Blocks.push_back(New);
    if (BB == P.Header)
      for (PHINode &Phi : P.Header->phis()) {
        cast<Instruction>(Result->at(&Phi))->eraseFromParent();
        Result->Map[&Phi] = Before.at(Phi.getIncomingValueForBlock(P.Latch));
      }
  }
  for (auto &[I, Turns] : P.Values.Turns)
    if (is_contained(Blocks, I->getParent()))
      Result->Map[I] = Turns[Turn];
  cloneAndAdaptNoAliasScopes(Scopes, Result->Blocks, F.getContext(), Suffix);
  remapInstructionsInBlocks(Result->Blocks, Result->Map);
  return Result;
}

/// Lets \p BB, a latch, go on to \p Next; it ends no loop.
static void goOn(BasicBlock *BB, BasicBlock *Next) {
  BB->getTerminator()->setSuccessor(0, Next);
  BB->getTerminator()->setMetadata(LLVMContext::MD_loop, nullptr);
}

/// Lets all ways from the rest, or from the loop if there is none, to End lead
/// through one block, which is returned; what comes behind the loop ends there.
BasicBlock *PeriodicUnroller::joinRest() {
  SmallVector<BasicBlock *, 4> Before;
  copy_if(predecessors(P.End), std::back_inserter(Before),
          [&](BasicBlock *BB) { return P.Rest.contains(BB); });
  Last = P.Header;
  if (!Before.empty()) {
    Last = SplitBlockPredecessors(P.End, Before, ".rest", &P.DT, &P.LI);
    P.Rest.insert(Last);
  }
  auto *Done = BasicBlock::Create(F.getContext(), "turns.done", &F, P.End);
  BranchInst::Create(P.End, Done);
  P.End->replacePhiUsesWith(Last, Done);
  return Done;
}

/// Lets \p Check, behind the loop, lead through the \p Left iterations that
/// make no whole round to \p Done.
void PeriodicUnroller::appendRemainder(BasicBlock *Check, BasicBlock *Done,
                                       Value *Left) {
  const Copy None;
  for (unsigned Turn = 0; Turn < P.period(); ++Turn) {
    bool IsLast = Turn + 1 == P.period();
    SmallVector<BasicBlock *, 16> Blocks;
    if (Turn > 0) {
      Blocks = {P.Header};
      append_range(Blocks, P.Rest);
    }
    if (!IsLast)
      append_range(Blocks, P.L.getBlocks().drop_front());
    auto Next = copyTurn(Turn, Turn > 0 ? *Turns.back() : None, Blocks);
    if (Turn > 0) {
      Check = Next->at(P.Header);
      Check->getTerminator()->eraseFromParent();
      goOn(Turns.back()->at(P.Latch), Check);
    } else {
      Next->at(P.Body)->replacePhiUsesWith(P.Header, Check);
    }
    IRBuilder<> B(Check);
    BasicBlock *Out = P.Rest.empty() ? Done : Next->at(P.Exit);
    if (IsLast)
      B.CreateBr(Out);
    else
      B.CreateCondBr(
          B.CreateICmpEQ(Left, ConstantInt::get(Left->getType(), Turn)), Out,
          Next->at(P.Body));
    Turns.push_back(std::move(Next));
  }
}

/// Lets the loop run \p Rounds times through all turns, and go on to \p Check.
void PeriodicUnroller::unrollMain(Value *Rounds, BasicBlock *Check) {
  MDNode *LoopId = P.Latch->getTerminator()->getMetadata(LLVMContext::MD_loop);
  auto Last = std::make_unique<Copy>();
  for (unsigned Turn = 1; Turn < P.period(); ++Turn) {
    auto Next = copyTurn(Turn, *Last, P.L.getBlocks());
    BasicBlock *Head = Next->at(P.Header);
    Head->getTerminator()->eraseFromParent();
    IRBuilder<>(Head).CreateBr(Next->at(P.Body));
    goOn(Last->at(P.Latch), Head);
    Last = std::move(Next);
  }
  BasicBlock *LastLatch = Last->at(P.Latch);
  goOn(LastLatch, P.Header);
  LastLatch->getTerminator()->setMetadata(LLVMContext::MD_loop, LoopId);
  for (PHINode &Phi : P.Header->phis()) {
    int Index = Phi.getBasicBlockIndex(P.Latch);
    Phi.setIncomingValue(Index, Last->at(Phi.getIncomingValue(Index)));
    Phi.setIncomingBlock(Index, LastLatch);
  }
  IRBuilder<> B(P.Header, P.Header->begin());
  PHINode *Round = B.CreatePHI(Rounds->getType(), 2, "round");
  Round->addIncoming(ConstantInt::get(Rounds->getType(), 0), P.Preheader);
  B.SetInsertPoint(LastLatch->getTerminator());
  Round->addIncoming(B.CreateAdd(Round, ConstantInt::get(Round->getType(), 1),
                                 "", /*HasNUW=*/true, /*HasNSW=*/true),
                     LastLatch);
  P.Header->getTerminator()->eraseFromParent();
  B.SetInsertPoint(P.Header);
  B.CreateCondBr(B.CreateICmpSLT(Round, Rounds), P.Body, Check);
}

/// What the loop and the rest compute is one of several values behind them.
void PeriodicUnroller::repairUses(ArrayRef<UsedInstruction> Outside) {
  for (const auto &[I, Uses] : Outside) {
    SSAUpdater Updater;
    Updater.Initialize(I->getType(), I->getName());
    Updater.AddAvailableValue(I->getParent(), I);
    for (const auto &Turn : drop_begin(Turns))
      Updater.AddAvailableValue(Turn->at(I->getParent()), Turn->at(I));
    for (Use *U : Uses)
      Updater.RewriteUse(*U);
  }
}

/// What the loop or the rest computes and is used behind them.
SmallVector<PeriodicUnroller::UsedInstruction, 8>
PeriodicUnroller::findOutside() const {
  SmallVector<UsedInstruction, 8> Outside;
  auto Gather = [&](BasicBlock *BB) {
    for (Instruction &I : *BB) {
      if (P.Values.Turns.contains(&I))
        continue;
      SmallVector<DbgVariableRecord *, 4> Records;
      findDbgUsers(&I, Records);
      for (DbgVariableRecord *Record : Records)
        if (P.isOutside(Record->getParent()))
          Record->setKillLocation();
      if (auto Uses = P.usesOutside(I); !Uses.empty())
        Outside.emplace_back(&I, std::move(Uses));
    }
  };
  Gather(P.Header);
  for_each(P.Rest, Gather);
  return Outside;
}

void PeriodicUnroller::run() {
  splitEnd();
  BasicBlock *Done = joinRest();
  SmallVector<UsedInstruction, 8> Outside = findOutside();
  IRBuilder<> B(P.Preheader->getTerminator());
  auto Hide = [&](Value *V) {
    return isa<Constant>(V) ? V : Opaque.hide(V, B);
  };
  const SCEV *Counted = P.countIterations();
  Value *Count =
      SCEVExpander(P.SE, "smolly")
          .expandCodeFor(Counted, Counted->getType(), B.GetInsertPoint());
  Value *Period = ConstantInt::get(Count->getType(), P.period());
  Value *Rounds = Hide(B.CreateUDiv(Count, Period));
  Value *Left = Hide(B.CreateURem(Count, Period));

  auto *Check = BasicBlock::Create(F.getContext(), "turns.left", &F, P.Exit);
  appendRemainder(Check, Done, Left);
  unrollMain(Rounds, Check);
  if (!P.Rest.empty()) {
    P.Exit->replacePhiUsesWith(P.Header, Check);
    for (const auto &Turn : Turns)
      Turn->at(Last)->getTerminator()->setSuccessor(0, Done);
  }
  repairUses(Outside);
  for (auto &[I, Turns] : P.Values.Turns) {
    I->replaceAllUsesWith(Turns.front());
    I->eraseFromParent();
  }
}

bool smolly::isLastTurn(const SCEV *Parameter) {
  while (const auto *Cast = dyn_cast<SCEVIntegralCastExpr>(Parameter))
    Parameter = Cast->getOperand();
  const auto *Unknown = dyn_cast<SCEVUnknown>(Parameter);
  const APInt *Divisor, *Mask;
  if (!Unknown)
    return false;
  if (match(Unknown->getValue(), m_Freeze(m_URem(m_Value(), m_APInt(Divisor)))))
    return Divisor->ule(PeriodicValues::MaxPeriod);
  return match(Unknown->getValue(),
               m_Freeze(m_And(m_Value(), m_APInt(Mask)))) &&
         Mask->isMask() && Mask->ult(PeriodicValues::MaxPeriod);
}

/// Unrolls one loop of \p F that is worth it and makes F larger by no more than
/// \p Room instructions, which are taken from it.
static bool unrollOne(Function &F, FunctionAnalysisManager &FAM,
                      OpaqueValues &Opaque, size_t &Room) {
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    PeriodicLoop Periodic(*L, F, FAM);
    if (!Periodic.isCandidate() || !Periodic.findRest() ||
        Periodic.growth() > Room)
      continue;
    Room -= Periodic.growth();
    PeriodicUnroller(Periodic, Opaque).run();
    return true;
  }
  return false;
}

/// Calls \p What for the loops of \p F that are candidates, later ones first:
/// they may get their arrays from earlier ones. Returns whether there are any.
static bool forEachCandidate(Function &F, FunctionAnalysisManager &FAM,
                             function_ref<void(PeriodicLoop &)> What) {
  bool Any = false;
  auto Loops = FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder();
  for (Loop *L : reverse(Loops)) {
    PeriodicLoop Periodic(*L, F, FAM);
    if (!Periodic.isCandidate())
      continue;
    What(Periodic);
    Any = true;
  }
  if (Any)
    FAM.invalidate(F, PreservedAnalyses::none());
  return Any;
}

bool smolly::unrollPeriodicLoops(Function &F, FunctionAnalysisManager &FAM,
                                 OpaqueValues &Opaque) {
  // With its tests, delete[] of one array is apart from that of another.
  bool Folded = false;
  if (!forEachCandidate(F, FAM, [&](PeriodicLoop &Periodic) {
        Folded |= Periodic.foldNullTests();
      }))
    return false;
  if (Folded)
    FAM.invalidate(F, SimplifyCFGPass().run(F, FAM));
  // One that is freed in front of a loop that reads the other.
  moveDeallocations(F, FAM);
  forEachCandidate(F, FAM,
                   [](PeriodicLoop &Periodic) { Periodic.freeByName(); });
  size_t Room = MaxGrowth;
  while (unrollOne(F, FAM, Opaque, Room))
    FAM.invalidate(F, PreservedAnalyses::none());
  // Pointers in a local array are values once it is clear which one is used.
  FAM.invalidate(F, SROAPass(SROAOptions::ModifyCFG).run(F, FAM));
  return true;
}
