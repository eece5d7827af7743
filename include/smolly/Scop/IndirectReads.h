//===- IndirectReads.h - Subscripts from memory -----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads whose subscript depends on a value in memory:
///
///     x = best[i - 1][c - weight[i]];
///
/// To Polly such an access is somewhere in the array. While loops are analysed
/// and written anew, a parameter that nobody sets stands for the value in the
/// address of the read, which is affine then, and what was read is passed
/// through a call that says which value that is:
///
///     p = stand-in();  ...  x = is(best[i - 1][c - p], p, weight[i]);
///
/// Else Polly might put the read and the value into two statements.
///
/// What Polly says of the parameter holds for one read, in one iteration:
/// analyses must not take it for the same in two. Import.h has the elements for
/// all that it may be instead.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_INDIRECTREADS_H
#define SMOLLY_SCOP_INDIRECTREADS_H

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class CallInst;
class Instruction;
class LoadInst;
class SCEV;
class Type;
} // namespace llvm

namespace smolly {

/// A read whose address has a parameter in place of a value in memory.
struct IndirectRead {
  llvm::CallInst *Parameter = nullptr;
  llvm::LoadInst *Value = nullptr;
  llvm::LoadInst *Read = nullptr;
};

/// The read that \p Parameter of a SCoP, for which no code was generated yet,
/// is for; none if it is an ordinary parameter.
/// Complexity: linear in what is computed from it.
std::optional<IndirectRead> indirectRead(const llvm::SCEV *Parameter);

/// Whether \p I reads at an address with such a parameter.
/// Complexity: linear in its uses.
bool isIndirectRead(const llvm::Instruction &I);

/// Whether all accesses at addresses that were computed from \p Parameter can
/// get the value back, and nothing else depends on it.
/// Complexity: linear in what is computed from it.
bool canShowValues(const llvm::CallInst &Parameter);

/// Values in one module that parameters stand for. When they go, all addresses
/// that were computed from a parameter are computed from the value again.
class IndirectReads {
public:
  IndirectReads() = default;
  ~IndirectReads();
  IndirectReads(const IndirectReads &) = delete;
  IndirectReads &operator=(const IndirectReads &) = delete;

  /// Puts a parameter in place of the value in reads in \p F of arrays that
  /// might be contracted. Complexity: linear in the size of F.
  void hide(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

private:
  llvm::Function *parameterOf(llvm::Type *T, llvm::Module &M);
  llvm::Function *tieOf(llvm::Type *T, llvm::Type *Value, llvm::Module &M);

  /// By type.
  llvm::MapVector<llvm::Type *, llvm::Function *> Parameters;
  /// By what is read, and by the value.
  llvm::MapVector<std::pair<llvm::Type *, llvm::Type *>, llvm::Function *> Ties;
  unsigned Count = 0;
};

} // namespace smolly

#endif // SMOLLY_SCOP_INDIRECTREADS_H
