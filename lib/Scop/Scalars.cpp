//===- Scalars.cpp - Scalars as arrays of one element ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Polly's accesses of kind Value, PHI and ExitPHI, each to an object of its
/// own that every instance overwrites.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/Scalars.h"
#include "StatementFacts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace smolly;

/// Whether what \p SAI holds is used behind \p S.
static bool isUsedBehind(const polly::Scop &S,
                         const polly::ScopArrayInfo *SAI) {
  if (SAI->isExitPHIKind())
    return true;
  if (!SAI->isValueKind())
    return false;
  return any_of(SAI->getBasePtr()->users(), [&](const User *U) {
    const auto *I = dyn_cast<Instruction>(U);
    return !I || !S.contains(I);
  });
}

/// Those accesses of \p Stmt that are not to arrays.
static std::vector<polly::MemoryAccess *>
scalarAccesses(const polly::ScopStmt &Stmt) {
  std::vector<polly::MemoryAccess *> Result;
  copy_if(Stmt, std::back_inserter(Result),
          [](const polly::MemoryAccess *MA) { return !MA->isArrayKind(); });
  return Result;
}

const Value *smolly::valueWritten(const polly::MemoryAccess &MA) {
  if (MA.isAnyPHIKind())
    return MA.getIncoming().size() == 1 ? MA.getIncoming().front().second
                                        : nullptr;
  if (MA.isOriginalValueKind())
    return MA.getAccessValue();
  const auto *Store = dyn_cast_or_null<StoreInst>(MA.getAccessInstruction());
  return Store ? Store->getValueOperand() : nullptr;
}

/// Notes which writes of \p Stmt, with \p Accesses, that are of scalars or of
/// what scalars hold, store constants or what another access has read.
static void findCopies(ArrayRef<polly::MemoryAccess *> Accesses,
                       Statement &Stmt) {
  DenseMap<const Value *, unsigned> Reads;
  for (auto [I, MA] : enumerate(Accesses))
    if (MA->isRead())
      Reads[MA->isOriginalValueKind() ? MA->getAccessValue()
                                      : MA->getAccessInstruction()] = I;
  for (auto [I, MA] : enumerate(Accesses)) {
    Access &Write = Stmt.Accesses[I];
    const Value *V = MA->isMustWrite() ? valueWritten(*MA) : nullptr;
    if (!V || Write.CopyOf || Write.Constant)
      continue;
    if (auto It = Reads.find(V); It != Reads.end())
      Write.CopyOf = It->second;
    else
      Write.Constant = constantText(
          *V, MA->getStatement()->getParent()->getFunction().getDataLayout());
  }
}

Kernel smolly::withScalars(const ImportedScop &Scop) {
  Kernel K = Scop.K;
  DenseMap<const polly::ScopArrayInfo *, unsigned> ArrayOf;
  auto ScalarOf = [&](const polly::ScopArrayInfo *SAI) {
    auto [It, IsNew] = ArrayOf.insert({SAI, K.Arrays.size()});
    if (!IsNew)
      return It->second;
    Array New;
    New.Name = "scalar" + std::to_string(K.Arrays.size());
    isl::id Id = isl::id::alloc(K.ctx(), New.Name, nullptr);
    New.Extent = isl::set::universe(
        K.Context.get_space().params().add_named_tuple(Id, 0));
    bool LiveOut = isUsedBehind(*Scop.S, SAI);
    New.LiveIn = New.Extent;
    New.LiveOut =
        LiveOut ? New.Extent : isl::set::empty(New.Extent.get_space());
    K.Arrays.push_back(std::move(New));
    return It->second;
  };
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    Statement &Stmt = K.Statements[S];
    Stmt.OnlyWrites = onlyAccesses(*Scop.Stmts[S]);
    Stmt.Effects = effectOrder(*Scop.Stmts[S], Scop.Errors);
    for (polly::MemoryAccess *MA : scalarAccesses(*Scop.Stmts[S])) {
      Access A;
      A.Kind = MA->isRead()        ? AccessKind::Read
               : MA->isMustWrite() ? AccessKind::MustWrite
                                   : AccessKind::MayWrite;
      A.Array = ScalarOf(MA->getLatestScopArrayInfo());
      A.Relation = withoutIndirect(Scop, MA->getLatestAccessRelation())
                       .set_tuple_id(isl::dim::in, Stmt.Domain.get_tuple_id())
                       .set_tuple_id(isl::dim::out,
                                     K.Arrays[A.Array].Extent.get_tuple_id())
                       .intersect_domain(Stmt.Domain);
      Stmt.Accesses.push_back(std::move(A));
    }
  }
  return K;
}

std::vector<const polly::ScopArrayInfo *>
smolly::scalarsOf(const ImportedScop &Scop) {
  SmallSetVector<const polly::ScopArrayInfo *, 8> Found;
  for (const polly::ScopStmt *Stmt : Scop.Stmts)
    for (const polly::MemoryAccess *MA : scalarAccesses(*Stmt))
      Found.insert(MA->getLatestScopArrayInfo());
  return {Found.begin(), Found.end()};
}

const polly::MemoryAccess *smolly::accessOf(const ImportedScop &Scop,
                                            unsigned Stmt, unsigned Access) {
  if (Access < Scop.Accesses[Stmt].size())
    return Scop.Accesses[Stmt][Access];
  size_t First = Scop.K.Statements[Stmt].Accesses.size();
  std::vector<polly::MemoryAccess *> Scalars =
      scalarAccesses(*Scop.Stmts[Stmt]);
  bool IsScalar = Access >= First && Access - First < Scalars.size();
  return IsScalar ? Scalars[Access - First] : nullptr;
}

Kernel smolly::withCopiesOfScalars(const ImportedScop &Scop) {
  Kernel K = withScalars(Scop);
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    if (Scop.Stmts[S]->isBlockStmt()) {
      std::vector<polly::MemoryAccess *> Accesses = Scop.Accesses[S];
      append_range(Accesses, scalarAccesses(*Scop.Stmts[S]));
      findCopies(Accesses, K.Statements[S]);
    }
  return K;
}
