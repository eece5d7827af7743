//===- PollySession.cpp - One function under Polly ------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements PollySession.h. Polly has no pass manager of its own that a
/// plugin could join; its phases are called one by one.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/PollySession.h"
#include "polly/ScopDetectionDiagnostic.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Support/CommandLine.h"
#include "isl/options.h"

using namespace llvm;
using namespace smolly;

static std::mutex &optionLock() {
  static std::mutex Lock;
  return Lock;
}

/// `-polly-allow-error-blocks` has no exported variable. With error blocks
/// allowed, `if (!p) return;` makes the rest of the function conditional on an
/// assumption and its free an "error".
static cl::opt<bool> *allowErrorBlocksOption() {
  auto &Registered = cl::getRegisteredOptions();
  auto It = Registered.find("polly-allow-error-blocks");
  return It == Registered.end() ? nullptr
                                : static_cast<cl::opt<bool> *>(It->second);
}

PollyOptionScope::PollyOptionScope()
    : Lock(optionLock()), ProcessUnprofitable(polly::PollyProcessUnprofitable),
      TrackFailures(polly::PollyTrackFailures), AllowErrorBlocks(false) {
  polly::PollyProcessUnprofitable = true;
  polly::PollyTrackFailures = true;
  if (auto *Option = allowErrorBlocksOption()) {
    AllowErrorBlocks = *Option;
    *Option = false;
  }
}

PollyOptionScope::~PollyOptionScope() {
  polly::PollyProcessUnprofitable = ProcessUnprofitable;
  polly::PollyTrackFailures = TrackFailures;
  if (auto *Option = allowErrorBlocksOption())
    *Option = AllowErrorBlocks;
}

PollySession::PollySession(Function &F, FunctionAnalysisManager &FAM)
    : DT(FAM.getResult<DominatorTreeAnalysis>(F)),
      LI(FAM.getResult<LoopAnalysis>(F)),
      SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
      RI(RegionInfoAnalysis().run(F, FAM)),
      SD(DT, SE, LI, RI, FAM.getResult<AAManager>(F),
         FAM.getResult<OptimizationRemarkEmitterAnalysis>(F)) {
  SD.detect(F);
  Info = std::make_unique<polly::ScopInfo>(
      F.getDataLayout(), SD, SE, LI, FAM.getResult<AAManager>(F), DT,
      FAM.getResult<AssumptionAnalysis>(F),
      FAM.getResult<OptimizationRemarkEmitterAnalysis>(F));
}

std::vector<polly::Scop *> PollySession::scops() {
  std::vector<polly::Scop *> Result;
  Function &F = *RI.getTopLevelRegion()->getEntry()->getParent();
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (const Region *R : SD.ValidRegions)
      if (R->getEntry() == BB && SD.isMaxRegionInScop(*R, /*Verify=*/false))
        if (polly::Scop *S = Info->getScop(R)) {
          isl_options_set_on_error(S->getIslCtx().get(), ISL_ON_ERROR_CONTINUE);
          Result.push_back(S);
        }
  return Result;
}

std::string PollySession::rejectReason(const BasicBlock *BB) const {
  for (const Region *R = RI.getRegionFor(const_cast<BasicBlock *>(BB)); R;
       R = R->getParent()) {
    const polly::RejectLog *Log = SD.lookupRejectionLog(R);
    if (Log && Log->hasErrors())
      return (*Log->begin())->getEndUserMessage();
  }
  return "";
}
