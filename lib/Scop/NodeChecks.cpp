//===- NodeChecks.cpp - Checks beside rewritten statements ----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What NodeBuilder emits for a Shadow: in front of each copy of a statement
/// the checks of its reads and the new numbers of its writes, in the order in
/// which they happen.
///
/// Instances that move a value to where it is already are not executed, but
/// checked: their target is to hold the number of the value that they move.
///
//===----------------------------------------------------------------------===//

#include "NodeBuilder.h"
#include "StatementFacts.h"
#include "polly/Support/GICHelper.h"
#include "smolly/Scop/Footprint.h"
#include "llvm/IR/DebugLoc.h"

using namespace llvm;
using namespace smolly;

/// isl operations that the checks of one copy of a statement may take.
static constexpr unsigned long MaxCheckOperations = 5'000'000;

/// \p Count words from \p Offset on, which is moved behind them, as an array
/// with the dimensions of \p Like; with one if that is null.
const polly::ScopArrayInfo *
NodeBuilder::describeWords(Value *&Offset, Value *Count,
                           const polly::ScopArrayInfo *Like,
                           const std::string &Name) {
  Value *Begin = Shadow.State->word(Builder, Offset);
  Offset = Builder.CreateAdd(Offset, Count);
  SmallVector<const SCEV *, 4> Sizes = {nullptr};
  for (unsigned I = 1; Like && I < Like->getNumberOfDimensions(); ++I)
    Sizes.push_back(Like->getDimensionSize(I));
  return S.getOrCreateScopArrayInfo(Begin, Builder.getInt64Ty(), Sizes,
                                    polly::MemoryKind::Array, Name.c_str());
}

void NodeBuilder::emitShadow(ArrayRef<Value *> ElementCounts,
                             BasicBlock *Exit) {
  SmallVector<Value *, 8> CellCounts;
  for (const EmittedArray &E : Arrays)
    CellCounts.push_back(bytesOf(E, 1).first);
  Value *Total = Builder.getInt64(0);
  auto Add = [&](Value *Count) {
    Total = Builder.CreateBinaryIntrinsic(Intrinsic::uadd_sat, Total, Count);
  };
  for_each(CellCounts, Add);
  for (Value *Count : ElementCounts)
    if (Count) {
      Add(Count);
      Add(Count);
    }
  Shadow.State.emplace(Builder, Total);
  Shadow.State->emitEnd(Exit->getTerminator());

  Value *Offset = Builder.getInt64(0);
  for (auto [I, Count] : enumerate(CellCounts))
    Shadow.Held.push_back(describeWords(Offset, Count, nullptr,
                                        "smollyheld" + std::to_string(I)));
  for (auto [I, Count] : enumerate(ElementCounts)) {
    const polly::ScopArrayInfo *SAI = Scop.Arrays[I].SAI;
    for (auto [List, Name] : {std::pair(&Shadow.Latest, "smollylatest"),
                              std::pair(&Shadow.Kept, "smollykept")})
      List->push_back(
          Count ? describeWords(Offset, Count, SAI, Name + std::to_string(I))
                : nullptr);
  }
}

/// Whether the access is to an array that was changed and happens in every
/// instance: what a statement with control flow of its own reads in one of its
/// inner blocks may not be there. Which element an indirect read touches is
/// known in its own address only, and what is put off to the end of a statement
/// may be outside of the array.
bool NodeBuilder::isChecked(unsigned Stmt, unsigned Access) const {
  const polly::MemoryAccess *MA = Scop.Accesses[Stmt][Access];
  const Statement &Reader = Scop.K.Statements[Stmt];
  if (!Shadow.Latest[Reader.Accesses[Access].Array] ||
      Reader.isTakenOver(Access) || Reader.Accesses[Access].Exact ||
      any_of(Scop.Deferred, [&](const DeferredStores &Stores) {
        return Stores.Array == Reader.Accesses[Access].Array;
      }))
    return false;
  return MA->isWrite() || !isInInnerBlock(*MA);
}

/// The address of the word for the element that the access touches as the
/// program was written, in one of the arrays of words \p In.
Value *
NodeBuilder::elementWord(const UserCopy &Copy, unsigned Access,
                         const std::vector<const polly::ScopArrayInfo *> &In) {
  unsigned Array = Scop.K.Statements[Copy.Ref.Stmt].Accesses[Access].Array;
  isl::ast_expr Element = originalExpr(Copy, Access);
  if (Failed)
    return nullptr;
  isl_ast_expr *Base =
      isl_ast_expr_from_id(In[Array]->getBasePtrId().release());
  Element = isl::manage(isl_ast_expr_set_op_arg(Element.release(), 0, Base));
  return emit(Element.address_of());
}

/// The address of the word for the cell that the access touches now.
Value *NodeBuilder::cellWord(const UserCopy &Copy, unsigned Access) {
  auto WordOf = [&](unsigned, const Placement &P) -> Value * {
    switch (P.Where) {
    case Placement::Kind::Absent:
      llvm_unreachable("a read that does not happen");
    case Placement::Kind::Original:
    case Placement::Kind::Packed:
      return elementWord(Copy, Access, Shadow.Kept);
    case Placement::Kind::Zero:
      return Shadow.State->unwritten();
    case Placement::Kind::Nowhere:
      return Shadow.State->unread();
    case Placement::Kind::Mapped:
      break;
    }
    isl::ast_expr Index =
        cellIndex(Copy.Build, P.Index.pullback(Copy.Instance), P.Target);
    Failed |= Index.is_null();
    if (Failed)
      return nullptr;
    return emit(elementOf(Shadow.Held[P.Target], Index).address_of());
  };
  Choices From = choicesIn(Copy, Access);
  return Failed ? nullptr : selectAddress(Copy, From, WordOf);
}

/// "read of 'A' in S1 (file.c:12)".
std::string NodeBuilder::describeAccess(unsigned Stmt, unsigned Access) const {
  const smolly::Access &A = Scop.K.Statements[Stmt].Accesses[Access];
  std::string Text = (A.isRead() ? "read of '" : "write to '") +
                     Scop.K.Arrays[A.Array].Name + "' in " +
                     Scop.K.Statements[Stmt].Name;
  const Instruction *I = Scop.Accesses[Stmt][Access]->getAccessInstruction();
  if (const DILocation *Loc = I->getDebugLoc())
    Text += " (" + Loc->getFilename().str() + ":" +
            std::to_string(Loc->getLine()) + ")";
  return Text;
}

void NodeBuilder::emitChecks(const UserCopy &Copy) {
  polly::IslMaxOperationsGuard Budget(S.getIslCtx().get(), MaxCheckOperations);
  unsigned Stmt = Copy.Ref.Stmt;
  const auto &Accesses = Scop.K.Statements[Stmt].Accesses;
  bool Idle = Places.Statements[Stmt].Pieces[Copy.Ref.Piece].Idle;
  std::vector<Value *> Found(Accesses.size());
  for (unsigned A = 0; A < Scop.Accesses[Stmt].size(); ++A) {
    if (!isChecked(Stmt, A))
      continue;
    Value *Element = elementWord(Copy, A, Shadow.Latest);
    Value *Cell = cellWord(Copy, A);
    Failed |= !Element || !Cell;
    if (Failed)
      return;
    std::string What = describeAccess(Stmt, A);
    if (Accesses[A].isRead()) {
      Found[A] = Shadow.State->emitRead(Builder, Element, Cell, What);
      continue;
    }
    std::optional<unsigned> Source = Accesses[A].CopyOf;
    Value *Number = Source ? Found[*Source] : nullptr;
    if (!Idle || !Number) {
      Shadow.State->emitWrite(Builder, Element, Cell, Number, What);
      continue;
    }
    Shadow.State->emitWrite(Builder, Element, Shadow.State->unread(), Number,
                            What);
    Shadow.State->emitRead(Builder, Element, Cell, What);
  }
}
