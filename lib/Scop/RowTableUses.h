//===- RowTableUses.h - What is done with tables of rows --------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The uses of arrays of pointers, and of the pointers in them, for
/// RowTables.h.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_ROWTABLEUSES_H
#define SMOLLY_LIB_SCOP_ROWTABLEUSES_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace llvm {
class TargetLibraryInfo;
} // namespace llvm

namespace smolly {

/// An array of pointers that only its function sees, or several that change
/// places.
struct RowTable {
  /// Pointers in each place: one, or the three of a std::vector: the beginning
  /// of its row, the end of what is in use, and that of the row.
  unsigned Pointers = 1;
  llvm::SmallVector<llvm::CallBase *, 2> Allocations;
  /// One of the arrays each.
  llvm::SmallVector<llvm::PHINode *, 4> Choices;
  llvm::SmallVector<llvm::LoadInst *, 16> Loads;
  llvm::SmallVector<llvm::StoreInst *, 2> Stores;
  llvm::SmallVector<llvm::CallInst *, 2> Frees;
  /// Places that were not set may hold null.
  bool HasNulls = false;
};

/// A place in a table: the allocation or choice, and the number, a sum of
/// products and of a constant.
struct TablePlace {
  llvm::Value *Root = nullptr;
  llvm::SmallMapVector<llvm::Value *, int64_t, 2> Factors;
  int64_t Constant = 0;
  /// Which of the pointers in that place.
  unsigned Pointer = 0;

  bool isSamePlace(const TablePlace &Other) const {
    return Root == Other.Root && Constant == Other.Constant &&
           Factors.getArrayRef() == Other.Factors.getArrayRef();
  }
};

/// What is done with pointers to rows and into them.
struct RowUses {
  llvm::SmallVector<llvm::CallInst *, 4> Frees;
  /// Comparisons with null.
  llvm::SmallVector<llvm::ICmpInst *, 4> Tests;
  /// Comparisons with other pointers to rows or into them.
  llvm::SmallVector<llvm::ICmpInst *, 4> Comparisons;
  /// Differences of two addresses, one of which comes from the table.
  llvm::SmallVector<llvm::BinaryOperator *, 4> Differences;
  llvm::SmallVector<llvm::Instruction *, 32> Accesses;
  /// Some are of one row or another.
  bool HasChoices = false;
  /// That is all: nobody else knows them.
  bool IsComplete = true;
};

/// The table that \p Allocation is or belongs to; nothing if others may see it.
/// Complexity: linear in the number of uses, which is limited.
std::optional<RowTable> findRowTable(llvm::CallBase &Allocation,
                                     const llvm::TargetLibraryInfo &TLI);

/// The place at \p Address, an address in a table with so many \p Pointers in
/// each place; nothing if its number is not there to see.
std::optional<TablePlace>
placeOf(llvm::Value *Address, const llvm::DataLayout &DL, unsigned Pointers);

/// The place that \p Access, a load or store, accesses in \p T.
std::optional<TablePlace> placeIn(const llvm::Instruction *Access,
                                  const RowTable &T,
                                  const llvm::DataLayout &DL);

/// What is done with \p Rows, the pointers to their beginnings, besides being
/// stored by \p Settings, which may store pointers into rows if \p WithEnds.
/// Complexity: as that of findRowTable.
RowUses findRowUses(llvm::ArrayRef<llvm::Instruction *> Rows,
                    llvm::ArrayRef<llvm::StoreInst *> Settings, bool WithEnds,
                    const llvm::TargetLibraryInfo &TLI);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_ROWTABLEUSES_H
