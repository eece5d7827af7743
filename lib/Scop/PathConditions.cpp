//===- PathConditions.cpp - When a part of a statement runs ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements PathConditions.h.
///
//===----------------------------------------------------------------------===//

#include "PathConditions.h"
#include "OutsideElements.h"
#include "StatementFacts.h"
#include "polly/Support/SCEVValidator.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/IslUninterrupted.h"
#include "smolly/Scop/Import.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PatternMatch.h"
#include "isl/aff.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// Where \p Function is not negative.
static isl::set nonNegative(const isl::pw_aff &Function) {
  return isl::manage(isl_pw_aff_nonneg_set(Function.copy()));
}

static isl::set negative(const isl::pw_aff &Function) {
  return Function.lt_set(Function.sub(Function));
}

PathConditions::PathConditions(polly::ScopStmt &Stmt, isl::set Domain,
                               isl::set Context)
    : Stmt(Stmt), S(*Stmt.getParent()), SE(*S.getSE()),
      Result(std::move(Domain)), Unclear(isl::set::empty(Result.get_space())),
      Context(std::move(Context)) {}

void PathConditions::setInPlaceOf(Value &V, Value &Other) {
  InPlaceOf[&V] = SE.getSCEV(&Other);
}

const SCEV *PathConditions::valueOf(const Value *V) const {
  ValueToSCEVMapTy Map = InPlaceOf;
  return SCEVParameterRewriter::rewrite(SE.getSCEV(const_cast<Value *>(V)), SE,
                                        Map);
}

std::optional<polly::PWACtx>
PathConditions::functionOf(const SCEV *Number) const {
  polly::InvariantLoadsSetTy Loads;
  Loop *Scope = Stmt.getSurroundingLoop();
  if (!polly::isAffineExpr(&S.getRegion(), Scope, Number, SE, &Loads) ||
      !Loads.empty())
    return std::nullopt;
  // Parameters that do not occur elsewhere are none of the SCoP's.
  for (const SCEV *Parameter :
       polly::getParamsInAffineExpr(&S.getRegion(), Scope, Number, SE))
    if (!is_contained(S.parameters(), Parameter))
      return std::nullopt;
  polly::PWACtx Function;
  {
    IslUninterrupted Polly(S.getIslCtx());
    Function = S.getPwAff(Number, Stmt.getEntryBlock());
  }
  isl::id Id = Result.get_tuple_id();
  Function.first = isl::manage(
      isl_pw_aff_set_tuple_id(Function.first.release(), isl_dim_in, Id.copy()));
  Function.second = Function.second.set_tuple_id(Id);
  return Function;
}

void PathConditions::add(const ICmpInst &Comparison, bool Holds) {
  CmpInst::Predicate Predicate =
      Holds ? Comparison.getPredicate() : Comparison.getInversePredicate();
  if (!Comparison.getOperand(0)->getType()->isIntegerTy())
    return;
  auto Left = functionOf(valueOf(Comparison.getOperand(0)));
  auto Right =
      Left ? functionOf(valueOf(Comparison.getOperand(1))) : std::nullopt;
  if (!Right)
    return;
  if (ICmpInst::isGT(Predicate) || ICmpInst::isGE(Predicate)) {
    Predicate = ICmpInst::getSwappedPredicate(Predicate);
    std::swap(Left, Right);
  }
  isl::pw_aff Less = Left->first, More = Right->first;
  isl::set Known = Predicate == CmpInst::ICMP_EQ   ? Less.eq_set(More)
                   : Predicate == CmpInst::ICMP_NE ? Less.ne_set(More)
                   : ICmpInst::isLT(Predicate)     ? Less.lt_set(More)
                                                   : Less.le_set(More);
  // What is less than a number without a sign has none either.
  if (ICmpInst::isUnsigned(Predicate))
    Known = Known.intersect(nonNegative(Less)).unite(negative(More));
  isl::set Wraps = coalesced(Left->second.unite(Right->second)
                                 .intersect(Result)
                                 .intersect_params(Context)
                                 .gist_params(Context));
  Result = Result.intersect(Known.unite(Wraps));
  Unclear = Unclear.unite(Wraps);
}

void PathConditions::add(const Value *Condition, bool Holds) {
  const Value *First, *Second;
  if (Holds ? match(Condition, m_LogicalAnd(m_Value(First), m_Value(Second)))
            : match(Condition, m_LogicalOr(m_Value(First), m_Value(Second)))) {
    add(First, Holds);
    add(Second, Holds);
  } else if (match(Condition, m_Not(m_Value(First)))) {
    add(First, !Holds);
  } else if (const auto *Comparison = dyn_cast<ICmpInst>(Condition)) {
    add(*Comparison, Holds);
  }
}

void PathConditions::add(const BasicBlock &First, const BasicBlock &Reached,
                         const DominatorTree &DT) {
  for (const BasicBlock *BB = &Reached; BB != &First;) {
    BB = DT.getNode(BB)->getIDom()->getBlock();
    const auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
    if (!Branch || !Branch->isConditional() ||
        Branch->getSuccessor(0) == Branch->getSuccessor(1))
      continue;
    for (unsigned I = 0; I < 2; ++I)
      if (DT.dominates(BasicBlockEdge(BB, Branch->getSuccessor(I)), &Reached))
        add(Branch->getCondition(), I == 0);
  }
}

isl::set PathConditions::reached() const { return coalesced(Result); }

isl::set smolly::instancesOf(const polly::MemoryAccess &MA, isl::set Domain,
                             isl::set Context, const DominatorTree &DT) {
  polly::ScopStmt &Stmt = *MA.getStatement();
  if (!isInInnerBlock(MA))
    return Domain;
  PathConditions Conditions(Stmt, std::move(Domain), std::move(Context));
  Conditions.add(*Stmt.getEntryBlock(), *MA.getAccessInstruction()->getParent(),
                 DT);
  return Conditions.reached();
}

/// { [params] } for which subscripts of \p S are in bounds; null if that takes
/// more than \p MaxOperations, or some conditional statement never runs then.
static isl::set paramsInBounds(polly::Scop &S, const DominatorTree &DT,
                               unsigned long MaxOperations) {
  IslBudget Budget(S.getIslCtx(), MaxOperations);
  isl::set Demanded = isl::set::universe(S.getParamSpace());
  for (polly::ScopStmt &Stmt : S)
    for (const polly::MemoryAccess *MA : Stmt) {
      if (!MA->isArrayKind() ||
          MA->getLatestScopArrayInfo()->getNumberOfDimensions() < 2)
        continue;
      isl::map Relation = MA->getLatestAccessRelation().intersect_domain(
          instancesOf(*MA, Stmt.getDomain(), S.getContext(), DT));
      isl::set Outside =
          rowsOf(*MA->getLatestScopArrayInfo(), Relation.get_space().range())
              .complement();
      // Without divisions, this is no less than what it was.
      isl::set Wrong =
          Relation.intersect_range(Outside).domain().params().remove_divs();
      Demanded = Demanded.intersect(Wrong.complement());
    }
  Demanded = coalesced(Demanded);
  if (Budget.exceeded() || Demanded.is_null())
    return {};
  // Rewritten loops that never do what the program does are none.
  const isl::set Possible = Demanded.intersect(S.getContext());
  for (polly::ScopStmt &Stmt : S)
    if (Stmt.isRegionStmt() && isEmpty(Stmt.getDomain()).is_false() &&
        !isEmpty(Stmt.getDomain().intersect_params(Possible)).is_false())
      return {};
  return Budget.exceeded() ? isl::set() : Demanded;
}

bool smolly::demandInBounds(polly::Scop &S, const DominatorTree &DT,
                            unsigned long MaxOperations) {
  isl::set Demanded = paramsInBounds(S, DT, MaxOperations);
  if (Demanded.is_null())
    return false;
  // Outside of all budgets: Polly ends the process if isl gives it nothing.
  S.addAssumption(polly::INBOUNDS, Demanded, DebugLoc(), polly::AS_ASSUMPTION,
                  nullptr);
  return S.hasFeasibleRuntimeContext();
}
