//===- Subscripts.cpp - Subscripts of arrays of run-time size -------------===//
//
// Part of Smolly, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements Subscripts.h by delinearisation (Grosser, Ramanujam, Pouchet,
/// Sadayappan and Pop, "Optimistic Delinearization of Parametrically Sized
/// Arrays", ICS 2015), with LLVM's implementation of its steps.
///
/// Polly's detection takes the candidates for sizes from the first access that
/// yields any, and every product of parameters for a size. In
///
///     u[t][0][j], u[t][i][0], u[n][m][m]
///
/// the first access knows only the size of a plane, `w * w`, and the third has
/// the products `n * w * w` and `m * w`. Here the candidates are the steps with
/// which the addresses advance in loops, those of all accesses.
///
/// The width of `float A[n][n + 3]` with an int n is `zext(n + 3)`, and where a
/// loop's condition proves that not negative `sext(n) + 3`. Widths of an array
/// that agree in their low bits are taken for one.
///
//===----------------------------------------------------------------------===//

#include "Subscripts.h"
#include "FitRows.h"
#include "polly/Support/SCEVValidator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/Delinearization.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/RegionInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace smolly;
using DetectionContext = polly::ScopDetection::DetectionContext;

namespace {

class SubscriptFinder {
public:
  SubscriptFinder(DetectionContext &Context, ScalarEvolution &SE, LoopInfo &LI)
      : Context(Context), SE(SE), LI(LI) {}
  void run(const SCEVUnknown *Base);

  std::vector<AssumedEquality> Assumed;

private:
  using Sizes = SmallVector<const SCEV *, 4>;

  bool isAffine(const SCEV *S, Loop *Scope) const;
  bool haveOneElementSize(const SCEVUnknown *Base) const;
  std::vector<AssumedEquality> findTwins(const SCEVUnknown *Base) const;
  Sizes findSizes(const SCEVUnknown *Base, ValueToSCEVMapTy &Twins) const;
  bool isParameter(const SCEV *S) const;

  DetectionContext &Context;
  ScalarEvolution &SE;
  LoopInfo &LI;
};

} // namespace

/// Loads that an affine expression depends on must be those that detection has
/// found invariant already.
bool SubscriptFinder::isAffine(const SCEV *S, Loop *Scope) const {
  polly::InvariantLoadsSetTy Loads;
  return polly::isAffineExpr(&Context.CurRegion, Scope, S, SE, &Loads) &&
         all_of(Loads, [&](LoadInst *Load) {
           return Context.RequiredILS.contains(Load);
         });
}

bool SubscriptFinder::haveOneElementSize(const SCEVUnknown *Base) const {
  return all_of(Context.Accesses[Base], [&](const polly::PairInstSCEV &Access) {
    return isa<LoadInst, StoreInst>(Access.first) &&
           SE.getElementSize(const_cast<Instruction *>(Access.first)) ==
               Context.ElementSize[Base];
  });
}

/// For every frozen zero-extended value in the addresses of \p Base a value in
/// them that differs from it, if at all, in how it was extended.
std::vector<AssumedEquality>
SubscriptFinder::findTwins(const SCEVUnknown *Base) const {
  SmallSetVector<const SCEV *, 8> Extended;
  SmallVector<std::pair<const SCEV *, ZExtInst *>, 4> ZeroExtended;
  auto Collect = [&](const SCEV *S) {
    Value *Frozen = frozenValue(S);
    bool IsNew = (Frozen || isa<SCEVSignExtendExpr>(S)) && Extended.insert(S);
    if (auto *Cast = dyn_cast_or_null<ZExtInst>(Frozen); Cast && IsNew)
      ZeroExtended.push_back({S, Cast});
    return false;
  };
  for (auto &[Inst, Function] : Context.Accesses[Base])
    SCEVExprContains(Function, Collect);
  auto LowBits = [&](const SCEV *S, Type *Narrow) {
    Value *Frozen = frozenValue(S);
    return SE.getTruncateExpr(Frozen ? SE.getSCEV(Frozen) : S, Narrow);
  };
  std::vector<AssumedEquality> Twins;
  for (auto [S, Cast] : ZeroExtended)
    for (const SCEV *Twin : Extended) {
      Type *Narrow = Cast->getSrcTy();
      Value *Frozen = frozenValue(Twin);
      if (Twin->getType() != S->getType() ||
          isa_and_nonnull<ZExtInst>(Frozen) ||
          LowBits(Twin, Narrow) != LowBits(S, Narrow) || !isParameter(S) ||
          !isParameter(Twin))
        continue;
      Twins.push_back({S, Twin});
      break;
    }
  return Twins;
}

/// Inner sizes, outermost first, and the size of an element.
SubscriptFinder::Sizes
SubscriptFinder::findSizes(const SCEVUnknown *Base,
                           ValueToSCEVMapTy &Twins) const {
  SmallVector<const SCEV *, 16> Terms;
  for (auto &[Inst, Function] : Context.Accesses[Base])
    collectParametricTerms(
        SE, SCEVParameterRewriter::rewrite(Function, SE, Twins), Terms);
  Sizes Found;
  findArrayDimensions(SE, Terms, Found, Context.ElementSize[Base]);
  return Found;
}

bool SubscriptFinder::isParameter(const SCEV *S) const {
  return isAffine(S, nullptr) &&
         !polly::hasScalarDepsInsideRegion(S, &Context.CurRegion, nullptr,
                                           false, Context.RequiredILS);
}

void SubscriptFinder::run(const SCEVUnknown *Base) {
  if (!haveOneElementSize(Base))
    return;
  auto Shape = std::make_shared<polly::ArrayShape>(Base);
  std::vector<AssumedEquality> Equal = findTwins(Base);
  ValueToSCEVMapTy Twins;
  for (auto [S, Twin] : Equal)
    Twins[cast<SCEVUnknown>(S)->getValue()] = Twin;
  Sizes &Known = Shape->DelinearizedSizes;
  Known = findSizes(Base, Twins);
  if (Known.size() < 2 ||
      !all_of(Known, [&](const SCEV *Size) { return isParameter(Size); }))
    return;
  polly::MapInsnToMemAcc Found;
  for (auto &[Inst, Function] : Context.Accesses[Base]) {
    polly::MemAcc Access(Inst, Shape);
    computeAccessFunctions(SE,
                           SCEVParameterRewriter::rewrite(Function, SE, Twins),
                           Access.DelinearizedSubscripts, Known);
    // It clears both where it fails.
    if (Access.DelinearizedSubscripts.empty() || Known.empty())
      return;
    fitIntoRows(Access.DelinearizedSubscripts, Known, Inst, SE, Equal);
    Loop *Scope = LI.getLoopFor(Inst->getParent());
    if (!all_of(Access.DelinearizedSubscripts,
                [&](const SCEV *S) { return isAffine(S, Scope); }))
      return;
    Found.insert({Inst, std::move(Access)});
  }
  for (auto &[Inst, Access] : Found)
    Context.InsnToMemAcc.insert_or_assign(Inst, Access);
  llvm::append_range(Assumed, Equal);
}

std::vector<AssumedEquality> smolly::findSubscripts(DetectionContext &Context,
                                                    ScalarEvolution &SE,
                                                    LoopInfo &LI) {
  SubscriptFinder Finder(Context, SE, LI);
  SmallPtrSet<const SCEVUnknown *, 8> Seen;
  for (auto &[Base, Scope] : Context.NonAffineAccesses)
    if (Seen.insert(Base).second)
      Finder.run(Base);
  return std::move(Finder.Assumed);
}
