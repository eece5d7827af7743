//===- EndPointers.cpp - Where an array ends ------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements EndPointers.h.
///
//===----------------------------------------------------------------------===//

#include "EndPointers.h"
#include "Equalities.h"
#include "smolly/Scop/ObjectFacts.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace smolly;

/// Values of one phi.
static constexpr unsigned MaxValues = 8;

static bool isEqualGiven(const SCEV *A, const SCEV *B, const Equalities &Facts,
                         ScalarEvolution &SE) {
  const SCEV *Difference = SE.getMinusSCEV(A, B);
  return !isa<SCEVCouldNotCompute>(Difference) &&
         applyEqualities(Difference, Facts, SE)->isZero();
}

namespace {

/// The array that pointers are computed from, and whether all of them certainly
/// lie in it, or right behind it.
struct PointedTo {
  Value *Array = nullptr;
  bool InBounds = true;
};

} // namespace

/// Where all values of \p Phi point to; no array if there is none.
static PointedTo arrayOf(const PHINode &Phi, const DominatorTree &DT,
                         const TargetLibraryInfo &TLI) {
  PointedTo Result;
  for (Value *V : Phi.incoming_values()) {
    while (auto *Gep = dyn_cast<GEPOperator>(V)) {
      Result.InBounds &= Gep->isInBounds();
      V = Gep->getPointerOperand();
    }
    if (Result.Array && V != Result.Array)
      return {};
    Result.Array = V;
  }
  if (!Result.Array || !isCandidateObject(Result.Array, TLI) ||
      !DT.dominates(Result.Array, &Phi))
    return {};
  return Result;
}

/// Whether \p S asks for a phi in \p BB: what was computed on the way there may
/// have been of the value that it had before.
static bool asksForPhi(const SCEV *S, const BasicBlock *BB) {
  return SCEVExprContains(S, [&](const SCEV *Part) {
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    const auto *Phi =
        Unknown ? dyn_cast<PHINode>(Unknown->getValue()) : nullptr;
    return Phi && Phi->getParent() == BB;
  });
}

/// The pointer to \p Offset bytes behind the array of \p To, for \p Phi; null
/// if it is not known there.
static Value *pointerFor(const PHINode &Phi, PointedTo To, const SCEV *Offset,
                         const DominatorTree &DT, ScalarEvolution &SE,
                         SCEVExpander &Expander) {
  for (User *U : To.Array->users())
    if (auto *Gep = dyn_cast<GetElementPtrInst>(U);
        Gep && Gep->isInBounds() && Gep->getPointerOperand() == To.Array &&
        DT.dominates(Gep, &Phi) &&
        SE.removePointerBase(SE.getSCEV(Gep)) == Offset)
      return Gep;
  BasicBlock::const_iterator Place = Phi.getParent()->getFirstInsertionPt();
  if (Place == Phi.getParent()->end() ||
      !Expander.isSafeToExpandAt(Offset, &*Place))
    return nullptr;
  auto *First = const_cast<Instruction *>(&*Place);
  IRBuilder<> B(First);
  Value *Bytes = Expander.expandCodeFor(Offset, Offset->getType(), First);
  const auto *CB = dyn_cast<CallBase>(To.Array);
  bool IsEnd =
      CB && CB->arg_size() == 1 && SE.getSCEV(CB->getArgOperand(0)) == Offset;
  return To.InBounds || IsEnd
             ? B.CreateInBoundsGEP(B.getInt8Ty(), To.Array, Bytes)
             : B.CreateGEP(B.getInt8Ty(), To.Array, Bytes);
}

namespace {

/// Where a phi points to, seen from another one of its block.
struct Beginning {
  PHINode *Phi = nullptr;
  const SCEV *Offset = nullptr;
};

} // namespace

using Beginnings = SmallMapVector<PHINode *, Beginning, 8>;

namespace {

/// Replaces what changes in one loop by what it is in some iteration.
class InIteration : public SCEVRewriteVisitor<InIteration> {
public:
  InIteration(const Loop &L, const SCEV *Iteration, ScalarEvolution &SE)
      : SCEVRewriteVisitor(SE), L(L), Iteration(Iteration) {}

  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *Changing) {
    return Changing->getLoop() == &L
               ? Changing->evaluateAtIteration(Iteration, SE)
               : Changing;
  }

private:
  const Loop &L;
  const SCEV *Iteration;
};

/// Knows pointers, and what those that change in a loop are behind it.
class PointerValues {
public:
  PointerValues(ScalarEvolution &SE, const LoopInfo &LI,
                const DominatorTree &DT)
      : SE(SE), LI(LI), DT(DT) {}

  const SCEV *at(Value *Pointer, const BasicBlock *End);
  const SCEV *distance(Value *To, Value *From, const BasicBlock *End);

private:
  ScalarEvolution &SE;
  const LoopInfo &LI;
  const DominatorTree &DT;
};

} // namespace

/// What \p Pointer is at the end of the block \p End. A loop that allocates in
/// each iteration is left by an exception, too: what counts is the exit that
/// leads to \p End.
const SCEV *PointerValues::at(Value *Pointer, const BasicBlock *End) {
  const SCEV *Result = SE.getSCEV(Pointer);
  const auto *I = dyn_cast<Instruction>(Pointer);
  const Loop *L = I ? LI.getLoopFor(I->getParent()) : nullptr;
  if (!L || L->contains(End))
    return Result;
  SmallVector<Loop::Edge, 4> Exits;
  L->getExitEdges(Exits);
  for (auto [From, To] : Exits) {
    const SCEV *Count = SE.getExitCount(L, From);
    if (!isa<SCEVCouldNotCompute>(Count) &&
        DT.dominates(BasicBlockEdge(From, To), End))
      return InIteration(*L, Count, SE).visit(Result);
  }
  return Result;
}

/// How far \p To is from \p From at the end of the block \p End; null if that
/// is not known.
const SCEV *PointerValues::distance(Value *To, Value *From,
                                    const BasicBlock *End) {
  auto ChangesInside = [&](const SCEV *S) {
    const auto *Changing = dyn_cast<SCEVAddRecExpr>(S);
    return Changing && !Changing->getLoop()->contains(End);
  };
  const SCEV *Begin = at(From, End), *Other = at(To, End);
  // Each may have been computed in another one of its iterations.
  if (SCEVExprContains(Begin, ChangesInside) ||
      SCEVExprContains(Other, ChangesInside))
    return nullptr;
  const SCEV *Offset = SE.getMinusSCEV(Other, Begin);
  return isa<SCEVCouldNotCompute>(Offset) ? nullptr : Offset;
}

/// The one of its values that \p Phi always is equal to; null if it is none.
static const SCEV *valueOf(const PHINode &Phi, PointerValues &Pointers,
                           ScalarEvolution &SE) {
  SmallVector<const SCEV *, MaxValues> Values;
  for (auto [V, From] : zip(Phi.incoming_values(), Phi.blocks())) {
    Values.push_back(Pointers.at(V, From));
    if (SE.containsAddRecurrence(Values.back()))
      return nullptr;
  }
  for (const SCEV *Candidate : Values)
    if (!asksForPhi(Candidate, Phi.getParent()) &&
        all_of(enumerate(Values), [&](const auto &Other) {
          return Other.value() == Candidate ||
                 isEqualGiven(
                     Candidate, Other.value(),
                     equalitiesOnEdge(Phi.getIncomingBlock(Other.index()),
                                      Phi.getParent(), SE),
                     SE);
        }))
      return Candidate;
  return nullptr;
}

/// The phi in the block of \p End that begins, as far as one of its values
/// tells, where an array does that \p End points into.
static Beginning guessBeginning(PHINode &End, PointerValues &Pointers,
                                ScalarEvolution &SE) {
  for (auto [V, From] : zip(End.incoming_values(), End.blocks())) {
    const SCEV *Value = Pointers.at(V, From);
    const auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Value));
    if (!Base || Base == Value)
      continue;
    const SCEV *Offset = SE.removePointerBase(Value);
    if (SE.containsAddRecurrence(Offset) || asksForPhi(Offset, End.getParent()))
      return {};
    for (PHINode &Phi : End.getParent()->phis())
      if (Phi.getIncomingValueForBlock(From) == Base->getValue())
        return {&Phi, Offset};
  }
  return {};
}

/// Whether \p End points as far behind \p B as that says, if all \p Known do.
static bool isBehind(const PHINode &End, Beginning B, const Beginnings &Known,
                     PointerValues &Pointers) {
  return all_of(zip(End.incoming_values(), End.blocks()), [&](auto Incoming) {
    auto [V, From] = Incoming;
    Value *Begin = B.Phi->getIncomingValueForBlock(From);
    const auto *Phi = dyn_cast<PHINode>(V);
    const auto *It = Phi ? Known.find(const_cast<PHINode *>(Phi)) : Known.end();
    return It != Known.end()
               ? It->second.Phi == Begin && It->second.Offset == B.Offset
               : Pointers.distance(V, Begin, From) == B.Offset;
  });
}

/// Whether what \p End is, unless it is another one of \p Ends, is known to be
/// in the array of \p Begin, or right behind it.
static bool isInBounds(const PHINode &End, const PHINode &Begin,
                       const Beginnings &Ends) {
  return all_of(zip(End.incoming_values(), End.blocks()), [&](auto Incoming) {
    auto [V, From] = Incoming;
    auto *Phi = dyn_cast<PHINode>(V);
    return (Phi && Ends.contains(Phi)) ||
           V->stripInBoundsOffsets() == Begin.getIncomingValueForBlock(From);
  });
}

/// Lets the end of one of several arrays, as these change places, be its
/// beginning plus a size: with each, the other is that of another array.
static bool resolveTurns(BasicBlock &BB, PointerValues &Pointers,
                         ScalarEvolution &SE, SCEVExpander &Expander) {
  constexpr unsigned MaxPhis = 32;
  BasicBlock::iterator Place = BB.getFirstInsertionPt();
  if (Place == BB.end() || range_size(BB.phis()) > MaxPhis)
    return false;
  Beginnings Found;
  for (PHINode &Phi : BB.phis())
    if (Phi.getType()->isPointerTy() && Phi.getNumIncomingValues() <= MaxValues)
      if (Beginning B = guessBeginning(Phi, Pointers, SE);
          B.Phi && Expander.isSafeToExpandAt(B.Offset, &*Place))
        Found[&Phi] = B;
  // By induction: until all are where they were said to be in front of it.
  bool AllAre = Found.empty();
  while (!AllAre) {
    Beginnings Right;
    for (auto [Phi, B] : Found)
      if (isBehind(*Phi, B, Found, Pointers))
        Right[Phi] = B;
    AllAre = Right.size() == Found.size();
    Found = std::move(Right);
  }
  bool InBounds = all_of(Found, [&](const auto &Entry) {
    return isInBounds(*Entry.first, *Entry.second.Phi, Found);
  });
  GEPNoWrapFlags Flags =
      InBounds ? GEPNoWrapFlags::inBounds() : GEPNoWrapFlags::none();
  for (auto [End, B] : Found) {
    Value *Bytes =
        Expander.expandCodeFor(B.Offset, B.Offset->getType(), &*Place);
    Value *Pointer = IRBuilder<>(&*Place).CreatePtrAdd(B.Phi, Bytes, "", Flags);
    SE.forgetValue(End);
    End->replaceAllUsesWith(Pointer);
    End->eraseFromParent();
  }
  return !Found.empty();
}

bool smolly::resolveEnds(Function &F, const DominatorTree &DT,
                         const LoopInfo &LI, ScalarEvolution &SE,
                         const TargetLibraryInfo &TLI) {
  SCEVExpander Expander(SE, "smolly.end");
  PointerValues Pointers(SE, LI, DT);
  bool Changed = false;
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F)) {
    Changed |= resolveTurns(*BB, Pointers, SE, Expander);
    for (PHINode &Phi : make_early_inc_range(BB->phis())) {
      if (!Phi.getType()->isPointerTy() ||
          Phi.getNumIncomingValues() > MaxValues)
        continue;
      PointedTo To = arrayOf(Phi, DT, TLI);
      const SCEV *Known = To.Array ? valueOf(Phi, Pointers, SE) : nullptr;
      if (!Known || SE.getPointerBase(Known) != SE.getSCEV(To.Array))
        continue;
      Value *End =
          pointerFor(Phi, To, SE.removePointerBase(Known), DT, SE, Expander);
      if (!End)
        continue;
      SE.forgetValue(&Phi);
      Phi.replaceAllUsesWith(End);
      Phi.eraseFromParent();
      Changed = true;
    }
  }
  return Changed;
}

/// The branch that decides on \p Call alone; null if there is none, or it
/// decides on something else, too.
static BranchInst *decisionOn(const MemIntrinsic &Call) {
  const BasicBlock *BB = Call.getParent();
  const BasicBlock *Before = BB->getSinglePredecessor();
  const BasicBlock *After = BB->getSingleSuccessor();
  if (!Before || !After)
    return nullptr;
  auto *Branch = dyn_cast<BranchInst>(Before->getTerminator());
  if (!Branch || !Branch->isConditional() ||
      (Branch->getSuccessor(0) != After && Branch->getSuccessor(1) != After) ||
      any_of(After->phis(),
             [&](const PHINode &Phi) {
               return Phi.getIncomingValueForBlock(BB) !=
                      Phi.getIncomingValueForBlock(Before);
             }) ||
      any_of(*BB, [&](const Instruction &I) {
        return &I != &Call && !I.isTerminator() &&
               !isSafeToSpeculativelyExecute(&I);
      }))
    return nullptr;
  return const_cast<BranchInst *>(Branch);
}

bool smolly::copyUnconditionally(Function &F, ScalarEvolution &SE,
                                 const TargetLibraryInfo &TLI) {
  SmallVector<MemIntrinsic *, 8> Calls;
  auto IsArray = [&](const Value *Pointer) {
    return isCandidateObject(getUnderlyingObject(Pointer), TLI);
  };
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<MemIntrinsic>(&I);
        Call && !Call->isVolatile() &&
        (IsArray(Call->getRawDest()) ||
         (isa<MemTransferInst>(Call) &&
          IsArray(cast<MemTransferInst>(Call)->getRawSource()))))
      Calls.push_back(Call);
  AttributeMask Demands;
  for (Attribute::AttrKind Kind :
       {Attribute::NonNull, Attribute::NoUndef, Attribute::Dereferenceable,
        Attribute::DereferenceableOrNull})
    Demands.addAttribute(Kind);
  bool Changed = false;
  for (MemIntrinsic *Call : Calls) {
    BranchInst *Branch = decisionOn(*Call);
    if (!Branch)
      continue;
    BasicBlock *BB = Call->getParent(), *After = BB->getSingleSuccessor();
    Equalities Facts;
    addEqualities(Branch->getCondition(), Branch->getSuccessor(0) == After, SE,
                  Facts);
    const SCEV *Length = SE.getSCEV(Call->getLength());
    if (!applyEqualities(Length, Facts, SE)->isZero())
      continue;
    for (unsigned I = 0; I < 2; ++I)
      Call->removeParamAttrs(I, Demands);
    After->removePredecessor(Branch->getParent());
    IRBuilder<>(Branch).CreateBr(BB);
    Value *Condition = Branch->getCondition();
    Branch->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(Condition);
    Changed = true;
  }
  return Changed;
}
