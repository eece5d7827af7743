//===- MemoryCalls.cpp - memcpy and memset as loops -----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements MemoryCalls.h. How many loops there are, and how long, is read
/// off the other accesses to the arrays: the length in elements is divided by
/// the sizes of their dimensions, from the innermost on, as long as that leaves
/// no remainder. Products are polynomials here: equal ones are equal modulo
/// 2^64, and equal numbers as long as all factors are small and not negative.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/MemoryCalls.h"
#include "ArrayRows.h"
#include "polly/ScopInfo.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace smolly;

/// The attribute of what hidden calls call.
static constexpr StringLiteral HiddenAttribute = "smolly-hidden-memory-call";
/// Less than this is a small object rather than an array; in loops, less than
/// that is one rather than a row.
static constexpr uint64_t MinBytes = 1024, MinRowBytes = 64;

namespace {

/// A call, and the loops that do what it does.
struct Expansion {
  MemIntrinsic *Call;
  Type *Element;
  /// How often the loops run, the outermost first, and how often those within
  /// and with them.
  SmallVector<Value *, 3> Counts, Widths;
  /// Whether the loops are equal to the call; null if they always are.
  Value *Condition = nullptr;
};

/// Finds the loops for the calls of one function.
class Expander {
public:
  Expander(Function &F, const Function &Twin, FunctionAnalysisManager &FAM)
      : F(F), SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
        LI(FAM.getResult<LoopAnalysis>(F)),
        DT(FAM.getResult<DominatorTreeAnalysis>(F)), Arrays(F, Twin, FAM),
        Values(SE, "smolly.count") {}
  std::optional<Expansion> expand(MemIntrinsic &Call);

private:
  bool isInitialValue(const MemIntrinsic &Call, const RowArray &A) const;
  Extents extentsOf(const SCEV *Length, const RowArray &A);
  Value *smallCounts(ArrayRef<Extent> Extents, const Expansion &E);

  Function &F;
  ScalarEvolution &SE;
  LoopInfo &LI;
  const DominatorTree &DT;
  ArrayRows Arrays;
  SCEVExpander Values;
};

} // namespace

/// Whether \p Call gives all of \p A the value zero that it has before the
/// first of its accesses, which is known of a call as it is.
bool Expander::isInitialValue(const MemIntrinsic &Call,
                              const RowArray &A) const {
  return is_contained(A.Facts.ZeroFills, &Call) &&
         all_of(A.Facts.Accesses,
                [&](const Instruction *I) { return DT.dominates(&Call, I); });
}

/// What loops in place of a call of \p Length bytes run over; empty if there
/// are none.
Extents Expander::extentsOf(const SCEV *Length, const RowArray &A) {
  Extents Inner;
  uint64_t Bytes = F.getDataLayout().getTypeStoreSize(A.Element);
  if (!divideExactly(Length, SE.getConstant(Length->getType(), Bytes), SE))
    return Inner;
  for (const Extent &Size : reverse(A.Sizes)) {
    if (Size.Count->isZero() || !divideExactly(Length, Size.Count, SE))
      break;
    Inner.push_back(Size);
  }
  if (!Length->isOne() || Inner.empty())
    Inner.push_back({Length, Length});
  std::reverse(Inner.begin(), Inner.end());
  return Inner;
}

/// Emits, in front of the call of \p E, whether all counts of \p Extents are
/// too small for their product to wrap around, and none is negative. Null if
/// that is known.
Value *Expander::smallCounts(ArrayRef<Extent> Extents, const Expansion &E) {
  APInt Limit =
      largestCount(Extents, F.getDataLayout().getTypeStoreSize(E.Element));
  IRBuilder<> B(E.Call);
  Value *Result = nullptr;
  auto Require = [&](CmpInst::Predicate Predicate, Value *V, uint64_t Bound) {
    Value *Condition = B.CreateICmp(Predicate, V, B.getInt64(Bound));
    Result = Result ? B.CreateAnd(Result, Condition) : Condition;
  };
  for (auto [Each, V] : zip_equal(Extents, E.Counts)) {
    if (isa<SCEVConstant>(Each.Count))
      continue;
    if (!SE.isKnownNonNegative(Each.Count))
      Require(CmpInst::ICMP_SGE, V, 0);
    if (SE.getSignedRangeMax(Each.Count).sgt(Limit))
      Require(CmpInst::ICMP_SLE, V, Limit.getZExtValue());
  }
  return Result;
}

/// Whether the loops may copy the elements of \p Transfer in any order, given
/// that one of its arrays is private.
static bool isApart(const MemTransferInst &Transfer) {
  return !isa<MemMoveInst>(Transfer) ||
         getUnderlyingObject(Transfer.getRawSource(), /*MaxLookup=*/0) !=
             getUnderlyingObject(Transfer.getRawDest(), /*MaxLookup=*/0);
}

std::optional<Expansion> Expander::expand(MemIntrinsic &Call) {
  const auto *Transfer = dyn_cast<MemTransferInst>(&Call);
  if (Call.isVolatile() || Call.getDestAddressSpace() != 0 ||
      !Call.getLength()->getType()->isIntegerTy(64) ||
      (Transfer ? Transfer->getSourceAddressSpace() != 0 || !isApart(*Transfer)
                : !isa<ConstantInt>(cast<MemSetInst>(Call).getValue())))
    return std::nullopt;
  const RowArray *To = Arrays.at(Call.getRawDest());
  const RowArray *From =
      Transfer ? Arrays.at(Transfer->getRawSource()) : nullptr;
  const RowArray *Known = To && (!From || !To->Sizes.empty()) ? To : From;
  const SCEV *Length = productOf(Call.getLength(), SE);
  const DataLayout &DL = F.getDataLayout();
  if (!Known || (To && isInitialValue(Call, *To)) ||
      (To && From &&
       DL.getTypeStoreSize(To->Element) !=
           DL.getTypeStoreSize(From->Element)) ||
      SE.getUnsignedRangeMax(Length).ult(
          LI.getLoopFor(Call.getParent()) ? MinRowBytes : MinBytes))
    return std::nullopt;
  Extents All = extentsOf(Length, *Known);
  if (All.empty() || any_of(All, [&](const Extent &Each) {
        return !Values.isSafeToExpandAt(Each.Count, &Call) ||
               !Values.isSafeToExpandAt(Each.Width, &Call);
      }))
    return std::nullopt;
  Expansion Result{&Call, Known->Element, {}, {}};
  Type *I64 = Call.getLength()->getType();
  for (const Extent &Each : All) {
    Result.Counts.push_back(Values.expandCodeFor(Each.Count, I64, &Call));
    Result.Widths.push_back(Values.expandCodeFor(Each.Width, I64, &Call));
  }
  Result.Condition = smallCounts(All, Result);
  return Result;
}

/// Emits a loop that runs \p Count times at \p B, which is in its body then.
/// Returns the counter.
static Value *emitLoop(IRBuilder<> &B, Value *Count) {
  BasicBlock *Before = B.GetInsertBlock();
  BasicBlock *Body = SplitBlock(Before, B.GetInsertPoint());
  BasicBlock *Latch = SplitBlock(Body, Body->begin());
  BasicBlock *After = SplitBlock(Latch, Latch->begin());
  BasicBlock *Header = BasicBlock::Create(B.getContext(), "smolly.each",
                                          Before->getParent(), Body);
  Before->getTerminator()->setSuccessor(0, Header);
  B.SetInsertPoint(Header);
  PHINode *Counter = B.CreatePHI(B.getInt64Ty(), 2, "smolly.element");
  B.CreateCondBr(B.CreateICmpSLT(Counter, Count), Body, After);
  B.SetInsertPoint(Latch->getTerminator());
  Value *Next = B.CreateAdd(Counter, B.getInt64(1), "", true, true);
  Latch->getTerminator()->setSuccessor(0, Header);
  Counter->addIncoming(B.getInt64(0), Before);
  Counter->addIncoming(Next, Latch);
  B.SetInsertPoint(Body->getTerminator());
  return Counter;
}

/// Emits what the call of \p E does at \p B.
static void emitLoops(IRBuilder<> &B, const Expansion &E) {
  Value *Index = nullptr;
  for (auto [Count, Width] : zip_equal(E.Counts, E.Widths)) {
    if (Index)
      Index = B.CreateMul(Index, Width, "", true, true);
    Value *Counter = emitLoop(B, Count);
    Index = Index ? B.CreateAdd(Index, Counter, "", true, true) : Counter;
  }
  uint64_t Bytes = E.Call->getDataLayout().getTypeStoreSize(E.Element);
  auto Address = [&](Value *Start) {
    return B.CreateInBoundsGEP(E.Element, Start, Index);
  };
  Value *Stored;
  if (auto *Transfer = dyn_cast<MemTransferInst>(E.Call))
    Stored = B.CreateAlignedLoad(
        E.Element, Address(Transfer->getRawSource()),
        commonAlignment(Transfer->getSourceAlign().valueOrOne(), Bytes));
  else
    Stored = B.CreateBitCast(
        B.getInt(APInt::getSplat(
            unsigned(8 * Bytes),
            cast<ConstantInt>(cast<MemSetInst>(E.Call)->getValue())
                ->getValue())),
        E.Element);
  B.CreateAlignedStore(
      Stored, Address(E.Call->getRawDest()),
      commonAlignment(E.Call->getDestAlign().valueOrOne(), Bytes));
}

void HiddenMemoryCalls::hide(Function &F, const Function &Twin,
                             FunctionAnalysisManager &FAM) {
  SmallVector<MemIntrinsic *, 8> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<MemIntrinsic>(&I))
      Calls.push_back(Call);
  if (Calls.empty())
    return;
  // All of the arithmetic before any of the loops: these change what is known
  // of the function.
  SmallVector<Expansion, 4> Expansions;
  Expander Loops(F, Twin, FAM);
  for (MemIntrinsic *Call : Calls)
    if (std::optional<Expansion> E = Loops.expand(*Call))
      Expansions.push_back(std::move(*E));
  for (Expansion &E : Expansions) {
    // What is in front of the call may be no part of a SCoP.
    SplitBlock(E.Call->getParent(), E.Call->getIterator());
    Instruction *Then, *Else;
    SplitBlockAndInsertIfThenElse(
        E.Condition ? E.Condition : ConstantInt::getTrue(F.getContext()),
        E.Call->getIterator(), &Then, &Else);
    IRBuilder<> B(Then);
    B.SetCurrentDebugLocation(E.Call->getDebugLoc());
    emitLoops(B, E);
    E.Call->moveBefore(Else->getIterator());
    Hidden.hide(*E.Call, HiddenAttribute, "");
  }
  if (!Expansions.empty())
    FAM.invalidate(F, PreservedAnalyses::none());
}

/// The branch that decides on \p Call, which was hidden, and the block that it
/// goes to for that.
static std::pair<BranchInst *, BasicBlock *> guardOf(const CallBase &Call) {
  const BasicBlock *BB = Call.getParent();
  while (const BasicBlock *Before = BB->getSinglePredecessor()) {
    auto *Branch = dyn_cast<BranchInst>(Before->getTerminator());
    if (Branch && Branch->isConditional())
      return {const_cast<BranchInst *>(Branch), const_cast<BasicBlock *>(BB)};
    BB = Before;
  }
  return {nullptr, nullptr};
}

bool smolly::isHiddenMemoryCall(const Instruction &I) {
  const auto *CB = dyn_cast<CallBase>(&I);
  const Function *Callee = CB ? CB->getCalledFunction() : nullptr;
  return Callee && Callee->hasFnAttribute(HiddenAttribute);
}

bool smolly::isNeverExecuted(const CallBase &Call) {
  BranchInst *Branch = guardOf(Call).first;
  return Branch && isa<ConstantInt>(Branch->getCondition());
}

isl::set smolly::assumeNoHiddenCalls(polly::Scop &S) {
  isl::set Executed = isl::set::empty(S.getParamSpace());
  for (BasicBlock *BB : S.getRegion().blocks())
    for (const Instruction &I : *BB) {
      if (!isHiddenMemoryCall(I))
        continue;
      isl::set Here = S.getDomainConditions(BB).params();
      BranchInst *Guard = guardOf(cast<CallBase>(I)).first;
      if (Guard && S.contains(Guard))
        Here = Here.gist(S.getDomainConditions(Guard->getParent()).params());
      Executed = Executed.unite(Here);
    }
  Executed = coalesced(Executed);
  if (!Executed.is_null() && !isEmpty(Executed).is_true())
    S.addAssumption(polly::ERRORBLOCK, Executed, DebugLoc(),
                    polly::AS_RESTRICTION, S.getEntry());
  return coalesced(isl::set::universe(S.getParamSpace()).subtract(Executed));
}

/// Removes the blocks of \p F that only \p Starts lead to.
static void removeLoops(Function &F, ArrayRef<BasicBlock *> Starts) {
  df_iterator_default_set<BasicBlock *> Reachable;
  for (BasicBlock *BB : depth_first_ext(&F, Reachable))
    (void)BB;
  SmallSetVector<BasicBlock *, 8> Dead;
  for (BasicBlock *Start : Starts)
    if (!Reachable.contains(Start))
      Dead.insert(Start);
  for (unsigned I = 0; I < Dead.size(); ++I)
    for (BasicBlock *Next : successors(Dead[I]))
      if (!Reachable.contains(Next))
        Dead.insert(Next);
  DeleteDeadBlocks(Dead.getArrayRef());
}

HiddenMemoryCalls::~HiddenMemoryCalls() {
  MapVector<Function *, SmallVector<BasicBlock *, 4>> Starts;
  for (CallBase *Call : Hidden.calls()) {
    auto [Branch, Called] = guardOf(*Call);
    if (!Branch)
      continue;
    BasicBlock *From = Branch->getParent();
    BasicBlock *Start = Branch->getSuccessor(Branch->getSuccessor(0) == Called);
    Start->removePredecessor(From);
    IRBuilder<>(Branch).CreateBr(Called);
    Branch->eraseFromParent();
    Starts[From->getParent()].push_back(Start);
  }
  for (auto &[F, Blocks] : Starts)
    removeLoops(*F, Blocks);
}
