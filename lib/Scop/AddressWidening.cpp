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
/// `A[i * w + i]` comes as `A[i * (w + 1)]` and is taken apart again.
///
/// Invariant is what is computed from values defined outside of the loop, no
/// matter where. Widths are computed anew, as far up as their operands allow,
/// so that equal expressions in different loops give the same value.
///
//===----------------------------------------------------------------------===//

#include "AddressWidening.h"
#include "RowWidths.h"
#include "Sign.h"
#include "ValuePool.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
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

/// The value Width + Offset.
struct WidthMatch {
  Value *Width = nullptr;
  int64_t Offset = 0;
};

class AddressWidener {
public:
  AddressWidener(Function &F, LoopInfo &LI, DominatorTree &DT,
                 ScalarEvolution &SE, bool FreezeWidths)
      : F(F), LI(LI), DT(DT), SE(SE), FreezeWidths(FreezeWidths), Pool(F, DT) {}
  bool run();

private:
  bool collectWidths(Value *V, Extension Ext, BasicBlock *BB, bool InProduct,
                     unsigned Depth);
  void addFactors(Value *V, Extension Ext, BasicBlock *BB,
                  SmallVectorImpl<Value *> &Factors, unsigned Depth);
  void dropSlantedWidths(Value *Array, WidthUses &Uses);
  Value *canonical(Value *V, Extension Ext, BasicBlock *BB, unsigned Depth);
  bool isTwin(Value *Width, Value *Known);
  std::optional<int64_t> distance(Value *Width, Value *Known);
  WidthMatch findWidth(Value *V, Extension Ext, BasicBlock *BB);
  Value *makeOpaque(Value *Width);
  Value *lookThroughCast(Value *V, Extension &Ext, BasicBlock *BB);
  bool isInvariant(const Value *V, unsigned Depth = 0) const;

  void enter(Instruction *I, Value *Address);
  bool rewriteIndex(Use &Index, Instruction *User);
  bool rewriteLength(MemIntrinsic *Call);
  Value *widen(Value *V, Extension Ext, bool IsFactor, IRBuilder<> &B,
               unsigned Depth);
  Value *widenSlanted(OverflowingBinaryOperator *Op, Extension Ext,
                      bool IsFactor, IRBuilder<> &B, unsigned Depth);
  Value *extend(Value *V, Extension Ext, IRBuilder<> &B);

  Function &F;
  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  const bool FreezeWidths;
  /// Of the current address: the outermost loop around it, if any, and the
  /// object it points to.
  const Loop *Outermost = nullptr;
  Value *Object = nullptr;

  ValuePool Pool;
  MapVector<Value *, WidthUses> Widths;
  MapVector<Value *, WidthProducts> Products;
  /// Of a width that is a constant times another value: that one.
  DenseMap<Value *, Value *> Bases;
  /// The index being rebuilt has a width, or a cast that moved.
  bool Improved = false;
  SmallVector<WeakTrackingVH, 32> Replaced;
};

} // namespace

/// Index expressions deeper than this are left alone.
static constexpr unsigned MaxDepth = 12;
/// Widths that differ by no more than this may be one width and a slope.
static constexpr unsigned MaxSlant = 16;

/// Whether a factor `w + Offset` is a better guess than \p Best: `x * (w + 1)`
/// is `A[x][x]`, and `x * (w - 1)` would be `A[x][-x]`.
static bool isBetterOffset(int64_t Offset, const WidthMatch &Best) {
  return !Best.Width || (Offset > 0 && Best.Offset < 0) ||
         ((Offset > 0) == (Best.Offset > 0) &&
          std::abs(Offset) < std::abs(Best.Offset));
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
                         isNonNegative(Operand, BB, DT, SE)));
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

/// Whether \p V is a constant times something that is no product: as the width
/// of a row, one thing. Scalar evolution would see rows of the other factor.
static bool isMultiple(const Value *V) {
  auto *Op = dyn_cast<Operator>(V);
  return Op && isProduct(V) && isa<ConstantInt>(Op->getOperand(1)) &&
         !isProduct(Op->getOperand(0));
}

/// The factors of invariant \p V, as values of the pool.
void AddressWidener::addFactors(Value *V, Extension Ext, BasicBlock *BB,
                                SmallVectorImpl<Value *> &Factors,
                                unsigned Depth) {
  if (Depth > MaxDepth || isa<Constant>(V))
    return;
  if (isProduct(V) && !isMultiple(V) &&
      distributes(cast<OverflowingBinaryOperator>(V), Ext)) {
    auto *Product = cast<Operator>(V);
    addFactors(Product->getOperand(0), Ext, BB, Factors, Depth + 1);
    if (Product->getOpcode() == Instruction::Mul)
      addFactors(Product->getOperand(1), Ext, BB, Factors, Depth + 1);
    return;
  }
  if (Extension Inner = Ext; Value *Operand = lookThroughCast(V, Inner, BB))
    return addFactors(Operand, Inner, BB, Factors, Depth + 1);
  Value *Factor = canonical(V, Ext, BB, 0);
  if (!Factor)
    return;
  Factors.push_back(Factor);
  if (isMultiple(V))
    if (Value *Base = canonical(cast<Operator>(V)->getOperand(0), Ext, BB, 0))
      Bases[Factor] = Base;
}

/// Remembers the widths in the tree below \p V, an operand of an address in
/// \p BB, and says whether there are any. \p InProduct: V is multiplied by a
/// width.
bool AddressWidener::collectWidths(Value *V, Extension Ext, BasicBlock *BB,
                                   bool InProduct, unsigned Depth) {
  if (Depth > MaxDepth || isInvariant(V))
    return false;
  if (Value *Operand = lookThroughCast(V, Ext, BB))
    return collectWidths(Operand, Ext, BB, InProduct, Depth + 1);
  auto *Op = dyn_cast<OverflowingBinaryOperator>(V);
  if (!Op || !distributes(Op, Ext))
    return false;
  SmallVector<Value *, 4> Factors;
  Value *Product = nullptr;
  for (Value *Operand : {Op->getOperand(0), Op->getOperand(1)})
    if (Op->getOpcode() == Instruction::Mul && isInvariant(Operand)) {
      addFactors(Operand, Ext, BB, Factors, Depth + 1);
      Product = Factors.size() > 1 ? canonical(Operand, Ext, BB, 0) : nullptr;
    }
  bool IsMultiplied = InProduct || !Factors.empty(), Found = false;
  for (Value *Operand : {Op->getOperand(0), Op->getOperand(1)})
    Found |= collectWidths(Operand, Ext, BB, IsMultiplied, Depth + 1);
  for (Value *Factor : Factors) {
    WidthUse &Use = Widths[Object][Factor];
    ++Use.Count;
    Use.IsOfPlane |= InProduct || Found || Factors.size() > 1;
  }
  if (Product) {
    WidthProduct &Use = Products[Object][Product];
    Use.Factors = Factors;
    ++Use.Count;
    Use.IsOfPlane |= InProduct || Found;
  }
  return Found || !Factors.empty();
}

/// Whether two 64 bit values differ, if at all, in how they were extended.
bool AddressWidener::isTwin(Value *Width, Value *Known) {
  auto *Cast = dyn_cast<ZExtInst>(Width);
  if (!Cast)
    Cast = dyn_cast<ZExtInst>(Known);
  return Cast && SE.getTruncateExpr(SE.getSCEV(Width), Cast->getSrcTy()) ==
                     SE.getTruncateExpr(SE.getSCEV(Known), Cast->getSrcTy());
}

/// \p Width - \p Known if that is a small constant.
std::optional<int64_t> AddressWidener::distance(Value *Width, Value *Known) {
  auto *Difference = dyn_cast<SCEVConstant>(
      SE.getMinusSCEV(SE.getSCEV(Width), SE.getSCEV(Known)));
  if (!Difference || Difference->getAPInt().abs().ugt(MaxSlant))
    return std::nullopt;
  return Difference->getAPInt().getSExtValue();
}

/// Removes from \p Uses, the widths of \p Array, those that come from a slope:
/// `A[i * w + i]` has become `A[i * (w + 1)]`. A width is rather what the size
/// of the array is a multiple of.
void AddressWidener::dropSlantedWidths(Value *Array, WidthUses &Uses) {
  SmallVector<Value *, 4> Factors;
  if (auto *Alloca = dyn_cast<AllocaInst>(Array))
    addFactors(Alloca->getArraySize(), Extension::Signed, Alloca->getParent(),
               Factors, 0);
  else if (auto *CB = dyn_cast<CallBase>(Array);
           CB && CB->getFnAttr(Attribute::AllocSize).isValid())
    for (Value *Size : CB->args())
      if (Size->getType()->isIntegerTy(64))
        addFactors(Size, Extension::Signed, CB->getParent(), Factors, 0);
  auto Rank = [&](const std::pair<Value *, WidthUse> &Entry) {
    return std::tuple(is_contained(Factors, Entry.first),
                      Entry.second.IsOfPlane, Entry.second.Count);
  };
  SmallVector<std::pair<Value *, WidthUse>, 4> Order(Uses.begin(), Uses.end());
  llvm::stable_sort(
      Order, [&](const auto &A, const auto &B) { return Rank(A) > Rank(B); });
  WidthUses Kept;
  for (auto &Entry : Order)
    if (Entry.second.IsOfPlane || none_of(Kept, [&](const auto &Other) {
          return distance(Entry.first, Other.first).has_value();
        }))
      Kept.insert(Entry);
  Uses = std::move(Kept);
}

/// The width that \p V is, or is near to, where \p BB runs.
WidthMatch AddressWidener::findWidth(Value *V, Extension Ext, BasicBlock *BB) {
  auto It = Widths.find(Object);
  if (It == Widths.end() || isa<Constant>(V) || !isInvariant(V))
    return {};
  Value *Width = canonical(V, Ext, BB, 0);
  if (!Width)
    return {};
  const WidthUses &Known = It->second;
  if (Known.contains(Width) || any_of(Known, [&](const auto &Entry) {
        return isTwin(Width, Entry.first);
      }))
    return {Width, 0};
  WidthMatch Best;
  for (auto &[Candidate, Use] : Known)
    if (std::optional<int64_t> Offset = distance(Width, Candidate))
      if (isBetterOffset(*Offset, Best))
        Best = {Candidate, *Offset};
  return Best;
}

/// `x * w + x * c` for \p Op if that is `x * (w + c)` with a width w; else
/// null. Of a product of two invariant values either may be meant.
Value *AddressWidener::widenSlanted(OverflowingBinaryOperator *Op,
                                    Extension Ext, bool IsFactor,
                                    IRBuilder<> &B, unsigned Depth) {
  if (Op->getOpcode() != Instruction::Mul || (IsFactor && isInvariant(Op)))
    return nullptr;
  WidthMatch Best;
  Value *Other = nullptr;
  for (unsigned I : {0, 1}) {
    WidthMatch Match = findWidth(Op->getOperand(I), Ext, B.GetInsertBlock());
    if (!Match.Width)
      continue;
    if (Match.Offset == 0)
      return nullptr;
    if (!isBetterOffset(Match.Offset, Best))
      continue;
    Best = Match;
    Other = Op->getOperand(1 - I);
  }
  if (!Other || !DT.dominates(Best.Width, &*B.GetInsertPoint()))
    return nullptr;
  Value *X = widen(Other, Ext, true, B, Depth + 1);
  if (!X)
    return nullptr;
  Improved = true;
  return B.CreateAdd(B.CreateMul(X, makeOpaque(Best.Width)),
                     B.CreateMul(X, B.getInt64(Best.Offset)));
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
    if (WidthMatch Match = findWidth(V, Ext, B.GetInsertBlock());
        Match.Width && Match.Offset == 0) {
      Improved = true;
      return makeOpaque(Match.Width);
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
  if (Value *Sum = widenSlanted(Op, Ext, IsFactor, B, Depth))
    return Sum;
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

bool AddressWidener::rewriteIndex(Use &Index, Instruction *User) {
  Value *V = Index.get();
  if (!V->getType()->isIntegerTy() || isa<Constant>(V))
    return false;
  bool IsNarrow = !V->getType()->isIntegerTy(64);
  IRBuilder<> B(User);
  Improved = false;
  Value *New = widen(V, Extension::Signed, false, B, 0);
  if (!New || New == V || (!Improved && !IsNarrow))
    return false;
  Index.set(New);
  Replaced.push_back(V);
  return true;
}

/// The length of \p Call is a product of the sizes of an array, too. That of a
/// fill with zeros stays what an allocation is given: ObjectFacts compares.
bool AddressWidener::rewriteLength(MemIntrinsic *Call) {
  Value *Length = Call->getLength();
  // Nobody keeps the users of numbers.
  if (isa<Constant>(Length) ||
      (isa<MemSetInst>(Call) && any_of(Length->users(), [](const User *U) {
         const auto *CB = dyn_cast<CallBase>(U);
         return CB && CB->getFnAttr(Attribute::AllocSize).isValid();
       })))
    return false;
  enter(Call, Call->getRawDest());
  return rewriteIndex(Call->getArgOperandUse(2), Call);
}

/// \p I, which accesses memory at \p Address or computes where to, is next.
void AddressWidener::enter(Instruction *I, Value *Address) {
  const Loop *L = LI.getLoopFor(I->getParent());
  Outermost = L ? L->getOutermostLoop() : nullptr;
  Object = getUnderlyingObject(Address, /*MaxLookup=*/0);
}

/// Whether \p Gep is the end of an array: it stays as near to the size that was
/// allocated as it is (ZeroFills.h).
static bool isOnlyCompared(const GetElementPtrInst &Gep) {
  return all_of(Gep.users(), [](const User *U) { return isa<ICmpInst>(U); });
}

bool AddressWidener::run() {
  SmallVector<GetElementPtrInst *, 32> Geps;
  SmallVector<MemIntrinsic *, 4> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Gep = dyn_cast<GetElementPtrInst>(&I);
        Gep && !Gep->getType()->isVectorTy() && !isOnlyCompared(*Gep))
      Geps.push_back(Gep);
    else if (auto *Call = dyn_cast<MemIntrinsic>(&I))
      Calls.push_back(Call);
  if (FreezeWidths)
    for (GetElementPtrInst *Gep : Geps) {
      enter(Gep, Gep->getPointerOperand());
      for (Use &Index : Gep->indices())
        collectWidths(Index, Extension::Signed, Gep->getParent(), false, 0);
    }
  joinProducts(Widths, Products);
  for (auto &[Array, Uses] : Widths) {
    dropMultiples(Uses, Bases);
    dropSlantedWidths(Array, Uses);
  }
  bool Changed = false;
  for (GetElementPtrInst *Gep : Geps) {
    enter(Gep, Gep->getPointerOperand());
    for (Use &Index : Gep->indices())
      Changed |= rewriteIndex(Index, Gep);
  }
  for (MemIntrinsic *Call : Calls)
    if (!FreezeWidths)
      Changed |= rewriteLength(Call);
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
