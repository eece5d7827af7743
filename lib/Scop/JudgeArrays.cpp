//===- JudgeArrays.cpp - Which arrays have to stay as they are ------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of Importer.h that judges arrays by all that happens to them, in
/// the loops, in front of them and behind them.
///
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace smolly;

/// What every malloc of a 64 bit platform guarantees.
static const Align MallocAlignment(16);

void smolly::fixArray(ImportedScop &Scop, unsigned Index, std::string Why,
                      const Instruction *Culprit) {
  Array &A = Scop.K.Arrays[Index];
  A.Fixed = true;
  A.LiveIn = A.LiveOut = A.Extent;
  if (!Scop.Arrays[Index].WhyFixed.empty())
    return;
  Scop.Arrays[Index].WhyFixed = std::move(Why);
  Scop.Arrays[Index].Culprit = Culprit;
}

void Importer::fix(unsigned Array, std::string Why,
                   const Instruction *Culprit) {
  fixArray(Result, Array, std::move(Why), Culprit);
  NeededInFull[Array] = true;
}

/// Fixes \p Array for an access of which it is not known whether it happens, or
/// where. That says nothing of who reads the array behind the loops.
void Importer::keepPlace(unsigned Array, std::string Why,
                         const Instruction *Culprit) {
  fixArray(Result, Array, std::move(Why), Culprit);
}

void Importer::judgeAccess(unsigned Index, polly::MemoryAccess *MA) {
  const Instruction *I = MA->getAccessInstruction();
  if (!MA->isAffine())
    keepPlace(Index, "is accessed with a subscript that is not affine", I);
  if (!isa_and_nonnull<LoadInst, StoreInst>(I))
    return fix(Index, "is accessed by something other than a load or store", I);
  uint64_t Bytes = S.getFunction().getDataLayout().getTypeStoreSize(
      getLoadStoreType(const_cast<Instruction *>(I)));
  if (Bytes != Result.K.Arrays[Index].ElementBytes)
    return fix(Index, "is accessed with elements of different sizes", I);
  if (S.getFunction().getDataLayout().getABITypeAlign(
          getLoadStoreType(const_cast<Instruction *>(I))) > MallocAlignment)
    return fix(Index, "has elements that malloc does not align", I);
}

/// \p I accesses the array outside of the statements of the SCoP.
void Importer::judgeOutsideAccess(unsigned Index, Instruction *I) {
  if (S.contains(I) ||
      any_of(Options.Rewritten, [&](const RewrittenLoops &Loops) {
        return DT.dominates(Loops.Start, I->getParent());
      }))
    return;
  const ObjectFacts &Object = Result.Arrays[Index].Object;
  // In a loop around the SCoP that sets the object to zero, both may be.
  if (isReachedBehind(S, *I, Object)) {
    Later[Index].push_back(I);
    if (isa<LoadInst>(I) || !isReachedBefore(S, *I, Object))
      return;
  }
  // In the next call, this comes after the loops.
  if (Object.Kind == ObjectKind::Global && isa<LoadInst>(I))
    return fix(Index, KeptValues, I);
  Array &A = Result.K.Arrays[Index];
  A.LiveIn = A.Extent;
  Result.Arrays[Index].WrittenBefore |= isa<StoreInst>(I);
}

void Importer::judgeArray(unsigned Index) {
  ImportedArray &Imported = Result.Arrays[Index];
  if (!Imported.Object.isPrivate())
    return fix(Index, Imported.Object.Why, Imported.Object.Culprit);
  if (Imported.SAI->getBasePtrOriginSAI())
    return fix(Index, "has an address that the loops compute", nullptr);
  for (Instruction *I : Imported.Object.Accesses) {
    auto It = AccessOf.find(I);
    if (It == AccessOf.end())
      judgeOutsideAccess(Index, I);
    else if (ArrayIndex.lookup(It->second->getLatestScopArrayInfo()) != Index)
      fix(Index, "is accessed through two base pointers", I);
  }
  for (MemSetInst *Fill : Imported.Object.ZeroFills) {
    if (S.contains(Fill) || !DT.dominates(Fill->getParent(), S.getEntry()))
      return fix(Index, RawMemory.str(), Fill);
    Imported.Object.Zeroed = true;
  }
  // Within, the run-time check sees to it that they are not executed.
  for (CallBase *Call : Imported.Object.HiddenCalls)
    if (!S.contains(Call))
      return fix(Index, RawMemory.str(), Call);
  if (Imported.Object.Zeroed)
    Result.K.Arrays[Index].LiveIn = Result.K.Arrays[Index].Extent;
}

/// What arrays hold before the loops: zeros, where all of the memory is set to
/// zero and nothing written between.
void Importer::judgeContents() {
  for (auto [Index, Imported] : enumerate(Result.Arrays))
    if (Imported.Object.isPrivate() && Imported.Object.Zeroed &&
        !Imported.SAI->getBasePtrOriginSAI() && Imported.readsZero())
      Result.K.Arrays[Index].Initially = ConstantZero;
}

void Importer::judgeLiveIn() {
  for (auto [Index, Imported] : enumerate(Result.Arrays)) {
    Array &A = Result.K.Arrays[Index];
    if (NeededInFull[Index])
      continue;
    Imported.RunsAgain = mayRunAgain(S, Imported.Object);
    if (Imported.RunsAgain)
      A.LiveIn = A.Extent;
  }
}

/// Arrays keep their place that may or may not be written, but where that is
/// put off to the end of the statement.
void Importer::judgeUncertainWrites() {
  constexpr unsigned long MaxOperations = 200'000;
  if (Options.Defer && !Options.AsWritten)
    Deferrable = findDeferrable(Result, DT, MaxOperations);
  auto IsDeferred = [&](unsigned Stmt, unsigned Access) {
    return any_of(Deferrable, [&](const DeferrableStores &D) {
      return D.Stores.Stmt == Stmt && is_contained(D.Stores.Writes, Access);
    });
  };
  for (auto [S, Stmt] : enumerate(Result.K.Statements))
    for (auto [A, Access] : enumerate(Stmt.Accesses))
      if (Access.Kind == AccessKind::MayWrite && !IsDeferred(S, A))
        keepPlace(Access.Array,
                  "is written only under a condition that is not affine",
                  Result.Accesses[S][A]->getAccessInstruction());
}

/// The elements that \p Load reads of array \p Index behind the loops, or all
/// that is read by the rewritten loops that run in place of those around it,
/// which are added to \p Read.
std::optional<KnownElements> Importer::readBy(const LoadInst &Load,
                                              unsigned Index, LoopsRead &Read) {
  const polly::ScopArrayInfo &Array = *Result.Arrays[Index].SAI;
  for (auto [Number, Loops] : enumerate(Options.Rewritten)) {
    if (!Loops.Reads)
      continue;
    for (const LaterReads::Part &Part : Loops.Reads->Parts) {
      if (!Part.Loads.contains(&Load))
        continue;
      if (auto Elements = elementsRead(Part, S, Array, DT)) {
        Read.push_back({Number, &Part});
        return Elements;
      }
    }
  }
  return elementsRead(Load, S, Array, LI, DT);
}

/// The elements that are read behind the loops, { Element[] } of array
/// \p Index; none where all may be. Adds the rewritten loops among those that
/// read them to \p Loops.
std::optional<KnownElements> Importer::readLater(unsigned Index,
                                                 LoopsRead &Loops) {
  const ImportedArray &Imported = Result.Arrays[Index];
  const Array &A = Result.K.Arrays[Index];
  KnownElements All{isl::set::empty(A.Extent.get_space()), Result.K.Context};
  if (Imported.RunsAgain)
    return std::nullopt;
  for (const Instruction *I : Later[Index]) {
    const auto *Load = dyn_cast<LoadInst>(I);
    if (!Load)
      continue;
    if (!runsOnceBefore(S, *Load, *Imported.Object.Base, LI, DT))
      return std::nullopt;
    if (any_of(Loops,
               [&](const auto &L) { return L.second->Loads.contains(I); }))
      continue;
    auto Read = readBy(*Load, Index, Loops);
    if (!Read)
      return std::nullopt;
    isl::set Elements = Read->Elements.set_tuple_id(A.Extent.get_tuple_id());
    if (!Shapes[Index].empty())
      Elements =
          Elements.apply(delinearization(Elements.get_space(), Shapes[Index]));
    All.Elements = All.Elements.unite(Elements);
    All.Assumed = All.Assumed.intersect(Read->Assumed);
  }
  return All;
}

/// Array \p Index keeps its place if it is used behind the loops. Only a part
/// of it may be needed there, of an array that keeps its place anyway nothing.
void Importer::judgeLater(unsigned Index) {
  Array &A = Result.K.Arrays[Index];
  if (NeededInFull[Index] || (!A.Fixed && Later[Index].empty()))
    return;
  LoopsRead Loops;
  auto Part = readLater(Index, Loops);
  if (!Later[Index].empty()) {
    const Instruction *First = Later[Index].front();
    fix(Index,
        isa<StoreInst>(First) ? "is written after the loops"
                              : "is read after the loops",
        First);
  }
  if (!Part)
    return;
  isl::set Elements = coalesced(Part->Elements);
  if (Elements.is_null() ||
      isSubset(A.Extent.intersect_params(Part->Assumed), Elements).is_true())
    return;
  A.LiveOut = Elements.intersect(A.Extent);
  Result.Arrays[Index].PartlyLive = true;
  for (auto &[Number, Reads] : Loops)
    Result.ReliesOn.insert(Number);
  if (!Later[Index].empty())
    S.addAssumption(polly::WRAPPING, Part->Assumed, DebugLoc(),
                    polly::AS_ASSUMPTION, nullptr);
}
