//===- RowsApart.h - Whether rows overlap with others -----------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rows of tables that somebody else has made (LoadedRows.h) are taken for
/// arrays. For the rewritten loops to do what the program does, no row that
/// they write to may be the same memory as another row, an array, or a table;
/// a call of a function that is added to the module finds that out.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_ROWSAPART_H
#define SMOLLY_SCOP_ROWSAPART_H

#include "llvm/IR/IRBuilder.h"

namespace smolly {

/// Pieces of memory of one size, as values of the code.
struct MemoryPieces {
  /// Where the pointer to the first one is, or the first one itself if Stride
  /// is 0.
  llvm::Value *Table = nullptr;
  /// How far pointers are apart, in bytes, how many there are, and the bytes
  /// behind each from the first to the one behind the last; of 64 bits.
  llvm::Value *Stride = nullptr, *Count = nullptr;
  llvm::Value *Low = nullptr, *High = nullptr;
};

/// Emits whether no two pieces of \p Written overlap, nor one of them and one
/// of \p Others. With no \p Written it is so, and nothing is loaded.
/// Complexity of the code: linear in the number of pieces if their addresses
/// grow or fall; else that of Shell's sort.
llvm::CallInst *emitApart(llvm::IRBuilderBase &B, const MemoryPieces &Written,
                          const MemoryPieces &Others);

/// Whether \p I is what emitApart emits.
bool isApartCheck(const llvm::Instruction &I);

/// Removes from \p M the functions for it if nobody calls them.
/// Complexity: constant.
void dropUnusedApartChecks(llvm::Module &M);

} // namespace smolly

#endif // SMOLLY_SCOP_ROWSAPART_H
