//===- FunctionDriver.h - One function through the pipeline -----*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes one function through preparation, import, analysis and code
/// generation, on a working copy.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_PLUGIN_FUNCTIONDRIVER_H
#define SMOLLY_PLUGIN_FUNCTIONDRIVER_H

#include "ChooseSchedule.h"
#include "KeptArrays.h"
#include "Remarks.h"
#include "Statistics.h"
#include "smolly/Kernel/ClassCensus.h"
#include "smolly/Plugin/Options.h"
#include "smolly/Scop/Apply.h"
#include "smolly/Scop/Import.h"
#include "smolly/Scop/PollySession.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/OptimizationLevel.h"
#include <optional>
#include <string>
#include <vector>

namespace smolly {

/// A SCoP that was rewritten, behind those that are still to be.
struct LaterScop {
  GeneratedScop Code;
  /// If it lost iterations, what it reads.
  LaterReads Reads;
  /// Those behind it, by index, without which it does not run rewritten.
  llvm::SmallSetVector<unsigned, 2> ReliesOn;
};

/// Takes one function through the pipeline; RewriteScops.cpp has what concerns
/// its SCoPs.
class FunctionDriver {
public:
  FunctionDriver(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                 const PassOptions &Options, llvm::OptimizationLevel Level,
                 unsigned Limit)
      : Original(F), FAM(FAM), Options(Options), Level(Level), Limit(Limit),
        Kept(F, FAM, Remarks) {}

  unsigned run();

private:
  unsigned removeUnread(llvm::Function &F, const llvm::Function *Twin,
                        unsigned Limit);
  unsigned runOnCopy();
  unsigned runWithoutLongWindows();
  void analyzeAndRewrite(llvm::Function &F, const FlatLoops &Loops);
  uint64_t minGain() const;
  /// Whether loops are of interest that have no array of their own.
  bool looksEverywhere() const {
    return !Outputs.empty() || Options.Schedule == ScheduleMode::Tile;
  }
  bool hasLoops();
  bool hasCandidates();
  bool ownsArrays(llvm::Function &F);
  bool hasBorders();
  bool mayHaveBorders(const llvm::Region &R, const llvm::LoopInfo &LI) const;
  void optimizeScops(llvm::Function &F, const FlatLoops &Loops);
  llvm::Error rewriteScop(PollySession &Session, polly::Scop &S,
                          const PassOptions &Options);
  void optimizeScop(PollySession &Session, polly::Scop &S);
  bool canDecideInFrontOf(LaterScop &L, const polly::Scop &S);
  void restrictLiveOut(ImportedScop &Scop);
  CacheSizes caches(llvm::Function &F);
  void noteRewritten(GeneratedScop Code, LaterReads Reads,
                     const llvm::SmallSetVector<unsigned, 2> &ReliesOn);
  bool mayStartOver();
  void decide(llvm::Function &F, unsigned Index);
  void finish(llvm::Function &F);
  void giveUp(const std::string &Why);

  llvm::Function &Original;
  llvm::FunctionAnalysisManager &FAM;
  const PassOptions &Options;
  llvm::OptimizationLevel Level;
  unsigned Limit;

  /// See CandidateArrays.
  bool OwnersOnly = false;
  /// What the user wants of the function's results; empty: everything.
  std::string Outputs;
  RemarkList Remarks;
  KeptArrays Kept;
  std::vector<LaterScop> Later;
  FunctionStatistics Statistics;
  /// If it is asked for.
  std::optional<ClassCensus> Classes;
  /// The last one.
  GuardResult Decision;
  /// See HiddenParts.
  bool MayExtendWindows = true, HasLongWindows = false;
  /// What was rewritten does not replace all of the function.
  bool WouldRunLongWindows = false;
  unsigned Changed = 0;
  /// No array is changed, and nothing is left out.
  bool OnlyReordered = true;
  bool Broken = false;
};

/// Contracts arrays of \p F. Returns the number of arrays changed, at most
/// \p Limit; 0 means that F is untouched.
unsigned optimizeFunction(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                          const PassOptions &Options,
                          llvm::OptimizationLevel Level, unsigned Limit);

} // namespace smolly

#endif // SMOLLY_PLUGIN_FUNCTIONDRIVER_H
