//===- PollySession.h - One function under Polly ----------------*- C++ -*-===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Detects the SCoPs of one function with Polly's analyses, with Polly's
/// process-wide options set for the time being.
///
//===----------------------------------------------------------------------===//

#ifndef SMOLLY_SCOP_POLLYSESSION_H
#define SMOLLY_SCOP_POLLYSESSION_H

#include "polly/ScopDetection.h"
#include "polly/ScopInfo.h"
#include "smolly/Scop/FlatLoops.h"
#include "smolly/Scop/ScopLimits.h"
#include "llvm/Analysis/RegionInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include <memory>
#include <mutex>

namespace smolly {

/// Sets the options of Polly that Smolly needs, holding a process-wide lock,
/// and restores them: threaded ThinLTO back ends and the user's own run of
/// Polly see nothing of it.
class PollyOptionScope {
public:
  PollyOptionScope();
  ~PollyOptionScope();
  PollyOptionScope(const PollyOptionScope &) = delete;
  PollyOptionScope &operator=(const PollyOptionScope &) = delete;

  /// Whether Polly accepts subscripts that it does not understand; yes unless
  /// set otherwise.
  void allowNonAffine(bool Allow);

  /// Whether Polly takes subscripts for being within the inner dimensions of
  /// their array; yes unless set otherwise.
  void assumeInBounds(bool Assume);
  bool assumesInBounds() const;

private:
  std::unique_lock<std::mutex> Lock;
  bool ProcessUnprofitable;
  bool TrackFailures;
  llvm::SmallVector<std::pair<llvm::cl::opt<bool> *, bool>, 2> Hidden;
};

class PollySession;

/// Builds SCoPs on demand, as polly::ScopInfo does, with Smolly's own
/// subscripts.
class ScopCache {
public:
  ScopCache(PollySession &Session, llvm::FunctionAnalysisManager &FAM,
            llvm::Function &F, const ScopLimits &Limits);

  /// The SCoP of \p R, a maximal region; null if it is too large or Polly
  /// dismisses it.
  polly::Scop *getScop(const llvm::Region *R);

  /// Why \p R is too large; empty if it is not, or was not asked for.
  std::string tooLarge(const llvm::Region *R) const {
    return TooLarge.lookup(R);
  }

  /// Forgets all SCoPs. To be called when the function has changed.
  void invalidate();

private:
  PollySession &Session;
  llvm::AAResults &AA;
  llvm::AssumptionCache &AC;
  llvm::OptimizationRemarkEmitter &ORE;
  const llvm::DataLayout &DL;
  ScopLimits Limits;
  llvm::DenseMap<const llvm::Region *, std::unique_ptr<polly::Scop>> Scops;
  llvm::DenseMap<const llvm::Region *, std::string> TooLarge;
};

/// The SCoPs of one prepared function. isl objects that come from a Scop must
/// be gone before the session is.
class PollySession {
public:
  /// \p Loops are those of \p F that were split.
  PollySession(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
               const FlatLoops &Loops, const ScopLimits &Limits);

  using RegionFilter = llvm::function_ref<bool(const llvm::Region &)>;

  /// The maximal SCoPs among the \p Wanted regions, in the order in which their
  /// entries appear in the function.
  std::vector<polly::Scop *> scops(RegionFilter Wanted);

  /// Why the smallest region around \p BB with a recorded reason is no SCoP;
  /// empty when there is none. Complexity: number of regions.
  std::string rejectReason(const llvm::BasicBlock *BB) const;

  PollyOptionScope Options;
  llvm::DominatorTree &DT;
  llvm::LoopInfo &LI;
  llvm::ScalarEvolution &SE;
  const llvm::TargetLibraryInfo &TLI;
  llvm::RegionInfo RI;
  polly::ScopDetection SD;
  /// Detection without subscripts that are not affine, for the regions of SD
  /// that do not become SCoPs; null until there are any.
  std::unique_ptr<polly::ScopDetection> Strict;
  std::unique_ptr<ScopCache> Info;
  const FlatLoops &Loops;

private:
  void detectStrictly();

  llvm::Function &F;
  llvm::FunctionAnalysisManager &FAM;
};

} // namespace smolly

#endif // SMOLLY_SCOP_POLLYSESSION_H
