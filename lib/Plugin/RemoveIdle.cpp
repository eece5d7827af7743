//===- RemoveIdle.cpp - Take iterations out that change nothing -----------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RemoveIdle.h. Which iterations are idle is for Volume/Idle.h to
/// find; what the instructions of a statement compute is told it here.
///
//===----------------------------------------------------------------------===//

#include "RemoveIdle.h"
#include "Iterations.h"
#include "Remarks.h"
#include "RemoveDead.h"
#include "smolly/Dead/LiveIterations.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Scop/KnownLoads.h"
#include "smolly/Scop/Scalars.h"
#include "smolly/Volume/Idle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/TimeProfiler.h"

using namespace llvm;
using namespace smolly;

/// The polyhedra that what is left of a statement may consist of.
static constexpr int MaxPieces = 3;
/// A condition that is longer is not printed.
static constexpr size_t MaxConditionText = 200;

namespace {

/// Knows what follows for statements that are one block from what they load. A
/// statement's accesses are those to arrays, and to scalars behind them.
class BlockOracle : public volume::IdleOracle {
public:
  explicit BlockOracle(const ImportedScop &Scop) : Scop(Scop) {}

  bool mayBeIdle(unsigned S) const override {
    return Scop.Stmts[S]->isBlockStmt();
  }
  bool canUse(unsigned S, unsigned Read,
              const std::string &Value) const override;
  void assume(unsigned S, ArrayRef<volume::KnownRead> Known) override;
  bool isWrittenBack(unsigned Read, unsigned Write) const override {
    return Results && Results->isWrittenBack(*Accesses[Read], *Accesses[Write]);
  }

private:
  const LoadInst *loadOf(unsigned S, unsigned Read) const;

  const ImportedScop &Scop;
  /// Of the statement that something is assumed of.
  std::vector<polly::MemoryAccess *> Accesses;
  std::optional<KnownResults> Results;
};

} // namespace

/// The load that reads from an array in \p Read of statement \p S; null if it
/// is none.
const LoadInst *BlockOracle::loadOf(unsigned S, unsigned Read) const {
  if (Read >= Scop.Accesses[S].size())
    return nullptr;
  return dyn_cast_or_null<LoadInst>(
      Scop.Accesses[S][Read]->getAccessInstruction());
}

bool BlockOracle::canUse(unsigned S, unsigned Read,
                         const std::string &Value) const {
  const LoadInst *Load = loadOf(S, Read);
  return Load && constantOf(Value, Load->getType());
}

void BlockOracle::assume(unsigned S, ArrayRef<volume::KnownRead> Known) {
  KnownLoads Loads;
  for (const volume::KnownRead &Read : Known)
    if (const LoadInst *Load = loadOf(S, Read.Access))
      Loads[Load] = constantOf(Read.Value, Load->getType());
  Results.emplace(*Scop.Stmts[S], Loads);
  Accesses = Scop.Accesses[S];
  for (polly::MemoryAccess *MA : *Scop.Stmts[S])
    if (!MA->isArrayKind())
      Accesses.push_back(MA);
}

/// The idle iterations of \p Scop with the dataflow \p Flow; none where finding
/// them takes too long.
static std::optional<volume::IdleSets> findIdle(const ImportedScop &Scop,
                                                const Dataflow &Flow,
                                                unsigned long MaxOperations) {
  Kernel K = withCopiesOfScalars(Scop);
  BlockOracle Oracle(Scop);
  if (!volume::mayHaveIdle(K, Oracle))
    return std::nullopt;
  Expected<Dataflow> WithScalars =
      extendDataflow(K, Flow, Scop.K.Arrays.size(), MaxOperations);
  if (!WithScalars) {
    consumeError(WithScalars.takeError());
    return std::nullopt;
  }
  return volume::findIdle(K, *WithScalars, Oracle, MaxOperations);
}

/// What is left of \p K without \p Idle: few polyhedra for each statement, if
/// need be with some idle instances.
static LiveIterations withoutIdle(const Kernel &K,
                                  const std::vector<isl::set> &Idle) {
  LiveIterations Result;
  for (unsigned S = 0; S < K.Statements.size(); ++S) {
    const isl::set &Domain = K.Statements[S].Domain;
    isl::set Live = coalesced(Domain.subtract(Idle[S]));
    if (!isSimple(Live, MaxPieces))
      Live = coalesced(isl::set(Live.simple_hull()).intersect(Domain));
    Result.Dead.push_back(coalesced(Domain.subtract(Live)));
    Result.Live.push_back(std::move(Live));
  }
  return Result;
}

/// "iterations left out: what they store is there already, as array 'a' holds
/// constants where j < i".
static std::string describe(const ImportedScop &Scop, const isl::set &Idle,
                            unsigned S,
                            const SmallSetVector<unsigned, 2> &Arrays) {
  std::string Names =
      join(map_range(Arrays,
                     [&](unsigned A) {
                       return describeObject(Scop.Arrays[A].Object.Base);
                     }),
           " and ");
  std::string Where =
      describeIterations(Scop, S, Idle, Scop.K.Statements[S].Domain);
  std::string Text = "iterations left out: what they store is there already, "
                     "for the constants that they read from " +
                     Names;
  if (Where.empty() || Where == "?" || Where.size() > MaxConditionText)
    return Text;
  return Text + " where " + Where;
}

IdleIterations smolly::removeIdleIterations(ImportedScop &Scop, Dataflow &Flow,
                                            const PassOptions &Options) {
  TimeTraceScope Trace("Smolly idle iterations");
  IdleIterations Result;
  std::optional<volume::IdleSets> Found =
      findIdle(Scop, Flow, Options.maxDataflowOperations());
  if (!Found)
    return Result;
  LiveIterations Live;
  Kernel New;
  {
    IslBudget Budget(Scop.K.ctx(), Options.maxDataflowOperations());
    Live = withoutIdle(Scop.K, Found->Idle);
    New = restrictKernel(Scop.K, Live);
    New.alignParameters();
    if (Budget.exceeded())
      return Result;
  }
  if (!isWorthRemoving(Scop.K, Live, Options.forStorage(Scop.K), WorthRemoving))
    return Result;
  Expected<Dataflow> NewFlow =
      computeDataflow(New, Options.maxDataflowOperations());
  if (!NewFlow) {
    consumeError(NewFlow.takeError());
    return Result;
  }
  for (unsigned S = 0; S < New.Statements.size(); ++S)
    if (isEmpty(Live.Dead[S]).is_false())
      Result.Remarks.push_back(
          {placeOf(Scop, S),
           describe(Scop, Live.Dead[S], S, Found->Arrays[S])});
  Scop.K = std::move(New);
  Flow = std::move(*NewFlow);
  return Result;
}
