//===- NeighbourSums.cpp - Sums of neighbours in vectors ------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements NeighbourSums.h.
///
//===----------------------------------------------------------------------===//

#include "NeighbourSums.h"
#include "smolly/Kernel/Strides.h"
#include "smolly/Schedule/Chains.h"
#include "smolly/Storage/SmallSizes.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include <set>

using namespace llvm;
using namespace smolly;

/// With fewer iterations of the loop around, there would be too few vectors;
/// with more of the innermost one, a few sums in registers are as good.
static constexpr unsigned LongLoop = 64;

/// Whether LLVM has \p I for vectors, on any target.
static bool isVectorizable(const Instruction &I) {
  if (const auto *Call = dyn_cast<CallBase>(&I)) {
    const auto *Known = dyn_cast<IntrinsicInst>(Call);
    return Known && isTriviallyVectorizable(Known->getIntrinsicID());
  }
  bool IsDivision = I.isIntDivRem();
  Type *Ty = isa<StoreInst>(I) ? I.getOperand(0)->getType() : I.getType();
  return !IsDivision && (Ty->isIntegerTy() || Ty->isFloatTy() ||
                         Ty->isDoubleTy() || isa<GetElementPtrInst>(I));
}

/// Whether the innermost loop around \p Domain is short where sizes that are
/// taken to be small are.
static bool isShort(const Kernel &K, isl::set Domain, int Loop) {
  for (const auto &[Name, Size] : assumedSizes(K))
    if (int Param =
            isl_set_find_dim_by_name(Domain.get(), isl_dim_param, Name.c_str());
        Param >= 0)
      Domain = isl::manage(
          isl_set_fix_si(Domain.release(), isl_dim_param, Param, Size));
  return hasFewAt(Domain, Loop, LongLoop);
}

/// Whether a value of an iteration of the innermost loop is read in the next:
/// statements are in the order of their execution.
static bool passesOn(const Kernel &All, unsigned FirstScalar,
                     ArrayRef<unsigned> Statements) {
  std::set<unsigned> Read;
  for (unsigned S : Statements) {
    const Statement &Stmt = All.Statements[S];
    for (const Access &A : Stmt.Accesses)
      if (A.isRead() && A.Array >= FirstScalar)
        Read.insert(A.Array);
    for (const Access &A : Stmt.Accesses)
      if (A.isWrite() && Read.count(A.Array))
        return true;
    if (!findChains(Stmt).empty())
      return true;
  }
  return false;
}

/// Whether the loop around the innermost one around \p S has many iterations,
/// and those that follow each other access neighbours, or the same element, by
/// the same expression: vectors are gathered from max(0, x - r).
static bool hasNeighbours(const Statement &S) {
  int Loops = isl_set_dim(S.Domain.get(), isl_dim_set);
  return Loops >= 2 && !hasFewAt(S.Domain, Loops - 2, LongLoop) &&
         all_of(S.Accesses, [&](const Access &A) {
           return isl_map_dim(A.Relation.get(), isl_dim_out) < 1 ||
                  (isOneExpression(A.Relation) &&
                   goesAlongRows(S, A, Loops - 2));
         });
}

bool smolly::areSumsOfNeighbours(const ImportedScop &Scop, const Kernel &All,
                                 ArrayRef<unsigned> Statements) {
  return passesOn(All, Scop.K.Arrays.size(), Statements) &&
         all_of(Statements, [&](unsigned S) {
           const polly::ScopStmt &Stmt = *Scop.Stmts[S];
           const isl::set &Domain = All.Statements[S].Domain;
           int Loops = isl_set_dim(Domain.get(), isl_dim_set);
           return Stmt.isBlockStmt() && isShort(All, Domain, Loops - 1) &&
                  hasNeighbours(All.Statements[S]) &&
                  all_of(Stmt.getInstructions(), [](const Instruction *I) {
                    return isVectorizable(*I);
                  });
         });
}
