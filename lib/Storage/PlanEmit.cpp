//===- PlanEmit.cpp - Arrangements as a plan ------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes down the arrangements that were chosen as a StoragePlan.
///
//===----------------------------------------------------------------------===//

#include "Planner.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include <set>

using namespace smolly;

void Planner::emitOriginal(unsigned Array, StoragePlan &Plan) {
  for (AccessRef Ref : writesOf(Array)) {
    ValueSet V;
    V.Write = Ref;
    V.Array = Array;
    const Access &A = K.Statements[Ref.Stmt].Accesses[Ref.Access];
    V.Piece = A.Relation.domain();
    if (A.Relation.is_single_valued().is_true())
      V.Index = isl::manage(isl_pw_multi_aff_from_map(A.Relation.copy()));
    Plan.Values.push_back(std::move(V));
  }
}

void Planner::emitDead(const ArrayWork &Work, StoragePlan &Plan) {
  for (unsigned I = 0; I < Work.Refs.size(); ++I) {
    AccessRef Ref = Work.Refs[I];
    isl::set Dead = Work.Writes[I].Dead;
    for (const ValueLives &Lives : Work.Stored->Values->live())
      if (Lives.Write == Ref)
        Dead = Dead.subtract(Lives.Piece);
    Dead = coalesced(Dead);
    if (isEmpty(Dead).is_true())
      continue;
    ValueSet V;
    V.Write = Ref;
    V.Piece = Dead;
    V.Array = K.Statements[Ref.Stmt].Accesses[Ref.Access].Array;
    V.Where = ValueSet::Place::Nowhere;
    Plan.Values.push_back(std::move(V));
  }
}

namespace {

/// \p Index, { Domain[] -> Cell[] }, continued from its domain to \p Piece, if
/// there it is the function \p Other; null otherwise.
isl::pw_multi_aff continueTo(const isl::pw_multi_aff &Index,
                             const isl::set &Piece,
                             const isl::pw_multi_aff &Other) {
  isl::pw_multi_aff Wide = Index.gist(Index.domain());
  auto MapOn = [](const isl::pw_multi_aff &Function, const isl::set &Domain) {
    return isl::manage(isl_map_from_pw_multi_aff(Function.copy()))
        .intersect_domain(Domain);
  };
  if (!MapOn(Wide, Piece).is_equal(MapOn(Other, Piece)).is_true())
    return {};
  return Wide.intersect_domain(coalesced(Index.domain().unite(Piece)));
}

} // namespace

isl::pw_multi_aff smolly::uniteIfOneFunction(const isl::pw_multi_aff &A,
                                             const isl::pw_multi_aff &B) {
  if (isl::pw_multi_aff Both = continueTo(A, B.domain(), B); !Both.is_null())
    return Both;
  return continueTo(B, A.domain(), A);
}

/// { Domain[] -> Cell[] }: \p A and \p B, on disjoint domains, as one; as one
/// function where one of them continues the other.
static isl::pw_multi_aff unite(const isl::pw_multi_aff &A,
                               const isl::pw_multi_aff &B) {
  if (isl::pw_multi_aff Both = uniteIfOneFunction(A, B); !Both.is_null())
    return Both;
  return coalesced(isl::manage(isl_pw_multi_aff_union_add(A.copy(), B.copy())));
}

/// Pieces of one write whose indices are one function become one value set.
void Planner::emitGroup(const StoredValues &Stored, const GroupMapping &Group,
                        unsigned Target, StoragePlan &Plan) {
  size_t First = Plan.Values.size();
  for (unsigned Member : Group.Members) {
    const ValueLives &Lives = Stored.Values->live()[Member];
    isl::pw_multi_aff Index = cellsOf(Group, *Stored.Values, Member);
    auto Same = llvm::find_if(
        llvm::drop_begin(Plan.Values, First),
        [&](const ValueSet &V) { return V.Write == Lives.Write; });
    if (Group.Layout.Space != IndexSpace::Separate &&
        Group.Offsets != OffsetKind::EachSet && Same != Plan.Values.end()) {
      Same->Piece = coalesced(Same->Piece.unite(Lives.Piece));
      Same->Index = unite(Same->Index, Index);
      continue;
    }
    ValueSet V;
    V.Write = Lives.Write;
    V.Piece = Lives.Piece;
    V.Array = Lives.Array;
    V.Where = ValueSet::Place::Mapped;
    V.Target = Target;
    V.Index = Index;
    Plan.Values.push_back(std::move(V));
  }
  for (ValueSet &V : llvm::drop_begin(Plan.Values, First)) {
    V.Piece = coalesced(V.Piece);
    V.Index = coalesced(V.Index).gist(V.Piece);
    V.Index = V.Index.set_range_tuple(Plan.Arrays[Target].Name);
  }
}

/// The arrays whose values are in \p Group, ascending.
static std::set<unsigned> arraysOf(const StoredValues &Stored,
                                   const GroupMapping &Group) {
  std::set<unsigned> Result;
  for (unsigned Member : Group.Members)
    Result.insert(Stored.Values->live()[Member].Array);
  return Result;
}

void Planner::emitArrangement(const ArrayWork &Work, StoragePlan &Plan) {
  const StoredValues &Stored = *Work.Stored;
  std::map<unsigned, unsigned> GroupsNamedAfter, Next;
  for (const GroupMapping &Group : Stored.Groups)
    ++GroupsNamedAfter[*arraysOf(Stored, Group).begin()];
  for (const GroupMapping &Group : Stored.Groups) {
    std::set<unsigned> Arrays = arraysOf(Stored, Group);
    unsigned First = *Arrays.begin();
    StorageArray New;
    New.Array = First;
    New.Sharing.assign(Arrays.begin(), Arrays.end());
    New.ElementBytes = Work.ElementBytes;
    New.Name = K.Arrays[First].Name;
    if (GroupsNamedAfter[First] > 1)
      New.Name += "_" + std::to_string(Next[First]++);
    New.Dims = Group.Dims;
    Plan.Arrays.push_back(std::move(New));
    emitGroup(Stored, Group, Plan.Arrays.size() - 1, Plan);
  }
  emitDead(Work, Plan);
}

void Planner::emit(const std::vector<ArrayWork> &Works, StoragePlan &Plan) {
  for (unsigned I = 0; I < K.Arrays.size(); ++I) {
    auto Work = llvm::find_if(Works, [&](const ArrayWork &W) {
      return llvm::is_contained(W.Arrays, I);
    });
    if (Work == Works.end() || !Work->Choice)
      emitOriginal(I, Plan);
    else if (Work->Arrays.front() == I)
      emitArrangement(*Work, Plan);
    if (Work != Works.end() && !Work->Choice)
      Plan.Refusals.push_back({I, Work->Reason});
  }
}
