//===- RemainderForms.cpp - How code computes remainders ------------------===//
//--------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RemainderForms.h.
///
//===----------------------------------------------------------------------===//

#include "RemainderForms.h"
#include "smolly/Scop/Prepare.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// The number of low bits that \p I leaves as they are, if those are the only
/// ones.
static std::optional<unsigned> maskedBits(const Instruction &I) {
  const APInt *Mask;
  if (match(&I, m_And(m_Value(), m_APInt(Mask))) && Mask->isMask() &&
      !Mask->isAllOnes() && Mask->countr_one() + 2 < Mask->getBitWidth())
    return Mask->countr_one();
  return std::nullopt;
}

bool smolly::isRemainder(const Instruction &I) {
  return (I.getType()->isIntegerTy(32) || I.getType()->isIntegerTy(64)) &&
         (I.getOpcode() == Instruction::SRem ||
          I.getOpcode() == Instruction::URem || maskedBits(I));
}

/// Whether \p Condition says that \p Rem, of the sign of \p Dividend, has
/// another sign than \p Divisor, which is positive. With \p Inverted, that not.
static bool asksSign(Value *Condition, Value *Rem, Value *Dividend,
                     Value *Divisor, bool Inverted) {
  auto IsNegative = [&](Value *V, auto Of) {
    return Inverted
               ? match(V, m_SpecificICmp(ICmpInst::ICMP_SGT, Of, m_AllOnes()))
               : match(V, m_SpecificICmp(ICmpInst::ICMP_SLT, Of, m_Zero()));
  };
  if (IsNegative(Condition, m_Specific(Rem)))
    return true;
  Value *First, *Second;
  if (!(Inverted
            ? match(Condition, m_LogicalOr(m_Value(First), m_Value(Second)))
            : match(Condition, m_LogicalAnd(m_Value(First), m_Value(Second)))))
    return false;
  ICmpInst::Predicate Equality =
      Inverted ? ICmpInst::ICMP_EQ : ICmpInst::ICMP_NE;
  auto AreBoth = [&](Value *IsZero, Value *Sign) {
    return match(IsZero, m_SpecificICmp(Equality, m_Specific(Rem), m_Zero())) &&
           (IsNegative(Sign, m_Specific(Dividend)) ||
            IsNegative(Sign,
                       m_c_Xor(m_Specific(Dividend), m_Specific(Divisor))));
  };
  return AreBoth(First, Second) || AreBoth(Second, First);
}

/// Whether \p V, to be added to \p Rem, a signed remainder, is the divisor
/// where Rem is negative and 0 elsewhere, for a positive divisor.
static bool isCorrection(Value *V, Instruction *Rem) {
  Value *Dividend = Rem->getOperand(0), *Divisor = Rem->getOperand(1);
  Value *C;
  if (match(V, m_Select(m_Value(C), m_Specific(Divisor), m_Zero())))
    return asksSign(C, Rem, Dividend, Divisor, /*Inverted=*/false);
  return match(V, m_Select(m_Value(C), m_Zero(), m_Specific(Divisor))) &&
         asksSign(C, Rem, Dividend, Divisor, /*Inverted=*/true);
}

/// Whether \p U, computed from \p Rem, a signed remainder, is the remainder
/// that is not negative, for a positive divisor: Rem, or Rem + divisor if it is
/// negative.
static bool roundsDown(Instruction *U, Instruction *Rem) {
  Value *Dividend = Rem->getOperand(0), *Divisor = Rem->getOperand(1);
  auto Sum = m_c_Add(m_Specific(Rem), m_Specific(Divisor));
  Value *C;
  if (match(U, m_c_Add(m_Specific(Rem), m_Value(C))))
    return isCorrection(C, Rem);
  if (match(U, m_Select(m_Value(C), Sum, m_Specific(Rem))))
    return asksSign(C, Rem, Dividend, Divisor, /*Inverted=*/false);
  if (match(U, m_Select(m_Value(C), m_Specific(Rem), Sum)))
    return asksSign(C, Rem, Dividend, Divisor, /*Inverted=*/true);
  // (d % n + n) % n
  Value *Shifted;
  return (match(U, m_SRem(m_Value(Shifted), m_Specific(Divisor))) ||
          match(U, m_URem(m_Value(Shifted), m_Specific(Divisor)))) &&
         (match(Shifted, m_NSWAdd(m_Specific(Rem), m_Specific(Divisor))) ||
          match(Shifted, m_NSWAdd(m_Specific(Divisor), m_Specific(Rem))));
}

/// The address to which the element is counted that \p I is the address of, if
/// its number is \p Rem, as roundsDown has it, added in two steps; else null.
static Value *baseOfRoundedDown(Instruction *I, Instruction *Rem) {
  auto *Outer = dyn_cast<GetElementPtrInst>(I);
  auto *Inner =
      Outer ? dyn_cast<GetElementPtrInst>(Outer->getPointerOperand()) : nullptr;
  if (!Inner || Outer->getNumIndices() != 1 || Inner->getNumIndices() != 1 ||
      Outer->getSourceElementType() != Inner->getSourceElementType())
    return nullptr;
  Value *First = Inner->getOperand(1), *Second = Outer->getOperand(1);
  bool IsRounded = (First == Rem && isCorrection(Second, Rem)) ||
                   (Second == Rem && isCorrection(First, Rem));
  return IsRounded ? Inner->getPointerOperand() : nullptr;
}

/// Adds to \p Found what is computed from \p Rem in one or two steps without a
/// negative result.
static void findRoundedDown(Instruction *Rem,
                            SmallVectorImpl<Remainder> &Found) {
  SmallSetVector<Instruction *, 8> Users;
  for (User *U : Rem->users())
    Users.insert(cast<Instruction>(U));
  for (Instruction *U : SmallVector<Instruction *, 8>(Users.getArrayRef()))
    for (User *V : U->users())
      if (auto *I = dyn_cast<Instruction>(V))
        Users.insert(I);
  for (Instruction *I : Users) {
    Value *Base = baseOfRoundedDown(I, Rem);
    if (Base || roundsDown(I, Rem))
      Found.push_back({I, Base, Rem->getOperand(0), Rem->getOperand(1),
                       /*RoundsDown=*/true});
  }
}

SmallVector<Remainder, 4> smolly::describeRemainder(Instruction &I) {
  Value *Dividend = I.getOperand(0);
  if (std::optional<unsigned> Bits = maskedBits(I)) {
    unsigned Width = I.getType()->getIntegerBitWidth();
    Value *Divisor =
        ConstantInt::get(I.getType(), APInt::getOneBitSet(Width, *Bits));
    return {{&I, nullptr, Dividend, Divisor, /*RoundsDown=*/true}};
  }
  SmallVector<Remainder, 4> Found;
  if (I.getOpcode() == Instruction::SRem)
    findRoundedDown(&I, Found);
  Found.push_back(
      {&I, nullptr, Dividend, I.getOperand(1), /*RoundsDown=*/false});
  return Found;
}
