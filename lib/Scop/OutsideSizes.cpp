//===- OutsideSizes.cpp - Sizes of vectors of others ----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements OutsideSizes.h.
///
/// Nobody has to divide the difference, and it need not be a multiple of the
/// elements' size where nobody does. So only what is computed behind a branch
/// on the quotient is replaced: an exact division that left a remainder would
/// have been undefined behaviour there.
///
//===----------------------------------------------------------------------===//

#include "OutsideSizes.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

namespace {

/// A number of elements.
struct OutsideSize {
  Instruction *Elements = nullptr, *Bytes = nullptr;
  Value *End = nullptr, *Begin = nullptr;
  int64_t ElementBytes = 0;
  /// Branches on it.
  SmallVector<const Instruction *, 2> Branches;
};

} // namespace

/// Whether \p V is loaded from memory that the function has not made: of its
/// own vectors more is known in the end.
static bool isFromOutside(const Value *V) {
  const auto *Load = dyn_cast<LoadInst>(V);
  const Value *Object =
      Load ? getUnderlyingObject(Load->getPointerOperand()) : nullptr;
  return Load && !isa<AllocaInst>(Object) && !isNoAliasCall(Object);
}

/// The size that \p I computes, if it does.
static std::optional<OutsideSize> sizeOf(Instruction &I) {
  OutsideSize Size;
  const APInt *Divisor;
  Value *Bytes;
  Size.Elements = &I;
  if (match(&I, m_Exact(m_AShr(m_Value(Bytes), m_APInt(Divisor)))) &&
      Divisor->ult(16))
    Size.ElementBytes = int64_t(1) << Divisor->getZExtValue();
  else if (match(&I, m_Exact(m_SDiv(m_Value(Bytes), m_APInt(Divisor)))) &&
           Divisor->isStrictlyPositive())
    Size.ElementBytes = Divisor->getSExtValue();
  else
    return std::nullopt;
  if (!match(Bytes, m_Sub(m_PtrToInt(m_Value(Size.End)),
                          m_PtrToInt(m_Value(Size.Begin)))) ||
      !isFromOutside(Size.End) || !isFromOutside(Size.Begin))
    return std::nullopt;
  Size.Bytes = cast<Instruction>(Bytes);
  for (const User *U : I.users())
    if (isa<ICmpInst>(U))
      for (const User *Test : U->users())
        if (isa<BranchInst>(Test))
          Size.Branches.push_back(cast<Instruction>(Test));
  return Size;
}

/// Computes \p Size anew, hidden, where it is known to be a whole number.
static bool hide(const OutsideSize &Size, const DominatorTree &DT,
                 OpaqueValues &Opaque) {
  auto IsKnown = [&](const Use &U) {
    return any_of(Size.Branches, [&](const Instruction *Branch) {
      return DT.dominates(Branch, U);
    });
  };
  auto IsDivided = [&](const Use &U) {
    const auto *User = cast<Instruction>(U.getUser());
    bool OnlyDecides = isa<ICmpInst>(User) && !User->use_empty() &&
                       all_of(User->users(), [](const auto *Its) {
                         return isa<BranchInst>(Its);
                       });
    return OnlyDecides || IsKnown(U);
  };
  if (none_of(Size.Bytes->uses(), IsKnown) &&
      none_of(Size.Elements->uses(), IsDivided))
    return false;
  IRBuilder<> B(Size.Elements->getNextNode());
  Value *Elements = Opaque.hide(Size.Elements, B);
  Value *Bytes = B.CreateNSWMul(
      Elements, ConstantInt::getSigned(Elements->getType(), Size.ElementBytes));
  Size.Elements->replaceUsesWithIf(Elements, [&](Use &U) {
    return U.getUser() != Elements && IsDivided(U);
  });
  Size.Bytes->replaceUsesWithIf(Bytes, IsKnown);
  Value *None = Constant::getNullValue(Elements->getType());
  for (User *U : make_early_inc_range(Size.End->users())) {
    auto *Compare = dyn_cast<ICmpInst>(U);
    if (!Compare || !Compare->isEquality() ||
        !is_contained(Compare->operands(), Size.Begin) ||
        !IsKnown(Compare->getOperandUse(0)))
      continue;
    B.SetInsertPoint(Compare);
    Compare->replaceAllUsesWith(
        B.CreateICmp(Compare->getPredicate(), Elements, None));
    Compare->eraseFromParent();
  }
  return true;
}

bool smolly::hideOutsideSizes(Function &F, const DominatorTree &DT,
                              const LoopInfo &LI, OpaqueValues &Opaque) {
  SmallVector<OutsideSize, 4> Sizes;
  // Without loops in loops there are no rows.
  if (all_of(LI, [](const Loop *L) { return L->isInnermost(); }))
    return false;
  for (Instruction &I : instructions(F))
    if (!LI.getLoopFor(I.getParent()) && !Opaque.isHidden(&I))
      if (std::optional<OutsideSize> Size = sizeOf(I))
        Sizes.push_back(std::move(*Size));
  bool Changed = false;
  for (const OutsideSize &Size : Sizes)
    Changed |= hide(Size, DT, Opaque);
  return Changed;
}
