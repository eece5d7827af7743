//===- RowChecks.cpp - Whether rows may lie behind each other -------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements RowChecks.h.
///
//===----------------------------------------------------------------------===//

#include "RowChecks.h"
#include "RegionEffects.h"
#include "smolly/Scop/OptionalAllocations.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace smolly;

namespace {

class RowChecks : RowAnalyses {
public:
  RowChecks(const RowTable &T, ArrayRef<RowSetting> Settings, const SCEV *Width,
            const RowUses &Uses, const RowAnalyses &A)
      : RowAnalyses(A), T(T), Settings(Settings), Width(Width), Uses(Uses) {}

  bool canJoin() const;

private:
  bool areUsedBehindFrees() const;
  bool mayOutliveRows() const;
  bool areFreedOnTheWay() const;
  bool areAligned() const;
  bool areKnownBehind() const;
  bool isInOneRow(const ICmpInst &Comparison) const;
  bool isOnlyFreed(const LoadInst &Load) const;
  bool areEmptyUnseen() const;
  bool areUnknown() const;
  bool canCompute() const;

  const RowTable &T;
  ArrayRef<RowSetting> Settings;
  /// How far rows are apart, in elements.
  const SCEV *Width;
  const RowUses &Uses;
};

} // namespace

/// Whether rows may be looked at behind one of the places where a table is
/// freed. Where another one is allocated, it is the rows of that, unless they
/// have been kept.
bool RowChecks::areUsedBehindFrees() const {
  SmallVector<const BasicBlock *, 2> Homes;
  if (!Uses.HasChoices)
    for (CallBase *Allocation : T.Allocations)
      Homes.push_back(Allocation->getParent());
  return any_of(T.Frees, [&](const CallInst *Free) {
    auto Behind = blocksBehind(Free->getParent(), Homes);
    return any_of(Uses.Accesses, [&](const Instruction *I) {
      return Behind.contains(I->getParent()) ||
             (I->getParent() == Free->getParent() && Free->comesBefore(I));
    });
  });
}

/// Whether a table may be left allocated where its rows are freed.
bool RowChecks::mayOutliveRows() const {
  SmallVector<const BasicBlock *, 4> Freeing;
  for (CallInst *Free : T.Frees) {
    BasicBlock *BB = Free->getParent();
    Freeing.push_back(BB);
    // `if (a) free(a);`
    BasicBlock *Asking = BB->getSinglePredecessor();
    Value *Asked;
    if (Asking &&
        match(Asking->getTerminator(), m_Br(m_ICmp(m_Value(Asked), m_Zero()),
                                            m_BasicBlock(), m_BasicBlock())) &&
        Asked == getFreedOperand(Free, &TLI))
      Freeing.push_back(Asking);
  }
  return any_of(Uses.Frees, [&](const CallInst *Free) {
    auto Behind = blocksBehind(Free->getParent(), Freeing);
    Behind.insert(Free->getParent());
    return any_of(Behind, [&](const BasicBlock *BB) {
      return succ_empty(BB) && !is_contained(Freeing, BB) &&
             !isa<UnreachableInst>(BB->getTerminator());
    });
  });
}

/// Whether loops free rows one by one while others are in use, to need less
/// memory.
bool RowChecks::areFreedOnTheWay() const {
  return any_of(Uses.Frees, [&](const CallInst *Free) {
    const Loop *L = LI.getLoopFor(Free->getParent());
    return L && L != LI.getLoopFor(T.Allocations.front()->getParent()) &&
           any_of(Uses.Accesses, [&](const Instruction *I) {
             // What rows of tables point to is freed before them.
             return !I->getType()->isPointerTy() && L->contains(I);
           });
  });
}

/// Whether rows in one block are aligned as accesses to them ask for: those by
/// themselves are for everything.
bool RowChecks::areAligned() const {
  constexpr unsigned LogOfMalloc = 4;
  const Align Known(
      uint64_t(1) << std::min<unsigned>(
          SE.getMinTrailingZeros(Settings.front().Bytes), LogOfMalloc));
  return all_of(Uses.Accesses, [&](const Instruction *I) {
    const auto *Memory = dyn_cast<MemIntrinsic>(I);
    if (!Memory)
      return getLoadStoreAlignment(I) <= Known;
    const auto *Transfer = dyn_cast<MemTransferInst>(Memory);
    return Memory->getDestAlign().valueOrOne() <= Known &&
           (!Transfer || Transfer->getSourceAlign().valueOrOne() <= Known);
  });
}

/// Whether all that becomes something else is behind what it is made of.
bool RowChecks::areKnownBehind() const {
  auto IsBehind = [&](const Value *Root, const Instruction *I) {
    const auto *S =
        find_if(Settings, [&](const RowSetting &S) { return S.Table == Root; });
    return S == Settings.end() || DT.dominates(S->At, I);
  };
  return all_of(T.Loads,
                [&](LoadInst *Load) {
                  return IsBehind(placeIn(Load, T, DL)->Root, Load);
                }) &&
         all_of(T.Frees,
                [&](CallInst *Free) {
                  return IsBehind(getFreedOperand(Free, &TLI), Free);
                }) &&
         all_of(T.Choices, [&](const PHINode *Choice) {
           return all_of(zip(Choice->incoming_values(), Choice->blocks()),
                         [&](const auto &In) {
                           auto [V, From] = In;
                           return IsBehind(V, From->getTerminator());
                         });
         });
}

/// Whether \p Comparison is of addresses in one row.
bool RowChecks::isInOneRow(const ICmpInst &Comparison) const {
  auto PlaceOf = [&](Value *V) -> std::optional<TablePlace> {
    const auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(SE.getSCEV(V)));
    auto *Load = Base ? dyn_cast<LoadInst>(Base->getValue()) : nullptr;
    return is_contained(T.Loads, Load) ? placeIn(Load, T, DL) : std::nullopt;
  };
  auto First = PlaceOf(Comparison.getOperand(0)),
       Second = PlaceOf(Comparison.getOperand(1));
  return !Comparison.isSigned() && First && Second &&
         First->isSamePlace(*Second);
}

/// Whether a row is freed if \p Test says that it is there, and that is all.
static bool isFreeGuard(const ICmpInst &Test, const RowUses &Uses) {
  return all_of(Test.users(), [&](const User *U) {
    const auto *Branch = dyn_cast<BranchInst>(U);
    if (!Branch)
      return false;
    bool IsThereIfTrue = Test.getPredicate() == ICmpInst::ICMP_NE;
    const BasicBlock *Freeing = Branch->getSuccessor(!IsThereIfTrue),
                     *Other = Branch->getSuccessor(IsThereIfTrue);
    return Freeing->getSingleSuccessor() == Other &&
           all_of(*Freeing,
                  [&](const Instruction &I) {
                    return is_contained(Uses.Frees, dyn_cast<CallInst>(&I)) ||
                           (!I.mayWriteToMemory() && !I.mayThrow());
                  }) &&
           all_of(Other->phis(), [&](const PHINode &Phi) {
             return Phi.getIncomingValueForBlock(Freeing) ==
                    Phi.getIncomingValueForBlock(Branch->getParent());
           });
  });
}

/// Whether \p Load is of a row that is freed, and nothing else.
bool RowChecks::isOnlyFreed(const LoadInst &Load) const {
  auto IsFree = [&](const User *U) {
    return is_contained(Uses.Frees, dyn_cast<CallInst>(U));
  };
  return all_of(Load.users(), [&](const User *U) {
    return is_contained(Uses.Tests, U) || IsFree(U) ||
           (isa<PtrToIntInst>(U) && all_of(U->users(), [&](const User *Sum) {
              return all_of(Sum->users(), IsFree);
            }));
  });
}

/// The blocks behind the allocation of a table in which not all places may have
/// been set; of a table without any, all are.
static SmallPtrSet<const BasicBlock *, 32> whereNotSet(const RowSetting &S) {
  auto IsOfEmpty = [&](const BasicBlock *From, const BasicBlock *To) {
    Value *Count;
    CmpPredicate Predicate;
    return match(From->getTerminator(),
                 m_Br(m_ICmp(Predicate, m_Value(Count), m_Zero()),
                      m_BasicBlock(), m_BasicBlock())) &&
           ICmpInst::isEquality(Predicate) &&
           From->getTerminator()->getSuccessor(Predicate !=
                                               ICmpInst::ICMP_EQ) == To &&
           From->getTerminator()->getSuccessor(Predicate ==
                                               ICmpInst::ICMP_EQ) != To &&
           isZeroWith(S.Table->getArgOperand(0), Count);
  };
  SmallPtrSet<const BasicBlock *, 32> Result;
  SmallVector<const BasicBlock *, 16> Open = {S.Table->getParent()};
  while (!Open.empty()) {
    const BasicBlock *BB = Open.pop_back_val();
    for (const BasicBlock *Next : successors(BB)) {
      bool AllSet = (BB == S.Done.getStart() && Next == S.Done.getEnd()) ||
                    IsOfEmpty(BB, Next);
      if (!AllSet && Result.insert(Next).second)
        Open.push_back(Next);
    }
  }
  return Result;
}

/// Whether nobody sees that vectors were empty before their rows were
/// allocated, or are null if rows have no bytes, but those who free them.
bool RowChecks::areEmptyUnseen() const {
  SmallPtrSet<const BasicBlock *, 32> NotSet;
  for (const RowSetting &S : Settings)
    NotSet.insert_range(whereNotSet(S));
  return all_of(Uses.Tests,
                [&](ICmpInst *Test) { return isFreeGuard(*Test, Uses); }) &&
         all_of(Uses.Frees,
                [&](CallInst *Free) {
                  auto *Load = dyn_cast<LoadInst>(getFreedOperand(Free, &TLI));
                  return !Load || placeIn(Load, T, DL)->Pointer == 0;
                }) &&
         all_of(T.Loads, [&](LoadInst *Load) {
           return isOnlyFreed(*Load) || !NotSet.contains(Load->getParent());
         });
}

std::optional<int> smolly::rowsBetween(const BinaryOperator &Difference,
                                       const RowTable &T,
                                       const DataLayout &DL) {
  auto PlaceOf = [&](Value *V) -> std::optional<TablePlace> {
    auto *Cast = dyn_cast<PtrToIntInst>(V);
    auto *Load = Cast ? dyn_cast<LoadInst>(Cast->getPointerOperand()) : nullptr;
    return is_contained(T.Loads, Load) ? placeIn(Load, T, DL) : std::nullopt;
  };
  auto First = PlaceOf(Difference.getOperand(0)),
       Second = PlaceOf(Difference.getOperand(1));
  if (!First || !Second || !First->isSamePlace(*Second))
    return std::nullopt;
  return int(First->Pointer > 0) - int(Second->Pointer > 0);
}

/// Whether nobody else knows the rows, nor where one lies beside another.
bool RowChecks::areUnknown() const {
  return Uses.IsComplete &&
         all_of(Uses.Differences,
                [&](const BinaryOperator *Difference) {
                  return rowsBetween(*Difference, T, DL).has_value();
                }) &&
         all_of(Uses.Comparisons, [&](const ICmpInst *Comparison) {
           return isInOneRow(*Comparison);
         });
}

/// Whether all that has to be known where blocks are made can be computed
/// there.
bool RowChecks::canCompute() const {
  // What is computed must not be of what is replaced by it.
  auto IsOfRow = [&](const SCEV *S) {
    return SCEVExprContains(S, [&](const SCEV *Part) {
      const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
      return Unknown && is_contained(T.Loads, Unknown->getValue());
    });
  };
  auto CanExpand = [&](const RowSetting &S) {
    SCEVExpander Expander(SE, "row");
    SmallVector<const SCEV *, 8> Parts = {S.Start, S.Bytes, Width};
    append_range(Parts, S.Counts);
    append_range(Parts, S.Steps);
    return all_of(Parts, [&](const SCEV *Part) {
      return !Part || (!IsOfRow(Part) && Expander.isSafeToExpandAt(Part, S.At));
    });
  };
  return all_of(Settings, CanExpand);
}

bool RowChecks::canJoin() const {
  bool IsComplete = areUnknown();
  if (!canCompute() || !areKnownBehind() ||
      (T.Pointers > 1 && !areEmptyUnseen()) ||
      (T.HasNulls && (!IsComplete || !Uses.Tests.empty())))
    return false;
  return !Settings.front().Row ||
         (IsComplete && (Uses.Frees.empty() || !T.Frees.empty()) &&
          !areUsedBehindFrees() && !mayOutliveRows() && !areFreedOnTheWay() &&
          areAligned());
}

bool smolly::canJoinRows(const RowTable &T, ArrayRef<RowSetting> Settings,
                         const SCEV *Width, const RowUses &Uses,
                         const RowAnalyses &A) {
  return RowChecks(T, Settings, Width, Uses, A).canJoin();
}
