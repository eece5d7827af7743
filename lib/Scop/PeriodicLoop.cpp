//===- PeriodicLoop.cpp - Steps between which arrays change places --------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements PeriodicLoop.h.
///
//===----------------------------------------------------------------------===//

#include "PeriodicLoop.h"
#include "smolly/Scop/MathErrors.h"
#include "smolly/Scop/ObjectFacts.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace smolly;

PeriodicLoop::PeriodicLoop(Loop &L, Function &F, FunctionAnalysisManager &FAM)
    : L(L), F(F), DT(FAM.getResult<DominatorTreeAnalysis>(F)),
      LI(FAM.getResult<LoopAnalysis>(F)),
      SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
      TLI(FAM.getResult<TargetLibraryAnalysis>(F)) {}

/// Whether the loop goes on or ends in its header, which does nothing else.
bool PeriodicLoop::hasPlainControl() const {
  const BasicBlock *Head = L.getHeader();
  const BasicBlock *Back = L.getLoopLatch();
  const auto *Branch = dyn_cast<BranchInst>(Head->getTerminator());
  return Branch && Branch->isConditional() && L.getExitingBlock() == Head &&
         L.getExitBlock() && Back && Back != Head &&
         Back->getSingleSuccessor() && L.getLoopPredecessor() &&
         none_of(*Head, [](const Instruction &I) {
           return I.mayWriteToMemory() || I.mayHaveSideEffects();
         });
}

/// Whether there may be more than one of \p BB.
static bool mayRepeat(const BasicBlock &BB) {
  return none_of(BB, [](const Instruction &I) {
    const auto *CB = dyn_cast<CallBase>(&I);
    return isa<AllocaInst>(I) || I.getType()->isTokenTy() || I.isEHPad() ||
           (CB && (CB->cannotDuplicate() || CB->isConvergent() ||
                   isa<CallBrInst>(CB)));
  });
}

/// Whether what \p Counter counts does nothing but end the loop and choose.
bool PeriodicLoop::onlyChoosesTurns(PHINode &Counter) const {
  SmallSetVector<Instruction *, 8> Derived;
  Derived.insert(&Counter);
  for (unsigned Next = 0; Next < Derived.size(); ++Next)
    for (User *U : Derived[Next]->users()) {
      auto *I = cast<Instruction>(U);
      if (Values.Turns.contains(I) || (isa<ICmpInst>(I) && I->hasOneUse() &&
                                       I->getParent() == L.getHeader()))
        continue;
      if (!isa<CastInst>(I) && I != &Counter &&
          !(isa<BinaryOperator>(I) && I->getOpcode() == Instruction::Add &&
            isa<Constant>(I->getOperand(1))))
        return false;
      Derived.insert(I);
    }
  return true;
}

/// Whether arrays of the function's own take turns.
bool PeriodicLoop::isWorthwhile() {
  auto IsOwn = [&](const Value *V) {
    // Several where an earlier loop has changed their places.
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(V, Objects);
    return all_of(Objects, [&](const Value *Object) {
      return isCandidateObject(Object, TLI);
    });
  };
  bool Chooses = false;
  for (auto &[I, Turns] : Values.Turns) {
    if (!Values.changes(I))
      continue;
    if (isa<PHINode>(I) &&
        (I->getType()->isIntegerTy() ||
         (I->getType()->isPointerTy() && all_of(Turns, IsOwn))))
      return true;
    Chooses |= !isa<PHINode>(I);
  }
  // A loop over rows uses its counter otherwise; nothing is to come between
  // rows.
  return Chooses && all_of(L.getHeader()->phis(), [&](PHINode &Phi) {
           return Values.Turns.contains(&Phi) || onlyChoosesTurns(Phi);
         });
}

const SCEV *PeriodicLoop::countIterations() {
  bool Changed = false;
  Instruction *End = L.getLoopPredecessor()->getTerminator();
  auto *Compare = dyn_cast<ICmpInst>(
      cast<BranchInst>(L.getHeader()->getTerminator())->getCondition());
  // What an invoke gives is not known in front of it.
  if (Compare && !isa<CallBase>(End))
    for (Value *Operand : Compare->operands())
      L.makeLoopInvariant(Operand, Changed, End);
  if (Changed)
    SE.forgetLoop(&L);
  return SE.getBackedgeTakenCount(&L);
}

bool PeriodicLoop::isCandidate() {
  if (L.isInnermost() || !hasPlainControl())
    return false;
  for (const BasicBlock *BB : L.blocks()) {
    if (!mayRepeat(*BB))
      return false;
    for (const Instruction &I : *BB) {
      const auto *CB = dyn_cast<CallBase>(&I);
      if (CB && !isa<IntrinsicInst>(CB) && CB->mayWriteToMemory() &&
          mathErrors(*CB, TLI) == NoErrors)
        return false; // Polly takes no such loop.
    }
  }
  Values = findPeriodicValues(L, SE, TLI);
  if (period() == 1 || !isWorthwhile())
    return false;
  const SCEV *Count = countIterations();
  if (isa<SCEVCouldNotCompute>(Count) ||
      SE.getTypeSizeInBits(Count->getType()) < 8 ||
      !SCEVExpander(SE, "smolly").isSafeToExpand(Count))
    return false;
  if (!L.getLoopPreheader())
    InsertPreheaderForLoop(&L, &DT, &LI, /*MSSAU=*/nullptr,
                           /*PreserveLCSSA=*/false);
  formDedicatedExitBlocks(&L, &DT, &LI, /*MSSAU=*/nullptr,
                          /*PreserveLCSSA=*/false);
  Preheader = L.getLoopPreheader();
  Header = L.getHeader();
  Latch = L.getLoopLatch();
  Exit = L.getExitBlock();
  auto *Branch = cast<BranchInst>(Header->getTerminator());
  Body = Branch->getSuccessor(L.contains(Branch->getSuccessor(0)) ? 0 : 1);
  return true;
}

bool PeriodicLoop::foldNullTests() {
  const DataLayout &DL = F.getDataLayout();
  bool Changed = false;
  for (auto &[I, Turns] : Values.Turns)
    if (I->getType()->isPointerTy() && all_of(Turns, [&](const Value *V) {
          return isKnownNonZero(V, SimplifyQuery(DL));
        }))
      for (User *U : make_early_inc_range(I->users()))
        if (auto *Compare = dyn_cast<ICmpInst>(U);
            Compare && Compare->isEquality() &&
            isa<ConstantPointerNull>(Compare->getOperand(1))) {
          Compare->replaceAllUsesWith(ConstantInt::getBool(
              Compare->getType(),
              Compare->getPredicate() != ICmpInst::ICMP_EQ));
          Compare->eraseFromParent();
          Changed = true;
        }
  return Changed;
}

/// Whether \p A and \p B free what they are handed in the same way.
bool PeriodicLoop::areFreedAlike(const CallInst &A, const CallInst &B) const {
  auto AreEqual = [&](unsigned I) {
    Value *V = A.getArgOperand(I), *W = B.getArgOperand(I);
    return V == W ||
           (V->getType() == W->getType() && SE.isSCEVable(V->getType()) &&
            SE.getSCEV(V) == SE.getSCEV(W));
  };
  return A.getCalledOperand() == B.getCalledOperand() &&
         A.arg_size() == B.arg_size() &&
         A.getArgOperand(0) == getFreedOperand(&A, &TLI) &&
         all_of(seq(1u, A.arg_size()), AreEqual);
}

/// Whether somebody else may know a pointer into \p Array.
static bool isKnownElsewhere(const Value *Array) {
  constexpr unsigned MaxUses = 1000;
  return capturesAnyProvenance(PointerMayBeCaptured(
      Array, /*ReturnCaptures=*/true, CaptureComponents::Provenance,
      capturesAnyProvenance, MaxUses));
}

/// Whether \p I may access one of \p Arrays, which nobody else knows of, or
/// what is a pointer to these in its turn.
static bool mayAccess(const Instruction &I,
                      const SmallPtrSetImpl<const Value *> &Arrays) {
  if (!I.mayReadOrWriteMemory())
    return false;
  auto IsOther = [&](const Value *Pointer) {
    if (!Pointer->getType()->isPtrOrPtrVectorTy())
      return true;
    const Value *Object = getUnderlyingObject(Pointer);
    return isa<Constant, Argument, AllocaInst, LoadInst>(Object) ||
           (isa<CallBase>(Object) && !Arrays.contains(Object));
  };
  if (const auto *CB = dyn_cast<CallBase>(&I))
    return !all_of(CB->args(), IsOther);
  const Value *Pointer = getLoadStorePointerOperand(&I);
  return !Pointer || !IsOther(Pointer);
}

/// Whether none of \p Arrays is accessed behind one of \p Calls but by these,
/// which free arrays.
/// Complexity: linear in what is behind them, which is bounded.
bool PeriodicLoop::areLast(ArrayRef<CallInst *> Calls,
                           const SmallPtrSetImpl<const Value *> &Arrays) const {
  constexpr size_t MaxBlocks = 64;
  auto IsLast = [&](const Instruction &I) {
    return is_contained(Calls, &I) || !mayAccess(I, Arrays);
  };
  SmallSetVector<BasicBlock *, 16> Behind;
  for (CallInst *Call : Calls) {
    if (!all_of(make_range(Call->getIterator(), Call->getParent()->end()),
                IsLast))
      return false;
    Behind.insert_range(successors(Call->getParent()));
  }
  for (size_t Next = 0; Next < Behind.size(); ++Next) {
    if (Next == MaxBlocks || !all_of(*Behind[Next], IsLast))
      return false;
    Behind.insert_range(successors(Behind[Next]));
  }
  return true;
}

/// Whether \p Calls free the same arrays whatever turn it is, and nobody
/// accesses any of them from the first of these on. \p All: that are behind the
/// loop and free what takes turns.
bool PeriodicLoop::canFreeByName(ArrayRef<CallInst *> Calls,
                                 ArrayRef<CallInst *> All) const {
  SmallSetVector<Instruction *, 4> Pointers;
  for (CallInst *Call : Calls) {
    Pointers.insert(cast<Instruction>(getFreedOperand(Call, &TLI)));
    // Else it is another turn.
    if (Pointers.back()->getParent() != Pointers.front()->getParent())
      return false;
  }
  auto InTurn = [&](unsigned Turn) {
    SmallPtrSet<const Value *, 4> Freed;
    for (Instruction *I : Pointers)
      Freed.insert(Values.Turns.find(I)->second[Turn]);
    return Freed;
  };
  SmallPtrSet<const Value *, 4> Arrays = InTurn(0);
  for (unsigned Turn = 0; Turn < period(); ++Turn)
    if (InTurn(Turn) != Arrays || Arrays.size() != Pointers.size())
      return false;
  // Phis where an earlier loop has changed their places.
  SmallPtrSet<const Value *, 4> Objects;
  for (const Value *Array : Arrays) {
    SmallVector<const Value *, 4> Underlying;
    getUnderlyingObjects(Array, Underlying);
    Objects.insert_range(Underlying);
  }
  return none_of(Objects,
                 [](const Value *Object) {
                   return !isa<CallBase>(Object) || isKnownElsewhere(Object);
                 }) &&
         areLast(All, Objects);
}

/// Frees what the phis of \p BB are on the ways there: where an exception is
/// cleaned up, arrays may have changed places or not.
void PeriodicLoop::freeInFront(BasicBlock &BB) {
  if (any_of(predecessors(&BB), [&](const BasicBlock *Before) {
        return Before->getSingleSuccessor() != &BB || DT.dominates(&BB, Before);
      }))
    return;
  auto IsKnownInFront = [&](const Value *V) {
    const auto *I = dyn_cast<Instruction>(V);
    return !I || isa<PHINode>(I) || I->getParent() != &BB;
  };
  for (Instruction &I :
       make_early_inc_range(make_range(BB.getFirstNonPHIIt(), BB.end()))) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || !getFreedOperand(Call, &TLI)) {
      if (I.mayReadOrWriteMemory() || I.mayHaveSideEffects())
        return;
      continue;
    }
    if (!all_of(Call->args(), IsKnownInFront))
      return;
    for (BasicBlock *Before : predecessors(&BB)) {
      Instruction *Copy = Call->clone();
      for (Use &Arg : Copy->operands())
        Arg.set(Arg->DoPHITranslation(&BB, Before));
      Copy->insertBefore(Before->getTerminator()->getIterator());
    }
    Call->eraseFromParent();
  }
}

void PeriodicLoop::freeByName() {
  SmallSetVector<BasicBlock *, 4> Merging;
  for (auto &[I, Turns] : Values.Turns)
    for (User *U : I->users())
      if (auto *Phi = dyn_cast<PHINode>(U);
          Phi && !L.contains(Phi) && any_of(Phi->users(), [&](User *Of) {
            auto *Call = dyn_cast<CallInst>(Of);
            return Call && Call->getParent() == Phi->getParent() &&
                   getFreedOperand(Call, &TLI) == Phi;
          }))
        Merging.insert(Phi->getParent());
  for (BasicBlock *BB : Merging) {
    freeInFront(*BB);
    for (PHINode &Phi : make_early_inc_range(BB->phis()))
      if (Phi.use_empty())
        Phi.eraseFromParent();
  }
  SmallVector<CallInst *, 8> All;
  for (auto &[I, Turns] : Values.Turns)
    for (User *U : I->users())
      if (auto *Call = dyn_cast<CallInst>(U);
          Call && !L.contains(Call) && getFreedOperand(Call, &TLI) == I)
        All.push_back(Call);
  // Tables and their rows, for one.
  SmallVector<CallInst *, 8> Left = All;
  while (!Left.empty()) {
    const CallInst *First = Left.front();
    auto *Others =
        std::stable_partition(Left.begin(), Left.end(), [&](CallInst *Call) {
          return areFreedAlike(*Call, *First);
        });
    ArrayRef<CallInst *> Alike(Left.begin(), Others);
    if (canFreeByName(Alike, All))
      for (CallInst *Call : Alike) {
        auto *I = cast<Instruction>(getFreedOperand(Call, &TLI));
        Call->replaceUsesOfWith(I, Values.Turns.find(I)->second.front());
      }
    Left.erase(Left.begin(), Others);
  }
}

/// Where the value of \p U is asked for.
static BasicBlock *blockOf(const Use &U) {
  auto *I = cast<Instruction>(U.getUser());
  if (auto *Phi = dyn_cast<PHINode>(I))
    return Phi->getIncomingBlock(U);
  return I->getParent();
}

bool PeriodicLoop::isOutside(const BasicBlock *BB) const {
  return !L.contains(BB) && !Rest.contains(const_cast<BasicBlock *>(BB));
}

SmallVector<Use *, 8> PeriodicLoop::usesOutside(Instruction &I) const {
  SmallVector<Use *, 8> Result;
  for (Use &U : I.uses())
    if (isOutside(blockOf(U)))
      Result.push_back(&U);
  return Result;
}

/// Whether what \p I gives is the turn, or an array of it, in other words.
static bool passesOn(const Instruction &I) {
  return isa<PHINode, SelectInst, CastInst, BinaryOperator, GetElementPtrInst>(
             I) ||
         (isa<LoadInst>(I) && I.getType()->isPointerTy());
}

/// The uses behind the loop of what changes in it, and of what that is passed
/// on to.
SmallVector<Use *, 8> PeriodicLoop::usesOfTurns() const {
  SmallSetVector<Instruction *, 16> Worklist;
  for (auto &[I, Turns] : Values.Turns)
    if (Values.changes(I))
      Worklist.insert(I);
  SmallVector<Use *, 8> Uses;
  for (unsigned Next = 0; Next < Worklist.size(); ++Next)
    for (Use *U : usesOutside(*Worklist[Next])) {
      Uses.push_back(U);
      if (auto *I = cast<Instruction>(U->getUser()); passesOn(*I))
        Worklist.insert(I);
    }
  return Uses;
}

/// Whether nobody asks which turn it was behind the last of \p Uses in End, on
/// the way on.
bool PeriodicLoop::mayEnd(ArrayRef<Use *> Uses) {
  LastUser = nullptr;
  if (LI.getLoopFor(End) != L.getParentLoop() ||
      (LI.isLoopHeader(End) && !DT.dominates(Exit, End)))
    return false;
  for (const Use *U : Uses) {
    auto *User = cast<Instruction>(U->getUser());
    if (blockOf(*U) != End)
      continue;
    if (isa<PHINode>(User) || User->isTerminator())
      return false;
    if (!LastUser || LastUser->comesBefore(User))
      LastUser = User;
  }
  return true;
}

bool PeriodicLoop::findRest() {
  SmallVector<Use *, 8> Uses = usesOfTurns();
  End = Exit;
  if (Uses.empty())
    return true;
  PostDominatorTree PDT(F);
  for (const Use *U : Uses)
    if (End)
      End = PDT.findNearestCommonDominator(End, blockOf(*U));
  while (End && !mayEnd(Uses)) {
    const DomTreeNode *Next = PDT.getNode(End)->getIDom();
    End = Next ? Next->getBlock() : nullptr;
  }
  if (!End)
    return false;
  SmallVector<BasicBlock *, 8> Worklist = {Exit};
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (BB == End || !Rest.insert(BB))
      continue;
    if (L.contains(BB) || !DT.dominates(Exit, BB) || !mayRepeat(*BB))
      return false;
    append_range(Worklist, successors(BB));
  }
  if (LastUser && !mayRepeat(*End))
    return false;
  return true;
}

static size_t sizeOf(ArrayRef<BasicBlock *> Blocks) {
  size_t Size = 0;
  for (const BasicBlock *BB : Blocks)
    Size += BB->size();
  return Size;
}

size_t PeriodicLoop::growth() const {
  size_t RestSize = sizeOf(Rest.getArrayRef()) + (LastUser ? End->size() : 0);
  return (period() - 1) * (2 * sizeOf(L.getBlocks()) + RestSize);
}
