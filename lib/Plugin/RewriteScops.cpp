//===- RewriteScops.cpp - The SCoPs of one function -----------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of FunctionDriver.h that analyses and rewrites SCoPs.
///
//===----------------------------------------------------------------------===//

#include "AnalyzeScop.h"
#include "Breaker.h"
#include "CandidateArrays.h"
#include "FunctionDriver.h"
#include "Iterations.h"
#include "Outputs.h"
#include "RegionRemarks.h"
#include "RemoveDead.h"
#include "SplitBorders.h"
#include "Verify.h"
#include "VersionTiles.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Scop/DeferredStores.h"
#include "smolly/Scop/Footprint.h"
#include "smolly/Scop/MathErrors.h"
#include "smolly/Scop/Placement.h"
#include "smolly/Scop/SeparateRows.h"
#include "smolly/Scop/UsualSizes.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Module.h"
#include <cmath>

using namespace llvm;
using namespace smolly;

/// Whether a loop of \p R may have to ask whether it is at a border.
bool FunctionDriver::mayHaveBorders(const Region &R, const LoopInfo &LI) const {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(*R.getEntry()->getParent());
  return Options.Split && any_of(R.blocks(), [&](const BasicBlock *BB) {
           const Loop *L = LI.getLoopFor(BB);
           return L && L->getHeader() == BB && smolly::mayHaveBorders(*L, TLI);
         });
}

/// Takes the user's word for what is wanted of the results of \p Scop.
void FunctionDriver::restrictLiveOut(ImportedScop &Scop) {
  auto &AA = FAM.getResult<AAManager>(Scop.S->getFunction());
  if (Error E = restrictOutputs(Scop, Outputs, AA))
    Kept.missed(nullptr, toString(std::move(E)));
}

/// Whether it can be known in front of \p S whether \p L will run rewritten.
bool FunctionDriver::canDecideInFrontOf(LaterScop &L, const polly::Scop &S) {
  BasicBlock *Entering = S.getEnteringBlock();
  auto CanDecide = [&](GeneratedScop &G) {
    return canDecideAt(S.getFunction(), G,
                       FAM.getResult<TargetLibraryAnalysis>(Original),
                       Entering->getTerminator());
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

/// Adds what there is to say, each with the name of its remark.
static void addAll(RemarkList &Remarks, RemarkList::Kind Kind,
                   const Instruction *Where,
                   ArrayRef<std::pair<std::string, std::string>> Texts) {
  for (auto &[Name, Text] : Texts)
    if (!Text.empty())
      Remarks.add(Kind, Name, Where, Text, nullptr);
}

/// Why loops that call mathematical functions stay in their order; empty where
/// nothing keeps them there.
static std::string describeErrnoOrder(const Kernel &K) {
  return count_if(K.Statements,
                  [](const Statement &S) {
                    return !S.OnlyWrites && S.Effects == EffectOrder::Kept;
                  }) > 1
             ? "mathematical functions are called in the order of the program: "
               "errno is to say what went wrong last (-fno-math-errno: nothing "
               "is noted there)"
             : "";
}

/// What became of each changed array.
static std::vector<std::pair<const Value *, std::string>>
describeChanges(const ImportedScop &Scop, const ScopAnalysis &Analysis,
                const AccessPlan &Places, const std::vector<bool> &IsChanged) {
  auto Describe = [&](unsigned I) {
    std::string Name = describeObject(Scop.Arrays[I].Object.Base);
    for (auto &[Array, Text] : Analysis.Forwarded.Arrays)
      if (Array == I)
        return Name + Text;
    return is_contained(Analysis.Removed.Vanished, I)
               ? Name + " removed: nobody reads it"
               : describeContraction(Scop, I, Analysis.Plan, Places);
  };
  std::vector<std::pair<const Value *, std::string>> Texts;
  for (unsigned I = 0; I < Scop.Arrays.size(); ++I)
    if (IsChanged[I])
      Texts.push_back({Scop.Arrays[I].Object.Base, Describe(I)});
  return Texts;
}

/// Why no values of the parameters let loops of \p Scop run rewritten, which
/// they do where arrays become smaller by \p Gain bytes and have \p Footprint
/// bytes; empty if some may. isl gets \p MaxOperations to find out.
static std::string whyNeverRun(const ImportedScop &Scop,
                               const StoragePlan &Plan,
                               const AccessPlan &Places, uint64_t Gain,
                               double Footprint, unsigned long MaxOperations) {
  IslBudget Budget(Scop.K.ctx(), MaxOperations);
  double Gained = Gain > 0 ? mostGain(Scop.K, Plan, Places) : INFINITY;
  double Accessed =
      Footprint > 0 ? mostAccessedBytes(Scop.K, Footprint) : INFINITY;
  if (Budget.exceeded())
    return "";
  auto RunFrom = [](double Least) {
    return ", and rewritten loops run from " + describeBytes(Least) + " on";
  };
  if (Gained < Gain)
    return "all arrays here together would be smaller by " +
           describeBytes(std::max(0.0, Gained)) + RunFrom(Gain);
  if (Accessed < Footprint)
    return "all arrays here together take " + describeBytes(Accessed) +
           RunFrom(Footprint);
  return "";
}

/// What to say of loops that run rewritten only where arrays become smaller by
/// \p Gain bytes and have \p Footprint bytes.
static std::string describeLeast(uint64_t Gain, double Footprint) {
  if (Gain == 0 && Footprint == 0)
    return "";
  std::string Smaller = "become smaller by at least " + describeBytes(Gain);
  std::string Large = "take at least " + describeBytes(Footprint);
  return "rewritten loops run where arrays " +
         (Footprint == 0 ? Smaller
          : Gain == 0    ? Large
                         : Smaller + " and " + Large) +
         ", the original ones elsewhere";
}

/// Rewrites \p S as \p Options say. Fails, with a GrowthError or a RowsError,
/// where less is to be tried; nothing is changed then.
Error FunctionDriver::rewriteScop(PollySession &Session, polly::Scop &S,
                                  const PassOptions &Options) {
  Function &F = S.getFunction();
  SmallVector<RewrittenLoops, 4> Rewritten;
  for (LaterScop &L : Later)
    Rewritten.push_back(
        {L.Code.Start, canDecideInFrontOf(L, S) ? &L.Reads : nullptr});
  ImportedScop Scop =
      importScop(S, &Original, FAM.getResult<TargetLibraryAnalysis>(F),
                 Session.LI, Session.DT,
                 {/*AllShapes=*/!Outputs.empty(), /*AsWritten=*/false,
                  Options.Defer, Rewritten});
  auto RefuseAll = [&](std::string Reason) {
    StoragePlan None;
    for (unsigned I = 0; I < Scop.Arrays.size(); ++I)
      if (!Scop.K.Arrays[I].Fixed)
        None.Refusals.push_back({I, Reason});
    Kept.addRefusals(Scop, None);
    return Error::success();
  };
  if (!Scop.WhyNot.empty())
    return RefuseAll(Scop.WhyNot);
  if (std::string Why = assumeErrnoApart(Scop, FAM.getResult<AAManager>(F));
      !Why.empty())
    return RefuseAll(Why);
  bool MayImprove = looksEverywhere() || mayImprove(Scop, Options);
  bool MaySplit = Options.Split && mayHaveBorders(S.getRegion(), Session.LI);
  if (!MayImprove && !MaySplit) {
    Kept.addFixed(Scop);
    return Error::success();
  }
  if (MayImprove)
    assumeUsualSizes(Scop);
  if (std::string Why =
          demandRowsApart(Scop, Session.LI, FAM.getResult<AAManager>(F),
                          Options.maxDataflowOperations());
      !Why.empty())
    return RefuseAll(Why);
  if (!Outputs.empty() && Options.Die)
    restrictLiveOut(Scop);
  if (Classes)
    Classes->addKernel(Scop.K);
  CacheSizes Caches = caches(F);
  Expected<ScopAnalysis> Analysis =
      analyzeScop(Scop, Options, Caches, FAM.getResult<TargetIRAnalysis>(F));
  Kept.addFixed(Scop);
  if (!Analysis)
    return RefuseAll(toString(Analysis.takeError()));
  auto &[Flow, Idle, Removed, Forwarded, Plan, Fused, NotFused, Tiled, NotTiled,
         NotBlocked, Interleaved, NotInterleaved, LeastGain, LeastFootprint,
         Blocks, MaxCopies, Bands] = *Analysis;
  addAll(Remarks, RemarkList::Kind::Missed, placeOf(Scop),
         {{"NotFused", NotFused},
          {"NotTiled", NotTiled},
          {"NotBlocked", NotBlocked},
          {"NotInterleaved", NotInterleaved},
          {"ErrnoOrder", describeErrnoOrder(Scop.K)}});
  addNotes(Remarks, RemarkList::Kind::Missed, "NotBlocked", Scop,
           Blocks.Missed);
  if (!Removed.Mistake.empty())
    Original.getContext().emitError("smolly: " + Removed.Mistake + " in '" +
                                    Original.getName() + "'");
  Kept.addRefusals(Scop, Plan);
  std::vector<bool> IsChanged = changedArrays(Plan, Scop.Arrays.size());
  // What is not done for the sake of smaller arrays is done in any case.
  bool AtAnySize = Idle.any() || (Removed.any() && Forwarded.LeastGain == 0) ||
                   !Tiled.empty() ||
                   (!Interleaved.empty() && count(IsChanged, true) == 0);
  std::string Split;
  if (MaySplit && !AtAnySize && count(IsChanged, true) == 0 &&
      smolly::hasBorders(Scop, Options.forStorage(Scop.K))) {
    AtAnySize = true;
    LeastFootprint = Caches.First;
    Split = "borders of loops have loops of their own: those over the interior "
            "have no conditions";
  }
  unsigned NewlyChanged = std::max<unsigned>(count(IsChanged, true), AtAnySize);
  if (NewlyChanged == 0)
    return Error::success();
  if (Changed + NewlyChanged > Limit)
    return RefuseAll("the limit of changed arrays is reached");

  LeastGain = std::max(LeastGain, Caches.Second * Forwarded.LeastGain);

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
  if (!canDefer(Scop, *Places)) {
    PassOptions Less = Options;
    Less.Defer = false;
    return rewriteScop(Session, S, Less);
  }

  uint64_t Least = AtAnySize ? 0 : std::max<uint64_t>(minGain(), LeastGain);
  if (std::string Why = whyNeverRun(Scop, Plan, *Places, Least, LeastFootprint,
                                    Options.maxDataflowOperations());
      !Why.empty())
    return RefuseAll(Why);
  breakPlaces(Options.Break, Scop.K, *Places);
  if (MayImprove)
    assumeSeparateBorders(Scop, *Places);
  LaterReads Reads = Removed.any() ? readsOf(Scop) : LaterReads();
  TileNotes Tiles =
      versionTiles(Scop, Bands, Options, Caches.Second, *Places, Plan);

  std::string Sizes = describeUsualSizes(Scop);
  std::string From =
      describeLeast(Least > minGain() ? Least : 0, LeastFootprint);
  auto Texts = describeChanges(Scop, *Analysis, *Places, IsChanged);
  bool HasRegions = !Forwarded.Arrays.empty() || !Split.empty();
  std::vector<RegionRemark> Regions =
      Split.empty() ? describeRegions(Scop, *Places, Options.forStorage(Scop.K))
                    : describeBorders(Scop, Options.forStorage(Scop.K));
  Expected<GeneratedScop> Code = generateScop(
      Session, Scop, Plan, *Places,
      {Least, uint64_t(LeastFootprint), HasRegions ? Options.MaxGrowth : 0,
       Options.MaxIslOperations, Options.Shadow});
  if (!Code && (Code.errorIsA<GrowthError>() || Code.errorIsA<RowsError>()))
    return Code.takeError();
  if (!Code) {
    giveUp(toString(Code.takeError()));
    return Error::success();
  }
  Changed += NewlyChanged;
  OnlyReordered &= count(IsChanged, true) == 0 && !Idle.any() &&
                   !Removed.any() && Tiled.empty();
  Statistics.Restricted += Removed.Remarks.size();
  noteRewritten(std::move(*Code), std::move(Reads), Scop.ReliesOn);
  for (auto &[Base, Text] : Texts) {
    Kept.exclude(Base);
    Remarks.add(RemarkList::Kind::Passed, "Contracted",
                dyn_cast<Instruction>(Base), Text, Base);
  }
  addAll(Remarks, RemarkList::Kind::Passed, placeOf(Scop),
         {{"Fused", Fused},
          {"Tiled", Tiled},
          {"Interleaved", Interleaved},
          {"Split", Split},
          {"UsualSizes", Sizes},
          {"LeastGain", From}});
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
  return Error::success();
}

/// Rewrites \p S, without rows side by side where that takes too long, and
/// without code for each region where that would be too much.
void FunctionDriver::optimizeScop(PollySession &Session, polly::Scop &S) {
  const Instruction *Where = S.getEntry()->getTerminator();
  PassOptions Less = Options;
  Error Failure = rewriteScop(Session, S, Less);
  while (Failure)
    handleAllErrors(
        std::move(Failure),
        [&](const GrowthError &E) {
          Less.Forward = Less.Split = false;
          Kept.missed(Where,
                      "regions with constants, copies or borders get no loops "
                      "of their own: " +
                          E.message() + " (option growth)");
          Failure = rewriteScop(Session, S, Less);
        },
        [&](const RowsError &E) {
          Less.Interleave = false;
          Kept.missed(Where,
                      "iterations do not run side by side: " + E.message());
          Failure = rewriteScop(Session, S, Less);
        });
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

/// The part of a function that loops have to be which only run in another
/// order.
static constexpr double LeastShare = 0.25;

/// How often a loop is taken to run, as LLVM does where it knows nothing.
static constexpr double UsualRuns = 32;

/// How many instructions run in the loops that \p Blocks are in, by a guess.
template <typename BlockRange>
static double loopWeight(BlockRange &&Blocks, const LoopInfo &LI) {
  double Weight = 0;
  for (const BasicBlock *BB : Blocks)
    if (unsigned Depth = LI.getLoopDepth(BB))
      Weight += BB->size() * std::pow(UsualRuns, Depth);
  return Weight;
}

void FunctionDriver::optimizeScops(Function &F, const FlatLoops &Loops) {
  std::vector<PrivateObject> Objects =
      findPrivateObjects(F, Original, FAM.getResult<TargetLibraryAnalysis>(F));
  PollySession Session(F, FAM, Loops, Options.Limits);
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
  double All = loopWeight(make_pointer_range(F), Session.LI), Rewritten = 0;
  // Last first: what is generated for a SCoP leaves those in front of it valid.
  for (const Region *R : reverse(Regions)) {
    polly::Scop *S = Session.Info->getScop(R);
    if (!S)
      continue;
    unsigned Before = Later.size();
    double Weight = loopWeight(R->blocks(), Session.LI);
    optimizeScop(Session, *S);
    if (Broken)
      return;
    if (Later.size() != Before) {
      Rewritten += Weight;
      Session.Info->invalidate();
    }
  }
  Kept.finish();
  // The others are compiled in another form than without the plugin, too.
  if (Changed > 0 && Statistics.Unread == 0 && OnlyReordered &&
      !looksEverywhere() && Rewritten < All * LeastShare)
    giveUp("those that would only run in another order are a small part of "
           "this function");
}
