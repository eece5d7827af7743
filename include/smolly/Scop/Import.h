//===- Import.h - From a SCoP to a kernel -----------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Translates a polly::Scop to a Kernel, and finds out what else the function
/// does with each array: who sees it, what it holds before and after.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_IMPORT_H
#define SMOLLY_SCOP_IMPORT_H

#include "polly/ScopInfo.h"
#include "smolly/Kernel/Kernel.h"
#include "smolly/Schedule/Interleave.h"
#include "smolly/Scop/LaterReads.h"
#include "smolly/Scop/LoadedRows.h"
#include "smolly/Scop/ObjectFacts.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include <map>

namespace smolly {

/// What the import knows of one array beside its Kernel entry.
struct ImportedArray {
  /// Null for a constant.
  const polly::ScopArrayInfo *SAI = nullptr;
  /// { Element[] -> Element[] }: from the kernel's array to that of Polly, if
  /// that has fewer dimensions; null elsewhere.
  isl::multi_aff ToSai;
  /// What reads of an array of no dimensions find that takes the place of
  /// copies of a constant (Volume/Forward.h).
  llvm::Constant *Constant = nullptr;
  ObjectFacts Object;
  /// Why the array is fixed, and the instruction that is to blame, if one is.
  std::string WhyFixed;
  const llvm::Instruction *Culprit = nullptr;
  /// The SCoP may be entered again with the same object in place: what one run
  /// leaves behind, the next may see where it reads before it writes.
  bool RunsAgain = false;
  /// Of a fixed array: only a part of its elements, LiveOut, is read behind the
  /// SCoP, and nobody else sees it.
  bool PartlyLive = false;
  /// Some element may have been written between the allocation and the SCoP.
  bool WrittenBefore = false;

  /// Whether what the SCoP reads before it writes it may be taken for zero: it
  /// is zero, or memory fresh from its allocation that nobody has written,
  /// which may hold anything.
  bool readsZero() const {
    return Object.Kind != ObjectKind::Global && !RunsAgain && !WrittenBefore;
  }
};

/// Loops whose rows run side by side (Schedule/Interleave.h).
struct Interleaving {
  /// The statements of the innermost loops.
  std::vector<InterleavedLoop> Loops;
  /// Scalars with a copy for each row, and how many rows there are at most.
  std::vector<const polly::ScopArrayInfo *> Copied;
  long Copies = 1;
  /// { Domain[] -> [row] } of the statements that access them.
  std::map<unsigned, isl::pw_aff> RowOf;
};

/// A parameter that stands for a value in memory.
struct IndirectParameter {
  isl::id Id;
  llvm::CallInst *Call = nullptr;
  /// The value for which the run-time check asks whether what Polly assumes
  /// holds.
  int Neutral = 0;
};

/// Values in memory, which have to be no less than Least, and less than Below
/// where that is not null, for the kernel to be what the program does: they are
/// in subscripts (IndirectReads.h).
struct BoundedValues {
  /// The only one, loaded in front of the loops; null if there are others.
  llvm::Value *Only = nullptr;
  /// Where they are: of one dimension, which the loops do not write to.
  const polly::ScopArrayInfo *SAI = nullptr;
  llvm::Type *Type = nullptr;
  /// { [params] -> Z }: the first of them, and how many there are, each Step
  /// elements behind the one before.
  isl::pw_aff First, Count;
  long Step = 1;
  long Least = 0;
  /// { [params] -> Z }
  isl::pw_aff Below;
};

/// What the loops may access of an array that may be the same memory as another
/// one, as Polly cannot tell: rows of a table are among the two.
struct TouchedBox {
  const polly::ScopArrayInfo *SAI = nullptr;
  std::optional<LoadedTable> Table;
  bool IsWritten = false;
  /// { [params] -> Z }: the subscripts of its corners; for a table the row and
  /// the place in it.
  std::vector<isl::pw_aff> First, Last;
};

/// Stores of one statement, to one element in each instance, that are done at
/// its end in the kernel (DeferredStores.h).
struct DeferredStores {
  unsigned Stmt = 0, Array = 0;
  /// The numbers of the accesses, in the order of the program.
  llvm::SmallVector<unsigned, 2> Writes;
  /// The read of what the element held before, where it may keep that: one
  /// behind those of ImportedScop::Accesses.
  std::optional<unsigned> Before = std::nullopt;
};

/// A kernel and the SCoP that it was made from, index by index.
struct ImportedScop {
  polly::Scop *S = nullptr;
  Kernel K;
  /// For each statement of K, which may have tiles in front of its iterators.
  std::vector<polly::ScopStmt *> Stmts;
  /// For each statement and access of K, without those that are none of the
  /// program, which come last.
  std::vector<std::vector<polly::MemoryAccess *>> Accesses;
  /// Stores that may or may not happen.
  std::vector<DeferredStores> Deferred;
  /// For each array of K.
  std::vector<ImportedArray> Arrays;
  /// { Domain[] -> Time[] } over all statements, where K does not keep to the
  /// schedule of S; null elsewhere.
  isl::union_map NewSchedule;
  /// Loops of NewSchedule in which several rows run side by side.
  Interleaving Rows;
  /// The rewritten loops, by index, that have to run behind those of this SCoP
  /// if its live-out elements are to be all that is read.
  llvm::SmallSetVector<unsigned, 2> ReliesOn;
  /// { [params] } in K.Context, where frozen copies have the values of what
  /// they are copies of, as if nothing overflowed: for estimates, or of an
  /// import as written.
  isl::set Likely;
  /// { [params] }: the sizes larger than 1 that the run-time check asks for,
  /// see UsualSizes.h; null where it asks for none.
  isl::set UsualSizes;
  /// Parameters that stand for a value in memory; only Access::Exact has them.
  std::vector<IndirectParameter> Indirect;
  /// What the run-time check asks for because of these.
  std::vector<BoundedValues> Bounded;
  /// What the run-time check has to find apart from what the loops write; set
  /// by demandRowsApart.
  std::vector<TouchedBox> Touched;
  /// Why nothing may be rewritten; empty if it may.
  std::string WhyNot;
  /// What the loops may set errno to, as a set of MathErrors.
  unsigned Errors = 0;
  /// Frozen copies of values that Likely says nothing about.
  std::vector<isl::id> UnknownParameters;
};

/// The argument, of the SCoP, whatever parameters are that stand for values in
/// memory. Complexity: linear in their number, beside isl operations.
isl::set withoutIndirect(const ImportedScop &Scop, isl::set Set);
isl::map withoutIndirect(const ImportedScop &Scop, isl::map Map);

/// Why an array is fixed that somebody may read in the next run of the loops.
inline constexpr char KeptValues[] =
    "may hold values from an earlier run of the same loops";

/// Marks array \p Index of \p Scop as fixed, for the first reason given.
void fixArray(ImportedScop &Scop, unsigned Index, std::string Why,
              const llvm::Instruction *Culprit);

/// The parameter of \p Scop for \p A, an argument of its function that the
/// loops need not use; null if it is none, as there are too many already.
isl::id parameterFor(ImportedScop &Scop, const llvm::Argument &A);

/// Loops that stand in for a SCoP that was rewritten before.
struct RewrittenLoops {
  /// Their first block. They read nothing that the original loops do not read.
  llvm::BasicBlock *Start = nullptr;
  /// What they read; null where the original loops may run after what stands in
  /// for the SCoP that is to be imported.
  const LaterReads *Reads = nullptr;
};

struct ImportOptions {
  /// Look for dimensions of constant size in fixed arrays, too, at the price of
  /// a run-time check for subscripts to be in bounds.
  bool AllShapes = false;
  /// Assume nothing of subscripts, and take the outermost size of an array from
  /// its allocation, where that is known. To judge the program by, not to
  /// rewrite it.
  bool AsWritten = false;
  /// Let statements that may or may not store something to an array store it in
  /// any case, if only what is there.
  bool Defer = true;
  llvm::ArrayRef<RewrittenLoops> Rewritten = {};
};

/// Imports \p S. Arrays that must stay as they are come as `fixed`.
/// Complexity: linear in the accesses and the uses of their arrays, beside
/// polynomially many isl operations on each relation.
ImportedScop importScop(polly::Scop &S, const llvm::Function *Twin,
                        const llvm::TargetLibraryInfo &TLI,
                        const llvm::LoopInfo &LI, const llvm::DominatorTree &DT,
                        const ImportOptions &Options = {});

} // namespace smolly

#endif // SMOLLY_SCOP_IMPORT_H
