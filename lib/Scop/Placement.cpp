//===- Placement.cpp - Where each access of a SCoP goes -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Placement.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/Placement.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Scop/Copies.h"
#include "smolly/Scop/Footprint.h"
#include "llvm/Support/TimeProfiler.h"
#include "isl/set.h"

using namespace llvm;
using namespace smolly;

/// Selecting from more places than this would take longer than is worth it.
static constexpr size_t MaxPlaces = 64;

namespace {

class Placer {
public:
  Placer(const Kernel &K, const Dataflow &D, const StoragePlan &Plan,
         const std::vector<bool> &ZeroedArrays,
         const PlacementOptions &Options);
  Expected<AccessPlan> run();

private:
  isl::map sourcesOf(const Flow &F) const;
  std::vector<Placement> placeWrite(AccessRef Ref) const;
  std::vector<Placement> placeRead(AccessRef Ref) const;
  std::vector<Placement> placeForwarded(AccessRef Ref) const;
  void placeAbsence(AccessRef Ref, std::vector<Placement> &Places) const;
  std::vector<Placement> placeAccess(AccessRef Ref) const;
  Error splitStatement(unsigned Stmt);

  const Kernel &K;
  const Dataflow &D;
  const StoragePlan &Plan;
  const std::vector<bool> &ZeroedArrays;
  const PlacementOptions &Options;
  std::vector<bool> Changed;
  AccessPlan Result;
};

} // namespace

Placer::Placer(const Kernel &K, const Dataflow &D, const StoragePlan &Plan,
               const std::vector<bool> &ZeroedArrays,
               const PlacementOptions &Options)
    : K(K), D(D), Plan(Plan), ZeroedArrays(ZeroedArrays), Options(Options),
      Changed(changedArrays(Plan, K.Arrays.size())) {}

static Placement original(isl::set Part) {
  Placement P;
  P.Part = std::move(Part);
  return P;
}

/// Whether \p Ref is a read that has taken over a part of another one, or one
/// that was taken over.
static bool isForwarded(const Kernel &K, AccessRef Ref) {
  const Statement &S = K.Statements[Ref.Stmt];
  return S.Accesses[Ref.Access].InPlaceOf || S.isTakenOver(Ref.Access);
}

std::vector<Placement> Placer::placeWrite(AccessRef Ref) const {
  std::vector<Placement> Places;
  for (const ValueSet &V : Plan.Values) {
    if (!(V.Write == Ref))
      continue;
    Placement P = original(V.Piece);
    if (V.Where == ValueSet::Place::Nowhere)
      P.Where = Placement::Kind::Nowhere;
    if (V.Where == ValueSet::Place::Mapped) {
      P.Where = Placement::Kind::Mapped;
      P.Target = V.Target;
      P.Index = coalesced(V.Index.intersect_domain(V.Piece));
    }
    Places.push_back(std::move(P));
  }
  return Places;
}

/// The part of a read that takes its values from \p V through \p Sources,
/// { ReadDomain[] -> WriteDomain[] }.
static Placement placeFlow(const ValueSet &V, isl::map Sources) {
  Sources = Sources.intersect_range(V.Piece);
  Placement P = original(Sources.domain());
  if (V.Where != ValueSet::Place::Mapped)
    return P;
  P.Where = Placement::Kind::Mapped;
  P.Target = V.Target;
  P.Index = coalesced(V.Index.pullback(Sources.as_pw_multi_aff()));
  return P;
}

/// { ReadDomain[] -> WriteDomain[] }: of several elements that the read of \p F
/// may touch, that of the one which it does.
isl::map Placer::sourcesOf(const Flow &F) const {
  const Access &Read = K.Statements[F.Read.Stmt].Accesses[F.Read.Access];
  const Access &Write = K.Statements[F.Write.Stmt].Accesses[F.Write.Access];
  if (!Read.Exact)
    return F.Sources;
  return F.Sources.intersect(Read.Exact->apply_range(Write.Relation.reverse()));
}

std::vector<Placement> Placer::placeRead(AccessRef Ref) const {
  std::vector<Placement> Places;
  const Access &Read = K.Statements[Ref.Stmt].Accesses[Ref.Access];
  isl::set Rest = K.Statements[Ref.Stmt].Domain.intersect_params(K.Context);
  if (isForwarded(K, Ref) || (Read.Conditional && !Read.Exact))
    Rest = Rest.intersect(Read.Relation.domain());
  if (Read.Exact)
    Rest = Rest.intersect(Read.Exact->domain());
  auto Add = [&](Placement P) {
    if (!isEmpty(P.Part).is_false())
      return;
    Rest = Rest.subtract(P.Part);
    Places.push_back(std::move(P));
  };
  for (const Flow &F : D.Flows)
    if (F.Read == Ref)
      for (const ValueSet &V : Plan.Values)
        if (V.Write == F.Write)
          Add(placeFlow(V, sourcesOf(F)));
  for (const UncoveredRead &U : D.Uncovered) {
    if (!(U.Read == Ref))
      continue;
    Placement P =
        original(Read.Exact ? U.Relation.intersect(*Read.Exact).domain()
                            : U.Relation.domain());
    if (ZeroedArrays[Read.Array] || Read.MayFindNothing)
      P.Where = Placement::Kind::Zero;
    Add(std::move(P));
  }
  Add(original(Rest));
  if (Places.empty() && (!Read.Conditional || Read.Exact))
    Places.push_back(original(K.Statements[Ref.Stmt].Domain));
  return Places;
}

/// The affine function that \p Index is on all of its domain, extended to
/// everywhere; null when it has several pieces.
static isl::multi_aff singleFunction(const isl::pw_multi_aff &Index) {
  isl::multi_aff Function;
  if (Index.n_piece().release() != 1)
    return Function;
  Index
      .foreach_piece([&](isl::set, isl::multi_aff Piece) {
        Function = Piece;
        return isl::stat::ok();
      })
      .release();
  return Function;
}

/// Adds \p From to \p Into when one index function serves both.
static bool mergeInto(Placement &Into, const Placement &From) {
  if (Into.Where != From.Where)
    return false;
  if (Into.Where == Placement::Kind::Mapped) {
    if (Into.Target != From.Target)
      return false;
    isl::multi_aff Function = singleFunction(Into.Index);
    const isl::pw_multi_aff *Other = &From.Index;
    if (Function.is_null()) {
      Function = singleFunction(From.Index);
      Other = &Into.Index;
    }
    if (Function.is_null() ||
        !isSubset(Other->as_map(), Function.as_map()).is_true())
      return false;
    Into.Index = isl::pw_multi_aff(Function);
  }
  Into.Part = coalesced(Into.Part.unite(From.Part));
  return true;
}

static std::vector<Placement> mergePlacements(std::vector<Placement> Places) {
  bool Merged = true;
  while (Merged) {
    Merged = false;
    for (size_t I = 0; I < Places.size() && !Merged; ++I)
      for (size_t J = I + 1; J < Places.size() && !Merged; ++J)
        if (mergeInto(Places[I], Places[J])) {
          Places.erase(Places.begin() + J);
          Merged = true;
        }
  }
  return Places;
}

std::vector<Placement> Placer::placeForwarded(AccessRef Ref) const {
  const Access &A = K.Statements[Ref.Stmt].Accesses[Ref.Access];
  isl::set Domain = K.Statements[Ref.Stmt].Domain.intersect_params(K.Context);
  isl::set Part = A.Relation.domain();
  Placement Absent = original(coalesced(Domain.subtract(Part)));
  Absent.Where = Placement::Kind::Absent;
  std::vector<Placement> Places;
  if (isEmpty(Domain.intersect(Part)).is_false())
    Places = Changed[A.Array] ? placeRead(Ref)
                              : std::vector<Placement>{original(Part)};
  if (isEmpty(Absent.Part).is_false())
    Places.push_back(std::move(Absent));
  return Places;
}

/// Sees to instances in which the access does not happen. If it has one place
/// where it does, that is its place everywhere: no instance needs code of its
/// own.
void Placer::placeAbsence(AccessRef Ref, std::vector<Placement> &Places) const {
  const Access &A = K.Statements[Ref.Stmt].Accesses[Ref.Access];
  isl::set Domain = K.Statements[Ref.Stmt].Domain.intersect_params(K.Context);
  if (Places.size() == 1) {
    Places.front().Part = Domain;
    return;
  }
  Placement Absent = original(coalesced(Domain.subtract(A.Relation.domain())));
  Absent.Where = Placement::Kind::Absent;
  if (Places.empty() || isEmpty(Absent.Part).is_false())
    Places.push_back(std::move(Absent));
}

std::vector<Placement> Placer::placeAccess(AccessRef Ref) const {
  const Access &A = K.Statements[Ref.Stmt].Accesses[Ref.Access];
  if (isForwarded(K, Ref))
    return mergePlacements(placeForwarded(Ref));
  if (!Changed[A.Array])
    return {original(K.Statements[Ref.Stmt].Domain)};
  std::vector<Placement> Places =
      mergePlacements(A.isRead() ? placeRead(Ref) : placeWrite(Ref));
  if (A.Conditional && !A.Exact)
    placeAbsence(Ref, Places);
  return Places;
}

/// \p Pieces refined such that an access with \p Places has one of them in
/// each.
static std::vector<StatementPiece>
refine(const std::vector<StatementPiece> &Pieces,
       const std::vector<Placement> &Places) {
  std::vector<StatementPiece> Refined;
  for (const StatementPiece &Piece : Pieces)
    for (unsigned I = 0; I < Places.size(); ++I) {
      StatementPiece New = Piece;
      if (Places.size() > 1)
        New.Domain = coalesced(Piece.Domain.intersect(Places[I].Part));
      New.Choices.push_back({I});
      if (!isEmpty(New.Domain).is_true())
        Refined.push_back(std::move(New));
    }
  return Refined;
}

/// Leaves the pieces as they are: \p A has in each all the places that it has
/// somewhere in it. False when it has none for some instance in which it
/// happens.
static bool addChoices(std::vector<StatementPiece> &Pieces,
                       const std::vector<Placement> &Places, const Access &A) {
  for (StatementPiece &Piece : Pieces) {
    isl::set Rest = Piece.Domain;
    if (A.Exact)
      Rest = Rest.intersect(A.Exact->domain());
    Piece.Choices.emplace_back();
    for (unsigned I = 0; I < Places.size(); ++I)
      if (!isDisjoint(Piece.Domain, Places[I].Part).is_true()) {
        Piece.Choices.back().push_back(I);
        Rest = Rest.subtract(Places[I].Part);
      }
    if (!isEmpty(Rest).is_true())
      return false;
  }
  return true;
}

/// Refines the domain, without what is idle, until every access has one
/// placement in each piece, or too many pieces would result.
Error Placer::splitStatement(unsigned Stmt) {
  StatementPlacement &SP = Result.Statements[Stmt];
  isl::set Domain = K.Statements[Stmt].Domain.intersect_params(K.Context);
  isl::set Idle = idleInstances(SP.Accesses, K.Statements[Stmt], Plan, Domain);
  if (isEmpty(Idle).is_false()) {
    SP.PartlyIdle = true;
    Domain = coalesced(Domain.subtract(Idle));
    // What dead instances read need not be there any more.
    if (Options.KeepIdle)
      Idle = coalesced(Idle.subtract(
          deadInstances(SP.Accesses, K.Statements[Stmt], Plan, Idle)));
    if (Options.KeepIdle && isEmpty(Idle).is_false())
      SP.Pieces.push_back({Idle, {}, /*Idle=*/true});
  }
  if (!SP.PartlyIdle || isEmpty(Domain).is_false())
    SP.Pieces.push_back({Domain, {}, /*Idle=*/false});
  if (SP.Pieces.empty())
    return Error::success();
  for (auto [I, Places] : enumerate(SP.Accesses)) {
    const Access &A = K.Statements[Stmt].Accesses[I];
    std::vector<StatementPiece> Refined = refine(SP.Pieces, Places);
    // No loop is for one value in memory, and another one for another.
    bool IsDecidedInside = A.Exact && Places.size() > 1;
    if (!IsDecidedInside &&
        Refined.size() <=
            std::max<size_t>(Options.MaxPieces, SP.Pieces.size())) {
      SP.Pieces = std::move(Refined);
      continue;
    }
    if (Places.size() > MaxPlaces)
      return createStringError("one access would have " + Twine(Places.size()) +
                               " places to select from");
    if (!addChoices(SP.Pieces, Places, A))
      return createStringError("it is not known where all values are");
  }
  return Error::success();
}

Expected<AccessPlan> Placer::run() {
  Result.Statements.resize(K.Statements.size());
  Result.LeavesOriginal.assign(Changed.begin(), Changed.end());
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    const Statement &Stmt = K.Statements[S];
    for (unsigned A = 0; A < Stmt.Accesses.size(); ++A) {
      auto Places = placeAccess({S, A});
      for (const Placement &P : Places)
        if (P.Where == Placement::Kind::Original)
          Result.LeavesOriginal[Stmt.Accesses[A].Array] = false;
      Result.Statements[S].Accesses.push_back(std::move(Places));
    }
    if (Error E = splitStatement(S))
      return E;
  }
  return std::move(Result);
}

Expected<AccessPlan> smolly::placeAccesses(
    const Kernel &K, const Dataflow &D, const StoragePlan &Plan,
    const std::vector<bool> &ZeroedArrays, const PlacementOptions &Options) {
  TimeTraceScope Trace("Smolly place accesses");
  return Placer(K, D, Plan, ZeroedArrays, Options).run();
}
