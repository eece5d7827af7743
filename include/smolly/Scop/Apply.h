//===- Apply.h - From a plan to new code ------------------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Generates the code of a SCoP whose arrays have new places, beside the
/// original code, which stays for the runs in which an assumption does not hold
/// or memory is short.
///
///     fast = assumptions hold && new arrays were allocated
///     if (fast) { rewritten loops } else { original loops }
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_APPLY_H
#define SMOLLY_SCOP_APPLY_H

#include "smolly/Scop/Import.h"
#include "smolly/Scop/Placement.h"
#include "smolly/Scop/PollySession.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace smolly {

/// Generated code with its allocations not yet guarded: they stand, one behind
/// the other, in front of the branch that chooses between the two versions.
struct GeneratedScop {
  llvm::BranchInst *Branch = nullptr;
  /// First and last block of the rewritten loops.
  llvm::BasicBlock *Start = nullptr;
  llvm::BasicBlock *Exit = nullptr;
  /// i1: the size of a new array is not representable.
  llvm::Value *Overflow = nullptr;
  llvm::SmallVector<llvm::CallInst *, 4> Allocations;
  /// The divisors of remainders in the indices of new arrays, at least 1 where
  /// the rewritten loops run; used for nothing else.
  llvm::SmallVector<llvm::Value *, 4> Moduli;
  /// Allocations of arrays that the rewritten loops do not touch.
  llvm::SmallVector<llvm::CallBase *, 4> Replaced;
  /// The branches of other loops that run rewritten only if these do, and that
  /// are in front of them.
  llvm::SmallVector<llvm::BranchInst *, 2> Dependents;
  /// Calls that fill the replaced arrays with zeros before the loops.
  llvm::SmallVector<llvm::MemSetInst *, 4> ZeroFills;
  /// The original loops never run but for want of memory.
  bool IsOriginalCold = false;
};

struct GenerateOptions {
  /// The rewritten loops run only where they save so much memory.
  uint64_t MinGainBytes = 0;
  /// The rewritten loops run only where they access so much memory.
  uint64_t MinFootprintBytes = 0;
  /// The statements of the rewritten loops may have so many times as many
  /// instructions as those of the original ones (0: any number).
  unsigned MaxGrowth = 0;
  /// isl operations that building the syntax tree may take.
  unsigned long MaxOperations = 20'000'000;
  /// Add checks that all values are where they should be.
  bool Shadow = false;
};

/// There would be more code than was allowed.
class GrowthError : public llvm::ErrorInfo<GrowthError> {
public:
  static char ID;
  explicit GrowthError(double Growth) : Growth(Growth) {}
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  double Growth;
};

/// Generating the syntax tree of loops with rows side by side takes too long,
/// or cannot be done: there may be loops without.
class RowsError : public llvm::ErrorInfo<RowsError> {
public:
  static char ID;
  explicit RowsError(std::string Reason) : Reason(std::move(Reason)) {}
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string Reason;
};

/// Generates code for \p Scop in place of its region, as described above.
/// Invalidates the SCoP. Fails with a GrowthError or a RowsError before
/// anything is changed, or when code generation is not possible within the isl
/// budget; then the function, a working copy, is to be discarded.
llvm::Expected<GeneratedScop>
generateScop(PollySession &Session, ImportedScop &Scop, const StoragePlan &Plan,
             const AccessPlan &Places, const GenerateOptions &Options);

/// Whether the decision on \p G can be taken at \p Point, in front of the
/// loops, once for each time that they are reached.
/// Complexity: linear in the size of \p F.
bool canDecideAt(llvm::Function &F, GeneratedScop &G,
                 const llvm::TargetLibraryInfo &TLI, llvm::Instruction *Point);

/// Where the decision for the rewritten version is taken.
struct GuardResult {
  /// i1: the rewritten loops run; known at all dependents. Null if it cannot be
  /// known there: then the function is to be discarded.
  llvm::Value *Fast = nullptr;
  /// The branch behind the decision, from where the function could start over:
  /// nothing that can be seen happens before. Null if that was not asked for,
  /// or cannot be.
  llvm::BranchInst *Restart = nullptr;
};

/// Turns the allocations of \p G into guarded ones, freed on every path. Takes
/// the decision in front of all dependents, and, where it can, in front of the
/// first replaced allocation, so that the original arrays are not even
/// allocated on the fast path. With \p MayRestart, it is taken in front of
/// everything that can be seen if every way from there leads to that place.
/// \p F must be otherwise complete; computes its own analyses.
GuardResult guardAllocations(llvm::Function &F, GeneratedScop &G,
                             const llvm::TargetLibraryInfo &TLI,
                             bool MayRestart = false);

} // namespace smolly

#endif // SMOLLY_SCOP_APPLY_H
