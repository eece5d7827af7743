//===- RemoveIdle.cpp - Take iterations out that change nothing -----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RemoveIdle.h.
///
//===----------------------------------------------------------------------===//

#include "RemoveIdle.h"
#include "Iterations.h"
#include "Remarks.h"
#include "RemoveDead.h"
#include "smolly/Dead/LiveIterations.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Scop/KnownLoads.h"
#include "smolly/Scop/Scalars.h"
#include "smolly/Volume/Facts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace smolly;

/// Combinations of known reads of one statement that are looked at.
static constexpr size_t MaxCases = 64;
/// The polyhedra that what is left of a statement may consist of.
static constexpr int MaxPieces = 3;
/// A condition that is longer is not printed.
static constexpr size_t MaxConditionText = 200;

namespace {

/// A read that finds a constant in some instances.
struct KnownRead {
  unsigned Access = 0;
  Constant *Value = nullptr;
  isl::set Where; // { Domain[] }
};

class IdleFinder {
public:
  IdleFinder(const ImportedScop &Scop, const Dataflow &Flow,
             unsigned long MaxOperations)
      : Scop(Scop), Flow(Flow), MaxOperations(MaxOperations),
        K(withCopiesOfScalars(Scop)), Reads(Scop.Stmts.size()),
        Arrays(Scop.Stmts.size()) {
    for (const Statement &S : K.Statements)
      Idle.push_back(isl::set::empty(S.Domain.get_space()));
  }

  /// Whether there are idle instances.
  bool run();
  /// For each statement, { Domain[] }.
  std::vector<isl::set> Idle;
  /// The arrays that hold what makes them idle.
  const SmallSetVector<unsigned, 2> &arraysFor(unsigned S) const {
    return Arrays[S];
  }

private:
  std::vector<polly::MemoryAccess *> accessesOf(unsigned S) const;
  bool mayBeIdle(unsigned S) const;
  void findKnownReads(unsigned S,
                      const std::vector<volume::KnownValue> &Values);
  isl::set certainReaders(const volume::KnownValue &V, AccessRef Read) const;
  isl::set unread(AccessRef Write) const;
  isl::set writtenBack(AccessRef Write, const KnownResults &Results) const;
  isl::set idleIn(unsigned S, const KnownLoads &Loads, isl::set Where) const;
  void findIdle(unsigned S);
  bool findFlow();

  const ImportedScop &Scop;
  const Dataflow &Flow;
  unsigned long MaxOperations;
  /// With scalars, and its dataflow.
  Kernel K;
  Dataflow AllFlow;
  std::vector<std::vector<KnownRead>> Reads;
  std::vector<SmallSetVector<unsigned, 2>> Arrays;
};

} // namespace

/// Those of statement \p S, in the order of K.
std::vector<polly::MemoryAccess *> IdleFinder::accessesOf(unsigned S) const {
  std::vector<polly::MemoryAccess *> Result = Scop.Accesses[S];
  for (polly::MemoryAccess *MA : *Scop.Stmts[S])
    if (!MA->isArrayKind())
      Result.push_back(MA);
  return Result;
}

/// Whether statement \p S reads something that it writes, and does nothing
/// else.
bool IdleFinder::mayBeIdle(unsigned S) const {
  const Statement &Stmt = K.Statements[S];
  return Scop.Stmts[S]->isBlockStmt() && Stmt.OnlyWrites &&
         any_of(Stmt.Accesses, [&](const Access &Write) {
           return Write.isWrite() &&
                  any_of(Stmt.Accesses, [&](const Access &Read) {
                    return Read.isRead() && Read.Array == Write.Array;
                  });
         });
}

/// { Domain[] }: the instances in which \p Read finds \p V for sure.
isl::set IdleFinder::certainReaders(const volume::KnownValue &V,
                                    AccessRef Read) const {
  isl::set Result = volume::readersOf(K, AllFlow, V, Read);
  for (const struct Flow &F : AllFlow.Flows)
    if (F.Read == Read && F.May)
      Result = Result.subtract(F.Sources.domain());
  return coalesced(Result);
}

void IdleFinder::findKnownReads(unsigned S,
                                const std::vector<volume::KnownValue> &Values) {
  for (unsigned A = 0; A < Scop.Accesses[S].size(); ++A) {
    const Access &Read = K.Statements[S].Accesses[A];
    auto *Load =
        dyn_cast_or_null<LoadInst>(Scop.Accesses[S][A]->getAccessInstruction());
    if (!Read.isRead() || !Load || !Read.Relation.is_single_valued().is_true())
      continue;
    for (const volume::KnownValue &V : Values) {
      if (!V.IsConstant)
        continue;
      Constant *Value = constantOf(V.Name, Load->getType());
      isl::set Where = certainReaders(V, {S, A});
      if (Value && isEmpty(Where).is_false())
        Reads[S].push_back({A, Value, Where});
    }
  }
}

/// { Domain[] }: the instances of \p Write whose values nobody reads.
isl::set IdleFinder::unread(AccessRef Write) const {
  isl::set Result = K.Statements[Write.Stmt].Domain;
  for (const struct Flow &F : AllFlow.Flows)
    if (F.Write == Write)
      Result = Result.subtract(F.Sources.range());
  for (const Dataflow::LiveOut &L : AllFlow.LiveOuts)
    if (L.Write == Write)
      Result = Result.subtract(L.Instances);
  return Result;
}

/// { Domain[] }: the instances, with \p Results, in which \p Write stores what
/// another access of the same statement has read there.
isl::set IdleFinder::writtenBack(AccessRef Write,
                                 const KnownResults &Results) const {
  const Statement &S = K.Statements[Write.Stmt];
  const Access &W = S.Accesses[Write.Access];
  isl::set Result = isl::set::empty(S.Domain.get_space());
  std::vector<polly::MemoryAccess *> All = accessesOf(Write.Stmt);
  for (unsigned A = 0; A < S.Accesses.size(); ++A) {
    const Access &Other = S.Accesses[A];
    if (A == Write.Access || Other.Array != W.Array)
      continue;
    if (Other.isWrite() && !isDisjoint(Other.Relation, W.Relation).is_true())
      return isl::set::empty(S.Domain.get_space());
    if (Results.isWrittenBack(*All[A], *All[Write.Access]) &&
        W.Relation.is_single_valued().is_true() &&
        Other.Relation.is_single_valued().is_true())
      Result = Result.unite(W.Relation.intersect(Other.Relation).domain());
  }
  return Result;
}

/// { Domain[] }: the instances of statement \p S in \p Where, where the loads
/// find \p Loads, that change nothing that somebody reads.
isl::set IdleFinder::idleIn(unsigned S, const KnownLoads &Loads,
                            isl::set Where) const {
  KnownResults Results(*Scop.Stmts[S], Loads);
  bool Any = false;
  isl::set Result = Where;
  for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A) {
    if (!K.Statements[S].Accesses[A].isWrite())
      continue;
    isl::set Same = writtenBack({S, A}, Results);
    Any |= isDisjoint(Same, Where).is_false();
    if (!isSubset(Result, Same).is_true())
      Result = Result.intersect(Same.unite(unread({S, A})));
  }
  return Any ? coalesced(Result) : isl::set::empty(Where.get_space());
}

/// Tries combinations of known reads, smaller ones first: with more of them
/// known, no fewer instances are idle.
void IdleFinder::findIdle(unsigned S) {
  struct Case {
    KnownLoads Loads;
    SmallVector<unsigned, 4> Arrays;
    isl::set Where;
    size_t Next = 0;
  };
  std::vector<Case> Cases(1);
  Cases.front().Where = K.Statements[S].Domain;
  for (size_t I = 0; I < Cases.size(); ++I)
    for (size_t R = Cases[I].Next; R < Reads[S].size(); ++R) {
      const KnownRead &Read = Reads[S][R];
      const Instruction *Load =
          Scop.Accesses[S][Read.Access]->getAccessInstruction();
      isl::set Where =
          coalesced(Cases[I].Where.intersect(Read.Where).subtract(Idle[S]));
      if (Cases[I].Loads.contains(Load) || !isEmpty(Where).is_false())
        continue;
      if (Cases.size() >= MaxCases)
        return;
      Case New = Cases[I];
      New.Where = Where;
      New.Next = R + 1;
      New.Loads[Load] = Read.Value;
      New.Arrays.push_back(K.Statements[S].Accesses[Read.Access].Array);
      isl::set Found = idleIn(S, New.Loads, Where);
      if (isEmpty(Found).is_false()) {
        Idle[S] = coalesced(Idle[S].unite(Found));
        Arrays[S].insert_range(New.Arrays);
      }
      Cases.push_back(std::move(New));
    }
}

/// Fills in the dataflow with scalars; false where that takes too long.
bool IdleFinder::findFlow() {
  if (K.Arrays.size() == Scop.K.Arrays.size()) {
    AllFlow = Flow;
    return true;
  }
  Expected<Dataflow> Own = computeDataflow(K, MaxOperations);
  if (!Own) {
    consumeError(Own.takeError());
    return false;
  }
  AllFlow = std::move(*Own);
  return true;
}

/// Whether some constant is known to be in an array.
static bool hasConstants(const Kernel &K) {
  return any_of(K.Arrays, [](const Array &A) { return !!A.Initially; }) ||
         any_of(K.Statements, [](const Statement &S) {
           return any_of(S.Accesses,
                         [](const Access &A) { return !!A.Constant; });
         });
}

bool IdleFinder::run() {
  SmallVector<unsigned, 8> Candidates;
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    if (mayBeIdle(S))
      Candidates.push_back(S);
  if (Candidates.empty() || !hasConstants(K) || !findFlow())
    return false;
  IslBudget Budget(K.ctx(), MaxOperations);
  std::vector<volume::KnownValue> Values = volume::findKnownValues(K, AllFlow);
  for (unsigned S : Candidates) {
    findKnownReads(S, Values);
    findIdle(S);
  }
  return !Budget.exceeded() && any_of(Idle, [](const isl::set &Set) {
    return isEmpty(Set).is_false();
  });
}

/// What is left of \p K without \p Idle: few polyhedra for each statement, if
/// need be with some idle instances.
static LiveIterations withoutIdle(const Kernel &K,
                                  const std::vector<isl::set> &Idle) {
  LiveIterations Result;
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    const isl::set &Domain = K.Statements[S].Domain;
    isl::set Live = coalesced(Domain.subtract(Idle[S]));
    if (!isSimple(Live, MaxPieces))
      Live = coalesced(isl::set(Live.simple_hull()).intersect(Domain));
    Result.Dead.push_back(coalesced(Domain.subtract(Live)));
    Result.Live.push_back(std::move(Live));
  }
  return Result;
}

/// "iterations left out: what they store is there already, as array 'a' holds
/// constants where j < i".
static std::string describe(const ImportedScop &Scop, const isl::set &Idle,
                            unsigned S,
                            const SmallSetVector<unsigned, 2> &Arrays) {
  std::string Names =
      join(map_range(Arrays,
                     [&](unsigned A) {
                       return describeObject(Scop.Arrays[A].Object.Base);
                     }),
           " and ");
  std::string Where =
      describeIterations(Scop, S, Idle, Scop.K.Statements[S].Domain);
  std::string Text = "iterations left out: what they store is there already, "
                     "for the constants that they read from " +
                     Names;
  if (Where.empty() || Where == "?" || Where.size() > MaxConditionText)
    return Text;
  return Text + " where " + Where;
}

IdleIterations smolly::removeIdleIterations(ImportedScop &Scop, Dataflow &Flow,
                                            const PassOptions &Options) {
  IdleIterations Result;
  IdleFinder Finder(Scop, Flow, Options.maxDataflowOperations());
  if (!Finder.run())
    return Result;
  LiveIterations Live;
  Kernel New;
  {
    IslBudget Budget(Scop.K.ctx(), Options.maxDataflowOperations());
    Live = withoutIdle(Scop.K, Finder.Idle);
    New = restrictKernel(Scop.K, Live);
    New.alignParameters();
    if (Budget.exceeded())
      return Result;
  }
  if (!isWorthRemoving(Scop.K, Live, Options.forStorage(), WorthRemoving))
    return Result;
  Expected<Dataflow> NewFlow =
      computeDataflow(New, Options.maxDataflowOperations());
  if (!NewFlow) {
    consumeError(NewFlow.takeError());
    return Result;
  }
  for (unsigned S = 0; S < New.Statements.size(); ++S)
    if (isEmpty(Live.Dead[S]).is_false())
      Result.Remarks.push_back(
          {placeOf(Scop, S),
           describe(Scop, Live.Dead[S], S, Finder.arraysFor(S))});
  Scop.K = std::move(New);
  Flow = std::move(*NewFlow);
  return Result;
}
