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
#include "ArrayShape.h"
#include "polly/ScopInfo.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Scop/ObjectFacts.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/Delinearization.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionDivision.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include <map>

using namespace llvm;
using namespace smolly;

/// The attribute of what hidden calls call.
static constexpr StringLiteral HiddenAttribute = "smolly-hidden-memory-call";
/// Less than this is a small object rather than an array; in loops, less than
/// that is one rather than a row.
static constexpr uint64_t MinBytes = 1024, MinRowBytes = 64;
/// Lengths in bytes are at most two to the power of this.
static constexpr unsigned MaxBits = 63;

namespace {

/// The size of a dimension, as it is known in loops and in addresses, where it
/// may be frozen.
struct Extent {
  const SCEV *Count, *Width;
};
using Extents = SmallVector<Extent, 3>;

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
      : F(F), Twin(Twin), SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
        LI(FAM.getResult<LoopAnalysis>(F)),
        DT(FAM.getResult<DominatorTreeAnalysis>(F)),
        TLI(FAM.getResult<TargetLibraryAnalysis>(F)),
        Values(SE, "smolly.count") {}
  std::optional<Expansion> expand(MemIntrinsic &Call);

private:
  /// An array that only calls like these keep from being private.
  struct Array {
    ObjectFacts Facts;
    Type *Element = nullptr;
    /// The sizes of all dimensions but the outermost, which is first.
    Extents Sizes;
  };

  const Array *arrayAt(Value *Pointer);
  bool isInitialValue(const MemIntrinsic &Call, const Array &A) const;
  void findSizes(Array &A);
  Extents extentsOf(const SCEV *Length, const Array &A);
  Value *smallCounts(ArrayRef<Extent> Extents, const Expansion &E);

  Function &F;
  const Function &Twin;
  ScalarEvolution &SE;
  LoopInfo &LI;
  const DominatorTree &DT;
  const TargetLibraryInfo &TLI;
  SCEVExpander Values;
  std::map<Value *, Array> Arrays;
};

} // namespace

/// The type of all of \p Accesses, or one as wide as all of them; null if they
/// are of different sizes, or of something that is more than its bits.
static Type *elementOf(ArrayRef<Instruction *> Accesses, const DataLayout &DL) {
  Type *Element = nullptr;
  for (Instruction *I : Accesses) {
    Type *T = getLoadStoreType(I);
    if ((!T->isIntegerTy() && !T->isFloatingPointTy()) ||
        DL.getTypeStoreSizeInBits(T) != DL.getTypeSizeInBits(T) ||
        DL.getTypeAllocSize(T) != DL.getTypeStoreSize(T) ||
        (Element && DL.getTypeStoreSize(T) != DL.getTypeStoreSize(Element)))
      return nullptr;
    Element = Element ? Element : T;
  }
  return Element;
}

void Expander::findSizes(Array &A) {
  SmallVector<const SCEV *, 8> Terms, Sizes;
  for (Instruction *I : A.Facts.Accesses) {
    const Loop *L = LI.getLoopFor(I->getParent());
    if (!L)
      continue;
    const SCEV *Address = SE.getSCEVAtScope(getLoadStorePointerOperand(I), L);
    const SCEV *Base = SE.getPointerBase(Address);
    if (!isa<SCEVCouldNotCompute>(Base))
      collectParametricTerms(SE, SE.getMinusSCEV(Address, Base), Terms);
  }
  Type *I64 = Type::getInt64Ty(F.getContext());
  const DataLayout &DL = F.getDataLayout();
  uint64_t Bytes = DL.getTypeStoreSize(A.Element);
  if (!Terms.empty())
    findArrayDimensions(SE, Terms, Sizes, SE.getConstant(I64, Bytes));
  if (Sizes.empty())
    for (uint64_t Size : findFixedShape(A.Facts, Bytes, DL))
      Sizes.push_back(SE.getConstant(I64, Size));
  else
    Sizes.pop_back();
  for (const SCEV *Size : Sizes) {
    const auto *Unknown = dyn_cast<SCEVUnknown>(Size);
    const auto *Frozen =
        Unknown ? dyn_cast<FreezeInst>(Unknown->getValue()) : nullptr;
    A.Sizes.push_back(
        {Frozen ? SE.getSCEV(Frozen->getOperand(0)) : Size, Size});
  }
}

const Expander::Array *Expander::arrayAt(Value *Pointer) {
  Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  if (!isCandidateObject(Object, TLI))
    return nullptr;
  auto [It, IsNew] = Arrays.try_emplace(Object);
  Array &A = It->second;
  if (IsNew) {
    A.Facts = analyzeObject(Object, F, &Twin, TLI);
    if (A.Facts.isPrivate() || A.Facts.Why == RawMemory)
      A.Element = elementOf(A.Facts.Accesses, F.getDataLayout());
    if (A.Element)
      findSizes(A);
  }
  return A.Element ? &A : nullptr;
}

/// Whether \p Call gives all of \p A the value zero that it has before the
/// first of its accesses, which is known of a call as it is.
bool Expander::isInitialValue(const MemIntrinsic &Call, const Array &A) const {
  return is_contained(A.Facts.ZeroFills, &Call) &&
         all_of(A.Facts.Accesses,
                [&](const Instruction *I) { return DT.dominates(&Call, I); });
}

/// Divides \p Dividend by \p Divisor if that leaves no remainder.
static bool divide(const SCEV *&Dividend, const SCEV *Divisor,
                   ScalarEvolution &SE) {
  if (Dividend->getType() != Divisor->getType())
    return false;
  const SCEV *Quotient, *Remainder;
  SCEVDivision::divide(SE, Dividend, Divisor, &Quotient, &Remainder);
  if (!Remainder->isZero())
    return false;
  Dividend = Quotient;
  return true;
}

/// What loops in place of a call of \p Length bytes run over; empty if there
/// are none.
Extents Expander::extentsOf(const SCEV *Length, const Array &A) {
  Extents Inner;
  uint64_t Bytes = F.getDataLayout().getTypeStoreSize(A.Element);
  if (!divide(Length, SE.getConstant(Length->getType(), Bytes), SE))
    return Inner;
  for (const Extent &Size : reverse(A.Sizes)) {
    if (Size.Count->isZero() || !divide(Length, Size.Count, SE))
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
  APInt Constants(128, F.getDataLayout().getTypeStoreSize(E.Element));
  unsigned Unknown = 0;
  for (const Extent &Each : Extents)
    if (const auto *C = dyn_cast<SCEVConstant>(Each.Count))
      Constants *= C->getAPInt().zext(128);
    else
      ++Unknown;
  if (Unknown == 0)
    return nullptr;
  unsigned Bits =
      (MaxBits - std::min(MaxBits, Constants.ceilLogBase2())) / Unknown;
  APInt Limit = APInt::getOneBitSet(64, Bits);
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
  const Array *To = arrayAt(Call.getRawDest());
  const Array *From = Transfer ? arrayAt(Transfer->getRawSource()) : nullptr;
  const Array *Known = To && (!From || !To->Sizes.empty()) ? To : From;
  const SCEV *Length = SE.getSCEV(Call.getLength());
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
