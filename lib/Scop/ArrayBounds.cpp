//===- ArrayBounds.cpp - Lower bounds of Fortran arrays -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ArrayBounds.h. For `allocate (u(0:n + 1, 0:steps))` flang gives
///
///     e1 = smax(n + 2, 0), e2 = smax(steps + 1, 0)
///     bytes = 8 * e1 * e2
///     u = malloc(bytes > 0 ? bytes : 1)
///     b1 = e1 == 0 ? 1 : 0                 the lower bound of no elements is 1
///     ... u[(t - b2) * e1 + (i - b1)]
///
/// An access of 8 bytes shows that e1 is not 0: malloc(1) has no room for it.
/// Has to run before the comparison dissolves into bit operations.
///
//===----------------------------------------------------------------------===//

#include "ArrayBounds.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// Address expressions deeper than this are left alone.
static constexpr unsigned MaxDepth = 16;

namespace {

/// Values of which none is 0 where the object is accessed.
using Factors = SmallPtrSet<const Value *, 8>;

/// Rebuilds the address of one access in front of it.
class AddressRebuilder {
public:
  AddressRebuilder(const Factors &NonZero, Instruction *Access)
      : NonZero(NonZero), B(Access) {}
  Value *rebuild(Value *V, unsigned Depth = 0);

private:
  Value *resolve(Value *V);

  const Factors &NonZero;
  IRBuilder<> B;
  DenseMap<Value *, Value *> Done;
};

} // namespace

static void collectFactors(const Value *V, Factors &Result, unsigned Depth) {
  const Value *L, *R;
  if (Depth < MaxDepth && match(V, m_Mul(m_Value(L), m_Value(R)))) {
    collectFactors(L, Result, Depth + 1);
    collectFactors(R, Result, Depth + 1);
  } else if (Depth < MaxDepth && match(V, m_Shl(m_Value(L), m_ConstantInt()))) {
    collectFactors(L, Result, Depth + 1);
  } else if (!isa<Constant>(V)) {
    Result.insert(V);
  }
}

/// The factors of the size of \p Object if that is at most \p AccessBytes - 1
/// whenever one of them is 0.
static Factors factorsOfSize(const Value *Object, uint64_t AccessBytes) {
  Factors Result;
  const Value *Bytes = nullptr;
  if (const auto *Alloca = dyn_cast<AllocaInst>(Object))
    Bytes = Alloca->getArraySize();
  else if (const auto *CB = dyn_cast<CallBase>(Object))
    if (Attribute Size = CB->getFnAttr(Attribute::AllocSize); Size.isValid()) {
      auto [Argument, Count] = Size.getAllocSizeArgs();
      if (!Count)
        Bytes = CB->getArgOperand(Argument);
    }
  if (!Bytes)
    return Result;
  const Value *Product;
  const APInt *Least;
  if (match(Bytes, m_SMax(m_Value(Product), m_APInt(Least))) ||
      match(Bytes, m_UMax(m_Value(Product), m_APInt(Least)))) {
    if (Least->uge(AccessBytes))
      return Result;
    Bytes = Product;
  } else if (const APInt *Zero;
             match(Bytes,
                   m_Select(m_SpecificICmp(ICmpInst::ICMP_SGT, m_Value(Product),
                                           m_APInt(Zero)),
                            m_Deferred(Product), m_APInt(Least)))) {
    if (!Zero->isZero() || Least->uge(AccessBytes))
      return Result;
    Bytes = Product;
  }
  collectFactors(Bytes, Result, 0);
  return Result;
}

/// The value of \p V, a select between constants or an extended comparison, if
/// it asks whether one of the factors is 0.
Value *AddressRebuilder::resolve(Value *V) {
  Value *Asked, *IfZero, *Else;
  CmpPredicate Predicate;
  if (match(V, m_ZExt(m_ICmp(Predicate, m_Value(Asked), m_Zero())))) {
    IfZero = ConstantInt::get(V->getType(), 1);
    Else = ConstantInt::get(V->getType(), 0);
  } else if (!match(V, m_Select(m_ICmp(Predicate, m_Value(Asked), m_Zero()),
                                m_Value(IfZero), m_Value(Else)))) {
    return nullptr;
  }
  if (!ICmpInst::isEquality(Predicate) || !NonZero.contains(Asked))
    return nullptr;
  return Predicate == ICmpInst::ICMP_EQ ? Else : IfZero;
}

/// Returns \p V itself where nothing below it changes.
Value *AddressRebuilder::rebuild(Value *V, unsigned Depth) {
  if (Value *Known = resolve(V))
    return Known;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth > MaxDepth ||
      !isa<BinaryOperator, CastInst, GetElementPtrInst>(I))
    return V;
  if (auto It = Done.find(V); It != Done.end())
    return It->second;
  SmallVector<Value *, 4> Operands;
  for (Value *Operand : I->operand_values())
    Operands.push_back(rebuild(Operand, Depth + 1));
  if (equal(Operands, I->operand_values()))
    return Done[V] = V;
  Instruction *New = I->clone();
  for (auto [Index, Operand] : enumerate(Operands))
    New->setOperand(Index, Operand);
  return Done[V] = B.Insert(New);
}

bool smolly::assumeNonEmptyArrays(Function &F) {
  bool Changed = false;
  const DataLayout &DL = F.getDataLayout();
  for (Instruction &I : instructions(F)) {
    const Value *Pointer = getLoadStorePointerOperand(&I);
    if (!Pointer)
      continue;
    TypeSize Bytes = DL.getTypeStoreSize(getLoadStoreType(&I));
    if (Bytes.isScalable())
      continue;
    Factors NonZero =
        factorsOfSize(getUnderlyingObject(Pointer, 0), Bytes.getFixedValue());
    if (NonZero.empty())
      continue;
    Use &Address = I.getOperandUse(isa<StoreInst>(I) ? 1 : 0);
    Value *New = AddressRebuilder(NonZero, &I).rebuild(Address);
    Changed |= New != Address;
    Address.set(New);
  }
  return Changed;
}
