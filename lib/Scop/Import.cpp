//===- Import.cpp - From a SCoP to a kernel -------------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Import.h. Statements become S0, S1, ... in the order of the SCoP;
/// parameters keep Polly's ids, whose user pointer is a SCEV.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/Import.h"
#include "AffineValues.h"
#include "Context.h"
#include "Importer.h"
#include "PathConditions.h"
#include "StatementFacts.h"
#include "UnrollPeriodic.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Scop/MemoryCalls.h"
#include "smolly/Scop/Names.h"
#include "smolly/Storage/SmallSizes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Support/TimeProfiler.h"

using namespace llvm;
using namespace smolly;

/// The number of the access in \p Accesses that \p Loaded is the result of.
static std::optional<unsigned>
accessOf(ArrayRef<polly::MemoryAccess *> Accesses, const Value *Loaded) {
  if (isa<LoadInst>(Loaded))
    for (unsigned I = 0; I < Accesses.size(); ++I)
      if (Accesses[I]->getAccessInstruction() == Loaded)
        return I;
  return std::nullopt;
}

std::string Importer::uniqueName(const polly::ScopArrayInfo *SAI) {
  std::string Name;
  for (char C : objectName(SAI->getBasePtr()))
    Name += isAlnum(C) || C == '_' ? C : '_';
  if (Name.empty() || !isAlpha(Name.front()))
    Name = "A" + Name;
  std::string Unique = Name;
  for (unsigned I = 2; !Names.insert(Unique).second; ++I)
    Unique = Name + "_" + std::to_string(I);
  return Unique;
}

/// { Element[] } with the outermost dimension unbounded above.
isl::set Importer::extent(const polly::ScopArrayInfo *SAI,
                          const std::string &Name) {
  unsigned Dims = SAI->getNumberOfDimensions();
  isl::id Id = isl::id::alloc(S.getIslCtx(), Name, nullptr);
  return withoutIndirect(
      Result, innerBounds(*SAI, S.getParamSpace().add_named_tuple(Id, Dims)));
}

/// Bounds the outermost dimension of \p Extent by the size of the allocation.
void Importer::boundExtent(isl::set &Extent, const ImportedArray &Imported) {
  auto Known = allocatedElements(Imported.Object, S, *Imported.SAI, DT);
  if (!Known)
    return;
  isl::set Allocated = Known->Elements.set_tuple_id(Extent.get_tuple_id());
  if (!Shapes.back().empty())
    Allocated =
        Allocated.apply(delinearization(Allocated.get_space(), Shapes.back()));
  Extent = Extent.intersect(Allocated);
  InBounds = InBounds.intersect(Known->Assumed);
}

/// Whether the run-time check asks whether \p Array overlaps with another one.
static bool isCheckedForAliases(const polly::Scop &S,
                                const polly::ScopArrayInfo &Array) {
  auto IsOf = [&](const polly::Scop::MinMaxAccessTy &Access) {
    return polly::ScopArrayInfo::getFromId(
               Access.first.get_tuple_id(isl::dim::out)) == &Array;
  };
  return any_of(S.getAliasGroups(), [&](const auto &Group) {
    return any_of(Group.first, IsOf) || any_of(Group.second, IsOf);
  });
}

void Importer::collectSubscripts() {
  for (polly::ScopStmt &Stmt : S)
    if (!isEmpty(Stmt.getDomain()).is_true())
      for (polly::MemoryAccess *MA : Stmt) {
        if (!MA->isArrayKind())
          continue;
        const polly::ScopArrayInfo *SAI = MA->getLatestScopArrayInfo();
        isl::map Relation = MA->getLatestAccessRelation();
        // Nothing may be assumed of what stands for a value in memory.
        if (!MA->isAffine() || Indirect.occurIn(Relation) ||
            (MA->getAccessInstruction() &&
             isIndirectRead(*MA->getAccessInstruction())))
          NotWritten.insert(SAI);
        Subscripts[SAI].push_back(Relation.intersect_domain(
            withoutIndirect(Result, Stmt.getDomain())));
      }
}

/// Adds the shape of \p Array.
void Importer::addShape(const ImportedArray &Array, uint64_t ElementBytes) {
  ArrayShape Shape;
  bool IsGuess = false;
  if (Options.AllShapes || Options.AsWritten || Array.Object.isPrivate())
    Shape = findFixedShape(Array.Object, ElementBytes,
                           S.getFunction().getDataLayout());
  if (!dividesRows(Shape, *Array.SAI))
    Shape.clear();
  if (Shape.empty() && !NotWritten.contains(Array.SAI)) {
    isl::set Assumed = InBounds;
    Shape = findWrittenShape(Subscripts[Array.SAI], Assumed,
                             Array.Object.isPrivate() && !Options.AsWritten);
    if (dividesRows(Shape, *Array.SAI))
      InBounds = Assumed;
    else
      Shape.clear();
    IsGuess = true;
  }
  Shapes.push_back(std::move(Shape));
  ShapeIsGuess.push_back(IsGuess);
}

void Importer::importArrays() {
  for (const polly::ScopArrayInfo *SAI : S.arrays()) {
    if (!SAI->isArrayKind())
      continue;
    ArrayIndex[SAI] = Result.Arrays.size();
    ImportedArray Imported;
    Imported.SAI = SAI;
    Imported.Object =
        analyzeObject(SAI->getBasePtr(), S.getFunction(), Twin, TLI);
    Array A;
    A.Name = uniqueName(SAI);
    A.ElementBytes = SAI->getElemSizeInBytes();
    A.Extent = extent(SAI, A.Name);
    // Somebody else's pointer may be to the middle of an array.
    if (Imported.Object.Kind == ObjectKind::Foreign && !Options.AsWritten)
      A.Extent = isl::manage(isl_set_drop_constraints_involving_dims(
          A.Extent.release(), isl_dim_set, 0,
          std::min(1u, SAI->getNumberOfDimensions())));
    Later.emplace_back();
    NeededInFull.push_back(false);
    addShape(Imported, A.ElementBytes);
    if (!Shapes.back().empty())
      A.Extent =
          A.Extent.apply(delinearization(A.Extent.get_space(), Shapes.back()));
    if (Options.AsWritten)
      boundExtent(A.Extent, Imported);
    if (!Shapes.back().empty())
      Imported.ToSai = linearization(A.Extent.get_space(), Shapes.back());
    A.LiveIn = A.LiveOut = isl::set::empty(A.Extent.get_space());
    Result.K.Arrays.push_back(std::move(A));
    Result.Arrays.push_back(std::move(Imported));
  }
}

/// Excludes parameters for which \p Relation, { Domain[] -> Element[] } of an
/// object of our own, leaves the object at its front. The program means none of
/// those, but without them some reads would find no write: in
/// `for (i = 0; i <= n; i++) A[i] = i; x = A[n];` with n = -2. Conditions that
/// are not a single system of constraints are not worth their while.
void Importer::demandObject(const isl::map &Relation) {
  const isl::set &Context = Result.K.Context;
  isl::set Front = Relation.intersect_params(Context).range();
  Front =
      isl::manage(isl_set_upper_bound_si(Front.release(), isl_dim_set, 0, -1));
  isl::set Valid = coalesced(Context.subtract(Front.params()));
  if (Valid.n_basic_set().release() == 1)
    InBounds = InBounds.intersect(Valid);
}

/// { Domain[] -> Time[] }; Polly would compute those of all statements, every
/// time that one is asked for.
isl::map Importer::scheduleOf(const polly::ScopStmt &Stmt) const {
  isl::set Domain = Stmt.getDomain();
  isl::union_map Own = Schedule.intersect_domain(isl::union_set(Domain));
  return withoutIndirect(
      Result, coalesced(isl::map::from_union_map(Own).gist_domain(Domain)));
}

/// \p Relation, of an access in a branch of a statement, without pieces for
/// sizes at the very end of their types, where a neighbour's subscript wraps
/// around: there is to be no code for them.
isl::map Importer::withoutExtremes(isl::map Relation) {
  if (!hasLargeConstants(Relation.wrap()))
    return Relation;
  if (Moderate.is_null())
    Moderate = assumeModerateParameters(S);
  return coalesced(Relation.intersect_params(Moderate)).gist_params(Moderate);
}

/// \p Relation, { Domain[] -> Element[.., x] }, with respect to the shape of
/// array \p Index. No more is assumed for a shape that is a guess than addShape
/// has.
isl::map Importer::delinearized(isl::map Relation, unsigned Index) {
  const ArrayShape &Shape = Shapes[Index];
  isl::set Assumed = InBounds;
  isl::map Result = delinearizeAccess(Relation, Shape, Assumed);
  if (!ShapeIsGuess[Index])
    InBounds = Assumed;
  else if (!isSubset(InBounds, Assumed).is_true())
    return Relation.apply_range(
        delinearization(Relation.get_space().range(), Shape));
  return Result;
}

void Importer::importStatement(polly::ScopStmt &Stmt) {
  std::string Name = "S" + std::to_string(Result.Stmts.size());
  isl::id Id = isl::id::alloc(S.getIslCtx(), Name, nullptr);
  Statement New;
  New.Name = Name;
  // Pieces for parameters that do not occur would be pieces of everything else.
  const isl::set &Context = Result.K.Context;
  New.Domain = coalesced(withoutIndirect(Result, Stmt.getDomain())
                             .gist_params(Small)
                             .intersect_params(Context))
                   .gist_params(Context)
                   .set_tuple_id(Id);
  New.Schedule = scheduleOf(Stmt)
                     .set_tuple_id(isl::dim::in, Id)
                     .intersect_domain(New.Domain);
  New.ReadsFirst = readsFirst(Stmt);
  New.OnlyWrites = onlyWrites(Stmt);
  if (!writesScalars(Stmt))
    New.Effects = effectOrder(Stmt, Result.Errors);
  std::vector<polly::MemoryAccess *> Order;
  for (polly::MemoryAccess *MA : Stmt)
    if (MA->isArrayKind())
      Order.push_back(MA);
  std::vector<polly::MemoryAccess *> Imported;
  for (polly::MemoryAccess *MA : Order) {
    unsigned Index = ArrayIndex.lookup(MA->getLatestScopArrayInfo());
    const Array &A = Result.K.Arrays[Index];
    Access Acc;
    Acc.Kind = MA->isRead()        ? AccessKind::Read
               : MA->isMustWrite() ? AccessKind::MustWrite
                                   : AccessKind::MayWrite;
    Acc.Array = Index;
    isl::id ArrayId = A.Extent.get_tuple_id();
    isl::map Relation =
        MA->getLatestAccessRelation()
            .set_tuple_id(isl::dim::in, Id)
            .set_tuple_id(isl::dim::out, ArrayId)
            .intersect_domain(instancesOf(*MA, New.Domain, Types, DT));
    if (isInInnerBlock(*MA))
      Relation = withoutExtremes(Relation);
    if (Indirect.occurIn(Relation) ||
        (MA->getAccessInstruction() &&
         isIndirectRead(*MA->getAccessInstruction())))
      IndirectReads.push_back({unsigned(Result.Stmts.size()),
                               unsigned(New.Accesses.size()), Relation});
    Relation = Indirect.atNeutral(Relation);
    if (!Shapes[Index].empty())
      Relation = delinearized(Relation, Index);
    Acc.Relation = coalesced(Relation);
    Acc.Conditional = isInInnerBlock(*MA);
    if (Result.Arrays[Index].Object.isPrivate() && MA->isAffine() &&
        !Options.AsWritten)
      demandObject(Acc.Relation);
    if (auto *Store = dyn_cast_or_null<StoreInst>(MA->getAccessInstruction())) {
      Acc.CopyOf = accessOf(Order, Store->getValueOperand());
      Acc.Constant = constantText(*Store->getValueOperand(),
                                  S.getFunction().getDataLayout());
    }
    New.Accesses.push_back(std::move(Acc));
    Imported.push_back(MA);
    if (MA->getAccessInstruction())
      AccessOf[MA->getAccessInstruction()] = MA;
  }
  Result.K.Statements.push_back(std::move(New));
  Result.Stmts.push_back(&Stmt);
  Result.Accesses.push_back(std::move(Imported));
}

/// Finds what reads whose subscripts are in memory may touch.
void Importer::completeIndirectReads() {
  constexpr unsigned long MaxOperations = 200'000;
  for (const IndirectAccess &I : IndirectReads) {
    polly::MemoryAccess *MA = Result.Accesses[I.Stmt][I.Access];
    Access &A = Result.K.Statements[I.Stmt].Accesses[I.Access];
    // Alias checks are for a neutral parameter.
    if (isCheckedForAliases(S, *MA->getLatestScopArrayInfo()))
      Result.WhyNot = "a subscript is in memory, and the array may overlap "
                      "with another one";
    if (!Options.AsWritten && Indirect.readBy(*MA) &&
        completeIndirectRead(Result, Indirect, I, InBounds, DT, MaxOperations))
      continue;
    A.Relation = isl::map::from_domain_and_range(
        Result.K.Statements[I.Stmt].Domain,
        isl::set::universe(A.Relation.get_space().range()));
    keepPlace(A.Array, "is accessed with a subscript that is not affine",
              MA->getAccessInstruction());
  }
}

/// Has the run-time check ask for what the subscripts were chosen by.
void Importer::assumeInBounds() {
  isl::set &Context = Result.K.Context;
  if (!isSubset(Context, InBounds).is_false())
    return;
  isl::set Assumption = isl::set(InBounds.gist(Context).simple_hull());
  if (!isSubset(Assumption.intersect(Context), InBounds).is_true())
    Assumption = InBounds.gist(Context);
  S.addAssumption(polly::INBOUNDS, Assumption, DebugLoc(), polly::AS_ASSUMPTION,
                  nullptr);
  Context = coalesced(Context.intersect(Assumption));
}

ImportedScop Importer::run() {
  Small = withoutIndirect(Result, assumeNoHiddenCalls(S));
  Result.K.Context = Indirect.atNeutral(importContext(S));
  isl::set Likely = Result.K.Context.intersect(
      withoutIndirect(Result, frozenCopies(S, Result.UnknownParameters)));
  if (Options.AsWritten)
    Result.K.Context = Likely;
  Result.Likely = isEmpty(Likely).is_false() ? Likely : Result.K.Context;
  InBounds = Result.K.Context;
  Types = InBounds.intersect(withoutIndirect(Result, parameterTypes(S)));
  collectSubscripts();
  importArrays();
  Schedule = S.getSchedule();
  Result.Errors = hiddenErrors(S);
  for (polly::ScopStmt &Stmt : S)
    if (!isEmpty(Stmt.getDomain()).is_true())
      importStatement(Stmt);
  completeIndirectReads();
  for (unsigned I = 0; I < Result.Arrays.size(); ++I)
    judgeArray(I);
  for (auto &Accesses : Result.Accesses)
    for (polly::MemoryAccess *MA : Accesses)
      judgeAccess(ArrayIndex.lookup(MA->getLatestScopArrayInfo()), MA);
  for (const auto &Class : S.getInvariantAccesses())
    for (polly::MemoryAccess *MA : Class.InvariantAccesses)
      if (auto It = ArrayIndex.find(MA->getLatestScopArrayInfo());
          It != ArrayIndex.end())
        fix(It->second, "holds a loop bound or subscript",
            MA->getAccessInstruction());
  judgeLiveIn();
  judgeContents();
  judgeUncertainWrites();
  for (unsigned I = 0; I < Result.Arrays.size(); ++I)
    judgeLater(I);
  for (DeferrableStores &Found : Deferrable)
    if (!Result.K.Arrays[Found.Stores.Array].Fixed)
      defer(Result, std::move(Found));
  assumeInBounds();
  for (const SCEV *Parameter : S.parameters())
    if (isLastTurn(Parameter))
      Result.K.Cases.insert(S.getIdForParam(Parameter).get_name());
  Result.K.alignParameters();
  Result.K.SmallSizes = findSmallSizes(Result.K);
  Result.K.Name = S.getFunction().getName().str();
  return std::move(Result);
}

ImportedScop smolly::importScop(polly::Scop &S, const Function *Twin,
                                const TargetLibraryInfo &TLI,
                                const LoopInfo &LI, const DominatorTree &DT,
                                const ImportOptions &Options) {
  TimeTraceScope Trace("Smolly import");
  return Importer(S, Twin, TLI, LI, DT, Options).run();
}

isl::id smolly::parameterFor(ImportedScop &Scop, const Argument &A) {
  const SCEV *Value = Scop.S->getSE()->getSCEV(const_cast<Argument *>(&A));
  addParameters(*Scop.S, Value, *Scop.S->getDT());
  return Scop.S->getIdForParam(Value);
}
