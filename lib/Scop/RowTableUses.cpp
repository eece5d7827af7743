//===- RowTableUses.cpp - What is done with tables of rows ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RowTableUses.h.
///
//===----------------------------------------------------------------------===//

#include "RowTableUses.h"
#include "smolly/Scop/ObjectFacts.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// Tables with more uses, or rows with more, are left alone.
static constexpr size_t MaxUses = 1000;

/// The call that \p U is the operand of, if that only frees it.
static CallInst *freeOf(const Use &U, const TargetLibraryInfo &TLI) {
  auto *Call = dyn_cast<CallInst>(U.getUser());
  if (!Call || getFreedOperand(Call, &TLI) != U.get())
    return nullptr;
  LibFunc Function;
  bool HasSize = TLI.getLibFunc(*Call, Function) &&
                 is_contained({LibFunc_ZdlPvm, LibFunc_ZdaPvm}, Function);
  return Call->arg_size() == 1 || HasSize ? Call : nullptr;
}

namespace {

class TableFinder {
public:
  TableFinder(const TargetLibraryInfo &TLI) : TLI(TLI) {}

  std::optional<RowTable> find(CallBase &Allocation);

private:
  bool addAllocation(CallBase &Allocation);
  bool addChoice(PHINode &Choice);
  bool addUse(const Use &U);

  const TargetLibraryInfo &TLI;
  RowTable T;
  SmallSetVector<Value *, 16> Addresses;
};

} // namespace

bool TableFinder::addAllocation(CallBase &Allocation) {
  if (!Addresses.insert(&Allocation))
    return true;
  if (!isAllocLikeFn(&Allocation, &TLI))
    return false;
  Constant *Initially = getInitialValueOfAllocation(
      &Allocation, &TLI, Type::getInt8Ty(Allocation.getContext()));
  T.HasNulls |= !Initially || Initially->isNullValue();
  T.Allocations.push_back(&Allocation);
  return true;
}

bool TableFinder::addChoice(PHINode &Choice) {
  if (!Addresses.insert(&Choice))
    return true;
  T.Choices.push_back(&Choice);
  return all_of(Choice.incoming_values(), [&](Value *V) {
    if (auto *Other = dyn_cast<PHINode>(V))
      return addChoice(*Other);
    auto *Allocation = dyn_cast<CallBase>(V);
    return Allocation && addAllocation(*Allocation);
  });
}

/// Adds the use \p U of an address. False if others may see the table then.
bool TableFinder::addUse(const Use &U) {
  User *I = U.getUser();
  if (isa<GetElementPtrInst>(I)) {
    Addresses.insert(I);
    return true;
  }
  if (auto *Choice = dyn_cast<PHINode>(I))
    return addChoice(*Choice);
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    T.Loads.push_back(Load);
    return Load->isSimple() && Load->getType()->isPointerTy();
  }
  if (auto *Store = dyn_cast<StoreInst>(I)) {
    T.Stores.push_back(Store);
    return Store->isSimple() &&
           U.getOperandNo() == StoreInst::getPointerOperandIndex() &&
           Store->getValueOperand()->getType()->isPointerTy();
  }
  if (auto *Fill = dyn_cast<MemSetInst>(I)) {
    T.HasNulls = true;
    return !Fill->isVolatile();
  }
  if (isa<ICmpInst>(I))
    return isa<CallBase>(U.get()) && isNullTest(U);
  CallInst *Free = isa<CallBase, PHINode>(U.get()) ? freeOf(U, TLI) : nullptr;
  if (Free)
    T.Frees.push_back(Free);
  return Free;
}

/// Whether all of \p T is one std::vector after another, as far as addresses
/// tell.
static bool isOfVectors(const RowTable &T, const DataLayout &DL) {
  constexpr unsigned Pointers = 3;
  SmallSetVector<unsigned, Pointers> Stored;
  for (StoreInst *Store : T.Stores) {
    auto Place = placeOf(Store->getPointerOperand(), DL, Pointers);
    if (!Place)
      return false;
    if (!Place->Factors.empty())
      Stored.insert(Place->Pointer);
  }
  return Stored.size() == Pointers && all_of(T.Loads, [&](LoadInst *Load) {
           return placeOf(Load->getPointerOperand(), DL, Pointers).has_value();
         });
}

std::optional<RowTable> TableFinder::find(CallBase &Allocation) {
  if (!addAllocation(Allocation))
    return std::nullopt;
  for (size_t Next = 0; Next < Addresses.size(); ++Next)
    for (const Use &U : Addresses[Next]->uses())
      if (!addUse(U) || Addresses.size() > MaxUses)
        return std::nullopt;
  if (isOfVectors(T, Allocation.getDataLayout()))
    T.Pointers = 3;
  return std::move(T);
}

std::optional<RowTable> smolly::findRowTable(CallBase &Allocation,
                                             const TargetLibraryInfo &TLI) {
  return TableFinder(TLI).find(Allocation);
}

std::optional<TablePlace> smolly::placeOf(Value *Address, const DataLayout &DL,
                                          unsigned Pointers) {
  const unsigned Bits = DL.getIndexTypeSizeInBits(Address->getType());
  const int64_t PointerBytes = DL.getPointerSize();
  const int64_t Bytes = PointerBytes * Pointers;
  SmallMapVector<Value *, APInt, 4> Offsets;
  APInt Constant(Bits, 0);
  TablePlace Result;
  Result.Root = Address;
  while (auto *Gep = dyn_cast<GEPOperator>(Result.Root)) {
    if (!Gep->collectOffset(DL, Bits, Offsets, Constant))
      return std::nullopt;
    Result.Root = Gep->getPointerOperand();
  }
  if (Constant.getSExtValue() % PointerBytes != 0)
    return std::nullopt;
  Result.Constant = divideFloorSigned(Constant.getSExtValue(), Bytes);
  Result.Pointer =
      (Constant.getSExtValue() - Result.Constant * Bytes) / PointerBytes;
  for (auto &[V, Factor] : Offsets) {
    Value *Number = V, *Elements;
    int64_t Times = Factor.getSExtValue();
    const APInt *Size;
    // So many bytes, in place of elements.
    if (Times == 1 && match(V, m_NSWMul(m_Value(Elements), m_APInt(Size))) &&
        Size->getSignificantBits() <= 32) {
      Number = Elements;
      Times = Size->getSExtValue();
    }
    if (Times % Bytes != 0)
      return std::nullopt;
    Result.Factors[Number] += Times / Bytes;
  }
  return Result;
}

std::optional<TablePlace> smolly::placeIn(const Instruction *Access,
                                          const RowTable &T,
                                          const DataLayout &DL) {
  return placeOf(const_cast<Value *>(getLoadStorePointerOperand(Access)), DL,
                 T.Pointers);
}

/// Adds the use \p U of a pointer to a row, or into one. False if the rows may
/// be known to others then.
static bool addRowUse(const Use &U, bool IsRow, const TargetLibraryInfo &TLI,
                      RowUses &Uses, SmallSetVector<Value *, 32> &Pointers) {
  auto *I = cast<Instruction>(U.getUser());
  if (isa<GetElementPtrInst, PHINode, SelectInst>(I)) {
    if (Pointers.insert(I))
      Uses.HasChoices |= !isa<GetElementPtrInst>(I);
    return true;
  }
  if (auto *Compare = dyn_cast<ICmpInst>(I)) {
    bool IsTest = isNullTest(U);
    (IsTest ? Uses.Tests : Uses.Comparisons).push_back(Compare);
    return IsRow || !IsTest;
  }
  if (CallInst *Free = freeOf(U, TLI)) {
    Uses.Frees.push_back(Free);
    return IsRow;
  }
  if (isa<PtrToIntInst>(I))
    return IsRow && all_of(I->users(), [&](User *Of) {
             auto *Difference = dyn_cast<BinaryOperator>(Of);
             if (!Difference || Difference->getOpcode() != Instruction::Sub)
               return false;
             if (!is_contained(Uses.Differences, Difference))
               Uses.Differences.push_back(Difference);
             return true;
           });
  if (isa<StoreInst>(I) &&
      U.getOperandNo() != StoreInst::getPointerOperandIndex())
    return false;
  Uses.Accesses.push_back(I);
  if (const auto *Memory = dyn_cast<MemIntrinsic>(I))
    return !Memory->isVolatile();
  return isa<LoadInst, StoreInst>(I);
}

RowUses smolly::findRowUses(ArrayRef<Instruction *> Rows,
                            ArrayRef<StoreInst *> Settings, bool WithEnds,
                            const TargetLibraryInfo &TLI) {
  RowUses Uses;
  SmallSetVector<Value *, 32> Pointers;
  Pointers.insert_range(Rows);
  for (size_t Next = 0; Next < Pointers.size(); ++Next)
    for (const Use &U : Pointers[Next]->uses()) {
      bool IsRow = Next < Rows.size();
      bool IsSetting =
          (IsRow || WithEnds) &&
          U.getOperandNo() != StoreInst::getPointerOperandIndex() &&
          is_contained(Settings, dyn_cast<StoreInst>(U.getUser()));
      if (Pointers.size() > MaxUses ||
          (!IsSetting && !addRowUse(U, IsRow, TLI, Uses, Pointers)))
        Uses.IsComplete = false;
    }
  return Uses;
}
