//===- BoundChoices.cpp - Bounds that are chosen at borders ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements BoundChoices.h.
///
//===----------------------------------------------------------------------===//

#include "BoundChoices.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// How deep an expression is looked at.
static constexpr unsigned MaxDepth = 4;
/// How many blocks in front of a choice are asked for conditions.
static constexpr unsigned MaxDominators = 8;
/// Numbers of fewer or more bits are left alone.
static constexpr unsigned MinBits = 8, MaxBits = 64;

namespace {

/// A choice that is an extreme of its two values: of Left and Right + Shift,
/// which are compared, and the Offset added to that, if it is a number.
struct Extreme {
  Intrinsic::ID Kind = Intrinsic::not_intrinsic;
  Value *Left = nullptr, *Right = nullptr;
  int Shift = 0;
  std::optional<APInt> Offset;
};

class BoundChooser {
public:
  BoundChooser(LoopInfo &LI, DominatorTree &DT, ScalarEvolution &SE)
      : LI(LI), DT(DT), SE(SE) {}

  /// If \p V chooses an extreme, makes it one; and so for what it chooses from.
  bool visit(Value *V, unsigned Depth = MaxDepth);

private:
  const SCEV *exactly(Value *V, unsigned Depth = MaxDepth);
  std::optional<Extreme> extreme(const Choice &C);
  bool isFineUnlessChosen(Value *V, bool IsMinimum, const Choice &C);
  bool overflowsOnlyTo(const BinaryOperator &Sum, bool Below,
                       const Instruction &Where);
  bool fits(unsigned Opcode, const SCEV *Left, const SCEV *Right,
            const Instruction &Where);
  Value *ofChosen(const Choice &C, const Extreme &E);
  Value *ofCompared(const Choice &C, const Extreme &E);

  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
};

} // namespace

/// Whether \p V is known at \p Where, or can be computed there.
static bool canBeKnownAt(Value *V, const Instruction &Where,
                         const DominatorTree &DT) {
  auto *I = dyn_cast<Instruction>(V);
  return !I || DT.dominates(I, &Where) ||
         (!isa<PHINode>(I) && !I->mayReadFromMemory() &&
          isSafeToSpeculativelyExecute(I) &&
          all_of(I->operands(), [&](const Use &Operand) {
            return DT.dominates(&*Operand, &Where);
          }));
}

/// What \p Phi chooses if its blocks are an `if`, with or without an `else`,
/// that nothing else is in which has to come first.
static std::optional<Choice> choiceOfBlocks(PHINode &Phi,
                                            const DominatorTree &DT) {
  BasicBlock *Joined = Phi.getParent();
  const DomTreeNode *Node = DT.getNode(Joined);
  if (Phi.getNumIncomingValues() != 2 || !Node || !Node->getIDom())
    return std::nullopt;
  BasicBlock *First = Node->getIDom()->getBlock();
  auto *Branch = dyn_cast<BranchInst>(First->getTerminator());
  if (!Branch || !Branch->isConditional() ||
      Branch->getSuccessor(0) == Branch->getSuccessor(1))
    return std::nullopt;
  Value *Chosen[2];
  for (unsigned Side : {0, 1}) {
    BasicBlock *Arm = Branch->getSuccessor(Side);
    if (Arm != Joined && (Arm->getSinglePredecessor() != First ||
                          Arm->getSingleSuccessor() != Joined))
      return std::nullopt;
    Chosen[Side] = Phi.getIncomingValueForBlock(Arm == Joined ? First : Arm);
  }
  if (!all_of(Chosen, [&](Value *V) { return canBeKnownAt(V, *Branch, DT); }))
    return std::nullopt;
  return Choice{&Phi, Branch->getCondition(), Chosen[0], Chosen[1], Branch};
}

std::optional<Choice> smolly::choiceAt(Value *V, const DominatorTree &DT) {
  if (auto *Select = dyn_cast<SelectInst>(V))
    return Choice{Select, Select->getCondition(), Select->getTrueValue(),
                  Select->getFalseValue(), Select};
  if (auto *Phi = dyn_cast<PHINode>(V))
    return choiceOfBlocks(*Phi, DT);
  return std::nullopt;
}

/// \p V as a number of twice as many bits, in which nothing overflows: what it
/// is unless it is poison.
const SCEV *BoundChooser::exactly(Value *V, unsigned Depth) {
  Value *Left, *Right;
  if (Depth > 0 && match(V, m_NSWAdd(m_Value(Left), m_Value(Right))))
    return SE.getAddExpr(exactly(Left, Depth - 1), exactly(Right, Depth - 1));
  if (Depth > 0 && match(V, m_NSWSub(m_Value(Left), m_Value(Right))))
    return SE.getMinusSCEV(exactly(Left, Depth - 1), exactly(Right, Depth - 1));
  Type *Wide =
      IntegerType::get(V->getContext(), 2 * V->getType()->getIntegerBitWidth());
  return SE.getSignExtendExpr(SE.getSCEV(V), Wide);
}

std::optional<ChosenExtreme> smolly::chosenExtreme(const SCEV *Compared,
                                                   const SCEV *Chosen,
                                                   ScalarEvolution &SE) {
  // Compared is at most -1 where One is chosen, and at least 0 elsewhere.
  for (auto [Kind, Shift] :
       {std::pair(Intrinsic::smin, SE.getMinusSCEV(Compared, Chosen)),
        std::pair(Intrinsic::smax, SE.getAddExpr(Chosen, Compared))})
    if (const auto *Known = dyn_cast<SCEVConstant>(Shift);
        Known && (Known->isZero() || Known->getAPInt().isAllOnes()))
      return ChosenExtreme{Kind, Known->isZero() ? 0 : -1};
  return std::nullopt;
}

/// Which extreme of its two values \p C chooses; none if that is not known, or
/// it always chooses the same.
std::optional<Extreme> BoundChooser::extreme(const Choice &C) {
  auto *Compare = dyn_cast<ICmpInst>(C.Condition);
  if (!Compare || !Compare->isRelational() ||
      !(Compare->isSigned() || Compare->hasSameSign()) ||
      Compare->getOperand(0)->getType() != C.Result->getType())
    return std::nullopt;
  // What is always the same is left to LLVM.
  if (SE.evaluatePredicateAt(Compare->getPredicate(),
                             SE.getSCEV(Compare->getOperand(0)),
                             SE.getSCEV(Compare->getOperand(1)), Compare))
    return std::nullopt;
  // As Left < Right + Shift ? One : Other.
  Extreme E;
  E.Left = Compare->getOperand(0);
  E.Right = Compare->getOperand(1);
  ICmpInst::Predicate Predicate = Compare->getSignedPredicate();
  if (ICmpInst::isGT(Predicate) || ICmpInst::isGE(Predicate)) {
    std::swap(E.Left, E.Right);
    Predicate = ICmpInst::getSwappedPredicate(Predicate);
  }
  const SCEV *Left = exactly(E.Left), *Right = exactly(E.Right);
  const SCEV *One = exactly(C.IfTrue), *Other = exactly(C.IfFalse);
  if (Predicate == ICmpInst::ICMP_SLE) {
    E.Shift = 1;
    Right = SE.getAddExpr(Right, SE.getOne(Right->getType()));
  }
  std::optional<ChosenExtreme> Chosen = chosenExtreme(
      SE.getMinusSCEV(Left, Right), SE.getMinusSCEV(One, Other), SE);
  if (!Chosen)
    return std::nullopt;
  E.Kind = Chosen->Kind;
  E.Shift += Chosen->Shift;
  // One is Left + Offset and Other is Right + Chosen->Shift + Offset, or the
  // other way round for a maximum.
  const SCEV *Offset =
      SE.getMinusSCEV(E.Kind == Intrinsic::smin ? One : Other, Left);
  unsigned Bits = C.Result->getType()->getIntegerBitWidth();
  if (const auto *Known = dyn_cast<SCEVConstant>(Offset);
      Known && Known->getAPInt().isSignedIntN(Bits - 1))
    E.Offset = Known->getAPInt().trunc(Bits);
  return E;
}

/// Whether the result of \p Opcode is a number at \p Where. ScalarEvolution
/// asks no conditions in front of blocks that meet; those hold as well, in the
/// same iterations.
bool BoundChooser::fits(unsigned Opcode, const SCEV *Left, const SCEV *Right,
                        const Instruction &Where) {
  const BasicBlock *BB = Where.getParent();
  const Loop *L = LI.getLoopFor(BB);
  const DomTreeNode *Node = DT.getNode(BB);
  for (unsigned Step = 0; Node && Step < MaxDominators; ++Step) {
    const BasicBlock *Before = Node->getBlock();
    if (L && !L->contains(Before))
      return false;
    if (LI.getLoopFor(Before) == L &&
        SE.willNotOverflow(Instruction::BinaryOps(Opcode), /*Signed=*/true,
                           Left, Right, Before->getTerminator()))
      return true;
    Node = Node->getIDom();
  }
  return false;
}

/// Whether \p Sum, if it cannot be represented, is too small (\p Below) or too
/// large.
bool BoundChooser::overflowsOnlyTo(const BinaryOperator &Sum, bool Below,
                                   const Instruction &Where) {
  bool IsAddition = Sum.getOpcode() == Instruction::Add;
  const SCEV *Left = SE.getSCEV(Sum.getOperand(0));
  const SCEV *Right = SE.getSCEV(Sum.getOperand(1));
  if (fits(Sum.getOpcode(), Left, Right, Where))
    return true;
  // Too large is only the sum of two positive numbers.
  if (Below)
    return SE.isKnownNonPositive(Left) ||
           (IsAddition ? SE.isKnownNonPositive(Right)
                       : SE.isKnownNonNegative(Right));
  return SE.isKnownNonNegative(Left) ||
         (IsAddition ? SE.isKnownNonNegative(Right)
                     : SE.isKnownNonPositive(Right));
}

/// Whether, where \p V is poison, \p C is so: by its condition, or because it
/// chooses just that, as the largest number there would be, or the smallest one
/// for a minimum.
bool BoundChooser::isFineUnlessChosen(Value *V, bool IsMinimum,
                                      const Choice &C) {
  auto IsFine = [&](Value *V) {
    return impliesPoison(V, C.Condition) ||
           isGuaranteedNotToBePoison(V, nullptr, C.Where, &DT);
  };
  if (IsFine(V))
    return true;
  auto *Sum = dyn_cast<OverflowingBinaryOperator>(V);
  return Sum &&
         (Sum->getOpcode() == Instruction::Add ||
          Sum->getOpcode() == Instruction::Sub) &&
         !Sum->hasNoUnsignedWrap() && all_of(Sum->operands(), IsFine) &&
         overflowsOnlyTo(*cast<BinaryOperator>(Sum), IsMinimum, *C.Where);
}

/// The extreme of what \p C chooses from; null if what it does not choose might
/// be no number.
Value *BoundChooser::ofChosen(const Choice &C, const Extreme &E) {
  bool IsMinimum = E.Kind == Intrinsic::smin;
  if (!isFineUnlessChosen(C.IfTrue, IsMinimum, C) ||
      !isFineUnlessChosen(C.IfFalse, IsMinimum, C))
    return nullptr;
  for (Value *Chosen : {C.IfTrue, C.IfFalse})
    if (auto *I = dyn_cast<Instruction>(Chosen); I && !DT.dominates(I, C.Where))
      I->moveBefore(C.Where->getIterator());
  return IRBuilder<>(C.Where).CreateBinaryIntrinsic(E.Kind, C.IfTrue,
                                                    C.IfFalse);
}

/// What is as far from the extreme of what \p C compares as its values are from
/// that; null if that is not known, or might be no number.
Value *BoundChooser::ofCompared(const Choice &C, const Extreme &E) {
  if (!E.Offset || std::abs(E.Shift) > 1)
    return nullptr;
  IRBuilder<> B(C.Where);
  Value *Left = E.Left, *Right = E.Right;
  APInt Offset = *E.Offset;
  if (E.Shift != 0) {
    auto Fits = [&](Value *V, int Added) {
      const SCEV *S = SE.getSCEV(V);
      return fits(Instruction::Add, S,
                  SE.getConstant(S->getType(), Added, /*isSigned=*/true),
                  *C.Where);
    };
    auto Add = [&](Value *V, int Added) {
      return B.CreateNSWAdd(V, ConstantInt::getSigned(V->getType(), Added));
    };
    if (Fits(Left, -E.Shift)) {
      Left = Add(Left, -E.Shift);
      Offset += E.Shift;
    } else if (Fits(Right, E.Shift))
      Right = Add(Right, E.Shift);
    else
      return nullptr;
  }
  return B.CreateNSWAdd(B.CreateBinaryIntrinsic(E.Kind, Left, Right),
                        ConstantInt::get(C.Result->getType(), Offset));
}

bool BoundChooser::visit(Value *V, unsigned Depth) {
  Value *Narrow;
  while (match(V, m_SExt(m_Value(Narrow))))
    V = Narrow;
  if (Depth == 0 || !V->getType()->isIntegerTy() ||
      V->getType()->getIntegerBitWidth() < MinBits ||
      V->getType()->getIntegerBitWidth() > MaxBits)
    return false;
  std::optional<Choice> C = choiceAt(V, DT);
  if (!C)
    return false;
  bool Changed = visit(C->IfTrue, Depth - 1);
  Changed |= visit(C->IfFalse, Depth - 1);
  if (Changed && !(C = choiceAt(V, DT)))
    return true;
  std::optional<Extreme> E = extreme(*C);
  if (!E)
    return Changed;
  Value *Result = ofChosen(*C, *E);
  if (!Result)
    Result = ofCompared(*C, *E);
  if (!Result)
    return Changed;
  SE.forgetValue(C->Result);
  C->Result->replaceAllUsesWith(Result);
  C->Result->eraseFromParent();
  return true;
}

/// What \p L begins and ends with, as far as that is a choice.
static SmallVector<WeakTrackingVH, 4> boundsOf(const Loop &L) {
  SmallVector<WeakTrackingVH, 4> Bounds;
  auto Add = [&](Value *V) {
    if (isa<SelectInst, PHINode, SExtInst>(V))
      Bounds.push_back(V);
  };
  if (const BasicBlock *Before = L.getLoopPreheader())
    for (PHINode &Phi : L.getHeader()->phis())
      Add(Phi.getIncomingValueForBlock(Before));
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  for (BasicBlock *BB : Exiting)
    if (auto *Branch = dyn_cast<BranchInst>(BB->getTerminator()))
      if (auto *Compare = dyn_cast<ICmpInst>(Branch->getCondition()))
        for (Value *Operand : Compare->operands())
          Add(Operand);
  return Bounds;
}

bool smolly::chooseBoundsByExtremes(Function &, LoopInfo &LI, DominatorTree &DT,
                                    ScalarEvolution &SE) {
  BoundChooser Chooser(LI, DT, SE);
  bool Changed = false;
  for (const Loop *L : LI.getLoopsInPreorder())
    for (const WeakTrackingVH &Bound : boundsOf(*L))
      if (Bound)
        Changed |= Chooser.visit(Bound);
  return Changed;
}
