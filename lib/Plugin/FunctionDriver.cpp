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
#include "CandidateArrays.h"
#include "Outputs.h"
#include "RunCounter.h"
#include "SplitBorders.h"
#include "UnreadArrays.h"
#include "Warnings.h"
#include "WorkingCopy.h"
#include "smolly/Kernel/IslBudget.h"
#include "smolly/Kernel/QuestionRecorder.h"
#include "smolly/Scop/AllocateLate.h"
#include "smolly/Scop/CarryValues.h"
#include "smolly/Scop/CountRemainders.h"
#include "smolly/Scop/ExposeArrays.h"
#include "smolly/Scop/ExtremeValues.h"
#include "smolly/Scop/FillLate.h"
#include "smolly/Scop/FreeEarly.h"
#include "smolly/Scop/MainVariables.h"
#include "smolly/Scop/NeighbourAddresses.h"
#include "smolly/Scop/OptionalAllocations.h"
#include "smolly/Scop/Prepare.h"
#include "smolly/Scop/RowsApart.h"
#include "smolly/Scop/SplitWraps.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/TimeProfiler.h"

using namespace llvm;
using namespace smolly;

/// Rewritten loops run only where they save at least this much memory: below,
/// everything is in the first cache anyway, and an allocation in a small
/// function that is called often would cost more than it gains.
static constexpr uint64_t MinGainBytes = 16384;

/// Bytes of local variables that a function may have twice.
static constexpr uint64_t MaxOnStackTwice = 4096;
/// Functions of so many instructions may have all of them twice, larger ones
/// only if the rewritten loops are half of them.
static constexpr size_t FewInstructions = 200;

uint64_t FunctionDriver::minGain() const {
  return Options.Always ? 0 : MinGainBytes;
}

/// Whether the function has a loop, or a function that will be inlined has.
bool FunctionDriver::hasLoops() {
  if (!FAM.getResult<LoopAnalysis>(Original).empty())
    return true;
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(Original);
  return any_of(instructions(Original), [&](const Instruction &I) {
    const auto *CB = dyn_cast<CallBase>(&I);
    return CB && mayBecomeInlinable(*CB, TLI) &&
           !FAM.getResult<LoopAnalysis>(*CB->getCalledFunction()).empty();
  });
}

/// Whether copying the function can be worth it: it has a loop, and an array
/// that may become smaller.
bool FunctionDriver::hasCandidates() {
  if (!hasLoops())
    return false;
  CandidateArrays Arrays = findCandidateArrays(
      Original, nullptr, FAM.getResult<TargetLibraryAnalysis>(Original),
      minGain());
  if (!Arrays.Worthwhile && !Arrays.Refused.empty())
    Kept.addRefused(Original, Arrays);
  OwnersOnly = Arrays.OwnersOnly;
  return Arrays.Worthwhile;
}

/// Whether there are arrays after all in \p F, the working copy of a function
/// that was looked at for objects that may own some.
bool FunctionDriver::ownsArrays(Function &F) {
  CandidateArrays Arrays = findCandidateArrays(
      F, &Original, FAM.getResult<TargetLibraryAnalysis>(F), minGain());
  if (!Arrays.Worthwhile)
    Kept.addRefused(F, Arrays);
  return Arrays.Worthwhile || looksEverywhere() || hasBorders();
}

/// Whether copying the function can be worth it though no array may change.
bool FunctionDriver::hasBorders() {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(Original);
  return Options.Split &&
         any_of(FAM.getResult<LoopAnalysis>(Original).getLoopsInPreorder(),
                [&](const Loop *L) { return smolly::mayHaveBorders(*L, TLI); });
}

/// The working copy is not to be used.
void FunctionDriver::giveUp(const std::string &Why) {
  Broken = true;
  Kept.missed(nullptr, "loops left as they are: " + Why);
}

/// The instructions of the original loops beside \p Code.
static size_t originalSize(const GeneratedScop &Code) {
  const BasicBlock *Behind = Code.Exit->getSingleSuccessor();
  SmallPtrSet<const BasicBlock *, 32> Seen = {Code.Start, Behind};
  SmallVector<const BasicBlock *, 32> Worklist = {Code.Branch->getParent()};
  size_t Size = 0;
  while (!Worklist.empty())
    for (const BasicBlock *Next : successors(Worklist.pop_back_val()))
      if (Seen.insert(Next).second) {
        Size += Next->size();
        Worklist.push_back(Next);
      }
  return Size;
}

/// Whether the function is to have its code as it was besides the rewritten
/// one, for where its loops do not run rewritten: where it is hardly more than
/// those loops, and they may well not.
bool FunctionDriver::mayStartOver() {
  if (Later.size() != 1 || Statistics.Unread > 0 ||
      (Later.front().Code.IsOriginalCold && !HasLongWindows))
    return false;
  uint64_t OnStack = 0;
  for (const Instruction &I : instructions(Original))
    if (const auto *Alloca = dyn_cast<AllocaInst>(&I))
      OnStack += Alloca->getAllocationSize(Original.getDataLayout())
                     .value_or(TypeSize::getFixed(0))
                     .getKnownMinValue();
  return OnStack <= MaxOnStackTwice &&
         (HasLongWindows ||
          Original.getInstructionCount() <=
              std::max(2 * originalSize(Later.front().Code), FewInstructions));
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
  Decision = guardAllocations(F, Later[Index].Code,
                              FAM.getResult<TargetLibraryAnalysis>(Original),
                              mayStartOver());
  Value *Fast = Decision.Fast;
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

/// Gives calls that are new a place in the source, of no line: the program may
/// have a malloc of its own, which may be inlined.
static void locateCalls(Function &F) {
  DISubprogram *Program = F.getSubprogram();
  if (!Program)
    return;
  for (Instruction &I : instructions(F))
    if (isa<CallBase>(I) && !I.getDebugLoc())
      I.setDebugLoc(DILocation::get(F.getContext(), 0, 0, Program));
}

void FunctionDriver::finish(Function &F) {
  SmallVector<BasicBlock *, 4> Starts;
  for (const LaterScop &L : Later)
    Starts.push_back(L.Code.Start);
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(Original);
  splitWraps(F, Starts, TLI);
  carryValues(F, Starts, TLI);
  SmallVector<Value *, 4> Moduli;
  for (const LaterScop &L : Later)
    append_range(Moduli, L.Code.Moduli);
  countRemainders(F, Starts, Moduli, TLI);
  hideRemainders(Moduli);
  deriveFromNeighbours(F, Starts, TLI);
  for (unsigned I = 0; I < Later.size(); ++I)
    decide(F, I);
  WouldRunLongWindows = HasLongWindows && !Decision.Restart;
  if (WouldRunLongWindows)
    return;
  if (Options.CountRuns)
    for (const LaterScop &L : Later)
      countRun(*F.getParent(), L.Code.Start, Original.getName());
  expandExtremes(F);
  restoreDeallocations(F);
  // Not later: then a branch may be around the allocation, but not the fill.
  fillLate(F, FAM);
  allocateOnlyNonEmpty(F);
  freeEarly(F, FAM);
  allocateLate(F, FAM);
  locateCalls(F);
  F.addFnAttr("smolly-optimized");
}

/// Whether malloc and free mean what they usually do: not in freestanding code
/// or under -fno-builtin-malloc, nor where the file has functions of its own
/// that are called so.
static bool hasAllocator(const Module &M, const TargetLibraryInfo &TLI) {
  auto IsUsual = [&](LibFunc F, StringRef Name) {
    const GlobalValue *Named = M.getNamedValue(Name);
    return TLI.has(F) && !(Named && Named->hasLocalLinkage());
  };
  return IsUsual(LibFunc_malloc, "malloc") && IsUsual(LibFunc_free, "free");
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
  // One that is part of its callers by now will be removed.
  bool IsCandidate =
      !Original.isDefTriviallyDead() &&
      hasAllocator(*Original.getParent(),
                   FAM.getResult<TargetLibraryAnalysis>(Original)) &&
      (looksEverywhere() ? hasLoops() : hasCandidates() || hasBorders());
  if (IsCandidate) {
    Statistics.Contracted = runOnCopy();
    if (WouldRunLongWindows)
      Statistics.Contracted = runWithoutLongWindows();
    dropUnusedExtremes(*Original.getParent());
    dropUnusedApartChecks(*Original.getParent());
  } else
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
void FunctionDriver::analyzeAndRewrite(Function &F, const FlatLoops &Loops) {
  EmptinessScope Emptiness(Options.emptinessMode());
  QuestionRecorder Recorder;
  if (!Options.Statistics.empty())
    Emptiness.measureTime();
  if (!Options.RecordQuestions.empty())
    Emptiness.tell(Recorder);
  if (Options.SdbmClasses)
    Emptiness.tell(Classes.emplace());
  optimizeScops(F, Loops);
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
  TimeTraceScope Trace("Smolly", Original.getName());
  WorkingCopy Copy(Original, FAM);
  std::optional<HiddenParts> Hidden(std::in_place);
  IslAllowance Allowance(Options.MaxFunctionOperations);
  {
    TimeTraceScope Phase("Smolly prepare");
    if (makeMainVariablesLocal(Copy.function(), Original))
      FAM.invalidate(Copy.function(), PreservedAnalyses::none());
    exposeArrays(Copy.function(), FAM);
    if (OwnersOnly && !ownsArrays(Copy.function())) {
      Remarks.emit(Original);
      return 0;
    }
    Hidden->MayExtendWindows = MayExtendWindows;
    prepareFunction(Copy.function(), Original, FAM, Level, *Hidden);
  }
  // Those that only inlining or simplifying has made private.
  Changed = Statistics.Unread = removeUnread(Copy.function(), &Original, Limit);
  analyzeAndRewrite(Copy.function(), Hidden->Loops);
  if (!Hidden->Rows.show() && Changed > 0)
    giveUp("a row of a table is accessed at an address that is not known");
  HasLongWindows = Hidden->HasLongWindows;
  Hidden.reset();
  FAM.invalidate(Copy.function(), PreservedAnalyses::none());
  Statistics.Operations = Allowance.spent();
  if (Allowance.exceeded())
    Kept.missed(nullptr,
                "not all loops of this function were analysed to the end: "
                "more than " +
                    std::to_string(Options.MaxFunctionOperations) +
                    " isl operations (max-function-operations) are needed");
  if (Changed > 0 && !Broken) {
    TimeTraceScope Phase("Smolly finish");
    finish(Copy.function());
    if (WouldRunLongWindows)
      return 0;
    if (!Broken && Decision.Restart)
      Copy.startOver(Decision.Fast, Decision.Restart);
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

/// Once more, from the beginning.
unsigned FunctionDriver::runWithoutLongWindows() {
  FunctionDriver Again(Original, FAM, Options, Level, Limit);
  Again.OwnersOnly = OwnersOnly;
  Again.Outputs = Outputs;
  Again.MayExtendWindows = false;
  unsigned Contracted = Again.runOnCopy();
  Statistics = std::move(Again.Statistics);
  return Contracted;
}

unsigned smolly::optimizeFunction(Function &F, FunctionAnalysisManager &FAM,
                                  const PassOptions &Options,
                                  OptimizationLevel Level, unsigned Limit) {
  return FunctionDriver(F, FAM, Options, Level, Limit).run();
}
