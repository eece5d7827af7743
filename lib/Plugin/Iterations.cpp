//===- Iterations.cpp - Iterations for people -----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Iterations.h.
///
//===----------------------------------------------------------------------===//

#include "Iterations.h"
#include "Remarks.h"
#include "polly/Support/GICHelper.h"
#include "smolly/Dead/DeadPrinter.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Scop/Names.h"
#include "isl/set.h"

using namespace llvm;
using namespace smolly;

/// isl operations for finding out how to describe a set.
static constexpr unsigned long MaxDescribeOperations = 1'000'000;

const Instruction *smolly::placeOf(const ImportedScop &Scop, unsigned S) {
  for (const polly::MemoryAccess *MA : Scop.Accesses[S])
    if (MA->isWrite() && MA->getAccessInstruction())
      return MA->getAccessInstruction();
  for (const polly::MemoryAccess *MA : Scop.Accesses[S])
    if (MA->getAccessInstruction())
      return MA->getAccessInstruction();
  return nullptr;
}

const Instruction *smolly::placeOf(const ImportedScop &Scop) {
  for (unsigned S = 0; S < Scop.Stmts.size(); ++S)
    if (const Instruction *Place = placeOf(Scop, S))
      return Place;
  return nullptr;
}

/// \p Iterations in fewer words for who knows that \p Context holds. What never
/// happens then may happen all the same: the context is also what is checked
/// before rewritten loops run.
static isl::set shortened(const isl::set &Iterations, const isl::set &Context) {
  isl::set Short = Iterations.gist_params(Context);
  return coalesced(Short.is_empty().is_true() ? Iterations : Short);
}

std::string smolly::describeIterations(const ImportedScop &Scop, unsigned Stmt,
                                       const isl::set &Iterations,
                                       const isl::set &Domain) {
  IslBudget Budget(Iterations.ctx(), MaxDescribeOperations);
  isl::map Source = sourceLoops(*Scop.Stmts[Stmt], Domain);
  isl::set Short = shortened(
      Iterations.apply(Source).gist(Domain.apply(Source)), Scop.K.Context);
  if (Short.is_null())
    return "?";
  return withSourceNames(conditionOf(Short), Scop.K.Context);
}

std::string smolly::describeUsualSizes(const ImportedScop &Scop) {
  if (Scop.UsualSizes.is_null())
    return "";
  IslBudget Budget(Scop.UsualSizes.ctx(), MaxDescribeOperations);
  std::string Condition = conditionOf(Scop.UsualSizes);
  if (Condition.empty())
    return "";
  return "rewritten loops run where " +
         withSourceNames(Condition, Scop.UsualSizes) +
         ", the original ones for smaller sizes";
}

std::string smolly::iterationsAsSet(const ImportedScop &Scop, unsigned Stmt,
                                    const isl::set &Iterations) {
  IslBudget Budget(Iterations.ctx(), MaxDescribeOperations);
  isl::set Short =
      shortened(Iterations.apply(sourceLoops(*Scop.Stmts[Stmt], Iterations)),
                Scop.K.Context);
  if (Short.is_null())
    return "?";
  return withSourceNames(polly::stringFromIslObj(Short, "?"), Scop.K.Context);
}
