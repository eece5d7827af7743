//===- LoadedRows.h - Rows whose addresses are in a table -------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tables of pointers to rows that somebody else has made: `double **in` or
/// `const std::vector<std::vector<double>> &in` among a function's arguments.
/// Loops that load a pointer for each row are not understood by Polly. While
/// they are analysed and written anew, the elements are those of one array of
/// two dimensions at an address that nobody has, with rows of a width that
/// nobody knows:
///
///     in[y][x]     ->     rows-of(in)[y * width + x]
///
/// In the end each address is again that of an element of a row, whose pointer
/// is loaded. RowsApart.h has the check that what seems to be other memory is.
///
/// The width is a number that no row reaches: where the run-time check asks for
/// something of it, it holds.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_LOADEDROWS_H
#define SMOLLY_SCOP_LOADEDROWS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/ValueHandle.h"

namespace llvm {
class CallInst;
class LoadInst;
class Module;
} // namespace llvm

namespace smolly {

/// A table, by the array that stands for its rows.
struct LoadedTable {
  llvm::CallInst *StandIn = nullptr;
  /// Where the pointer to row 0 is.
  llvm::Value *Table = nullptr;
  int64_t FirstByte = 0;
  /// How far the pointers to two rows are apart.
  int64_t Stride = 0;
  /// What alias analysis may know of them.
  llvm::AAMDNodes Tags;
};

/// The table that \p V stands for the rows of, if it does.
std::optional<LoadedTable> loadedTable(const llvm::Value *V);

/// The address of the first element of the row that \p Access is to, where the
/// program has loaded the pointer to it; null if \p Access is none of the
/// program, or not to a row.
const llvm::Instruction *loadedRow(const llvm::Instruction &Access);

/// Whether \p V is the width of all rows.
bool isWidthOfRows(const llvm::Value *V);

/// The tables of one function. When they go, rows are loaded again.
class LoadedRows {
public:
  LoadedRows() = default;
  ~LoadedRows();
  LoadedRows(const LoadedRows &) = delete;
  LoadedRows &operator=(const LoadedRows &) = delete;

  /// Lets accesses in \p F to rows of tables that loops run over be to arrays.
  /// Complexity: linear in the size of F.
  void hide(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

  /// Loads rows again, in the function and in the code that was made of it.
  /// False if the address of an access is not known then; the function is not
  /// to be used.
  bool show();

private:
  /// A load of a pointer, out of its block if nothing but accesses used it, and
  /// the address that is there instead.
  struct Row {
    llvm::WeakTrackingVH Load;
    bool IsOut = false;
    llvm::TrackingVH<llvm::Value> Pointer;
    llvm::WeakTrackingVH StandIn;
  };

  void createStandIns(llvm::Module &M);
  void replace(llvm::LoadInst &Load, llvm::CallInst &Table, llvm::Type *T,
               llvm::Value *Index);
  bool restoreRows();

  /// The stand-ins for tables and for the width.
  llvm::Function *Rows = nullptr, *Width = nullptr;
  llvm::SmallVector<Row, 8> Replaced;
  /// The accesses of the program, which go back to the rows they had.
  llvm::SmallVector<llvm::WeakTrackingVH, 16> Accesses;
};

} // namespace smolly

#endif // SMOLLY_SCOP_LOADEDROWS_H
