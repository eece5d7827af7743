//===- LoopScalars.cpp - Scalars of an iteration --------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements LoopScalars.h.
///
//===----------------------------------------------------------------------===//

#include "LoopScalars.h"
#include "RowBlocks.h"
#include "smolly/Kernel/Dataflow.h"
#include "smolly/Kernel/Emptiness.h"
#include "llvm/ADT/STLExtras.h"

using namespace smolly;

std::set<unsigned> smolly::scalarsOf(const Kernel &K, unsigned FirstScalar,
                                     const std::vector<unsigned> &Statements) {
  std::set<unsigned> Found, Elsewhere;
  for (unsigned S = 0; S < K.Statements.size(); ++S)
    for (const Access &A : K.Statements[S].Accesses)
      if (A.Array >= FirstScalar)
        (llvm::is_contained(Statements, S) ? Found : Elsewhere).insert(A.Array);
  for (unsigned A : Elsewhere)
    Found.erase(A);
  return Found;
}

/// Whether the values of \p F are read in the iteration of the loop in
/// dimension \p Loop of \p K that they were written in.
static bool staysInIteration(const Kernel &K, const Flow &F, unsigned Loop) {
  auto Iterations = [&](unsigned Stmt) {
    return timesUpTo(K.Statements[Stmt].Schedule, Loop);
  };
  isl::map Same =
      Iterations(F.Read.Stmt).apply_range(Iterations(F.Write.Stmt).reverse());
  return isSubset(F.Sources, Same).is_true();
}

std::set<unsigned> smolly::scalarsWithin(const Kernel &K,
                                         std::set<unsigned> Scalars,
                                         unsigned Loop,
                                         unsigned long MaxOperations) {
  if (Scalars.empty())
    return Scalars;
  Kernel Alone = K;
  for (Statement &S : Alone.Statements)
    llvm::erase_if(S.Accesses,
                   [&](const Access &A) { return !Scalars.count(A.Array); });
  auto ArrayOf = [&](AccessRef Ref) {
    return Alone.Statements[Ref.Stmt].Accesses[Ref.Access].Array;
  };
  auto Flow = computeDataflow(Alone, MaxOperations);
  if (!Flow) {
    llvm::consumeError(Flow.takeError());
    return {};
  }
  for (const UncoveredRead &U : Flow->Uncovered)
    Scalars.erase(ArrayOf(U.Read));
  for (const Dataflow::LiveOut &L : Flow->LiveOuts)
    Scalars.erase(ArrayOf(L.Write));
  for (const smolly::Flow &F : Flow->Flows)
    if (F.May || !staysInIteration(K, F, Loop))
      Scalars.erase(ArrayOf(F.Read));
  return Scalars;
}

Kernel smolly::withoutAccesses(const Kernel &K,
                               const std::set<unsigned> &Arrays) {
  Kernel Result = K;
  for (Statement &S : Result.Statements)
    llvm::erase_if(S.Accesses,
                   [&](const Access &A) { return Arrays.count(A.Array) > 0; });
  return Result;
}
