//===- AddressWidening.cpp - Addresses that Polly can take apart ----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements AddressWidening.h.
///
/// For `A[y * w + x]` with int y, w, x the index is
/// `sext(add nsw (mul nsw y, w), x)`. As nsw rules out overflow, the sext may
/// move to the leaves: `sext(y) * sext(w) + sext(x)`. The loop-invariant factor
/// sext(w) becomes `freeze(sext(w))`: one value for all accesses, opaque to
/// scalar evolution, which otherwise looks through `m + 1` (or Fortran's
/// `zext(smax(n, 0))`) and gives Polly the wrong width or none.
///
/// In `A[n + 1][j]` both factors of `(n + 1) * w` are invariant. Only those
/// that multiply a loop-variant value somewhere are widths.
///
//===----------------------------------------------------------------------===//

#include "AddressWidening.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace smolly;

namespace {

class AddressWidener {
public:
  AddressWidener(Function &F, LoopInfo &LI) : F(F), LI(LI) {}
  bool run();

private:
  /// How a narrow value becomes a 64 bit one.
  enum class Extension { Signed, Unsigned };

  void collectWidths(Value *V, bool IsFactor, unsigned Depth);
  bool rewriteIndex(Use &Index, Instruction *Gep);
  Value *widen(Value *V, Extension Ext, bool IsFactor, IRBuilder<> &B,
               unsigned Depth);
  Value *extend(Value *V, Extension Ext, IRBuilder<> &B);
  Value *freezeOnce(Value *V, Extension Ext);
  bool isInvariant(const Value *V) const;

  Function &F;
  LoopInfo &LI;
  const Loop *Outermost = nullptr;
  DenseMap<std::pair<Value *, unsigned>, Value *> Frozen;
  /// Invariant factors of loop-variant values, without their casts.
  SmallPtrSet<const Value *, 8> Widths;
  bool FoundFactor = false;
};

} // namespace

/// Index expressions deeper than this are left alone.
static constexpr unsigned MaxDepth = 12;

bool AddressWidener::isInvariant(const Value *V) const {
  const auto *I = dyn_cast<Instruction>(V);
  return !I || !Outermost->contains(I);
}

Value *AddressWidener::extend(Value *V, Extension Ext, IRBuilder<> &B) {
  Type *I64 = B.getInt64Ty();
  if (V->getType() == I64)
    return V;
  return Ext == Extension::Signed ? B.CreateSExt(V, I64) : B.CreateZExt(V, I64);
}

/// The one frozen 64 bit copy of invariant \p V, placed right behind V.
Value *AddressWidener::freezeOnce(Value *V, Extension Ext) {
  bool Narrow = !V->getType()->isIntegerTy(64);
  Value *&Entry = Frozen[{V, Narrow ? unsigned(Ext) : 0}];
  if (Entry)
    return Entry;
  BasicBlock::iterator Where = F.getEntryBlock().getFirstInsertionPt();
  if (auto *I = dyn_cast<Instruction>(V)) {
    std::optional<BasicBlock::iterator> After = I->getInsertionPointAfterDef();
    if (!After)
      return nullptr;
    Where = *After;
  }
  IRBuilder<> B(Where->getParent(), Where);
  Entry = B.CreateFreeze(extend(V, Ext, B));
  return Entry;
}

/// Whether scalar evolution sees \p V as one opaque value already.
static bool isOpaque(const Value *V) {
  return isa<Argument, FreezeInst, LoadInst, CallBase>(V);
}

static const Value *stripExtensions(const Value *V) {
  while (isa<SExtInst, ZExtInst>(V))
    V = cast<CastInst>(V)->getOperand(0);
  return V;
}

/// Remembers the factors of the variant products in the tree below \p V.
void AddressWidener::collectWidths(Value *V, bool IsFactor, unsigned Depth) {
  if (Depth > MaxDepth || isa<Constant>(V))
    return;
  if (auto *Cast = dyn_cast<CastInst>(V);
      Cast && isa<SExtInst, ZExtInst>(Cast) && !isInvariant(Cast))
    return collectWidths(Cast->getOperand(0), IsFactor, Depth + 1);
  auto *Op = dyn_cast<OverflowingBinaryOperator>(V);
  bool IsProduct = Op && Op->getOpcode() == Instruction::Mul;
  if (isInvariant(V) && !IsProduct) {
    if (IsFactor)
      Widths.insert(stripExtensions(V));
    return;
  }
  if (!Op || Op->getOpcode() == Instruction::Shl)
    return;
  bool BothInvariant =
      isInvariant(Op->getOperand(0)) && isInvariant(Op->getOperand(1));
  bool Inner = IsProduct ? IsFactor || !BothInvariant : IsFactor;
  for (Value *Operand : {Op->getOperand(0), Op->getOperand(1)})
    collectWidths(Operand, Inner, Depth + 1);
}

Value *AddressWidener::widen(Value *V, Extension Ext, bool IsFactor,
                             IRBuilder<> &B, unsigned Depth) {
  if (Depth > MaxDepth)
    return nullptr;
  if (isa<ConstantInt>(V))
    return extend(V, Ext, B);
  bool IsWide = V->getType()->isIntegerTy(64);

  if (auto *Cast = dyn_cast<CastInst>(V);
      Cast && isa<SExtInst, ZExtInst>(Cast) && !isInvariant(Cast)) {
    bool Signed =
        isa<SExtInst>(Cast) || cast<PossiblyNonNegInst>(Cast)->hasNonNeg();
    if (Cast->getOperand(0)->getType()->getIntegerBitWidth() < 8)
      return extend(V, Ext, B);
    if (Signed || Ext == Extension::Unsigned || IsWide)
      return widen(Cast->getOperand(0),
                   Signed ? Extension::Signed : Extension::Unsigned, IsFactor,
                   B, Depth + 1);
    return extend(V, Ext, B);
  }

  auto *Op = dyn_cast<OverflowingBinaryOperator>(V);
  bool IsProduct = Op && Op->getOpcode() == Instruction::Mul;
  bool NoWrap =
      Op && (IsWide || (Ext == Extension::Signed ? Op->hasNoSignedWrap()
                                                 : Op->hasNoUnsignedWrap()));
  if (isInvariant(V) && !IsProduct) {
    if (!IsFactor || (IsWide && isOpaque(V)) ||
        !Widths.contains(stripExtensions(V)))
      return extend(V, Ext, B);
    FoundFactor = true;
    return freezeOnce(V, Ext);
  }
  if (!NoWrap)
    return extend(V, Ext, B);

  switch (Op->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub: {
    Value *L = widen(Op->getOperand(0), Ext, IsFactor, B, Depth + 1);
    Value *R = widen(Op->getOperand(1), Ext, IsFactor, B, Depth + 1);
    if (!L || !R)
      return nullptr;
    return Op->getOpcode() == Instruction::Add
               ? B.CreateAdd(L, R, "", false, true)
               : B.CreateSub(L, R, "", false, true);
  }
  case Instruction::Mul: {
    Value *L = widen(Op->getOperand(0), Ext, true, B, Depth + 1);
    Value *R = widen(Op->getOperand(1), Ext, true, B, Depth + 1);
    return L && R ? B.CreateMul(L, R, "", false, true) : nullptr;
  }
  default:
    return extend(V, Ext, B);
  }
}

bool AddressWidener::rewriteIndex(Use &Index, Instruction *Gep) {
  Value *V = Index.get();
  if (!V->getType()->isIntegerTy() || isa<Constant>(V))
    return false;
  bool IsNarrowCast = isa<SExtInst, ZExtInst>(V);
  IRBuilder<> B(Gep);
  FoundFactor = false;
  Value *New = widen(V, Extension::Signed, false, B, 0);
  if (!New || New == V || (!FoundFactor && !IsNarrowCast))
    return false;
  Index.set(New);
  return true;
}

bool AddressWidener::run() {
  SmallVector<GetElementPtrInst *, 32> Geps;
  for (Instruction &I : instructions(F))
    if (auto *Gep = dyn_cast<GetElementPtrInst>(&I);
        Gep && LI.getLoopFor(I.getParent()))
      Geps.push_back(Gep);
  auto SetOutermost = [&](const Instruction *I) {
    Outermost = LI.getLoopFor(I->getParent())->getOutermostLoop();
  };
  for (GetElementPtrInst *Gep : Geps) {
    SetOutermost(Gep);
    for (Use &Index : Gep->indices())
      collectWidths(Index, false, 0);
  }
  bool Changed = false;
  for (GetElementPtrInst *Gep : Geps) {
    SetOutermost(Gep);
    for (Use &Index : Gep->indices())
      Changed |= rewriteIndex(Index, Gep);
  }
  return Changed;
}

bool smolly::widenAddresses(Function &F, LoopInfo &LI) {
  return AddressWidener(F, LI).run();
}
