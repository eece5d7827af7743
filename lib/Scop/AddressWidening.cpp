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
/// move to the leaves: `sext(y) * sext(w) + sext(x)`. The width sext(w) becomes
/// `freeze(sext(w))`: one value for all accesses, opaque to scalar evolution,
/// which otherwise looks through `m + 1` (or Fortran's `smax(n, 0)`) and gives
/// Polly the wrong width or none.
///
/// A width is an invariant factor of a loop-variant value in an address of the
/// same object. In `A[n + 1][j]`, `(n + 1) * w`, both factors are invariant;
/// n + 1 is no width and keeps its relation to n.
///
/// Invariant is what is computed from values defined outside of the loop, no
/// matter where. Widths are computed anew, as far up as their operands allow,
/// so that equal expressions in different loops give the same value.
///
//===----------------------------------------------------------------------===//

#include "AddressWidening.h"
#include "ValuePool.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace smolly;

namespace {

/// How a narrow value becomes a 64 bit one.
enum class Extension { Signed, Unsigned };

class AddressWidener {
public:
  AddressWidener(Function &F, LoopInfo &LI, DominatorTree &DT,
                 ScalarEvolution &SE, bool FreezeWidths)
      : F(F), LI(LI), DT(DT), SE(SE), FreezeWidths(FreezeWidths), Pool(F, DT) {}
  bool run();

private:
  void collectWidths(Value *V, Extension Ext, BasicBlock *BB, unsigned Depth);
  void addFactors(Value *V, Extension Ext, BasicBlock *BB, unsigned Depth);
  Value *canonical(Value *V, Extension Ext, BasicBlock *BB, unsigned Depth);
  Value *findWidth(Value *V, Extension Ext, BasicBlock *BB);
  Value *makeOpaque(Value *Width);
  Value *lookThroughCast(Value *V, Extension &Ext, BasicBlock *BB);
  bool isAtLeast(Value *V, const APInt &Bound, BasicBlock *BB, unsigned Depth);
  bool isNonNegative(Value *V, BasicBlock *BB);
  bool isInvariant(const Value *V, unsigned Depth = 0) const;

  void enter(const GetElementPtrInst *Gep);
  bool rewriteIndex(Use &Index, Instruction *Gep);
  Value *widen(Value *V, Extension Ext, bool IsFactor, IRBuilder<> &B,
               unsigned Depth);
  Value *extend(Value *V, Extension Ext, IRBuilder<> &B);

  Function &F;
  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  const bool FreezeWidths;
  /// Of the current address: the outermost loop around it, if any, and the
  /// object it points to.
  const Loop *Outermost = nullptr;
  const Value *Object = nullptr;

  ValuePool Pool;
  /// Widths of each object, 64 bit values of the pool.
  DenseMap<const Value *, SmallPtrSet<const Value *, 4>> Widths;
  /// The index being rebuilt has a width, or a cast that moved.
  bool Improved = false;
  SmallVector<WeakTrackingVH, 32> Replaced;
};

} // namespace

/// Index expressions deeper than this are left alone.
static constexpr unsigned MaxDepth = 12;
/// Sums deeper than this are not searched for their sign.
static constexpr unsigned MaxSumDepth = 4;

bool AddressWidener::isInvariant(const Value *V, unsigned Depth) const {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !Outermost || !Outermost->contains(I))
    return true;
  return Depth < MaxDepth && isArithmetic(I) &&
         all_of(
             I->operands(),
             [&](const Use &Operand) {
               return isInvariant(Operand, Depth + 1);
             });
}

Value *AddressWidener::extend(Value *V, Extension Ext, IRBuilder<> &B) {
  Type *I64 = B.getInt64Ty();
  if (V->getType() == I64)
    return V;
  return Ext == Extension::Signed ? B.CreateSExt(V, I64) : B.CreateZExt(V, I64);
}

/// Whether scalar evolution sees \p V as one opaque value already.
static bool isOpaque(const Value *V) {
  return isa<Argument, FreezeInst, LoadInst>(V) ||
         (isa<CallBase>(V) && !isa<IntrinsicInst>(V));
}

/// The opaque value that stands for \p Width.
Value *AddressWidener::makeOpaque(Value *Width) {
  auto *Cast = dyn_cast<SExtInst>(Width);
  return isOpaque(Cast ? Cast->getOperand(0) : Width) ? Width
                                                      : Pool.freeze(Width);
}

/// \p V as a product; a shift by a constant is one.
static bool isProduct(const Value *V) {
  const auto *Op = dyn_cast<OverflowingBinaryOperator>(V);
  return Op && (Op->getOpcode() == Instruction::Mul ||
                (Op->getOpcode() == Instruction::Shl &&
                 isa<ConstantInt>(Op->getOperand(1))));
}

/// Whether the 64 bit value of \p Op, extended as \p Ext, is \p Op on its
/// extended operands.
static bool distributes(const OverflowingBinaryOperator *Op, Extension Ext) {
  return Op->getType()->isIntegerTy(64) ||
         (Ext == Extension::Signed ? Op->hasNoSignedWrap()
                                   : Op->hasNoUnsignedWrap());
}

/// The operand of \p V, an extension that can be left out where \p BB runs
/// because its operand, extended as \p Ext then says, has the same 64 bit
/// value; null otherwise.
Value *AddressWidener::lookThroughCast(Value *V, Extension &Ext,
                                       BasicBlock *BB) {
  auto *Cast = dyn_cast<CastInst>(V);
  if (!Cast || !isa<SExtInst, ZExtInst>(Cast))
    return nullptr;
  Value *Operand = Cast->getOperand(0);
  bool IsSignExtended = isa<SExtInst>(Cast);
  if (Operand->getType()->getIntegerBitWidth() < 8 ||
      (IsSignExtended && Ext == Extension::Unsigned &&
       !Cast->getType()->isIntegerTy(64)))
    return nullptr;
  auto *Op = dyn_cast<OverflowingBinaryOperator>(Operand);
  bool OnlyUnsigned = Op && Op->hasNoUnsignedWrap() && !Op->hasNoSignedWrap();
  bool Signed =
      IsSignExtended ||
      (!OnlyUnsigned && (cast<PossiblyNonNegInst>(Cast)->hasNonNeg() ||
                         isNonNegative(Operand, BB)));
  Ext = Signed ? Extension::Signed : Extension::Unsigned;
  return Operand;
}

/// The 64 bit value of the pool that equals invariant \p V where \p BB runs;
/// null if there is none.
Value *AddressWidener::canonical(Value *V, Extension Ext, BasicBlock *BB,
                                 unsigned Depth) {
  Type *I64 = Type::getInt64Ty(F.getContext());
  if (auto *C = dyn_cast<ConstantInt>(V))
    return ConstantInt::get(I64, Ext == Extension::Signed
                                     ? C->getSExtValue()
                                     : int64_t(C->getZExtValue()));
  if (Value *Operand = lookThroughCast(V, Ext, BB); Operand && Depth < MaxDepth)
    return canonical(Operand, Ext, BB, Depth + 1);
  auto *Op = dyn_cast<OverflowingBinaryOperator>(V);
  if (isa<Instruction>(V) && Op && Depth < MaxDepth && distributes(Op, Ext) &&
      Op->getOpcode() != Instruction::Shl) {
    Value *L = canonical(Op->getOperand(0), Ext, BB, Depth + 1);
    Value *R = canonical(Op->getOperand(1), Ext, BB, Depth + 1);
    if (!L || !R || (isa<Constant>(L) && isa<Constant>(R)))
      return nullptr;
    return Pool.intern(
        BinaryOperator::Create(Instruction::BinaryOps(Op->getOpcode()), L, R));
  }
  V = Pool.hoist(V);
  if (V->getType() == I64 || !V->getType()->isIntegerTy())
    return V->getType() == I64 ? V : nullptr;
  return Pool.intern(CastInst::Create(
      Ext == Extension::Signed ? Instruction::SExt : Instruction::ZExt, V,
      I64));
}

/// The factors of invariant \p V are widths.
void AddressWidener::addFactors(Value *V, Extension Ext, BasicBlock *BB,
                                unsigned Depth) {
  if (Depth > MaxDepth || isa<Constant>(V))
    return;
  if (isProduct(V) && distributes(cast<OverflowingBinaryOperator>(V), Ext)) {
    auto *Product = cast<Operator>(V);
    addFactors(Product->getOperand(0), Ext, BB, Depth + 1);
    if (Product->getOpcode() == Instruction::Mul)
      addFactors(Product->getOperand(1), Ext, BB, Depth + 1);
    return;
  }
  if (Extension Inner = Ext; Value *Operand = lookThroughCast(V, Inner, BB))
    return addFactors(Operand, Inner, BB, Depth + 1);
  if (Value *Width = canonical(V, Ext, BB, 0))
    Widths[Object].insert(Width);
}

/// Remembers the widths in the tree below \p V, an operand of an address in
/// \p BB.
void AddressWidener::collectWidths(Value *V, Extension Ext, BasicBlock *BB,
                                   unsigned Depth) {
  if (Depth > MaxDepth || isInvariant(V))
    return;
  if (Value *Operand = lookThroughCast(V, Ext, BB))
    return collectWidths(Operand, Ext, BB, Depth + 1);
  auto *Op = dyn_cast<OverflowingBinaryOperator>(V);
  if (!Op || !distributes(Op, Ext))
    return;
  for (Value *Operand : {Op->getOperand(0), Op->getOperand(1)}) {
    collectWidths(Operand, Ext, BB, Depth + 1);
    if (Op->getOpcode() == Instruction::Mul && isInvariant(Operand))
      addFactors(Operand, Ext, BB, Depth + 1);
  }
}

/// The width that \p V is where \p BB runs, or null.
Value *AddressWidener::findWidth(Value *V, Extension Ext, BasicBlock *BB) {
  auto Known = Widths.find(Object);
  if (Known == Widths.end() || !isInvariant(V))
    return nullptr;
  Value *Width = canonical(V, Ext, BB, 0);
  return Width && Known->second.contains(Width) ? Width : nullptr;
}

/// Whether \p V is at least \p Bound when \p BB runs, unless it is poison. What
/// holds at a dominating block holds here: a value does not change.
bool AddressWidener::isAtLeast(Value *V, const APInt &Bound, BasicBlock *BB,
                               unsigned Depth) {
  const SCEV *S = SE.getSCEV(V);
  const SCEV *Least = SE.getConstant(Bound);
  if (SE.isKnownPredicate(ICmpInst::ICMP_SGE, S, Least))
    return true;
  for (auto *Node = DT.getNode(BB); Node; Node = Node->getIDom()) {
    if (auto *I = dyn_cast<Instruction>(V);
        I && !DT.dominates(I->getParent(), Node->getBlock()))
      break;
    if (SE.isBasicBlockEntryGuardedByCond(Node->getBlock(), ICmpInst::ICMP_SGE,
                                          S, Least))
      return true;
  }
  // Scalar evolution drops nsw where overflow need not be undefined behaviour.
  auto *Sum = dyn_cast<OverflowingBinaryOperator>(V);
  if (!Sum || Sum->getOpcode() != Instruction::Add || !Sum->hasNoSignedWrap() ||
      Depth >= MaxSumDepth)
    return false;
  auto *Offset = dyn_cast<ConstantInt>(Sum->getOperand(1));
  if (!Offset) {
    APInt Zero = APInt::getZero(Bound.getBitWidth());
    return (isAtLeast(Sum->getOperand(0), Bound, BB, Depth + 1) &&
            isAtLeast(Sum->getOperand(1), Zero, BB, Depth + 1)) ||
           (isAtLeast(Sum->getOperand(0), Zero, BB, Depth + 1) &&
            isAtLeast(Sum->getOperand(1), Bound, BB, Depth + 1));
  }
  bool Overflow = false;
  APInt Rest = Bound.ssub_ov(Offset->getValue(), Overflow);
  return !Overflow && isAtLeast(Sum->getOperand(0), Rest, BB, Depth + 1);
}

bool AddressWidener::isNonNegative(Value *V, BasicBlock *BB) {
  return isAtLeast(V, APInt::getZero(V->getType()->getIntegerBitWidth()), BB,
                   0);
}

/// Rebuilds \p V in 64 bits. Flags are those of the operation rebuilt: its
/// operands have the same values. A narrow operation without overflow has none
/// in 64 bits either.
Value *AddressWidener::widen(Value *V, Extension Ext, bool IsFactor,
                             IRBuilder<> &B, unsigned Depth) {
  if (Depth > MaxDepth)
    return nullptr;
  if (isa<ConstantInt>(V))
    return extend(V, Ext, B);
  if (IsFactor)
    if (Value *Width = findWidth(V, Ext, B.GetInsertBlock())) {
      Improved = true;
      return makeOpaque(Width);
    }
  if (Extension Inner = Ext;
      Value *Operand = lookThroughCast(V, Inner, B.GetInsertBlock())) {
    Improved |= isa<OverflowingBinaryOperator>(Operand);
    return widen(Operand, Inner, IsFactor, B, Depth + 1);
  }
  auto *Op = dyn_cast<OverflowingBinaryOperator>(V);
  if (!Op || !distributes(Op, Ext))
    return extend(V, Ext, B);
  bool IsWide = V->getType()->isIntegerTy(64);
  bool NSW = !IsWide || Op->hasNoSignedWrap();
  bool NUW = IsWide ? Op->hasNoUnsignedWrap() : Ext == Extension::Unsigned;
  bool Inner = isProduct(V);
  Value *L = widen(Op->getOperand(0), Ext, Inner, B, Depth + 1);
  if (Op->getOpcode() == Instruction::Shl) {
    auto *Amount = dyn_cast<ConstantInt>(Op->getOperand(1));
    unsigned Bits = V->getType()->getIntegerBitWidth();
    if (!Amount || Amount->getValue().uge(Bits - 1))
      return extend(V, Ext, B);
    Value *Factor = B.getInt64(uint64_t(1) << Amount->getZExtValue());
    return L ? B.CreateMul(L, Factor, "", NUW, NSW) : nullptr;
  }
  Value *R = widen(Op->getOperand(1), Ext, Inner, B, Depth + 1);
  if (!L || !R)
    return nullptr;
  switch (Op->getOpcode()) {
  case Instruction::Add:
    return B.CreateAdd(L, R, "", NUW, NSW);
  case Instruction::Sub:
    return B.CreateSub(L, R, "", NUW, NSW);
  default:
    return B.CreateMul(L, R, "", NUW, NSW);
  }
}

bool AddressWidener::rewriteIndex(Use &Index, Instruction *Gep) {
  Value *V = Index.get();
  if (!V->getType()->isIntegerTy() || isa<Constant>(V))
    return false;
  bool IsNarrow = !V->getType()->isIntegerTy(64);
  IRBuilder<> B(Gep);
  Improved = false;
  Value *New = widen(V, Extension::Signed, false, B, 0);
  if (!New || New == V || (!Improved && !IsNarrow))
    return false;
  Index.set(New);
  Replaced.push_back(V);
  return true;
}

void AddressWidener::enter(const GetElementPtrInst *Gep) {
  const Loop *L = LI.getLoopFor(Gep->getParent());
  Outermost = L ? L->getOutermostLoop() : nullptr;
  Object = getUnderlyingObject(Gep->getPointerOperand(), /*MaxLookup=*/0);
}

bool AddressWidener::run() {
  SmallVector<GetElementPtrInst *, 32> Geps;
  for (Instruction &I : instructions(F))
    if (auto *Gep = dyn_cast<GetElementPtrInst>(&I);
        Gep && !Gep->getType()->isVectorTy())
      Geps.push_back(Gep);
  if (FreezeWidths)
    for (GetElementPtrInst *Gep : Geps) {
      enter(Gep);
      for (Use &Index : Gep->indices())
        collectWidths(Index, Extension::Signed, Gep->getParent(), 0);
    }
  bool Changed = false;
  for (GetElementPtrInst *Gep : Geps) {
    enter(Gep);
    for (Use &Index : Gep->indices())
      Changed |= rewriteIndex(Index, Gep);
  }
  for (WeakTrackingVH &V : Replaced)
    if (V)
      RecursivelyDeleteTriviallyDeadInstructions(V);
  return Changed;
}

bool smolly::widenAddresses(Function &F, LoopInfo &LI, DominatorTree &DT,
                            ScalarEvolution &SE) {
  return AddressWidener(F, LI, DT, SE, /*FreezeWidths=*/false).run();
}

bool smolly::freezeWidths(Function &F, LoopInfo &LI, DominatorTree &DT,
                          ScalarEvolution &SE) {
  return AddressWidener(F, LI, DT, SE, /*FreezeWidths=*/true).run();
}
