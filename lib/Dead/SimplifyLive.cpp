//===- SimplifyLive.cpp - Live sets that are easy to run through ----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements simplifyLive and isClosed of LiveIterations.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Dead/LiveIterations.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/Locals.h"
#include "isl/set.h"

using namespace smolly;

/// Each round adds to what is executed what that reads; statements that are
/// visited readers first need one round, and one to see that nothing is left.
static constexpr unsigned MaxRounds = 6;

bool smolly::isSimple(const isl::set &Set, int MaxPieces) {
  return isl_set_n_basic_set(Set.get()) <= MaxPieces && !hasManyLocals(Set);
}

/// \p Live or, where that is not simple, the part of \p Domain around it.
static isl::set simplified(const isl::set &Live, const isl::set &Domain,
                           int MaxPieces) {
  if (isSimple(Live, MaxPieces))
    return Live;
  isl::set Around = coalesced(isl::set(Live.simple_hull()).intersect(Domain));
  return isSimple(Around, MaxPieces) ? Around : coalesced(Domain);
}

bool smolly::simplifyLive(const Kernel &K, const Dataflow &D,
                          LiveIterations &Live, int MaxPieces,
                          unsigned long MaxOperations) {
  IslBudget Budget(K.ctx(), MaxOperations);
  std::vector<isl::set> Sets = Live.Live, Domains;
  for (unsigned S = 0; S < Sets.size(); ++S)
    Domains.push_back(Live.Live[S].unite(Live.Dead[S]));
  bool Changed = true;
  for (unsigned Round = 0; Changed && Round < MaxRounds; ++Round) {
    Changed = false;
    for (unsigned Reader : Live.Order) {
      isl::set &Executed = Sets[Reader];
      Executed = simplified(Executed, Domains[Reader], MaxPieces);
      for (const Flow &F : D.Flows) {
        if (F.Read.Stmt != Reader)
          continue;
        isl::set Needed = Executed.apply(F.Sources);
        isl::set &Source = Sets[F.Write.Stmt];
        if (isSubset(Needed, Source).is_true())
          continue;
        Source = coalesced(Source.unite(Needed));
        Changed = true;
      }
    }
    if (Budget.exceeded())
      return false;
  }
  if (Changed)
    return false;
  for (unsigned S = 0; S < Sets.size(); ++S)
    Live.Dead[S] = coalesced(Domains[S].subtract(Sets[S]));
  Live.Live = std::move(Sets);
  Live.Exact = false;
  return !Budget.exceeded();
}

bool smolly::isClosed(const Kernel &K, const Dataflow &D,
                      const LiveIterations &Live, unsigned long MaxOperations) {
  IslBudget Budget(K.ctx(), MaxOperations);
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    if (!K.Statements[S].OnlyWrites && !isEmpty(Live.Dead[S]).is_true())
      return false;
  for (const Dataflow::LiveOut &L : D.LiveOuts)
    if (!isSubset(L.Instances.intersect_params(K.Context),
                  Live.Live[L.Write.Stmt])
             .is_true())
      return false;
  for (const Flow &F : D.Flows)
    if (!isSubset(Live.Live[F.Read.Stmt].apply(F.Sources),
                  Live.Live[F.Write.Stmt])
             .is_true())
      return false;
  return !Budget.exceeded();
}
