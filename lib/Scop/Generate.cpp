//===- Generate.cpp - Code for a SCoP with new arrays ---------------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements generateScop of Apply.h, on the parts that Polly's own code
/// generation is made of.
///
//===----------------------------------------------------------------------===//

#include "CodeGrowth.h"
#include "NodeBuilder.h"
#include "RowAddresses.h"
#include "polly/CodeGen/Utils.h"
#include "polly/Support/GICHelper.h"
#include "polly/Support/ScopHelper.h"
#include "smolly/Scop/Apply.h"
#include "smolly/Scop/Footprint.h"
#include "smolly/Scop/IndirectReads.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/TimeProfiler.h"

using namespace llvm;
using namespace smolly;

/// Neither copied nor kept consistent between the two versions: the markers of
/// an object that has any in \p R go, wherever they are. One that is left
/// behind the loops without the one that was in them would end a life that
/// never began.
static void removeLifetimeMarkers(const Region &R) {
  SmallPtrSet<Value *, 4> Objects;
  for (BasicBlock *BB : R.blocks())
    for (Instruction &I : *BB)
      if (I.isLifetimeStartOrEnd())
        Objects.insert(I.getOperand(0));
  for (Value *Object : Objects)
    for (User *U : make_early_inc_range(Object->users()))
      if (auto *I = dyn_cast<Instruction>(U); I && I->isLifetimeStartOrEnd())
        I->eraseFromParent();
}

/// Blocks that code generation added belong to the parent region: Polly does
/// not build regions for them, but asks for them.
static void adoptNewBlocks(Function &F, Region &Parent, RegionInfo &RI) {
  for (BasicBlock &BB : F)
    if (!RI.getRegionFor(&BB))
      RI.setRegionFor(&BB, &Parent);
}

/// What is known of an access to the old place need not hold at the new one:
/// alignment beyond the element's own, and that two accesses do not overlap.
/// Types for alias analysis, which would be wrong where arrays share storage,
/// are not on the accesses that Polly generates.
static void weakenAccesses(const ImportedScop &Scop, const StoragePlan &Plan) {
  std::vector<bool> Changed = changedArrays(Plan, Scop.Arrays.size());
  for (unsigned A = 0; A < Scop.Arrays.size(); ++A) {
    if (!Changed[A])
      continue;
    for (Instruction *I : Scop.Arrays[A].Object.Accesses) {
      const DataLayout &DL = I->getDataLayout();
      Align Natural = DL.getABITypeAlign(getLoadStoreType(I));
      Align Weak = std::min(getLoadStoreAlignment(I), Natural);
      if (auto *Load = dyn_cast<LoadInst>(I))
        Load->setAlignment(Weak);
      else
        cast<StoreInst>(I)->setAlignment(Weak);
      for (unsigned Kind :
           {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias,
            LLVMContext::MD_invariant_load, LLVMContext::MD_invariant_group,
            LLVMContext::MD_access_group})
        I->setMetadata(Kind, nullptr);
    }
  }
}

static void collectReplaced(const ImportedScop &Scop, const AccessPlan &Places,
                            GeneratedScop &G) {
  for (unsigned I = 0; I < Scop.Arrays.size(); ++I) {
    const ImportedArray &A = Scop.Arrays[I];
    if (!Places.LeavesOriginal[I] || A.Object.Kind != ObjectKind::Heap)
      continue;
    bool AllInside = all_of(A.Object.Accesses, [&](const Instruction *Access) {
      return Scop.S->contains(Access);
    });
    if (!AllInside)
      continue;
    G.Replaced.push_back(cast<CallBase>(A.Object.Base));
    G.ZeroFills.append(A.Object.ZeroFills);
  }
}

/// With more than so many times the code of the program, loops at borders share
/// code if that makes it smaller by a quarter: the conditions in them took no
/// time that could be measured (utils/bench/volumes, pad_layer).
static constexpr double MuchGrowth = 10, SmallerPart = 0.75;
/// So do those of loops that only run where this many bytes are saved: rows are
/// many then, and the first and the last one next to nothing.
static constexpr uint64_t ManyRowsBytes = 64 << 10;

char GrowthError::ID = 0;

void GrowthError::log(raw_ostream &OS) const {
  OS << format("there would be %.1f times as much code", Growth);
}

std::error_code GrowthError::convertToErrorCode() const {
  return std::make_error_code(std::errc::value_too_large);
}

char RowsError::ID = 0;

void RowsError::log(raw_ostream &OS) const { OS << Reason; }

std::error_code RowsError::convertToErrorCode() const {
  return std::make_error_code(std::errc::value_too_large);
}

/// The part of the operations for an analysis that loops with rows side by side
/// may take. In nests of many loops each operation on the borders of rows takes
/// isl long, and without rows there is always another way.
static constexpr unsigned RowsShare = 16;

static Expected<ScopAst> buildAst(const ImportedScop &Scop,
                                  const AccessPlan &Places, bool SplitsBorders,
                                  unsigned long MaxOperations) {
  ScopAst Ast;
  {
    polly::IslMaxOperationsGuard Budget(Scop.S->getIslCtx().get(),
                                        MaxOperations);
    Ast = buildScopAst(Scop, Places, SplitsBorders);
  }
  if (Ast.Root.is_null() || Ast.RunCondition.is_null())
    return createStringError("generating its loops takes too long");
  if (Ast.IsTooLarge)
    return createStringError("a bound in it does not fit into 60 bits");
  return Ast;
}

/// The loops at borders share what they can if there were much code.
static Expected<ScopAst> buildSmallAst(const ImportedScop &Scop,
                                       const AccessPlan &Places,
                                       const GenerateOptions &Options) {
  // Conditions that the program has as well cost nothing; others do where loops
  // are short. Loops of a new schedule are not divided at borders.
  bool HasBorders =
      Scop.NewSchedule.is_null() && Options.MinGainBytes < ManyRowsBytes &&
      any_of(
          Places.Statements, [](const auto &S) { return S.Pieces.size() > 1; });
  unsigned long MaxOperations = Scop.Rows.Loops.empty()
                                    ? Options.MaxOperations
                                    : Options.MaxOperations / RowsShare;
  Expected<ScopAst> Ast = buildAst(Scop, Places, HasBorders, MaxOperations);
  double Growth = Ast ? codeGrowth(Scop, *Ast) : 0;
  double Limit = Options.MaxGrowth;
  if (HasBorders && Limit > 0 && Growth > std::min(Limit, MuchGrowth)) {
    Expected<ScopAst> Shared = buildAst(Scop, Places, false, MaxOperations);
    double Less = Shared ? codeGrowth(Scop, *Shared) : 0;
    if (Shared && (Growth > Limit || Less < Growth * SmallerPart)) {
      Ast = std::move(Shared);
      Growth = Less;
    } else
      consumeError(Shared.takeError());
  }
  if (Ast && Limit > 0 && Growth > Limit)
    return make_error<GrowthError>(Growth);
  return Ast;
}

Expected<GeneratedScop> smolly::generateScop(PollySession &Session,
                                             ImportedScop &Scop,
                                             const StoragePlan &Plan,
                                             const AccessPlan &Places,
                                             const GenerateOptions &Options) {
  TimeTraceScope Trace("Smolly generate");
  polly::Scop &S = *Scop.S;
  Expected<ScopAst> MaybeAst = buildSmallAst(Scop, Places, Options);
  if (!MaybeAst && !MaybeAst.errorIsA<GrowthError>() &&
      !Scop.Rows.Loops.empty())
    return make_error<RowsError>(toString(MaybeAst.takeError()));
  if (!MaybeAst)
    return MaybeAst.takeError();
  ScopAst &Ast = *MaybeAst;
  bool OriginalIsCold = false;
  {
    polly::IslMaxOperationsGuard Budget(S.getIslCtx().get(),
                                        Options.MaxOperations);
    OriginalIsCold = Options.MinGainBytes == 0 && Scop.Bounded.empty() &&
                     Scop.Touched.empty() && Options.MinFootprintBytes == 0 &&
                     assumesNothing(S);
  }
  std::vector<Value *> ElementCounts;
  if (Options.Shadow) {
    auto Counts = emitElementCounts(Scop, Plan, Session.TLI);
    if (!Counts)
      return Counts.takeError();
    ElementCounts = std::move(*Counts);
  }

  GeneratedScop G;
  collectReplaced(Scop, Places, G);
  weakenAccesses(Scop, Plan);
  Function &F = S.getFunction();
  Region *R = &S.getRegion();
  polly::simplifyRegion(R, &Session.DT, &Session.LI, &Session.RI);
  BasicBlock *Entering = S.getEnteringBlock();
  polly::ScopAnnotator Annotator;
  polly::PollyIRBuilder Builder(F.getContext(), ConstantFolder(),
                                polly::IRInserter(Annotator));
  Builder.SetInsertPoint(Entering->getTerminator());
  polly::BBPair Blocks =
      polly::executeScopConditionally(S, Builder.getTrue(), Session.DT,
                                      Session.RI, Session.LI)
          .first;
  G.Start = Blocks.first;
  G.Exit = Blocks.second;
  removeLifetimeMarkers(*R);
  G.Branch = cast<BranchInst>(G.Start->getSinglePredecessor()->getTerminator());

  NodeBuilder Nodes(Builder, Annotator, F.getDataLayout(), Session, Scop, Plan,
                    Places, Ast, G.Start);
  Builder.SetInsertPoint(G.Branch);
  if (!Nodes.preloadInvariantLoads())
    return createStringError("a loop bound cannot be loaded in advance");
  Nodes.addParameters(S.getContext().release());
  Value *Condition = Nodes.emitAssumptions(Ast.RunCondition);
  Nodes.emitArrays(G);
  if (Options.MinGainBytes > 0)
    Condition =
        Builder.CreateAnd(Condition, Nodes.emitGainCheck(Options.MinGainBytes));
  if (Options.MinFootprintBytes > 0)
    Condition = Builder.CreateAnd(
        Condition, Nodes.emitFootprintCheck(Options.MinFootprintBytes));
  Condition = Nodes.emitValueChecks(Condition);
  Condition = Nodes.emitApartChecks(Condition);
  Annotator.buildAliasScopes(S);
  G.Branch = cast<BranchInst>(Builder.GetInsertBlock()->getTerminator());
  G.Branch->setCondition(Condition);

  Builder.SetInsertPoint(G.Start->getTerminator());
  if (Options.Shadow)
    Nodes.emitShadow(ElementCounts, G.Exit);
  Nodes.create(Ast.Root.release());
  Nodes.finalize();
  if (!Options.Shadow) {
    polly::IslMaxOperationsGuard Budget(S.getIslCtx().get(),
                                        Options.MaxOperations);
    Nodes.Parallel.mark(Session.DT);
  }
  keepColdLoopsSmall(Nodes.Copies, G.Start, Session.LI, Session.SE);
  G.IsOriginalCold = OriginalIsCold;
  if (OriginalIsCold)
    keepLoopsSmall(*R, Session.LI);
  adoptNewBlocks(F, *R->getParent(), Session.RI);
  if (Nodes.Failed)
    return createStringError("computing its subscripts takes too long");
  if (any_of(Scop.Indirect,
             [](const auto &I) { return !canShowValues(*I.Call); }))
    return createStringError(
        "more depends on a value in memory than an address");
  if (any_of(Scop.Arrays, [](const ImportedArray &A) {
        auto Table = A.SAI ? loadedTable(A.SAI->getBasePtr()) : std::nullopt;
        return Table && !canLoadRows(*Table);
      }))
    return createStringError("an address is not that of an element of a row");
  return G;
}
