//===- SplitBorders.cpp - Loops with conditions at their borders ----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements SplitBorders.h.
///
//===----------------------------------------------------------------------===//

#include "SplitBorders.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Scop/ExposeArrays.h"
#include "smolly/Scop/MathErrors.h"
#include "smolly/Scop/Prepare.h"
#include "smolly/Scop/Windows.h"
#include "smolly/Storage/ParameterPoint.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "isl/set.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// A border has no more than this part of the iterations.
static constexpr double Border = 0.1;
/// Each statement may get a copy for each border.
static constexpr size_t MaxStatements = 48;
/// isl operations.
static constexpr unsigned long MaxOperations = 1'000'000;
/// How many conditions are looked through that make up one.
static constexpr unsigned MaxConditions = 4;

/// Whether \p V may stay the same in \p L: a size may lie in memory.
static bool mayStay(const Value *V, const Loop &L) {
  const auto *Load = dyn_cast<LoadInst>(V);
  return L.isLoopInvariant(V) ||
         (Load && L.isLoopInvariant(Load->getPointerOperand()));
}

/// Whether \p V is a counter of \p L, plus what stays the same, and cast.
static bool isCounter(const Value *V, const Loop &L) {
  for (;;) {
    if (const auto *Phi = dyn_cast<PHINode>(V))
      return Phi->getParent() == L.getHeader();
    const Value *Left, *Right;
    if (match(V, m_Add(m_Value(Left), m_Value(Right))) ||
        match(V, m_Sub(m_Value(Left), m_Value(Right)))) {
      V = mayStay(Left, L) ? Right : Left;
      if (V == Left && !mayStay(Right, L))
        return false;
      continue;
    }
    if (!match(V, m_ZExtOrSExt(m_Value(Left))) &&
        !match(V, m_Trunc(m_Value(Left))))
      return false;
    V = Left;
  }
}

/// Whether a counter of \p L is compared with what stays the same.
static bool isCompared(const Value *Left, const Value *Right, const Loop &L) {
  return (isCounter(Left, L) && mayStay(Right, L)) ||
         (isCounter(Right, L) && mayStay(Left, L));
}

/// Whether \p Condition compares a counter of \p L with what stays the same.
static bool asksCounter(const Value *Condition, const Loop &L,
                        unsigned Depth = MaxConditions) {
  if (const auto *Compare = dyn_cast<ICmpInst>(Condition))
    return isCompared(Compare->getOperand(0), Compare->getOperand(1), L);
  const Value *Left, *Right;
  return Depth > 0 &&
         (match(Condition, m_LogicalAnd(m_Value(Left), m_Value(Right))) ||
          match(Condition, m_LogicalOr(m_Value(Left), m_Value(Right)))) &&
         (asksCounter(Left, L, Depth - 1) || asksCounter(Right, L, Depth - 1));
}

/// Whether \p I may be turned into a branch that asks for a counter of \p L: a
/// choice, a minimum, a remainder.
static bool mayAskCounter(const Instruction &I, const Loop &L) {
  if (const auto *Select = dyn_cast<SelectInst>(&I))
    return asksCounter(Select->getCondition(), L);
  if (const auto *Extreme = dyn_cast<MinMaxIntrinsic>(&I))
    return isCompared(Extreme->getLHS(), Extreme->getRHS(), L);
  return isRemainder(I) && isCounter(I.getOperand(0), L) &&
         mayStay(I.getOperand(1), L);
}

/// Whether \p I is a call of what Polly cannot look into, and preparing the
/// function does not inline.
static bool callsOther(const Instruction &I, const TargetLibraryInfo &TLI) {
  const auto *CB = dyn_cast<CallBase>(&I);
  return CB && CB->mayHaveSideEffects() && !isa<IntrinsicInst>(CB) &&
         !isInlinable(*CB, TLI) && mathErrors(*CB, TLI) == NoErrors;
}

/// Whether \p L may be a part of a SCoP: it ends in one place, apart from where
/// the program does, and calls nothing.
static bool mayBeInScop(const Loop &L, const TargetLibraryInfo &TLI) {
  unsigned Ends = 0;
  for (const BasicBlock *BB : L.blocks()) {
    Ends += any_of(successors(BB), [&](const BasicBlock *Next) {
      return !L.contains(Next) && !isa<UnreachableInst>(Next->getTerminator());
    });
    if (any_of(*BB, [&](const Instruction &I) { return callsOther(I, TLI); }))
      return false;
  }
  return Ends == 1;
}

bool smolly::mayHaveBorders(const Loop &L, const TargetLibraryInfo &TLI) {
  if (!L.isInnermost() || L.isOutermost() || !mayBeInScop(L, TLI))
    return false;
  return any_of(L.blocks(), [&](const BasicBlock *BB) {
    const auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
    return (Branch && Branch->isConditional() && !L.isLoopExiting(BB) &&
            asksCounter(Branch->getCondition(), L)) ||
           any_of(*BB,
                  [&](const Instruction &I) { return mayAskCounter(I, L); });
  });
}

/// Whether the statements with the \p Domains, { [iterators] }, which are all
/// in one innermost loop, have borders in it. None where one of them has
/// another kind of condition.
static std::optional<bool> haveBorders(ArrayRef<isl::set> Domains,
                                       const ParameterPoint &Point) {
  isl::set All = Domains.front();
  for (const isl::set &Domain : drop_begin(Domains))
    All = All.unite(Domain);
  int Last = isl_set_dim(All.get(), isl_dim_set) - 1;
  bool Any = false;
  for (const isl::set &Domain : Domains) {
    if (Last < 0 || !Domain.involves_locals().is_false())
      return std::nullopt;
    isl::set Rows =
        isl::manage(isl_set_eliminate(Domain.copy(), isl_dim_set, Last, 1));
    Rows = Rows.intersect(All);
    isl::boolean IsWhole = isSubset(Rows, Domain);
    if (IsWhole.is_error())
      return std::nullopt;
    if (IsWhole.is_true())
      continue;
    double Part = Point.boxesAround(Domain) / Point.boxesAround(Rows);
    if (!(Part <= Border || Part >= 1 - Border))
      return std::nullopt;
    Any = true;
  }
  return Any;
}

/// Whether \p L computes with a floating-point number what the next iteration
/// waits for, and LLVM may not reorder.
static bool waitsForNumbers(const Loop &L) {
  return any_of(L.getHeader()->phis(), [](const PHINode &Phi) {
    return any_of(Phi.users(), [](const User *U) {
      return isa<FPMathOperator>(U) && !isa<PHINode>(U) &&
             !cast<FPMathOperator>(U)->hasAllowReassoc();
    });
  });
}

bool smolly::hasBorders(const ImportedScop &Scop,
                        const StorageOptions &Options) {
  if (Scop.Stmts.size() > MaxStatements)
    return false;
  IslBudget Budget(Scop.K.ctx(), MaxOperations);
  MapVector<const Loop *, SmallVector<isl::set, 8>> Domains;
  for (unsigned S = 0; S < Scop.Stmts.size(); ++S)
    if (const Loop *L = Scop.Stmts[S]->getSurroundingLoop();
        L && L->isInnermost())
      Domains[L].push_back(isl::manage(
          isl_set_reset_tuple_id(Scop.K.Statements[S]
                                     .Domain.intersect_params(Scop.K.Context)
                                     .release())));
  ParameterPoint Point(Scop.Likely, Options.Assumed);
  bool Any = false;
  for (auto &[L, Of] : Domains) {
    std::optional<bool> Found = haveBorders(Of, Point);
    // Without conditions, a sum over a window takes as long: it waits.
    if (!Found ||
        (*Found && asksBorders(*L, *Scop.S->getSE()) && waitsForNumbers(*L)))
      return false;
    Any |= *Found;
  }
  return Any && !Budget.exceeded();
}
