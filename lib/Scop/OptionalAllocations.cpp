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

namespace {

/// An allocation, and the pointer that is null where it does not happen.
struct OptionalAllocation {
  CallBase *Allocation = nullptr;
  PHINode *Pointer = nullptr;
  /// Skips the allocation where Count is zero.
  BranchInst *Skip = nullptr;
  Value *Count = nullptr;
  bool SkipsIfTrue = false;

  BasicBlock *skippedTo() const { return Skip->getSuccessor(!SkipsIfTrue); }
};

} // namespace

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
  BasicBlock *Skipping = nullptr;
  for (auto [In, From] : zip(Pointer->incoming_values(), Pointer->blocks())) {
    if (isa<ConstantPointerNull>(In)) {
      if (Skipping)
        return {};
      Skipping = From;
      continue;
    }
    auto *CB = dyn_cast<CallBase>(In);
    if (!CB || (Result.Allocation && Result.Allocation != CB))
      return {};
    Result.Allocation = CB;
  }
  if (!Skipping || !Result.Allocation ||
      !isCandidateObject(Result.Allocation, TLI) ||
      Result.Allocation->hasFnAttr(UnlessEmpty) ||
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

/// Whether \p Check asks whether a pointer is null, or whether it is not.
static bool asksForNull(const ICmpInst &Check) {
  return Check.isEquality() &&
         any_of(Check.operand_values(),
                [](const Value *V) { return isa<ConstantPointerNull>(V); });
}

namespace {

/// Looks whether anybody can tell a pointer to no elements from null, but by
/// comparing it with null. The distance of two pointers to no elements is the
/// same.
class NullWatcher {
public:
  NullWatcher(const OptionalAllocation &A, const TargetLibraryInfo &TLI)
      : A(A), TLI(TLI) {}

  bool isSeen() {
    follow(A.Allocation);
    follow(A.Pointer);
    while (!Worklist.empty())
      for (const Use &U : Worklist.pop_back_val()->uses())
        if (!isHarmless(U))
          return true;
    return any_of(Within, [&](const User *U) {
      return any_of(U->operand_values(),
                    [&](const Value *V) { return !Pointers.contains(V); });
    });
  }

private:
  void follow(const Value *V) {
    if (Pointers.insert(V).second)
      Worklist.push_back(V);
  }
  bool isHarmless(const Use &U);
  bool isDistance(const User &Cast);

  const OptionalAllocation &A;
  const TargetLibraryInfo &TLI;
  /// Pointers into the array.
  SmallPtrSet<const Value *, 16> Pointers;
  SmallVector<const Value *, 16> Worklist;
  /// Harmless if all that they use are such pointers.
  SmallVector<const User *, 8> Within;
};

} // namespace

/// Whether the pointer that \p Cast makes an integer of is subtracted from
/// another one, or the other way round.
bool NullWatcher::isDistance(const User &Cast) {
  for (const User *Difference : Cast.users()) {
    if (!match(Difference, m_Sub(m_PtrToInt(m_Value()), m_PtrToInt(m_Value()))))
      return false;
    for (const Value *Side : Difference->operand_values())
      Within.push_back(cast<User>(Side));
  }
  return true;
}

bool NullWatcher::isHarmless(const Use &U) {
  const User *Usr = U.getUser();
  if (isa<GetElementPtrInst>(Usr)) {
    follow(Usr);
    return true;
  }
  if (isa<PHINode>(Usr) && Usr != A.Pointer) {
    // The counter of a loop over the array.
    follow(Usr);
    Within.push_back(Usr);
    return true;
  }
  if (isa<ICmpInst>(Usr)) {
    if (isa<ConstantPointerNull>(Usr->getOperand(1 - U.getOperandNo())))
      return U == A.Pointer || U == A.Allocation;
    Within.push_back(Usr);
    return true;
  }
  if (const auto *Store = dyn_cast<StoreInst>(Usr))
    return Store->getValueOperand() != U;
  if (const auto *CB = dyn_cast<CallBase>(Usr))
    return isa<MemIntrinsic>(CB) || CB->isLifetimeStartOrEnd() ||
           getFreedOperand(CB, &TLI) == U;
  return Usr == A.Pointer || isa<LoadInst>(Usr) ||
         (isa<PtrToIntInst>(Usr) && isDistance(*Usr));
}

/// Lets comparisons of \p A's pointer with null ask for the size.
static void replaceNullChecks(const OptionalAllocation &A) {
  for (User *U : make_early_inc_range(A.Pointer->users())) {
    auto *Check = dyn_cast<ICmpInst>(U);
    if (!Check || !asksForNull(*Check))
      continue;
    IRBuilder<> B(Check);
    bool IsEqual = Check->getPredicate() == ICmpInst::ICMP_EQ;
    Value *New = B.CreateICmp(Check->getPredicate(), A.Count,
                              Constant::getNullValue(A.Count->getType()));
    if (!A.Allocation->hasRetAttr(Attribute::NonNull)) {
      Value *Failed =
          B.CreateICmp(Check->getPredicate(), A.Allocation,
                       Constant::getNullValue(A.Allocation->getType()));
      New = IsEqual ? B.CreateOr(New, Failed) : B.CreateAnd(New, Failed);
    }
    Check->replaceAllUsesWith(New);
    Check->eraseFromParent();
  }
}

/// The branch that skips \p Deallocation, and what only that needs, where the
/// pointer is null; nullptr if there is more to skip or another reason.
static BranchInst *skipOf(CallInst &Deallocation, const OptionalAllocation &A) {
  BasicBlock *BB = Deallocation.getParent();
  BasicBlock *Before = BB->getSinglePredecessor();
  auto *Skip = Before ? dyn_cast<BranchInst>(Before->getTerminator()) : nullptr;
  auto *Check = Skip && Skip->isConditional()
                    ? dyn_cast<ICmpInst>(Skip->getCondition())
                    : nullptr;
  if (!Check || !asksForNull(*Check) ||
      !is_contained(Check->operand_values(), A.Pointer))
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

/// Lets deallocations of \p A's array always happen.
static void freeAlways(const OptionalAllocation &A,
                       const TargetLibraryInfo &TLI) {
  for (User *U : A.Pointer->users()) {
    auto *Call = dyn_cast<CallInst>(U);
    if (!Call || getFreedOperand(Call, &TLI) != A.Pointer)
      continue;
    BranchInst *Skip = skipOf(*Call, A);
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

static void allocateAlways(const OptionalAllocation &A,
                           const TargetLibraryInfo &TLI) {
  BasicBlock *To = A.skippedTo();
  BasicBlock *Skipping = A.Skip->getParent();
  freeAlways(A, TLI);
  replaceNullChecks(A);
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
  for (WeakVH &Handle : Pointers) {
    auto *Pointer = dyn_cast_or_null<PHINode>(static_cast<Value *>(Handle));
    if (!Pointer)
      continue;
    OptionalAllocation A = allocationOf(Pointer, TLI);
    if (A.Allocation && !NullWatcher(A, TLI).isSeen())
      ::allocateAlways(A, TLI);
  }
  return true;
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
