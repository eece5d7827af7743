//===- NodeRows.cpp - Scalars of rows side by side ------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of NodeBuilder.h for scalars that have a copy for each of several
/// rows (Schedule/Interleave.h).
///
//===----------------------------------------------------------------------===//

#include "NodeBuilder.h"

using namespace llvm;
using namespace smolly;

/// Has accesses to scalars with a copy for each row go to that of the row that
/// \p Copy is in.
void NodeBuilder::useScalarsOfRow(const UserCopy &Copy) {
  auto Row = Scop.Rows.RowOf.find(Copy.Ref.Stmt);
  if (Row == Scop.Rows.RowOf.end())
    return;
  Value *Number = nullptr;
  for (const polly::MemoryAccess *MA : *Scop.Stmts[Copy.Ref.Stmt]) {
    const polly::ScopArrayInfo *SAI = MA->getLatestScopArrayInfo();
    if (!is_contained(Scop.Rows.Copied, SAI))
      continue;
    if (!Number) {
      isl::ast_expr Expr =
          Copy.Build.expr_from(Row->second.pullback(Copy.Instance));
      Failed |= Expr.is_null();
      if (Failed)
        return;
      Number = emit(Expr);
    }
    AllocaInst *&All = RowScalars[SAI];
    if (!All) {
      BasicBlock &Entry = S.getFunction().getEntryBlock();
      All = IRBuilder<>(&Entry, Entry.begin())
                .CreateAlloca(
                    ArrayType::get(SAI->getElementType(), Scop.Rows.Copies));
      // Vectors that lie in two lines of the cache cost twice as much.
      if (Scop.Rows.Copies > MostUnrolledRows)
        All->setAlignment(Align(64));
      BlockGen.getOrCreateAlloca(SAI);
    }
    // What Polly has for the scalar is redirected.
    AllocaInst *Own = ScalarMap[SAI];
    ValueMap[Own] =
        Builder.CreateInBoundsGEP(SAI->getElementType(), All, Number);
  }
}
