//===- Shadow.h - Checks in the compiled program ----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Has the compiled program check that every value is where it should be.
///
/// Writes are numbered in the order in which they happen. Beside every new
/// array lies one that says which write's value each *cell* holds, and beside
/// every array of the program that was changed one that says which write was
/// the last to each *element*. With element e in cell c,
///
///     A[e] = x     becomes     latest[e] = held[c] = ++number;
///     x = A[e]     becomes     if (latest[e] != held[c]) stop;
///
/// The elements are those that Polly sees the access of: what is checked rests
/// neither on the dataflow nor on the mapping nor on the value sets, and an
/// error in any of them makes the two numbers differ. Number 0 is what was
/// there before the loops.
///
/// All numbers of one run of the loops are in one block of memory.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_SHADOW_H
#define SMOLLY_SCOP_SHADOW_H

#include "polly/CodeGen/IRBuilder.h"
#include "smolly/Scop/Import.h"
#include "smolly/Storage/StoragePlan.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Error.h"

namespace smolly {

/// For each array of \p Scop that \p Plan changes, the number of its elements
/// (i64), computed where the array is allocated; null for the others. Fails if
/// the size of one is not known there.
llvm::Expected<std::vector<llvm::Value *>>
emitElementCounts(const ImportedScop &Scop, const StoragePlan &Plan,
                  const llvm::TargetLibraryInfo &TLI);

/// The numbers of one run of the loops, and the calls that use them. The
/// functions that are called are put into the module.
class ShadowState {
public:
  using IRBuilder = polly::PollyIRBuilder;

  /// Emits the allocation of \p Words words, beside those of this class.
  ShadowState(IRBuilder &Builder, llvm::Value *Words);

  /// \p Offset words behind the beginning.
  llvm::Value *word(IRBuilder &Builder, llvm::Value *Offset) const;
  /// A word that is always 0, and one that nobody reads.
  llvm::Value *unwritten() const { return Begin; }
  llvm::Value *unread() const { return Unread; }

  /// Stops the program if the words differ. Returns what is in them.
  llvm::Value *emitRead(IRBuilder &Builder, llvm::Value *Element,
                        llvm::Value *Cell, llvm::StringRef What) const;
  /// Puts \p Number into the two words; null for a new one.
  void emitWrite(IRBuilder &Builder, llvm::Value *Element, llvm::Value *Cell,
                 llvm::Value *Number, llvm::StringRef What) const;
  void emitEnd(llvm::Instruction *Before) const;

private:
  llvm::Value *textFor(IRBuilder &Builder, llvm::StringRef What) const;

  llvm::AllocaInst *State;
  llvm::Value *Begin;
  llvm::Value *Unread;
};

} // namespace smolly

#endif // SMOLLY_SCOP_SHADOW_H
