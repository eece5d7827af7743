//===- NodeStores.cpp - Stores at the end of a statement ------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of NodeBuilder.h that puts stores off (DeferredStores.h). In a copy
/// of a statement they go to a cell on the stack, which begins with what the
/// element held before:
///
///     cell = new[...];
///     if (a[i] == b[j])
///       cell = new[...] + 1;
///     new[...] = cell;
///
/// LLVM keeps such a cell in a register.
///
//===----------------------------------------------------------------------===//

#include "NodeBuilder.h"
#include "polly/Support/GICHelper.h"
#include "smolly/Kernel/Emptiness.h"

using namespace llvm;
using namespace smolly;

/// Whether \p Stores are put off in \p Copy: not where they never happen, nor
/// where the array stays in its place.
bool NodeBuilder::isPutOff(const UserCopy &Copy, const DeferredStores &Stores) {
  Choices Last = choicesIn(Copy, Stores.Writes.back());
  return !Last.empty() && none_of(Last, [](const auto &Choice) {
    return Choice.second->Where == Placement::Kind::Original;
  });
}

/// The address of what the access touches in \p Copy; that of a cell that
/// nobody reads where it does not happen.
Value *NodeBuilder::conditionalAddress(const UserCopy &Copy, unsigned Access) {
  const smolly::Access &A = Scop.K.Statements[Copy.Ref.Stmt].Accesses[Access];
  Choices From = choicesIn(Copy, Access);
  Value *Unread = emit(onlyElementOf(unreadCell(A.Array)).address_of());
  if (From.empty())
    return Unread;
  noteChoice(Copy, From);
  Value *Address =
      selectAddress(Copy, From, [&](unsigned Chosen, const Placement &P) {
        return addressOf(Copy, Chosen, P);
      });
  isl::set Happens = A.Relation.domain();
  for (const smolly::Access &Other : Scop.K.Statements[Copy.Ref.Stmt].Accesses)
    if (Other.InPlaceOf == Access)
      Happens = Happens.unite(Other.Relation.domain());
  Happens = Happens.preimage(Copy.Instance);
  if (Failed || isSubset(Copy.Instance.domain(), Happens).is_true())
    return Address;
  return addressIn(Copy, Happens, Address, Unread);
}

/// Puts \p Stores off in \p Copy: in \p Accesses, they are to a cell.
PendingStore NodeBuilder::putOff(const UserCopy &Copy,
                                 const DeferredStores &Stores,
                                 isl::id_to_ast_expr &Accesses) {
  Instruction *Last =
      Scop.Accesses[Stores.Stmt][Stores.Writes.back()]->getAccessInstruction();
  BasicBlock &Entry = S.getFunction().getEntryBlock();
  IRBuilder<> B(&Entry, Entry.begin());
  PendingStore Result;
  Result.Type = getLoadStoreType(Last);
  Result.Alignment =
      std::min(getLoadStoreAlignment(Last),
               Last->getDataLayout().getABITypeAlign(Result.Type));
  Result.Cell = B.CreateAlloca(Scop.Arrays[Stores.Array].SAI->getElementType());
  Result.Address = conditionalAddress(Copy, Stores.Writes.back());
  Value *Before = Stores.Before && !Failed
                      ? conditionalAddress(Copy, *Stores.Before)
                      : nullptr;
  if (Failed)
    return Result;
  Value *Held = Before ? static_cast<Value *>(Builder.CreateAlignedLoad(
                             Result.Type, Before, Result.Alignment))
                       : Constant::getNullValue(Result.Type);
  Builder.CreateStore(Held, Result.Cell);
  const polly::ScopArrayInfo *SAI = describe(
      Result.Cell, Stores.Array, "smollyputoff" + std::to_string(PutOff++));
  for (unsigned Write : Stores.Writes)
    Accesses = Accesses.set(Scop.Accesses[Copy.Ref.Stmt][Write]->getId(),
                            onlyElementOf(SAI));
  return Result;
}

/// Stores what was put off.
void NodeBuilder::finish(const PendingStore &Store) {
  Value *Held = Builder.CreateLoad(Store.Type, Store.Cell);
  Builder.CreateAlignedStore(Held, Store.Address, Store.Alignment);
}

/// Puts off what is put off in \p Copy: in \p Accesses, too.
SmallVector<PendingStore, 1>
NodeBuilder::putOffStores(const UserCopy &Copy, isl::id_to_ast_expr &Accesses) {
  polly::IslMaxOperationsGuard Budget(S.getIslCtx().get(), MaxUserOperations);
  SmallVector<PendingStore, 1> Pending;
  for (const DeferredStores &Stores : Scop.Deferred)
    if (Stores.Stmt == Copy.Ref.Stmt && !Failed && isPutOff(Copy, Stores))
      Pending.push_back(putOff(Copy, Stores, Accesses));
  return Pending;
}
