//===- Equalities.cpp - What a branch says is equal -----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Equalities.h.
///
//===----------------------------------------------------------------------===//

#include "Equalities.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// Conditions further away from where they are of use are not looked at.
static constexpr unsigned MaxConditions = 4;

namespace {

/// Puts constants in place of expressions.
class Replacement : public SCEVRewriteVisitor<Replacement> {
public:
  Replacement(ScalarEvolution &SE, const Equalities &Facts)
      : SCEVRewriteVisitor(SE), Facts(Facts) {}
  const SCEV *visit(const SCEV *S) {
    for (const Equality &E : Facts)
      if (const SCEV *New = replace(S, E))
        return New;
    return SCEVRewriteVisitor::visit(S);
  }

private:
  /// \p S with \p E applied to it as a whole, or to some of its factors; null
  /// if that says nothing of it.
  const SCEV *replace(const SCEV *S, const Equality &E) {
    if (S == E.Expression)
      return E.Constant;
    const auto *Product = dyn_cast<SCEVMulExpr>(S);
    const auto *Part = dyn_cast<SCEVMulExpr>(E.Expression);
    if (!Product || !Part || S->getType() != Part->getType())
      return nullptr;
    SmallVector<const SCEV *, 4> Factors(Product->operands());
    for (const SCEV *Factor : Part->operands()) {
      auto *Found = find(Factors, Factor);
      if (Found == Factors.end())
        return nullptr;
      Factors.erase(Found);
    }
    Factors.push_back(E.Constant);
    return SE.getMulExpr(Factors);
  }

  const Equalities &Facts;
};

} // namespace

void smolly::addEqualities(Value *Condition, bool IsTrue, ScalarEvolution &SE,
                           Equalities &Facts) {
  auto *Compare = dyn_cast<ICmpInst>(Condition);
  if (!Compare)
    return;
  Value *Left = Compare->getOperand(0), *Right = Compare->getOperand(1);
  CmpInst::Predicate Predicate =
      IsTrue ? Compare->getPredicate() : Compare->getInversePredicate();
  bool IsZero = match(Right, m_Zero());
  if (Predicate != CmpInst::ICMP_EQ &&
      (Predicate != CmpInst::ICMP_ULE || !IsZero))
    return;
  Value *Dividend;
  if (IsZero && (match(Left, m_Exact(m_SDiv(m_Value(Dividend), m_Value()))) ||
                 match(Left, m_Exact(m_UDiv(m_Value(Dividend), m_Value()))) ||
                 match(Left, m_Exact(m_AShr(m_Value(Dividend), m_Value())))))
    Left = Dividend;
  if (!SE.isSCEVable(Left->getType()))
    return;
  const SCEV *Difference = SE.getMinusSCEV(SE.getSCEV(Left), SE.getSCEV(Right));
  if (isa<SCEVCouldNotCompute>(Difference))
    return;
  const SCEV *Known = Difference;
  const SCEV *Value = SE.getZero(Difference->getType());
  if (const auto *Sum = dyn_cast<SCEVAddExpr>(Difference);
      Sum && Sum->getNumOperands() == 2 &&
      isa<SCEVConstant>(Sum->getOperand(0))) {
    Known = Sum->getOperand(1);
    Value = SE.getNegativeSCEV(Sum->getOperand(0));
  }
  if (isa<SCEVConstant>(Known))
    return;
  Facts.push_back({Known, Value});
  const auto *Cast = dyn_cast<SCEVIntegralCastExpr>(Known);
  if (Cast && Value->isZero() && !isa<SCEVTruncateExpr>(Cast))
    Facts.push_back(
        {Cast->getOperand(), SE.getZero(Cast->getOperand()->getType())});
}

Equalities smolly::equalitiesOnEdge(const BasicBlock *From,
                                    const BasicBlock *To, ScalarEvolution &SE) {
  Equalities Facts;
  for (unsigned I = 0; From && I < MaxConditions; ++I) {
    auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
    if (Branch && Branch->isConditional() &&
        Branch->getSuccessor(0) != Branch->getSuccessor(1))
      addEqualities(Branch->getCondition(), Branch->getSuccessor(0) == To, SE,
                    Facts);
    To = From;
    From = From->getSinglePredecessor();
  }
  return Facts;
}

const SCEV *smolly::applyEqualities(const SCEV *S, const Equalities &Facts,
                                    ScalarEvolution &SE) {
  return Replacement(SE, Facts).visit(S);
}
