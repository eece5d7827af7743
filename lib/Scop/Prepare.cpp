//===- Prepare.cpp - Make ordinary code a SCoP ----------------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Prepare.h. The rewrites, and what Polly does without them:
///
/// * An array that is not allocated where it would be empty always is, and what
///   its constructor sets to zero becomes one memset. Its pointer would be one
///   of two, and a loop over all elements of an array with rows keeps Polly
///   from seeing the rows.
/// * Blocks are split behind allocations and calls, and stores and loads of
///   candidate arrays outside of loops are put into loops of one iteration.
///   Polly's regions grow from loops; straight-line code in front of the first
///   loop never joins them, and a block that also holds a call is no part of a
///   SCoP.
/// * Widths of arrays are made opaque ("frozen"). With a row width of `m + 1`
///   Polly would divide the offset by `m`.
/// * Address arithmetic in `int` is redone in 64 bits, as are products of sizes
///   that loops run to. Polly takes `zext(w)` and `sext(w)` for two widths.
/// * Two upper bounds of a loop become their minimum.
/// * Stores in all arms of a condition become one; Polly would only know that
///   each of them may happen.
/// * Conditions become ones that Polly can read, and has few polyhedra for.
/// * Remainders of counters that are less than a few times the divisor become
///   choices, and accesses to one of two places two accesses. A store of what
///   is a copy or a constant, depending on counters, becomes several. A load of
///   the larger of two elements, by reference, becomes a choice of values.
/// * Short loops under conditions on data, or over tables, are unrolled.
/// * Windows that end at borders are as long there as elsewhere, with a
///   condition.
/// * A loop in which pointers take turns gets a body for each turn.
/// * Null checks are hidden; they would become conditions of every statement
///   behind them.
/// * Loop bounds that lie in memory are loaded ahead of the loops in front.
/// * Arrays are allocated ahead of the loops in front, and freed behind those
///   that follow.
/// * Loops over all elements of arrays with rows become loops over rows.
/// * Rows of vectors of vectors are in one allocation, and rows that are copies
///   of one of zeros are zeros.
/// * Calls of memcpy and the like become loops. Pointers to the ends of vectors
///   become their beginnings plus a size.
/// * Lower bounds of Fortran arrays that might be empty are resolved.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/Prepare.h"
#include "AddressWidening.h"
#include "ArrayBounds.h"
#include "BoundChoices.h"
#include "ChosenLoads.h"
#include "CopiedFills.h"
#include "HoistLoads.h"
#include "LocalLists.h"
#include "MergeBounds.h"
#include "MergeStores.h"
#include "MoveAllocations.h"
#include "NullChecks.h"
#include "OpaqueValues.h"
#include "OutsideSizes.h"
#include "OverwrittenStores.h"
#include "Remainders.h"
#include "RepeatedConditions.h"
#include "RowTables.h"
#include "SeparateAccesses.h"
#include "SettleEnds.h"
#include "ShortLoops.h"
#include "SimpleConditions.h"
#include "SplitStores.h"
#include "StraightLine.h"
#include "UnrollPeriodic.h"
#include "UnsignedBounds.h"
#include "WideBounds.h"
#include "WindowEnds.h"
#include "ZeroFills.h"
#include "polly/Canonicalization.h"
#include "polly/CodePreparation.h"
#include "smolly/Scop/ExposeArrays.h"
#include "smolly/Scop/ObjectFacts.h"
#include "smolly/Scop/OptionalAllocations.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// Hides `int m = strlen(text);` and the like from the canonicalisation, which
/// would extend them to 64 bits in a different way at each use. What was put
/// together to be passed on, as two sizes in a struct are, is taken apart
/// again.
static void hideTruncations(Function &F, const LoopInfo &LI,
                            OpaqueValues &Opaque) {
  SmallVector<TruncInst *, 8> Truncations;
  for (Instruction &I : instructions(F))
    if (auto *Trunc = dyn_cast<TruncInst>(&I);
        Trunc && Trunc->getType()->isIntegerTy(32) &&
        !LI.getLoopFor(Trunc->getParent()) && !Opaque.isHidden(Trunc) &&
        !match(Trunc->getOperand(0),
               m_CombineOr(m_Or(m_Value(), m_Value()),
                           m_LShr(m_Value(), m_SpecificInt(32)))))
      Truncations.push_back(Trunc);
  for (TruncInst *Trunc : Truncations) {
    IRBuilder<> B(Trunc->getNextNode());
    CallInst *Call = Opaque.hide(Trunc, B);
    Trunc->replaceUsesWithIf(Call, [&](Use &U) { return U.getUser() != Call; });
  }
}

/// Whether it is known where control gets from \p BB.
static bool isDecided(const BasicBlock &BB) {
  const auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
  return Branch && Branch->isConditional() &&
         isa<Constant>(Branch->getCondition());
}

/// Runs Polly's canonicalisation. Deallocations stay apart: `free(phi(p, q))`
/// would be all that is left of two of them in different orders.
static void canonicalize(Function &F, FunctionAnalysisManager &FAM,
                         OptimizationLevel Level,
                         const TargetLibraryInfo &TLI) {
  SmallVector<WeakTrackingVH, 8> Marked;
  for (Instruction &I : instructions(F))
    if (auto *CB = dyn_cast<CallBase>(&I);
        CB && getFreedOperand(CB, &TLI) && !CB->cannotMerge()) {
      CB->addFnAttr(Attribute::NoMerge);
      Marked.push_back(CB);
    }
  ModulePassManager Unused;
  FunctionPassManager FPM =
      polly::buildCanonicalicationPassesForNPM(Unused, Level);
  FAM.invalidate(F, FPM.run(F, FAM));
  joinRepeatedConditions(F, FAM);
  FPM = FunctionPassManager();
  // Branches that store to the same place in both arms become a select.
  FPM.addPass(SimplifyCFGPass(
      SimplifyCFGOptions().sinkCommonInsts(true).hoistCommonInsts(true)));
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FAM.invalidate(F, FPM.run(F, FAM));
  // What a branch before has asked is known now.
  if (any_of(F, isDecided)) {
    removeDeadBranches(F);
    FAM.invalidate(F, PreservedAnalyses::none());
  }
  for (WeakTrackingVH &V : Marked)
    if (auto *CB = dyn_cast_or_null<CallBase>(V))
      CB->removeFnAttr(Attribute::NoMerge);
}

using AddressPass = bool(Function &, LoopInfo &, DominatorTree &,
                         ScalarEvolution &);

static void onAddresses(AddressPass *Pass, Function &F,
                        FunctionAnalysisManager &FAM) {
  if (Pass(F, FAM.getResult<LoopAnalysis>(F),
           FAM.getResult<DominatorTreeAnalysis>(F),
           FAM.getResult<ScalarEvolutionAnalysis>(F)))
    FAM.invalidate(F, PreservedAnalyses::none());
}

/// Marks deallocations that are said not to keep their pointer.
static constexpr const char *FreedUnseen = "smolly-freed-unseen";

/// Says that nobody learns of an array where it is freed: what `operator
/// delete` keeps is no array any more. Else a pointer that is loaded somewhere
/// might point to the array.
static void freeUnseen(Function &F, const TargetLibraryInfo &TLI) {
  for (Instruction &I : instructions(F)) {
    auto *CB = dyn_cast<CallBase>(&I);
    const Value *Freed = CB ? getFreedOperand(CB, &TLI) : nullptr;
    if (!Freed || CB->getArgOperand(0) != Freed ||
        CB->paramHasAttr(0, Attribute::Captures))
      continue;
    CB->addParamAttr(
        0, Attribute::getWithCaptureInfo(F.getContext(), CaptureInfo::none()));
    CB->addFnAttr(Attribute::get(F.getContext(), FreedUnseen));
  }
}

void smolly::restoreDeallocations(Function &F) {
  for (Instruction &I : instructions(F))
    if (auto *CB = dyn_cast<CallBase>(&I); CB && CB->hasFnAttr(FreedUnseen)) {
      CB->removeParamAttr(0, Attribute::Captures);
      CB->removeFnAttr(FreedUnseen);
    }
}

/// Lets no SCoP begin in front of a frozen width, in the block where it is
/// frozen: within the SCoP it would be no parameter.
static void splitBehindWidths(Function &F, LoopInfo &LI, DominatorTree &DT) {
  SmallVector<Instruction *, 8> Last;
  for (BasicBlock &BB : F)
    for (Instruction &I : reverse(BB))
      if (isa<FreezeInst>(I) && !I.getType()->isIntegerTy(1)) {
        Last.push_back(&I);
        break;
      }
  for (Instruction *I : Last)
    SplitBlock(I->getParent(), std::next(I->getIterator()), &DT, &LI);
}

/// Lets no SCoP begin in a block where something is loaded ahead of loops:
/// within the SCoP it would be no parameter.
static void splitBehindLoads(Function &F, LoopInfo &LI) {
  SmallVector<BasicBlock *, 8> Loading;
  for (BasicBlock &BB : F)
    if (isa<BranchInst>(BB.getTerminator()) && !LI.getLoopFor(&BB) &&
        any_of(BB, [](const Instruction &I) {
          return isa<LoadInst>(I) && I.getType()->isIntOrPtrTy();
        }))
      Loading.push_back(&BB);
  for (BasicBlock *BB : Loading)
    SplitBlock(BB, BB->getTerminator());
}

/// Gives loops that carry something a block of their own in front of them:
/// else what they begin with would be set in each iteration of the loop before.
static void separateBeginnings(LoopInfo &LI, DominatorTree &DT,
                               ScalarEvolution &SE) {
  for (Loop *L : LI.getLoopsInPreorder())
    if (!L->getLoopPreheader() &&
        any_of(L->getHeader()->phis(), [&](PHINode &Phi) {
          return !SE.isSCEVable(Phi.getType()) ||
                 !isa<SCEVAddRecExpr>(SE.getSCEV(&Phi));
        }))
      InsertPreheaderForLoop(L, &DT, &LI, nullptr, /*PreserveLCSSA=*/false);
}

void smolly::prepareFunction(Function &F, const Function &Twin,
                             FunctionAnalysisManager &FAM,
                             OptimizationLevel Level, HiddenParts &Hidden) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  if (Hidden.Exit.hide(F, FAM.getResult<LoopAnalysis>(F)))
    FAM.invalidate(F, PreservedAnalyses::none());
  if (assumeNonEmptyArrays(F))
    FAM.invalidate(F, PreservedAnalyses::none());
  loadBeforeChoosing(F, FAM);
  OpaqueValues Opaque(F);
  hideTruncations(F, FAM.getResult<LoopAnalysis>(F), Opaque);
  if (hideOutsideSizes(F, FAM.getResult<DominatorTreeAnalysis>(F),
                       FAM.getResult<LoopAnalysis>(F), Opaque))
    FAM.invalidate(F, PreservedAnalyses::none());
  // Vectors of vectors that have the size of others are known once those are.
  constexpr unsigned MaxJoins = 4;
  unrollLocalLists(F, FAM);
  unrollShortLoops(F, FAM);
  settleEnds(F, FAM);
  constexpr unsigned MaxExposed = 3;
  for (unsigned I = 0; I < MaxExposed && exposeOwned(F, FAM); ++I)
    settleEnds(F, FAM);
  for (unsigned Join = 0; Join < MaxJoins && joinRows(F, FAM); ++Join)
    settleEnds(F, FAM);
  freeUnseen(F, TLI);
  // Behind such a loop it may only now be clear which array another one is
  // over.
  if (unrollPeriodicLoops(F, FAM, Opaque))
    settleEnds(F, FAM);
  onAddresses(replaceRemainders, F, FAM);
  onAddresses(widenBounds, F, FAM);
  onAddresses(widenAddresses, F, FAM);
  exposeWindows(F, FAM);
  onAddresses(makeBoundsSigned, F, FAM);
  onAddresses(mergeBounds, F, FAM);
  onAddresses(chooseBoundsByExtremes, F, FAM);
  Hidden.HasLongWindows = Hidden.MayExtendWindows && extendWindows(F, FAM);
  if (mergeStores(F))
    FAM.invalidate(F, PreservedAnalyses::none());
  hideTruncations(F, FAM.getResult<LoopAnalysis>(F), Opaque);
  canonicalize(F, FAM, Level, TLI);
  removeOverwrittenStores(F, FAM);
  if (hoistLoads(F, FAM)) {
    FAM.invalidate(F, PreservedAnalyses::none());
    FAM.invalidate(F, EarlyCSEPass(/*UseMemorySSA=*/true).run(F, FAM));
  }
  // Not before: what is known to be no poison would not stay frozen.
  Opaque.show(FAM.getResult<DominatorTreeAnalysis>(F));
  FAM.invalidate(F, PreservedAnalyses::none());
  // Not later: an array is filled behind its allocation.
  if (mergeZeroFills(F, FAM)) {
    splitBehindLoads(F, FAM.getResult<LoopAnalysis>(F));
    FAM.invalidate(F, PreservedAnalyses::none());
  }
  fillCopies(F, FAM);
  moveAllocations(F, FAM);
  // Not before calls with the same arguments have become one, or stayed two.
  Hidden.Errors.hide(F, TLI);
  Hidden.Scopes.hide(F);
  preferSigned(F);
  FAM.invalidate(F, PreservedAnalyses::none());
  // Once more: now sizes that lay in memory are known to stay the same.
  onAddresses(replaceRemainders, F, FAM);
  if (separateAccesses(F, FAM.getResult<LoopAnalysis>(F),
                       FAM.getResult<DominatorTreeAnalysis>(F),
                       FAM.getResult<ScalarEvolutionAnalysis>(F), TLI,
                       Hidden.Separated))
    FAM.invalidate(F, PreservedAnalyses::none());
  simplifyConditions(F, FAM.getResult<LoopAnalysis>(F),
                     FAM.getResult<ScalarEvolutionAnalysis>(F));
  if (splitStores(F, FAM.getResult<LoopAnalysis>(F),
                  FAM.getResult<DominatorTreeAnalysis>(F),
                  FAM.getResult<ScalarEvolutionAnalysis>(F), TLI))
    FAM.invalidate(F, PreservedAnalyses::none());
  hideNullChecks(F, FAM.getResult<LoopAnalysis>(F), TLI);
  encloseStraightLineAccesses(F, FAM.getResult<LoopAnalysis>(F), TLI,
                              FAM.getResult<AAManager>(F));
  FAM.invalidate(F, PreservedAnalyses::none());
  Hidden.Reads.hide(F, FAM);
  onAddresses(freezeWidths, F, FAM);
  Hidden.Rows.hide(F, FAM);
  Hidden.Loops.split(F, Twin, FAM);
  Hidden.MemoryCalls.hide(F, Twin, FAM);

  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  splitBehindWidths(F, LI, DT);
  separateBeginnings(LI, DT, FAM.getResult<ScalarEvolutionAnalysis>(F));
  polly::runCodePreparation(F, &DT, &LI, nullptr);
  PreservedAnalyses Preserved;
  Preserved.preserve<DominatorTreeAnalysis>();
  Preserved.preserve<LoopAnalysis>();
  FAM.invalidate(F, Preserved);
}
