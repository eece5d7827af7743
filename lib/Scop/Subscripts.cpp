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
//===----------------------------------------------------------------------===//

#include "Subscripts.h"
#include "polly/Support/SCEVValidator.h"
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

private:
  using Sizes = SmallVector<const SCEV *, 4>;

  bool isAffine(const SCEV *S, Loop *Scope) const;
  bool haveOneElementSize(const SCEVUnknown *Base) const;
  Sizes findSizes(const SCEVUnknown *Base) const;
  bool areValid(const Sizes &Found) const;

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

/// Inner sizes, outermost first, and the size of an element.
SubscriptFinder::Sizes
SubscriptFinder::findSizes(const SCEVUnknown *Base) const {
  SmallVector<const SCEV *, 16> Terms;
  for (auto &[Inst, Function] : Context.Accesses[Base])
    collectParametricTerms(SE, Function, Terms);
  Sizes Found;
  findArrayDimensions(SE, Terms, Found, Context.ElementSize[Base]);
  return Found;
}

bool SubscriptFinder::areValid(const Sizes &Found) const {
  return Found.size() > 1 && all_of(Found, [&](const SCEV *Size) {
           return isAffine(Size, nullptr) &&
                  !polly::hasScalarDepsInsideRegion(Size, &Context.CurRegion,
                                                    nullptr, false,
                                                    Context.RequiredILS);
         });
}

void SubscriptFinder::run(const SCEVUnknown *Base) {
  if (!haveOneElementSize(Base))
    return;
  auto Shape = std::make_shared<polly::ArrayShape>(Base);
  Shape->DelinearizedSizes = findSizes(Base);
  if (!areValid(Shape->DelinearizedSizes))
    return;
  polly::MapInsnToMemAcc Found;
  for (auto &[Inst, Function] : Context.Accesses[Base]) {
    polly::MemAcc Access(Inst, Shape);
    computeAccessFunctions(SE, Function, Access.DelinearizedSubscripts,
                           Shape->DelinearizedSizes);
    Loop *Scope = LI.getLoopFor(Inst->getParent());
    if (Access.DelinearizedSubscripts.empty() ||
        !all_of(Access.DelinearizedSubscripts,
                [&](const SCEV *S) { return isAffine(S, Scope); }))
      return;
    Found.insert({Inst, std::move(Access)});
  }
  for (auto &[Inst, Access] : Found)
    Context.InsnToMemAcc.insert_or_assign(Inst, Access);
}

void smolly::findSubscripts(DetectionContext &Context, ScalarEvolution &SE,
                            LoopInfo &LI) {
  SubscriptFinder Finder(Context, SE, LI);
  SmallPtrSet<const SCEVUnknown *, 8> Seen;
  for (auto &[Base, Scope] : Context.NonAffineAccesses)
    if (Seen.insert(Base).second)
      Finder.run(Base);
}
