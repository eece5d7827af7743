//===- ShapeInference.cpp - Shapes of results from those of inputs --------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ShapeInference.h. What is kept track of is what is missing: a
/// value is if anything that it needs is.
///
//===----------------------------------------------------------------------===//

#include "smolly/Volume/ShapeInference.h"
#include "Closure.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Components.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Volume/ElementMap.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;
using namespace smolly::volume;
using llvm::Expected;

namespace {

isl::map withoutRange(const isl::map &Map, const isl::set &Set) {
  return isl::manage(isl_map_subtract_range(Map.copy(), Set.copy()));
}

class Inference {
public:
  Inference(const Kernel &K, const Dataflow &D, Window Rule,
            unsigned long MaxOperations);

  /// False if isl could not.
  bool visit(const Component &C);
  bool finish();
  Shapes take() { return std::move(Result); }

private:
  const Access &accessOf(AccessRef R) const {
    return K.Statements[R.Stmt].Accesses[R.Access];
  }
  isl::map missingPairs(AccessRef Read) const;
  isl::set foundInstances(AccessRef Read) const;
  isl::set missing(AccessRef Read) const;
  isl::union_map steps(AccessRef Write, AccessRef Read);
  bool gather(unsigned Stmt, isl::union_set &Missing, isl::union_map &Steps);
  bool takeAway(unsigned Stmt, const isl::union_set &Missing);
  isl::union_set spread(const isl::union_map &Steps, isl::union_set Missing);
  void note(std::string Text);

  const Kernel &K;
  const Dataflow &D;
  Window Rule;
  unsigned long MaxOperations;
  /// For each array, { Element[] } before the first instance.
  std::vector<isl::set> Inputs;
  /// The statements that are being visited, if they are a cycle.
  std::vector<unsigned> Cycle;
  Shapes Result;
};

} // namespace

Inference::Inference(const Kernel &K, const Dataflow &D, Window Rule,
                     unsigned long MaxOperations)
    : K(K), D(D), Rule(Rule), MaxOperations(MaxOperations) {
  for (const Array &A : K.Arrays)
    Inputs.push_back((A.Initially ? A.LiveIn.unite(A.Extent) : A.LiveIn)
                         .intersect_params(K.Context));
  for (const Statement &S : K.Statements) {
    Result.Writes.emplace_back();
    for (const Access &A : S.Accesses)
      Result.Writes.back().push_back(
          A.isWrite() ? A.Relation.domain().intersect_params(K.Context)
                      : isl::set::empty(S.Domain.space()));
  }
}

void Inference::note(std::string Text) {
  Result.IsExact = false;
  if (!llvm::is_contained(Result.Notes, Text))
    Result.Notes.push_back(std::move(Text));
}

/// { Domain[] -> Element[] }: of what \p Read reads, what is not there or may
/// not be. What statements of the cycle write counts as there.
isl::map Inference::missingPairs(AccessRef Read) const {
  const isl::map &Whole = accessOf(Read).Relation;
  isl::map Lost = isl::map::empty(Whole.space());
  for (const Flow &F : D.Flows)
    if (F.Read == Read && !llvm::is_contained(Cycle, F.Write.Stmt)) {
      const isl::set &There = Result.Writes[F.Write.Stmt][F.Write.Access];
      isl::map Sources = withoutRange(F.Sources, There);
      Lost = Lost.unite(
          Sources.apply_range(accessOf(F.Write).Relation).intersect(Whole));
    }
  for (const UncoveredRead &U : D.Uncovered)
    if (U.Read == Read)
      Lost = Lost.unite(withoutRange(U.Relation, Inputs[accessOf(Read).Array]));
  return Lost;
}

/// { Domain[] }: the instances in which \p Read finds something. What
/// statements of the cycle write counts as there.
isl::set Inference::foundInstances(AccessRef Read) const {
  isl::set Found = isl::set::empty(K.Statements[Read.Stmt].Domain.space());
  for (const Flow &F : D.Flows)
    if (F.Read == Read) {
      isl::map Sources = F.Sources;
      if (!llvm::is_contained(Cycle, F.Write.Stmt))
        Sources = Sources.intersect_range(
            Result.Writes[F.Write.Stmt][F.Write.Access]);
      Found = Found.unite(Sources.domain());
    }
  for (const UncoveredRead &U : D.Uncovered)
    if (U.Read == Read)
      Found = Found.unite(
          U.Relation.intersect_range(Inputs[accessOf(Read).Array]).domain());
  return Found;
}

/// The dimensions of what one instance reads that have no bound.
static std::vector<unsigned> freeDims(const isl::basic_map &Read) {
  int In = isl_basic_map_dim(Read.get(), isl_dim_in);
  int Params = isl_basic_map_dim(Read.get(), isl_dim_param);
  isl::set OfOne =
      isl::map(isl::manage(isl_basic_map_move_dims(Read.copy(), isl_dim_param,
                                                   Params, isl_dim_in, 0, In)))
          .range();
  std::vector<unsigned> Free;
  for (int D = 0; D < isl_set_dim(OfOne.get(), isl_dim_set); ++D)
    if (!isl_set_dim_has_lower_bound(OfOne.get(), isl_dim_set, D) ||
        !isl_set_dim_has_upper_bound(OfOne.get(), isl_dim_set, D))
      Free.push_back(D);
  return Free;
}

/// { Domain[] }: the instances of \p Read for which something of it is in
/// \p Lost. Where it has no bounds in some dimensions, one element in these is
/// enough.
static isl::set withLosses(const isl::map &Read, const isl::map &Lost) {
  isl::set Missing = isl::set::empty(Read.domain().space());
  Read.foreach_basic_map([&](isl::basic_map Piece) {
    isl::map Whole(Piece);
    std::vector<unsigned> Free = freeDims(Piece);
    if (Free.empty()) {
      Missing = Missing.unite(Whole.intersect(Lost).domain());
      return isl::stat::ok();
    }
    isl::map There = Whole.subtract(Lost);
    for (unsigned D : llvm::reverse(Free)) {
      Whole =
          isl::manage(isl_map_project_out(Whole.release(), isl_dim_out, D, 1));
      There =
          isl::manage(isl_map_project_out(There.release(), isl_dim_out, D, 1));
    }
    Missing = Missing.unite(Whole.subtract(There).domain());
    return isl::stat::ok();
  });
  return Missing;
}

/// { Domain[] }: the instances for which \p Read does not find what it must.
isl::set Inference::missing(AccessRef Read) const {
  const isl::map &Whole = accessOf(Read).Relation;
  return Rule == Window::Valid ? withLosses(Whole, missingPairs(Read))
                               : Whole.domain().subtract(foundInstances(Read));
}

/// { Volume[] -> Volume[] }: from values of \p Write that are missing if one of
/// the cycle is, which \p Read reads, to that one.
isl::union_map Inference::steps(AccessRef Write, AccessRef Read) {
  isl::union_map Steps = isl::union_map::empty(K.ctx());
  const std::string &Name = K.Statements[Read.Stmt].Name;
  const isl::map &Whole = accessOf(Read).Relation;
  for (const Flow &F : D.Flows) {
    if (!(F.Read == Read) || !llvm::is_contained(Cycle, F.Write.Stmt))
      continue;
    if (Rule == Window::Full &&
        (F.May || !Whole.is_single_valued().is_true())) {
      note("'" + Name +
           "' reads several values of a cycle, of which one counts "
           "as there");
      continue;
    }
    Whole.foreach_basic_map([&](isl::basic_map Piece) {
      if (!freeDims(Piece).empty())
        note("'" + Name + "' reads without bound what it depends on itself");
      return isl::stat::ok();
    });
    isl::map Own =
        F.Sources.intersect_domain(Result.Writes[Write.Stmt][Write.Access])
            .intersect_params(K.Context);
    Steps =
        Steps.unite(isl::union_map(Own.set_domain_tuple(volumeOf(K, Write))
                                       .set_range_tuple(volumeOf(K, F.Write))));
  }
  return Steps;
}

/// { Volume[] }: \p Missing, values of the cycle, and what is missing as these
/// are, in some number of \p Steps.
isl::union_set Inference::spread(const isl::union_map &Steps,
                                 isl::union_set Missing) {
  if (Steps.is_empty().is_true() || Missing.is_empty().is_true())
    return Missing;
  std::vector<AccessRef> Writes;
  for (unsigned S : Cycle)
    for (unsigned W = 0; W < K.Statements[S].Accesses.size(); ++W)
      if (K.Statements[S].Accesses[W].isWrite())
        Writes.push_back({S, W});
  Closure C = closeCycle(K, Writes, Steps, MaxOperations);
  if (!C.IsExact)
    note("the closure of what '" + K.Statements[Writes.front().Stmt].Name +
         "' passes on to itself is not exact");
  // A closure with too many steps makes too much missing.
  const isl::union_map &Known =
      C.IsExact || Rule == Window::Valid ? C.Steps : Steps;
  return Missing.unite(Known.intersect_range(Missing).domain());
}

/// Adds to \p Missing, { Volume[] }, which values of \p Stmt are as it does not
/// find what others than the cycle compute, and to \p Steps those that it needs
/// of the cycle. False if isl could not.
bool Inference::gather(unsigned Stmt, isl::union_set &Missing,
                       isl::union_map &Steps) {
  const Statement &S = K.Statements[Stmt];
  std::vector<isl::set> Without(S.Accesses.size()); // { Domain[] }, for reads
  for (unsigned W = 0; W < S.Accesses.size(); ++W) {
    if (!S.Accesses[W].isWrite())
      continue;
    for (unsigned R : operandsOf(S, W)) {
      if (Without[R].is_null())
        Without[R] = missing({Stmt, R});
      isl::set Own = Without[R].intersect(Result.Writes[Stmt][W]);
      Missing = Missing.unite(
          isl::union_set(Own.set_tuple_id(volumeOf(K, {Stmt, W}))));
      Steps = Steps.unite(steps({Stmt, W}, {Stmt, R}));
    }
  }
  return !Missing.is_null() && !Steps.is_null();
}

/// Takes \p Missing, { Volume[] }, from what \p Stmt writes. False if isl could
/// not.
bool Inference::takeAway(unsigned Stmt, const isl::union_set &Missing) {
  for (unsigned W = 0; W < K.Statements[Stmt].Accesses.size(); ++W) {
    isl::set &There = Result.Writes[Stmt][W];
    isl::set Own = There.set_tuple_id(volumeOf(K, {Stmt, W}));
    Own = Missing.extract_set(Own.space());
    There = coalesced(There.subtract(Own.set_tuple_id(There.get_tuple_id())));
    if (There.is_null())
      return false;
  }
  return true;
}

bool Inference::visit(const Component &C) {
  Cycle = C.IsCycle ? C.Statements : std::vector<unsigned>();
  isl::union_map Steps = isl::union_map::empty(K.ctx());
  isl::union_set Missing = isl::union_set::empty(K.ctx());
  {
    IslBudget Budget(K.ctx(), MaxOperations);
    for (unsigned S : C.Statements)
      if (!gather(S, Missing, Steps))
        return false;
    Steps = tidied(Steps);
    if (Steps.is_null() || Budget.exceeded())
      return false;
  }
  if (C.IsCycle)
    Missing = spread(Steps, Missing);
  IslBudget Budget(K.ctx(), MaxOperations);
  for (unsigned S : C.Statements)
    if (!takeAway(S, Missing))
      return false;
  return !Budget.exceeded();
}

/// \p Set with the names that dimensions have in \p Like.
static isl::set namedLike(isl::set Set, const isl::set &Like) {
  for (int D = 0; D < isl_set_dim(Like.get(), isl_dim_set); ++D)
    if (const char *Name = isl_set_get_dim_name(Like.get(), isl_dim_set, D))
      Set = isl::manage(
          isl_set_set_dim_name(Set.release(), isl_dim_set, D, Name));
  return Set;
}

/// The elements of arrays, from what is written to them.
bool Inference::finish() {
  IslBudget Budget(K.ctx(), MaxOperations);
  std::vector<isl::set> Last, Lost; // { Output[] }
  for (unsigned A = 0; A < K.Arrays.size(); ++A) {
    isl::set Old = survivors(K, A);
    Result.Elements.push_back(Inputs[A]);
    Last.push_back(Old.intersect(Inputs[A]));
    Lost.push_back(Old.subtract(Inputs[A]));
  }
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (unsigned W = 0; W < K.Statements[S].Accesses.size(); ++W)
      if (const Access &A = accessOf({S, W}); A.isWrite())
        Result.Elements[A.Array] = Result.Elements[A.Array].unite(
            A.Relation.intersect_domain(Result.Writes[S][W]).range());
  for (const Dataflow::LiveOut &L : D.LiveOuts) {
    const Access &A = accessOf(L.Write);
    const isl::set &There = Result.Writes[L.Write.Stmt][L.Write.Access];
    isl::map Writer = A.Relation.intersect_domain(L.Instances)
                          .intersect_params(K.Context)
                          .intersect_range(K.Arrays[A.Array].LiveOut)
                          .reverse(); // { Output[] -> Domain[] }
    Last[A.Array] = Last[A.Array].unite(Writer.intersect_range(There).domain());
    Lost[A.Array] = Lost[A.Array].unite(withoutRange(Writer, There).domain());
  }
  for (unsigned A = 0; A < K.Arrays.size(); ++A) {
    const Array &Of = K.Arrays[A];
    // Where writes may happen, all values that may be the last must be there.
    if (Rule == Window::Valid)
      Last[A] = Last[A].subtract(Lost[A]);
    Last[A] = namedLike(coalesced(Last[A]), Of.LiveOut);
    Result.Elements[A] = namedLike(coalesced(Result.Elements[A]), Of.Extent);
    if (Last[A].is_null() || Result.Elements[A].is_null())
      return false;
    bool IsOutput = !isEmpty(Of.LiveOut).is_true();
    Result.LiveOut.push_back(IsOutput ? std::optional(Last[A]) : std::nullopt);
  }
  return !Budget.exceeded();
}

Expected<Shapes> volume::inferShapes(const Kernel &K, const Dataflow &D,
                                     Window Rule, unsigned long MaxOperations) {
  auto Fail = [&] {
    return limitHit("the inference of shapes takes more than " +
                    llvm::Twine(MaxOperations) + " isl operations");
  };
  Inference I(K, D, Rule, MaxOperations);
  std::vector<Component> Components = findComponents(K, D);
  for (const Component &C : llvm::reverse(Components))
    if (!I.visit(C))
      return Fail();
  if (!I.finish())
    return Fail();
  return I.take();
}

/// The part of \p Each of which the instances \p There of its writes are left.
static void restrictWrites(Statement &Each,
                           const std::vector<isl::set> &There) {
  isl::set Left = isl::set::empty(Each.Domain.space());
  bool Writes = false;
  for (unsigned A = 0; A < Each.Accesses.size(); ++A) {
    Access &Write = Each.Accesses[A];
    if (!Write.isWrite())
      continue;
    Writes = true;
    Left = Left.unite(There[A]);
    Write.Relation = Write.Relation.intersect_domain(There[A]);
  }
  // It is part of the domain, in fewer polyhedra than where both are
  // intersected.
  if (Writes)
    Each.Domain = coalesced(Left);
}

Expected<Kernel> volume::withShapes(const Kernel &K, const Shapes &S,
                                    unsigned long MaxOperations) {
  IslBudget Budget(K.ctx(), MaxOperations);
  Kernel Result = K;
  for (unsigned I = 0; I < K.Statements.size(); ++I) {
    Statement &Each = Result.Statements[I];
    restrictWrites(Each, S.Writes[I]);
    if (Each.Domain.is_bounded().is_false())
      return llvm::createStringError(
          "nothing that '" + Each.Name +
          "' reads bounds its iterations in some dimension; its 'domain' has "
          "to");
    for (Access &A : Each.Accesses)
      A.Relation = coalesced(A.Relation.intersect_domain(Each.Domain)
                                 .intersect_range(S.Elements[A.Array]));
    Each.Schedule = coalesced(Each.Schedule.intersect_domain(Each.Domain));
  }
  for (unsigned A = 0; A < K.Arrays.size(); ++A) {
    Result.Arrays[A].Extent = S.Elements[A];
    if (S.LiveOut[A])
      Result.Arrays[A].LiveOut = *S.LiveOut[A];
  }
  if (Budget.exceeded())
    return limitHit("restricting the kernel to its shapes takes more than " +
                    llvm::Twine(MaxOperations) + " isl operations");
  return Result;
}
