//===- Guard.cpp - Allocate, decide, free ---------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements guardAllocations of Apply.h.
///
///     original                        guarded
///
///     A = malloc(huge);               fast = assumptions;
///     if (!A) return;                 if (fast) { N = malloc(small);
///     ...                                         fast = N != null; }
///     loops over A                    if (!fast) A = malloc(huge);
///     free(A);                        if (!fast && !A) { free(N); return; }
///                                     ...
///                                     if (fast) { loops over N; free(N); }
///                                     else loops over A
///                                     free(A);       // null if fast
///
/// The decision moves up to the first replaced allocation when all it depends
/// on is known there; else it is taken right in front of the loops, and the
/// original arrays stay allocated, untouched, on the fast path too. Where other
/// loops depend on the decision, it moves up to those at least.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/Apply.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace smolly;

namespace {

class Guard {
public:
  Guard(Function &F, GeneratedScop &G) : F(F), G(G), DT(F), LI(DT) {}
  GuardResult run();
  bool canDecideAt(Instruction *Point);

private:
  Instruction *firstOf(ArrayRef<Instruction *> Points);
  Instruction *choosePoint();
  bool collectSlice(Value *V, Instruction *Point, unsigned Depth);
  void collectLeavingEdges(BasicBlock *From);
  void emitDecision(Instruction *Point);
  void freeOnEdges();
  void freeBehindLoops();
  void moveOriginal(CallBase *Allocation);
  void skipFill(MemSetInst *Fill);
  void emitFrees(Instruction *Before);

  Function &F;
  GeneratedScop &G;
  DominatorTree DT;
  LoopInfo LI;
  /// What has to move in front of the decision, operands first.
  SetVector<Instruction *> Slice;
  SmallVector<std::pair<BasicBlock *, BasicBlock *>, 4> LeavingEdges;
  /// i1: the rewritten loops will run.
  Value *Fast = nullptr;
  /// The new arrays; null unless Fast.
  SmallVector<Value *, 4> Pointers;
};

} // namespace

/// Gathers what \p V needs that is not yet there at \p Point. False when some
/// of it must not move.
bool Guard::collectSlice(Value *V, Instruction *Point, unsigned Depth) {
  constexpr unsigned MaxDepth = 64;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Slice.contains(I) || DT.dominates(I, Point))
    return true;
  if (Depth > MaxDepth || isa<PHINode>(I) || I->mayReadOrWriteMemory() ||
      !isSafeToSpeculativelyExecute(I))
    return false;
  for (Value *Operand : I->operands())
    if (!collectSlice(Operand, Point, Depth + 1))
      return false;
  Slice.insert(I);
  return true;
}

/// Finds the edges that leave the way from \p From to the loops.
void Guard::collectLeavingEdges(BasicBlock *From) {
  BasicBlock *To = G.Branch->getParent();
  SmallPtrSet<BasicBlock *, 16> Reaching = {To};
  SmallVector<BasicBlock *, 16> Worklist = {To};
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (BB == From)
      continue;
    for (BasicBlock *Pred : predecessors(BB))
      if (Reaching.insert(Pred).second)
        Worklist.push_back(Pred);
  }
  SmallPtrSet<BasicBlock *, 16> Seen = {From};
  Worklist = {From};
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (BB == To)
      continue;
    for (BasicBlock *Succ : successors(BB)) {
      if (!Reaching.contains(Succ))
        LeavingEdges.push_back({BB, Succ});
      else if (Seen.insert(Succ).second)
        Worklist.push_back(Succ);
    }
  }
}

/// Whether the decision can be taken in front of \p Point, once for each time
/// that the loops are reached.
bool Guard::canDecideAt(Instruction *Point) {
  Slice.clear();
  LeavingEdges.clear();
  if (Point == G.Branch)
    return true;
  BasicBlock *BB = Point->getParent();
  if (!DT.dominates(Point, G.Branch) ||
      LI.getLoopFor(BB) != LI.getLoopFor(G.Branch->getParent()))
    return false;
  if (!collectSlice(G.Branch->getCondition(), Point, 0) ||
      !collectSlice(G.Overflow, Point, 0))
    return false;
  for (CallInst *Allocation : G.Allocations)
    if (!collectSlice(Allocation->getArgOperand(0), Point, 0))
      return false;
  if (BB != G.Branch->getParent())
    collectLeavingEdges(BB);
  return none_of(LeavingEdges, [](const auto &Edge) {
    return Edge.second->isEHPad() ||
           isa<IndirectBrInst>(Edge.first->getTerminator());
  });
}

void Guard::emitFrees(Instruction *Before) {
  IRBuilder<> B(Before);
  FunctionCallee Free =
      F.getParent()->getOrInsertFunction("free", B.getVoidTy(), B.getPtrTy());
  for (Value *Pointer : Pointers)
    B.CreateCall(Free, Pointer);
}

/// Emits the check and the allocations in front of \p Point and sets Fast and
/// Pointers, valid from there on.
void Guard::emitDecision(Instruction *Point) {
  for (Instruction *I : Slice)
    I->moveBefore(Point->getIterator());
  IRBuilder<> B(Point);
  Value *Wanted = B.CreateAnd(G.Branch->getCondition(), B.CreateNot(G.Overflow),
                              "smolly.wanted");
  if (G.Allocations.empty()) {
    Fast = Wanted;
    return;
  }
  BasicBlock *Before = Point->getParent();
  BasicBlock *After = SplitBlock(Before, Point->getIterator());
  for (auto &Edge : LeavingEdges)
    if (Edge.first == Before)
      Edge.first = After;
  BasicBlock *Allocate =
      BasicBlock::Create(F.getContext(), "smolly.allocate", &F, After);
  BasicBlock *GiveUp =
      BasicBlock::Create(F.getContext(), "smolly.giveup", &F, After);
  Before->getTerminator()->eraseFromParent();
  B.SetInsertPoint(Before);
  B.CreateCondBr(Wanted, Allocate, After);

  B.SetInsertPoint(Allocate);
  Value *Complete = B.getTrue();
  Instruction *End = B.CreateUnreachable();
  for (CallInst *Allocation : G.Allocations)
    Allocation->moveBefore(End->getIterator());
  B.SetInsertPoint(End);
  for (CallInst *Allocation : G.Allocations)
    Complete = B.CreateAnd(Complete, B.CreateIsNotNull(Allocation));
  B.CreateCondBr(Complete, After, GiveUp);
  End->eraseFromParent();

  B.SetInsertPoint(GiveUp);
  Instruction *Back = B.CreateBr(After);
  Pointers.assign(G.Allocations.begin(), G.Allocations.end());
  emitFrees(Back);

  B.SetInsertPoint(After, After->begin());
  PHINode *Decision = B.CreatePHI(B.getInt1Ty(), 3, "smolly.fast");
  Decision->addIncoming(B.getFalse(), Before);
  Decision->addIncoming(B.getTrue(), Allocate);
  Decision->addIncoming(B.getFalse(), GiveUp);
  Fast = Decision;
  for (Value *&Pointer : Pointers) {
    PHINode *Merged = B.CreatePHI(B.getPtrTy(), 3, "smolly.array");
    Pointer->replaceUsesWithIf(Merged, [&](Use &U) {
      const BasicBlock *BB = cast<Instruction>(U.getUser())->getParent();
      return BB != Allocate && BB != GiveUp;
    });
    Merged->addIncoming(ConstantPointerNull::get(B.getPtrTy()), Before);
    Merged->addIncoming(Pointer, Allocate);
    Merged->addIncoming(ConstantPointerNull::get(B.getPtrTy()), GiveUp);
    Pointer = Merged;
  }
}

void Guard::freeOnEdges() {
  if (Pointers.empty())
    return;
  for (auto [From, To] : LeavingEdges) {
    // One block may have the same successor twice; the second time round the
    // edge is gone.
    if (!is_contained(successors(From), To))
      continue;
    BasicBlock *Edge = SplitEdge(From, To);
    emitFrees(Edge->getTerminator());
  }
}

void Guard::freeBehindLoops() { emitFrees(G.Exit->getTerminator()); }

/// Makes an original allocation happen only when the original loops will run.
void Guard::moveOriginal(CallBase *Allocation) {
  IRBuilder<> B(Allocation);
  BasicBlock *Before = Allocation->getParent();
  BasicBlock *Allocate = SplitBlock(Before, Allocation->getIterator());
  BasicBlock *After =
      isa<InvokeInst>(Allocation)
          ? SplitEdge(Allocate, cast<InvokeInst>(Allocation)->getNormalDest())
          : SplitBlock(Allocate, std::next(Allocation->getIterator()));
  Before->getTerminator()->eraseFromParent();
  B.SetInsertPoint(Before);
  B.CreateCondBr(Fast, After, Allocate);

  B.SetInsertPoint(After, After->begin());
  PHINode *Merged = B.CreatePHI(Allocation->getType(), 2);
  Allocation->replaceAllUsesWith(Merged);
  Merged->addIncoming(Constant::getNullValue(Allocation->getType()), Before);
  Merged->addIncoming(Allocation, Allocate);

  for (User *U : make_early_inc_range(Merged->users())) {
    auto *Check = dyn_cast<ICmpInst>(U);
    if (!Check || !Check->isEquality())
      continue;
    B.SetInsertPoint(Check->getNextNode());
    bool IsEqual = Check->getPredicate() == ICmpInst::ICMP_EQ;
    Value *Guarded = IsEqual ? B.CreateAnd(Check, B.CreateNot(Fast))
                             : B.CreateOr(Check, Fast);
    Check->replaceUsesWithIf(Guarded, [&](Use &Checked) {
      auto *Binary = dyn_cast<Instruction>(Guarded);
      return Checked.getUser() != Binary;
    });
  }
}

/// Lets \p Fill write nothing where its array was not allocated.
void Guard::skipFill(MemSetInst *Fill) {
  IRBuilder<> B(Fill);
  Value *Length = Fill->getLength();
  Fill->setLength(
      B.CreateSelect(Fast, Constant::getNullValue(Length->getType()), Length));
  // The pointer is null then.
  AttributeList Attributes = Fill->getAttributes();
  Fill->setAttributes(Attributes.removeParamAttributes(
      Fill->getContext(), 0,
      AttributeMask()
          .addAttribute(Attribute::NonNull)
          .addAttribute(Attribute::Dereferenceable)));
}

/// That of \p Points that dominates the others; null if none does.
Instruction *Guard::firstOf(ArrayRef<Instruction *> Points) {
  for (Instruction *First : Points)
    if (all_of(Points, [&](Instruction *I) {
          return I == First || DT.dominates(First, I);
        }))
      return First;
  return nullptr;
}

/// Where to decide: as early as the first replaced allocation if possible, at
/// the first dependent at the latest. Null if that is not possible either.
Instruction *Guard::choosePoint() {
  SmallVector<Instruction *, 4> Latest(G.Dependents.begin(),
                                       G.Dependents.end());
  Latest.push_back(G.Branch);
  if (!G.Replaced.empty()) {
    SmallVector<Instruction *, 4> All = Latest;
    All.append(G.Replaced.begin(), G.Replaced.end());
    if (Instruction *Point = firstOf(All); Point && canDecideAt(Point))
      return Point;
  }
  Instruction *Point = firstOf(Latest);
  return Point && canDecideAt(Point) ? Point : nullptr;
}

GuardResult Guard::run() {
  GuardResult Result;
  Instruction *Point = choosePoint();
  if (!Point)
    return Result;
  if (all_of(G.Replaced,
             [&](CallBase *A) { return A == Point || DT.dominates(Point, A); }))
    Result.MovedOriginals = G.Replaced;
  emitDecision(Point);
  G.Branch->setCondition(Fast);
  freeOnEdges();
  freeBehindLoops();
  for (CallBase *Allocation : Result.MovedOriginals)
    moveOriginal(Allocation);
  if (!Result.MovedOriginals.empty())
    for (MemSetInst *Fill : G.ZeroFills)
      skipFill(Fill);
  Result.Fast = Fast;
  return Result;
}

GuardResult smolly::guardAllocations(Function &F, GeneratedScop &G) {
  return Guard(F, G).run();
}

bool smolly::canDecideAt(Function &F, GeneratedScop &G, Instruction *Point) {
  return Guard(F, G).canDecideAt(Point);
}
