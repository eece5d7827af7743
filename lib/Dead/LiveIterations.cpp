//===- LiveIterations.cpp - Which iterations contribute -------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The methods of LiveIterations.h. In the words of the slides: Requests holds,
/// for a statement v and each array t, the potential contribution space P(v,
/// t), to which every statement that reads adds its required data space R.
///
//===----------------------------------------------------------------------===//

#include "smolly/Dead/LiveIterations.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Components.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include "isl/union_set.h"
#include <map>

using namespace smolly;

namespace {

/// Each transitive closure may take this part of all operations: what isl does
/// between two operations takes long there.
constexpr unsigned long ClosureShare = 1000;
/// Nor is it tried for more polyhedra than this: it is exponential in them, and
/// what it does between two operations can take minutes.
constexpr int MaxClosurePieces = 16;
/// Sets with more pairs of polyhedra than this, with existentially quantified
/// variables and without, are not intersected or subtracted: for each of those
/// variables isl may solve a parametric integer program.
constexpr int MaxPairsWithLocals = 4, MaxPairs = 512;
/// What else a component takes may take these parts.
constexpr unsigned long PeelShare = 10, VisitShare = 4;
/// Dead iterations are taken out in so many steps before there is a closure.
constexpr unsigned MaxSteps = 6;

class Analysis {
public:
  Analysis(const Kernel &K, const Dataflow &D, const DeadOptions &Options)
      : K(K), D(D), Options(Options) {}

  llvm::Expected<LiveIterations> run();

private:
  bool readsBackOnly(unsigned Stmt) const;
  isl::set seen(unsigned Stmt) const;
  void start();
  void visitByData(const Component &C);
  void visitByFlow(const Component &C);
  void request(unsigned Stmt);
  void follow(unsigned Stmt);
  isl::map toOthers(const Flow &F) const;
  bool peel(const Component &C);
  bool close(const Component &C);
  void visitCycle(const Component &C);
  isl::set readBack(unsigned Stmt, const isl::set &Live) const;
  void runAffineHull();

  const Kernel &K;
  const Dataflow &D;
  const DeadOptions &Options;
  LiveIterations Result;
  /// For a write, { Element[] }: what somebody requires of its array.
  std::map<std::pair<unsigned, unsigned>, isl::set> Requests;
  /// What is left of the statements of the component that is looked at.
  std::map<unsigned, isl::set> Peeled;
  bool NoExactClosure = false, Exceeded = false;
};

bool hasTooManyPairs(const isl::set &A, const isl::set &B) {
  bool HasLocals =
      !A.involves_locals().is_false() || !B.involves_locals().is_false();
  return isl_set_n_basic_set(A.get()) * isl_set_n_basic_set(B.get()) >
         (HasLocals ? MaxPairsWithLocals : MaxPairs);
}

/// \p Set and perhaps more: without the existentially quantified variables that
/// isl has no formula for.
isl::set withoutUnknowns(const isl::set &Set) {
  return coalesced(isl::manage(isl_set_remove_unknown_divs(Set.copy())));
}

isl::set domainOf(const Kernel &K, unsigned Stmt) {
  return K.Statements[Stmt].Domain.intersect_params(K.Context);
}

/// Dependences of a statement on itself at distance zero, as the slides call
/// them: it reads the element that it writes, as in `x[i] += a[i][k]`.
bool Analysis::readsBackOnly(unsigned Stmt) const {
  const Statement &S = K.Statements[Stmt];
  return llvm::all_of(D.Flows, [&](const Flow &F) {
    if (F.Read.Stmt != Stmt || F.Write.Stmt != Stmt)
      return true;
    const Access &Read = S.Accesses[F.Read.Access];
    const Access &Write = S.Accesses[F.Write.Access];
    return Read.Relation.is_equal(Write.Relation).is_true();
  });
}

/// The iterations of \p Stmt that are live for what they do themselves.
isl::set Analysis::seen(unsigned Stmt) const {
  const Statement &S = K.Statements[Stmt];
  isl::set Domain = domainOf(K, Stmt);
  if (!S.OnlyWrites)
    return Domain;
  isl::set Seen = isl::set::empty(Domain.get_space());
  for (const Dataflow::LiveOut &L : D.LiveOuts)
    if (L.Write.Stmt == Stmt)
      Seen = Seen.unite(L.Instances);
  return Seen.intersect(Domain);
}

void Analysis::start() {
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    Result.Live.push_back(seen(S));
}

/// What the live iterations of \p Stmt read is required of those who wrote it.
void Analysis::request(unsigned Stmt) {
  for (const Flow &F : D.Flows) {
    if (F.Read.Stmt != Stmt)
      continue;
    const Access &Read = K.Statements[Stmt].Accesses[F.Read.Access];
    isl::set Required = Result.Live[Stmt].apply(Read.Relation);
    isl::set &Request = Requests[{F.Write.Stmt, F.Write.Access}];
    Request = Request.is_null() ? Required : Request.unite(Required);
  }
}

/// Step 3 of the slides' algorithm, for one component.
void Analysis::visitByData(const Component &C) {
  for (unsigned S : C.Statements) {
    isl::set &Live = Result.Live[S];
    isl::set Domain = domainOf(K, S);
    const Statement &Stmt = K.Statements[S];
    for (unsigned A = 0; A < Stmt.Accesses.size(); ++A) {
      if (!Stmt.Accesses[A].isWrite())
        continue;
      const isl::set &LiveOut = K.Arrays[Stmt.Accesses[A].Array].LiveOut;
      isl::map Inverse = Stmt.Accesses[A].Relation.reverse();
      Live = Live.unite(LiveOut.apply(Inverse));
      if (auto It = Requests.find({S, A}); It != Requests.end())
        Live = Live.unite(It->second.apply(Inverse));
    }
    Live = C.IsCycle ? Domain : coalesced(Live.intersect(Domain));
    request(S);
  }
}

/// The writers of what the live iterations of \p Stmt read are live.
void Analysis::follow(unsigned Stmt) {
  for (const Flow &F : D.Flows)
    if (F.Read.Stmt == Stmt) {
      isl::set &Live = Result.Live[F.Write.Stmt];
      Live = Live.unite(Result.Live[Stmt].apply(F.Sources));
    }
}

/// With \p Live all iterations of \p Stmt that write the same elements.
isl::set Analysis::readBack(unsigned Stmt, const isl::set &Live) const {
  isl::set All = Live;
  for (const Access &A : K.Statements[Stmt].Accesses)
    if (A.isWrite())
      All = All.unite(Live.apply(A.Relation).apply(A.Relation.reverse()));
  return All.intersect(domainOf(K, Stmt));
}

/// The sources of \p F but for those within one iteration. There are such where
/// it is not known whether an iteration reads before it writes; that it may
/// read what it wrote itself makes it no more useful.
isl::map Analysis::toOthers(const Flow &F) const {
  if (F.Read.Stmt != F.Write.Stmt || K.Statements[F.Read.Stmt].ReadsFirst)
    return F.Sources;
  return F.Sources.subtract(F.Sources.domain().identity());
}

/// Takes out of all iterations of \p C those whose values nobody reads but
/// iterations that were taken out before. What is left contains all live
/// iterations. When nothing is taken out any more, it is them: there is a last
/// iteration that is left, and as somebody reads its value, that one is live.
/// True in that case; there may be too many steps until then.
bool Analysis::peel(const Component &C) {
  IslBudget Budget(K.ctx(), Options.MaxIslOperations / PeelShare);
  std::map<unsigned, isl::set> Left;
  for (unsigned S : C.Statements)
    Left[S] = domainOf(K, S);
  for (unsigned Step = 0; Step < MaxSteps; ++Step) {
    std::map<unsigned, isl::set> Read;
    for (unsigned S : C.Statements)
      Read[S] = Result.Live[S];
    for (const Flow &F : D.Flows)
      if (Left.count(F.Read.Stmt) && Left.count(F.Write.Stmt)) {
        isl::set &Of = Read[F.Write.Stmt];
        Of = Of.unite(toOthers(F).intersect_domain(Left[F.Read.Stmt]).range());
      }
    bool Same = true;
    for (unsigned S : C.Statements) {
      if (hasTooManyPairs(Left[S], Read[S]))
        return false;
      Same &= isSubset(Left[S], Read[S]).is_true();
      Left[S] = coalesced(Left[S].intersect(coalesced(Read[S])));
    }
    if (Budget.exceeded())
      return false;
    Peeled = Left;
    if (Same)
      return true;
  }
  return false;
}

/// Adds to the live iterations of \p C those that they depend on within C by
/// the closure of the dependences. False if that could not be done, not exactly
/// with DeadMethod::Exact.
bool Analysis::close(const Component &C) {
  IslBudget Budget(K.ctx(), Options.MaxIslOperations / ClosureShare);
  isl::union_map Within = isl::union_map::empty(K.ctx());
  isl::union_set Live = isl::union_set::empty(K.ctx());
  for (const Flow &F : D.Flows)
    if (llvm::is_contained(C.Statements, F.Read.Stmt) &&
        llvm::is_contained(C.Statements, F.Write.Stmt))
      Within = Within.unite(isl::union_map(F.Sources));
  int Pieces = 0;
  Within.foreach_map([&](isl::map Map) {
    Pieces += isl_map_n_basic_map(Map.get());
    return isl::stat::ok();
  });
  if (Pieces > MaxClosurePieces)
    return false;
  for (unsigned S : C.Statements)
    Live = Live.unite(isl::union_set(Result.Live[S]));
  isl_bool IsExact = isl_bool_true;
  isl::union_map Closure =
      isl::manage(isl_union_map_transitive_closure(Within.release(), &IsExact));
  Live = Live.unite(Live.apply(Closure));
  if (Live.is_null() || Budget.exceeded())
    return false;
  if (IsExact != isl_bool_true) {
    NoExactClosure = true;
    if (Options.Method == DeadMethod::Exact)
      return false;
  }
  for (unsigned S : C.Statements)
    Result.Live[S] = Live.extract_set(Result.Live[S].get_space());
  return true;
}

/// The live iterations of a dependence cycle; more than these where there is no
/// exact answer within the limits.
void Analysis::visitCycle(const Component &C) {
  bool IsEmpty = llvm::all_of(C.Statements, [&](unsigned S) {
    return isEmpty(Result.Live[S]).is_true();
  });
  if (IsEmpty)
    return;
  Peeled.clear();
  bool IsExact = peel(C);
  if (!IsExact && !close(C)) {
    NoExactClosure = true;
    bool Alone = C.Statements.size() == 1;
    for (unsigned S : C.Statements)
      Result.Live[S] = Alone && readsBackOnly(S) ? readBack(S, Result.Live[S])
                                                 : domainOf(K, S);
  }
  for (auto &[S, Left] : Peeled)
    Result.Live[S] = IsExact ? Left : Result.Live[S].intersect(Left);
}

/// One component along exact dependences. Where there are too many polyhedra,
/// more is live, in a cycle all of it: whatever is live must find its sources.
void Analysis::visitByFlow(const Component &C) {
  bool TooMany = llvm::any_of(C.Statements, [&](unsigned S) {
    return hasTooManyPairs(Result.Live[S], domainOf(K, S));
  });
  NoExactClosure |= TooMany;
  for (unsigned S : C.Statements) {
    isl::set &Live = Result.Live[S];
    if (TooMany)
      Live = C.IsCycle ? domainOf(K, S) : withoutUnknowns(Live);
    Live = coalesced(Live.intersect(domainOf(K, S)));
    follow(S);
  }
}

void Analysis::runAffineHull() {
  isl::union_map Sources = isl::union_map::empty(K.ctx());
  isl::union_set Live = isl::union_set::empty(K.ctx()), Domain = Live;
  for (const Flow &F : D.Flows)
    Sources = Sources.unite(isl::union_map(F.Sources));
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    Live = Live.unite(isl::union_set(Result.Live[S]));
    Domain = Domain.unite(isl::union_set(domainOf(K, S)));
  }
  for (;;) {
    isl::union_set More = Live.apply(Sources);
    if (!More.is_subset(Live).is_false())
      break;
    Live = isl::manage(isl_union_set_affine_hull(Live.unite(More).release()));
    Live = Live.intersect(Domain);
  }
  for (isl::set &Set : Result.Live)
    Set = coalesced(Live.extract_set(Set.get_space()));
  NoExactClosure = true;
}

llvm::Expected<LiveIterations> Analysis::run() {
  IslBudget Quiet(K.ctx(), 0);
  start();
  std::vector<bool> IgnoreSelf(K.Statements.size());
  bool ByData = Options.Method == DeadMethod::Traversal;
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    IgnoreSelf[S] = ByData && readsBackOnly(S);
  if (Options.Method == DeadMethod::AffineHull) {
    IslBudget Budget(K.ctx(), Options.MaxIslOperations);
    runAffineHull();
    Exceeded |= Budget.exceeded();
  } else {
    for (const Component &C : findComponents(K, D, IgnoreSelf)) {
      if (!ByData && C.IsCycle)
        visitCycle(C);
      IslBudget Budget(K.ctx(), Options.MaxIslOperations / VisitShare);
      ByData ? visitByData(C) : visitByFlow(C);
      Exceeded |= Budget.exceeded();
      llvm::append_range(Result.Order, C.Statements);
    }
  }
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    Result.Dead.push_back(coalesced(domainOf(K, S).subtract(Result.Live[S])));
  if (Exceeded ||
      llvm::any_of(Result.Dead, [](const isl::set &S) { return S.is_null(); }))
    return limitHit("finding dead iterations takes more than " +
                    std::to_string(Options.MaxIslOperations) +
                    " isl operations");
  if (Options.Method == DeadMethod::Exact && NoExactClosure)
    return limitHit("the closure of a dependence cycle is not known exactly");
  bool MayFlows = llvm::any_of(D.Flows, [](const Flow &F) { return F.May; });
  Result.Exact = !NoExactClosure && !ByData && !MayFlows;
  return std::move(Result);
}

} // namespace

bool LiveIterations::findsDead() const {
  return llvm::any_of(Dead,
                      [](const isl::set &S) { return isEmpty(S).is_false(); });
}

llvm::Expected<LiveIterations>
smolly::findLiveIterations(const Kernel &K, const Dataflow &D,
                           const DeadOptions &Options) {
  return Analysis(K, D, Options).run();
}

Kernel smolly::restrictKernel(const Kernel &K, const LiveIterations &Live) {
  Kernel Result = K;
  for (const Statement &S : K.Statements)
    for (const Access &A : S.Accesses) {
      isl::set &Accessed = Result.Arrays[A.Array].Accessed;
      isl::set Elements = A.Relation.range();
      Accessed = Accessed.is_null() ? Elements : Accessed.unite(Elements);
    }
  for (Array &A : Result.Arrays)
    if (!A.Accessed.is_null())
      A.Accessed = coalesced(A.Accessed);
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    if (isEmpty(Live.Dead[S]).is_true())
      continue;
    Statement &Stmt = Result.Statements[S];
    Stmt.Domain = Live.Live[S];
    Stmt.Schedule = coalesced(Stmt.Schedule.intersect_domain(Stmt.Domain));
    for (Access &A : Stmt.Accesses)
      A.Relation = coalesced(A.Relation.intersect_domain(Stmt.Domain));
  }
  return Result;
}

Dataflow smolly::restrictDataflow(const Dataflow &D,
                                  const LiveIterations &Live) {
  Dataflow Result;
  for (Flow F : D.Flows) {
    F.Sources = coalesced(F.Sources.intersect_domain(Live.Live[F.Read.Stmt])
                              .intersect_range(Live.Live[F.Write.Stmt]));
    if (!isEmpty(F.Sources).is_true())
      Result.Flows.push_back(std::move(F));
  }
  for (UncoveredRead U : D.Uncovered) {
    U.Relation = U.Relation.intersect_domain(Live.Live[U.Read.Stmt]);
    if (!isEmpty(U.Relation).is_true())
      Result.Uncovered.push_back(std::move(U));
  }
  for (Dataflow::LiveOut L : D.LiveOuts) {
    L.Instances = L.Instances.intersect(Live.Live[L.Write.Stmt]);
    Result.LiveOuts.push_back(std::move(L));
  }
  return Result;
}
