//===- IndirectRelations.cpp - What indirect reads may find ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements IndirectRelations.h.
///
//===----------------------------------------------------------------------===//

#include "IndirectRelations.h"
#include "AstNumbers.h"
#include "Context.h"
#include "PathConditions.h"
#include "StatementFacts.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Scop/Import.h"
#include "llvm/IR/Dominators.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace llvm;
using namespace smolly;

/// \p Set where parameter \p Id is no less than \p Least.
static isl::set noLessThan(const isl::set &Set, const isl::id &Id, long Least) {
  isl::space Params = Set.get_space().params().add_param(Id);
  isl::set Bound = isl::set::universe(Params);
  int Index = isl_set_find_dim_by_id(Bound.get(), isl_dim_param, Id.get());
  Bound = isl::manage(
      isl_set_lower_bound_si(Bound.release(), isl_dim_param, Index, Least));
  return Set.intersect_params(Bound);
}

/// { [params] } where parameter \p Id is less than \p Bound, { [params] -> Z }.
static isl::set isBelow(const isl::pw_aff &Bound, const isl::id &Id) {
  isl::space Params = Bound.get_space().domain();
  Params = isl::manage(isl_space_add_param_id(Params.release(), Id.copy()));
  isl::pw_aff Parameter(isl::manage(
      isl_aff_param_on_domain_space_id(Params.release(), Id.copy())));
  return Parameter.lt_set(Bound);
}

/// { Element[x, y] -> Element[x, y + Step * (P - neutral)] }.
static isl::map shiftByParameter(isl::space Element, const IndirectParameter &P,
                                 const isl::val &Step) {
  const isl::id &Id = P.Id;
  Element = isl::manage(isl_space_add_param_id(Element.release(), Id.copy()));
  isl::multi_aff Shifted = isl::multi_aff::identity_on_domain(Element);
  unsigned Last = unsigned(Element.dim(isl::dim::set).release()) - 1;
  isl::aff Parameter =
      isl::manage(isl_aff_param_on_domain_space_id(Element.copy(), Id.copy()))
          .add_constant(isl::val(Element.ctx(), -P.Neutral))
          .scale(Step);
  return Shifted.set_at(int(Last), Shifted.at(int(Last)).add(Parameter))
      .as_map();
}

/// By how much the last subscript of \p Whole grows with \p P, if that is all
/// that depends on it; null if it is not.
static isl::val stepOf(const isl::map &Whole, const IndirectParameter &P) {
  isl::map First = atParameter(Whole, P.Id, P.Neutral),
           Second = atParameter(Whole, P.Id, P.Neutral + 1);
  if (!First.is_single_valued().is_true() ||
      !Second.is_single_valued().is_true())
    return isl::val();
  isl::pw_multi_aff Less = First.as_pw_multi_aff(),
                    More = Second.as_pw_multi_aff();
  int Dims = isl_pw_multi_aff_dim(Less.get(), isl_dim_out);
  isl::pw_aff Difference = coalesced(More.at(Dims - 1).sub(Less.at(Dims - 1)));
  if (isl_pw_aff_n_piece(Difference.get()) != 1 ||
      isl_pw_aff_is_cst(Difference.get()) != isl_bool_true)
    return isl::val();
  isl::val Step = isl::manage(isl_pw_aff_max_val(Difference.copy()));
  isl::map Shifted =
      First.apply_range(shiftByParameter(First.get_space().range(), P, Step));
  // Where the value is extended without its sign, too.
  isl::set Domain = noLessThan(Whole.domain().unite(First.domain()), P.Id, 0);
  return Shifted.intersect_domain(Domain)
                 .is_equal(Whole.intersect_domain(Domain))
                 .is_true()
             ? Step
             : isl::val();
}

/// \p Function, { [params] -> Z }, and \p Other where it is not defined in
/// \p Context.
static isl::pw_aff orElse(const isl::pw_aff &Function, const isl::val &Other,
                          const isl::set &Context) {
  isl::set Outside = coalesced(Context.subtract(Function.domain()));
  return Function.union_add(isl::pw_aff(Outside, Other));
}

/// The least value of parameter \p Id in \p Set, { [params] }, as a function of
/// the others, { [params] -> Z }, defined in all of \p Context: \p Limit, or
/// something less, where there is none.
static isl::pw_aff leastOf(isl::set Set, const isl::id &Id,
                           const isl::val &Limit, const isl::set &Context) {
  Set = isl::manage(
      isl_set_add_dims(isl_set_from_params(Set.release()), isl_dim_set, 1));
  int Index = isl_set_find_dim_by_id(Set.get(), isl_dim_param, Id.get());
  Set = isl::manage(
      isl_set_equate(Set.release(), isl_dim_param, Index, isl_dim_set, 0));
  Set =
      isl::manage(isl_set_project_out(Set.release(), isl_dim_param, Index, 1));
  isl::pw_aff Least = Set.dim_min(0);
  isl::pw_aff Simple = coalesced(Least.gist(Least.domain()));
  if (isl_pw_aff_n_piece(Simple.get()) == 1 &&
      isSubset(Context, Simple.domain()).is_true())
    return Simple.min(isl::pw_aff(Context, Limit));
  return coalesced(orElse(Least, Limit, Context));
}

namespace {

/// Elements of an array of one dimension, { [params] -> Z }.
struct Elements {
  isl::pw_aff First, Count;
  long Step = 1;
};

/// One indirect read.
class ReadCompleter {
public:
  ReadCompleter(ImportedScop &Scop, const IndirectParameters &Known,
                const IndirectAccess &I, const isl::set &Context)
      : Scop(Scop), Known(Known), I(I), Context(Context),
        MA(*Scop.Accesses[I.Stmt][I.Access]), Read(*Known.readBy(MA)),
        P(Known.parameterOf(Read)),
        A(Scop.K.Statements[I.Stmt].Accesses[I.Access]) {}

  bool run(const DominatorTree &DT, unsigned long MaxOperations);

private:
  const polly::MemoryAccess *accessToValue() const;
  std::optional<Elements> elementsOf(const polly::MemoryAccess &Value) const;
  isl::map writesOfInstance() const;
  isl::set types() const;
  bool bound(isl::set &Possible, const isl::map &Any, const isl::set &Wraps,
             const isl::set &Unclear);
  bool findRelation(const DominatorTree &DT);

  ImportedScop &Scop;
  const IndirectParameters &Known;
  const IndirectAccess &I;
  const isl::set &Context;
  const polly::MemoryAccess &MA;
  const IndirectRead &Read;
  const IndirectParameter &P;
  const Access &A;
  /// What was found: see Access and BoundedValues.
  isl::map Exact, Relation;
  long Least = 0;
  isl::pw_aff Below;
};

} // namespace

/// The access that loads the value, in each instance of its statement and from
/// memory that the loops do not write to; null if there is none.
const polly::MemoryAccess *ReadCompleter::accessToValue() const {
  for (auto [S, Accesses] : enumerate(Scop.Accesses))
    for (auto [N, Value] : enumerate(Accesses)) {
      if (Value->getAccessInstruction() != Read.Value)
        continue;
      unsigned Array = Scop.K.Statements[S].Accesses[N].Array;
      bool IsWritten = any_of(Scop.K.Statements, [&](const Statement &Stmt) {
        return any_of(Stmt.Accesses, [&](const Access &Other) {
          return Other.isWrite() && Other.Array == Array;
        });
      });
      return !IsWritten && !isInInnerBlock(*Value) && Value->isRead() &&
                     Value->isAffine()
                 ? Value
                 : nullptr;
    }
  return nullptr;
}

/// What \p Value accesses, if that is known and all elements of the same
/// distance between two.
std::optional<Elements>
ReadCompleter::elementsOf(const polly::MemoryAccess &Value) const {
  const polly::ScopArrayInfo &Array = *Value.getLatestScopArrayInfo();
  uint64_t Bytes = Scop.S->getFunction().getDataLayout().getTypeStoreSize(
      Read.Value->getType());
  if (Array.getNumberOfDimensions() != 1 ||
      Bytes != uint64_t(Array.getElemSizeInBytes()))
    return std::nullopt;
  isl::map Whole = Value.getLatestAccessRelation().intersect_domain(
      Value.getStatement()->getDomain());
  isl::set All = withoutIndirect(Scop, Whole).intersect_params(Context).range();
  isl::val Step = isl::manage(isl_set_get_stride(All.get(), 0));
  if (Step.is_null() || !Step.is_int().is_true() ||
      !Step.le(isl::val(Step.ctx(), 1 << 20)).is_true())
    return std::nullopt;
  isl::pw_aff First = All.dim_min(0), Last = All.dim_max(0);
  isl::space Space = All.get_space();
  isl::pw_aff Index(
      isl::aff::var_on_domain(isl::local_space(Space), isl::dim::set, 0));
  auto Everywhere = [&](const isl::pw_aff &F) {
    return F.insert_domain(Space);
  };
  isl::pw_aff Offset = Index.sub(Everywhere(First));
  isl::set Between = Index.ge_set(Everywhere(First))
                         .intersect(Index.le_set(Everywhere(Last)))
                         .intersect(Offset.mod(Step).eq_set(
                             Offset.scale(isl::val::zero(Step.ctx()))));
  if (!isSubset(Between, All).is_true())
    return std::nullopt;
  isl::pw_aff Count =
      orElse(Last.sub(First).scale_down(Step).floor().add_constant(
                 isl::val::one(Step.ctx())),
             isl::val::zero(Step.ctx()), Context);
  return Elements{coalesced(First), coalesced(Count), Step.get_num_si()};
}

/// What an instance writes to the array, { Domain[] -> Element[] }.
isl::map ReadCompleter::writesOfInstance() const {
  isl::map All = isl::map::empty(A.Relation.get_space());
  for (const Access &Other : Scop.K.Statements[I.Stmt].Accesses)
    if (Other.isWrite() && Other.Array == A.Array)
      All = All.unite(Other.Relation);
  return All;
}

/// { [params] }, with P but none of the other parameters of its kind: each with
/// the range of its type.
isl::set ReadCompleter::types() const {
  isl::set Types = parameterTypes(*Scop.S);
  for (const IndirectParameter &Other : Known.all())
    if (Other.Id.get() != P.Id.get())
      Types = withoutParameter(Types, Other.Id);
  return Types;
}

/// Bounds the value such that the read of \p Any is in its row, in all of
/// \p Possible, { Domain[] } with the parameter, and that the subscript does
/// not wrap around, as it does in \p Wraps. False if that is not possible, or
/// takes numbers that are too large to compute with.
bool ReadCompleter::bound(isl::set &Possible, const isl::map &Any,
                          const isl::set &Wraps, const isl::set &Unclear) {
  isl::set InRow = Any.intersect_range(Scop.K.Arrays[A.Array].Extent).domain();
  auto Restrict = [&](const isl::pw_aff &Limit) {
    Below = Below.is_null() ? Limit : coalesced(Below.min(Limit));
    Possible = Possible.intersect_params(isBelow(Limit, P.Id));
  };
  Below = isl::pw_aff();
  constexpr unsigned MaxBits = 60;
  unsigned Bits = Read.Value->getType()->getIntegerBitWidth();
  isl::val Limit = isl::val(Context.ctx(), std::min(Bits, MaxBits) - 1).pow2();
  if (Bits > MaxBits)
    Restrict(isl::pw_aff(Context, Limit));
  auto IsFine = [&] {
    return isDisjoint(Possible, Wraps).is_true() &&
           isSubset(Possible, InRow).is_true();
  };
  for (bool AskRow : {false, true}) {
    if (IsFine())
      break;
    isl::set Outside = AskRow ? Possible.subtract(InRow)
                              : Possible.intersect(Wraps.unite(Unclear));
    if (!isEmpty(Outside).is_true())
      Restrict(leastOf(Outside.params(), P.Id, Limit, Context));
  }
  return IsFine() && !isEmpty(Possible).is_true() &&
         (Below.is_null() || isSubset(Context, Below.domain()).is_true()) &&
         (Below.is_null() ||
          !hasLargeInteger(
              isl::ast_build::from_context(Context).expr_from(Below)));
}

/// Finds what the read may touch, which has to be in one row and had better be
/// older than what the instance writes.
bool ReadCompleter::findRelation(const DominatorTree &DT) {
  // A step of a row may not be a step in it.
  constexpr long MaxStep = 2;
  isl::val Step = stepOf(I.Whole, P);
  if (Step.is_null() || Step.is_zero().is_true() ||
      !Step.abs().le(isl::val(Step.ctx(), MaxStep)).is_true())
    return false;
  isl::map Any = A.Relation.apply_range(
      shiftByParameter(A.Relation.get_space().range(), P, Step));
  PathConditions Conditions(*Scop.Stmts[I.Stmt], A.Relation.domain(), Context);
  Conditions.setInPlaceOf(*Read.Value, *Read.Parameter);
  auto Subscript =
      Conditions.functionOf(MA.getSubscript(MA.getNumSubscripts() - 1));
  if (!Subscript)
    return false;
  isl::set Types = types();
  const BasicBlock *First = Read.Value->getParent();
  const BasicBlock *Reading = Read.Read->getParent();
  if (DT.dominates(First, Reading))
    Conditions.add(*First, *Reading, DT);
  isl::set Happens =
      Conditions.reached().intersect_params(Context.intersect(Types));
  // Code is not to ask for the ranges of types.
  isl::set OtherTypes = Context.intersect(withoutParameter(Types, P.Id));
  isl::pw_aff Limits;
  for (long Bound : {0, 1}) {
    isl::set Possible = noLessThan(Happens, P.Id, Bound);
    if (!bound(Possible, Any, Subscript->second, Conditions.unclear()))
      break;
    isl::map Touched = Any.intersect_domain(Possible)
                           .gist_params(OtherTypes)
                           .intersect_params(Context);
    isl::map All = coalesced(withoutParameter(Touched, P.Id));
    bool IsOlder = isDisjoint(All, writesOfInstance()).is_true();
    if (!Exact.is_null() && !IsOlder)
      break;
    Exact = coalesced(Touched);
    Relation = All;
    Least = Bound;
    Limits = Below;
    if (IsOlder)
      break;
  }
  Below = Limits;
  return !Exact.is_null();
}

bool ReadCompleter::run(const DominatorTree &DT, unsigned long MaxOperations) {
  if (!Read.Value || A.Relation.dim(isl::dim::out).release() < 2)
    return false;
  bool IsBefore = !Scop.S->contains(Read.Value);
  const polly::MemoryAccess *Value = IsBefore ? nullptr : accessToValue();
  if (!Value && !IsBefore)
    return false;
  IslBudget Budget(Context.ctx(), MaxOperations);
  std::optional<Elements> Loaded = IsBefore ? Elements() : elementsOf(*Value);
  if (!Loaded || !findRelation(DT) || Budget.exceeded())
    return false;
  Access &Completed = Scop.K.Statements[I.Stmt].Accesses[I.Access];
  Completed.Exact = Exact;
  Completed.Relation = Relation;
  Scop.Bounded.push_back({IsBefore ? Read.Value : nullptr,
                          IsBefore ? nullptr : Value->getLatestScopArrayInfo(),
                          Read.Value->getType(), Loaded->First, Loaded->Count,
                          Loaded->Step, Least, Below});
  return true;
}

bool smolly::completeIndirectRead(ImportedScop &Scop,
                                  const IndirectParameters &Known,
                                  const IndirectAccess &I,
                                  const isl::set &Context,
                                  const DominatorTree &DT,
                                  unsigned long MaxOperations) {
  return ReadCompleter(Scop, Known, I, Context).run(DT, MaxOperations);
}
