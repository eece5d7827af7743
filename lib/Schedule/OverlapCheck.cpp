//===- OverlapCheck.cpp - Do overlapping tiles compute the same? ----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements computesTheSame of Overlap.h.
///
/// An instance computes what it computed before if each of its reads finds what
/// it found before: an element as it was in front of the kernel, or the value
/// of an instance of which the same can be said, as it comes earlier.
///
//===----------------------------------------------------------------------===//

#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Schedule/Overlap.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include <map>
#include <tuple>

using namespace smolly;

namespace {

/// Compares maps that are named by \p Key, where one that is not there is
/// empty.
template <typename Key, typename Set> class Pairs {
public:
  void addOld(const Key &Name, const Set &S) { add(Sides[Name].first, S); }
  void addNew(const Key &Name, const Set &S) { add(Sides[Name].second, S); }

  bool areEqual() const {
    return llvm::all_of(Sides, [](const auto &Entry) {
      const auto &[Old, New] = Entry.second;
      if (Old.is_null() || New.is_null())
        return isEmpty(Old.is_null() ? New : Old).is_true();
      return Old.is_equal(New).is_true();
    });
  }

private:
  static void add(Set &All, const Set &S) {
    All = All.is_null() ? S : All.unite(S);
  }
  std::map<Key, std::pair<Set, Set>> Sides;
};

using AccessKey = std::pair<unsigned, unsigned>;

AccessKey keyOf(AccessRef Ref) { return {Ref.Stmt, Ref.Access}; }

class OverlapChecker {
public:
  OverlapChecker(const Kernel &Old, const Dataflow &OldFlow,
                 const OverlappedKernel &New)
      : Old(Old), OldFlow(OldFlow), New(New) {
    for (unsigned S = 0; S < New.K.Statements.size(); ++S)
      Drop.push_back(withoutTiles(New, S));
  }

  bool hasSameSources() const;
  bool hasSameUncovered() const;
  bool hasSameLiveOuts() const;
  bool writesOnce() const;

private:
  isl::map lifted(const isl::map &Map, unsigned Stmt) const;

  const Kernel &Old;
  const Dataflow &OldFlow;
  const OverlappedKernel &New;
  // For each statement { Domain[tiles.., iterators..] -> Domain[iterators..] }
  std::vector<isl::multi_aff> Drop;
};

} // namespace

/// { Domain[] -> Any[] } of the old kernel for all that \p Stmt is in the new
/// one.
isl::map OverlapChecker::lifted(const isl::map &Map, unsigned Stmt) const {
  return Map.preimage_domain(Drop[Stmt])
      .intersect_domain(New.K.Statements[Stmt].Domain)
      .intersect_params(Old.Context);
}

bool OverlapChecker::hasSameSources() const {
  // { ReadDomain[tiles.., iterators..] -> WriteDomain[iterators..] }
  Pairs<std::pair<AccessKey, AccessKey>, isl::map> Sources;
  for (const Flow &F : OldFlow.Flows)
    Sources.addOld({keyOf(F.Read), keyOf(F.Write)},
                   lifted(F.Sources, F.Read.Stmt));
  for (const Flow &F : New.Flow.Flows)
    Sources.addNew({keyOf(F.Read), keyOf(F.Write)},
                   F.Sources.apply_range(Drop[F.Write.Stmt].as_map()));
  auto IsMay = [](const Flow &F) { return F.May; };
  return llvm::none_of(OldFlow.Flows, IsMay) &&
         llvm::none_of(New.Flow.Flows, IsMay) && Sources.areEqual();
}

bool OverlapChecker::hasSameUncovered() const {
  // { Domain[tiles.., iterators..] -> Element[] }
  Pairs<AccessKey, isl::map> Uncovered;
  for (const UncoveredRead &U : OldFlow.Uncovered)
    Uncovered.addOld(keyOf(U.Read), lifted(U.Relation, U.Read.Stmt));
  for (const UncoveredRead &U : New.Flow.Uncovered)
    Uncovered.addNew(keyOf(U.Read), U.Relation);
  return Uncovered.areEqual();
}

bool OverlapChecker::hasSameLiveOuts() const {
  // { Domain[iterators..] }
  Pairs<AccessKey, isl::set> Instances;
  for (const Dataflow::LiveOut &L : OldFlow.LiveOuts)
    Instances.addOld(keyOf(L.Write), L.Instances.intersect_params(Old.Context));
  for (const Dataflow::LiveOut &L : New.Flow.LiveOuts)
    Instances.addNew(keyOf(L.Write),
                     L.Instances.apply(Drop[L.Write.Stmt].as_map()));
  return Instances.areEqual();
}

/// Whether all that can be seen otherwise happens, and once where it may not
/// happen again.
bool OverlapChecker::writesOnce() const {
  for (unsigned S = 0; S < Old.Statements.size(); ++S) {
    const Statement &Stmt = Old.Statements[S];
    bool MayRepeat =
        Stmt.mayMove() && llvm::none_of(Stmt.Accesses, [&](const Access &A) {
          return A.isWrite() &&
                 (Old.Arrays[A.Array].Fixed || A.Kind == AccessKind::MayWrite);
        });
    if (MayRepeat && Stmt.OnlyWrites)
      continue;
    isl::map Instances =
        Drop[S].as_map().intersect_domain(New.K.Statements[S].Domain);
    if ((!MayRepeat && !Instances.is_injective().is_true()) ||
        !Instances.range()
             .intersect_params(Old.Context)
             .is_equal(Stmt.Domain.intersect_params(Old.Context))
             .is_true())
      return false;
  }
  return true;
}

bool smolly::computesTheSame(const Kernel &Old, const Dataflow &OldFlow,
                             const OverlappedKernel &New) {
  OverlapChecker Checker(Old, OldFlow, New);
  return Checker.writesOnce() && Checker.hasSameSources() &&
         Checker.hasSameUncovered() && Checker.hasSameLiveOuts();
}
