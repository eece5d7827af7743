//===- RowSettings.h - How tables of rows are set ---------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The loops that set the pointers in an array of pointers, and what the rows
/// are that these point to, for RowTables.h.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_ROWSETTINGS_H
#define SMOLLY_LIB_SCOP_ROWSETTINGS_H

#include "RowTableUses.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PassManager.h"

namespace smolly {

/// What is known of a function.
struct RowAnalyses {
  RowAnalyses(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

  const llvm::DataLayout &DL;
  llvm::DominatorTree &DT;
  llvm::LoopInfo &LI;
  llvm::ScalarEvolution &SE;
  const llvm::TargetLibraryInfo &TLI;
};

/// How one table is set, and where its rows lie.
struct RowSetting {
  llvm::CallBase *Table = nullptr;
  /// Sets a row in each iteration of some loops.
  llvm::StoreInst *Store = nullptr;
  /// The innermost one first: by how many places it goes on, and how often it
  /// does at most, if that has to be known. The first place is First.
  llvm::SmallVector<llvm::Loop *, 2> Loops;
  llvm::SmallVector<const llvm::SCEV *, 2> Steps, Counts;
  int64_t First = 0;
  /// Allocates a row, or null if all rows are in one block that is there.
  llvm::CallBase *Row = nullptr;
  /// Row, or null where rows have no bytes: what is stored if it is not Row.
  llvm::PHINode *RowUnlessEmpty = nullptr;
  /// In front of what rows are allocated together, see RowAllocations.h.
  llvm::Instruction *At = nullptr;
  /// All places have been set behind this edge; null blocks if there is none
  /// like that.
  llvm::BasicBlockEdge Done = {nullptr, nullptr};
  /// The row in the place First, if it is there, and how far rows are apart.
  const llvm::SCEV *Start = nullptr, *Bytes = nullptr;

  /// The end of the block in front of the loops.
  llvm::Instruction *end() const {
    return Loops.back()->getLoopPreheader()->getTerminator();
  }
};

/// How all places of \p Table, which belongs to \p T, are set: by one store in
/// loops, which run once for each time that it is allocated. `a[0] = block` may
/// be in front of them; loads of a[0] behind it, which give that, are taken out
/// of \p T then. Of vectors, the ends of rows must be stored with them, all of
/// which are in use; nulls may be there before. Moves invariants ahead of the
/// loops. \p IsOfRows: the table is
/// of rows that were allocated one by one.
/// Complexity: linear in the size of the loops and the number of loads.
std::optional<RowSetting> findRowSetting(llvm::CallBase &Table, bool IsOfRows,
                                         RowTable &T, const RowAnalyses &A);

/// What times \p Divisor is \p Bytes; null if it is not there to see.
const llvm::SCEV *dividedBy(const llvm::SCEV *Bytes, uint64_t Divisor,
                            llvm::ScalarEvolution &SE);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_ROWSETTINGS_H
