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

class AddressWidener {
public:
  AddressWidener(Function &F, LoopInfo &LI, DominatorTree &DT,
                 ScalarEvolution &SE, bool FreezeWidths)
      : F(F), LI(LI), DT(DT), SE(SE), FreezeWidths(FreezeWidths) {}
  bool run();

private:
  /// How a narrow value becomes a 64 bit one.
  enum class Extension { Signed, Unsigned };

  void collectWidths(Value *V, unsigned Depth);
  void addFactors(Value *V, unsigned Depth);
  bool rewriteIndex(Use &Index, Instruction *Gep);
  Value *widen(Value *V, Extension Ext, bool IsFactor, IRBuilder<> &B,
               unsigned Depth);
  bool isWidth(Value *V);
  bool isNonNegative(Value *V, BasicBlock *BB);
  Value *widenCast(CastInst *Cast, Extension Ext, bool IsFactor, IRBuilder<> &B,
                   unsigned Depth);
  Value *extend(Value *V, Extension Ext, IRBuilder<> &B);
  Value *freezeOnce(Value *V, Extension Ext, IRBuilder<> &B);
  Value *hoist(Value *V);
  std::optional<BasicBlock::iterator> pointBehind(ArrayRef<Value *> Values);
  bool isInvariant(const Value *V, unsigned Depth = 0) const;
  void enter(const GetElementPtrInst *Gep);

  Function &F;
  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  const bool FreezeWidths;
  /// Of the current address: the outermost loop around it, if any, and the
  /// object it points to.
  const Loop *Outermost = nullptr;
  const Value *Object = nullptr;

  DenseMap<std::pair<Value *, unsigned>, Value *> Frozen;
  DenseMap<Value *, Value *> Hoisted;
  SmallPtrSet<const Value *, 16> Clones;
  /// Widths of each object, hoisted and without their casts.
  DenseMap<const Value *, SmallPtrSet<const Value *, 4>> Widths;
  /// The index being rebuilt has a width, or a cast that moved.
  bool Improved = false;
  SmallVector<WeakTrackingVH, 32> Replaced;
};

} // namespace

/// Index expressions deeper than this are left alone.
static constexpr unsigned MaxDepth = 12;

/// Operations that may be computed anywhere their operands are known.
static bool isArithmetic(const Value *V) {
  if (isa<MinMaxIntrinsic>(V))
    return true;
  return isa<BinaryOperator, CastInst, CmpInst, SelectInst>(V) &&
         V->getType()->isIntegerTy() &&
         isSafeToSpeculativelyExecute(cast<Instruction>(V));
}

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

/// The first place where all of \p Values, which dominate a common place, are
/// known.
std::optional<BasicBlock::iterator>
AddressWidener::pointBehind(ArrayRef<Value *> Values) {
  Instruction *Last = nullptr;
  for (Value *V : Values)
    if (auto *I = dyn_cast<Instruction>(V);
        I && (!Last || DT.dominates(Last, I)))
      Last = I;
  if (!Last)
    return F.getEntryBlock().getFirstInsertionPt();
  return Last->getInsertionPointAfterDef();
}

/// \p V, computed as far up as possible; equal expressions give one value.
Value *AddressWidener::hoist(Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !isArithmetic(I) || Clones.contains(V))
    return V;
  if (auto It = Hoisted.find(V); It != Hoisted.end())
    return It->second;
  Instruction *Clone = I->clone();
  Clone->dropPoisonGeneratingAnnotations();
  Clone->setDebugLoc(DebugLoc());
  for (Use &Operand : Clone->operands())
    Operand.set(hoist(Operand));
  Instruction *Result = nullptr;
  for (Value *Operand : Clone->operand_values())
    if (!isa<Constant>(Operand))
      for (User *U : Operand->users())
        if (Clones.contains(U) && !Result &&
            cast<Instruction>(U)->isIdenticalTo(Clone))
          Result = cast<Instruction>(U);
  auto Where = pointBehind(SmallVector<Value *, 4>(Clone->operand_values()));
  if (Result || !Where) {
    Clone->deleteValue();
    return Hoisted[V] = Result ? Result : V;
  }
  Clone->insertBefore(*(*Where)->getParent(), *Where);
  Clones.insert(Clone);
  return Hoisted[V] = Clone;
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

/// The one opaque 64 bit copy of invariant \p V.
Value *AddressWidener::freezeOnce(Value *V, Extension Ext, IRBuilder<> &B) {
  V = hoist(V);
  bool Narrow = !V->getType()->isIntegerTy(64);
  if (isOpaque(V) && (!Narrow || Ext == Extension::Signed))
    return extend(V, Ext, B);
  Value *&Entry = Frozen[{V, Narrow ? unsigned(Ext) : 0}];
  if (Entry)
    return Entry;
  std::optional<BasicBlock::iterator> Where = pointBehind(V);
  if (!Where)
    return nullptr;
  IRBuilder<> Above((*Where)->getParent(), *Where);
  Entry = Above.CreateFreeze(extend(V, Ext, Above));
  return Entry;
}

static Value *stripExtensions(Value *V) {
  while (isa<SExtInst, ZExtInst>(V))
    V = cast<CastInst>(V)->getOperand(0);
  return V;
}

/// \p V as a product; a shift by a constant is one.
static bool isProduct(const Value *V) {
  const auto *Op = dyn_cast<OverflowingBinaryOperator>(V);
  return Op && (Op->getOpcode() == Instruction::Mul ||
                (Op->getOpcode() == Instruction::Shl &&
                 isa<ConstantInt>(Op->getOperand(1))));
}

/// The factors of invariant \p V are widths.
void AddressWidener::addFactors(Value *V, unsigned Depth) {
  V = stripExtensions(V);
  if (Depth > MaxDepth || isa<Constant>(V))
    return;
  if (!isProduct(V)) {
    Widths[Object].insert(hoist(V));
    return;
  }
  auto *Product = cast<Operator>(V);
  addFactors(Product->getOperand(0), Depth + 1);
  if (Product->getOpcode() == Instruction::Mul)
    addFactors(Product->getOperand(1), Depth + 1);
}

/// Remembers the widths in the tree below \p V.
void AddressWidener::collectWidths(Value *V, unsigned Depth) {
  if (Depth > MaxDepth || isInvariant(V))
    return;
  if (auto *Cast = dyn_cast<CastInst>(V))
    return isa<SExtInst, ZExtInst>(Cast)
               ? collectWidths(Cast->getOperand(0), Depth + 1)
               : void();
  auto *Op = dyn_cast<OverflowingBinaryOperator>(V);
  if (!Op)
    return;
  for (Value *Operand : {Op->getOperand(0), Op->getOperand(1)}) {
    collectWidths(Operand, Depth + 1);
    if (Op->getOpcode() == Instruction::Mul && isInvariant(Operand))
      addFactors(Operand, Depth + 1);
  }
}

bool AddressWidener::isWidth(Value *V) {
  auto Known = Widths.find(Object);
  return Known != Widths.end() && isInvariant(V) &&
         Known->second.contains(hoist(stripExtensions(V)));
}

/// Whether \p V is not negative when \p BB runs. What holds at a dominating
/// block holds here: a value does not change.
bool AddressWidener::isNonNegative(Value *V, BasicBlock *BB) {
  const SCEV *S = SE.getSCEV(V);
  if (SE.isKnownNonNegative(S))
    return true;
  const SCEV *Zero = SE.getZero(S->getType());
  for (auto *Node = DT.getNode(BB); Node; Node = Node->getIDom()) {
    if (auto *I = dyn_cast<Instruction>(V);
        I && !DT.dominates(I->getParent(), Node->getBlock()))
      return false;
    if (SE.isBasicBlockEntryGuardedByCond(Node->getBlock(), ICmpInst::ICMP_SGE,
                                          S, Zero))
      return true;
  }
  return false;
}

Value *AddressWidener::widenCast(CastInst *Cast, Extension Ext, bool IsFactor,
                                 IRBuilder<> &B, unsigned Depth) {
  bool IsWide = Cast->getType()->isIntegerTy(64);
  bool IsSignExtended = isa<SExtInst>(Cast);
  bool Signed = IsSignExtended || cast<PossiblyNonNegInst>(Cast)->hasNonNeg() ||
                isNonNegative(Cast->getOperand(0), B.GetInsertBlock());
  if (Cast->getOperand(0)->getType()->getIntegerBitWidth() < 8 ||
      (IsSignExtended && Ext == Extension::Unsigned && !IsWide))
    return extend(Cast, Ext, B);
  Improved |= isa<OverflowingBinaryOperator>(Cast->getOperand(0));
  return widen(Cast->getOperand(0),
               Signed ? Extension::Signed : Extension::Unsigned, IsFactor, B,
               Depth + 1);
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
  bool IsWide = V->getType()->isIntegerTy(64);
  if (isa<SExtInst, ZExtInst>(V))
    return widenCast(cast<CastInst>(V), Ext, IsFactor, B, Depth);
  if (IsFactor && isWidth(V)) {
    Improved = true;
    return freezeOnce(V, Ext, B);
  }

  auto *Op = dyn_cast<OverflowingBinaryOperator>(V);
  if (!Op || (!IsWide && !(Ext == Extension::Signed ? Op->hasNoSignedWrap()
                                                    : Op->hasNoUnsignedWrap())))
    return extend(V, Ext, B);
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
        collectWidths(Index, 0);
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
