//===- NodeApart.cpp - Checks of rows in tables ---------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of NodeBuilder.h that checks that rows of tables do not overlap
/// with anything that is written (SeparateRows.h).
///
//===----------------------------------------------------------------------===//

#include "NodeBuilder.h"

using namespace llvm;
using namespace smolly;

static constexpr uint64_t PointerBytes = 8;

/// \p Corner of a box, as a value of 64 bits.
Value *NodeBuilder::emitCorner(const isl::pw_aff &Corner) {
  return Builder.CreateSExtOrTrunc(
      emit(emitParameter(Corner, "corner" + std::to_string(Names.size()))),
      Builder.getInt64Ty());
}

/// Where the first element of \p Box, of an array without a table, is, or the
/// last one.
Value *NodeBuilder::emitCornerAddress(const TouchedBox &Box,
                                      ArrayRef<isl::pw_aff> Corner) {
  std::vector<isl::ast_expr> Indices;
  for (const isl::pw_aff &Index : Corner)
    Indices.push_back(
        emitParameter(Index, "corner" + std::to_string(Names.size())));
  if (Indices.empty())
    Indices.push_back(isl::ast_expr::from_val(isl::val::zero(S.getIslCtx())));
  return emit(elementOf(Box.SAI, Indices).address_of());
}

/// The memory of \p Box; no row of it, for tables, unless \p Condition.
MemoryPieces NodeBuilder::emitPieces(const TouchedBox &Box, Value *Condition) {
  Value *Bytes = Builder.getInt64(Box.SAI->getElemSizeInBytes());
  if (!Box.Table) {
    Value *First = emitCornerAddress(Box, Box.First);
    Value *Last = emitCornerAddress(Box, Box.Last);
    Value *Distance =
        Builder.CreateSub(Builder.CreatePtrToInt(Last, Builder.getInt64Ty()),
                          Builder.CreatePtrToInt(First, Builder.getInt64Ty()));
    return {First, Builder.getInt64(0),
            Builder.CreateZExt(Condition, Builder.getInt64Ty()),
            Builder.getInt64(0), Builder.CreateAdd(Distance, Bytes)};
  }
  Value *One = Builder.getInt64(1),
        *Stride = Builder.getInt64(Box.Table->Stride);
  Value *FirstRow = emitCorner(Box.First[0]),
        *LastRow = emitCorner(Box.Last[0]);
  Value *Count = Builder.CreateAdd(Builder.CreateSub(LastRow, FirstRow), One);
  Value *Offset = Builder.CreateAdd(Builder.CreateMul(FirstRow, Stride),
                                    Builder.getInt64(Box.Table->FirstByte));
  return {Builder.CreatePtrAdd(Box.Table->Table, Offset), Stride,
          Builder.CreateSelect(Condition, Count, Builder.getInt64(0)),
          Builder.CreateMul(emitCorner(Box.First[1]), Bytes),
          Builder.CreateMul(Builder.CreateAdd(emitCorner(Box.Last[1]), One),
                            Bytes)};
}

/// The pointers to \p Rows.
MemoryPieces NodeBuilder::emitPointers(const MemoryPieces &Rows) {
  Value *None = Builder.getInt64(0);
  Value *Any = Builder.CreateICmpSGT(Rows.Count, None);
  Value *Last = Builder.CreateMul(
      Builder.CreateSub(Rows.Count, Builder.getInt64(1)), Rows.Stride);
  return {Rows.Table, None, Builder.CreateZExt(Any, Builder.getInt64Ty()), None,
          Builder.CreateAdd(Last, Builder.getInt64(PointerBytes))};
}

Value *NodeBuilder::emitApartChecks(Value *Condition) {
  Value *AreApart = Condition;
  auto Check = [&](const MemoryPieces &Written, const MemoryPieces &Others) {
    AreApart = Builder.CreateAnd(AreApart, emitApart(Builder, Written, Others));
  };
  std::vector<MemoryPieces> Pieces;
  for (const TouchedBox &Box : Scop.Touched)
    Pieces.push_back(emitPieces(Box, Condition));
  for (auto [I, Written] : enumerate(Scop.Touched))
    for (auto [J, Other] : enumerate(Scop.Touched)) {
      if (!Written.IsWritten || (!Written.Table && !Other.Table))
        continue;
      // Once for two that are both written.
      if (I != J && !(Other.IsWritten && J < I))
        Check(Pieces[I], Pieces[J]);
      if (Other.Table)
        Check(Pieces[I], emitPointers(Pieces[J]));
    }
  return AreApart;
}
