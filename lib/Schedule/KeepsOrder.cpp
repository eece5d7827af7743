//===- KeepsOrder.cpp - Is a schedule legal? ------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements keepsOrder of Fuse.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/LexOrder.h"
#include "smolly/Schedule/Fuse.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/TimeProfiler.h"
#include "isl/map.h"

using namespace smolly;

/// { First[] -> Second[] }: instances of \p First that come before those of \p
/// Second by the \p Old times, and do not by the \p New ones.
static isl::map reordered(const std::vector<ComparedTimes> &Old,
                          const std::vector<ComparedTimes> &New, unsigned First,
                          unsigned Second) {
  isl::map Before = lexOrder(Lex::Less, Old[First], Old[Second]);
  isl::map NotBefore = lexOrder(Lex::GreaterEqual, New[First], New[Second]);
  return intersection(Before, NotBefore);
}

/// Whether it matters which of two accesses comes first if they are to one
/// element.
static bool mayDepend(const Access &A, const Access &B) {
  return A.Array == B.Array && (A.isWrite() || B.isWrite());
}

static bool mayDepend(const Statement &S, const Statement &T) {
  return llvm::any_of(S.Accesses, [&](const Access &A) {
    return llvm::any_of(T.Accesses,
                        [&](const Access &B) { return mayDepend(A, B); });
  });
}

/// Whether \p A and \p B touch no element both in instances that \p Reordered
/// has, { DomainOfA[] -> DomainOfB[] }.
static bool areIndependent(const Access &A, const Access &B,
                           const isl::map &Reordered, const isl::set &Context) {
  if (!mayDepend(A, B) ||
      areSurelyIndependent(A.Relation, B.Relation, Reordered))
    return true;
  isl::map Touching = A.Relation.apply_range(B.Relation.reverse());
  return isEmpty(intersection(Touching, Reordered).intersect_params(Context))
      .is_true();
}

/// Whether it matters which of two statements comes first for what they do
/// beside their accesses.
static bool mayInterfere(const Statement &S, const Statement &T) {
  return !S.mayMove() && !T.mayMove();
}

bool smolly::keepsOrder(const Kernel &Original,
                        const std::vector<isl::map> &Schedules,
                        unsigned long MaxOperations) {
  llvm::TimeTraceScope Trace("Smolly check order");
  Kernel K = Original;
  IslBudget Budget(K.ctx(), MaxOperations);
  K.alignParameters();
  std::vector<isl::map> Old, New;
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    Old.push_back(K.Statements[S].Schedule.intersect_params(K.Context));
    New.push_back(isl::manage(isl_map_align_params(
        Schedules[S].copy(), K.Context.get_space().release())));
  }
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    if (!isSubset(Old[S].domain(), New[S].domain()).is_true())
      return false;
  std::vector<ComparedTimes> OldTimes(Old.begin(), Old.end()),
      NewTimes(New.begin(), New.end());
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (unsigned T = 0; T < K.Statements.size(); ++T) {
      bool Interfere = mayInterfere(K.Statements[S], K.Statements[T]);
      if (!Interfere && !mayDepend(K.Statements[S], K.Statements[T]))
        continue;
      isl::map Reordered = reordered(OldTimes, NewTimes, S, T);
      if (Reordered.is_null())
        return false;
      if (isEmpty(Reordered).is_true())
        continue;
      if (Interfere)
        return false;
      for (const Access &A : K.Statements[S].Accesses)
        for (const Access &B : K.Statements[T].Accesses)
          if (!areIndependent(A, B, Reordered, K.Context))
            return false;
    }
  return !Budget.exceeded();
}
