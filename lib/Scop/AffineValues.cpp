//===- AffineValues.cpp - Values outside of a SCoP as sets ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements AffineValues.h.
///
/// Machine arithmetic wraps around, that of isl does not. Parameters are
/// assumed to be so small that sums and products of them do not come near the
/// end of their type; what may wrap all the same is not taken for affine.
///
//===----------------------------------------------------------------------===//

#include "AffineValues.h"
#include "FitRows.h"
#include "polly/Support/GICHelper.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Scop/IndirectReads.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "isl/aff.h"

using namespace llvm;
using namespace smolly;

/// Parameters of a SCoP.
static constexpr size_t MaxParameters = 10;
/// Bits of products that are left for small factors and sums.
static constexpr unsigned SpareBits = 8;

/// What a parameter of so many \p Bits must not exceed.
static isl::val largest(isl::ctx Ctx, unsigned Bits, unsigned Factors) {
  isl::val One = isl::val::one(Ctx);
  if (Bits == 64)
    return isl::val(Ctx, (Bits - SpareBits) / Factors).pow2().sub(One);
  isl::val Margin = isl::val(Ctx, Bits > SpareBits ? Bits - SpareBits : 0);
  return isl::val(Ctx, Bits > 2 ? Bits - 2 : 0).pow2().sub(Margin.pow2());
}

void smolly::addParameters(polly::Scop &S, const SCEV *Expr,
                           const DominatorTree &DT) {
  // A loop whose trip count is not known has an expression that says so.
  polly::ParameterSetTy New;
  auto Collect = [&](const SCEV *Part) {
    const auto *Leaf = dyn_cast<SCEVUnknown>(Part);
    if (!Leaf || !Leaf->getType()->isIntegerTy() ||
        !S.getIdForParam(Leaf).is_null() || indirectRead(Leaf) ||
        range_size(S.parameters()) + New.size() >= MaxParameters)
      return false;
    const auto *I = dyn_cast<Instruction>(Leaf->getValue());
    if (I ? DT.dominates(I, &S.getEntry()->front())
          : isa<Argument>(Leaf->getValue()))
      New.insert(Leaf);
    return false;
  };
  if (!isa<SCEVCouldNotCompute>(Expr))
    SCEVExprContains(Expr, Collect);
  if (New.empty())
    return;
  S.addParams(New);
  S.setContext(S.getContext().align_params(S.getFullParamSpace()));
}

static isl::pw_aff sum(const isl::pw_aff &A, const isl::pw_aff &B) {
  return A.add(B);
}
static isl::pw_aff larger(const isl::pw_aff &A, const isl::pw_aff &B) {
  return A.max(B);
}
static isl::pw_aff smaller(const isl::pw_aff &A, const isl::pw_aff &B) {
  return A.min(B);
}

AffineValues::AffineValues(const polly::Scop &S, ArrayRef<const Loop *> Loops,
                           unsigned Factors)
    : S(S), Loops(Loops.begin(), Loops.end()), Factors(std::max(Factors, 1u)),
      Iterations(isl::set::universe(
          S.getFullParamSpace().add_unnamed_tuple(unsigned(Loops.size())))),
      Assumed(isl::set::universe(S.getFullParamSpace())) {
  for (unsigned Dim = 0; Dim < Loops.size(); ++Dim)
    limitIterations(Dim);
}

/// Bounds iterator \p Dim by the trip count of its loop, where that is known.
/// The count is a number without sign. No loop of 64 bits runs long enough for
/// it to reach the sign bit; for shorter ones this must be known.
void AffineValues::limitIterations(unsigned Dim) {
  Iterations = Iterations.lower_bound_si(isl::dim::set, Dim, 0);
  ScalarEvolution &SE = *S.getSE();
  const SCEV *Last = SE.getBackedgeTakenCount(Loops[Dim]);
  if (isa<SCEVCouldNotCompute>(Last))
    return;
  isl::set Before = Assumed;
  isl::pw_aff Bound = valueOf(Last);
  if (SE.getTypeSizeInBits(Last->getType()) < 64 &&
      !SE.isLoopEntryGuardedByCond(Loops[Dim], ICmpInst::ICMP_SGE, Last,
                                   SE.getZero(Last->getType())))
    Bound = nonNegative(Bound);
  if (Bound.is_null()) {
    Assumed = Before;
    return;
  }
  isl::pw_aff Iterator(isl::aff::var_on_domain(
      isl::local_space(Iterations.get_space()), isl::dim::set, Dim));
  Iterations = Iterations.intersect(Iterator.le_set(Bound));
}

isl::pw_aff AffineValues::valueOf(const SCEV *Expr) {
  isl::set Before = Assumed;
  isl::pw_aff Value = visit(Expr);
  if (Value.is_null())
    Assumed = Before;
  return Value;
}

/// \p Value of \p Expr, or null if it may not fit in the type of \p Expr.
isl::pw_aff AffineValues::checked(isl::pw_aff Value, const SCEV *Expr) {
  if (Value.is_null())
    return {};
  unsigned Bits = S.getSE()->getTypeSizeInBits(Expr->getType());
  isl::val End = isl::val(Value.ctx(), Bits - 1).pow2();
  isl::set Domain = Iterations.intersect_params(Assumed);
  isl::set Above = Value.ge_set(isl::pw_aff(Domain, End));
  isl::set Below = Value.lt_set(isl::pw_aff(Domain, End.neg()));
  return isEmpty(Above.unite(Below)).is_true() ? Value : isl::pw_aff();
}

/// The parameter \p Expr, which is then assumed to be small.
isl::pw_aff AffineValues::parameter(const SCEV *Expr) {
  isl::id Id = S.getIdForParam(Expr);
  int Position = Id.is_null() ? -1
                              : isl_set_find_dim_by_id(Assumed.get(),
                                                       isl_dim_param, Id.get());
  if (Position < 0)
    return {};
  unsigned Bits = S.getSE()->getTypeSizeInBits(Expr->getType());
  isl::val Limit = largest(Assumed.ctx(), Bits, Factors);
  Assumed = isl::manage(isl_set_upper_bound_val(
      Assumed.release(), isl_dim_param, Position, Limit.copy()));
  Assumed = isl::manage(isl_set_lower_bound_val(
      Assumed.release(), isl_dim_param, Position, Limit.neg().release()));
  return isl::pw_aff(isl::manage(isl_aff_param_on_domain_space_id(
      Iterations.get_space().release(), Id.release())));
}

isl::pw_aff AffineValues::combine(const SCEVNAryExpr *Expr,
                                  isl::pw_aff (*Join)(const isl::pw_aff &,
                                                      const isl::pw_aff &)) {
  isl::pw_aff Result;
  for (const SCEV *Operand : Expr->operands()) {
    isl::pw_aff Value = visit(Operand);
    if (Value.is_null())
      return {};
    Result = Result.is_null() ? Value : Join(Result, Value);
  }
  return checked(Result, Expr);
}

isl::pw_aff AffineValues::product(const SCEVMulExpr *Expr) {
  isl::pw_aff Result;
  for (const SCEV *Operand : Expr->operands()) {
    isl::pw_aff Value = visit(Operand);
    if (Value.is_null() || (!Result.is_null() && !Result.is_cst().is_true() &&
                            !Value.is_cst().is_true()))
      return {};
    Result = Result.is_null() ? Value : Result.mul(Value);
  }
  return checked(Result, Expr);
}

isl::pw_aff AffineValues::recurrence(const SCEVAddRecExpr *Expr) {
  const auto *Found = find(Loops, Expr->getLoop());
  if (Found == Loops.end() || !Expr->isAffine())
    return {};
  isl::pw_aff Start = visit(Expr->getStart());
  isl::pw_aff Step = visit(Expr->getStepRecurrence(*S.getSE()));
  if (Start.is_null() || Step.is_null() || !Step.is_cst().is_true())
    return {};
  isl::pw_aff Iterator(
      isl::aff::var_on_domain(isl::local_space(Iterations.get_space()),
                              isl::dim::set, Found - Loops.begin()));
  return checked(Start.add(Step.mul(Iterator)), Expr);
}

/// \p Value, which is assumed not to be negative anywhere; null if nothing is
/// left then, or too much had to be assumed.
isl::pw_aff AffineValues::nonNegative(isl::pw_aff Value) {
  if (Value.is_null())
    return {};
  isl::set Domain = Iterations.intersect_params(Assumed);
  isl::set Negative =
      Value.lt_set(isl::pw_aff(Domain, isl::val::zero(Value.ctx())));
  if (isEmpty(Negative).is_true())
    return Value;
  isl::set Good = coalesced(Assumed.subtract(Negative.params()));
  if (Good.n_basic_set().release() != 1 || isEmpty(Good).is_true())
    return {};
  Assumed = Good;
  return Value;
}

/// \p Dividend divided by a positive number and rounded, down or towards zero,
/// which is the same as it is assumed not to be negative.
isl::pw_aff AffineValues::quotient(const SCEV *Dividend, const APInt &Divisor) {
  isl::pw_aff Value = nonNegative(visit(Dividend));
  if (Value.is_null() || !Divisor.isStrictlyPositive())
    return {};
  isl::val By = polly::valFromAPInt(Value.ctx().get(), Divisor, true);
  return Value.div(isl::pw_aff(Iterations, By)).floor();
}

/// Quotients with a sign are nothing that scalar evolution knows.
isl::pw_aff AffineValues::unknown(const SCEVUnknown *Expr) {
  const auto *Division = dyn_cast<BinaryOperator>(Expr->getValue());
  if (!Division || Division->getOpcode() != Instruction::SDiv)
    return {};
  const auto *Divisor = dyn_cast<ConstantInt>(Division->getOperand(1));
  return Divisor ? quotient(S.getSE()->getSCEV(Division->getOperand(0)),
                            Divisor->getValue())
                 : isl::pw_aff();
}

isl::set smolly::frozenCopies(const polly::Scop &S,
                              std::vector<isl::id> &Unknown) {
  isl::set Result = isl::set::universe(S.getFullParamSpace());
  for (const SCEV *Parameter : S.parameters()) {
    const Value *Source = frozenValue(Parameter);
    if (!Source)
      continue;
    AffineValues Values(S, {}, 1);
    isl::pw_aff Copy = Values.valueOf(Parameter);
    isl::pw_aff Value =
        Values.valueOf(S.getSE()->getSCEV(const_cast<llvm::Value *>(Source)));
    if (Copy.is_null() || Value.is_null())
      Unknown.push_back(S.getIdForParam(Parameter));
    else
      Result = Result.intersect(Copy.eq_set(Value).params())
                   .intersect(Values.assumed());
  }
  return Result;
}

isl::pw_aff AffineValues::visit(const SCEV *Expr) {
  if (!Expr->getType()->isIntegerTy() ||
      S.getSE()->getTypeSizeInBits(Expr->getType()) > 64)
    return {};
  if (const auto *Constant = dyn_cast<SCEVConstant>(Expr))
    return isl::pw_aff(Iterations, polly::valFromAPInt(Iterations.ctx().get(),
                                                       Constant->getAPInt(),
                                                       /*IsSigned=*/true));
  if (isl::pw_aff Value = parameter(Expr); !Value.is_null())
    return Value;
  switch (Expr->getSCEVType()) {
  case scSignExtend:
    return visit(cast<SCEVSignExtendExpr>(Expr)->getOperand());
  case scZeroExtend:
    return nonNegative(visit(cast<SCEVZeroExtendExpr>(Expr)->getOperand()));
  case scUnknown:
    return unknown(cast<SCEVUnknown>(Expr));
  case scUDivExpr: {
    const auto *Quotient = cast<SCEVUDivExpr>(Expr);
    const auto *Divisor = dyn_cast<SCEVConstant>(Quotient->getRHS());
    return Divisor ? quotient(Quotient->getLHS(), Divisor->getAPInt())
                   : isl::pw_aff();
  }
  case scAddExpr:
    return combine(cast<SCEVAddExpr>(Expr), sum);
  case scSMaxExpr:
    return combine(cast<SCEVSMaxExpr>(Expr), larger);
  case scSMinExpr:
    return combine(cast<SCEVSMinExpr>(Expr), smaller);
  case scMulExpr:
    return product(cast<SCEVMulExpr>(Expr));
  case scAddRecExpr:
    return recurrence(cast<SCEVAddRecExpr>(Expr));
  default:
    return {};
  }
}
