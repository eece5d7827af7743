//===- CopiedValues.cpp - Values that are copies of others ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows copies back to the writes of the values, chains of copies to their
/// beginning.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/CopiedValues.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"

using namespace smolly;

namespace {

using Source = CopyingWrite::Source;

/// Adds \p Instances from \p Write to \p Sources.
void addSource(AccessRef Write, const isl::map &Instances,
               std::vector<Source> &Sources) {
  if (isEmpty(Instances).is_true())
    return;
  for (Source &S : Sources)
    if (S.Write == Write) {
      S.Instances = coalesced(S.Instances.unite(Instances));
      return;
    }
  Sources.push_back({Write, Instances});
}

/// Whether \p S only copies elements of arrays that may change.
bool onlyCopies(const Kernel &K, const Statement &S) {
  return S.ReadsFirst && !S.copiedReads().empty() &&
         llvm::all_of(S.Accesses, [&](const Access &A) {
           return !K.Arrays[A.Array].Fixed && A.Kind != AccessKind::MayWrite &&
                  A.Relation.is_single_valued().is_true();
         });
}

/// The writes of the values that the write \p W copies, or none where not all
/// are known.
std::vector<Source> directSources(const Kernel &K, const Dataflow &D,
                                  AccessRef W) {
  const Access &Write = K.Statements[W.Stmt].Accesses[W.Access];
  AccessRef Read = {W.Stmt, *Write.CopyOf};
  std::vector<Source> Result;
  isl::set Known = isl::set::empty(Write.Relation.domain().get_space());
  for (const Flow &F : D.Flows) {
    if (!(F.Read == Read))
      continue;
    const Access &From = K.Statements[F.Write.Stmt].Accesses[F.Write.Access];
    if (F.May || !F.Sources.is_single_valued().is_true() ||
        K.Arrays[From.Array].ElementBytes != K.Arrays[Write.Array].ElementBytes)
      return {};
    Known = Known.unite(F.Sources.domain());
    addSource(F.Write, F.Sources, Result);
  }
  bool All =
      isSubset(Write.Relation.domain().intersect_params(K.Context), Known)
          .is_true();
  return All ? Result : std::vector<Source>();
}

/// Whether somebody may read values of \p W without it being known.
bool isReadInSecret(const Dataflow &D, AccessRef W) {
  return llvm::any_of(D.Flows,
                      [&](const Flow &F) { return F.Write == W && F.May; });
}

/// Replaces the sources of \p Copy that are copies themselves. False as long as
/// the sources of those are not known.
bool resolve(CopyingWrite &Copy, const std::vector<CopyingWrite> &Known,
             const std::vector<CopyingWrite> &Unknown) {
  auto FindIn = [](const std::vector<CopyingWrite> &In, AccessRef W) {
    return llvm::find_if(In,
                         [&](const CopyingWrite &C) { return C.Write == W; });
  };
  std::vector<Source> Result;
  for (const Source &S : Copy.Sources) {
    if (FindIn(Unknown, S.Write) != Unknown.end())
      return false;
    auto Other = FindIn(Known, S.Write);
    if (Other == Known.end())
      addSource(S.Write, S.Instances, Result);
    else
      for (const Source &Origin : Other->Sources)
        addSource(Origin.Write, S.Instances.apply_range(Origin.Instances),
                  Result);
  }
  Copy.Sources = std::move(Result);
  return true;
}

/// Follows all copies back to their origins; drops those that have none.
std::vector<CopyingWrite> resolveAll(std::vector<CopyingWrite> Unknown) {
  std::vector<CopyingWrite> Known;
  while (!Unknown.empty()) {
    auto Next = llvm::find_if(Unknown, [&](CopyingWrite &Copy) {
      return resolve(Copy, Known, Unknown);
    });
    if (Next == Unknown.end()) {
      Unknown.pop_back();
      continue;
    }
    Known.push_back(std::move(*Next));
    Unknown.erase(Next);
  }
  return Known;
}

/// What \p D is without the copies.
Dataflow withoutCopies(const Kernel &K, const Dataflow &D,
                       const CopiedValues &Values) {
  Dataflow Result;
  Result.Uncovered = D.Uncovered;
  auto Add = [&](AccessRef Read, AccessRef Write, const isl::map &Sources) {
    if (isEmpty(Sources).is_true())
      return;
    for (Flow &F : Result.Flows)
      if (F.Read == Read && F.Write == Write && !F.May) {
        F.Sources = coalesced(F.Sources.unite(Sources));
        return;
      }
    Result.Flows.push_back({Read, Write, Sources, false});
  };
  for (const Flow &F : D.Flows) {
    bool FeedsCopy = llvm::any_of(Values.Copies, [&](const CopyingWrite &C) {
      return C.Write.Stmt == F.Read.Stmt;
    });
    if (FeedsCopy && K.Statements[F.Read.Stmt].Accesses.size() == 2)
      continue;
    const CopyingWrite *Copy = Values.find(F.Write);
    if (!Copy && F.May)
      Result.Flows.push_back(F);
    else if (!Copy)
      Add(F.Read, F.Write, F.Sources);
    else
      for (const Source &S : Copy->Sources)
        Add(F.Read, S.Write, F.Sources.apply_range(S.Instances));
  }
  for (const Dataflow::LiveOut &L : D.LiveOuts) {
    std::vector<Source> Whole;
    if (const CopyingWrite *Copy = Values.find(L.Write))
      Whole = Copy->Sources;
    else
      Whole = {{L.Write, isl::manage(isl_map_identity(isl_space_map_from_set(
                             L.Instances.get_space().release())))}};
    for (const Source &S : Whole) {
      isl::set Instances = L.Instances.apply(S.Instances);
      auto Same =
          llvm::find_if(Result.LiveOuts, [&](const Dataflow::LiveOut &O) {
            return O.Write == S.Write;
          });
      if (Same == Result.LiveOuts.end())
        Result.LiveOuts.push_back({S.Write, Instances});
      else
        Same->Instances = coalesced(Same->Instances.unite(Instances));
    }
  }
  return Result;
}

} // namespace

const CopyingWrite *CopiedValues::find(AccessRef Write) const {
  auto It = llvm::find_if(
      Copies, [&](const CopyingWrite &C) { return C.Write == Write; });
  return It == Copies.end() ? nullptr : &*It;
}

CopiedValues
smolly::findCopiedValues(const Kernel &K, const Dataflow &D,
                         llvm::function_ref<bool(AccessRef)> IsWanted) {
  std::vector<CopyingWrite> Candidates;
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    if (!onlyCopies(K, K.Statements[S]))
      continue;
    for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A) {
      AccessRef W = {S, A};
      if (!K.Statements[S].Accesses[A].isWrite() || isReadInSecret(D, W) ||
          !IsWanted(W))
        continue;
      std::vector<Source> Sources = directSources(K, D, W);
      if (!Sources.empty())
        Candidates.push_back({W, std::move(Sources)});
    }
  }
  CopiedValues Result;
  Result.Copies = resolveAll(std::move(Candidates));
  if (!Result.Copies.empty())
    Result.Flow = withoutCopies(K, D, Result);
  return Result;
}
