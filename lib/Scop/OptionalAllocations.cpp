//===- OptionalAllocations.cpp - Arrays that may not be allocated ---------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements OptionalAllocations.h.
///
///     original                        always allocated
///
///     if (n != 0) {                   A = new(8 * n);
///       A = new(8 * n);               if (n != 0) {
///       ...                             ...
///     }                               }
///     p = phi(null, A);               loops over A
///     loops over p                    delete(A);
///     if (p) delete(p);
///
/// A deallocation that nothing but the test of its pointer is around always
/// happens, too: between two stages, the branch would keep their loops from
/// being one SCoP.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/OptionalAllocations.h"
#include "OptionalGroup.h"
#include "ResizedVectors.h"
#include "smolly/Scop/ObjectFacts.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// Marks allocations that do not happen for a size of zero.
static constexpr const char *UnlessEmpty = "smolly-unless-empty";

bool smolly::isZeroWith(const Value *V, const Value *Count, unsigned Depth) {
  if (V == Count || Depth == 0)
    return V == Count;
  if (match(Count, m_Exact(m_SDiv(m_Specific(V), m_Value()))) ||
      match(Count, m_Exact(m_AShr(m_Specific(V), m_Value()))))
    return true;
  Value *First, *Second;
  // What `new` asks for is all ones if the product does not fit.
  if (match(V, m_Select(m_ExtractValue<1>(m_Value(First)), m_AllOnes(),
                        m_ExtractValue<0>(m_Deferred(First)))))
    V = First;
  if (match(V, m_Mul(m_Value(First), m_Value(Second))) ||
      match(V, m_Intrinsic<Intrinsic::umul_with_overflow>(m_Value(First),
                                                          m_Value(Second))))
    return isZeroWith(First, Count, Depth - 1) ||
           isZeroWith(Second, Count, Depth - 1);
  return (match(V, m_Shl(m_Value(First), m_Value())) ||
          match(V, m_Exact(m_Shr(m_Value(First), m_Value()))) ||
          match(V, m_ZExtOrSExt(m_Value(First)))) &&
         isZeroWith(First, Count, Depth - 1);
}

/// Whether everything in the block of \p I in front of it may be executed
/// where it was not.
static bool mayBeReached(const Instruction *I) {
  return all_of(make_range(I->getParent()->begin(), I->getIterator()),
                [](const Instruction &Before) {
                  return !Before.mayReadOrWriteMemory() &&
                         isSafeToSpeculativelyExecute(&Before);
                });
}

/// The allocation that \p Pointer stands for unless it is null.
static OptionalAllocation allocationOf(PHINode *Pointer,
                                       const TargetLibraryInfo &TLI) {
  OptionalAllocation Result;
  Result.Pointer = Pointer;
  BasicBlock *Skipping;
  std::tie(Result.Allocation, Skipping) = skippedAllocation(*Pointer);
  if (!Result.Allocation || !isCandidateObject(Result.Allocation, TLI) ||
      Result.Allocation->getParent()->getSinglePredecessor() != Skipping ||
      !mayBeReached(Result.Allocation))
    return {};
  Result.Skip = dyn_cast<BranchInst>(Skipping->getTerminator());
  CmpPredicate Predicate;
  if (!Result.Skip || !Result.Skip->isConditional() ||
      !match(Result.Skip->getCondition(),
             m_ICmp(Predicate, m_Value(Result.Count), m_Zero())) ||
      !ICmpInst::isEquality(Predicate))
    return {};
  Result.SkipsIfTrue = Predicate == ICmpInst::ICMP_EQ;
  if (Result.skippedTo() != Pointer->getParent() ||
      !isZeroWith(Result.Allocation->getArgOperand(0), Result.Count))
    return {};
  return Result;
}

namespace {

/// Tells where pointers of a group are null.
class EmptyTests {
public:
  EmptyTests(const OptionalGroup &G) : G(G) {}

  /// The test of \p Pointer, at \p At.
  Value *of(Value *Pointer, Instruction *At);

private:
  const OptionalGroup &G;
  /// The tests of pointers that are null elsewhere, too.
  DenseMap<PHINode *, PHINode *> Merged;
};

} // namespace

Value *EmptyTests::of(Value *Pointer, Instruction *At) {
  IRBuilder<> B(At);
  if (isa<ConstantPointerNull>(Pointer))
    return B.getTrue();
  if (!G.isNullElsewhere(*Pointer))
    return B.CreateIsNull(G.members().front().Count);
  auto *Merge = cast<PHINode>(Pointer);
  auto [It, IsNew] = Merged.try_emplace(Merge);
  if (!IsNew)
    return It->second;
  B.SetInsertPoint(Merge);
  PHINode *Test = It->second =
      B.CreatePHI(B.getInt1Ty(), Merge->getNumIncomingValues());
  SmallDenseMap<BasicBlock *, Value *> Known;
  for (auto [V, From] : zip(Merge->incoming_values(), Merge->blocks())) {
    Value *&FromThere = Known[From];
    if (!FromThere)
      FromThere = of(V, From->getTerminator());
    Test->addIncoming(FromThere, From);
  }
  return Test;
}

/// Not \p Test, which is new.
static Value *negated(Value &Test, IRBuilder<> &B) {
  auto *Compare = dyn_cast<ICmpInst>(&Test);
  if (!Compare)
    return B.CreateNot(&Test);
  Compare->setPredicate(Compare->getInversePredicate());
  return Compare;
}

/// Lets comparisons of pointers with null ask for the count.
static void replaceNullChecks(const OptionalGroup &G) {
  EmptyTests Tests(G);
  bool MayFail = any_of(G.members(), [](const OptionalAllocation &A) {
    return !A.Allocation->hasRetAttr(Attribute::NonNull);
  });
  for (Instruction *Pointer : G.beginnings()) {
    // Of these, only what the allocation gives is asked for.
    if (isa<CallBase>(Pointer))
      continue;
    SmallVector<ICmpInst *, 4> Checks;
    for (User *U : Pointer->users())
      if (auto *Check = dyn_cast<ICmpInst>(U); Check && asksForNull(*Check))
        Checks.push_back(Check);
    for (ICmpInst *Check : Checks) {
      IRBuilder<> B(Check);
      bool IsEqual = Check->getPredicate() == ICmpInst::ICMP_EQ;
      Value *New = Tests.of(Pointer, Check);
      if (!IsEqual)
        New = negated(*New, B);
      if (MayFail) {
        Value *Failed =
            B.CreateICmp(Check->getPredicate(), Pointer,
                         Constant::getNullValue(Pointer->getType()));
        New = IsEqual ? B.CreateOr(New, Failed) : B.CreateAnd(New, Failed);
      }
      Check->replaceAllUsesWith(New);
      Check->eraseFromParent();
    }
  }
}

/// The branch that skips \p Deallocation, and what only that needs, where \p
/// Pointer is null; nullptr if there is more to skip or another reason.
static BranchInst *skipOf(CallInst &Deallocation, const Value *Pointer) {
  BasicBlock *BB = Deallocation.getParent();
  BasicBlock *Before = BB->getSinglePredecessor();
  auto *Skip = Before ? dyn_cast<BranchInst>(Before->getTerminator()) : nullptr;
  auto *Check = Skip && Skip->isConditional()
                    ? dyn_cast<ICmpInst>(Skip->getCondition())
                    : nullptr;
  if (!Check || !asksForNull(*Check) ||
      !is_contained(Check->operand_values(), Pointer))
    return nullptr;
  bool IsEqual = Check->getPredicate() == ICmpInst::ICMP_EQ;
  const BasicBlock *Behind = Skip->getSuccessor(IsEqual ? 0 : 1);
  if (Skip->getSuccessor(IsEqual ? 1 : 0) != BB ||
      BB->getSingleSuccessor() != Behind ||
      !all_of(*BB, [&](const Instruction &I) {
        return &I == &Deallocation || I.isTerminator() ||
               I.isDebugOrPseudoInst() || isSafeToSpeculativelyExecute(&I);
      }))
    return nullptr;
  return Skip;
}

/// Lets deallocations of what begins at \p Pointer always happen.
static void freeAlways(const Instruction *Pointer,
                       const TargetLibraryInfo &TLI) {
  for (const User *U : Pointer->users()) {
    auto *Call = dyn_cast<CallInst>(const_cast<User *>(U));
    if (!Call || getFreedOperand(Call, &TLI) != Pointer)
      continue;
    BranchInst *Skip = skipOf(*Call, Pointer);
    if (!Skip)
      continue;
    BasicBlock *BB = Call->getParent();
    Call->addFnAttr(Attribute::get(Call->getContext(), UnlessEmpty));
    for (Instruction &I : make_early_inc_range(*BB))
      if (!I.isTerminator())
        I.moveBefore(Skip->getIterator());
  }
}

/// Where to decide whether to skip what is behind \p Allocation: a branch to
/// that, which is a block of its own.
static BranchInst *branchBehind(CallBase *Allocation) {
  BasicBlock *Behind = Allocation->getParent();
  BasicBlock::iterator Next = std::next(Allocation->getIterator());
  if (auto *Invoke = dyn_cast<InvokeInst>(Allocation)) {
    Behind = SplitEdge(Behind, Invoke->getNormalDest());
    Next = Behind->getTerminator()->getIterator();
  }
  SplitBlock(Behind, Next);
  return cast<BranchInst>(Behind->getTerminator());
}

/// Nothing is to ask whether the pointer is null, nor whether others of \p G
/// that are null where it is are.
static void allocateAlways(const OptionalAllocation &A,
                           const OptionalGroup &G) {
  BasicBlock *To = A.skippedTo();
  BasicBlock *Skipping = A.Skip->getParent();
  for (PHINode &Other : To->phis())
    if (&Other != A.Pointer && G.contains(Other) &&
        isa<ConstantPointerNull>(Other.getIncomingValueForBlock(Skipping)))
      Other.setIncomingValueForBlock(Skipping, A.Allocation);
  BranchInst *Behind = branchBehind(A.Allocation);
  BasicBlock *Rest = Behind->getSuccessor(0);
  Value *Condition = A.Skip->getCondition();
  BasicBlock *From = Behind->getParent();
  IRBuilder<> B(Behind);
  B.CreateCondBr(Condition, A.SkipsIfTrue ? To : Rest,
                 A.SkipsIfTrue ? Rest : To);
  Behind->eraseFromParent();
  B.SetInsertPoint(A.Skip);
  B.CreateBr(A.Allocation->getParent());
  A.Skip->eraseFromParent();
  To->replacePhiUsesWith(Skipping, From);
  A.Pointer->replaceAllUsesWith(A.Allocation);
  A.Pointer->eraseFromParent();
  A.Allocation->addFnAttr(
      Attribute::get(A.Allocation->getContext(), UnlessEmpty));
}

void smolly::removeDeadBranches(Function &F) {
  for (BasicBlock &BB : F)
    ConstantFoldTerminator(&BB, /*DeleteDeadConditions=*/true);
  removeUnreachableBlocks(F);
  for (BasicBlock &BB : make_early_inc_range(F))
    MergeBlockIntoPredecessor(&BB);
}

/// The allocations of \p Pointers that may not happen.
static SmallVector<OptionalAllocation, 4>
findOptional(ArrayRef<WeakVH> Pointers, const TargetLibraryInfo &TLI) {
  SmallVector<OptionalAllocation, 4> Result;
  for (const WeakVH &Handle : Pointers)
    if (auto *Phi = dyn_cast_or_null<PHINode>(static_cast<Value *>(Handle)))
      if (OptionalAllocation A = allocationOf(Phi, TLI); A.Allocation)
        Result.push_back(A);
  return Result;
}

bool smolly::allocateAlways(Function &F, const TargetLibraryInfo &TLI) {
  // Phis of unreachable blocks go away with them.
  SmallVector<WeakVH, 4> Pointers;
  for (Instruction &I : instructions(F))
    if (auto *Phi = dyn_cast<PHINode>(&I);
        Phi && Phi->getType()->isPointerTy() &&
        any_of(Phi->incoming_values(), [&](const Value *V) {
          return isa<CallBase>(V) && isCandidateObject(V, TLI);
        }))
      Pointers.push_back(Phi);
  if (Pointers.empty())
    return false;
  removeDeadBranches(F);
  mergePointers(F);
  for (const WeakVH &Handle : Pointers)
    if (auto *Phi = dyn_cast_or_null<PHINode>(static_cast<Value *>(Handle)))
      checkSizeFirst(*Phi);
  SmallPtrSet<const Value *, 4> Seen;
  auto IsNew = [&](const OptionalAllocation &A) {
    return !Seen.contains(A.Pointer);
  };
  // An allocation may be optional only once another one is not any more.
  while (true) {
    SmallVector<OptionalAllocation, 4> All = findOptional(Pointers, TLI);
    const auto *Next = find_if(All, IsNew);
    if (Next == All.end())
      return true;
    Seen.insert(Next->Pointer);
    OptionalGroup G(*Next, All, TLI);
    if (G.isSeen())
      continue;
    for (const Instruction *Pointer : G.beginnings())
      freeAlways(Pointer, TLI);
    replaceNullChecks(G);
    for (const OptionalAllocation &A : G.members())
      ::allocateAlways(A, G);
  }
}

PHINode *smolly::allocateUnless(CallBase *Allocation, Value *Condition) {
  BasicBlock *Before = Allocation->getParent();
  BasicBlock *Allocate = SplitBlock(Before, Allocation->getIterator());
  BasicBlock *After =
      isa<InvokeInst>(Allocation)
          ? SplitEdge(Allocate, cast<InvokeInst>(Allocation)->getNormalDest())
          : SplitBlock(Allocate, std::next(Allocation->getIterator()));
  Before->getTerminator()->eraseFromParent();
  IRBuilder<> B(Before);
  B.CreateCondBr(Condition, After, Allocate);

  B.SetInsertPoint(After, After->begin());
  PHINode *Merged = B.CreatePHI(Allocation->getType(), 2);
  Allocation->replaceAllUsesWith(Merged);
  Merged->addIncoming(Constant::getNullValue(Allocation->getType()), Before);
  Merged->addIncoming(Allocation, Allocate);
  // Calls were told that the pointer is not null.
  for (Use &U : Merged->uses())
    if (auto *CB = dyn_cast<CallBase>(U.getUser()); CB && CB->isArgOperand(&U))
      CB->removeParamAttrs(CB->getArgOperandNo(&U),
                           AttributeMask()
                               .addAttribute(Attribute::NonNull)
                               .addAttribute(Attribute::Dereferenceable));
  return Merged;
}

void smolly::allocateOnlyNonEmpty(Function &F) {
  SmallVector<CallBase *, 4> Calls;
  for (Instruction &I : instructions(F))
    if (auto *CB = dyn_cast<CallBase>(&I); CB && CB->hasFnAttr(UnlessEmpty))
      Calls.push_back(CB);
  for (CallBase *Call : Calls) {
    Call->removeFnAttr(UnlessEmpty);
    IRBuilder<> B(Call);
    Value *Operand = Call->getArgOperand(0);
    if (!Operand->getType()->isPointerTy()) {
      allocateUnless(Call, B.CreateIsNull(Operand));
      continue;
    }
    Instruction *Then =
        SplitBlockAndInsertIfThen(B.CreateIsNotNull(Operand), Call, false);
    Call->moveBefore(Then->getIterator());
  }
}
