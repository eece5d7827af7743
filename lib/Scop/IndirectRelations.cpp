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
#include "polly/Support/SCEVValidator.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Scop/Import.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PatternMatch.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// Where \p Function is not negative.
static isl::set nonNegative(const isl::pw_aff &Function) {
  return isl::manage(isl_pw_aff_nonneg_set(Function.copy()));
}

/// \p Map without parameter \p Id, whatever that is.
static isl::map without(isl::map Map, const isl::id &Id) {
  int Index = isl_map_find_dim_by_id(Map.get(), isl_dim_param, Id.get());
  return Index < 0 ? Map
                   : isl::manage(isl_map_project_out(
                         Map.release(), isl_dim_param, Index, 1));
}

/// \p Map where parameter \p Id is \p Value, without it.
static isl::map atValue(isl::map Map, const isl::id &Id, int Value) {
  int Index = isl_map_find_dim_by_id(Map.get(), isl_dim_param, Id.get());
  if (Index >= 0)
    Map =
        isl::manage(isl_map_fix_si(Map.release(), isl_dim_param, Index, Value));
  return without(Map, Id);
}

isl::map IndirectParameters::without(isl::map Map) const {
  for (const isl::id &Id : Ids)
    Map = ::without(Map, Id);
  return Map;
}

isl::set IndirectParameters::without(isl::set Set) const {
  for (const isl::id &Id : Ids)
    if (int Index =
            isl_set_find_dim_by_id(Set.get(), isl_dim_param, Id.get());
        Index >= 0)
      Set = isl::manage(
          isl_set_project_out(Set.release(), isl_dim_param, Index, 1));
  return Set;
}

IndirectParameters::IndirectParameters(polly::Scop &S) {
  for (const SCEV *Parameter : S.parameters())
    if (auto Read = indirectRead(Parameter)) {
      Reads.push_back(*Read);
      Ids.push_back(S.getIdForParam(Parameter));
    }
}

isl::map IndirectParameters::atZero(isl::map Relation) const {
  for (const isl::id &Id : Ids)
    Relation = atValue(Relation, Id, 0);
  return Relation;
}

isl::set IndirectParameters::atZero(isl::set Context) const {
  for (const isl::id &Id : Ids) {
    int Index = isl_set_find_dim_by_id(Context.get(), isl_dim_param, Id.get());
    if (Index >= 0)
      Context = isl::manage(
          isl_set_fix_si(Context.release(), isl_dim_param, Index, 0));
  }
  return without(Context);
}

bool IndirectParameters::occurIn(const isl::map &Object) const {
  return any_of(Ids, [&](const isl::id &Id) {
    int Index = isl_map_find_dim_by_id(Object.get(), isl_dim_param, Id.get());
    return Index >= 0 && isl_map_involves_dims(Object.get(), isl_dim_param,
                                               Index, 1) != isl_bool_false;
  });
}

std::vector<std::pair<isl::id, CallInst *>> IndirectParameters::calls() const {
  std::vector<std::pair<isl::id, CallInst *>> Result;
  for (auto [Id, Read] : zip(Ids, Reads))
    Result.push_back({Id, Read.Parameter});
  return Result;
}

const IndirectRead *
IndirectParameters::readBy(const polly::MemoryAccess &MA) const {
  for (const IndirectRead &Read : Reads)
    if (Read.Read && Read.Read == MA.getAccessInstruction())
      return &Read;
  return nullptr;
}

isl::id IndirectParameters::idOf(const IndirectRead &Read) const {
  return Ids[&Read - Reads.data()];
}

namespace {

/// The conditions under which an indirect read happens.
class ReadConditions {
public:
  ReadConditions(polly::ScopStmt &Stmt, const IndirectRead &Read,
                 isl::set Domain)
      : Stmt(Stmt), S(*Stmt.getParent()), SE(*S.getSE()), Read(Read),
        Result(std::move(Domain)) {
    InPlaceOfValue[Read.Value] = SE.getSCEV(Read.Parameter);
  }

  /// { Domain[] } with the parameter.
  isl::set run(const DominatorTree &DT);

private:
  void add(const Value *Condition, bool Holds);
  void add(const ICmpInst &Comparison, bool Holds);
  const SCEV *sizeOf(const Value *V) const;
  std::optional<polly::PWACtx> functionOf(const SCEV *Number) const;

  polly::ScopStmt &Stmt;
  polly::Scop &S;
  ScalarEvolution &SE;
  const IndirectRead &Read;
  isl::set Result;
  ValueToSCEVMapTy InPlaceOfValue;
};

} // namespace

/// \p V with the parameter in place of the value.
const SCEV *ReadConditions::sizeOf(const Value *V) const {
  ValueToSCEVMapTy Map = InPlaceOfValue;
  return SCEVParameterRewriter::rewrite(SE.getSCEV(const_cast<Value *>(V)), SE,
                                        Map);
}

/// \p Number as a function of the iterators, and where it is none; none if it
/// is not affine.
std::optional<polly::PWACtx>
ReadConditions::functionOf(const SCEV *Number) const {
  polly::InvariantLoadsSetTy Loads;
  Loop *Scope = Stmt.getSurroundingLoop();
  if (!polly::isAffineExpr(&S.getRegion(), Scope, Number, SE, &Loads) ||
      !Loads.empty())
    return std::nullopt;
  // Parameters that do not occur elsewhere are none of the SCoP's.
  for (const SCEV *Parameter :
       polly::getParamsInAffineExpr(&S.getRegion(), Scope, Number, SE))
    if (!is_contained(S.parameters(), Parameter))
      return std::nullopt;
  polly::PWACtx Function = S.getPwAff(Number, Stmt.getEntryBlock());
  isl::id Id = Result.get_tuple_id();
  Function.first = isl::manage(isl_pw_aff_set_tuple_id(
      Function.first.release(), isl_dim_in, Id.copy()));
  Function.second = Function.second.set_tuple_id(Id);
  return Function;
}

void ReadConditions::add(const ICmpInst &Comparison, bool Holds) {
  CmpInst::Predicate Predicate =
      Holds ? Comparison.getPredicate() : Comparison.getInversePredicate();
  const SCEV *Left = sizeOf(Comparison.getOperand(0)),
             *Right = sizeOf(Comparison.getOperand(1));
  if (!Left->getType()->isIntegerTy())
    return;
  if (ICmpInst::isGT(Predicate) || ICmpInst::isGE(Predicate)) {
    Predicate = ICmpInst::getSwappedPredicate(Predicate);
    std::swap(Left, Right);
  }
  bool IsStrict = ICmpInst::isLT(Predicate);
  if (!IsStrict && !ICmpInst::isLE(Predicate))
    return;
  // What is less than a number without a sign has none either.
  bool IsUnsigned = ICmpInst::isUnsigned(Predicate);
  if (IsUnsigned && !SE.isKnownNonNegative(Right))
    return;
  auto Less = functionOf(Left), More = functionOf(Right);
  if (!Less || !More)
    return;
  isl::set Known = IsStrict ? Less->first.lt_set(More->first)
                            : Less->first.le_set(More->first);
  if (IsUnsigned)
    Known = Known.intersect(nonNegative(Less->first));
  Result =
      Result.intersect(Known.unite(Less->second).unite(More->second));
}

void ReadConditions::add(const Value *Condition, bool Holds) {
  const Value *First, *Second;
  if (Holds ? match(Condition, m_And(m_Value(First), m_Value(Second)))
            : match(Condition, m_Or(m_Value(First), m_Value(Second)))) {
    add(First, Holds);
    add(Second, Holds);
  } else if (const auto *Comparison = dyn_cast<ICmpInst>(Condition)) {
    add(*Comparison, Holds);
  }
}

isl::set ReadConditions::run(const DominatorTree &DT) {
  const BasicBlock *Reading = Read.Read->getParent();
  const BasicBlock *First = Read.Value->getParent();
  if (!DT.dominates(First, Reading))
    return Result;
  for (const BasicBlock *BB = Reading; BB != First;) {
    BB = DT.getNode(BB)->getIDom()->getBlock();
    const auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
    if (!Branch || !Branch->isConditional() ||
        Branch->getSuccessor(0) == Branch->getSuccessor(1))
      continue;
    for (unsigned I = 0; I < 2; ++I)
      if (DT.dominates(BasicBlockEdge(BB, Branch->getSuccessor(I)), Reading))
        add(Branch->getCondition(), I == 0);
  }
  return coalesced(Result);
}

/// \p Set where parameter \p Id is no less than \p Least.
static isl::set noLessThan(const isl::set &Set, const isl::id &Id, long Least) {
  isl::space Params = Set.get_space().params().add_param(Id);
  isl::set Bound = isl::set::universe(Params);
  int Index = isl_set_find_dim_by_id(Bound.get(), isl_dim_param, Id.get());
  Bound = isl::manage(
      isl_set_lower_bound_si(Bound.release(), isl_dim_param, Index, Least));
  return Set.intersect_params(Bound);
}

/// { Element[x, y] -> Element[x, y + Step * Id] }.
static isl::map shiftByParameter(isl::space Element, const isl::id &Id,
                                 const isl::val &Step) {
  Element = isl::manage(isl_space_add_param_id(Element.release(), Id.copy()));
  isl::multi_aff Shifted = isl::multi_aff::identity_on_domain(Element);
  unsigned Last = unsigned(Element.dim(isl::dim::set).release()) - 1;
  isl::aff Parameter = isl::manage(isl_aff_param_on_domain_space_id(
                                       Element.copy(), Id.copy()))
                           .scale(Step);
  return Shifted.set_at(int(Last), Shifted.at(int(Last)).add(Parameter))
      .as_map();
}

/// By how much the last subscript of \p Whole grows with parameter \p Id, if
/// that is all that depends on it; null if it is not.
static isl::val stepOf(const isl::map &Whole, const isl::id &Id) {
  isl::map First = atValue(Whole, Id, 0), Second = atValue(Whole, Id, 1);
  if (!First.is_single_valued().is_true() ||
      !Second.is_single_valued().is_true())
    return isl::val();
  isl::pw_multi_aff Less = First.as_pw_multi_aff(),
                    More = Second.as_pw_multi_aff();
  int Dims = isl_pw_multi_aff_dim(Less.get(), isl_dim_out);
  isl::pw_aff Difference =
      coalesced(More.at(Dims - 1).sub(Less.at(Dims - 1)));
  if (isl_pw_aff_n_piece(Difference.get()) != 1 ||
      isl_pw_aff_is_cst(Difference.get()) != isl_bool_true)
    return isl::val();
  isl::val Step = isl::manage(isl_pw_aff_max_val(Difference.copy()));
  isl::map Shifted =
      First.apply_range(shiftByParameter(First.get_space().range(), Id, Step));
  // Also where the value is extended without its sign.
  isl::set Domain = noLessThan(Whole.domain().unite(First.domain()), Id, 0);
  return Shifted.intersect_domain(Domain)
                 .is_equal(Whole.intersect_domain(Domain))
                 .is_true()
             ? Step
             : isl::val();
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
        Id(Known.idOf(Read)), A(Scop.K.Statements[I.Stmt].Accesses[I.Access]) {}

  bool run(const DominatorTree &DT, unsigned long MaxOperations);

private:
  const polly::MemoryAccess *accessToValue() const;
  std::optional<Elements> elementsOf(const polly::MemoryAccess &Value) const;
  isl::map writesOfInstance() const;
  bool findRelation(const DominatorTree &DT);

  ImportedScop &Scop;
  const IndirectParameters &Known;
  const IndirectAccess &I;
  const isl::set &Context;
  const polly::MemoryAccess &MA;
  const IndirectRead &Read;
  isl::id Id;
  const Access &A;
  /// What was found: see Access. The value is no less than Least.
  isl::map Exact, Relation;
  long Least = 0;
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
      bool Happens =
          Value->getStatement()->isBlockStmt() ||
          Read.Value->getParent() == Value->getStatement()->getEntryBlock();
      return !IsWritten && Happens && Value->isRead() && Value->isAffine()
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
  isl::set All =
      Known
          .without(Value.getLatestAccessRelation().intersect_domain(
              Value.getStatement()->getDomain()))
          .intersect_params(Context)
          .range();
  isl::val Step = isl::manage(isl_set_get_stride(All.get(), 0));
  if (Step.is_null() || !Step.is_int().is_true() ||
      !Step.le(isl::val(Step.ctx(), 1 << 20)).is_true())
    return std::nullopt;
  isl::pw_aff First = All.dim_min(0), Last = All.dim_max(0);
  isl::space Space = All.get_space();
  isl::pw_aff Index(
      isl::aff::var_on_domain(isl::local_space(Space), isl::dim::set, 0));
  auto Everywhere = [&](const isl::pw_aff &F) { return F.insert_domain(Space); };
  isl::pw_aff Offset = Index.sub(Everywhere(First));
  isl::set Between =
      nonNegative(Offset)
          .intersect(Index.le_set(Everywhere(Last)))
          .intersect(Offset.mod(Step).eq_set(Offset.scale(
              isl::val::zero(Step.ctx()))));
  if (!isSubset(Between, All).is_true())
    return std::nullopt;
  isl::pw_aff Count = Last.sub(First).scale_down(Step).floor().add_constant(
      isl::val::one(Step.ctx()));
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

/// Finds what the read may touch, which has to be in one row and had better be
/// older than what the instance writes.
bool ReadCompleter::findRelation(const DominatorTree &DT) {
  // A step of a row may not be a step in it.
  constexpr long MaxStep = 2;
  isl::val Step = stepOf(I.Whole, Id);
  if (Step.is_null() || !Step.abs().le(isl::val(Step.ctx(), MaxStep)).is_true())
    return false;
  isl::map Any = A.Relation.apply_range(
      shiftByParameter(A.Relation.get_space().range(), Id, Step));
  isl::set Happens =
      ReadConditions(*Scop.Stmts[I.Stmt], Read, A.Relation.domain()).run(DT);
  const isl::set &Extent = Scop.K.Arrays[A.Array].Extent;
  for (long Bound : {0, 1}) {
    isl::map Possible = Any.intersect_domain(noLessThan(Happens, Id, Bound))
                            .intersect_params(Context);
    isl::map All = coalesced(without(Possible, Id));
    bool IsInRow = isSubset(All.range(), Extent).is_true();
    bool IsOlder = isDisjoint(All, writesOfInstance()).is_true();
    if (IsInRow && (Exact.is_null() || IsOlder)) {
      Exact = coalesced(Possible);
      Relation = All;
      Least = Bound;
    }
    if (IsInRow && IsOlder)
      break;
  }
  return !Exact.is_null();
}

bool ReadCompleter::run(const DominatorTree &DT, unsigned long MaxOperations) {
  if (!Read.Value || A.Relation.dim(isl::dim::out).release() < 2)
    return false;
  const polly::MemoryAccess *Value = accessToValue();
  if (!Value)
    return false;
  IslBudget Budget(Context.ctx(), MaxOperations);
  auto Loaded = elementsOf(*Value);
  if (!Loaded || !findRelation(DT) || Budget.exceeded())
    return false;
  Access &Completed = Scop.K.Statements[I.Stmt].Accesses[I.Access];
  Completed.Exact = Exact;
  Completed.Relation = Relation;
  Scop.Bounded.push_back({Value->getLatestScopArrayInfo(),
                              Read.Value->getType(), Loaded->First,
                              Loaded->Count, Loaded->Step, Least});
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
