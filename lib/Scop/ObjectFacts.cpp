//===- ObjectFacts.cpp - What is known of a memory object -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ObjectFacts.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/ObjectFacts.h"
#include "smolly/Scop/ExtremeValues.h"
#include "smolly/Scop/MemoryCalls.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

static bool isHeapAllocation(const Value *V, const TargetLibraryInfo &TLI) {
  const auto *CB = dyn_cast<CallBase>(V);
  return CB && isa<CallInst, InvokeInst>(CB) && isAllocationFn(CB, &TLI) &&
         isRemovableAlloc(CB, &TLI) && !getReallocatedOperand(CB);
}

static ObjectKind kindOf(const Value *V, const TargetLibraryInfo &TLI) {
  if (!V->getType()->isPointerTy() ||
      V->getType()->getPointerAddressSpace() != 0)
    return ObjectKind::Foreign;
  if (isHeapAllocation(V, TLI))
    return ObjectKind::Heap;
  if (isa<AllocaInst>(V))
    return ObjectKind::Stack;
  if (const auto *G = dyn_cast<GlobalVariable>(V))
    if (G->hasLocalLinkage() && G->hasInitializer() && !G->isConstant() &&
        !G->isThreadLocal())
      return ObjectKind::Global;
  return ObjectKind::Foreign;
}

bool smolly::isNullTest(const Use &Pointer) {
  const auto *Compare = dyn_cast<ICmpInst>(Pointer.getUser());
  return Compare && Compare->isEquality() &&
         isa<ConstantPointerNull>(
             Compare->getOperand(1 - Pointer.getOperandNo()));
}

bool smolly::isCandidateObject(const Value *V, const TargetLibraryInfo &TLI) {
  return kindOf(V, TLI) != ObjectKind::Foreign;
}

namespace {

/// Walks the uses of one object.
class UseWalker {
public:
  UseWalker(ObjectFacts &Facts, const Function &F, const Function *Twin,
            const TargetLibraryInfo &TLI)
      : Facts(Facts), F(F), Twin(Twin), TLI(TLI) {}

  void walk(Value *Root) {
    Worklist.push_back(Root);
    while (!Worklist.empty() && Facts.Why.empty()) {
      Value *Pointer = Worklist.pop_back_val();
      for (const Use &U : Pointer->uses()) {
        visit(U, Pointer == Root);
        if (!Facts.Why.empty())
          return;
      }
    }
    // Last: it is the one that MemoryCalls.h may do away with.
    if (RawAccess)
      blame(RawAccess, RawMemory.str());
  }

private:
  void blame(const User *U, std::string Why) {
    Facts.Culprit = dyn_cast<Instruction>(U);
    Facts.Why = std::move(Why);
  }

  void follow(User *U) {
    if (Seen.insert(U).second)
      Worklist.push_back(U);
  }

  void visit(const Use &U, bool IsRoot);
  void visitCall(const Use &U, CallBase *CB, bool IsRoot);

  ObjectFacts &Facts;
  const Function &F;
  const Function *Twin;
  const TargetLibraryInfo &TLI;
  SmallVector<Value *, 16> Worklist;
  SmallPtrSet<User *, 16> Seen;
  const MemIntrinsic *RawAccess = nullptr;
};

} // namespace

void UseWalker::visit(const Use &U, bool IsRoot) {
  User *Usr = U.getUser();
  if (isa<ConstantExpr>(Usr) && isa<GEPOperator>(Usr)) {
    follow(Usr);
    return;
  }
  // Descriptors of Fortran's arrays that nobody stores any more, for one.
  if (const auto *C = dyn_cast<Constant>(Usr);
      C && !isa<GlobalValue>(C) && !C->isConstantUsed())
    return;
  auto *I = dyn_cast<Instruction>(Usr);
  if (!I)
    return blame(Usr, "is used by another global");
  if (I->getFunction() == Twin)
    return;
  if (I->getFunction() != &F)
    return blame(Usr, "is used by another function");
  if (isa<GetElementPtrInst>(I))
    return follow(I);
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    if (!Load->isSimple())
      return blame(I, "has a volatile or atomic access");
    Facts.Accesses.push_back(I);
    return;
  }
  if (auto *Store = dyn_cast<StoreInst>(I)) {
    if (Store->getValueOperand() == U.get())
      return blame(I, "has its address stored in memory");
    if (!Store->isSimple())
      return blame(I, "has a volatile or atomic access");
    Facts.Accesses.push_back(I);
    return;
  }
  if (auto *Compare = dyn_cast<ICmpInst>(I)) {
    if (IsRoot && isNullTest(U)) {
      Facts.NullChecks.push_back(Compare);
      return;
    }
    return blame(I, "has its address compared");
  }
  if (auto *CB = dyn_cast<CallBase>(I))
    return visitCall(U, CB, IsRoot);
  if (isa<ReturnInst>(I))
    return blame(I, "is returned");
  if (isa<PHINode, SelectInst>(I))
    return blame(I,
                 "is accessed through a pointer that may be another array's");
  blame(I, "has its address used by an instruction that is not followed");
}

/// Whether \p Length is the size of \p Local in bytes, where that is a number
/// that can be.
static bool isSizeOf(const Value *Length, const AllocaInst &Local) {
  const DataLayout &DL = Local.getDataLayout();
  if (auto Bytes = Local.getAllocationSize(DL)) {
    const auto *Known = dyn_cast<ConstantInt>(Length);
    return Known && Bytes->isFixed() &&
           Known->getZExtValue() == Bytes->getFixedValue();
  }
  const Value *Count = Local.getArraySize();
  TypeSize Unit = DL.getTypeAllocSize(Local.getAllocatedType());
  if (Unit.isScalable() || Count->getType() != Length->getType())
    return false;
  uint64_t Bytes = Unit.getFixedValue();
  return (Bytes == 1 && Length == Count) ||
         match(Length, m_c_Mul(m_Specific(Count), m_SpecificInt(Bytes))) ||
         (isPowerOf2_64(Bytes) &&
          match(Length,
                m_Shl(m_Specific(Count), m_SpecificInt(Log2_64(Bytes)))));
}

/// Whether \p Fill sets all of \p Object, to whose first byte it points, to
/// zero: it is given the very size that the allocation was given, or the one
/// that `new` asks for unless it asks for more than there is.
static bool isZeroFill(const MemSetInst &Fill, const Value *Object) {
  const auto *Byte = dyn_cast<ConstantInt>(Fill.getValue());
  if (Fill.isVolatile() || !Byte || !Byte->isZero())
    return false;
  const Value *Length = Fill.getLength();
  if (const auto *Local = dyn_cast<AllocaInst>(Object))
    return isSizeOf(Length, *Local);
  const auto *Allocation = dyn_cast<CallBase>(Object);
  if (!Allocation || Allocation->arg_size() != 1)
    return false;
  const Value *Size = Allocation->getArgOperand(0);
  return Size == Length ||
         match(Size, m_Select(m_Value(), m_AllOnes(), m_Specific(Length)));
}

void UseWalker::visitCall(const Use &U, CallBase *CB, bool IsRoot) {
  if (CB->isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(CB))
    return;
  if (IsRoot && getFreedOperand(CB, &TLI) == U.get()) {
    Facts.Deallocations.push_back(CB);
    return;
  }
  if (isa<AssumeInst>(CB))
    return;
  if (auto *Fill = dyn_cast<MemSetInst>(CB);
      Fill && IsRoot && isZeroFill(*Fill, U.get())) {
    Facts.ZeroFills.push_back(Fill);
    return;
  }
  if (auto *Mem = dyn_cast<MemIntrinsic>(CB); Mem && Mem->isVolatile())
    return blame(CB, "has a volatile or atomic access");
  if (isa<MemIntrinsic>(CB)) {
    RawAccess = RawAccess ? RawAccess : cast<MemIntrinsic>(CB);
    return;
  }
  if (isHiddenMemoryCall(*CB)) {
    if (!isNeverExecuted(*CB))
      Facts.HiddenCalls.push_back(CB);
    return;
  }
  if (isExtreme(*CB))
    return blame(CB, "holds subscripts of later loops");
  const Function *Callee = CB->getCalledFunction();
  if (CB->isCallee(&U))
    return blame(CB, "is called");
  blame(CB, Callee ? "is passed to '" + Callee->getName().str() + "'"
                   : "is passed to a function through a pointer");
}

ObjectFacts smolly::analyzeObject(Value *Base, const Function &F,
                                  const Function *Twin,
                                  const TargetLibraryInfo &TLI) {
  ObjectFacts Facts;
  Facts.Base = Base;
  Facts.Kind = kindOf(Base, TLI);
  if (Facts.Kind == ObjectKind::Foreign) {
    Facts.Why = "belongs to the caller or another part of the program";
    return Facts;
  }
  if (Facts.Kind == ObjectKind::Heap) {
    auto *CB = cast<CallBase>(Base);
    Constant *Init = getInitialValueOfAllocation(
        CB, &TLI, Type::getInt8Ty(Base->getContext()));
    Facts.Zeroed = Init && Init->isNullValue();
  }
  UseWalker(Facts, F, Twin, TLI).walk(Base);
  return Facts;
}
