//===- ChainCost.cpp - Do innermost loops wait? ---------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements ChainCost.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/ChainCost.h"
#include "NeighbourSums.h"
#include "smolly/Kernel/Strides.h"
#include "smolly/Schedule/Chains.h"
#include "smolly/Scop/Scalars.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace smolly;

/// Instructions that a processor begins in each cycle, about, and how many
/// divisions it has begun before the first one ends. TTI's costs of these are
/// those of old processors.
static constexpr double IssueWidth = 4, DivisionsAtOnce = 3;
/// With more rows, registers run out; two are hardly better than one.
static constexpr long Rows = 4;
/// Neighbours that are run by a loop: some vectors, all in the first cache.
static constexpr long Neighbours = 128;
/// Iterations of a loop of which a processor works on several runs at a time.
static constexpr unsigned ShortLoop = 64;
/// A chain must take so many times as long as all that is to be done, and so
/// many cycles: integers are added, and compared, without much waiting.
static constexpr double LeastWaiting = 1.5, LeastLatency = 3;
/// Of neighbours, so many bytes are loaded at once; integers of more bytes are
/// not compared in vectors.
static constexpr unsigned LeastBytesLoaded = 8, MostBytesCompared = 4;

/// Whether several of \p I in a row give the same result in any order, so that
/// LLVM may compute parts of them side by side.
static bool isReorderable(const Instruction &I) {
  if (isa<FPMathOperator>(I))
    return I.hasAllowReassoc();
  if (const auto *Call = dyn_cast<MinMaxIntrinsic>(&I))
    return Call->getType()->isIntegerTy();
  return I.isAssociative() && I.isCommutative();
}

namespace {

/// What is between the beginning and the end of a chain.
struct ChainPath {
  double Latency = 0;
  /// All of it may be reordered, as it goes back to where it came from.
  bool IsReorderable = true;
  /// Integers are selected in it: in loops that wait for that, LLVM may make
  /// branches of it, which are predicted wrong half of the time.
  bool MayBranch = false;
};

} // namespace

/// The longest way from \p Begin to \p End through instructions of \p Stmt;
/// none if there is no way.
static std::optional<ChainPath>
longestPath(const polly::ScopStmt &Stmt, const Value *Begin, const Value *End,
            function_ref<double(const Instruction &)> Latency) {
  DenseMap<const Value *, ChainPath> Paths;
  Paths[Begin] = {};
  for (const Instruction *I : Stmt.getInstructions()) {
    if (I == Begin)
      continue;
    std::optional<ChainPath> Longest;
    for (const Value *Operand : I->operand_values()) {
      auto Known = Paths.find(Operand);
      if (Known == Paths.end())
        continue;
      if (!Longest)
        Longest.emplace();
      Longest->Latency = std::max(Longest->Latency, Known->second.Latency);
      Longest->IsReorderable &= Known->second.IsReorderable;
      Longest->MayBranch |= Known->second.MayBranch;
    }
    if (!Longest)
      continue;
    Longest->Latency += Latency(*I);
    Longest->IsReorderable &= isReorderable(*I);
    Longest->MayBranch |= I->getType()->isIntegerTy() &&
                          (isa<SelectInst>(I) || isa<MinMaxIntrinsic>(I));
    Paths[I] = *Longest;
  }
  auto Found = Paths.find(End);
  if (Found == Paths.end())
    return std::nullopt;
  return Found->second;
}

/// The chains of \p Stmt, by the longest way through each.
static std::vector<ChainPath>
chainsOf(const ImportedScop &Scop, const Kernel &All, unsigned Stmt,
         function_ref<double(const Instruction &)> Latency) {
  std::vector<ChainPath> Result;
  if (!Scop.Stmts[Stmt]->isBlockStmt())
    return Result;
  for (const Chain &C : findChains(All.Statements[Stmt])) {
    const polly::MemoryAccess *Read = accessOf(Scop, Stmt, C.Read);
    const polly::MemoryAccess *Write = accessOf(Scop, Stmt, C.Write);
    if (!Read || !Write)
      continue;
    const Value *Begin = Read->isOriginalValueKind()
                             ? Read->getAccessValue()
                             : Read->getAccessInstruction();
    const Value *End = valueWritten(*Write);
    if (!Begin || !End)
      continue;
    if (auto Path = longestPath(*Scop.Stmts[Stmt], Begin, End, Latency)) {
      Path->IsReorderable &= C.InPlace;
      Result.push_back(*Path);
    }
  }
  return Result;
}

/// The latency of the longest of \p Chains that LLVM cannot reorder; 0 without
/// any. With \p MayBranch false, chains in which it may branch do not count.
static double longestOf(ArrayRef<ChainPath> Chains, bool MayBranch) {
  double Longest = 0;
  for (const ChainPath &Path : Chains)
    if (!Path.IsReorderable && (MayBranch || !Path.MayBranch))
      Longest = std::max(Longest, Path.Latency);
  return Longest;
}

/// How many rows of a column's sum, or of what else LLVM may reorder, are worth
/// it: it would gather the elements of each vector from several rows of memory,
/// where those of neighbouring sums lie side by side. 1 if statement \p Stmt of
/// \p All, with \p Chains, is nothing like that.
static long rowsOfColumn(const Kernel &All, unsigned Stmt,
                         ArrayRef<ChainPath> Chains) {
  auto IsReorderable = [](const ChainPath &P) { return P.IsReorderable; };
  auto MayBranch = [](const ChainPath &P) { return P.MayBranch; };
  if (none_of(Chains, IsReorderable) || !readsColumns(All.Statements[Stmt]))
    return 1;
  unsigned Narrowest = -1u, Widest = 0;
  for (const Access &A : All.Statements[Stmt].Accesses) {
    const Array &Of = All.Arrays[A.Array];
    if (!A.isRead() || isl_set_dim(Of.Extent.get(), isl_dim_set) == 0)
      continue;
    Narrowest = std::min(Narrowest, Of.ElementBytes);
    Widest = std::max(Widest, Of.ElementBytes);
  }
  if (any_of(Chains, MayBranch) && Widest > MostBytesCompared)
    return 1;
  return std::max<long>(Rows, LeastBytesLoaded / Narrowest);
}

static double costOf(const TargetTransformInfo &TTI, const Instruction &I,
                     TargetTransformInfo::TargetCostKind Kind) {
  InstructionCost Cost = TTI.getInstructionCost(&I, Kind);
  return Cost.isValid() ? std::max<double>(0, Cost.getValue()) : 0;
}

/// Whether a processor works on few of \p I at a time.
static bool isDivision(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  return (Call && Call->getIntrinsicID() == Intrinsic::sqrt) ||
         is_contained({Instruction::FDiv, Instruction::FRem, Instruction::SDiv,
                       Instruction::UDiv, Instruction::SRem, Instruction::URem},
                      I.getOpcode());
}

/// Whether the chains of \p Statements, the longest of which takes \p Waiting
/// cycles, take a good part longer than all that is executed.
static bool waits(const ImportedScop &Scop, ArrayRef<unsigned> Statements,
                  double Waiting,
                  function_ref<double(const Instruction &)> Latency,
                  const TargetTransformInfo &TTI) {
  double Working = 0;
  for (unsigned S : Statements)
    for (const Instruction *I : Scop.Stmts[S]->getInstructions())
      Working +=
          isDivision(*I)
              ? Latency(*I) / DivisionsAtOnce
              : costOf(TTI, *I, TargetTransformInfo::TCK_CodeSize) / IssueWidth;
  return Waiting >= std::max(Working * LeastWaiting, LeastLatency);
}

long smolly::rowsWorthwhile(const ImportedScop &Scop, const Kernel &All,
                            ArrayRef<unsigned> Statements,
                            const TargetTransformInfo *TTI) {
  auto Latency = [&](const Instruction &I) {
    return TTI ? costOf(*TTI, I, TargetTransformInfo::TCK_Latency) : 1;
  };
  if (TTI && areSumsOfNeighbours(Scop, All, Statements))
    return Neighbours;
  double Waiting = 0;
  long Columns = 1;
  for (unsigned S : Statements) {
    const isl::set &Domain = All.Statements[S].Domain;
    int Loops = isl_set_dim(Domain.get(), isl_dim_set);
    if (TTI && Loops > 0 && hasFewAt(Domain, Loops - 1, ShortLoop))
      return 1;
    std::vector<ChainPath> Chains = chainsOf(Scop, All, S, Latency);
    Waiting = std::max(Waiting, longestOf(Chains, /*MayBranch=*/!TTI));
    Columns = std::max(Columns, rowsOfColumn(All, S, Chains));
  }
  bool Waits =
      TTI ? waits(Scop, Statements, Waiting, Latency, *TTI) : Waiting > 0;
  return std::max(Columns, Waits ? Rows : 1);
}
