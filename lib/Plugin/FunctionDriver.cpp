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
#include "Iterations.h"
#include "KeptArrays.h"
#include "Outputs.h"
#include "RegionRemarks.h"
#include "Remarks.h"
#include "RemoveDead.h"
#include "RunCounter.h"
#include "SplitBorders.h"
#include "Statistics.h"
#include "UnreadArrays.h"
#include "Verify.h"
#include "VersionTiles.h"
#include "Warnings.h"
#include "WorkingCopy.h"
#include "smolly/Kernel/ClassCensus.h"
#include "smolly/Kernel/Dataflow.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/QuestionRecorder.h"
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
#include "llvm/IR/IRBuilder.h"
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

/// A SCoP that was rewritten, behind those that are still to be.
struct LaterScop {
  GeneratedScop Code;
  /// If it lost iterations, what it reads.
  LaterReads Reads;
  /// Those behind it, by index, without which it does not run rewritten.
  SmallSetVector<unsigned, 2> ReliesOn;
};

class FunctionDriver {
public:
  FunctionDriver(Function &F, FunctionAnalysisManager &FAM,
                 const PassOptions &Options, OptimizationLevel Level,
                 unsigned Limit)
      : Original(F), FAM(FAM), Options(Options), Level(Level), Limit(Limit),
        Kept(F, FAM, Remarks) {}

  unsigned run();

private:
  unsigned removeUnread(Function &F, const Function *Twin, unsigned Limit);
  unsigned runOnCopy();
  void analyzeAndRewrite(Function &F);
  uint64_t minGain() const { return Options.Always ? 0 : MinGainBytes; }
  /// Whether loops are of interest that have no array of their own.
  bool looksEverywhere() const {
    return !Outputs.empty() || Options.Schedule == ScheduleMode::Tile;
  }
  bool hasLoops();
  bool hasCandidates();
  bool hasBorders();
  bool mayHaveBorders(const Region &R, const LoopInfo &LI) const;
  void optimizeScops(Function &F);
  std::string rewriteScop(PollySession &Session, polly::Scop &S,
                          const PassOptions &Options);
  void optimizeScop(PollySession &Session, polly::Scop &S);
  bool canDecideInFrontOf(LaterScop &L, const polly::Scop &S);
  void restrictLiveOut(ImportedScop &Scop);
  CacheSizes caches(Function &F);
  void noteRewritten(GeneratedScop Code, LaterReads Reads,
                     const SmallSetVector<unsigned, 2> &ReliesOn);
  void decide(Function &F, unsigned Index);
  void finish(Function &F);
  void giveUp(const std::string &Why);

  Function &Original;
  FunctionAnalysisManager &FAM;
  const PassOptions &Options;
  OptimizationLevel Level;
  unsigned Limit;

  /// What the user wants of the function's results; empty: everything.
  std::string Outputs;
  RemarkList Remarks;
  KeptArrays Kept;
  std::vector<LaterScop> Later;
  FunctionStatistics Statistics;
  /// If it is asked for.
  std::optional<ClassCensus> Classes;
  unsigned Changed = 0;
  bool Broken = false;
};

} // namespace

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
    Kept.addRefused(Arrays);
  return Arrays.Worthwhile;
}

/// Whether copying the function can be worth it though no array may change.
bool FunctionDriver::hasBorders() {
  return Options.Split &&
         any_of(FAM.getResult<LoopAnalysis>(Original).getLoopsInPreorder(),
                [](const Loop *L) { return smolly::mayHaveBorders(*L); });
}

/// Whether a loop of \p R may have to ask whether it is at a border.
bool FunctionDriver::mayHaveBorders(const Region &R, const LoopInfo &LI) const {
  return Options.Split && any_of(R.blocks(), [&](const BasicBlock *BB) {
           const Loop *L = LI.getLoopFor(BB);
           return L && L->getHeader() == BB && smolly::mayHaveBorders(*L);
         });
}

/// Takes the user's word for what is wanted of the results of \p Scop.
void FunctionDriver::restrictLiveOut(ImportedScop &Scop) {
  auto &AA = FAM.getResult<AAManager>(Scop.S->getFunction());
  if (Error E = restrictOutputs(Scop, Outputs, AA))
    Kept.missed(nullptr, toString(std::move(E)));
}

/// The working copy is not to be used.
void FunctionDriver::giveUp(const std::string &Why) {
  Broken = true;
  Kept.missed(nullptr, "loops left as they are: " + Why);
}

/// Whether it can be known in front of \p S whether \p L will run rewritten.
bool FunctionDriver::canDecideInFrontOf(LaterScop &L, const polly::Scop &S) {
  BasicBlock *Entering = S.getEnteringBlock();
  auto CanDecide = [&](GeneratedScop &G) {
    return canDecideAt(S.getFunction(), G, Entering->getTerminator());
  };
  return !L.Reads.Parts.empty() && Entering && CanDecide(L.Code) &&
         all_of(L.ReliesOn,
                [&](unsigned I) { return CanDecide(Later[I].Code); });
}

/// Remembers what was rewritten, with all that it relies on.
void FunctionDriver::noteRewritten(
    GeneratedScop Code, LaterReads Reads,
    const SmallSetVector<unsigned, 2> &ReliesOn) {
  LaterScop New{std::move(Code), std::move(Reads), ReliesOn};
  for (unsigned I : ReliesOn)
    New.ReliesOn.insert_range(Later[I].ReliesOn);
  Later.push_back(std::move(New));
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

/// Rewrites \p S as \p Options say. Returns why not, if that would be too much
/// code; nothing is changed then.
std::string FunctionDriver::rewriteScop(PollySession &Session, polly::Scop &S,
                                        const PassOptions &Options) {
  Function &F = S.getFunction();
  SmallVector<RewrittenLoops, 4> Rewritten;
  for (LaterScop &L : Later)
    Rewritten.push_back(
        {L.Code.Start, canDecideInFrontOf(L, S) ? &L.Reads : nullptr});
  ImportedScop Scop = importScop(
      S, &Original, FAM.getResult<TargetLibraryAnalysis>(F), Session.LI,
      Session.DT,
      {/*AllShapes=*/!Outputs.empty(), /*AsWritten=*/false, Rewritten});
  bool MayImprove = looksEverywhere() || mayImprove(Scop, Options);
  bool MaySplit = Options.Split && mayHaveBorders(S.getRegion(), Session.LI);
  if (!MayImprove && !MaySplit) {
    Kept.addFixed(Scop);
    return "";
  }
  if (!Outputs.empty() && Options.Die)
    restrictLiveOut(Scop);
  if (Classes)
    Classes->addKernel(Scop.K);
  CacheSizes Caches = caches(F);
  Expected<ScopAnalysis> Analysis = analyzeScop(Scop, Options, Caches);
  Kept.addFixed(Scop);
  auto RefuseAll = [&](std::string Reason) {
    StoragePlan None;
    for (unsigned I = 0; I < Scop.Arrays.size(); ++I)
      if (!Scop.K.Arrays[I].Fixed)
        None.Refusals.push_back({I, Reason});
    Kept.addRefusals(Scop, None);
    return std::string();
  };
  if (!Analysis)
    return RefuseAll(toString(Analysis.takeError()));
  auto &[Flow, Idle, Removed, Forwarded, Plan, Fused, NotFused, Tiled, NotTiled,
         NotBlocked, LeastGain, LeastFootprint, Blocks, MaxCopies, Bands] =
      *Analysis;
  for (auto [Name, Text] :
       {std::pair("NotFused", NotFused), std::pair("NotTiled", NotTiled),
        std::pair("NotBlocked", NotBlocked)})
    if (!Text.empty())
      Remarks.add(RemarkList::Kind::Missed, Name, placeOf(Scop), Text, nullptr);
  addNotes(Remarks, RemarkList::Kind::Missed, "NotBlocked", Scop,
           Blocks.Missed);
  if (!Removed.Mistake.empty())
    Original.getContext().emitError("smolly: " + Removed.Mistake + " in '" +
                                    Original.getName() + "'");
  Kept.addRefusals(Scop, Plan);
  std::vector<bool> IsChanged = changedArrays(Plan, Scop.Arrays.size());
  // What is not done for the sake of smaller arrays is done in any case.
  bool AtAnySize =
      Idle.any() || (Removed.any() && !Forwarded.NeedsGain) || !Tiled.empty();
  std::string Split;
  if (MaySplit && !AtAnySize && count(IsChanged, true) == 0 &&
      smolly::hasBorders(Scop, Options.forStorage())) {
    AtAnySize = true;
    LeastFootprint = Caches.First;
    Split = "borders of loops have loops of their own: those over the interior "
            "have no conditions";
  }
  unsigned NewlyChanged = std::max<unsigned>(count(IsChanged, true), AtAnySize);
  if (NewlyChanged == 0)
    return "";
  if (Changed + NewlyChanged > Limit)
    return RefuseAll("the limit of changed arrays is reached");

  if (Forwarded.NeedsGain)
    LeastGain = std::max(LeastGain, Caches.Second);

  std::string Doubt = doubtAbout(Plan, Scop.K, Flow, Original, Options.Verify);
  if (!Doubt.empty())
    return RefuseAll(Doubt);

  std::vector<bool> Zeroed;
  for (const ImportedArray &A : Scop.Arrays)
    Zeroed.push_back(A.readsZero());
  breakPlan(Options.Break, Plan);
  Expected<AccessPlan> Places = placeAccesses(
      Scop.K, Flow, Plan, Zeroed,
      {std::min(Options.MaxCopies, MaxCopies), /*KeepIdle=*/Options.Shadow});
  if (!Places)
    return RefuseAll(toString(Places.takeError()));

  breakPlaces(Options.Break, Scop.K, *Places);
  LaterReads Reads = Removed.any() ? readsOf(Scop) : LaterReads();
  TileNotes Tiles =
      versionTiles(Scop, Bands, Options, Caches.Second, *Places, Plan);

  auto DescribeChange = [&](unsigned I) {
    std::string Name = describeObject(Scop.Arrays[I].Object.Base);
    for (auto &[Array, Text] : Forwarded.Arrays)
      if (Array == I)
        return Name + Text;
    return is_contained(Removed.Vanished, I)
               ? Name + " removed: nobody reads it"
               : describeContraction(Scop, I, Plan, *Places);
  };
  std::vector<std::pair<const Value *, std::string>> Texts;
  for (unsigned I = 0; I < Scop.Arrays.size(); ++I) {
    const Value *Base = Scop.Arrays[I].Object.Base;
    if (IsChanged[I])
      Texts.push_back({Base, DescribeChange(I)});
  }
  bool HasRegions = !Forwarded.Arrays.empty() || !Split.empty();
  std::vector<RegionRemark> Regions =
      Split.empty() ? describeRegions(Scop, *Places, Options.forStorage())
                    : describeBorders(Scop, Options.forStorage());
  Expected<GeneratedScop> Code = generateScop(
      Session, Scop, Plan, *Places,
      {AtAnySize ? 0 : std::max<uint64_t>(minGain(), LeastGain),
       uint64_t(LeastFootprint), HasRegions ? Options.MaxGrowth : 0,
       Options.MaxIslOperations, Options.Shadow});
  if (!Code && Code.errorIsA<GrowthError>())
    return toString(Code.takeError());
  if (!Code) {
    giveUp(toString(Code.takeError()));
    return "";
  }
  Changed += NewlyChanged;
  Statistics.Restricted += Removed.Remarks.size();
  noteRewritten(std::move(*Code), std::move(Reads), Scop.ReliesOn);
  for (auto &[Base, Text] : Texts) {
    Kept.exclude(Base);
    Remarks.add(RemarkList::Kind::Passed, "Contracted",
                dyn_cast<Instruction>(Base), Text, Base);
  }
  for (auto [Name, Text] :
       {std::pair("Fused", Fused), std::pair("Tiled", Tiled),
        std::pair("Split", Split)})
    if (!Text.empty())
      Remarks.add(RemarkList::Kind::Passed, Name, placeOf(Scop), Text, nullptr);
  addNotes(Remarks, RemarkList::Kind::Passed, "Blocked", Scop, Blocks.Passed);
  addTileNotes(Remarks, Scop, Tiles);
  for (auto &[Where, Text] : Regions)
    Remarks.add(RemarkList::Kind::Passed, "Regions", Where, Text, nullptr);
  for (auto &[Where, Text] : Idle.Remarks)
    Remarks.add(RemarkList::Kind::Passed, "IdleIterations", Where, Text,
                nullptr);
  for (auto &[Where, Text] : Removed.Remarks)
    Remarks.add(RemarkList::Kind::Passed, "DeadIterations", Where, Text,
                nullptr);
  return "";
}

/// Rewrites \p S, without code for each region where that would be too much.
void FunctionDriver::optimizeScop(PollySession &Session, polly::Scop &S) {
  std::string TooMuch = rewriteScop(Session, S, Options);
  if (TooMuch.empty())
    return;
  const Instruction *Where = S.getEntry()->getTerminator();
  PassOptions Less = Options;
  Less.Forward = Less.Split = false;
  Kept.missed(Where,
              "regions with constants, copies or borders get no loops of "
              "their own: " +
                  TooMuch + " (option growth)");
  rewriteScop(Session, S, Less);
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
         return looksEverywhere() || mayGain(R, Objects, minGain()) ||
                mayHaveBorders(R, Session.LI);
       }))
    Regions.push_back(&S->getRegion());
  Statistics.Scops = count_if(Regions, [&](const Region *R) {
    return repeatsAnything(*R, Session.LI, Session.SE);
  });
  Kept.addUndetected(F, Session, minGain());
  // Last first: what is generated for a SCoP leaves those in front of it valid.
  for (const Region *R : reverse(Regions)) {
    polly::Scop *S = Session.Info->getScop(R);
    if (!S)
      continue;
    unsigned Before = Later.size();
    optimizeScop(Session, *S);
    if (Broken)
      return;
    if (Later.size() != Before)
      Session.Info->invalidate();
  }
  Kept.finish();
}

/// Emits the decision on the \p Index'th rewritten SCoP, in front of those that
/// rely on it.
void FunctionDriver::decide(Function &F, unsigned Index) {
  SmallVector<LaterScop *, 2> Reliant;
  for (LaterScop &L : Later)
    if (L.ReliesOn.contains(Index))
      Reliant.push_back(&L);
  for (LaterScop *L : Reliant)
    Later[Index].Code.Dependents.push_back(L->Code.Branch);
  Value *Fast = guardAllocations(F, Later[Index].Code).Fast;
  if (!Fast)
    return giveUp("whether later loops run rewritten is not known in time");
  for (LaterScop *L : Reliant) {
    BranchInst *Branch = L->Code.Branch;
    Branch->setCondition(
        IRBuilder<>(Branch).CreateAnd(Branch->getCondition(), Fast));
  }
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
  for (const LaterScop &L : Later)
    Starts.push_back(L.Code.Start);
  splitWraps(F, Starts, FAM.getResult<TargetLibraryAnalysis>(Original));
  for (const LaterScop &L : Later)
    hideRemainders(L.Code.Moduli);
  for (unsigned I = 0; I < Later.size(); ++I) {
    if (Options.CountRuns)
      countRun(*F.getParent(), Later[I].Code.Start);
    decide(F, I);
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
      Kept.missed(nullptr, "arrays left as they are: " + Why);
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
      (looksEverywhere() ? hasLoops() : hasCandidates() || hasBorders());
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

/// Rewrites the SCoPs of \p F; questions about sets are counted, and noted as
/// far as somebody wants to know.
void FunctionDriver::analyzeAndRewrite(Function &F) {
  EmptinessScope Emptiness(Options.emptinessMode());
  QuestionRecorder Recorder;
  if (!Options.Statistics.empty())
    Emptiness.measureTime();
  if (!Options.RecordQuestions.empty())
    Emptiness.tell(Recorder);
  if (Options.SdbmClasses)
    Emptiness.tell(Classes.emplace());
  optimizeScops(F);
  Statistics.Emptiness = Emptiness.counts();
  if (Statistics.Emptiness.Mistakes > 0)
    Original.getContext().emitError("smolly: a wrong answer of an SDBM in '" +
                                    Original.getName() + "'");
  if (!Options.RecordQuestions.empty())
    if (Error E = Recorder.append(Options.RecordQuestions))
      warnAboutFile(Original, toString(std::move(E)));
  if (!Classes)
    return;
  Statistics.Classes = Classes->toJson();
  Remarks.add(RemarkList::Kind::Analysis, "SdbmClasses", nullptr,
              Classes->describe(), nullptr);
  Classes.reset();
}

/// The function has candidates: works on a copy, which replaces it if that
/// changed anything. Returns the number of changed arrays.
unsigned FunctionDriver::runOnCopy() {
  WorkingCopy Copy(Original, FAM);
  IslAllowance Allowance(Options.MaxFunctionOperations);
  prepareFunction(Copy.function(), FAM, Level);
  // Those that only inlining or simplifying has made private.
  Changed = Statistics.Unread = removeUnread(Copy.function(), &Original, Limit);
  analyzeAndRewrite(Copy.function());
  Statistics.Operations = Allowance.spent();
  if (Allowance.exceeded())
    Kept.missed(nullptr,
                "not all loops of this function were analysed to the end: "
                "more than " +
                    std::to_string(Options.MaxFunctionOperations) +
                    " isl operations (max-function-operations) are needed");
  if (Changed > 0 && !Broken) {
    finish(Copy.function());
    if (!Broken && verifyFunction(Copy.function()))
      giveUp("the rewritten function is not well formed; please report this");
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
