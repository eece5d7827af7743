//===- InnermostTurns.cpp - Which nests share innermost loops -------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements InnermostTurns.h.
///
//===----------------------------------------------------------------------===//

#include "InnermostTurns.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Schedule/Chains.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include <map>
#include <optional>

using namespace smolly;

bool smolly::leaps(const Statement &S) {
  int Loops = isl_set_dim(S.Domain.get(), isl_dim_set);
  return Loops > 0 && llvm::any_of(S.Accesses, [&](const Access &A) {
           return !goesAlongRows(S, A, Loops - 1);
         });
}

namespace {

class TurnFinder {
public:
  TurnFinder(LoopNests &Nests, const NestGroup &G)
      : Nests(Nests), G(G), Inner(G.InStrips ? 0 : G.Depth),
        ForOneTurn(G.Nests.size()) {}
  size_t countSharing(size_t First);

private:
  bool canShare(const LoopNest &N) const;
  bool isInStep(const LoopNest &Earlier, const LoopNest &Later) const;
  bool isInStep(size_t Earlier, size_t Later);
  bool isForOneTurn(const LoopNest &N) const;
  bool isForOneTurn(size_t Nest);
  bool passesOn(const LoopNest &Earlier, const LoopNest &Later) const;
  bool runAlike(const LoopNest &A, const LoopNest &B) const;
  isl::map sameTime(const NestDependence &D, const LoopNest &Earlier,
                    const LoopNest &Later) const;
  isl::set distances(const NestDependence &D, isl::map Pairs) const;

  LoopNests &Nests;
  const NestGroup &G;
  /// The innermost loop, among those of a nest.
  unsigned Inner;
  /// What isForOneTurn says of each nest, and isInStep of each pair, as far as
  /// they were asked.
  std::vector<std::optional<bool>> ForOneTurn;
  std::map<std::pair<size_t, size_t>, bool> InStep;
};

/// Whether \p N is a loop over neighbours that can be vectorised.
bool TurnFinder::canShare(const LoopNest &N) const {
  return !N.runsOnce() && N.Loops == Inner + 1 && N.Innermost == Inner + 1 &&
         llvm::none_of(N.Statements, [&](unsigned S) {
           const Statement &Stmt = Nests.kernel().Statements[S];
           return leaps(Stmt) || !findChains(Stmt).empty();
         });
}

static bool hasSameShift(const LoopTime &A, const LoopTime &B) {
  if (!A.isShifted() || !B.isShifted())
    return A.isShifted() == B.isShifted();
  return isl_aff_plain_is_equal(A.Shift.get(), B.Shift.get()) == isl_bool_true;
}

/// Whether the rows, or the strips, of two nests are the same ones, perhaps
/// shifted.
bool TurnFinder::runAlike(const LoopNest &A, const LoopNest &B) const {
  return llvm::all_of(llvm::zip_equal(A.Times, B.Times), [&](const auto &Both) {
    const auto &[Of, Other] = Both;
    return Of.Scale == Other.Scale && (!G.InStrips || hasSameShift(Of, Other));
  });
}

/// { Domain[] -> Domain[] }: what runs in one iteration of the shared loops
isl::map TurnFinder::sameTime(const NestDependence &D, const LoopNest &Earlier,
                              const LoopNest &Later) const {
  isl::map Same = isl::map::universe(D.Pairs.get_space());
  for (unsigned Loop = 0; Loop < Inner; ++Loop)
    Same = Same.intersect(
        Nests.timeOf(D.From, Loop, Earlier.Times[Loop])
            .apply_range(
                Nests.timeOf(D.To, Loop, Later.Times[Loop]).reverse()));
  return Same;
}

/// { [distance in the innermost loop] } of \p Pairs of \p D
isl::set TurnFinder::distances(const NestDependence &D, isl::map Pairs) const {
  return Pairs.apply_domain(Nests.timeOf(D.From, Inner, LoopTime()))
      .apply_range(Nests.timeOf(D.To, Inner, LoopTime()))
      .deltas();
}

/// Whether \p Distances, { [distance] }, are 0, or just not negative.
bool areNear(const isl::set &Distances, bool MayGrow) {
  isl::set Near = isl::set::universe(Distances.get_space())
                      .lower_bound_si(isl::dim::set, 0, 0);
  if (!MayGrow)
    Near =
        isl::manage(isl_set_upper_bound_si(Near.release(), isl_dim_set, 0, 0));
  return isSubset(Distances, Near).is_true();
}

/// Whether in an iteration of the shared loops \p Later needs nothing of \p
/// Earlier but what the same iteration of the innermost loop makes, and makes
/// nothing that a later one of that needs as it was.
bool TurnFinder::isInStep(const LoopNest &Earlier,
                          const LoopNest &Later) const {
  return runAlike(Earlier, Later) &&
         llvm::all_of(
             Nests.dependences(Earlier, Later), [&](const NestDependence &D) {
               isl::map Now = D.Pairs.intersect(sameTime(D, Earlier, Later));
               return areNear(distances(D, Now), /*MayGrow=*/!D.IsFlow);
             });
}

/// Whether all that \p N makes may be forgotten after a turn with those that
/// need it: they do so in the same iteration.
bool TurnFinder::isForOneTurn(const LoopNest &N) const {
  const Kernel &K = Nests.kernel();
  std::vector<bool> IsOther(K.Statements.size(), true);
  for (const LoopNest &Other : G.Nests)
    for (unsigned S : Other.Statements)
      IsOther[S] = &Other == &N;
  auto IsLocal = [&](const Access &A) {
    if (!A.isWrite() || K.Arrays[A.Array].Fixed)
      return !A.isWrite();
    for (unsigned S = 0; S < K.Statements.size(); ++S)
      for (const Access &B : K.Statements[S].Accesses)
        if (IsOther[S] && B.isRead() && B.Array == A.Array)
          return false;
    return true;
  };
  for (unsigned S : N.Statements)
    if (!llvm::all_of(K.Statements[S].Accesses, IsLocal))
      return false;
  for (const LoopNest *Later = &N + 1, *End = G.Nests.data() + G.Nests.size();
       Later != End; ++Later)
    for (const NestDependence &D : Nests.dependences(N, *Later))
      if (D.IsFlow && (!runAlike(N, *Later) || Later->runsOnce() ||
                       !isSubset(D.Pairs, sameTime(D, N, *Later)).is_true() ||
                       !areNear(distances(D, D.Pairs), /*MayGrow=*/false)))
        return false;
  return true;
}

bool TurnFinder::passesOn(const LoopNest &Earlier,
                          const LoopNest &Later) const {
  return llvm::any_of(Nests.dependences(Earlier, Later),
                      [](const NestDependence &D) { return D.IsFlow; });
}

bool TurnFinder::isInStep(size_t Earlier, size_t Later) {
  auto [Entry, IsNew] = InStep.try_emplace({Earlier, Later});
  if (IsNew)
    Entry->second = isInStep(G.Nests[Earlier], G.Nests[Later]);
  return Entry->second;
}

bool TurnFinder::isForOneTurn(size_t Nest) {
  if (!ForOneTurn[Nest])
    ForOneTurn[Nest] = isForOneTurn(G.Nests[Nest]);
  return *ForOneTurn[Nest];
}

/// How many nests of \p G, from \p First on, share a loop: all of them run in
/// step, and what they make for a turn connects all of them.
size_t TurnFinder::countSharing(size_t First) {
  // By what is passed on for a turn.
  llvm::EquivalenceClasses<size_t> Connected;
  size_t Sharing = 1;
  for (size_t I = First; I < G.Nests.size() && canShare(G.Nests[I]); ++I) {
    auto Own = llvm::seq(First, I);
    if (!llvm::all_of(Own,
                      [&](size_t Earlier) { return isInStep(Earlier, I); }))
      break;
    Connected.insert(I);
    for (size_t Earlier : Own)
      if (passesOn(G.Nests[Earlier], G.Nests[I]) && isForOneTurn(Earlier))
        Connected.unionSets(Earlier, I);
    if (Connected.getNumClasses() == 1)
      Sharing = I - First + 1;
  }
  return Sharing;
}

} // namespace

std::vector<unsigned> smolly::turnsOf(LoopNests &Nests, const NestGroup &G) {
  TurnFinder Finder(Nests, G);
  std::vector<unsigned> Turns;
  while (Turns.size() < G.Nests.size())
    Turns.resize(Turns.size() + Finder.countSharing(Turns.size()),
                 Turns.size());
  return Turns;
}
