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
#include "RowAllocations.h"
#include "RowChecks.h"
#include "smolly/Scop/Names.h"
#include "smolly/Scop/OptionalAllocations.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

namespace {

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
  void findShape(const RowUses &Uses);
  void makeBlocks();
  void replaceAllocated(const RowUses &Uses);
  void removeTable();
  Value *addressOf(const TablePlace &P, Instruction *At);
  Value *addressIn(LoadInst &Load);
  void replaceRow(RowSetting &S);
  void replaceDifference(BinaryOperator &Difference);

  RowTable T;
  SmallPtrSetImpl<Value *> &Joined;
  SmallVector<RowSetting, 2> Settings;
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
        (!Settings.empty() &&
         (S->First != Settings.front().First ||
          S->Bytes != Settings.front().Bytes ||
          bool(S->Row) != bool(Settings.front().Row) ||
          bool(S->RowUnlessEmpty) != bool(Settings.front().RowUnlessEmpty))))
      return false;
    S->At = placeOfRows(*S, *this);
    if (!S->At)
      return false;
    Settings.push_back(*S);
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
  Shape.IsInBounds = all_of(Settings, [](const RowSetting &S) {
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

/// Makes the blocks of all tables, and says where one of several is meant.
void RowJoiner::makeBlocks() {
  for (RowSetting &S : Settings) {
    Value *&Block = Blocks[S.Table];
    if (S.Row) {
      Block = allocateRows(S, S.At, *this);
      Joined.insert(Block);
    } else {
      Block = SCEVExpander(SE, "rows").expandCodeFor(S.Start, nullptr, S.At);
    }
    if (auto *Allocation = dyn_cast<CallBase>(Block);
        Allocation && objectName(Allocation).empty())
      nameObject(*Allocation, objectName(S.Table));
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
      return Blocks[placeIn(Load, T, DL)->Root];
    return Blocks[find_if(Settings, [&](const RowSetting &S) {
                    return S.Row == Row || S.RowUnlessEmpty == Row;
                  })->Table];
  };
  for (ICmpInst *Test : Uses.Tests) {
    unsigned Pointer = isa<ConstantPointerNull>(Test->getOperand(0));
    Test->setOperand(Pointer, BlockOf(Test->getOperand(Pointer)));
  }
  for (CallInst *Free : T.Frees)
    if (!Uses.Frees.empty())
      freeRows(Blocks[getFreedOperand(Free, &TLI)], *Uses.Frees.front(), Free);
  for (CallInst *Free : Uses.Frees)
    Free->eraseFromParent();
  for (RowSetting &S : Settings)
    replaceRow(S);
}

/// Lets the row that \p S allocates in an iteration be a part of all.
void RowJoiner::replaceRow(RowSetting &S) {
  const SCEV *Iteration = SE.getZero(Shape.Width->getType());
  for (auto [L, Step] : reverse(zip(S.Loops, S.Steps)))
    Iteration = SE.getAddRecExpr(Iteration, Step, L, SCEV::FlagAnyWrap);
  auto ReplaceAt = [&](Value *Old, Instruction *At) {
    TablePlace P;
    P.Root = S.Table;
    P.Constant = S.First;
    P.Factors[SCEVExpander(SE, "row").expandCodeFor(Iteration, nullptr, At)] =
        1;
    Old->replaceAllUsesWith(addressOf(P, At));
  };
  ReplaceAt(S.Row, S.Row);
  if (S.RowUnlessEmpty)
    ReplaceAt(S.RowUnlessEmpty,
              &*S.RowUnlessEmpty->getParent()->getFirstInsertionPt());
}

/// What the pointer that \p Load gives is now.
Value *RowJoiner::addressIn(LoadInst &Load) {
  TablePlace Place = *placeIn(&Load, T, DL);
  Value *Row = addressOf(Place, &Load);
  if (Place.Pointer == 0)
    return Row;
  Value *Bytes = SCEVExpander(SE, "bytes")
                     .expandCodeFor(Settings.front().Bytes, nullptr, &Load);
  return IRBuilder<>(&Load).CreatePtrAdd(Row, Bytes, "",
                                         GEPNoWrapFlags::inBounds());
}

/// Lets \p Difference, if it is one of the ends of a row, be the size of that.
/// All others are what they are when the rows lie where they lie: these are in
/// a block that is there.
void RowJoiner::replaceDifference(BinaryOperator &Difference) {
  std::optional<int> Rows = rowsBetween(Difference, T, DL);
  if (!Rows)
    return;
  const SCEV *Bytes =
      SE.getMulExpr(Settings.front().Bytes,
                    SE.getConstant(Settings.front().Bytes->getType(), *Rows,
                                   /*isSigned=*/true));
  Difference.replaceAllUsesWith(
      SCEVExpander(SE, "bytes")
          .expandCodeFor(
              SE.getTruncateOrZeroExtend(Bytes, Difference.getType()), nullptr,
              &Difference));
}

/// Removes \p Row, which nobody uses any more.
static void removeAllocation(CallBase &Row) {
  if (auto *Invoke = dyn_cast<InvokeInst>(&Row)) {
    BranchInst::Create(Invoke->getNormalDest(), Invoke->getIterator());
    Invoke->getUnwindDest()->removePredecessor(Invoke->getParent());
  }
  Row.eraseFromParent();
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
    auto Place = placeIn(Access, T, DL);
    return Place && (isa<LoadInst>(Access) || isa<CallBase>(Place->Root));
  };
  if (T.Loads.empty() || !all_of(T.Loads, IsKnown) ||
      !all_of(T.Stores, IsKnown) || !findSettings())
    return false;
  SmallVector<Instruction *, 16> Rows(T.Loads.begin(), T.Loads.end());
  for (const RowSetting &S : Settings) {
    if (S.Row)
      Rows.push_back(S.Row);
    if (S.RowUnlessEmpty)
      Rows.push_back(S.RowUnlessEmpty);
  }
  RowUses Uses = findRowUses(Rows, T.Stores, T.Pointers > 1, TLI);
  findShape(Uses);
  if (!canJoinRows(T, Settings, Shape.Width, Uses, *this))
    return false;

  makeBlocks();
  if (Settings.front().Row)
    replaceAllocated(Uses);
  for (BinaryOperator *Difference : Uses.Differences)
    replaceDifference(*Difference);
  for (LoadInst *Load : T.Loads)
    Load->replaceAllUsesWith(addressIn(*Load));
  for (Instruction *Access : T.Stores)
    Access->eraseFromParent();
  for (Instruction *Access : T.Loads)
    Access->eraseFromParent();
  for (const RowSetting &S : Settings) {
    if (S.RowUnlessEmpty)
      S.RowUnlessEmpty->eraseFromParent();
    if (S.Row)
      removeAllocation(*S.Row);
  }
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
    Changed |= IsNew;
  }
  if (!Changed)
    return false;
  // What has cleaned up, and loops that only freed rows.
  removeUnreachableBlocks(F);
  FAM.invalidate(F, PreservedAnalyses::none());
  FunctionPassManager FPM;
  FPM.addPass(createFunctionToLoopPassAdaptor(LoopDeletionPass()));
  FPM.addPass(EarlyCSEPass());
  FAM.invalidate(F, FPM.run(F, FAM));
  return true;
}
