//===- LoadedRows.cpp - Rows whose addresses are in a table ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements LoadedRows.h.
///
/// The accesses of the program keep what they compute their addresses with, but
/// for the loaded pointer itself: they are as they were once that is back.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/LoadedRows.h"
#include "LoopAnalyses.h"
#include "RowAddresses.h"
#include "smolly/Scop/ObjectFacts.h"
#include "smolly/Scop/StandIns.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include <numeric>

using namespace llvm;
using namespace smolly;

static constexpr StringLiteral RowsAttribute = "smolly-rows";
static constexpr StringLiteral WidthAttribute = "smolly-rows-width";

/// Of 64 bits, on all targets.
static constexpr int64_t PointerBytes = 8;
/// More tables are not looked at: each is compared with others at run time.
static constexpr size_t MaxTables = 16;
/// No row has as many elements, and no sum of a few of them wraps around.
static constexpr int64_t LargestWidth = int64_t(1) << 40;

std::optional<LoadedTable> smolly::loadedTable(const Value *V) {
  const CallInst *Call = callOfStandIn(V, RowsAttribute);
  if (!Call)
    return std::nullopt;
  auto Number = [&](unsigned I) {
    return cast<ConstantInt>(Call->getArgOperand(I))->getSExtValue();
  };
  return LoadedTable{const_cast<CallInst *>(Call), Call->getArgOperand(0),
                     Number(1), Number(2), Call->getAAMetadata()};
}

const Instruction *smolly::loadedRow(const Instruction &Access) {
  const Value *V = getLoadStorePointerOperand(&Access);
  while (const auto *GEP = dyn_cast_or_null<GetElementPtrInst>(V)) {
    V = GEP->getPointerOperand();
    if (loadedTable(V))
      return GEP;
  }
  return nullptr;
}

bool smolly::isWidthOfRows(const Value *V) {
  return callOfStandIn(V, WidthAttribute);
}

namespace {

/// An address, as a sum.
struct Place {
  Value *Base = nullptr;
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Constant;
};

/// An access to a row, and what it is the row of.
struct RowAccess {
  Instruction *Access = nullptr;
  LoadInst *Row = nullptr;
  Place Pointer;
};

using TableAccesses = SmallVector<RowAccess, 8>;

} // namespace

/// The sum that \p V is; its base is no such sum.
static Place placeOf(Value *V, const DataLayout &DL) {
  unsigned Bits = DL.getIndexTypeSizeInBits(V->getType());
  Place P{V, {}, APInt(Bits, 0)};
  constexpr unsigned MaxSteps = 8;
  for (unsigned I = 0; I < MaxSteps; ++I) {
    auto *GEP = dyn_cast<GEPOperator>(P.Base);
    if (!GEP || GEP->getType()->isVectorTy() ||
        !GEP->collectOffset(DL, Bits, P.Variable, P.Constant))
      break;
    P.Base = GEP->getPointerOperand();
  }
  return P;
}

/// The type of the elements if \p I is an access to a row, or null.
static Type *rowElement(const Instruction &I) {
  const auto *Load = dyn_cast<LoadInst>(&I);
  const auto *Store = dyn_cast<StoreInst>(&I);
  if (!(Load && Load->isSimple()) && !(Store && Store->isSimple()))
    return nullptr;
  Type *T = getLoadStoreType(const_cast<Instruction *>(&I));
  return T->isIntegerTy() || T->isFloatingPointTy() ? T : nullptr;
}

/// Whether addresses that are computed from \p Row are used by accesses alone.
/// The pointer itself may also be compared or passed on: that stays as it is.
static bool isForAccesses(LoadInst &Row) {
  SmallVector<Value *, 8> Worklist = {&Row};
  while (!Worklist.empty()) {
    Value *V = Worklist.pop_back_val();
    for (User *U : V->users()) {
      auto *I = cast<Instruction>(U);
      if (isa<GetElementPtrInst>(I))
        Worklist.push_back(I);
      else if (V != &Row &&
               (getLoadStorePointerOperand(I) != V || !rowElement(*I)))
        return false;
    }
  }
  return true;
}

/// Whether \p U is for the address of an access.
static bool isForAddress(const Use &U) {
  const auto *I = cast<Instruction>(U.getUser());
  return isa<GetElementPtrInst>(I) ||
         (getLoadStorePointerOperand(I) == U.get() && rowElement(*I));
}

/// How far pointers of one table are apart, and where the first of them may be;
/// none where that is not known.
static std::optional<std::pair<int64_t, int64_t>>
strideOf(ArrayRef<RowAccess> Accesses) {
  int64_t Stride = 0;
  std::optional<int64_t> First;
  for (const RowAccess &A : Accesses) {
    for (const auto &[V, Scale] : A.Pointer.Variable)
      Stride = std::gcd(Stride, Scale.getSExtValue());
    if (!First)
      First = A.Pointer.Constant.getSExtValue();
    Stride = std::gcd(Stride, A.Pointer.Constant.getSExtValue() - *First);
  }
  if (!First || Stride % PointerBytes != 0 || Stride == 0)
    return std::nullopt;
  int64_t Remainder = *First % Stride;
  return std::pair(Stride, Remainder < 0 ? Remainder + Stride : Remainder);
}

/// Whether the loops of the function run over the rows that \p Accesses are to,
/// all of elements of one type.
static bool isTable(ArrayRef<RowAccess> Accesses, const LoopInfo &LI) {
  uint64_t Bytes = 0;
  for (const RowAccess &A : Accesses) {
    uint64_t Its =
        A.Access->getDataLayout().getTypeAllocSize(getLoadStoreType(A.Access));
    if (Bytes != 0 && Its != Bytes)
      return false;
    Bytes = Its;
  }
  return any_of(Accesses, [&](const RowAccess &A) {
    const Loop *L = LI.getLoopFor(A.Row->getParent());
    return L && !L->isLoopInvariant(A.Row->getPointerOperand());
  });
}

/// The accesses to rows in \p F, by table.
static MapVector<Value *, TableAccesses>
findTables(Function &F, const TargetLibraryInfo &TLI) {
  const DataLayout &DL = F.getDataLayout();
  MapVector<Value *, TableAccesses> Tables;
  MapVector<LoadInst *, std::optional<Place>> Pointers;
  for (Instruction &I : instructions(F)) {
    if (!rowElement(I))
      continue;
    auto *Row =
        dyn_cast<LoadInst>(placeOf(getLoadStorePointerOperand(&I), DL).Base);
    if (!Row || !Row->isSimple() || Row->getAlign() < Align(PointerBytes) ||
        Row->getType()->getPointerAddressSpace() != 0 ||
        Row->getPointerAddressSpace() != 0)
      continue;
    auto [It, IsNew] = Pointers.try_emplace(Row);
    if (IsNew && isForAccesses(*Row))
      It->second = placeOf(Row->getPointerOperand(), DL);
    if (It->second)
      Tables[It->second->Base].push_back({&I, Row, *It->second});
  }
  // Of those that the function has made, RowTables.h knows more.
  Tables.remove_if([&](const auto &Table) {
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(Table.first, Objects);
    return isa<Constant, InvokeInst>(Table.first) ||
           any_of(Objects, [&](const Value *Object) {
             return isCandidateObject(Object, TLI);
           });
  });
  return Tables;
}

/// The number of the row that \p P points to the pointer of.
static Value *rowNumber(const Place &P, const LoadedTable &T, IRBuilder<> &B) {
  Value *Sum = nullptr;
  auto Add = [&](Value *V) { Sum = Sum ? B.CreateNSWAdd(Sum, V) : V; };
  for (const auto &[V, Scale] : P.Variable) {
    Value *Number = B.CreateSExtOrTrunc(V, B.getInt64Ty());
    int64_t Factor = Scale.getSExtValue() / T.Stride;
    Add(Factor == 1 ? Number
                    : B.CreateNSWMul(Number, ConstantInt::getSigned(
                                                 B.getInt64Ty(), Factor)));
  }
  int64_t Constant = (P.Constant.getSExtValue() - T.FirstByte) / T.Stride;
  if (Constant != 0 || !Sum)
    Add(ConstantInt::getSigned(B.getInt64Ty(), Constant));
  return Sum;
}

/// Lets all that computes the address of an access from \p Load do so from row
/// number \p Index of \p Table, with elements of type \p T.
void LoadedRows::replace(LoadInst &Load, CallInst &Table, Type *T,
                         Value *Index) {
  auto *Width = cast<Instruction>(Table.getArgOperand(3));
  IRBuilder<> B(Load.getNextNode());
  // The element, not the byte: Polly is to see how large it is.
  Value *First = B.CreateInBoundsGEP(T, &Table, B.CreateNSWMul(Index, Width));
  Load.replaceUsesWithIf(First, isForAddress);
  Row R{&Load, Load.use_empty(), Load.getPointerOperand(), First};
  if (R.IsOut) {
    Load.removeFromParent();
    Load.dropAllReferences();
  }
  Replaced.push_back(std::move(R));
}

/// What stands for the rows of \p Table, which \p Found are to, of \p Width.
static CallInst *standFor(Value *Table, const TableAccesses &Found,
                          Function *Rows, CallInst *Width) {
  auto [Stride, FirstByte] = *strideOf(Found);
  auto *I = dyn_cast<Instruction>(Table);
  IRBuilder<> B(Table->getContext());
  B.SetInsertPoint(I ? *I->getInsertionPointAfterDef()
                     : std::next(Width->getIterator()));
  CallInst *StandIn = B.CreateCall(
      Rows, {Table, B.getInt64(FirstByte), B.getInt64(Stride), Width});
  // Only of their types: scopes are of one place in the program.
  AAMDNodes Tags = Found.front().Row->getAAMetadata();
  for (const RowAccess &A : Found)
    Tags = Tags.merge(A.Row->getAAMetadata());
  StandIn->setMetadata(LLVMContext::MD_tbaa, Tags.TBAA);
  return StandIn;
}

void LoadedRows::createStandIns(Module &M) {
  Type *Number = Type::getInt64Ty(M.getContext());
  Type *Pointer = PointerType::getUnqual(M.getContext());
  Rows = createPureStandIn(Pointer, {Pointer, Number, Number, Number},
                           "smolly.rows", RowsAttribute, M);
  Rows->addRetAttr(Attribute::NoAlias);
  Width = createPureStandIn(Number, {}, "smolly.rows.width", WidthAttribute, M);
  for (Function *F : {Rows, Width})
    F->addRetAttr(Attribute::NoUndef);
}

void LoadedRows::hide(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  MapVector<Value *, TableAccesses> Tables = findTables(F, TLI);
  Tables.remove_if([&](const auto &Table) {
    return !strideOf(Table.second) || !isTable(Table.second, LI);
  });
  if (Tables.empty() || Tables.size() > MaxTables)
    return;
  createStandIns(*F.getParent());
  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.getFirstNonPHIOrDbgOrAlloca());
  CallInst *W = B.CreateCall(Width);
  SmallMapVector<BasicBlock *, Instruction *, 4> Last;
  Last[&Entry] = W;
  for (auto &[Table, Found] : Tables) {
    CallInst *StandIn = standFor(Table, Found, Rows, W);
    Instruction *&Latest = Last[StandIn->getParent()];
    if (!Latest || Latest->comesBefore(StandIn))
      Latest = StandIn;
    SmallPtrSet<LoadInst *, 8> Done;
    for (RowAccess &A : Found) {
      Accesses.push_back(A.Access);
      if (!Done.insert(A.Row).second)
        continue;
      B.SetInsertPoint(A.Row->getNextNode());
      replace(*A.Row, *StandIn, getLoadStoreType(A.Access),
              rowNumber(A.Pointer, *loadedTable(StandIn), B));
    }
  }
  // Within a SCoP these would be no parameters.
  for (auto &[BB, I] : Last)
    SplitBlock(BB, std::next(I->getIterator()));
  FAM.invalidate(F, PreservedAnalyses::none());
}

/// Puts the pointers of rows back that the program has loaded. Whether all are
/// there.
bool LoadedRows::restoreRows() {
  bool AllAre = true;
  for (Row &R : Replaced) {
    auto *Load = cast_or_null<LoadInst>(R.Load);
    auto *StandIn = dyn_cast_or_null<Instruction>(R.StandIn);
    if (!StandIn) {
      if (Load && R.IsOut)
        Load->deleteValue();
      continue;
    }
    if (!Load) {
      AllAre = false;
      continue;
    }
    if (R.IsOut) {
      Load->setOperand(LoadInst::getPointerOperandIndex(), R.Pointer);
      Load->insertBefore(StandIn->getIterator());
    }
    StandIn->replaceAllUsesWith(Load);
    RecursivelyDeleteTriviallyDeadInstructions(StandIn);
  }
  return AllAre;
}

bool LoadedRows::show() {
  if (!Rows)
    return true;
  RowUsers Own;
  for (const WeakTrackingVH &V : Accesses)
    if (V)
      Own.insert(cast<Instruction>(V));
  bool AllLoaded = true;
  if (!Rows->use_empty()) {
    Function &F = *cast<Instruction>(*Rows->user_begin())->getFunction();
    TargetLibraryInfoImpl Libraries(F.getParent()->getTargetTriple());
    TargetLibraryInfo TLI(Libraries, &F);
    LoopAnalyses Loops(F, TLI);
    for (User *U : Rows->users())
      AllLoaded &= loadRows(*loadedTable(U), Own, Loops);
  }
  AllLoaded &= restoreRows();
  for (User *U : Rows->users())
    AllLoaded &= !isAccessed(*loadedTable(U));
  auto Drop = [](Function *F, function_ref<Value *(Type *)> ValueOf) {
    for (User *U : make_early_inc_range(F->users())) {
      auto *Call = cast<CallInst>(U);
      Call->replaceAllUsesWith(ValueOf(Call->getType()));
      Call->eraseFromParent();
    }
    F->eraseFromParent();
  };
  Drop(Rows, [](Type *T) { return PoisonValue::get(T); });
  Drop(Width, [](Type *T) { return ConstantInt::get(T, LargestWidth); });
  Rows = Width = nullptr;
  return AllLoaded;
}

LoadedRows::~LoadedRows() { show(); }
