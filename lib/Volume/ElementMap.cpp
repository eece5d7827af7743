//===- ElementMap.cpp - Which inputs an output needs ----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ElementMap.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Volume/ElementMap.h"
#include "Closure.h"
#include "smolly/Kernel/Components.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "isl/map.h"
#include "isl/union_map.h"
#include "isl/union_set.h"

using namespace smolly;
using namespace smolly::volume;
using llvm::Error;
using llvm::Expected;

namespace {

/// Compositions of maps of more polyhedra take long, in a time that isl does
/// not count.
constexpr int MaxPieces = 100;
/// Likewise of polyhedra of more constraints: those of strides may double with
/// each composition.
constexpr int MaxConstraints = 64;

/// Whether a polyhedron of \p Map has more constraints than it may.
bool hasTooManyConstraints(const isl::union_map &Map) {
  isl::stat Few = Map.foreach_map([](isl::map Part) {
    return Part.foreach_basic_map([](isl::basic_map Polyhedron) {
      return isl_basic_map_n_constraint(Polyhedron.get()) > MaxConstraints
                 ? isl::stat::error()
                 : isl::stat::ok();
    });
  });
  return Few.is_error();
}

class Composition {
public:
  Composition(const Kernel &K, const Dataflow &D, unsigned long MaxOperations)
      : K(K), D(D), MaxOperations(MaxOperations) {
    for (const Statement &S : K.Statements)
      Result.Needs.emplace_back(S.Accesses.size(),
                                isl::union_map::empty(K.ctx()));
  }

  /// Starts with what the outputs are. False if isl could not.
  bool start();
  bool visit(const Component &C);
  ElementMap finish();

private:
  const Access &accessOf(AccessRef R) const {
    return K.Statements[R.Stmt].Accesses[R.Access];
  }
  isl::id volumeOf(AccessRef Write) const { return volume::volumeOf(K, Write); }
  isl::map toSource(isl::map Sources, AccessRef Write) const;
  isl::union_map operation(AccessRef Write);
  void replaceCycle(const std::vector<AccessRef> &Writes,
                    const isl::union_map &Inner, const isl::union_set &Own,
                    isl::union_map &Operations, isl::union_map &Needed);
  void keep(const std::vector<AccessRef> &Writes, const isl::union_map &Needed);
  isl::union_set volumes(const std::vector<AccessRef> &Writes) const;
  void note(std::string Text);

  const Kernel &K;
  const Dataflow &D;
  unsigned long MaxOperations;
  /// { Output[] -> Volume[] }
  isl::union_map Current;
  ElementMap Result;
};

} // namespace

std::string volume::constantVolume(const std::string &Text) {
  std::string Name = "const_";
  for (char C : Text)
    Name += llvm::isAlnum(C) ? C : '_';
  return Name;
}

isl::union_map volume::lenientComposition(const isl::union_map &A,
                                          const isl::union_map &B) {
  isl::union_set Rest = A.range().subtract(B.domain());
  return A.apply_range(B.unite(Rest.identity()));
}

std::vector<unsigned> volume::operandsOf(const Statement &S, unsigned Write) {
  if (S.Accesses[Write].Constant)
    return {};
  if (S.Accesses[Write].CopyOf)
    return {*S.Accesses[Write].CopyOf};
  std::vector<unsigned> Reads;
  for (unsigned A = 0; A < S.Accesses.size(); ++A)
    if (S.Accesses[A].isRead())
      Reads.push_back(A);
  return Reads;
}

isl::set volume::survivors(const Kernel &K, unsigned Array) {
  isl::set Left = K.Arrays[Array].LiveOut.intersect_params(K.Context);
  for (const Statement &S : K.Statements)
    for (const Access &A : S.Accesses)
      if (A.Array == Array && A.Kind == AccessKind::MustWrite)
        Left = Left.subtract(A.Relation.range());
  return Left;
}

/// { X[] -> Domain[] } of \p Write to { X[] -> Volume[] }.
isl::map Composition::toSource(isl::map Sources, AccessRef Write) const {
  const std::optional<std::string> &Constant = accessOf(Write).Constant;
  if (!Constant)
    return Sources.set_range_tuple(volumeOf(Write));
  isl::map Scalar =
      isl::manage(isl_map_from_domain(Sources.domain().release()));
  return Scalar.set_range_tuple(
      isl::id::alloc(K.ctx(), constantVolume(*Constant), nullptr));
}

void Composition::note(std::string Text) {
  Result.IsExact = false;
  if (!llvm::is_contained(Result.Notes, Text))
    Result.Notes.push_back(std::move(Text));
}

bool Composition::start() {
  Current = isl::union_map::empty(K.ctx());
  for (const Dataflow::LiveOut &L : D.LiveOuts) {
    // { Output[] -> Domain[] }
    isl::map Writer =
        accessOf(L.Write).Relation.intersect_domain(L.Instances).reverse();
    Writer = Writer.intersect_domain(K.Arrays[accessOf(L.Write).Array].LiveOut)
                 .intersect_params(K.Context);
    Current = Current.unite(isl::union_map(toSource(Writer, L.Write)));
    if (accessOf(L.Write).Kind == AccessKind::MayWrite)
      note("'" + K.Statements[L.Write.Stmt].Name +
           "' may write or not, so that outputs count as computed from both");
  }
  for (unsigned A = 0; A < K.Arrays.size(); ++A)
    Current = Current.unite(isl::union_map(survivors(K, A).identity()));
  Current = tidied(Current);
  return !Current.is_null();
}

/// { Volume[] -> Volume[] }: what \p Write computes its values from.
isl::union_map Composition::operation(AccessRef Write) {
  isl::union_map Map = isl::union_map::empty(K.ctx());
  const Statement &S = K.Statements[Write.Stmt];
  isl::set Domain = accessOf(Write).Relation.domain(); // { Domain[] }
  auto Add = [&](const isl::map &Sources) {
    isl::map Own = Sources.intersect_domain(Domain)
                       .intersect_params(K.Context)
                       .set_domain_tuple(volumeOf(Write));
    Map = Map.unite(isl::union_map(Own));
  };
  for (unsigned Read : operandsOf(S, Write.Access)) {
    AccessRef R = {Write.Stmt, Read};
    for (const Flow &F : D.Flows)
      if (F.Read == R) {
        Add(toSource(F.Sources, F.Write));
        if (F.May)
          note("it is not known which value '" + S.Name + "' reads");
      }
    for (const UncoveredRead &U : D.Uncovered)
      if (U.Read == R)
        Add(U.Relation);
  }
  return Map;
}

/// { Volume[] }: all values of \p Writes.
isl::union_set
Composition::volumes(const std::vector<AccessRef> &Writes) const {
  isl::union_set All = isl::union_set::empty(K.ctx());
  for (AccessRef W : Writes)
    All = All.unite(isl::union_set(
        accessOf(W).Relation.domain().intersect_params(K.Context).set_tuple_id(
            volumeOf(W))));
  return All;
}

/// Makes \p Operations, which depend on each other by \p Inner, one: from the
/// values \p Own to those of others.
void Composition::replaceCycle(const std::vector<AccessRef> &Writes,
                               const isl::union_map &Inner,
                               const isl::union_set &Own,
                               isl::union_map &Operations,
                               isl::union_map &Needed) {
  Closure C = closeCycle(K, Writes, Inner, MaxOperations);
  if (!C.IsExact)
    note("the closure of what '" + K.Statements[Writes.front().Stmt].Name +
         "' passes on to itself is not exact");
  const isl::union_map &Steps = C.Steps;
  IslBudget Budget(K.ctx(), MaxOperations);
  isl::union_set FromNothing = Own.subtract(Operations.domain());
  Operations = Operations.subtract_range(Own).unite(FromNothing.identity());
  Operations = Operations.unite(Steps.apply_range(Operations));
  Needed = Needed.unite(Needed.apply_range(Steps));
}

/// Notes \p Needed, { Output[] -> Volume[] } of \p Writes.
void Composition::keep(const std::vector<AccessRef> &Writes,
                       const isl::union_map &Needed) {
  Needed.foreach_map([&](isl::map Part) {
    for (AccessRef W : Writes)
      if (Part.get_range_tuple_id().get() == volumeOf(W).get())
        Result.Needs[W.Stmt][W.Access] = Result.Needs[W.Stmt][W.Access].unite(
            isl::union_map(Part.set_range_tuple(
                K.Statements[W.Stmt].Domain.get_tuple_id())));
    return isl::stat::ok();
  });
}

bool Composition::visit(const Component &C) {
  std::vector<AccessRef> Writes;
  isl::union_map Operations, Needed, Inner;
  isl::union_set Own;
  {
    IslBudget Budget(K.ctx(), MaxOperations);
    Operations = isl::union_map::empty(K.ctx());
    for (unsigned S : C.Statements)
      for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A) {
        const Access &Acc = K.Statements[S].Accesses[A];
        if (!Acc.isWrite() || Acc.Constant)
          continue;
        Writes.push_back({S, A});
        Operations = Operations.unite(operation(Writes.back()));
      }
    Own = volumes(Writes);
    Needed = Current.intersect_range(Own);
    Inner = Operations.intersect_range(Own);
  }
  if (C.IsCycle && Inner.is_empty().is_false())
    replaceCycle(Writes, Inner, Own, Operations, Needed);
  IslBudget Budget(K.ctx(), MaxOperations);
  if (piecesOf(Needed) > MaxPieces) {
    // The hull may have instances that are none.
    Needed = simpleHull(Needed).intersect_range(Own);
    isl::union_set AnyOwn = isl::manage(isl_union_set_universe(Own.copy()));
    Current = simpleHull(Current.subtract_range(AnyOwn)).unite(Needed);
    note("what depends on '" + K.Statements[C.Statements.front()].Name +
         "' is simplified, as it has many polyhedra");
  }
  if (hasTooManyConstraints(Current)) {
    Current = isl::manage(isl_union_map_remove_divs(Current.release()));
    note("what depends on '" + K.Statements[C.Statements.front()].Name +
         "' is simplified, as its polyhedra have many constraints");
  }
  Current = tidied(lenientComposition(Current, tidied(Operations)));
  Needed = tidied(Needed);
  if (Current.is_null() || Needed.is_null())
    return false;
  keep(Writes, Needed);
  return !Budget.exceeded();
}

/// Names what is left of statements after these.
ElementMap Composition::finish() {
  Result.Map = isl::union_map::empty(K.ctx());
  Current.foreach_map([&](isl::map Part) {
    for (unsigned S = 0; S < K.Statements.size(); ++S)
      for (unsigned A = 0; A < K.Statements[S].Accesses.size(); ++A)
        if (Part.get_range_tuple_id().get() == volumeOf({S, A}).get())
          Part = Part.set_range_tuple(K.Statements[S].Domain.get_tuple_id());
    Result.Map = Result.Map.unite(isl::union_map(Part));
    return isl::stat::ok();
  });
  return std::move(Result);
}

Expected<ElementMap> volume::findElementMap(const Kernel &K, const Dataflow &D,
                                            unsigned long MaxOperations) {
  auto Fail = [&] {
    return limitHit("the volume element map takes more than " +
                    llvm::Twine(MaxOperations) + " isl operations");
  };
  Composition Map(K, D, MaxOperations);
  {
    IslBudget Budget(K.ctx(), MaxOperations);
    if (!Map.start())
      return Fail();
  }
  for (const Component &C : findComponents(K, D))
    if (!Map.visit(C))
      return Fail();
  IslBudget Budget(K.ctx(), MaxOperations);
  ElementMap Result = Map.finish();
  if (Budget.exceeded())
    return Fail();
  return Result;
}
