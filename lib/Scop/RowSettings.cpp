//===- RowSettings.cpp - How tables of rows are set -----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RowSettings.h.
///
//===----------------------------------------------------------------------===//

#include "RowSettings.h"
#include "ArrayRows.h"
#include "smolly/Scop/OptionalAllocations.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

namespace {

class SettingFinder : RowAnalyses {
public:
  SettingFinder(CallBase &Table, bool IsOfRows, RowTable &T,
                const RowAnalyses &A)
      : RowAnalyses(A), IsOfRows(IsOfRows), T(T) {
    S.Table = &Table;
  }

  std::optional<RowSetting> find();

private:
  void forward(StoreInst &Alone);
  bool findLoops();
  bool isInSteps(StoreInst *Alone);
  bool allocatesRow();
  bool findRow();
  bool isNullOnlyIfEmpty();
  StoreInst *findBeginning();
  bool setsEnds();
  bool findDone(ArrayRef<StoreInst *> Nulls);
  bool isNullBefore(StoreInst &Store, const TablePlace &Place);
  const SCEV *widened(Value *V, Type *Wide);
  const SCEV *pointer(Value *V);
  bool isProduct(const SCEV *Product, const SCEV *Bytes, const SCEV *Places);
  bool findBlock();
  bool findBlockInTurn(StoreInst *Alone);
  const SCEV *offsetOf(Value *Address);
  const SCEV *countOf(Loop *L, BasicBlock *Inside);

  bool IsOfRows;
  RowTable &T;
  RowSetting S;
};

} // namespace

RowAnalyses::RowAnalyses(Function &F, FunctionAnalysisManager &FAM)
    : DL(F.getDataLayout()), DT(FAM.getResult<DominatorTreeAnalysis>(F)),
      LI(FAM.getResult<LoopAnalysis>(F)),
      SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
      TLI(FAM.getResult<TargetLibraryAnalysis>(F)) {}

/// Whether \p Call is of a function with a size as its only argument, or the
/// number of elements and their size.
static bool isPlainAllocation(const CallBase &Call,
                              const TargetLibraryInfo &TLI) {
  LibFunc Function;
  return TLI.getLibFunc(Call, Function) &&
         is_contained(
             {LibFunc_malloc, LibFunc_calloc, LibFunc_Znwm, LibFunc_Znam},
             Function);
}

/// What \p Size is if it is not as much as there can be: what C++ asks for
/// where a product of sizes is no number, and never gets.
static Value *sizeIfAny(Value *Size) {
  Value *Product;
  return match(Size, m_Select(m_Value(), m_AllOnes(), m_Value(Product)))
             ? Product
             : Size;
}

const SCEV *smolly::dividedBy(const SCEV *Bytes, uint64_t Divisor,
                              ScalarEvolution &SE) {
  if (const auto *Constant = dyn_cast<SCEVConstant>(Bytes))
    return Constant->getAPInt().urem(Divisor) == 0
               ? SE.getConstant(Constant->getAPInt().udiv(Divisor))
               : nullptr;
  SmallVector<const SCEV *, 4> Parts;
  if (const auto *Sum = dyn_cast<SCEVAddExpr>(Bytes)) {
    for (const SCEV *Operand : Sum->operands()) {
      Parts.push_back(dividedBy(Operand, Divisor, SE));
      if (!Parts.back())
        return nullptr;
    }
    return SE.getAddExpr(Parts);
  }
  const auto *Product = dyn_cast<SCEVMulExpr>(Bytes);
  const SCEV *Factor =
      Product ? dividedBy(Product->getOperand(0), Divisor, SE) : nullptr;
  if (!Factor)
    return nullptr;
  append_range(Parts, Product->operands());
  Parts[0] = Factor;
  return SE.getMulExpr(Parts);
}

/// The address in the table, in bytes; something is stored there.
const SCEV *SettingFinder::offsetOf(Value *Address) {
  return SE.getMinusSCEV(pointer(Address), SE.getSCEV(S.Table));
}

/// Finds the loops in which the store is, around which the table is allocated.
/// False if it may be left out in an iteration.
bool SettingFinder::findLoops() {
  BasicBlock *Home = S.Table->getParent(), *Inside = S.Store->getParent();
  const Loop *Around = LI.getLoopFor(Home);
  for (Loop *L = LI.getLoopFor(Inside); L != Around; L = L->getParentLoop()) {
    if (!L || L->contains(Home) || !L->getLoopPreheader() ||
        !L->getLoopLatch() || !DT.dominates(Inside, L->getLoopLatch()))
      return false;
    S.Loops.push_back(L);
    Inside = L->getHeader();
  }
  return !S.Loops.empty() && DT.dominates(S.Table, S.end());
}

/// Whether the loops set place after place, once for each time that the table
/// is allocated. \p Alone, if not null, sets the place in front of them.
bool SettingFinder::isInSteps(StoreInst *Alone) {
  if (!findLoops())
    return false;
  const int64_t Bytes = int64_t(DL.getPointerSize()) * T.Pointers;
  const SCEV *Offset = offsetOf(S.Store->getPointerOperand());
  for (Loop *L : S.Loops) {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(Offset);
    if (!Rec || Rec->getLoop() != L || !Rec->isAffine())
      return false;
    const SCEV *Step = dividedBy(Rec->getStepRecurrence(SE), Bytes, SE);
    if (!Step || !SE.isLoopInvariant(Step, S.Loops.back()))
      return false;
    S.Steps.push_back(Step);
    Offset = Rec->getStart();
  }
  const auto *First = dyn_cast<SCEVConstant>(Offset);
  if (!S.Steps.front()->isOne() || !First || First->getAPInt().isNegative() ||
      First->getAPInt().getSExtValue() % Bytes != 0)
    return false;
  S.First = First->getAPInt().getSExtValue() / Bytes;
  if (!Alone)
    return true;
  const auto *Before =
      dyn_cast<SCEVConstant>(offsetOf(Alone->getPointerOperand()));
  return S.Loops.size() == 1 && Before &&
         Before->getAPInt() == uint64_t((S.First - 1) * Bytes) &&
         LI.getLoopFor(Alone->getParent()) == S.Loops.back()->getParentLoop() &&
         DT.dominates(Alone, S.end());
}

/// How often \p L gets to \p Inside at most each time it runs; null if unknown.
const SCEV *SettingFinder::countOf(Loop *L, BasicBlock *Inside) {
  SmallVector<BasicBlock *, 4> Exiting;
  L->getExitingBlocks(Exiting);
  Type *Size = DL.getIndexType(S.Store->getPointerOperandType());
  for (BasicBlock *BB : Exiting) {
    // `i < n / 2` computes the quotient in each iteration.
    Value *First, *Second;
    bool Moved = false;
    if (match(BB->getTerminator(), m_Br(m_ICmp(m_Value(First), m_Value(Second)),
                                        m_BasicBlock(), m_BasicBlock())))
      for (Value *Bound : {First, Second})
        S.Loops.back()->makeLoopInvariant(Bound, Moved, S.end(), nullptr, &SE);
    if (Moved)
      SE.forgetLoop(S.Loops.back());
    const SCEV *Count = SE.getExitCount(L, BB);
    if (isa<SCEVCouldNotCompute>(Count) ||
        !SE.isLoopInvariant(Count, S.Loops.back()) ||
        SE.getTypeSizeInBits(Count->getType()) > SE.getTypeSizeInBits(Size))
      continue;
    Count = SE.getNoopOrZeroExtend(Count, Size);
    return BB != Inside && DT.dominates(BB, Inside)
               ? Count
               : SE.getAddExpr(Count, SE.getOne(Size));
  }
  return nullptr;
}

/// Finds what allocates the rows that are stored.
bool SettingFinder::findRow() {
  Value *Stored = S.Store->getValueOperand();
  S.Row = dyn_cast<CallBase>(Stored);
  auto *Choice = dyn_cast<PHINode>(Stored);
  if (!Choice)
    return S.Row;
  for (Value *V : Choice->incoming_values())
    if (auto *Allocation = dyn_cast<CallBase>(V); Allocation && !S.Row)
      S.Row = Allocation;
    else if (!isa<ConstantPointerNull>(V))
      return false;
  S.RowUnlessEmpty = Choice;
  return S.Row;
}

/// Whether rows are null only where they have no bytes.
bool SettingFinder::isNullOnlyIfEmpty() {
  const BasicBlock *BB = S.RowUnlessEmpty->getParent();
  auto IsEmptyFrom = [&](BasicBlock *From) {
    Value *Count;
    BasicBlock *IfZero;
    return match(
               From->getTerminator(),
               m_Br(m_SpecificICmp(ICmpInst::ICMP_EQ, m_Value(Count), m_Zero()),
                    m_BasicBlock(IfZero), m_BasicBlock())) &&
           IfZero == BB && isZeroWith(S.Row->getArgOperand(0), Count);
  };
  return all_of(
      zip(S.RowUnlessEmpty->incoming_values(), S.RowUnlessEmpty->blocks()),
      [&](const auto &In) {
        auto [V, From] = In;
        return V == S.Row || IsEmptyFrom(From);
      });
}

/// Rows that are allocated one by one. In several loops a place might be set
/// twice, with another row; but what was allocated for the inner one has places
/// for it alone.
bool SettingFinder::allocatesRow() {
  if ((S.Loops.size() > 1 && !IsOfRows) || !findRow() ||
      !isPlainAllocation(*S.Row, TLI) ||
      LI.getLoopFor(S.Row->getParent()) != S.Loops.front())
    return false;
  bool Moved = false;
  for (Value *Argument : S.Row->args())
    S.Loops.back()->makeLoopInvariant(Argument, Moved, S.end(), nullptr, &SE);
  BasicBlock *Inside = S.Store->getParent();
  for (Loop *L : S.Loops) {
    S.Counts.push_back(countOf(L, Inside));
    if (!S.Counts.back())
      return false;
    Inside = L->getHeader();
  }
  S.Bytes = productOf(sizeIfAny(S.Row->getArgOperand(0)), SE);
  for (const Use &Factor : drop_begin(S.Row->args()))
    S.Bytes = SE.getMulExpr(S.Bytes, SE.getSCEV(Factor));
  if (S.RowUnlessEmpty && !isNullOnlyIfEmpty())
    return false;
  return all_of(S.Row->args(), [&](const Use &Argument) {
    const SCEV *Size = SE.getSCEV(Argument);
    return SE.isLoopInvariant(Size, S.Loops.back()) &&
           SCEVExpander(SE, "row").isSafeToExpandAt(Size, S.end());
  });
}

/// \p V as the type \p Wide, where `sext(i * m)`, which is poison if the
/// product wraps around, may be taken for `sext(i) * sext(m)`.
const SCEV *SettingFinder::widened(Value *V, Type *Wide) {
  Value *A, *B;
  if (match(V, m_SExt(m_Value(A))))
    return widened(A, Wide);
  if (match(V, m_NSWMul(m_Value(A), m_Value(B))))
    return SE.getMulExpr(widened(A, Wide), widened(B, Wide));
  if (match(V, m_NSWAdd(m_Value(A), m_Value(B))))
    return SE.getAddExpr(widened(A, Wide), widened(B, Wide));
  return SE.getNoopOrSignExtend(SE.getSCEV(V), Wide);
}

/// \p V, where nobody uses it if it is poison.
const SCEV *SettingFinder::pointer(Value *V) {
  auto *Gep = dyn_cast<GetElementPtrInst>(V);
  if (!Gep || Gep->getNumIndices() != 1 ||
      Gep->getSourceElementType()->isScalableTy())
    return SE.getSCEV(V);
  Type *Wide = DL.getIndexType(V->getType());
  Value *Index = Gep->getOperand(1);
  if (Index->getType()->getScalarSizeInBits() > Wide->getScalarSizeInBits())
    return SE.getSCEV(V);
  return SE.getAddExpr(
      pointer(Gep->getPointerOperand()),
      SE.getMulExpr(widened(Index, Wide),
                    SE.getConstant(Wide, DL.getTypeAllocSize(
                                             Gep->getSourceElementType()))));
}

/// Whether \p Product is \p Bytes times \p Places. Sums times a number of bytes
/// are not written as products are.
bool SettingFinder::isProduct(const SCEV *Product, const SCEV *Bytes,
                              const SCEV *Places) {
  for (uint64_t ElementBytes : {8, 4, 2}) {
    const SCEV *Whole = dividedBy(Product, ElementBytes, SE);
    const SCEV *Part = dividedBy(Bytes, ElementBytes, SE);
    if (Whole && Part)
      return Whole == SE.getMulExpr(Part, Places);
  }
  return Product == SE.getMulExpr(Bytes, Places);
}

/// Rows in a block that is there.
bool SettingFinder::findBlock() {
  const SCEV *Row = pointer(S.Store->getValueOperand());
  for (auto [L, Places] : zip(S.Loops, S.Steps)) {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(Row);
    if (!Rec || Rec->getLoop() != L || !Rec->isAffine())
      return false;
    const SCEV *Step = Rec->getStepRecurrence(SE);
    if (!S.Bytes)
      S.Bytes = Step;
    if (!isProduct(Step, S.Bytes, Places))
      return false;
    Row = Rec->getStart();
  }
  S.Start = Row;
  return true;
}

/// Rows that begin where the one before ends, the first with what \p Alone
/// sets: `a[i] = a[i - 1] + m`.
bool SettingFinder::findBlockInTurn(StoreInst *Alone) {
  auto *Gep = dyn_cast<GetElementPtrInst>(S.Store->getValueOperand());
  auto *Before = Gep ? dyn_cast<LoadInst>(Gep->getPointerOperand()) : nullptr;
  if (!Before || LI.getLoopFor(Before->getParent()) != S.Loops.front())
    return false;
  const SCEV *Behind = SE.getMinusSCEV(SE.getSCEV(S.Store->getPointerOperand()),
                                       SE.getSCEV(Before->getPointerOperand()));
  S.Bytes = SE.getMinusSCEV(SE.getSCEV(Gep), SE.getSCEV(Before));
  if (isa<SCEVCouldNotCompute>(Behind) || isa<SCEVCouldNotCompute>(S.Bytes) ||
      Behind != SE.getConstant(Behind->getType(), DL.getPointerSize()) ||
      !SE.isLoopInvariant(S.Bytes, S.Loops.back()))
    return false;
  S.Start = SE.getAddExpr(SE.getSCEV(Alone->getValueOperand()), S.Bytes);
  return true;
}

/// Loads behind \p Alone, which nothing else sets the place of, give what it
/// has stored.
void SettingFinder::forward(StoreInst &Alone) {
  const SCEV *Place = SE.getSCEV(Alone.getPointerOperand());
  erase_if(T.Loads, [&](LoadInst *Load) {
    if (SE.getSCEV(Load->getPointerOperand()) != Place ||
        !DT.dominates(&Alone, Load))
      return false;
    SE.forgetValue(Load);
    Load->replaceAllUsesWith(Alone.getValueOperand());
    Load->eraseFromParent();
    return true;
  });
}

/// The store of the beginning of a row, in a table of vectors.
StoreInst *SettingFinder::findBeginning() {
  StoreInst *Beginning = nullptr;
  for (StoreInst *Store : T.Stores) {
    auto Place = placeIn(Store, T, DL);
    if (Place->Root != S.Table || Place->Pointer != 0 ||
        isa<ConstantPointerNull>(Store->getValueOperand()))
      continue;
    if (Beginning)
      return nullptr;
    Beginning = Store;
  }
  return Beginning;
}

/// Whether \p Store, of null, is in front of what sets the same \p Place.
bool SettingFinder::isNullBefore(StoreInst &Store, const TablePlace &Place) {
  auto Set = placeIn(S.Store, T, DL);
  return isa<ConstantPointerNull>(Store.getValueOperand()) &&
         Place.isSamePlace(*Set) &&
         LI.getLoopFor(Store.getParent()) == S.Loops.front() &&
         DT.dominates(&Store, S.Store);
}

/// Finds where the outermost loop ends with all places set, \p Nulls replaced.
bool SettingFinder::findDone(ArrayRef<StoreInst *> Nulls) {
  Loop *L = S.Loops.back();
  SmallVector<BasicBlock *, 4> Exiting;
  L->getExitingBlocks(Exiting);
  for (BasicBlock *BB : Exiting) {
    bool IsBehind = DT.dominates(S.Store, BB->getTerminator());
    bool IsBefore = all_of(Nulls, [&](StoreInst *Null) {
      return DT.properlyDominates(BB, Null->getParent());
    });
    if (!isa<BranchInst>(BB->getTerminator()) || (!IsBehind && !IsBefore) ||
        isa<SCEVCouldNotCompute>(SE.getExitCount(L, BB)))
      continue;
    for (BasicBlock *Next : successors(BB))
      if (!L->contains(Next))
        S.Done = BasicBlockEdge(BB, Next);
    return true;
  }
  return false;
}

/// Whether both ends of rows are set with the beginning, to the end of what
/// was allocated, before anybody looks at them.
bool SettingFinder::setsEnds() {
  auto Set = placeIn(S.Store, T, DL);
  SmallVector<StoreInst *, 3> Last(T.Pointers);
  SmallVector<StoreInst *, 8> Setting, Nulls;
  for (Instruction &I : *S.Store->getParent()) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!is_contained(T.Stores, Store) ||
        isa<ConstantPointerNull>(Store->getValueOperand()))
      continue;
    auto Place = placeIn(Store, T, DL);
    if (!Place->isSamePlace(*Set))
      return false;
    Last[Place->Pointer] = Store;
    Setting.push_back(Store);
  }
  for (StoreInst *Store : T.Stores) {
    auto Place = placeIn(Store, T, DL);
    if (Place->Root != S.Table || is_contained(Setting, Store))
      continue;
    if (!isNullBefore(*Store, *Place))
      return false;
    Nulls.push_back(Store);
  }
  auto IsEnd = [&](StoreInst *Store) {
    return Store &&
           SE.getMinusSCEV(SE.getSCEV(Store->getValueOperand()),
                           SE.getSCEV(S.Store->getValueOperand())) == S.Bytes;
  };
  return findDone(Nulls) && IsEnd(Last[1]) && IsEnd(Last[2]) &&
         all_of(make_range(Setting.front()->getIterator(),
                           Setting.back()->getIterator()),
                [&](Instruction &I) {
                  return !I.mayThrow() &&
                         !is_contained(T.Loads, dyn_cast<LoadInst>(&I));
                });
}

std::optional<RowSetting> SettingFinder::find() {
  if (T.Pointers > 1) {
    S.Store = findBeginning();
    return S.Store && isInSteps(nullptr) && allocatesRow() && setsEnds()
               ? std::optional(S)
               : std::nullopt;
  }
  StoreInst *Alone = nullptr;
  for (StoreInst *Store : T.Stores) {
    if (placeIn(Store, T, DL)->Root != S.Table)
      continue;
    bool IsInLoop = LI.getLoopFor(Store->getParent()) !=
                    LI.getLoopFor(S.Table->getParent());
    StoreInst *&Known = IsInLoop ? S.Store : Alone;
    if (Known)
      return std::nullopt;
    Known = Store;
  }
  if (!S.Store || !isInSteps(Alone))
    return std::nullopt;
  if (!Alone) {
    if (allocatesRow())
      return S.RowUnlessEmpty ? std::nullopt : std::optional(S);
    S.Row = nullptr;
    S.RowUnlessEmpty = nullptr;
    S.Bytes = nullptr;
    return findBlock() ? std::optional(S) : std::nullopt;
  }
  forward(*Alone);
  if (!findBlock() && !findBlockInTurn(Alone))
    return std::nullopt;
  bool IsFirst =
      SE.getSCEV(Alone->getValueOperand()) == SE.getMinusSCEV(S.Start, S.Bytes);
  S.Start = SE.getSCEV(Alone->getValueOperand());
  --S.First;
  return IsFirst ? std::optional(S) : std::nullopt;
}

std::optional<RowSetting> smolly::findRowSetting(CallBase &Table, bool IsOfRows,
                                                 RowTable &T,
                                                 const RowAnalyses &A) {
  return SettingFinder(Table, IsOfRows, T, A).find();
}
