//===- ZeroFills.cpp - One memset for an array of zeros -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ZeroFills.h.
///
///     A = new(8 * n);                 A = new(8 * n);
///     if (n != 0) {                   memset(A, 0, 8 * n);
///       A[0] = 0;
///       if (n != 1)
///         for (p = A + 1; p != A + n; p++)
///           *p = 0;
///     }
///
//===----------------------------------------------------------------------===//

#include "ZeroFills.h"
#include "Equalities.h"
#include "smolly/Scop/ObjectFacts.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

namespace {

/// Zeros in a new array from some byte on up to its end.
struct Tail {
  CallBase *Allocation = nullptr;
  uint64_t FirstByte = 0;
  /// Writes them, alone in its block, or in the loop L.
  Instruction *Writer = nullptr;
  Loop *L = nullptr;
};

class ZeroFillMerger {
public:
  ZeroFillMerger(Function &F, FunctionAnalysisManager &FAM)
      : F(F), TLI(FAM.getResult<TargetLibraryAnalysis>(F)),
        LI(FAM.getResult<LoopAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)) {}
  bool run();

private:
  const SCEV *sizeOf(const CallBase *Allocation);
  CallBase *allocationAt(const SCEV *Address, uint64_t &Offset);
  bool reachesEnd(const Loop &L, const Tail &T);
  Tail tailOf(StoreInst &Store);
  Tail tailOf(MemSetInst &Fill);
  bool impliesSize(Value *Condition, bool IsTrue, const CallBase *Allocation,
                   uint64_t Bytes);
  BasicBlock *comesFrom(BasicBlock *BB, const Tail &T, uint64_t Bytes);
  StoreInst *headOf(const Tail &T, BasicBlock *BB);
  bool merge(const Tail &T);
  void replace(const Tail &T, StoreInst *Head);

  Function &F;
  const TargetLibraryInfo &TLI;
  LoopInfo &LI;
  ScalarEvolution &SE;
};

} // namespace

static uint64_t bytesOf(const StoreInst &Store) {
  return Store.getDataLayout()
      .getTypeStoreSize(Store.getValueOperand()->getType())
      .getKnownMinValue();
}

static bool storesZero(const StoreInst &Store) {
  const auto *Stored = dyn_cast<Constant>(Store.getValueOperand());
  return Store.isSimple() && Stored && Stored->isNullValue();
}

const SCEV *ZeroFillMerger::sizeOf(const CallBase *Allocation) {
  return SE.getSCEV(Allocation->getArgOperand(0));
}

/// The allocation that \p Address lies in, a known number of bytes behind its
/// begin.
CallBase *ZeroFillMerger::allocationAt(const SCEV *Address, uint64_t &Offset) {
  const auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Address));
  if (!Base)
    return nullptr;
  auto *CB = dyn_cast<CallBase>(Base->getValue());
  const auto *Distance = dyn_cast<SCEVConstant>(SE.removePointerBase(Address));
  if (!CB || !isCandidateObject(CB, TLI) || CB->arg_size() != 1 || !Distance ||
      Distance->getAPInt().isNegative())
    return nullptr;
  Offset = Distance->getAPInt().getZExtValue();
  return CB;
}

/// Whether the loop \p L, which writes \p T byte by byte, ends at the end of
/// the array.
bool ZeroFillMerger::reachesEnd(const Loop &L, const Tail &T) {
  auto *Branch = dyn_cast<BranchInst>(L.getHeader()->getTerminator());
  auto *Store = cast<StoreInst>(T.Writer);
  const SCEV *Size = sizeOf(T.Allocation);
  if (!Branch || !Branch->isConditional())
    return false;
  CmpPredicate Predicate;
  Value *Left, *Right;
  if (match(Branch->getCondition(),
            m_ICmp(Predicate, m_Value(Left), m_Value(Right))) &&
      Left->getType()->isPointerTy() && ICmpInst::isEquality(Predicate) &&
      L.contains(Branch->getSuccessor(Predicate == ICmpInst::ICMP_EQ))) {
    const SCEV *Next =
        SE.getAddExpr(SE.getSCEV(Store->getPointerOperand()),
                      SE.getConstant(Size->getType(), bytesOf(*Store)));
    const SCEV *Both[] = {SE.getSCEV(Left), SE.getSCEV(Right)};
    for (unsigned I : {0u, 1u})
      if (Both[I] == Next)
        return SE.isLoopInvariant(Both[1 - I], &L) &&
               SE.getPointerBase(Both[1 - I]) == SE.getSCEV(T.Allocation) &&
               SE.removePointerBase(Both[1 - I]) == Size;
  }
  const SCEV *Count = SE.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Count) || Count->getType() != Size->getType())
    return false;
  const SCEV *Bytes =
      SE.getMulExpr(SE.getAddExpr(Count, SE.getOne(Count->getType())),
                    SE.getConstant(Size->getType(), bytesOf(*Store)));
  return SE.getAddExpr(Bytes, SE.getConstant(Size->getType(), T.FirstByte)) ==
         Size;
}

/// That \p Store, in a loop of one block, writes; without an allocation if it
/// is something else.
Tail ZeroFillMerger::tailOf(StoreInst &Store) {
  Tail T;
  Loop *L = LI.getLoopFor(Store.getParent());
  if (!storesZero(Store) || !L || L->getNumBlocks() != 1 ||
      !L->getLoopPredecessor() || !L->getUniqueExitBlock())
    return T;
  const auto *Address =
      dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Store.getPointerOperand()));
  if (!Address || Address->getLoop() != L || !Address->isAffine() ||
      Address->getStepRecurrence(SE) !=
          SE.getConstant(Address->getStepRecurrence(SE)->getType(),
                         bytesOf(Store)))
    return T;
  for (const Instruction &I : *L->getHeader()) {
    if (&I != &Store && I.mayReadOrWriteMemory())
      return T;
    if (any_of(I.users(), [&](const User *U) {
          return !L->contains(cast<Instruction>(U));
        }))
      return T;
  }
  T.Writer = &Store;
  T.L = L;
  T.Allocation = allocationAt(Address->getStart(), T.FirstByte);
  if (T.Allocation && !reachesEnd(*L, T))
    T.Allocation = nullptr;
  return T;
}

Tail ZeroFillMerger::tailOf(MemSetInst &Fill) {
  Tail T;
  const auto *Byte = dyn_cast<ConstantInt>(Fill.getValue());
  if (Fill.isVolatile() || !Byte || !Byte->isZero())
    return T;
  T.Writer = &Fill;
  T.Allocation = allocationAt(SE.getSCEV(Fill.getDest()), T.FirstByte);
  if (!T.Allocation)
    return T;
  const SCEV *Size = sizeOf(T.Allocation);
  const SCEV *Length = SE.getSCEV(Fill.getLength());
  if (T.FirstByte == 0 || Length->getType() != Size->getType() ||
      SE.getAddExpr(Length, SE.getConstant(Size->getType(), T.FirstByte)) !=
          Size)
    T.Allocation = nullptr;
  return T;
}

/// Whether \p Allocation has \p Bytes bytes wherever \p Condition is \p IsTrue.
bool ZeroFillMerger::impliesSize(Value *Condition, bool IsTrue,
                                 const CallBase *Allocation, uint64_t Bytes) {
  CmpPredicate Predicate;
  Value *Left, *Right;
  if (!match(Condition, m_ICmp(Predicate, m_Value(Left), m_Value(Right))) ||
      !ICmpInst::isEquality(Predicate) ||
      (Predicate == ICmpInst::ICMP_EQ) != IsTrue)
    return false;
  const SCEV *A = SE.getSCEV(Left), *B = SE.getSCEV(Right);
  if (A->getType()->isPointerTy()) {
    if (SE.getPointerBase(A) != SE.getPointerBase(B))
      return false;
    A = SE.removePointerBase(A);
    B = SE.removePointerBase(B);
  }
  const SCEV *Size = sizeOf(Allocation);
  if (A->getType() != Size->getType()) {
    Equalities Facts;
    addEqualities(Condition, IsTrue, SE, Facts);
    return applyEqualities(Size, Facts, SE) ==
           SE.getConstant(Size->getType(), Bytes);
  }
  // Where the difference is zero, so is each of its multiples.
  const SCEV *Rest =
      SE.getMinusSCEV(Size, SE.getConstant(Size->getType(), Bytes));
  const SCEV *Difference = SE.getMinusSCEV(A, B);
  if (const auto *Product = dyn_cast<SCEVMulExpr>(Rest);
      Product && is_contained(Product->operands(), Difference))
    return true;
  for (uint64_t Factor = 1; Factor <= 64; Factor *= 2) {
    const SCEV *Multiple =
        SE.getMulExpr(Difference, SE.getConstant(Size->getType(), Factor));
    if (Multiple == Rest || SE.getNegativeSCEV(Multiple) == Rest)
      return true;
  }
  return false;
}

/// The block from which \p BB is reached; where BB is skipped, the array of
/// \p T has \p Bytes bytes. Null if there is none.
BasicBlock *ZeroFillMerger::comesFrom(BasicBlock *BB, const Tail &T,
                                      uint64_t Bytes) {
  BasicBlock *Pred = T.L && BB == T.L->getHeader() ? T.L->getLoopPredecessor()
                                                   : BB->getSinglePredecessor();
  auto *Branch = Pred ? dyn_cast<BranchInst>(Pred->getTerminator()) : nullptr;
  if (!Branch)
    return nullptr;
  if (!Branch->isConditional())
    return Pred;
  bool SkipsIfTrue = Branch->getSuccessor(1) == BB;
  return impliesSize(Branch->getCondition(), SkipsIfTrue, T.Allocation, Bytes)
             ? Pred
             : nullptr;
}

/// The store to what is in front of \p T, in the block \p BB.
StoreInst *ZeroFillMerger::headOf(const Tail &T, BasicBlock *BB) {
  for (Instruction &I : *BB) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (Store && storesZero(*Store) && bytesOf(*Store) == T.FirstByte &&
        Store->getPointerOperand() == T.Allocation)
      return Store;
  }
  return nullptr;
}

/// Whether nothing in \p BB accesses memory but \p Ours, as far as it comes
/// behind \p Allocation.
static bool isQuiet(const BasicBlock &BB, const CallBase *Allocation,
                    ArrayRef<const Instruction *> Ours) {
  for (const Instruction &I : reverse(BB)) {
    if (&I == Allocation)
      return true;
    if (I.mayReadOrWriteMemory() && !is_contained(Ours, &I))
      return false;
  }
  return true;
}

/// Deletes what \p T and \p Head are written by, and writes all at once.
void ZeroFillMerger::replace(const Tail &T, StoreInst *Head) {
  IRBuilder<> B(T.Allocation->getContext());
  if (auto *Invoke = dyn_cast<InvokeInst>(T.Allocation))
    B.SetInsertPoint(Invoke->getNormalDest(),
                     Invoke->getNormalDest()->getFirstInsertionPt());
  else
    B.SetInsertPoint(T.Allocation->getNextNode());
  B.SetCurrentDebugLocation(T.Writer->getDebugLoc());
  B.CreateMemSet(T.Allocation, B.getInt8(0), T.Allocation->getArgOperand(0),
                 T.Allocation->getRetAlign().valueOrOne());
  T.Writer->eraseFromParent();
  if (Head)
    Head->eraseFromParent();
  if (!T.L)
    return;
  BasicBlock *Before = T.L->getLoopPreheader();
  if (!Before)
    Before =
        SplitEdge(T.L->getLoopPredecessor(), T.L->getHeader(), nullptr, &LI);
  BasicBlock *Exit = T.L->getUniqueExitBlock();
  // No value of the loop is used behind it.
  for (PHINode &Phi : Exit->phis())
    Phi.addIncoming(Phi.getIncomingValueForBlock(T.L->getHeader()), Before);
  T.L->getHeader()->removePredecessor(Before);
  Before->getTerminator()->replaceSuccessorWith(T.L->getHeader(), Exit);
}

/// Replaces \p T by a memset of all of its array, if what is in front of it is
/// set to zero, too.
bool ZeroFillMerger::merge(const Tail &T) {
  BasicBlock *BB = T.Writer->getParent();
  if ((T.L ? T.L->getParentLoop() : LI.getLoopFor(BB)) !=
      LI.getLoopFor(T.Allocation->getParent()))
    return false;
  if (auto *Invoke = dyn_cast<InvokeInst>(T.Allocation);
      Invoke && !Invoke->getNormalDest()->getSinglePredecessor())
    return false;
  StoreInst *Head = nullptr;
  // What is in front of the zeros that have been found.
  uint64_t Left = T.FirstByte;
  // From the end to the allocation; nothing in between sees the array.
  while (true) {
    if (Left > 0 && (Head = headOf(T, BB)))
      Left = 0;
    if (!isQuiet(*BB, T.Allocation, {T.Writer, Head}))
      return false;
    if (BB == T.Allocation->getParent())
      break;
    if (BB->getSinglePredecessor() == T.Allocation->getParent() &&
        isa<InvokeInst>(T.Allocation))
      break;
    BB = comesFrom(BB, T, Left);
    if (!BB)
      return false;
  }
  if (Left > 0)
    return false;
  replace(T, Head);
  return true;
}

bool ZeroFillMerger::run() {
  SmallVector<WeakVH, 8> Writers;
  for (Instruction &I : instructions(F))
    if (isa<StoreInst, MemSetInst>(&I))
      Writers.push_back(&I);
  bool Changed = false;
  for (WeakVH &Handle : Writers) {
    auto *I = cast_or_null<Instruction>(static_cast<Value *>(Handle));
    if (!I)
      continue;
    auto *Store = dyn_cast<StoreInst>(I);
    Tail T = Store ? tailOf(*Store) : tailOf(*cast<MemSetInst>(I));
    if (T.Allocation)
      Changed |= merge(T);
  }
  return Changed;
}

bool smolly::mergeZeroFills(Function &F, FunctionAnalysisManager &FAM) {
  if (!ZeroFillMerger(F, FAM).run())
    return false;
  removeUnreachableBlocks(F);
  FAM.invalidate(F, PreservedAnalyses::none());
  FAM.invalidate(F, DCEPass().run(F, FAM));
  // Not branches: what follows the loops would be copied to where arrays are
  // empty, and loops end in two places then.
  FAM.invalidate(
      F, SimplifyCFGPass(SimplifyCFGOptions().setSimplifyCondBranch(false))
             .run(F, FAM));
  return true;
}
