//===- FreeEarly.cpp - Free arrays behind their last loop -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements FreeEarly.h: a block belongs to a deallocation if nothing in it
/// looks at the memory, and all that may follow belongs to the deallocation,
/// too. Who enters such a block frees.
///
//===----------------------------------------------------------------------===//

#include "smolly/Scop/FreeEarly.h"
#include "RegionEffects.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

/// Deallocations that move.
static constexpr unsigned MaxMoves = 64;
/// Blocks between the old place of one and the new ones.
static constexpr unsigned MaxRegion = 400;

namespace {

class EarlyFree {
public:
  EarlyFree(CallInst &Call, bool IsPlain, FunctionAnalysisManager &FAM)
      : Call(Call), Memory(*Call.getArgOperand(0)), IsPlain(IsPlain),
        DT(FAM.getResult<DominatorTreeAnalysis>(*Call.getFunction())),
        LI(FAM.getResult<LoopAnalysis>(*Call.getFunction())),
        TLI(FAM.getResult<TargetLibraryAnalysis>(*Call.getFunction())),
        AA(FAM.getResult<AAManager>(*Call.getFunction())) {}

  bool move();

private:
  bool skipNullTest();
  bool mayTouch(const Instruction &I);
  bool isUntouched(const BasicBlock &BB);
  bool collectRegion();
  bool isWorthwhile() const;
  bool collectEdges();
  bool isKnownAt(const BasicBlock *BB) const;

  CallInst &Call;
  Value &Memory;
  /// It is free(), which nobody sees.
  bool IsPlain;
  const DominatorTree &DT;
  const LoopInfo &LI;
  const TargetLibraryInfo &TLI;
  BatchAAResults AA;
  /// What the memory may be, if that is known.
  SmallVector<const Value *, 4> Objects;
  /// Where the memory was freed so far.
  BasicBlock *Home = nullptr;
  /// Does not belong to the deallocation.
  const BasicBlock *First = nullptr;
  Blocks Region;
  /// Into the region.
  SmallVector<std::pair<BasicBlock *, BasicBlock *>, 4> Edges;
};

} // namespace

/// Whether \p I may look at the memory.
bool EarlyFree::mayTouch(const Instruction &I) {
  if (!I.mayReadOrWriteMemory())
    return false;
  // An operator of the program's own may do something that is seen.
  const auto *Other = dyn_cast<CallBase>(&I);
  if (Other && !IsPlain && !isa<IntrinsicInst>(Other) &&
      !isAllocationFn(Other, &TLI) && !getFreedOperand(Other, &TLI))
    return true;
  // An array that is null where the loops run rewritten is a merge, which LLVM
  // does not look through here.
  const Value *Address = getLoadStorePointerOperand(&I);
  if (Address && !Objects.empty()) {
    SmallVector<const Value *, 4> Accessed;
    getUnderlyingObjects(Address, Accessed, nullptr, /*MaxLookup=*/0);
    if (all_of(Accessed, [&](const Value *Object) {
          return isa<ConstantPointerNull>(Object) ||
                 (isIdentifiedObject(Object) && !is_contained(Objects, Object));
        }))
      return false;
  }
  return isModOrRefSet(
      AA.getModRefInfo(&I, MemoryLocation::getBeforeOrAfter(&Memory)));
}

/// Whether nothing in \p BB, or in front of the deallocation, may look at the
/// memory.
bool EarlyFree::isUntouched(const BasicBlock &BB) {
  for (const Instruction &I : BB) {
    if (&I == &Call)
      return true;
    if (mayTouch(I))
      return false;
  }
  return true;
}

/// Null may be freed as well as not be: a test for it is no reason to wait.
bool EarlyFree::skipNullTest() {
  BasicBlock *Test = Home->getSinglePredecessor();
  if (!Test || Test == First || LI.getLoopFor(Test) != LI.getLoopFor(Home) ||
      !match(Test->getTerminator(), m_Br(m_ICmp(m_Specific(&Memory), m_Zero()),
                                         m_BasicBlock(), m_BasicBlock())))
    return false;
  auto *Branch = cast<BranchInst>(Test->getTerminator());
  auto *Compare = cast<ICmpInst>(Branch->getCondition());
  unsigned IfNull = Compare->getPredicate() == ICmpInst::ICMP_EQ ? 0 : 1;
  if (!Compare->isEquality() || Branch->getSuccessor(IfNull) == Home ||
      !isUntouched(*Home) || !isUntouched(*Test))
    return false;
  Home = Test;
  return true;
}

bool EarlyFree::collectRegion() {
  if (!isUntouched(*Home))
    return false;
  Region.insert(Home);
  for (unsigned Next = 0; Next < Region.size(); ++Next)
    for (BasicBlock *Before : predecessors(Region[Next])) {
      if (Before == Home || Region.size() > MaxRegion)
        return false;
      if (Before != First && DT.isReachableFromEntry(Before) &&
          !Region.contains(Before) && isUntouched(*Before))
        Region.insert(Before);
    }
  closeRegion(Region, Home, /*Backwards=*/false);
  return true;
}

/// Whether there is something in between that takes time or memory.
bool EarlyFree::isWorthwhile() const {
  return any_of(Region, [&](const BasicBlock *BB) {
    return BB != Home && (LI.getLoopFor(BB) != LI.getLoopFor(Home) ||
                          any_of(*BB, [&](const Instruction &I) {
                            return isAllocationFn(&I, &TLI);
                          }));
  });
}

/// Whether all that the call needs is known at the end of \p BB.
bool EarlyFree::isKnownAt(const BasicBlock *BB) const {
  return all_of(Call.args(), [&](const Use &Arg) {
    return !isa<Instruction>(Arg) ||
           DT.dominates(cast<Instruction>(Arg), BB->getTerminator());
  });
}

bool EarlyFree::collectEdges() {
  for (BasicBlock *BB : Region)
    for (BasicBlock *Before : predecessors(BB)) {
      if (Region.contains(Before) || !DT.isReachableFromEntry(Before))
        continue;
      if (BB->isEHPad() || !isKnownAt(Before) ||
          !isa<BranchInst, SwitchInst, InvokeInst>(Before->getTerminator()) ||
          count(successors(Before), BB) > 1)
        return false;
      Edges.push_back({Before, BB});
    }
  return true;
}

bool EarlyFree::move() {
  Home = Call.getParent();
  if (auto *I = dyn_cast<Instruction>(&Memory)) {
    First = I->getParent();
    if (First == Home || LI.getLoopFor(First) != LI.getLoopFor(Home))
      return false;
  } else if (LI.getLoopFor(Home)) {
    return false;
  }
  getUnderlyingObjects(&Memory, Objects, nullptr, /*MaxLookup=*/0);
  if (!all_of(Objects, [](const Value *Object) {
        return isa<ConstantPointerNull>(Object) || isNoAliasCall(Object);
      }))
    Objects.clear();
  skipNullTest();
  if (!collectRegion() || !isWorthwhile() || !collectEdges())
    return false;
  SmallPtrSet<const BasicBlock *, 4> Done;
  for (auto [From, To] : Edges) {
    BasicBlock *Place = placeOnWay(
        From, To, [&](BasicBlock *Before) { return !Region.contains(Before); });
    if (!Done.insert(Place).second)
      continue;
    auto Before = Place == To ? Place->getFirstInsertionPt()
                              : Place->getTerminator()->getIterator();
    Call.clone()->insertBefore(*Place, Before);
  }
  Call.eraseFromParent();
  return true;
}

void smolly::freeEarly(Function &F, FunctionAnalysisManager &FAM) {
  FAM.invalidate(F, PreservedAnalyses::none());
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  SmallVector<std::pair<CallInst *, bool>, 8> Calls;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    LibFunc Kind;
    // Those of other libraries might not be given null.
    if (Callee && TLI.getLibFunc(*Call, Kind) && TLI.has(Kind) &&
        isLibFreeFunction(Callee, Kind))
      Calls.push_back({Call, Kind == LibFunc_free});
  }
  unsigned Moves = 0;
  for (auto [Call, IsPlain] : Calls)
    if (Moves < MaxMoves && EarlyFree(*Call, IsPlain, FAM).move()) {
      ++Moves;
      FAM.invalidate(F, PreservedAnalyses::none());
    }
}
