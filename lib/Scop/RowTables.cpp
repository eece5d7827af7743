//===- RowTables.cpp - Tables of pointers to rows -------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RowTables.h.
///
/// A row that is read has been set before: what else a table from malloc holds
/// is no pointer that may be used. So each load of a table gives what the loop
/// has stored in that place, wherever it stands.
///
/// Rows in one allocation live until the table is freed. Nobody may look at
/// them afterwards then, which would be allowed if they had been kept alive.
///
//===----------------------------------------------------------------------===//

#include "RowTables.h"
#include "FiniteLoops.h"
#include "RegionEffects.h"
#include "RowSettings.h"
#include "smolly/Scop/Names.h"
#include "smolly/Scop/OptionalAllocations.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

namespace {

/// How a table is set, and the beginning of its rows.
struct Setting : RowSetting {
  Value *Block = nullptr;
};

/// What rows of all tables that change places have in common.
struct RowShape {
  uint64_t ElementBytes = 1;
  /// How far they are apart, in elements.
  const SCEV *Width = nullptr;
  /// All of them are in one object.
  bool IsInBounds = true;
};

class RowJoiner : RowAnalyses {
public:
  /// \p Joined has rows that have been joined, and gets those that are now.
  RowJoiner(const RowAnalyses &A, RowTable Table,
            SmallPtrSetImpl<Value *> &Joined)
      : RowAnalyses(A), T(std::move(Table)), Joined(Joined) {}

  /// Returns whether the rows of the table are joined now.
  bool join();

private:
  bool findSettings();
  bool canJoin(const RowUses &Uses);
  bool areUsedBehindFrees(const RowUses &Uses) const;
  bool mayOutliveRows(const RowUses &Uses) const;
  bool areFreedOnTheWay(const RowUses &Uses) const;
  bool areAligned(const RowUses &Uses) const;
  bool areKnownBehind() const;
  void findShape(const RowUses &Uses);
  void allocate(Setting &S);
  void makeBlocks();
  void replaceAllocated(const RowUses &Uses);
  void removeTable();
  Value *addressOf(const TablePlace &P, Instruction *At);

  RowTable T;
  SmallPtrSetImpl<Value *> &Joined;
  SmallVector<Setting, 2> Settings;
  RowShape Shape;
  /// Where the rows of an allocation or a choice lie.
  DenseMap<Value *, Value *> Blocks;
};

} // namespace

/// Settings of all tables in the same way.
bool RowJoiner::findSettings() {
  for (CallBase *Table : T.Allocations) {
    std::optional<RowSetting> S =
        findRowSetting(*Table, Joined.contains(Table), T, *this);
    if (!S ||
        (!Settings.empty() && (S->First != Settings.front().First ||
                               S->Bytes != Settings.front().Bytes ||
                               bool(S->Row) != bool(Settings.front().Row))))
      return false;
    Settings.push_back({*S});
  }
  return true;
}

/// The widths of rows in elements: the smallest that are accessed.
void RowJoiner::findShape(const RowUses &Uses) {
  Shape.ElementBytes = 0;
  for (Instruction *I : Uses.Accesses)
    if (isa<LoadInst, StoreInst>(I)) {
      uint64_t Bytes =
          DL.getTypeStoreSize(getLoadStoreType(I)).getKnownMinValue();
      if (Shape.ElementBytes == 0 || Bytes < Shape.ElementBytes)
        Shape.ElementBytes = Bytes;
    }
  Shape.IsInBounds = all_of(Settings, [](const Setting &S) {
    const auto *Gep = dyn_cast<GEPOperator>(S.Store->getValueOperand());
    return S.Row || (Gep && Gep->isInBounds());
  });
  const SCEV *Bytes = Settings.front().Bytes;
  Shape.Width = Shape.ElementBytes > 0
                    ? dividedBy(Bytes, Shape.ElementBytes, SE)
                    : nullptr;
  if (Shape.Width)
    return;
  Shape.Width = Bytes;
  Shape.ElementBytes = 1;
}

/// Whether rows may be looked at behind one of the places where a table is
/// freed. Where another one is allocated, it is the rows of that, unless they
/// have been kept.
bool RowJoiner::areUsedBehindFrees(const RowUses &Uses) const {
  SmallVector<const BasicBlock *, 2> Homes;
  if (!Uses.HasChoices)
    for (CallBase *Allocation : T.Allocations)
      Homes.push_back(Allocation->getParent());
  return any_of(T.Frees, [&](const CallInst *Free) {
    auto Behind = blocksBehind(Free->getParent(), Homes);
    return any_of(Uses.Accesses, [&](const Instruction *I) {
      return Behind.contains(I->getParent()) ||
             (I->getParent() == Free->getParent() && Free->comesBefore(I));
    });
  });
}

/// Whether a table may be left allocated where its rows are freed.
bool RowJoiner::mayOutliveRows(const RowUses &Uses) const {
  SmallVector<const BasicBlock *, 4> Freeing;
  for (CallInst *Free : T.Frees) {
    BasicBlock *BB = Free->getParent();
    Freeing.push_back(BB);
    // `if (a) free(a);`
    BasicBlock *Asking = BB->getSinglePredecessor();
    Value *Asked;
    if (Asking &&
        match(Asking->getTerminator(), m_Br(m_ICmp(m_Value(Asked), m_Zero()),
                                            m_BasicBlock(), m_BasicBlock())) &&
        Asked == getFreedOperand(Free, &TLI))
      Freeing.push_back(Asking);
  }
  return any_of(Uses.Frees, [&](const CallInst *Free) {
    auto Behind = blocksBehind(Free->getParent(), Freeing);
    Behind.insert(Free->getParent());
    return any_of(Behind, [&](const BasicBlock *BB) {
      return succ_empty(BB) && !is_contained(Freeing, BB) &&
             !isa<UnreachableInst>(BB->getTerminator());
    });
  });
}

/// Whether loops free rows one by one while others are in use, to need less
/// memory.
bool RowJoiner::areFreedOnTheWay(const RowUses &Uses) const {
  return any_of(Uses.Frees, [&](const CallInst *Free) {
    const Loop *L = LI.getLoopFor(Free->getParent());
    return L && L != LI.getLoopFor(T.Allocations.front()->getParent()) &&
           any_of(Uses.Accesses, [&](const Instruction *I) {
             // What rows of tables point to is freed before them.
             return !I->getType()->isPointerTy() && L->contains(I);
           });
  });
}

/// Whether rows in one block are aligned as accesses to them ask for: those by
/// themselves are for everything.
bool RowJoiner::areAligned(const RowUses &Uses) const {
  constexpr unsigned LogOfMalloc = 4;
  const Align Known(
      uint64_t(1) << std::min<unsigned>(
          SE.getMinTrailingZeros(Settings.front().Bytes), LogOfMalloc));
  return all_of(Uses.Accesses, [&](const Instruction *I) {
    const auto *Memory = dyn_cast<MemIntrinsic>(I);
    if (!Memory)
      return getLoadStoreAlignment(I) <= Known;
    const auto *Transfer = dyn_cast<MemTransferInst>(Memory);
    return Memory->getDestAlign().valueOrOne() <= Known &&
           (!Transfer || Transfer->getSourceAlign().valueOrOne() <= Known);
  });
}

/// Whether all that becomes something else is behind what it is made of.
bool RowJoiner::areKnownBehind() const {
  auto IsBehind = [&](const Value *Root, const Instruction *I) {
    const auto *S =
        find_if(Settings, [&](const Setting &S) { return S.Table == Root; });
    return S == Settings.end() || DT.dominates(S->end(), I);
  };
  return all_of(T.Loads,
                [&](LoadInst *Load) {
                  return IsBehind(placeOf(Load->getPointerOperand(), DL)->Root,
                                  Load);
                }) &&
         all_of(T.Frees,
                [&](CallInst *Free) {
                  return IsBehind(getFreedOperand(Free, &TLI), Free);
                }) &&
         all_of(T.Choices, [&](const PHINode *Choice) {
           return all_of(zip(Choice->incoming_values(), Choice->blocks()),
                         [&](const auto &In) {
                           auto [V, From] = In;
                           return IsBehind(V, From->getTerminator());
                         });
         });
}

bool RowJoiner::canJoin(const RowUses &Uses) {
  // What is computed must not be of what is replaced by it.
  auto IsOfRow = [&](const SCEV *S) {
    return SCEVExprContains(S, [&](const SCEV *Part) {
      const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
      return Unknown && is_contained(T.Loads, Unknown->getValue());
    });
  };
  auto CanExpand = [&](const Setting &S) {
    SCEVExpander Expander(SE, "row");
    SmallVector<const SCEV *, 8> Parts = {S.Start, S.Bytes, Shape.Width};
    append_range(Parts, S.Counts);
    append_range(Parts, S.Steps);
    return all_of(Parts, [&](const SCEV *Part) {
      return !Part ||
             (!IsOfRow(Part) && Expander.isSafeToExpandAt(Part, S.end()));
    });
  };
  if (!all_of(Settings, CanExpand) || !areKnownBehind() ||
      (T.HasNulls && (!Uses.IsComplete || !Uses.Tests.empty())))
    return false;
  return !Settings.front().Row ||
         (Uses.IsComplete && (Uses.Frees.empty() || !T.Frees.empty()) &&
          !areUsedBehindFrees(Uses) && !mayOutliveRows(Uses) &&
          !areFreedOnTheWay(Uses) && areAligned(Uses));
}

/// Allocates the rows of \p S behind each other, or as much as there can be
/// where that is no number of bytes.
void RowJoiner::allocate(Setting &S) {
  SCEVExpander Expander(SE, "rows");
  auto *All = cast<CallInst>(S.Row->clone());
  All->insertBefore(S.end()->getIterator());
  All->setDebugLoc(S.Table->getDebugLoc());
  for (Use &Argument : All->args())
    Argument.set(
        Expander.expandCodeFor(SE.getSCEV(Argument), Argument->getType(), All));
  Type *Size = All->getArgOperand(0)->getType();
  auto Expand = [&](const SCEV *V) {
    return Expander.expandCodeFor(V, Size, All);
  };
  IRBuilder<> B(All);
  Value *Wraps = B.getFalse();
  auto Apply = [&](Intrinsic::ID Operation, Value *First, Value *Second) {
    Value *Both = B.CreateBinaryIntrinsic(Operation, First, Second);
    Wraps = B.CreateOr(Wraps, B.CreateExtractValue(Both, 1));
    return B.CreateExtractValue(Both, 0);
  };
  Value *Rows = Expand(S.Counts.front());
  for (auto [Step, Count] : drop_begin(zip(S.Steps, S.Counts))) {
    // As far as all iterations but the last go on.
    Value *Others = B.CreateBinaryIntrinsic(Intrinsic::usub_sat, Expand(Count),
                                            ConstantInt::get(Size, 1));
    Value *Before = Apply(Intrinsic::umul_with_overflow, Others,
                          Expand(SE.getSMaxExpr(Step, SE.getZero(Size))));
    Rows = Apply(Intrinsic::uadd_with_overflow, Rows, Before);
  }
  Value *Bytes =
      Apply(Intrinsic::umul_with_overflow, All->getArgOperand(0), Rows);
  All->setArgOperand(
      0, B.CreateSelect(Wraps, Constant::getAllOnesValue(Size), Bytes));
  S.Block = All;
  Joined.insert(All);
}

/// Makes the blocks of all tables, and says where one of several is meant.
void RowJoiner::makeBlocks() {
  for (Setting &S : Settings) {
    if (S.Row)
      allocate(S);
    else
      S.Block =
          SCEVExpander(SE, "rows").expandCodeFor(S.Start, nullptr, S.end());
    Blocks[S.Table] = S.Block;
    if (auto *Block = dyn_cast<CallBase>(S.Block);
        Block && objectName(Block).empty())
      nameObject(*Block, objectName(S.Table));
  }
  for (PHINode *Choice : T.Choices)
    Blocks[Choice] = IRBuilder<>(Choice).CreatePHI(
        Choice->getType(), Choice->getNumIncomingValues());
  for (PHINode *Choice : T.Choices)
    for (auto [V, From] : zip(Choice->incoming_values(), Choice->blocks()))
      cast<PHINode>(Blocks[Choice])->addIncoming(Blocks[V], From);
}

/// The row that begins in the place \p P, at \p At.
Value *RowJoiner::addressOf(const TablePlace &P, Instruction *At) {
  Value *Width =
      SCEVExpander(SE, "width").expandCodeFor(Shape.Width, nullptr, At);
  IRBuilder<> B(At);
  Type *Size = Width->getType();
  auto Number = [&](int64_t Value) {
    return ConstantInt::getSigned(Size, Value);
  };
  Value *Row = Number(P.Constant - Settings.front().First);
  for (auto [V, Factor] : P.Factors) {
    Value *Part = B.CreateSExtOrTrunc(V, Size);
    if (Factor != 1)
      Part = B.CreateMul(Part, Number(Factor));
    Row = match(Row, m_Zero()) ? Part : B.CreateAdd(Part, Row);
  }
  if (match(Row, m_Zero()))
    return Blocks[P.Root];
  auto Flags =
      Shape.IsInBounds ? GEPNoWrapFlags::inBounds() : GEPNoWrapFlags::none();
  return B.CreateGEP(ArrayType::get(B.getInt8Ty(), Shape.ElementBytes),
                     Blocks[P.Root], B.CreateMul(Row, Width), "", Flags);
}

/// Lets rows that were allocated and freed one by one be what they are now.
void RowJoiner::replaceAllocated(const RowUses &Uses) {
  auto BlockOf = [&](Value *Row) {
    if (auto *Load = dyn_cast<LoadInst>(Row))
      return Blocks[placeOf(Load->getPointerOperand(), DL)->Root];
    return find_if(Settings, [&](const Setting &S) { return S.Row == Row; })
        ->Block;
  };
  for (ICmpInst *Test : Uses.Tests) {
    unsigned Pointer = isa<ConstantPointerNull>(Test->getOperand(0));
    Test->setOperand(Pointer, BlockOf(Test->getOperand(Pointer)));
  }
  for (CallInst *Free : T.Frees)
    if (!Uses.Frees.empty()) {
      auto *FreeAll = cast<CallInst>(Uses.Frees.front()->clone());
      FreeAll->setArgOperand(0, Blocks[getFreedOperand(Free, &TLI)]);
      FreeAll->insertBefore(Free->getIterator());
      FreeAll->setDebugLoc(Free->getDebugLoc());
    }
  for (CallInst *Free : Uses.Frees)
    Free->eraseFromParent();
  for (Setting &S : Settings) {
    Type *Size = Shape.Width->getType();
    const SCEV *Iteration = SE.getZero(Size);
    for (auto [L, Step] : reverse(zip(S.Loops, S.Steps)))
      Iteration = SE.getAddRecExpr(Iteration, Step, L, SCEV::FlagAnyWrap);
    TablePlace P;
    P.Root = S.Table;
    P.Constant = S.First;
    P.Factors[SCEVExpander(SE, "row").expandCodeFor(Iteration, nullptr,
                                                    S.Row)] = 1;
    S.Row->replaceAllUsesWith(addressOf(P, S.Row));
  }
}

/// Nobody reads the table any more. Like LLVM, takes for granted that there was
/// memory for it.
void RowJoiner::removeTable() {
  if (any_of(T.Allocations, [](CallBase *CB) { return isa<InvokeInst>(CB); }))
    return;
  SmallVector<WeakTrackingVH, 8> Roots(T.Allocations.begin(),
                                       T.Allocations.end());
  append_range(Roots, T.Choices);
  SmallVector<WeakTrackingVH, 8> Addresses;
  for (Value *Root : Roots)
    for (User *U : make_early_inc_range(Root->users())) {
      auto *I = cast<Instruction>(U);
      if (auto *Test = dyn_cast<ICmpInst>(I))
        Test->replaceAllUsesWith(ConstantInt::getBool(
            Test->getType(), Test->getPredicate() == ICmpInst::ICMP_NE));
      if (isa<ICmpInst, CallInst>(I))
        I->eraseFromParent();
      else if (isa<GetElementPtrInst>(I))
        Addresses.push_back(I);
    }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Addresses);
  // With their uses by each other.
  for (WeakTrackingVH &V : Roots) {
    auto *Root = cast_or_null<Instruction>(static_cast<Value *>(V));
    if (!Root)
      continue;
    Root->replaceAllUsesWith(PoisonValue::get(Root->getType()));
    Root->eraseFromParent();
  }
}

bool RowJoiner::join() {
  auto IsKnown = [&](Instruction *Access) {
    auto Place = placeOf(getLoadStorePointerOperand(Access), DL);
    return Place && (isa<LoadInst>(Access) || isa<CallBase>(Place->Root));
  };
  if (T.Loads.empty() || !all_of(T.Loads, IsKnown) ||
      !all_of(T.Stores, IsKnown) || !findSettings())
    return false;
  SmallVector<Instruction *, 16> Rows(T.Loads.begin(), T.Loads.end());
  for (const Setting &S : Settings)
    if (S.Row)
      Rows.push_back(S.Row);
  RowUses Uses = findRowUses(Rows, T.Stores, TLI);
  findShape(Uses);
  if (!canJoin(Uses))
    return false;

  makeBlocks();
  if (Settings.front().Row)
    replaceAllocated(Uses);
  for (LoadInst *Load : T.Loads)
    Load->replaceAllUsesWith(
        addressOf(*placeOf(Load->getPointerOperand(), DL), Load));
  for (Instruction *Access : T.Stores)
    Access->eraseFromParent();
  for (Instruction *Access : T.Loads)
    Access->eraseFromParent();
  for (const Setting &S : Settings)
    if (S.Row)
      S.Row->eraseFromParent();
  removeTable();
  return true;
}

/// The allocations in \p F that are tables of rows.
static SmallVector<WeakVH, 8> findTables(Function &F,
                                         const TargetLibraryInfo &TLI) {
  SmallVector<WeakVH, 8> Tables;
  for (Instruction &I : instructions(F))
    if (auto *CB = dyn_cast<CallBase>(&I); CB && isAllocLikeFn(CB, &TLI)) {
      std::optional<RowTable> T = findRowTable(*CB, TLI);
      if (T && !T->Loads.empty() && !T->Stores.empty())
        Tables.push_back(CB);
    }
  return Tables;
}

bool smolly::joinRows(Function &F, FunctionAnalysisManager &FAM) {
  // Rows may be tables themselves.
  constexpr unsigned MaxDepth = 4;
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  bool Changed = false, IsNew = true;
  SmallPtrSet<Value *, 8> Joined;
  for (unsigned Depth = 0; Depth < MaxDepth && IsNew; ++Depth) {
    SmallVector<WeakVH, 8> Tables = findTables(F, TLI);
    if (Tables.empty())
      break;
    // `delete[] a` asks whether a is null, which it is not.
    if (Depth == 0) {
      removeDeadBranches(F);
      FAM.invalidate(F, PreservedAnalyses::none());
      Changed = true;
    }
    if (hasUnknownCycles(F, FAM.getResult<LoopAnalysis>(F)))
      break;
    IsNew = false;
    for (const WeakVH &V : Tables) {
      auto *CB = cast_or_null<CallBase>(static_cast<Value *>(V));
      std::optional<RowTable> T = CB ? findRowTable(*CB, TLI) : std::nullopt;
      if (!T)
        continue;
      RowJoiner Joiner(RowAnalyses(F, FAM), std::move(*T), Joined);
      IsNew |= Joiner.join();
      FAM.invalidate(F, PreservedAnalyses::none());
    }
  }
  return Changed;
}
