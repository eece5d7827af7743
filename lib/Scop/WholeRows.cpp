//===- WholeRows.cpp - Rows in products of sums ---------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements WholeRows.h. All is modulo 2^bits, as scalar evolution has it.
///
//===----------------------------------------------------------------------===//

#include "WholeRows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;
using namespace smolly;

/// Longer polynomials are left alone.
static constexpr size_t MaxProducts = 32, MaxFactors = 16;

namespace {

struct Product {
  APInt Coefficient;
  /// Sorted by address; what is no sum, product or constant.
  SmallVector<const SCEV *, 4> Factors;

  Product times(const Product &Other) const {
    Product Result = {Coefficient * Other.Coefficient, Factors};
    append_range(Result.Factors, Other.Factors);
    sort(Result.Factors);
    return Result;
  }
};

using Polynomial = SmallVector<Product, 8>;

void add(Polynomial &Sum, const Product &P) {
  auto *Same =
      find_if(Sum, [&](const Product &Q) { return Q.Factors == P.Factors; });
  if (Same == Sum.end()) {
    Sum.push_back(P);
    return;
  }
  Same->Coefficient += P.Coefficient;
  if (Same->Coefficient.isZero())
    Sum.erase(Same);
}

/// std::nullopt if it is too long.
std::optional<Polynomial> product(const Polynomial &A, const Polynomial &B) {
  if (A.size() * B.size() > MaxProducts)
    return std::nullopt;
  Polynomial Result;
  for (const Product &P : A)
    for (const Product &Q : B) {
      if (P.Factors.size() + Q.Factors.size() > MaxFactors)
        return std::nullopt;
      add(Result, P.times(Q));
    }
  return Result;
}

/// \p S as a sum of products; std::nullopt if it is too long.
std::optional<Polynomial> expand(const SCEV *S, unsigned Bits) {
  if (auto *Constant = dyn_cast<SCEVConstant>(S))
    return Constant->isZero() ? Polynomial()
                              : Polynomial({{Constant->getAPInt(), {}}});
  if (!isa<SCEVAddExpr, SCEVMulExpr>(S))
    return Polynomial({{APInt(Bits, 1), {S}}});
  bool IsSum = isa<SCEVAddExpr>(S);
  Polynomial Result;
  if (!IsSum)
    Result.push_back({APInt(Bits, 1), {}});
  for (const SCEV *Operand : cast<SCEVNAryExpr>(S)->operands()) {
    std::optional<Polynomial> Expanded = expand(Operand, Bits);
    if (!Expanded)
      return std::nullopt;
    if (!IsSum) {
      Expanded = product(Result, *Expanded);
      if (!Expanded)
        return std::nullopt;
      Result.clear();
    }
    for (const Product &P : *Expanded)
      add(Result, P);
    if (Result.size() > MaxProducts)
      return std::nullopt;
  }
  return Result;
}

/// What \p Size has the factor 1 of, and what is nowhere else in it; null if
/// there is no such thing.
const SCEV *leadOf(const Polynomial &Size) {
  for (const Product &P : Size)
    if (P.Coefficient.isOne() && P.Factors.size() == 1 &&
        count_if(Size, [&](const Product &Q) {
          return is_contained(Q.Factors, P.Factors.front());
        }) == 1)
      return P.Factors.front();
  return nullptr;
}

const SCEV *toSCEV(const Polynomial &Sum, Type *Ty, ScalarEvolution &SE) {
  SmallVector<const SCEV *, 8> Terms = {SE.getZero(Ty)};
  for (const Product &P : Sum) {
    SmallVector<const SCEV *, 4> Factors = {SE.getConstant(P.Coefficient)};
    append_range(Factors, P.Factors);
    Terms.push_back(SE.getMulExpr(Factors));
  }
  return SE.getAddExpr(Terms);
}

/// \p S where no loop has begun its second iteration; null if \p Size is not
/// the same in all of them.
const SCEV *startOf(const SCEV *S, const SCEV *Size, ScalarEvolution &SE) {
  while (auto *Rec = dyn_cast<SCEVAddRecExpr>(S)) {
    if (!SE.isLoopInvariant(Size, Rec->getLoop()))
      return nullptr;
    S = Rec->getStart();
  }
  return S;
}

const SCEV *withStart(const SCEV *S, const SCEV *Start, ScalarEvolution &SE) {
  auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
  if (!Rec)
    return Start;
  SmallVector<const SCEV *, 4> Operands(Rec->operands());
  Operands[0] = withStart(Operands[0], Start, SE);
  return SE.getAddRecExpr(Operands, Rec->getLoop(), SCEV::FlagAnyWrap);
}

} // namespace

std::optional<SplitSubscript> smolly::splitWholeRows(const SCEV *Subscript,
                                                     const SCEV *Size,
                                                     ScalarEvolution &SE) {
  Type *Ty = Subscript->getType();
  if (!Ty->isIntegerTy() || Size->getType() != Ty)
    return std::nullopt;
  unsigned Bits = Ty->getIntegerBitWidth();
  const SCEV *Start = startOf(Subscript, Size, SE);
  if (!Start)
    return std::nullopt;
  std::optional<Polynomial> Left = expand(Start, Bits);
  std::optional<Polynomial> Divisor = expand(Size, Bits);
  const SCEV *Lead = Left && Divisor ? leadOf(*Divisor) : nullptr;
  if (!Lead)
    return std::nullopt;
  Polynomial Rows;
  // Each turn takes a factor Lead from a product. A number of rows stays:
  // `w - 1` is more often the last element of a row than one in front of the
  // next (FitRows.h asks which).
  while (true) {
    auto *Multiple = find_if(*Left, [&](const Product &P) {
      return P.Factors.size() > 1 && is_contained(P.Factors, Lead);
    });
    if (Multiple == Left->end())
      break;
    Product Quotient = *Multiple;
    Quotient.Factors.erase(find(Quotient.Factors, Lead));
    Product Negative = {-Quotient.Coefficient, Quotient.Factors};
    for (const Product &P : *Divisor)
      add(*Left, P.times(Negative));
    add(Rows, Quotient);
    if (Left->size() > MaxProducts)
      return std::nullopt;
  }
  if (Rows.empty())
    return std::nullopt;
  return SplitSubscript{toSCEV(Rows, Ty, SE),
                        withStart(Subscript, toSCEV(*Left, Ty, SE), SE)};
}
