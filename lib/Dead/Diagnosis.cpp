//===- Diagnosis.cpp - Suspicious accesses of a kernel --------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Diagnosis.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Dead/Diagnosis.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/LexOrder.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

namespace {

class Doctor {
public:
  Doctor(const Kernel &K, const Dataflow &D) : K(K), D(D) {}
  Diagnosis run();

private:
  void add(AccessRef Ref, const isl::set &Iterations,
           std::vector<Finding> &Findings) const;
  isl::set overwritten(AccessRef Write, const isl::set &Unread) const;
  isl::map outside(const Access &A) const;
  bool ignoresRows(const Access &A) const;

  const Kernel &K;
  const Dataflow &D;
};

void Doctor::add(AccessRef Ref, const isl::set &Iterations,
                 std::vector<Finding> &Findings) const {
  isl::set Known = coalesced(Iterations.intersect_params(K.Context));
  if (!isEmpty(Known).is_true())
    Findings.push_back({Ref, Known});
}

/// Those of \p Unread whose element is certainly written again.
isl::set Doctor::overwritten(AccessRef Write, const isl::set &Unread) const {
  const Statement &S = K.Statements[Write.Stmt];
  const Access &First = S.Accesses[Write.Access];
  isl::set Result = isl::set::empty(Unread.get_space());
  for (const Statement &T : K.Statements)
    for (const Access &Second : T.Accesses) {
      if (Second.Kind != AccessKind::MustWrite || Second.Array != First.Array)
        continue;
      isl::map Later = lexOrder(Lex::Less, S.Schedule, T.Schedule);
      isl::map SameElement =
          First.Relation.apply_range(Second.Relation.reverse());
      Result = Result.unite(Later.intersect(SameElement).domain());
    }
  return Result.intersect(Unread);
}

/// The part of \p A that is to elements outside of their array.
isl::map Doctor::outside(const Access &A) const {
  return A.Relation.subtract(isl::manage(isl_map_from_domain_and_range(
      A.Relation.domain().release(), K.Arrays[A.Array].Extent.copy())));
}

/// Whether the write \p A counts all elements of an array with rows as if they
/// were in the first one: which these are, its subscripts do not say.
bool Doctor::ignoresRows(const Access &A) const {
  isl::set Elements = A.Relation.range();
  if (A.isRead() || unsigned(Elements.dim(isl::dim::set).release()) < 2)
    return false;
  isl::set FirstRow = isl::manage(isl_set_fix_si(
      isl::set::universe(Elements.get_space()).release(), isl_dim_set, 0, 0));
  return isSubset(Elements, FirstRow).is_true() &&
         !isEmpty(outside(A).intersect_params(K.Context)).is_true();
}

Diagnosis Doctor::run() {
  Diagnosis Result;
  std::vector<bool> HasFlat(K.Arrays.size(), false);
  for (const Statement &S : K.Statements)
    for (const Access &A : S.Accesses)
      if (!HasFlat[A.Array] && ignoresRows(A))
        HasFlat[A.Array] = true;
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A) {
      const Access &Access = K.Statements[S].Accesses[A];
      if (HasFlat[Access.Array])
        continue;
      add({S, A}, outside(Access).domain(), Result.OutOfBounds);
      if (Access.Kind != AccessKind::MustWrite)
        continue;
      isl::set Unread = unreadInstances(
          D, {S, A}, K.Statements[S].Accesses[A].Relation.domain());
      if (!isEmpty(Unread).is_true())
        add({S, A}, overwritten({S, A}, Unread), Result.Overwritten);
    }
  for (const UncoveredRead &U : D.Uncovered) {
    unsigned Index = K.Statements[U.Read.Stmt].Accesses[U.Read.Access].Array;
    if (HasFlat[Index])
      continue;
    const Array &Array = K.Arrays[Index];
    isl::map Unknown =
        U.Relation.intersect_range(Array.Extent.subtract(Array.LiveIn));
    add(U.Read, Unknown.domain(), Result.Uninitialized);
  }
  return Result;
}

} // namespace

llvm::Expected<Diagnosis> smolly::diagnose(const Kernel &K, const Dataflow &D,
                                           unsigned long MaxOperations) {
  IslBudget Budget(K.ctx(), MaxOperations);
  Diagnosis Result = Doctor(K, D).run();
  if (Budget.exceeded())
    return limitHit("looking at all accesses takes more than " +
                    std::to_string(MaxOperations) + " isl operations");
  return Result;
}
