//===- RowAddresses.cpp - From arrays back to rows ------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RowAddresses.h.
///
//===----------------------------------------------------------------------===//

#include "RowAddresses.h"
#include "AddressChoices.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace smolly;

namespace {

/// What is computed from a stand-in: addresses, and the accesses there.
struct Derived {
  explicit Derived(CallInst &StandIn);

  SmallVector<Instruction *, 16> Accesses;
  /// That is all.
  bool IsComplete = true;
};

/// A number as a sum: Rows times the width, and Rest. Null is zero.
struct Parts {
  Value *Rows = nullptr, *Rest = nullptr;
};

/// Splits numbers; computes the parts at the builder's position, or says only
/// whether it could, without a builder.
class Splitter {
public:
  explicit Splitter(IRBuilder<> *B) : B(B) {}
  std::optional<Parts> split(Value *V, unsigned Depth = 0);
  /// The bytes from \p Base, the array that stands for the rows, to \p V; Rows
  /// times \p Unit bytes are those that the width is multiplied with.
  std::optional<Parts> splitAddress(Value *V, const Value *Base, int64_t Unit,
                                    unsigned Depth = 0);

private:
  Value *add(Value *Left, Value *Right, bool Negate = false);
  Value *multiply(Value *Factor, Value *By);
  bool hasWidth(Value *V);

  IRBuilder<> *B;
  DenseMap<Value *, bool> HasWidth;
};

/// One table.
class RowLoader {
public:
  RowLoader(const LoadedTable &T, const RowUsers &Own, LoopAnalyses &Loops)
      : T(T), Own(Own), Loops(Loops) {}
  bool load(Instruction &Access);

private:
  Value *addressOf(Value *V, Instruction &Access, Value *Condition);
  Value *slotFor(Value *Rows, IRBuilder<> &B);
  void hoist(LoadInst &Row, const Instruction &Access);
  Value *nowhere();

  const LoadedTable &T;
  const RowUsers &Own;
  LoopAnalyses &Loops;
  AllocaInst *Nowhere = nullptr;
};

} // namespace

/// Computations deeper than this are not looked at.
static constexpr unsigned MaxDepth = 64;

Derived::Derived(CallInst &StandIn) {
  SmallSetVector<Value *, 32> Addresses;
  Addresses.insert(&StandIn);
  for (size_t I = 0; I < Addresses.size(); ++I)
    for (Use &U : Addresses[I]->uses()) {
      auto *User = cast<Instruction>(U.getUser());
      if ((isa<GetElementPtrInst>(User) && !isa<SelectInst>(U.get())) ||
          (isa<SelectInst>(User) && U.getOperandNo() > 0))
        Addresses.insert(User);
      else if (getLoadStorePointerOperand(User) == U.get() &&
               !(isa<StoreInst>(User) && U.getOperandNo() == 0))
        Accesses.push_back(User);
      else
        IsComplete = false;
    }
}

/// Whether \p V, or some value that a variable has on the way, is computed from
/// the width.
static bool dependsOnWidth(Value *V) {
  constexpr size_t MaxSources = 4096;
  SmallSetVector<Value *, 32> Sources;
  Sources.insert(V);
  for (size_t I = 0; I < Sources.size(); ++I) {
    auto *Source = dyn_cast<Instruction>(Sources[I]);
    if (I > MaxSources || isWidthOfRows(Source))
      return true;
    auto *Load = dyn_cast_or_null<LoadInst>(Source);
    if (Source && !Load)
      Sources.insert(Source->op_begin(), Source->op_end());
    auto *Variable =
        Load ? dyn_cast<AllocaInst>(getUnderlyingObject(Load->getOperand(0)))
             : nullptr;
    if (Variable)
      for (User *U : Variable->users())
        if (auto *Store = dyn_cast<StoreInst>(U))
          Sources.insert(Store->getValueOperand());
  }
  return false;
}

bool Splitter::hasWidth(Value *V) {
  auto [It, IsNew] = HasWidth.try_emplace(V);
  if (IsNew)
    It->second = dependsOnWidth(V);
  return It->second;
}

Value *Splitter::add(Value *Left, Value *Right, bool Negate) {
  if (!Right)
    return Left;
  if (!B)
    return Right;
  if (Negate)
    return Left ? B->CreateNSWSub(Left, Right) : B->CreateNSWNeg(Right);
  return Left ? B->CreateNSWAdd(Left, Right) : Right;
}

Value *Splitter::multiply(Value *Factor, Value *By) {
  const auto *Constant = dyn_cast<ConstantInt>(By);
  if (!Factor || !B || (Constant && Constant->isOne()))
    return Factor;
  return B->CreateNSWMul(Factor, By);
}

std::optional<Parts> Splitter::split(Value *V, unsigned Depth) {
  if (isWidthOfRows(V))
    return Parts{ConstantInt::get(V->getType(), 1), nullptr};
  if (!hasWidth(V))
    return Parts{nullptr, V};
  auto *I = dyn_cast<BinaryOperator>(V);
  if (!I || Depth > MaxDepth)
    return std::nullopt;
  Value *Left = I->getOperand(0), *Right = I->getOperand(1);
  switch (I->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub: {
    auto First = split(Left, Depth + 1), Second = split(Right, Depth + 1);
    if (!First || !Second)
      return std::nullopt;
    bool Negate = I->getOpcode() == Instruction::Sub;
    return Parts{add(First->Rows, Second->Rows, Negate),
                 add(First->Rest, Second->Rest, Negate)};
  }
  case Instruction::Mul:
    if (hasWidth(Left))
      std::swap(Left, Right);
    break;
  case Instruction::Shl: {
    const auto *Bits = dyn_cast<ConstantInt>(Right);
    if (!Bits || Bits->getValue().uge(V->getType()->getIntegerBitWidth() - 1))
      return std::nullopt;
    Right = Left;
    Left = ConstantInt::get(V->getType(), uint64_t(1) << Bits->getZExtValue());
    break;
  }
  default:
    return std::nullopt;
  }
  if (hasWidth(Left))
    return std::nullopt;
  auto Product = split(Right, Depth + 1);
  if (!Product)
    return std::nullopt;
  return Parts{multiply(Product->Rows, Left), multiply(Product->Rest, Left)};
}

std::optional<Parts> Splitter::splitAddress(Value *V, const Value *Base,
                                            int64_t Unit, unsigned Depth) {
  if (V == Base)
    return Parts();
  auto *GEP = dyn_cast<GetElementPtrInst>(V);
  if (!GEP || Depth > MaxDepth)
    return std::nullopt;
  const DataLayout &DL = GEP->getDataLayout();
  constexpr unsigned Bits = 64;
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Constant(Bits, 0);
  if (!cast<GEPOperator>(GEP)->collectOffset(DL, Bits, Variable, Constant))
    return std::nullopt;
  auto Sum = splitAddress(GEP->getPointerOperand(), Base, Unit, Depth + 1);
  Type *Number = Type::getInt64Ty(V->getContext());
  for (const auto &[Index, Scale] : Variable) {
    auto Its = split(Index, Depth + 1);
    if (!Sum || !Its ||
        (Its->Rows &&
         (Index->getType() != Number || Scale.getSExtValue() % Unit != 0)))
      return std::nullopt;
    Value *Bytes = ConstantInt::get(Number, Scale);
    Value *Units = ConstantInt::getSigned(Number, Scale.getSExtValue() / Unit);
    if (Its->Rest && B)
      Its->Rest = B->CreateSExtOrTrunc(Its->Rest, Number);
    Sum = Parts{add(Sum->Rows, multiply(Its->Rows, Units)),
                add(Sum->Rest, multiply(Its->Rest, Bytes))};
  }
  if (Sum && !Constant.isZero())
    Sum->Rest = add(Sum->Rest, ConstantInt::get(Number, Constant));
  return Sum;
}

/// What the address \p V is a number of bytes away from.
static Value *baseOf(Value *V) {
  while (auto *GEP = dyn_cast<GetElementPtrInst>(V))
    V = GEP->getPointerOperand();
  return V;
}

/// The unit in which the address \p V of an access to elements of \p Bytes
/// bytes can be told apart; 0 if it cannot.
static int64_t unitOf(Value *V, const Value *Base, int64_t Bytes) {
  for (int64_t Unit : {Bytes, int64_t(1)})
    if (Splitter(nullptr).splitAddress(V, Base, Unit))
      return Unit;
  return 0;
}

static int64_t elementBytes(Instruction &Access) {
  return int64_t(
      Access.getDataLayout().getTypeAllocSize(getLoadStoreType(&Access)));
}

/// Whether the address \p V of an access to elements of \p Bytes bytes can be
/// told apart where it is one of \p Base.
static bool canSplit(Value *V, Value *Base, int64_t Bytes) {
  if (auto *Select = dyn_cast<SelectInst>(V))
    return canSplit(Select->getTrueValue(), Base, Bytes) &&
           canSplit(Select->getFalseValue(), Base, Bytes);
  return baseOf(V) != Base || unitOf(V, Base, Bytes) != 0;
}

bool smolly::canLoadRows(const LoadedTable &T) {
  Derived D(*T.StandIn);
  return D.IsComplete && all_of(D.Accesses, [&](Instruction *Access) {
           return canSplit(getLoadStorePointerOperand(Access), T.StandIn,
                           elementBytes(*Access));
         });
}

/// A pointer to no row, in memory.
Value *RowLoader::nowhere() {
  if (!Nowhere) {
    BasicBlock &Entry = T.StandIn->getFunction()->getEntryBlock();
    IRBuilder<> B(&Entry, Entry.begin());
    Nowhere = B.CreateAlloca(B.getPtrTy());
    B.SetInsertPoint(Nowhere->getNextNode());
    B.CreateStore(ConstantPointerNull::get(B.getPtrTy()), Nowhere);
  }
  return Nowhere;
}

/// Where the pointer to row number \p Number is; null is row 0.
Value *RowLoader::slotFor(Value *Number, IRBuilder<> &B) {
  Value *Slot = T.Table;
  if (Number)
    Slot = B.CreatePtrAdd(Slot, B.CreateNSWMul(Number, B.getInt64(T.Stride)));
  return T.FirstByte == 0 ? Slot
                          : B.CreatePtrAdd(Slot, B.getInt64(T.FirstByte));
}

/// Puts \p Row, and what it takes to compute its address, in front of the loops
/// in which it stays the same and \p Access is bound to happen. The table may
/// change in loops around those of the program and the rewritten ones.
void RowLoader::hoist(LoadInst &Row, const Instruction &Access) {
  for (Loop *L = Loops.LI.getLoopFor(Row.getParent());
       L && L->getLoopPreheader(); L = Loops.LI.getLoopFor(Row.getParent())) {
    SimpleLoopSafetyInfo Safety;
    Safety.computeLoopSafetyInfo(L);
    Instruction *End = L->getLoopPreheader()->getTerminator();
    bool Changed = false;
    auto *Slot = dyn_cast<Instruction>(Row.getPointerOperand());
    if (any_of(Own, [&](const Instruction *I) { return L->contains(I); }) ||
        !Safety.isGuaranteedToExecute(Access, &Loops.DT, L) ||
        (Slot && !L->makeLoopInvariant(Slot, Changed, End)))
      return;
    Row.moveBefore(End->getIterator());
  }
}

/// The address of what \p Access accesses where \p Condition, null for true,
/// holds; \p V is what it was, in place of the rows' pointers.
Value *RowLoader::addressOf(Value *V, Instruction &Access, Value *Condition) {
  if (auto *Select = dyn_cast<SelectInst>(V)) {
    IRBuilder<> B(&Access);
    Value *Chosen = Select->getCondition();
    auto Both = [&](Value *Its) {
      return Condition ? B.CreateLogicalAnd(Condition, Its) : Its;
    };
    Value *First = addressOf(Select->getTrueValue(), Access, Both(Chosen));
    B.SetInsertPoint(&Access);
    Value *Second =
        addressOf(Select->getFalseValue(), Access, Both(B.CreateNot(Chosen)));
    B.SetInsertPoint(&Access);
    return B.CreateSelect(Chosen, First, Second);
  }
  if (baseOf(V) != T.StandIn)
    return V;
  IRBuilder<> B(&Access);
  int64_t Unit = unitOf(V, T.StandIn, elementBytes(Access));
  Parts P = *Splitter(&B).splitAddress(V, T.StandIn, Unit);
  int64_t Further = elementBytes(Access) / Unit;
  if (P.Rows && Further != 1)
    P.Rows = B.CreateExactSDiv(P.Rows, B.getInt64(Further));
  Value *Slot = slotFor(P.Rows, B);
  if (Condition)
    Slot = B.CreateSelect(Condition, Slot, nowhere());
  LoadInst *Row =
      B.CreateAlignedLoad(B.getPtrTy(), Slot, Align(8), "smolly.row");
  Row->setAAMetadata(T.Tags);
  if (!Condition)
    hoist(*Row, Access);
  B.SetInsertPoint(&Access);
  return P.Rest ? B.CreatePtrAdd(Row, P.Rest) : Row;
}

bool RowLoader::load(Instruction &Access) {
  Value *Pointer = getLoadStorePointerOperand(&Access);
  if (!canSplit(Pointer, T.StandIn, elementBytes(Access)))
    return false;
  smolly::addressOf(Access).set(addressOf(Pointer, Access, nullptr));
  return true;
}

bool smolly::loadRows(const LoadedTable &T, const RowUsers &Own,
                      LoopAnalyses &Loops) {
  Derived D(*T.StandIn);
  RowLoader Loader(T, Own, Loops);
  bool AllLoaded = D.IsComplete;
  for (Instruction *Access : D.Accesses)
    if (!Own.contains(Access))
      AllLoaded &= Loader.load(*Access);
  return AllLoaded;
}

bool smolly::isAccessed(const LoadedTable &T) {
  return !Derived(*T.StandIn).Accesses.empty();
}
