//===- Facts.cpp - What is known of values --------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "smolly/Volume/Facts.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/STLExtras.h"

using namespace smolly;
using namespace smolly::volume;
using llvm::Expected;

/// The instances of \p Write. { Domain[] }
static isl::set instancesOf(const Kernel &K, const Access &Write) {
  return Write.Relation.domain().intersect_params(K.Context);
}

bool volume::isPlainCopy(const Kernel &K, const Dataflow &D, AccessRef Write) {
  const Statement &S = K.Statements[Write.Stmt];
  std::optional<unsigned> Copied = S.Accesses[Write.Access].CopyOf;
  if (!Copied || !S.Accesses[*Copied].Relation.is_single_valued().is_true())
    return false;
  AccessRef Read = {Write.Stmt, *Copied};
  return llvm::none_of(D.Flows,
                       [&](const Flow &F) { return F.Read == Read && F.May; });
}

namespace {

/// Calls functions with what one read reads, which is all that writes copy.
template <typename OnFlow, typename OnInput>
void forEachSource(const Dataflow &D, AccessRef Read, OnFlow Flowing,
                   OnInput Input) {
  for (const Flow &F : D.Flows)
    if (F.Read == Read)
      Flowing(F);
  for (const UncoveredRead &U : D.Uncovered)
    if (U.Read == Read)
      Input(U);
}

/// Visits writes, each after those whose values it copies. Copies that copy
/// each other in a circle come in some order.
class CopyOrder {
public:
  CopyOrder(const Kernel &K, const Dataflow &D) : K(K), D(D) {
    for (const Statement &S : K.Statements)
      Seen.emplace_back(S.Accesses.size());
    for (unsigned S = 0; S < K.Statements.size(); ++S)
      for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A)
        if (K.Statements[S].Accesses[A].isWrite())
          visit({S, A});
  }
  std::vector<AccessRef> Order;

private:
  void visit(AccessRef W) {
    if (Seen[W.Stmt][W.Access])
      return;
    Seen[W.Stmt][W.Access] = true;
    if (isPlainCopy(K, D, W))
      for (const Flow &F : D.Flows)
        if (F.Read ==
            AccessRef{W.Stmt, *K.Statements[W.Stmt].Accesses[W.Access].CopyOf})
          visit(F.Write);
    Order.push_back(W);
  }

  const Kernel &K;
  const Dataflow &D;
  std::vector<std::vector<bool>> Seen;
};

} // namespace

isl::set volume::readersOf(const Kernel &K, const Dataflow &D,
                           const KnownValue &V, AccessRef Read) {
  isl::set Readers =
      isl::set::empty(K.Statements[Read.Stmt].Domain.get_space());
  forEachSource(
      D, Read,
      [&](const Flow &F) {
        Readers = Readers.unite(
            F.Sources.intersect_range(V.Writes[F.Write.Stmt][F.Write.Access])
                .domain());
      },
      [&](const UncoveredRead &U) {
        unsigned Array = K.Statements[Read.Stmt].Accesses[Read.Access].Array;
        Readers =
            Readers.unite(U.Relation.intersect_range(V.Inputs[Array]).domain());
      });
  return Readers;
}

namespace {

/// Fills in which writes have the fact \p V: those that do by themselves, and
/// copies, in the order \p Order.
void spread(const Kernel &K, const Dataflow &D,
            const std::vector<AccessRef> &Order, KnownValue &V) {
  for (const Statement &S : K.Statements)
    V.Writes.emplace_back(S.Accesses.size(),
                          isl::set::empty(S.Domain.get_space()));
  for (AccessRef W : Order) {
    const Access &A = K.Statements[W.Stmt].Accesses[W.Access];
    isl::set &Own = V.Writes[W.Stmt][W.Access];
    if (V.IsConstant && A.Constant == V.Name)
      Own = instancesOf(K, A);
    if (!V.IsConstant)
      Own = A.Relation.intersect_range(V.Inputs[A.Array]).domain();
    if (isPlainCopy(K, D, W))
      Own = Own.unite(readersOf(K, D, V, {W.Stmt, *A.CopyOf}));
    Own = coalesced(Own.intersect(instancesOf(K, A)));
  }
}

KnownValue makeValue(const Kernel &K, std::string Name, bool IsConstant) {
  KnownValue V;
  V.Name = std::move(Name);
  V.IsConstant = IsConstant;
  for (const Array &A : K.Arrays)
    V.Inputs.push_back(IsConstant && A.Initially == V.Name
                           ? A.Extent
                           : isl::set::empty(A.Extent.get_space()));
  return V;
}

} // namespace

std::vector<KnownValue> volume::findKnownValues(const Kernel &K,
                                                const Dataflow &D) {
  std::vector<KnownValue> Result;
  auto Find = [&](const std::string &Name, bool IsConstant) -> KnownValue & {
    auto It = llvm::find_if(Result, [&](const KnownValue &V) {
      return V.Name == Name && V.IsConstant == IsConstant;
    });
    if (It != Result.end())
      return *It;
    Result.push_back(makeValue(K, Name, IsConstant));
    return Result.back();
  };
  for (const Fact &F : K.Facts) {
    std::string Array = isl_set_get_tuple_name(F.Set.get());
    isl::set &Elements = Find(F.Name, false).Inputs[*K.findArray(Array)];
    Elements = Elements.unite(F.Set);
  }
  for (const Array &A : K.Arrays)
    if (A.Initially)
      Find(*A.Initially, true);
  for (const Statement &S : K.Statements)
    for (const Access &A : S.Accesses)
      if (A.Constant)
        Find(*A.Constant, true);
  CopyOrder Copies(K, D);
  for (KnownValue &V : Result)
    spread(K, D, Copies.Order, V);
  return Result;
}

namespace {

class MarkFinder {
public:
  MarkFinder(const Kernel &K, const Dataflow &D, const ElementMap &M,
             unsigned Array)
      : K(K), D(D), M(M), Index(Array), Values(findKnownValues(K, D)) {}

  std::vector<Mark> run();

private:
  isl::set outputs() const {
    return isl::set::empty(K.Arrays[Index].Extent.get_space());
  }
  void add(Mark New);
  void addIs();
  void addCopies();
  void addUses();
  void addUsesOnly();
  isl::set unknown(AccessRef Read) const;
  isl::set needing(AccessRef Write, const isl::set &Instances) const;
  bool hasMayWrites() const;

  const Kernel &K;
  const Dataflow &D;
  const ElementMap &M;
  unsigned Index;
  std::vector<KnownValue> Values;
  std::vector<Mark> Marks;
};

} // namespace

void MarkFinder::add(Mark New) {
  New.Set = coalesced(
      New.Set.intersect(K.Arrays[Index].LiveOut).intersect_params(K.Context));
  if (!isEmpty(New.Set).is_true())
    Marks.push_back(std::move(New));
}

bool MarkFinder::hasMayWrites() const {
  return llvm::any_of(K.Statements, [&](const Statement &S) {
    return llvm::any_of(S.Accesses, [&](const Access &A) {
      return A.Array == Index && A.Kind == AccessKind::MayWrite;
    });
  });
}

/// { Output[] }: the elements that need one of \p Instances of \p Write.
isl::set MarkFinder::needing(AccessRef Write, const isl::set &Instances) const {
  return M.Needs[Write.Stmt][Write.Access]
      .intersect_range(isl::union_set(Instances))
      .domain()
      .extract_set(outputs().get_space());
}

void MarkFinder::addIs() {
  isl::set Left = survivors(K, Index);
  for (const KnownValue &V : Values) {
    isl::set Set = Left.intersect(V.Inputs[Index]);
    for (const Dataflow::LiveOut &L : D.LiveOuts) {
      const Access &A = K.Statements[L.Write.Stmt].Accesses[L.Write.Access];
      if (A.Array == Index)
        Set = Set.unite(
            L.Instances.intersect(V.Writes[L.Write.Stmt][L.Write.Access])
                .apply(A.Relation));
    }
    add({MarkKind::Is, V.Name, V.IsConstant, std::nullopt, Set});
  }
  add({MarkKind::Unwritten, "", false, std::nullopt, Left});
}

void MarkFinder::addCopies() {
  // For each array: { Domain[] } of writes that copy what was in it.
  std::vector<KnownValue> Origins;
  CopyOrder Copies(K, D);
  for (unsigned A = 0; A < K.Arrays.size(); ++A) {
    KnownValue V = makeValue(K, "", true);
    V.Inputs[A] = isl::set::universe(V.Inputs[A].get_space());
    spread(K, D, Copies.Order, V);
    isl::set Set = outputs();
    for (const Dataflow::LiveOut &L : D.LiveOuts) {
      const Access &Write = K.Statements[L.Write.Stmt].Accesses[L.Write.Access];
      if (Write.Array == Index)
        Set = Set.unite(
            L.Instances.intersect(V.Writes[L.Write.Stmt][L.Write.Access])
                .apply(Write.Relation));
    }
    add({MarkKind::Copy, K.Arrays[A].Name, false, std::nullopt, Set});
  }
}

void MarkFinder::addUses() {
  for (const KnownValue &V : Values)
    for (unsigned S = 0; S < K.Statements.size(); ++S) {
      const Statement &Stmt = K.Statements[S];
      for (unsigned R = 0; R < Stmt.Accesses.size(); ++R) {
        if (!Stmt.Accesses[R].isRead())
          continue;
        isl::set Readers = readersOf(K, D, V, {S, R}); // { Domain[] }
        isl::set Set = outputs();
        for (unsigned W = 0; W < Stmt.Accesses.size(); ++W)
          if (Stmt.Accesses[W].isWrite() &&
              llvm::is_contained(operandsOf(Stmt, W), R) &&
              !isPlainCopy(K, D, {S, W}))
            Set = Set.unite(needing({S, W}, Readers));
        add({MarkKind::Uses, V.Name, V.IsConstant, AccessRef{S, R}, Set});
      }
    }
}

/// { Domain[] }: the instances of \p Read that read what was there before the
/// first instance, and is not known.
isl::set MarkFinder::unknown(AccessRef Read) const {
  unsigned Array = K.Statements[Read.Stmt].Accesses[Read.Access].Array;
  isl::set Result = isl::set::empty(K.Statements[Read.Stmt].Domain.get_space());
  for (const UncoveredRead &U : D.Uncovered) {
    if (!(U.Read == Read))
      continue;
    isl::map Unknown = U.Relation;
    for (const KnownValue &V : Values)
      Unknown = isl::manage(
          isl_map_subtract_range(Unknown.release(), V.Inputs[Array].copy()));
    Result = Result.unite(Unknown.domain());
  }
  return Result;
}

void MarkFinder::addUsesOnly() {
  isl::set Known = outputs(), Unknown = survivors(K, Index);
  for (const Mark &Other : Marks)
    if (Other.Kind == MarkKind::Uses || Other.Kind == MarkKind::Is)
      Known = Known.unite(Other.Set);
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (unsigned W = 0; W < K.Statements[S].Accesses.size(); ++W) {
      const Access &A = K.Statements[S].Accesses[W];
      if (!A.isWrite() || A.Constant)
        continue;
      std::vector<unsigned> Reads = operandsOf(K.Statements[S], W);
      isl::set FromNothing = instancesOf(K, A);
      for (unsigned R : Reads) {
        FromNothing =
            FromNothing.subtract(K.Statements[S].Accesses[R].Relation.domain());
        Unknown = Unknown.unite(needing({S, W}, unknown({S, R})));
      }
      for (const KnownValue &V : Values)
        FromNothing = FromNothing.subtract(V.Writes[S][W]);
      Unknown = Unknown.unite(needing({S, W}, FromNothing));
    }
  for (const KnownValue &V : Values)
    Unknown = Unknown.subtract(survivors(K, Index).intersect(V.Inputs[Index]));
  add({MarkKind::UsesOnly, "", false, std::nullopt, Known.subtract(Unknown)});
}

std::vector<Mark> MarkFinder::run() {
  if (!hasMayWrites()) {
    addIs();
    addCopies();
  }
  addUses();
  addUsesOnly();
  return std::move(Marks);
}

Expected<std::vector<Mark>>
volume::findMarks(const Kernel &K, const Dataflow &D, const ElementMap &M,
                  unsigned Array, unsigned long MaxOperations) {
  IslBudget Budget(K.ctx(), MaxOperations);
  std::vector<Mark> Marks = MarkFinder(K, D, M, Array).run();
  if (Budget.exceeded() ||
      llvm::any_of(Marks, [](const Mark &M) { return M.Set.is_null(); }))
    return limitHit("spreading facts takes more than " +
                    llvm::Twine(MaxOperations) + " isl operations");
  return Marks;
}
