//===- PlanCopies.cpp - Copies stored with what they copy -----------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `A[i] = B[i]` needs no cell for A[i] if the value can stay where it is: the
/// copy is left out, and the value lives as long as anybody reads it as the one
/// or the other. The thesis finds such mappings by chance (Figure 1.3); here
/// they are what is tried first. A copy may also be there to make a large array
/// free for other values: where following copies does not make things small,
/// the plan with the copies as values of their own is made as well.
///
//===----------------------------------------------------------------------===//

#include "Planner.h"
#include "smolly/Kernel/Coalesce.h"
#include "smolly/Kernel/Emptiness.h"
#include "smolly/Kernel/IslBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/TimeProfiler.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace smolly;

/// A plan that follows copies and leaves more than this part of the arrays is
/// compared with one that does not.
static constexpr double SmallEnough = 0.6;

bool Planner::isFollowed(AccessRef Write) const {
  return llvm::any_of(
      Copies, [&](const FollowedCopy &C) { return C.Copy.Write == Write; });
}

unsigned Planner::arrayOf(AccessRef Ref) const {
  return K.Statements[Ref.Stmt].Accesses[Ref.Access].Array;
}

bool Planner::holdsFollowedCopies(unsigned Array) const {
  return llvm::any_of(Copies, [&](const FollowedCopy &C) {
    return arrayOf(C.Copy.Write) == Array;
  });
}

/// The arrays that hold nothing but followed copies, the first of them from
/// \p Array: their place becomes free, too, when that array changes.
std::vector<unsigned> Planner::copiedOnlyFrom(unsigned Array) const {
  std::vector<unsigned> Result;
  for (unsigned Other = 0; Other < K.Arrays.size(); ++Other) {
    auto First = llvm::find_if(Copies, [&](const FollowedCopy &C) {
      return arrayOf(C.Copy.Write) == Other;
    });
    if (First != Copies.end() && writesOf(Other).empty() &&
        arrayOf(First->Copy.Sources.front().Write) == Array)
      Result.push_back(Other);
  }
  return Result;
}

/// Whether every array that a copy is from or to leaves its place.
bool Planner::movesAllCopies(const std::vector<ArrayWork> &Works) const {
  auto Moves = [&](AccessRef Write) {
    auto Work = llvm::find_if(Works, [&](const ArrayWork &W) {
      return llvm::is_contained(W.Arrays, arrayOf(Write));
    });
    return Work == Works.end() || Work->Choice;
  };
  return llvm::all_of(Copies, [&](const FollowedCopy &C) {
    return Moves(C.Copy.Write) &&
           llvm::all_of(C.Copy.Sources, [&](const CopyingWrite::Source &S) {
             return Moves(S.Write);
           });
  });
}

/// Adds the value set \p V of copies to \p Plan, as a part of one that is there
/// already where both have one function as their index.
static void addCopies(ValueSet V, StoragePlan &Plan) {
  for (ValueSet &Old : Plan.Values) {
    if (!(Old.Write == V.Write) || Old.Where != V.Where ||
        Old.Target != V.Target)
      continue;
    isl::pw_multi_aff Both = uniteIfOneFunction(Old.Index, V.Index);
    if (Both.is_null())
      continue;
    Old.Piece = coalesced(Old.Piece.unite(V.Piece));
    Old.Index = Both;
    return;
  }
  Plan.Values.push_back(std::move(V));
}

/// Stores every copy that is used where its origin is, and no others: if that
/// is nowhere, all that uses them is copies that nobody uses.
void Planner::emitCopies(StoragePlan &Plan) const {
  const std::vector<ValueSet> Origins = Plan.Values;
  for (const FollowedCopy &C : Copies) {
    const Access &A =
        K.Statements[C.Copy.Write.Stmt].Accesses[C.Copy.Write.Access];
    ValueSet V;
    V.Write = C.Copy.Write;
    V.Array = A.Array;
    isl::set Unused = A.Relation.domain().subtract(C.Used);
    for (const CopyingWrite::Source &S : C.Copy.Sources)
      for (const ValueSet &Origin : Origins) {
        if (!(Origin.Write == S.Write) ||
            Origin.Where == ValueSet::Place::Original)
          continue;
        isl::map Instances =
            S.Instances.intersect_domain(C.Used).intersect_range(Origin.Piece);
        V.Piece = coalesced(Instances.domain());
        if (isEmpty(V.Piece).is_true())
          continue;
        if (Origin.Where == ValueSet::Place::Nowhere) {
          Unused = Unused.unite(V.Piece);
          continue;
        }
        V.Where = ValueSet::Place::Mapped;
        V.Target = Origin.Target;
        isl_pw_multi_aff *Of = isl_pw_multi_aff_from_map(Instances.release());
        V.Index = coalesced(isl::manage(isl_pw_multi_aff_pullback_pw_multi_aff(
                                Origin.Index.copy(), Of)))
                      .gist(V.Piece);
        addCopies(V, Plan);
        StorageArray &Target = Plan.Arrays[V.Target];
        if (!llvm::is_contained(Target.Sharing, V.Array)) {
          Target.Sharing.push_back(V.Array);
          llvm::sort(Target.Sharing);
        }
      }
    V.Piece = coalesced(Unused);
    V.Where = ValueSet::Place::Nowhere;
    V.Index = {};
    if (!isEmpty(V.Piece).is_true())
      Plan.Values.push_back(std::move(V));
  }
}

/// Whether \p Write is to a small part of its array: borders that are copied
/// from their neighbours save next to nothing where those are, and make the
/// places where the border is read more than there need be.
static bool isCrumb(const Kernel &K, AccessRef Write,
                    const ParameterPoint &Point) {
  const Access &A = K.Statements[Write.Stmt].Accesses[Write.Access];
  return Point.boxAround(A.Relation.range()) <
         originalCells(K, A.Array, Point) * ArraySearch::Crumb;
}

/// The copies of \p K that are worth following, and the dataflow without them.
static CopiedValues findCopies(const LiveRanges &Ranges,
                               const StorageOptions &Options,
                               std::vector<FollowedCopy> &Copies) {
  const Kernel &K = Ranges.kernel();
  if (!Options.InterArray || Options.Method != StorageMethod::Best ||
      K.Conflicts)
    return {};
  IslBudget Budget(K.ctx(), Options.MaxIslOperations / 4);
  ParameterPoint Point(K.Context, Options.Assumed, K.Cases);
  CopiedValues Values =
      findCopiedValues(K, Ranges.flow(), [&](AccessRef Write) {
        return !Options.PreferCheapIndex || !isCrumb(K, Write, Point);
      });
  for (const CopyingWrite &Copy : Values.Copies)
    Copies.push_back({Copy, Ranges.of(Copy.Write).Used});
  if (Budget.exceeded())
    Copies.clear();
  return Values;
}

llvm::Expected<StoragePlan> smolly::planStorage(const Kernel &K,
                                                const Dataflow &D,
                                                const StorageOptions &Options) {
  return planStorage(LiveRanges(K, D), Options);
}

/// Whether what is alive at one time takes about \p Bytes, so that a compiler
/// does not look for less.
static bool isLeast(const LiveRanges &Ranges, double Bytes,
                    const StorageOptions &Options) {
  if (!Options.PreferCheapIndex)
    return false;
  const Kernel &K = Ranges.kernel();
  IslBudget Budget(K.ctx(), Options.MaxIslOperations / 10);
  std::vector<unsigned> Arrays;
  for (unsigned A = 0; A < K.Arrays.size(); ++A)
    if (!K.Arrays[A].Fixed)
      Arrays.push_back(A);
  return leastBytes(Ranges, Arrays, Options) * (1 + ArraySearch::CheapSlack) >=
             Bytes &&
         !Budget.exceeded();
}

llvm::Expected<StoragePlan> smolly::planStorage(const LiveRanges &Ranges,
                                                const StorageOptions &Options) {
  llvm::TimeTraceScope Trace("Smolly plan storage");
  IslBudget Quiet(Ranges.kernel().ctx(), 0);
  std::vector<FollowedCopy> Copies;
  CopiedValues Values = findCopies(Ranges, Options, Copies);
  Planner AsItIs(Ranges, Options);
  if (Copies.empty())
    return AsItIs.run();
  LiveRanges WithoutCopies(Ranges.kernel(), Values.Flow);
  Planner Following(WithoutCopies, Options, std::move(Copies));
  unsigned long Before = IslAllowance::spentOfCurrent();
  llvm::Expected<StoragePlan> Plan = Following.run();
  if (Plan &&
      (Following.bytesAfter() <= Following.bytesBefore() * SmallEnough ||
       isLeast(Ranges, Following.bytesAfter(), Options)))
    return Plan;
  llvm::Expected<StoragePlan> Other = [&] {
    if (!Plan || !Options.PreferCheapIndex)
      return AsItIs.run();
    // A second try is to take no longer than the first.
    unsigned long Took = IslAllowance::spentOfCurrent() - Before;
    unsigned long Left = IslAllowance::leftOfCurrent();
    IslAllowance Again(Left > 0 ? std::min(Took, Left) : Took);
    return AsItIs.run();
  }();
  if (Plan && (!Other || Following.bytesAfter() <= AsItIs.bytesAfter())) {
    llvm::consumeError(Other.takeError());
    return Plan;
  }
  llvm::consumeError(Plan.takeError());
  return Other;
}

llvm::Expected<StoragePlan>
smolly::planStorageSoon(const Kernel &K, const Dataflow &D,
                        const StorageOptions &Options,
                        unsigned long MaxOperations) {
  {
    IslAllowance Allowance(MaxOperations);
    llvm::Expected<StoragePlan> Plan = planStorage(K, D, Options);
    if (Plan && !Allowance.exceeded())
      return Plan;
    if (!Plan)
      llvm::consumeError(Plan.takeError());
  }
  StorageOptions Off = Options;
  Off.Method = StorageMethod::Off;
  return planStorage(K, D, Off);
}
