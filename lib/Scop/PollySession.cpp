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
#include "PathConditions.h"
#include "Subscripts.h"
#include "polly/ScopBuilder.h"
#include "polly/ScopDetectionDiagnostic.h"
#include "polly/Support/SCEVValidator.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TimeProfiler.h"
#include "isl/options.h"

using namespace llvm;
using namespace smolly;

static std::mutex &optionLock() {
  static std::mutex Lock;
  return Lock;
}

/// An option of Polly that has no exported variable.
static cl::opt<bool> *findOption(StringRef Name) {
  auto &Registered = cl::getRegisteredOptions();
  auto It = Registered.find(Name);
  return It == Registered.end() ? nullptr
                                : static_cast<cl::opt<bool> *>(It->second);
}

/// With error blocks allowed, `if (!p) return;` makes the rest of the function
/// conditional on an assumption and its free an "error". Subscripts that are
/// not affine to Polly may be affine to findSubscripts; the others fix their
/// array.
static constexpr std::pair<StringLiteral, bool> HiddenOptions[] = {
    {"polly-allow-error-blocks", false},
    {"polly-allow-nonaffine", true},
    {"polly-ignore-inbounds", false}};

PollyOptionScope::PollyOptionScope()
    : Lock(optionLock()), ProcessUnprofitable(polly::PollyProcessUnprofitable),
      TrackFailures(polly::PollyTrackFailures) {
  polly::PollyProcessUnprofitable = true;
  polly::PollyTrackFailures = true;
  for (auto [Name, Wanted] : HiddenOptions)
    if (auto *Option = findOption(Name)) {
      Hidden.push_back({Option, *Option});
      *Option = Wanted;
    }
}

PollyOptionScope::~PollyOptionScope() {
  polly::PollyProcessUnprofitable = ProcessUnprofitable;
  polly::PollyTrackFailures = TrackFailures;
  for (auto [Option, Value] : Hidden)
    *Option = Value;
}

void PollyOptionScope::allowNonAffine(bool Allow) {
  if (auto *Option = findOption("polly-allow-nonaffine"))
    *Option = Allow;
}

bool PollyOptionScope::assumesInBounds() const {
  auto *Option = findOption("polly-ignore-inbounds");
  return Option && !*Option;
}

void PollyOptionScope::assumeInBounds(bool Assume) {
  if (auto *Option = findOption("polly-ignore-inbounds"))
    *Option = !Assume;
}

ScopCache::ScopCache(PollySession &Session, FunctionAnalysisManager &FAM,
                     Function &F, const ScopLimits &Limits)
    : Session(Session), AA(FAM.getResult<AAManager>(F)),
      AC(FAM.getResult<AssumptionAnalysis>(F)),
      ORE(FAM.getResult<OptimizationRemarkEmitterAnalysis>(F)),
      DL(F.getDataLayout()), Limits(Limits) {}

/// Has the run-time check confirm \p Equality.
static void demandEquality(polly::Scop &S, const AssumedEquality &Equality) {
  for (const SCEV *Side : {Equality.first, Equality.second})
    S.addParams(polly::getParamsInAffineExpr(&S.getRegion(), nullptr, Side,
                                             *S.getSE()));
  polly::PWACtx First = S.getPwAff(Equality.first);
  polly::PWACtx Second = S.getPwAff(Equality.second);
  isl::set Equal = First.first.eq_set(Second.first)
                       .subtract(First.second)
                       .subtract(Second.second);
  S.addAssumption(polly::INBOUNDS, Equal.params(), DebugLoc(),
                  polly::AS_ASSUMPTION, nullptr);
}

/// Has the run-time check confirm that the larger of a size and a small number
/// is the size. `for (size_t i = 1; i <= n; i++)` runs max(n + 1, 2) - 1 times,
/// and Polly knows nothing of an unsigned maximum.
static void demandLargeSizes(polly::Scop &S) {
  constexpr uint64_t MostSmall = 64;
  SmallVector<const SCEVUMaxExpr *, 4> Maxima;
  for (const SCEV *Parameter : S.parameters())
    if (const auto *Max = dyn_cast<SCEVUMaxExpr>(Parameter))
      if (const auto *Small = dyn_cast<SCEVConstant>(Max->getOperand(0));
          Small && Max->getNumOperands() == 2 &&
          Small->getAPInt().ule(MostSmall) &&
          polly::isAffineExpr(&S.getRegion(), nullptr, Max->getOperand(1),
                              *S.getSE()))
        Maxima.push_back(Max);
  for (const SCEVUMaxExpr *Max : Maxima) {
    demandEquality(S, {Max, Max->getOperand(1)});
    isl::pw_aff Size = S.getPwAff(Max->getOperand(1)).first;
    isl::pw_aff Small = S.getPwAff(Max->getOperand(0)).first;
    S.addAssumption(polly::INBOUNDS, Size.ge_set(Small).params(), DebugLoc(),
                    polly::AS_ASSUMPTION, nullptr);
  }
}

/// What finding out where subscripts are in bounds may take.
static constexpr unsigned long MaxBoundsOperations = 500'000;

polly::Scop *ScopCache::getScop(const Region *R) {
  auto [It, IsNew] = Scops.try_emplace(R);
  if (!IsNew)
    return It->second.get();
  TimeTraceScope Trace("Smolly build SCoP");
  bool IsStrict = !Session.SD.ValidRegions.contains(R) && Session.Strict;
  polly::ScopDetection &SD = IsStrict ? *Session.Strict : Session.SD;
  Session.Options.allowNonAffine(!IsStrict);
  if (!SD.isMaxRegionInScop(*R, /*Verify=*/true))
    return nullptr;
  std::vector<AssumedEquality> Assumed =
      findSubscripts(*SD.getDetectionContext(R), Session.SE, Session.LI);
  std::string Limit =
      exceededLimit(*SD.getDetectionContext(R), Limits, Session.LI, Session.SE);
  if (!Limit.empty()) {
    TooLarge[R] = Limit;
    return nullptr;
  }
  // Polly would ask for too much of what happens within a condition.
  bool DemandsBounds =
      Session.Options.assumesInBounds() &&
      !SD.getDetectionContext(R)->NonAffineSubRegionSet.empty();
  if (DemandsBounds)
    Session.Options.assumeInBounds(false);
  polly::ScopBuilder Builder(const_cast<Region *>(R), AC, AA, DL, Session.DT,
                             Session.LI, SD, Session.SE, ORE);
  It->second = Builder.getScop();
  if (DemandsBounds)
    Session.Options.assumeInBounds(true);
  if (!It->second)
    return nullptr;
  isl_options_set_on_error(It->second->getIslCtx().get(),
                           ISL_ON_ERROR_CONTINUE);
  if (DemandsBounds &&
      !demandInBounds(*It->second, Session.DT, MaxBoundsOperations)) {
    It->second.reset();
    return nullptr;
  }
  for (const AssumedEquality &Equality : Assumed)
    demandEquality(*It->second, Equality);
  demandLargeSizes(*It->second);
  Session.Loops.assumeEqual(*It->second);
  return It->second.get();
}

void ScopCache::invalidate() { Scops.clear(); }

PollySession::PollySession(Function &F, FunctionAnalysisManager &FAM,
                           const FlatLoops &Loops, const ScopLimits &Limits)
    : DT(FAM.getResult<DominatorTreeAnalysis>(F)),
      LI(FAM.getResult<LoopAnalysis>(F)),
      SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
      TLI(FAM.getResult<TargetLibraryAnalysis>(F)),
      RI(RegionInfoAnalysis().run(F, FAM)),
      SD(DT, SE, LI, RI, FAM.getResult<AAManager>(F),
         FAM.getResult<OptimizationRemarkEmitterAnalysis>(F)),
      Loops(Loops), F(F), FAM(FAM) {
  TimeTraceScope Trace("Smolly detect SCoPs");
  SD.detect(F);
  Info = std::make_unique<ScopCache>(*this, FAM, F, Limits);
}

void PollySession::detectStrictly() {
  Strict = std::make_unique<polly::ScopDetection>(
      DT, SE, LI, RI, FAM.getResult<AAManager>(F),
      FAM.getResult<OptimizationRemarkEmitterAnalysis>(F));
  Options.allowNonAffine(false);
  Strict->detect(F);
}

/// The \p Wanted regions of \p SD that are maximal.
static std::vector<const Region *>
maximalRegions(polly::ScopDetection &SD, PollySession::RegionFilter Wanted) {
  std::vector<const Region *> Result;
  copy_if(SD.ValidRegions, std::back_inserter(Result), [&](const Region *R) {
    return SD.isMaxRegionInScop(*R, /*Verify=*/false) && Wanted(*R);
  });
  return Result;
}

/// A region with subscripts that are not affine may be dismissed because no
/// run-time check can rule out that they alias with others. What is in it
/// without them may still be a SCoP.
std::vector<polly::Scop *> PollySession::scops(RegionFilter Wanted) {
  DenseMap<const BasicBlock *, polly::Scop *> ByEntry;
  std::vector<const Region *> Dismissed;
  for (const Region *R : maximalRegions(SD, Wanted))
    if (polly::Scop *S = Info->getScop(R))
      ByEntry[R->getEntry()] = S;
    else
      Dismissed.push_back(R);
  if (!Dismissed.empty()) {
    detectStrictly();
    for (const Region *R : maximalRegions(*Strict, Wanted))
      if (!SD.ValidRegions.contains(R) &&
          any_of(Dismissed, [&](const Region *D) { return D->contains(R); }))
        if (polly::Scop *S = Info->getScop(R))
          ByEntry[R->getEntry()] = S;
  }
  std::vector<polly::Scop *> Result;
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    if (polly::Scop *S = ByEntry.lookup(BB))
      Result.push_back(S);
  return Result;
}

/// Not all that Polly says is meant for users; some is only there for others.
static std::string describe(const polly::RejectReason &Reason) {
  std::string Text = Reason.getEndUserMessage();
  return Text == "Unspecified error." ? Reason.getMessage() : Text;
}

std::string PollySession::rejectReason(const BasicBlock *BB) const {
  for (const Region *R = RI.getRegionFor(const_cast<BasicBlock *>(BB)); R;
       R = R->getParent()) {
    if (std::string Limit = Info->tooLarge(R); !Limit.empty())
      return "they are too large: " + Limit;
    const polly::RejectLog *Log = SD.lookupRejectionLog(R);
    if (Log && Log->hasErrors())
      return describe(**Log->begin());
  }
  return "";
}
