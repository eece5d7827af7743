//===- CarryValues.cpp - Values that come back in registers ---------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements CarryValues.h.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/CarryValues.h"
#include "LoopAnalyses.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace smolly;

/// Loops with more accesses are left alone.
static constexpr size_t MaxAccesses = 128;
/// So many values stay in registers.
static constexpr size_t MaxCarried = 8;

namespace {

/// A load or store in a loop.
struct MemoryUse {
  Instruction *I;
  /// Of its address; null if that is something else.
  const SCEVAddRecExpr *Address;
  Type *Ty;
  int64_t Bytes;
};

/// What Load reads has been written by Store one iteration earlier.
struct CarriedValue {
  LoadInst *Load;
  StoreInst *Store;
  /// What is loaded in the first iteration.
  const SCEV *First;
};

class ValueCarrier {
public:
  ValueCarrier(Loop &L, LoopAnalyses &Analyses, AAResults &AA)
      : L(L), SE(Analyses.SE), DT(Analyses.DT), LI(Analyses.LI), AA(AA) {}

  void analyze();
  /// The analyses of values stay as they are.
  void apply(SCEVExpander &Expander);

private:
  bool collectUses();
  std::optional<int64_t> distance(const MemoryUse &A, const MemoryUse &B) const;
  bool mayOverlap(const MemoryUse &A, const MemoryUse &B) const;
  bool carries(size_t Store, size_t Load) const;

  Loop &L;
  ScalarEvolution &SE;
  DominatorTree &DT;
  LoopInfo &LI;
  AAResults &AA;
  /// In the order of execution.
  SmallVector<MemoryUse, 16> Uses;
  SmallVector<CarriedValue, 4> Found;
};

} // namespace

/// False if the loop may end, or access something, before all are executed.
bool ValueCarrier::collectUses() {
  BasicBlock *Latch = L.getLoopLatch();
  if (!L.getLoopPreheader() || !Latch || L.getExitingBlock() != Latch)
    return false;
  const DataLayout &DL = Latch->getDataLayout();
  LoopBlocksRPO Order(&L);
  Order.perform(&LI);
  for (BasicBlock *BB : Order)
    for (Instruction &I : *BB) {
      if (!isGuaranteedToTransferExecutionToSuccessor(&I))
        return false;
      if (!I.mayReadOrWriteMemory())
        continue;
      Value *Pointer = getLoadStorePointerOperand(&I);
      if (!Pointer || I.isVolatile() || I.isAtomic() ||
          !DT.dominates(BB, Latch))
        return false;
      TypeSize Size = DL.getTypeStoreSize(getLoadStoreType(&I));
      if (Size.isScalable() || Uses.size() == MaxAccesses)
        return false;
      Uses.push_back({&I, affineAddress(I, L, SE), getLoadStoreType(&I),
                      int64_t(Size.getFixedValue())});
    }
  return true;
}

/// In bytes, from \p A to \p B in the same iteration, if it is always the same.
std::optional<int64_t> ValueCarrier::distance(const MemoryUse &A,
                                              const MemoryUse &B) const {
  if (!A.Address || !B.Address)
    return std::nullopt;
  return smallConstant(SE.getMinusSCEV(B.Address, A.Address));
}

/// Whether \p A and \p B may touch the same byte in the same iteration.
bool ValueCarrier::mayOverlap(const MemoryUse &A, const MemoryUse &B) const {
  if (std::optional<int64_t> Bytes = distance(A, B))
    return *Bytes < A.Bytes && -*Bytes < B.Bytes;
  return !AA.isNoAlias(MemoryLocation::get(A.I), MemoryLocation::get(B.I));
}

/// Whether use number \p Load reads what number \p Store has written one
/// iteration earlier: the address is the same and nothing is written there in
/// between, neither behind the store nor in front of the load.
bool ValueCarrier::carries(size_t Store, size_t Load) const {
  const MemoryUse &From = Uses[Store], &To = Uses[Load];
  if (From.Ty != To.Ty || !isa<StoreInst>(From.I))
    return false;
  std::optional<int64_t> Bytes = distance(To, From);
  if (!Bytes)
    return false;
  const auto *Step = dyn_cast<SCEVConstant>(To.Address->getStepRecurrence(SE));
  if (!Step || Step->getAPInt().getSignificantBits() > 32 ||
      Step->getAPInt().getSExtValue() != *Bytes)
    return false;
  for (size_t I = 0; I < Uses.size(); ++I)
    if (isa<StoreInst>(Uses[I].I) &&
        ((I > Store && mayOverlap(Uses[I], From)) ||
         (I < Load && mayOverlap(Uses[I], To))))
      return false;
  return true;
}

void ValueCarrier::analyze() {
  if (!collectUses() ||
      none_of(Uses, [](const MemoryUse &U) { return isa<StoreInst>(U.I); }))
    return;
  for (size_t Load = 0; Load < Uses.size(); ++Load) {
    auto *I = dyn_cast<LoadInst>(Uses[Load].I);
    // Of a minimum of integers in registers LLVM makes a branch, which is
    // mispredicted every other time (local_alignment took three times as long).
    if (!I || !I->getType()->isFPOrFPVectorTy() || !Uses[Load].Address ||
        Found.size() == MaxCarried)
      continue;
    for (size_t Store = Uses.size(); Store-- > 0;)
      if (carries(Store, Load)) {
        Found.push_back({I, cast<StoreInst>(Uses[Store].I),
                         Uses[Load].Address->getStart()});
        break;
      }
  }
}

void ValueCarrier::apply(SCEVExpander &Expander) {
  Instruction *Point = L.getLoopPreheader()->getTerminator();
  for (const CarriedValue &C : Found) {
    if (!Expander.isSafeToExpandAt(C.First, Point))
      continue;
    auto *First = cast<LoadInst>(C.Load->clone());
    First->setOperand(0, Expander.expandCodeFor(
                             C.First, C.Load->getPointerOperandType(), Point));
    First->setMetadata(LLVMContext::MD_access_group, nullptr);
    First->insertBefore(Point->getIterator());
    PHINode *Carried = PHINode::Create(C.Load->getType(), 2, "smolly.carried",
                                       L.getHeader()->getFirstNonPHIIt());
    Carried->addIncoming(First, L.getLoopPreheader());
    Carried->addIncoming(C.Store->getValueOperand(), L.getLoopLatch());
    C.Load->replaceAllUsesWith(Carried);
    C.Load->eraseFromParent();
  }
}

void smolly::carryValues(Function &F, ArrayRef<BasicBlock *> Starts,
                         TargetLibraryInfo &TLI) {
  LoopAnalyses Analyses(F, TLI);
  AAResults AA(TLI);
  BasicAAResult Basic(F.getDataLayout(), F, TLI, Analyses.AC, &Analyses.DT);
  ScopedNoAliasAAResult Scoped;
  AA.addAAResult(Basic);
  AA.addAAResult(Scoped);
  std::vector<ValueCarrier> Carriers;
  for (Loop *L : Analyses.innermostBehind(Starts)) {
    Carriers.emplace_back(*L, Analyses, AA);
    Carriers.back().analyze();
  }
  SCEVExpander Expander(Analyses.SE, "smolly");
  for (ValueCarrier &Carrier : Carriers)
    Carrier.apply(Expander);
}
