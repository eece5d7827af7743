//===- Idle.cpp - Iterations that change nothing --------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Idle.h. Each statement is looked at by itself: first which of its
/// reads find constants, and in which instances (Facts.h), then combinations of
/// these. The oracle says which writes store what has been read, sets say of
/// which instances both are of one element, and the dataflow of which writes
/// nobody reads the values.
///
//===----------------------------------------------------------------------===//

#include "smolly/Volume/Idle.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Volume/Facts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"

using namespace smolly;
using namespace smolly::volume;
using llvm::any_of;

/// Combinations of known reads of one statement that are looked at.
static constexpr size_t MaxCases = 64;

IdleOracle::~IdleOracle() = default;

namespace {

/// A read that finds a constant in some instances.
struct FoundConstant {
  KnownRead Read;
  isl::set Where; // { Domain[] }
};

/// Instances of a statement in which several reads find constants.
struct Case {
  llvm::SmallVector<KnownRead, 4> Known;
  isl::set Where; // { Domain[] }
  /// The first read that may be added to them.
  size_t Next = 0;
};

class IdleFinder {
public:
  IdleFinder(const Kernel &K, const Dataflow &D, IdleOracle &Oracle)
      : K(K), D(D), Oracle(Oracle) {
    Result.Arrays.resize(K.Statements.size());
    for (const Statement &S : K.Statements)
      Result.Idle.push_back(isl::set::empty(S.Domain.get_space()));
  }

  IdleSets run();

private:
  isl::set certainReaders(const KnownValue &V, AccessRef Read) const;
  std::vector<FoundConstant>
  findConstants(unsigned S, const std::vector<KnownValue> &Values) const;
  isl::set writtenBack(AccessRef Write) const;
  isl::set idleIn(unsigned S, const Case &C) const;
  std::optional<Case> extended(unsigned S, const Case &Old,
                               const FoundConstant &More) const;
  void addIdle(unsigned S, const Case &C);
  void tryCases(unsigned S, const std::vector<FoundConstant> &Reads);

  const Kernel &K;
  const Dataflow &D;
  IdleOracle &Oracle;
  IdleSets Result;
};

} // namespace

/// Whether statement \p S reads something that it writes, and does nothing
/// else.
static bool mayBeIdle(const Kernel &K, const IdleOracle &Oracle, unsigned S) {
  const Statement &Stmt = K.Statements[S];
  return Oracle.mayBeIdle(S) && Stmt.OnlyWrites &&
         any_of(Stmt.Accesses, [&](const Access &Write) {
           return Write.isWrite() &&
                  any_of(Stmt.Accesses, [&](const Access &Read) {
                    return Read.isRead() && Read.Array == Write.Array;
                  });
         });
}

/// Whether some constant is known to be in an array.
static bool hasConstants(const Kernel &K) {
  return any_of(K.Arrays, [](const Array &A) { return !!A.Initially; }) ||
         any_of(K.Statements, [](const Statement &S) {
           return any_of(S.Accesses,
                         [](const Access &A) { return !!A.Constant; });
         });
}

bool volume::mayHaveIdle(const Kernel &K, const IdleOracle &Oracle) {
  return hasConstants(K) &&
         any_of(llvm::seq<unsigned>(K.Statements.size()),
                [&](unsigned S) { return mayBeIdle(K, Oracle, S); });
}

/// { Domain[] }: the instances in which \p Read finds \p V for sure.
isl::set IdleFinder::certainReaders(const KnownValue &V, AccessRef Read) const {
  isl::set Readers = readersOf(K, D, V, Read);
  for (const Flow &F : D.Flows)
    if (F.Read == Read && F.May)
      Readers = Readers.subtract(F.Sources.domain());
  return coalesced(Readers);
}

/// Which reads of statement \p S find which of \p Values, as far as that is of
/// use.
std::vector<FoundConstant>
IdleFinder::findConstants(unsigned S,
                          const std::vector<KnownValue> &Values) const {
  std::vector<FoundConstant> Found;
  for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A) {
    const Access &Read = K.Statements[S].Accesses[A];
    if (!Read.isRead() || !Read.Relation.is_single_valued().is_true())
      continue;
    for (const KnownValue &V : Values) {
      if (!V.IsConstant || !Oracle.canUse(S, A, V.Name))
        continue;
      isl::set Where = certainReaders(V, {S, A});
      if (isEmpty(Where).is_false())
        Found.push_back({{A, V.Name}, Where});
    }
  }
  return Found;
}

/// { Domain[] }: the instances, under the oracle's assumption, in which \p
/// Write stores what another access of the same statement has read there.
isl::set IdleFinder::writtenBack(AccessRef Write) const {
  const Statement &S = K.Statements[Write.Stmt];
  const Access &W = S.Accesses[Write.Access];
  isl::set Same = isl::set::empty(S.Domain.get_space());
  for (unsigned A = 0; A < S.Accesses.size(); ++A) {
    const Access &Other = S.Accesses[A];
    if (A == Write.Access || Other.Array != W.Array)
      continue;
    if (Other.isWrite() && !isDisjoint(Other.Relation, W.Relation).is_true())
      return isl::set::empty(S.Domain.get_space());
    if (Other.isRead() && Oracle.isWrittenBack(A, Write.Access) &&
        W.Relation.is_single_valued().is_true() &&
        Other.Relation.is_single_valued().is_true())
      Same = Same.unite(W.Relation.intersect(Other.Relation).domain());
  }
  return Same;
}

/// { Domain[] }: the instances of statement \p S in the case \p C that change
/// nothing that somebody reads.
isl::set IdleFinder::idleIn(unsigned S, const Case &C) const {
  Oracle.assume(S, C.Known);
  bool Any = false;
  isl::set Idle = C.Where;
  for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A) {
    if (!K.Statements[S].Accesses[A].isWrite())
      continue;
    isl::set Same = writtenBack({S, A});
    Any |= isDisjoint(Same, C.Where).is_false();
    if (!isSubset(Idle, Same).is_true())
      Idle = Idle.intersect(
          Same.unite(unreadInstances(D, {S, A}, K.Statements[S].Domain)));
  }
  return Any ? coalesced(Idle) : isl::set::empty(C.Where.get_space());
}

/// The case in which more is known than in \p Old, namely \p More. None where
/// that is so in no instance that is not known to be idle.
std::optional<Case> IdleFinder::extended(unsigned S, const Case &Old,
                                         const FoundConstant &More) const {
  if (any_of(Old.Known, [&](const KnownRead &Read) {
        return Read.Access == More.Read.Access;
      }))
    return std::nullopt;
  Case New = Old;
  New.Known.push_back(More.Read);
  New.Where =
      coalesced(Old.Where.intersect(More.Where).subtract(Result.Idle[S]));
  if (!isEmpty(New.Where).is_false())
    return std::nullopt;
  return New;
}

/// Adds what is idle in the case \p C, and the arrays that it is known from.
void IdleFinder::addIdle(unsigned S, const Case &C) {
  isl::set Found = idleIn(S, C);
  if (!isEmpty(Found).is_false())
    return;
  Result.Idle[S] = coalesced(Result.Idle[S].unite(Found));
  for (const KnownRead &Read : C.Known)
    Result.Arrays[S].insert(K.Statements[S].Accesses[Read.Access].Array);
}

/// Tries combinations of known reads, smaller ones first: with more of them
/// known, no fewer instances are idle.
void IdleFinder::tryCases(unsigned S, const std::vector<FoundConstant> &Reads) {
  std::vector<Case> Cases(1);
  Cases.front().Where = K.Statements[S].Domain;
  for (size_t I = 0; I < Cases.size(); ++I)
    for (size_t R = Cases[I].Next; R < Reads.size(); ++R) {
      std::optional<Case> New = extended(S, Cases[I], Reads[R]);
      if (!New)
        continue;
      if (Cases.size() >= MaxCases)
        return;
      New->Next = R + 1;
      addIdle(S, *New);
      Cases.push_back(std::move(*New));
    }
}

IdleSets IdleFinder::run() {
  std::vector<KnownValue> Values = findKnownValues(K, D);
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    if (mayBeIdle(K, Oracle, S))
      tryCases(S, findConstants(S, Values));
  return std::move(Result);
}

std::optional<IdleSets> volume::findIdle(const Kernel &K, const Dataflow &D,
                                         IdleOracle &Oracle,
                                         unsigned long MaxOperations) {
  if (!mayHaveIdle(K, Oracle))
    return std::nullopt;
  IslBudget Budget(K.ctx(), MaxOperations);
  IdleSets Found = IdleFinder(K, D, Oracle).run();
  if (Budget.exceeded() || llvm::none_of(Found.Idle, [](const isl::set &Set) {
        return isEmpty(Set).is_false();
      }))
    return std::nullopt;
  return Found;
}
