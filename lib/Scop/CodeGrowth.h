//===- CodeGrowth.h - How large the code of a SCoP becomes ------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each region of a statement has code of its own (Algorithm 1 of "Modelling
/// linear algebra kernels as polyhedral volume operations", Friebel et al.,
/// IMPACT 2023), and most of that is for borders, which hardly take any time.
/// LLVM would vectorise and unroll these like all others: here it is told not
/// to.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_LIB_SCOP_CODEGROWTH_H
#define SMOLLY_LIB_SCOP_CODEGROWTH_H

#include "ScopAst.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace smolly {

/// How many times as many instructions of statements there are in \p Ast as in
/// the original loops of \p Scop. Complexity: linear in both.
double codeGrowth(const ImportedScop &Scop, const ScopAst &Ast);

/// A place where a statement was generated, and about how often it is executed
/// with some sizes, the same ones for all copies.
struct GeneratedCopy {
  llvm::BasicBlock *Block = nullptr;
  /// Of the kernel, and how many loops are around it there.
  unsigned Stmt = 0, Loops = 0;
  llvm::SmallVector<double, 3> Iterations;
};

/// Has LLVM unroll \p L altogether.
void unrollAltogether(llvm::Loop &L);
bool isToBeUnrolled(const llvm::Loop &L);

/// LLVM unrolls loops of up to so many iterations.
inline constexpr unsigned MaxUnrolled = 16;

/// Of the loops behind \p Start around \p Copies, has LLVM keep those as they
/// are that hardly anything is executed in with any of the sizes, compared with
/// other statements in as many loops, but for short ones.
/// Complexity: linear in the copies times the depth of their loops.
void keepColdLoopsSmall(llvm::ArrayRef<GeneratedCopy> Copies,
                        const llvm::BasicBlock *Start, const llvm::LoopInfo &LI,
                        llvm::ScalarEvolution &SE);

/// Whether what \p S was analysed under holds for all parameters of at most 31
/// bits for which it does anything, but for arrays that overlap.
/// Complexity: a subset check.
bool assumesNothing(const polly::Scop &S);

/// Has LLVM neither vectorise nor unroll the loops of \p R, which never run but
/// for want of memory, or where arrays overlap; not where the program asks for
/// it. Complexity: linear in the blocks.
void keepLoopsSmall(const llvm::Region &R, const llvm::LoopInfo &LI);

} // namespace smolly

#endif // SMOLLY_LIB_SCOP_CODEGROWTH_H
