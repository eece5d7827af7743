//===- ArrayRows.cpp - The rows of arrays, before there is a SCoP ---------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ArrayRows.h.
///
//===----------------------------------------------------------------------===//

#include "ArrayRows.h"
#include "ArrayShape.h"
#include "Sign.h"
#include "llvm/Analysis/Delinearization.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionDivision.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

ArrayRows::ArrayRows(Function &F, const Function &Twin,
                     FunctionAnalysisManager &FAM)
    : F(F), Twin(Twin), SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
      LI(FAM.getResult<LoopAnalysis>(F)),
      TLI(FAM.getResult<TargetLibraryAnalysis>(F)) {}

/// The type of all of \p Accesses, or one as wide as all of them; null if they
/// are of different sizes, or of something that is more than its bits.
static Type *elementOf(ArrayRef<Instruction *> Accesses, const DataLayout &DL) {
  Type *Element = nullptr;
  for (Instruction *I : Accesses) {
    Type *T = getLoadStoreType(I);
    if ((!T->isIntegerTy() && !T->isFloatingPointTy()) ||
        DL.getTypeStoreSizeInBits(T) != DL.getTypeSizeInBits(T) ||
        DL.getTypeAllocSize(T) != DL.getTypeStoreSize(T) ||
        (Element && DL.getTypeStoreSize(T) != DL.getTypeStoreSize(Element)))
      return nullptr;
    Element = Element ? Element : T;
  }
  return Element;
}

/// \p Size with what was frozen in place of frozen copies.
const SCEV *ArrayRows::thawed(const SCEV *Size) {
  ValueToSCEVMapTy Operands;
  SCEVExprContains(Size, [&](const SCEV *Part) {
    if (const auto *Unknown = dyn_cast<SCEVUnknown>(Part))
      if (auto *Frozen = dyn_cast<FreezeInst>(Unknown->getValue()))
        Operands[Frozen] = SE.getSCEV(Frozen->getOperand(0));
    return false;
  });
  return SCEVParameterRewriter::rewrite(Size, SE, Operands);
}

/// How far \p Address moves on in the loops around it, in elements of \p Bytes,
/// and how often at most (0 if that is not known); nothing where this is not
/// the same in all iterations.
static std::map<uint64_t, uint64_t> stepsOf(const SCEV *Address, uint64_t Bytes,
                                            ScalarEvolution &SE) {
  std::map<uint64_t, uint64_t> Runs;
  while (const auto *Rec = dyn_cast<SCEVAddRecExpr>(Address)) {
    const auto *Step = dyn_cast<SCEVConstant>(Rec->getOperand(1));
    if (!Rec->isAffine() || !Step || Step->getAPInt().abs().urem(Bytes) != 0)
      return {};
    uint64_t Elements = Step->getAPInt().abs().getZExtValue() / Bytes;
    uint64_t Most = SE.getSmallConstantMaxTripCount(Rec->getLoop());
    auto [It, IsNew] = Runs.try_emplace(Elements, Most);
    It->second = IsNew || It->second == 0 || Most == 0
                     ? std::min(It->second, Most)
                     : It->second + Most - 1;
    Address = Rec->getStart();
  }
  return Runs;
}

/// Whether an access that moves by \p Steps may be to rows of \p Size elements.
static bool fitRows(const std::map<uint64_t, uint64_t> &Steps, uint64_t Size) {
  uint64_t Last = 0;
  for (auto [Step, Runs] : Steps)
    if (Step >= Size ? Step % Size != 0 : Runs == 0 && Size < ShortestRow)
      return false;
    else if (Step < Size && Runs > 0)
      Last = SaturatingMultiplyAdd(Step, Runs - 1, Last);
  return Last < Size;
}

/// The sizes of rows, and of rows of rows, that the constants are in which the
/// subscripts of \p A are multiplied by, from the innermost on.
SmallVector<uint64_t, 3> ArrayRows::writtenSizes(const RowArray &A) {
  uint64_t Bytes = F.getDataLayout().getTypeStoreSize(A.Element);
  SmallVector<std::map<uint64_t, uint64_t>, 8> Accesses;
  std::set<uint64_t> Sizes;
  for (Instruction *I : A.Facts.Accesses) {
    const Loop *L = LI.getLoopFor(I->getParent());
    auto Steps =
        stepsOf(SE.getSCEVAtScope(getLoadStorePointerOperand(I), L), Bytes, SE);
    // A loop over all elements fits to any rows.
    if (Steps.size() < 2)
      continue;
    for (auto [Step, Runs] : drop_begin(Steps))
      Sizes.insert(Step);
    Accesses.push_back(std::move(Steps));
  }
  SmallVector<uint64_t, 3> Result;
  uint64_t Below = 1;
  for (uint64_t Size : Sizes)
    if (Size % Below == 0 && all_of(Accesses, [&](const auto &Steps) {
          return fitRows(Steps, Size);
        })) {
      Result.push_back(Size / Below);
      Below = Size;
    }
  return Result;
}

void ArrayRows::findSizes(RowArray &A) {
  SmallVector<const SCEV *, 8> Terms, Sizes;
  for (Instruction *I : A.Facts.Accesses) {
    const Loop *L = LI.getLoopFor(I->getParent());
    if (!L)
      continue;
    const SCEV *Address = SE.getSCEVAtScope(getLoadStorePointerOperand(I), L);
    const SCEV *Base = SE.getPointerBase(Address);
    if (!isa<SCEVCouldNotCompute>(Base))
      collectParametricTerms(SE, SE.getMinusSCEV(Address, Base), Terms);
  }
  Type *I64 = Type::getInt64Ty(F.getContext());
  const DataLayout &DL = F.getDataLayout();
  uint64_t Bytes = DL.getTypeStoreSize(A.Element);
  if (!Terms.empty())
    findArrayDimensions(SE, Terms, Sizes, SE.getConstant(I64, Bytes));
  if (Sizes.empty())
    for (uint64_t Size : findFixedShape(A.Facts, Bytes, DL))
      Sizes.push_back(SE.getConstant(I64, Size));
  else
    Sizes.pop_back();
  if (Sizes.empty()) {
    SmallVector<uint64_t, 3> Written = writtenSizes(A);
    for (uint64_t Size : reverse(Written))
      Sizes.push_back(SE.getConstant(I64, Size));
  }
  for (const SCEV *Size : Sizes)
    A.Sizes.push_back({thawed(Size), Size});
}

RowArray *ArrayRows::at(Value *Pointer) {
  Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  if (!isCandidateObject(Object, TLI))
    return nullptr;
  auto [It, IsNew] = Arrays.try_emplace(Object);
  RowArray &A = It->second;
  if (IsNew) {
    A.Facts = analyzeObject(Object, F, &Twin, TLI);
    if (A.Facts.isPrivate() || A.Facts.Why == RawMemory)
      A.Element = elementOf(A.Facts.Accesses, F.getDataLayout());
    if (A.Element)
      findSizes(A);
  }
  return A.Element ? &A : nullptr;
}

namespace {

/// Moves extensions to what is extended. Nothing but poison is lost.
struct PolynomialFinder {
  BasicBlock *BB;
  const DominatorTree &DT;
  ScalarEvolution &SE;

  const SCEV *find(Value *V, unsigned Depth = 0);
};

} // namespace

const SCEV *PolynomialFinder::find(Value *V, unsigned Depth) {
  constexpr unsigned MaxDepth = 12;
  Type *I64 = Type::getInt64Ty(V->getContext());
  const SCEV *Whole = SE.getNoopOrSignExtend(SE.getSCEV(V), I64);
  if (Depth >= MaxDepth)
    return Whole;
  if (auto *Cast = dyn_cast<CastInst>(V)) {
    Value *Operand = Cast->getOperand(0);
    bool IsSigned =
        isa<SExtInst>(Cast) ||
        (isa<ZExtInst>(Cast) && (cast<ZExtInst>(Cast)->hasNonNeg() ||
                                 isNonNegative(Operand, BB, DT, SE)));
    return IsSigned ? find(Operand, Depth + 1) : Whole;
  }
  auto *Op = dyn_cast<OverflowingBinaryOperator>(V);
  if (!Op || (!V->getType()->isIntegerTy(64) && !Op->hasNoSignedWrap()))
    return Whole;
  auto Part = [&](unsigned I) { return find(Op->getOperand(I), Depth + 1); };
  switch (Op->getOpcode()) {
  case Instruction::Add:
    return SE.getAddExpr(Part(0), Part(1));
  case Instruction::Sub:
    return SE.getMinusSCEV(Part(0), Part(1));
  case Instruction::Mul:
    return SE.getMulExpr(Part(0), Part(1));
  default:
    auto *C = dyn_cast<ConstantInt>(Op->getOperand(1));
    if (!C || C->getValue().uge(V->getType()->getIntegerBitWidth() - 1))
      return Whole;
    return SE.getMulExpr(Part(0),
                         SE.getConstant(I64, uint64_t(1) << C->getZExtValue()));
  }
}

const SCEV *smolly::polynomialOf(Value *V, BasicBlock *BB,
                                 const DominatorTree &DT, ScalarEvolution &SE) {
  return PolynomialFinder{BB, DT, SE}.find(V);
}

/// What \p Quotient is of \p V times its divisor, if it leaves no remainder.
static const SCEV *timesDivisor(User *Quotient, Value *V, ScalarEvolution &SE) {
  uint64_t Back;
  // Elsewhere it may not be asked for where there is a remainder.
  if (cast<Instruction>(Quotient)->getParent() !=
      cast<Instruction>(V)->getParent())
    return nullptr;
  if (match(Quotient, m_Exact(m_AShr(m_Specific(V), m_ConstantInt(Back)))))
    return SE.getMulExpr(SE.getSCEV(Quotient),
                         SE.getConstant(V->getType(), uint64_t(1) << Back));
  ConstantInt *Divisor;
  if (match(Quotient, m_Exact(m_SDiv(m_Specific(V), m_ConstantInt(Divisor)))))
    return SE.getMulExpr(SE.getSCEV(Quotient), SE.getConstant(Divisor));
  return nullptr;
}

const SCEV *smolly::productOf(Value *V, ScalarEvolution &SE) {
  const SCEV *Whole = SE.getSCEV(V);
  Value *Part;
  ConstantInt *Offset;
  // The distance of two pointers, more or less.
  if (match(V, m_Add(m_Value(Part), m_ConstantInt(Offset))))
    return SE.getAddExpr(productOf(Part, SE), SE.getConstant(Offset));
  if (isa<Instruction>(V) &&
      match(V, m_Sub(m_PtrToInt(m_Value()), m_PtrToInt(m_Value()))))
    for (User *Quotient : V->users())
      if (const SCEV *Product = timesDivisor(Quotient, V, SE))
        return Product;
  uint64_t Back;
  if (!match(V, m_Exact(m_AShr(m_Value(Part), m_ConstantInt(Back)))))
    return Whole;
  const SCEV *Count = SE.getSCEV(Part);
  unsigned Bits = V->getType()->getScalarSizeInBits(),
           Up = SE.getMinTrailingZeros(Count);
  auto PowerOfTwo = [&](unsigned Log) {
    return SE.getConstant(APInt::getOneBitSet(Bits, Log));
  };
  if (Back >= Up || Up >= Bits || !divideExactly(Count, PowerOfTwo(Up), SE))
    return Whole;
  Type *Narrow = IntegerType::get(V->getContext(), Bits - Up);
  return SE.getMulExpr(
      SE.getSignExtendExpr(SE.getTruncateExpr(Count, Narrow), V->getType()),
      PowerOfTwo(Up - Back));
}

bool smolly::divideExactly(const SCEV *&Dividend, const SCEV *Divisor,
                           ScalarEvolution &SE) {
  if (Dividend->getType() != Divisor->getType() || Divisor->isZero())
    return false;
  const SCEV *Quotient, *Remainder;
  SCEVDivision::divide(SE, Dividend, Divisor, &Quotient, &Remainder);
  if (!Remainder->isZero())
    return false;
  Dividend = Quotient;
  return true;
}

bool smolly::isEqual(const SCEV *A, const SCEV *B, ScalarEvolution &SE) {
  return A == B || (divideExactly(A, B, SE) && A->isOne());
}

APInt smolly::largestCount(ArrayRef<Extent> Counts, uint64_t Factor) {
  constexpr unsigned MaxBits = 62;
  APInt Constants(128, Factor);
  unsigned Unknown = 0;
  for (const Extent &Each : Counts)
    if (const auto *C = dyn_cast<SCEVConstant>(Each.Count))
      Constants *= C->getAPInt().zext(128);
    else
      ++Unknown;
  unsigned Bits = (MaxBits - std::min(MaxBits, Constants.ceilLogBase2())) /
                  std::max(Unknown, 1U);
  return APInt::getOneBitSet(64, Bits);
}
