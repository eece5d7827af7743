//===- DeferredStores.cpp - Stores under conditions on data ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements DeferredStores.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/DeferredStores.h"
#include "StatementFacts.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace smolly;

namespace {

/// The stores of one statement to one array.
class StoreGroup {
public:
  StoreGroup(const ImportedScop &Scop, unsigned Stmt, unsigned Array,
             const DominatorTree &DT)
      : Scop(Scop), Stmt(Scop.K.Statements[Stmt]), MAs(Scop.Accesses[Stmt]),
        DT(DT) {
    Result.Stores.Stmt = Stmt;
    Result.Stores.Array = Array;
  }

  std::optional<DeferrableStores> find();

private:
  bool addWrites();
  bool precedesWrites(unsigned Read) const;

  const ImportedScop &Scop;
  const Statement &Stmt;
  const std::vector<polly::MemoryAccess *> &MAs;
  const DominatorTree &DT;
  DeferrableStores Result;
};

} // namespace

/// Adds all writes, to one element in each instance. False if that may be
/// several.
bool StoreGroup::addWrites() {
  for (auto [I, MA] : enumerate(MAs)) {
    const Access &A = Stmt.Accesses[I];
    if (A.Array != Result.Stores.Array || A.isRead())
      continue;
    const auto *Store = dyn_cast_or_null<StoreInst>(MA->getAccessInstruction());
    if (!Store || !Store->isSimple() || !MA->isAffine())
      return false;
    Result.Elements = Result.Stores.Writes.empty()
                          ? A.Relation
                          : Result.Elements.unite(A.Relation);
    Result.Stores.Writes.push_back(I);
  }
  Result.Elements = coalesced(Result.Elements);
  return Result.Elements.is_single_valued().is_true();
}

/// Whether read number \p Read is done with before anything is written to the
/// same element.
bool StoreGroup::precedesWrites(unsigned Read) const {
  isl::map Own = Stmt.Accesses[Read].Relation.intersect(Result.Elements);
  return isEmpty(Own).is_true() ||
         all_of(Result.Stores.Writes, [&](unsigned Write) {
           return DT.dominates(MAs[Read]->getAccessInstruction(),
                               MAs[Write]->getAccessInstruction());
         });
}

std::optional<DeferrableStores> StoreGroup::find() {
  if (!runsBlocksOnce(*Scop.Stmts[Result.Stores.Stmt]) || !addWrites())
    return std::nullopt;
  for (unsigned I = 0; I < MAs.size(); ++I)
    if (Stmt.Accesses[I].Array == Result.Stores.Array &&
        Stmt.Accesses[I].isRead() && !precedesWrites(I))
      return std::nullopt;
  Result.MayKeep = none_of(Result.Stores.Writes, [&](unsigned Write) {
    const Access &A = Stmt.Accesses[Write];
    return A.Kind == AccessKind::MustWrite &&
           isSubset(Result.Elements, A.Relation).is_true();
  });
  return std::move(Result);
}

/// Whether what \p A is read for before it is written is zero, or nothing that
/// the program relies on.
static bool beginsWithNothing(const Array &A, const ImportedArray &Imported) {
  return Imported.Object.isPrivate() && !A.Fixed &&
         (isEmpty(A.LiveIn).is_true() || Imported.readsZero());
}

std::vector<DeferrableStores>
smolly::findDeferrable(const ImportedScop &Scop, const DominatorTree &DT,
                       unsigned long MaxOperations) {
  IslBudget Budget(Scop.K.ctx(), MaxOperations);
  std::vector<DeferrableStores> All;
  for (unsigned Array = 0; Array < Scop.Arrays.size(); ++Array) {
    std::vector<DeferrableStores> Found;
    bool CanDefer = beginsWithNothing(Scop.K.Arrays[Array], Scop.Arrays[Array]);
    for (auto [S, Stmt] : enumerate(Scop.K.Statements)) {
      if (!CanDefer || none_of(Stmt.Accesses, [&](const Access &A) {
            return A.Array == Array && A.Kind == AccessKind::MayWrite;
          }))
        continue;
      if (auto Group = StoreGroup(Scop, S, Array, DT).find())
        Found.push_back(std::move(*Group));
      else
        CanDefer = false;
    }
    if (CanDefer)
      append_range(All, Found);
  }
  return Budget.exceeded() ? std::vector<DeferrableStores>() : All;
}

/// Whether all reads of statement number \p Stmt precede its writes where those
/// of its deferred stores are done at its end of which \p IsAtEnd is true.
static bool readsFirstIf(const ImportedScop &Scop, unsigned Stmt,
                         function_ref<bool(const DeferredStores &)> IsAtEnd) {
  SmallVector<const Instruction *, 4> AtEnd;
  for (const DeferredStores &Stores : Scop.Deferred)
    if (Stores.Stmt == Stmt && IsAtEnd(Stores))
      for (unsigned I : Stores.Writes)
        AtEnd.push_back(Scop.Accesses[Stmt][I]->getAccessInstruction());
  return readsFirst(*Scop.Stmts[Stmt], AtEnd);
}

void smolly::defer(ImportedScop &Scop, DeferrableStores Found) {
  DeferredStores Stores = std::move(Found.Stores);
  Statement &Stmt = Scop.K.Statements[Stores.Stmt];
  for (unsigned I : Stores.Writes) {
    Access &Write = Stmt.Accesses[I];
    Write.Kind = AccessKind::MustWrite;
    Write.Relation = Found.Elements;
    Write.Conditional = true;
    // Where nothing is stored, it is something else.
    Write.CopyOf = std::nullopt;
    Write.Constant = std::nullopt;
  }
  if (Found.MayKeep) {
    Access Before;
    Before.Array = Stores.Array;
    Before.Relation = Found.Elements;
    Before.Conditional = true;
    Before.MayFindNothing = true;
    Stores.Before = Stmt.Accesses.size();
    Stmt.Accesses.push_back(std::move(Before));
  }
  Scop.Deferred.push_back(std::move(Stores));
  Stmt.ReadsFirst = readsFirstIf(Scop, Scop.Deferred.back().Stmt,
                                 [](const DeferredStores &) { return true; });
}

bool smolly::canDefer(const ImportedScop &Scop, const AccessPlan &Places) {
  auto IsOriginal = [](const Placement &P) {
    return P.Where == Placement::Kind::Original;
  };
  auto PlacesOf = [&](unsigned Stmt, unsigned Access) -> const auto & {
    return Places.Statements[Stmt].Accesses[Access];
  };
  auto LeavesPlace = [&](const DeferredStores &Stores) {
    auto Leaves = [&](unsigned Access) {
      return none_of(PlacesOf(Stores.Stmt, Access), IsOriginal);
    };
    return Leaves(Stores.Writes.back()) &&
           (!Stores.Before || Leaves(*Stores.Before));
  };
  auto StaysInPlace = [&](unsigned Stmt, unsigned Access) {
    return !Scop.K.Statements[Stmt].isTakenOver(Access) &&
           all_of(PlacesOf(Stmt, Access), [&](const Placement &P) {
             return IsOriginal(P) || P.Where == Placement::Kind::Absent ||
                    P.Where == Placement::Kind::Zero;
           });
  };
  return all_of(Scop.Deferred, [&](const DeferredStores &Stores) {
    if (LeavesPlace(Stores))
      return true;
    SmallVector<unsigned, 2> Accesses = Stores.Writes;
    if (Stores.Before)
      Accesses.push_back(*Stores.Before);
    return all_of(Accesses,
                  [&](unsigned A) { return StaysInPlace(Stores.Stmt, A); }) &&
           Scop.K.Statements[Stores.Stmt].ReadsFirst ==
               readsFirstIf(Scop, Stores.Stmt, LeavesPlace);
  });
}
