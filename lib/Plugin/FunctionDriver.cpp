//===- FunctionDriver.cpp - One function through the pipeline -------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements FunctionDriver.h.
///
//===----------------------------------------------------------------------===//

#include "FunctionDriver.h"
#include "AnalyzeScop.h"
#include "Breaker.h"
#include "CandidateArrays.h"
#include "Culprits.h"
#include "Iterations.h"
#include "Outputs.h"
#include "Remarks.h"
#include "RemoveDead.h"
#include "RunCounter.h"
#include "Statistics.h"
#include "UnreadArrays.h"
#include "Verify.h"
#include "Warnings.h"
#include "WorkingCopy.h"
#include "smolly/Kernel/Dataflow.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Scop/Apply.h"
#include "smolly/Scop/Footprint.h"
#include "smolly/Scop/Import.h"
#include "smolly/Scop/Placement.h"
#include "smolly/Scop/PollySession.h"
#include "smolly/Scop/Prepare.h"
#include "smolly/Scop/SplitWraps.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;
using namespace smolly;

/// Rewritten loops run only where they save at least this much memory: below,
/// everything is in the first cache anyway, and an allocation in a small
/// function that is called often would cost more than it gains.
static constexpr uint64_t MinGainBytes = 16384;

namespace {

class FunctionDriver {
public:
  FunctionDriver(Function &F, FunctionAnalysisManager &FAM,
                 const PassOptions &Options, OptimizationLevel Level,
                 unsigned Limit)
      : Original(F), FAM(FAM), Options(Options), Level(Level), Limit(Limit) {}

  unsigned run();

private:
  unsigned removeUnread(Function &F, const Function *Twin, unsigned Limit);
  unsigned runOnCopy();
  uint64_t minGain() const { return Options.Always ? 0 : MinGainBytes; }
  /// Whether loops are of interest that have no array of their own.
  bool looksEverywhere() const {
    return !Outputs.empty() || Options.Schedule == ScheduleMode::Tile;
  }
  bool hasLoops();
  bool hasCandidates();
  void explainRefused(const CandidateArrays &Arrays);
  void optimizeScops(Function &F);
  void optimizeScop(PollySession &Session, polly::Scop &S);
  void restrictLiveOut(ImportedScop &Scop);
  CacheSizes caches(Function &F);
  void reportFixed(const ImportedScop &Scop);
  void reportRefusals(const ImportedScop &Scop, const StoragePlan &Plan);
  void explainUndetected(Function &F, PollySession &Session);
  void missed(const Instruction *Where, std::string Text,
              const Value *Array = nullptr);
  void finish(Function &F);

  Function &Original;
  FunctionAnalysisManager &FAM;
  const PassOptions &Options;
  OptimizationLevel Level;
  unsigned Limit;

  /// What the user wants of the function's results; empty: everything.
  std::string Outputs;
  RemarkList Remarks;
  std::vector<GeneratedScop> Generated;
  FunctionStatistics Statistics;
  unsigned Changed = 0;
  bool Broken = false;
  /// What to say of arrays that no other remark is made for.
  struct Explanation {
    const Value *Array;
    const Instruction *Where;
    std::string Text;
  };
  std::vector<Explanation> Undetected;
  /// Arrays that a remark was made for, by their allocation.
  SmallPtrSet<const Value *, 8> Reported;
};

} // namespace

void FunctionDriver::missed(const Instruction *Where, std::string Text,
                            const Value *Array) {
  Remarks.add(RemarkList::Kind::Missed, "NotContracted", Where, std::move(Text),
              Array);
}

void FunctionDriver::reportFixed(const ImportedScop &Scop) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(Scop.S->getFunction());
  for (const ImportedArray &A : Scop.Arrays) {
    if (!isArray(A.Object.Base, TLI) || A.WhyFixed.empty() ||
        !Reported.insert(A.Object.Base).second)
      continue;
    missed(allocationOr(A.Culprit, A.Object.Base),
           leftAsItIs(A.Object.Base, "it " + A.WhyFixed, A.Culprit),
           A.Object.Base);
  }
}

void FunctionDriver::reportRefusals(const ImportedScop &Scop,
                                    const StoragePlan &Plan) {
  for (const StorageRefusal &R : Plan.Refusals) {
    const ImportedArray &A = Scop.Arrays[R.Array];
    if (A.Object.Kind == ObjectKind::Foreign ||
        !Reported.insert(A.Object.Base).second)
      continue;
    missed(dyn_cast<Instruction>(A.Object.Base),
           describeObject(A.Object.Base) + " left as it is: " + R.Reason,
           A.Object.Base);
  }
}

/// The remarks on arrays of the function as it was written. Only those that
/// loops access, as loops are what could be rewritten.
void FunctionDriver::explainRefused(const CandidateArrays &Arrays) {
  auto InLoops =
      accessesInLoops(Original, FAM.getResult<LoopAnalysis>(Original));
  for (const CandidateArrays::Refusal &R : Arrays.Refused)
    if (accessInLoop(R.Array, R.Culprit, InLoops))
      missed(allocationOr(R.Culprit, R.Array),
             leftAsItIs(R.Array, "it " + R.Why, R.Culprit), R.Array);
}

/// Whether the function has a loop, or a function that will be inlined has.
bool FunctionDriver::hasLoops() {
  if (!FAM.getResult<LoopAnalysis>(Original).empty())
    return true;
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(Original);
  return any_of(instructions(Original), [&](const Instruction &I) {
    const auto *CB = dyn_cast<CallBase>(&I);
    return CB && isInlinable(*CB, TLI) &&
           !FAM.getResult<LoopAnalysis>(*CB->getCalledFunction()).empty();
  });
}

/// Whether copying the function can be worth it: it has a loop, and an array
/// that may become smaller.
bool FunctionDriver::hasCandidates() {
  if (!hasLoops())
    return false;
  CandidateArrays Arrays = findCandidateArrays(
      Original, FAM.getResult<TargetLibraryAnalysis>(Original), minGain());
  if (!Arrays.Worthwhile && !Arrays.Refused.empty())
    explainRefused(Arrays);
  return Arrays.Worthwhile;
}

/// Makes the remark for each array around which no SCoP was found, to be used
/// when nothing else is said of it. Before code generation, which brings
/// variables of its own and makes Polly's reasons stale.
void FunctionDriver::explainUndetected(Function &F, PollySession &Session) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  auto InLoops = accessesInLoops(F, Session.LI);
  for (Value *Array : objectsOf(F, TLI)) {
    if (!isArray(Array, TLI))
      continue;
    ObjectFacts Facts = analyzeObject(Array, F, &Original, TLI);
    const Instruction *InLoop = accessInLoop(Array, Facts.Culprit, InLoops);
    if (!InLoop)
      continue;
    std::string Why;
    const Instruction *Where = InLoop;
    if (!Facts.isPrivate()) {
      Why = "it " + Facts.Why;
      Where = Facts.Culprit;
    } else if (knownBytes(Array, F.getDataLayout(), TLI) < minGain()) {
      Why = "it is too small to gain anything";
      Where = nullptr;
    } else {
      Why = Session.rejectReason(InLoop->getParent());
      Why = "the loops that use it are not understood" +
            (Why.empty() ? "" : ": " + Why);
    }
    Undetected.push_back(
        {Array, allocationOr(Where, Array), leftAsItIs(Array, Why, Where)});
  }
}

/// Takes the user's word for what is wanted of the results of \p Scop.
void FunctionDriver::restrictLiveOut(ImportedScop &Scop) {
  auto &AA = FAM.getResult<AAManager>(Scop.S->getFunction());
  if (Error E = restrictOutputs(Scop, Outputs, AA))
    missed(nullptr, toString(std::move(E)));
}

/// Whether some array may become smaller, or may be needed in part only.
static bool mayImprove(const ImportedScop &Scop, const PassOptions &Options) {
  return any_of(Scop.K.Arrays, [](const Array &A) { return !A.Fixed; }) ||
         (Options.Die && any_of(Scop.Arrays, [](const ImportedArray &A) {
            return A.PartlyLive;
          }));
}

/// The target's caches; none for tests.
CacheSizes FunctionDriver::caches(Function &F) {
  if (Options.Always)
    return {0, 0};
  using Level = TargetTransformInfo::CacheLevel;
  const auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
  CacheSizes Usual;
  return {double(TTI.getCacheSize(Level::L1D).value_or(Usual.First)),
          double(TTI.getCacheSize(Level::L2D).value_or(Usual.Second))};
}

void FunctionDriver::optimizeScop(PollySession &Session, polly::Scop &S) {
  Function &F = S.getFunction();
  SmallVector<BasicBlock *, 4> Rewritten;
  for (const GeneratedScop &G : Generated)
    Rewritten.push_back(G.Start);
  ImportedScop Scop = importScop(
      S, &Original, FAM.getResult<TargetLibraryAnalysis>(F), Session.LI,
      Session.DT,
      {/*AllShapes=*/!Outputs.empty(), /*AsWritten=*/false, Rewritten});
  if (!looksEverywhere() && !mayImprove(Scop, Options)) {
    reportFixed(Scop);
    return;
  }
  if (!Outputs.empty() && Options.Die)
    restrictLiveOut(Scop);
  Expected<ScopAnalysis> Analysis = analyzeScop(Scop, Options, caches(F));
  reportFixed(Scop);
  auto RefuseAll = [&](std::string Reason) {
    StoragePlan None;
    for (unsigned I = 0; I < Scop.Arrays.size(); ++I)
      if (!Scop.K.Arrays[I].Fixed)
        None.Refusals.push_back({I, Reason});
    reportRefusals(Scop, None);
  };
  if (!Analysis)
    return RefuseAll(toString(Analysis.takeError()));
  auto &[Flow, Removed, Plan, Fused, NotFused, Tiled, NotTiled, LeastGain,
         LeastFootprint] = *Analysis;
  for (auto [Name, Text] :
       {std::pair("NotFused", NotFused), std::pair("NotTiled", NotTiled)})
    if (!Text.empty())
      Remarks.add(RemarkList::Kind::Missed, Name, placeOf(Scop), Text, nullptr);
  if (!Removed.Mistake.empty())
    Original.getContext().emitError("smolly: " + Removed.Mistake + " in '" +
                                    Original.getName() + "'");
  reportRefusals(Scop, Plan);
  std::vector<bool> IsChanged = changedArrays(Plan, Scop.Arrays.size());
  // What is not done for the sake of smaller arrays is done in any case.
  bool AtAnySize = Removed.any() || !Tiled.empty();
  unsigned NewlyChanged = std::max<unsigned>(count(IsChanged, true), AtAnySize);
  if (NewlyChanged == 0)
    return;
  if (Changed + NewlyChanged > Limit)
    return RefuseAll("the limit of changed arrays is reached");

  std::string Doubt = doubtAbout(Plan, Scop.K, Flow, Original, Options.Verify);
  if (!Doubt.empty())
    return RefuseAll(Doubt);

  std::vector<bool> Zeroed;
  for (const ImportedArray &A : Scop.Arrays)
    Zeroed.push_back(A.readsZero());
  breakPlan(Options.Break, Plan);
  Expected<AccessPlan> Places =
      placeAccesses(Scop.K, Flow, Plan, Zeroed,
                    {Options.MaxCopies, /*KeepIdle=*/Options.Shadow});
  if (!Places)
    return RefuseAll(toString(Places.takeError()));

  breakPlaces(Options.Break, Scop.K, *Places);

  std::vector<std::pair<const Value *, std::string>> Texts;
  for (unsigned I = 0; I < Scop.Arrays.size(); ++I) {
    const Value *Base = Scop.Arrays[I].Object.Base;
    if (IsChanged[I]) {
      Texts.push_back(
          {Base, is_contained(Removed.Vanished, I)
                     ? describeObject(Base) + " removed: nobody reads it"
                     : describeContraction(Scop, I, Plan, *Places)});
      Reported.insert(Base);
    }
  }
  Expected<GeneratedScop> Code = generateScop(
      Session, Scop, Plan, *Places,
      {AtAnySize ? 0 : std::max<uint64_t>(minGain(), LeastGain),
       uint64_t(LeastFootprint), Options.MaxIslOperations, Options.Shadow});
  if (!Code) {
    Broken = true;
    missed(nullptr, "loops left as they are: " + toString(Code.takeError()));
    return;
  }
  Changed += NewlyChanged;
  Statistics.Restricted += Removed.Remarks.size();
  Generated.push_back(std::move(*Code));
  for (auto &[Base, Text] : Texts)
    Remarks.add(RemarkList::Kind::Passed, "Contracted",
                dyn_cast<Instruction>(Base), Text, Base);
  for (auto [Name, Text] :
       {std::pair("Fused", Fused), std::pair("Tiled", Tiled)})
    if (!Text.empty())
      Remarks.add(RemarkList::Kind::Passed, Name, placeOf(Scop), Text, nullptr);
  for (auto &[Where, Text] : Removed.Remarks)
    Remarks.add(RemarkList::Kind::Passed, "DeadIterations", Where, Text,
                nullptr);
}

/// Whether \p R holds a loop of the source, not only those of one iteration
/// that the preparation puts around single accesses.
static bool repeatsAnything(const Region &R, const LoopInfo &LI,
                            ScalarEvolution &SE) {
  return any_of(R.blocks(), [&](const BasicBlock *BB) {
    const Loop *L = LI.getLoopFor(BB);
    return L && R.contains(L) && !SE.getBackedgeTakenCount(L)->isZero();
  });
}

void FunctionDriver::optimizeScops(Function &F) {
  std::vector<PrivateObject> Objects =
      findPrivateObjects(F, Original, FAM.getResult<TargetLibraryAnalysis>(F));
  PollySession Session(F, FAM, Options.Limits);
  SmallVector<const Region *, 8> Regions;
  for (polly::Scop *S : Session.scops([&](const Region &R) {
         return looksEverywhere() || mayGain(R, Objects, minGain());
       }))
    Regions.push_back(&S->getRegion());
  Statistics.Scops = count_if(Regions, [&](const Region *R) {
    return repeatsAnything(*R, Session.LI, Session.SE);
  });
  explainUndetected(F, Session);
  // Last first: what is generated for a SCoP leaves those in front of it valid.
  for (const Region *R : reverse(Regions)) {
    polly::Scop *S = Session.Info->getScop(R);
    if (!S)
      continue;
    unsigned Before = Generated.size();
    optimizeScop(Session, *S);
    if (Broken)
      return;
    if (Generated.size() != Before)
      Session.Info->invalidate();
  }
  for (Explanation &E : Undetected)
    if (!Reported.contains(E.Array))
      missed(E.Where, E.Text, E.Array);
}

/// Attributes that the new calls of malloc and free contradict.
static void dropAttributes(Function &F) {
  for (Attribute::AttrKind Kind :
       {Attribute::Memory, Attribute::NoFree, Attribute::NoSync})
    F.removeFnAttr(Kind);
  for (User *U : F.users())
    if (auto *CB = dyn_cast<CallBase>(U); CB && CB->getCalledOperand() == &F)
      for (Attribute::AttrKind Kind :
           {Attribute::Memory, Attribute::NoFree, Attribute::NoSync})
        CB->removeFnAttr(Kind);
}

void FunctionDriver::finish(Function &F) {
  SmallVector<BasicBlock *, 4> Starts;
  for (const GeneratedScop &G : Generated)
    Starts.push_back(G.Start);
  splitWraps(F, Starts, FAM.getResult<TargetLibraryAnalysis>(Original));
  for (const GeneratedScop &G : Generated)
    hideRemainders(G.Moduli);
  for (GeneratedScop &G : Generated) {
    if (Options.CountRuns)
      countRun(*F.getParent(), G.Start);
    guardAllocations(F, G);
  }
  F.addFnAttr("smolly-optimized");
}

/// Whether malloc and free mean what they usually do: not in freestanding code
/// or under -fno-builtin-malloc.
static bool hasAllocator(const TargetLibraryInfo &TLI) {
  return TLI.has(LibFunc_malloc) && TLI.has(LibFunc_free);
}

unsigned FunctionDriver::run() {
  std::string Why;
  if (!mayBeCopied(Original, Why)) {
    if (!Why.empty() && hasCandidates()) {
      missed(nullptr, "arrays left as they are: " + Why);
      Remarks.emit(Original);
    }
    return 0;
  }
  Expected<std::string> Found = findOutputs(Original, Options.Outputs);
  if (!Found) {
    Original.getContext().emitError(toString(Found.takeError()));
    return 0;
  }
  Outputs = std::move(*Found);
  warnAboutFunction(Original, FAM, Options, Level, Outputs);
  unsigned Unread = removeUnread(Original, nullptr, Limit);
  Limit -= Unread;
  Remarks.emit(Original);
  Remarks = RemarkList();
  bool IsCandidate =
      hasAllocator(FAM.getResult<TargetLibraryAnalysis>(Original)) &&
      (looksEverywhere() ? hasLoops() : hasCandidates());
  if (IsCandidate)
    Statistics.Contracted = runOnCopy();
  else
    Remarks.emit(Original);
  Statistics.Contracted += Unread;
  Statistics.Unread += Unread;
  if (!Options.Statistics.empty() && (IsCandidate || Statistics.Contracted > 0))
    appendStatistics(Original, Statistics, Options.Statistics);
  return Statistics.Contracted;
}

/// Removes unread arrays from \p F; returns how many.
unsigned FunctionDriver::removeUnread(Function &F, const Function *Twin,
                                      unsigned Limit) {
  if (!Options.Die)
    return 0;
  unsigned Unread = removeUnreadArrays(
      F, Twin, FAM.getResult<TargetLibraryAnalysis>(F), Limit, Remarks);
  if (Unread > 0)
    FAM.invalidate(F, PreservedAnalyses::none());
  return Unread;
}

/// The function has candidates: works on a copy, which replaces it if that
/// changed anything. Returns the number of changed arrays.
unsigned FunctionDriver::runOnCopy() {
  WorkingCopy Copy(Original, FAM);
  IslAllowance Allowance(Options.MaxFunctionOperations);
  prepareFunction(Copy.function(), FAM, Level);
  // Those that only inlining or simplifying has made private.
  Changed = Statistics.Unread = removeUnread(Copy.function(), &Original, Limit);
  optimizeScops(Copy.function());
  Statistics.Operations = Allowance.spent();
  if (Allowance.exceeded())
    missed(nullptr, "not all loops of this function were analysed to the end: "
                    "more than " +
                        std::to_string(Options.MaxFunctionOperations) +
                        " isl operations (max-function-operations) are needed");
  if (Changed > 0 && !Broken) {
    finish(Copy.function());
    Broken = verifyFunction(Copy.function());
    if (Broken)
      missed(nullptr, "loops left as they are: the rewritten function is not "
                      "well formed; please report this");
  }
  if (Broken || Changed == 0) {
    Statistics.Restricted = Statistics.Unread = 0;
    Remarks.drop(RemarkList::Kind::Passed);
    Remarks.emit(Original);
    return 0;
  }
  Copy.commit();
  dropAttributes(Original);
  Remarks.emit(Original);
  return Changed;
}

unsigned smolly::optimizeFunction(Function &F, FunctionAnalysisManager &FAM,
                                  const PassOptions &Options,
                                  OptimizationLevel Level, unsigned Limit) {
  return FunctionDriver(F, FAM, Options, Level, Limit).run();
}
